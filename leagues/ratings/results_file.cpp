#include "leagues/ratings/results_file.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>
#include <optional>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "leagues/ratings/results.hpp"

namespace danno::leagues::ratings {

namespace {

/// Returns the competition rank (1, 1, 3) of `place` among `places`.
int proper(const std::vector<int>& places, int place) {
  int better = 0;
  for (const int other : places) {
    better += other < place ? 1 : 0;
  }
  return better + 1;
}

/// Throws if a game has a number of players, a name or places that no game can have.
void check(const WrittenResult& line) {
  if (line.players.size() < 2 || line.players.size() > static_cast<std::size_t>(kMaxTable)) {
    throw std::invalid_argument(
        fmt::format("{} players; expected 2 to {}", line.players.size(), kMaxTable));
  }
  if (line.players.size() != line.places.size()) {
    throw std::invalid_argument(
        fmt::format("{} players and {} places; expected a place for each player",
                    line.players.size(), line.places.size()));
  }
  for (std::size_t i = 0; i < line.players.size(); ++i) {
    const auto end = line.players.begin() + static_cast<std::ptrdiff_t>(i);
    if (std::find(line.players.begin(), end, line.players[i]) != end) {
      throw std::invalid_argument(fmt::format("'{}' plays twice in one game", line.players[i]));
    }
    if (line.players[i].empty()) throw std::invalid_argument("a player without a name");
  }
  if (std::ranges::all_of(line.places,
                          [&](int place) { return place == proper(line.places, place); })) {
    return;
  }
  std::vector<int> expected;
  for (const int place : line.places) {
    expected.push_back(proper(line.places, place));
  }
  throw std::invalid_argument(
      fmt::format("places {}; expected {} (equal places share, the next is skipped)",
                  fmt::join(line.places, ","), fmt::join(expected, ",")));
}

/// Sorts agents by name, so that the order of lines has no effect.
void number_by_name(const Interner& seen, RecordedGames& games) {
  std::vector<std::uint32_t> by_name(seen.size());
  std::iota(by_name.begin(), by_name.end(), 0U);
  std::ranges::sort(by_name, {}, [&seen](std::uint32_t number) { return seen[number]; });
  std::vector<int> number(seen.size());
  for (std::size_t i = 0; i < by_name.size(); ++i) {
    number[by_name[i]] = static_cast<int>(i);
    games.names.emplace_back(seen[by_name[i]]);
  }
  for (int& player : games.players) {
    player = number[static_cast<std::size_t>(player)];
  }
}

/// Fills order and deals from the deal of each game (a counting sort).
void group(const std::vector<std::uint32_t>& deal_numbers, std::uint32_t count,
           RecordedGames& games) {
  // The sums of the counts are where each deal begins; placing a game moves its deal's begin on.
  std::vector<std::size_t> begin(count + std::size_t{1});
  for (const std::uint32_t deal : deal_numbers) {
    ++begin[deal + std::size_t{1}];
  }
  std::partial_sum(begin.begin(), begin.end(), begin.begin());
  games.deals.assign(begin.begin() + 1, begin.end());
  games.order.resize(deal_numbers.size());
  for (std::size_t game = 0; game < deal_numbers.size(); ++game) {
    games.order[begin[deal_numbers[game]]++] = game;
  }
}

constexpr const char* kForms =
    "expected lines like {\"players\":[\"a\",\"b\"],\"places\":[1,2]}, PGN, or CSV with the "
    "columns white,black,score or a,b,winner";

/// Returns the reader for the form that the first non-blank line shows.
std::unique_ptr<ResultForm> detect_form(Lines& lines) {
  do {
    if (!lines.next()) return json_results();
  } while (lines.is_blank());
  lines.unread();
  const std::string& line = lines.text();
  if (is_pgn_tag(line)) return pgn_results();
  const char first = line[line.find_first_not_of(" \t")];
  if (first == '{' || first == '[') return json_results();
  if (line.find_first_of(",;\t") != std::string::npos) return csv_results();
  throw std::invalid_argument(fmt::format("no game; {}", kForms));
}

}  // namespace

bool Lines::next() {
  if (std::exchange(unread_, false)) return true;
  in_.getline(buffer_.data(), static_cast<std::streamsize>(buffer_.size()));
  const auto length = static_cast<std::size_t>(in_.gcount());
  if (in_.bad()) throw std::ios_base::failure("the file cannot be read");
  if (length == 0) return false;
  // The buffer was full before the line ended.
  if (in_.fail() && !in_.eof()) {
    ++number_;
    throw std::invalid_argument("a line of over 1 MiB; expected one game in a line");
  }
  lacks_line_end_ = in_.eof();
  text_.assign(buffer_.data(), lacks_line_end_ ? length : length - 1);
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  if (++number_ == 1 && text_.starts_with(kByteOrderMark)) text_.erase(0, kByteOrderMark.size());
  if (text_.ends_with('\r')) text_.pop_back();
  if (text_.find('\0') != std::string::npos)
    throw std::invalid_argument("a byte 0; expected text in UTF-8, not in UTF-16");
  return true;
}

bool Lines::is_blank() const { return text_.find_first_not_of(" \t\r") == std::string::npos; }

bool ResultsReader::add(std::istream& in, const std::string& name) {
  Interner deals;
  constexpr std::uint32_t kOwn = UINT32_MAX;
  const std::size_t before = games_.ends.size();
  const std::size_t unfinished_before = games_.unfinished;
  bool skipped_torn_line = false;
  Lines lines(in);
  std::vector<int> players;
  try {
    const std::unique_ptr<ResultForm> form = detect_form(lines);
    for (WrittenResult game; form->next(lines, game); game = {}) {
      check(game);
      players.clear();
      for (const std::string& player : game.players)
        players.push_back(static_cast<int>(agents_.intern(player)));
      games_.add(players, game.places);
      // Names of deals belong to their file, so their numbers begin behind those of earlier files.
      deal_of_.push_back(game.deal ? deals_ + deals.intern(*game.deal) : kOwn);
    }
    games_.unfinished += form->unfinished();
    skipped_torn_line = form->skipped_torn_line();
  } catch (const ResultProblem& problem) {
    throw std::invalid_argument(fmt::format("{}:{}: {}", name, problem.line(), problem.what()));
  } catch (const std::invalid_argument& problem) {
    throw std::invalid_argument(fmt::format("{}:{}: {}", name, lines.number(), problem.what()));
  } catch (const std::ios_base::failure&) {
    throw std::runtime_error(fmt::format("{} cannot be read", name));
  }
  if (games_.ends.size() == before) {
    throw std::invalid_argument(
        games_.unfinished > unfinished_before
            ? fmt::format("{}: no game has a result; expected 1-0, 0-1 or 1/2-1/2", name)
            : fmt::format("{}: no game; {}", name, kForms));
  }
  // Named deals of this file are numbered; each game without a deal becomes one of its own.
  deals_ += deals.size();
  for (std::size_t game = before; game < deal_of_.size(); ++game) {
    if (deal_of_[game] == kOwn) deal_of_[game] = deals_++;
  }
  games_.skipped_torn_line = games_.skipped_torn_line || skipped_torn_line;
  return skipped_torn_line;
}

RecordedGames ResultsReader::finish() {
  number_by_name(agents_, games_);
  group(deal_of_, deals_, games_);
  return std::move(games_);
}

RecordedGames read_results(std::istream& in, const std::string& name) {
  ResultsReader reader;
  reader.add(in, name);
  return reader.finish();
}

Results make_results(const RecordedGames& games, Needs needs) {
  Results results(static_cast<int>(games.names.size()), needs);
  std::vector<RankedGame> deal;
  std::size_t at = 0;
  for (const std::size_t end : games.deals) {
    deal.clear();
    for (; at < end; ++at) {
      deal.push_back(games.game(games.order[at]));
    }
    results.add_deal(deal);
  }
  return results;
}

}  // namespace danno::leagues::ratings
