#include "leagues/ratings/results_file.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <numeric>
#include <optional>
#include <stdexcept>
#include <string_view>

#include "leagues/ratings/interner.hpp"

namespace danno::leagues::ratings {
namespace {

/// One line, event by event: no document is built, for files have millions of lines.
class LineReader : public nlohmann::json_sax<nlohmann::json> {
 public:
  std::optional<std::string> deal;
  std::vector<std::string> players;  // The first `seats` count; the strings keep their memory.
  std::size_t seats = 0;
  std::vector<int> places;

  void read(const std::string& line) {
    deal.reset();
    seats = 0;
    places.clear();
    names_.clear();
    key_of_places_ = Key::Places;
    seen_players_ = seen_places_ = false;
    depth_ = 0;
    key_ = Key::Other;
    nlohmann::json::sax_parse(line.begin(), line.end(), this);
    require(seen_players_, "no \"players\"; expected {\"players\":[\"a\",\"b\"],\"places\":[1,2]}");
    require(seen_places_, "no \"places\"; expected {\"players\":[\"a\",\"b\"],\"places\":[1,2]}");
    if (key_of_places_ == Key::PlacesByName) sort_places();
  }

  bool start_object(std::size_t) override {
    if (key_ == Key::Places && depth_ == 1) {
      key_ = key_of_places_ = Key::PlacesByName;
    } else {
      value("an object");
    }
    ++depth_;
    return true;
  }
  bool end_object() override {
    --depth_;
    return true;
  }
  bool start_array(std::size_t) override {
    require(depth_ > 0, "a list; expected an object a line");
    require(key_ != Key::Deal, "deal is a list; expected a string or a whole number");
    require(depth_ == 1 || key_ == Key::Other, "a list in a list of players or places");
    ++depth_;
    return true;
  }
  bool end_array() override {
    --depth_;
    return true;
  }
  bool key(std::string& name) override {
    if (depth_ == 2 && key_ == Key::PlacesByName) names_.push_back(name);
    if (depth_ > 1) return true;
    key_ = Key::Other;
    if (name == "deal") {
      require(!deal, "\"deal\" stands twice");
      key_ = Key::Deal;
    } else if (name == "players") {
      require(!std::exchange(seen_players_, true), "\"players\" stands twice");
      key_ = Key::Players;
    } else if (name == "places") {
      require(!std::exchange(seen_places_, true), "\"places\" stands twice");
      key_ = Key::Places;
    }
    return true;
  }
  bool string(std::string& text) override {
    if (key_ == Key::Deal && depth_ == 1) {
      deal = text;
    } else if (key_ == Key::Players && depth_ == 2) {
      require(!text.empty(), "a player without a name");
      if (seats == players.size()) players.emplace_back();
      players[seats++] = text;
    } else {
      value("a string");
    }
    return true;
  }
  bool number_integer(std::int64_t number) override { return whole(number); }
  bool number_unsigned(std::uint64_t number) override {
    return whole(static_cast<std::int64_t>(std::min<std::uint64_t>(number, INT64_MAX)));
  }
  bool number_float(double, const std::string& text) override { return value(text); }
  bool boolean(bool) override { return value("true or false"); }
  bool null() override { return value("null"); }
  bool binary(nlohmann::json::binary_t&) override { return value("bytes"); }
  bool parse_error(std::size_t position, const std::string&,
                   const nlohmann::json::exception&) override {
    throw std::invalid_argument(
        fmt::format("not JSON from byte {} on; expected one object a line", position));
  }

 private:
  enum class Key { Other, Deal, Players, Places, PlacesByName };

  static void require(bool holds, const std::string& what) {
    if (!holds) throw std::invalid_argument(what);
  }

  bool whole(std::int64_t number) {
    if (key_ == Key::Deal && depth_ == 1) {
      deal = std::to_string(number);
    } else if ((key_ == Key::Places || key_ == Key::PlacesByName) && depth_ == 2) {
      require(1 <= number && number <= kMaxTable,
              fmt::format("place {}; expected 1 to {}", number, kMaxTable));
      places.push_back(static_cast<int>(number));
    } else {
      value("a whole number");
    }
    return true;
  }

  /// A value of a kind that fits none of our keys.
  bool value(std::string_view what) {
    if (depth_ == 0 && what != "an object") {
      require(false, fmt::format("{}; expected an object a line", what));
    }
    require(key_ == Key::Other || depth_ == 0,
            key_ == Key::Deal ? fmt::format("deal is {}; expected a string or a whole number", what)
            : key_ == Key::Players
                ? fmt::format("players has {}; expected a list of names", what)
                : fmt::format("places has {}; expected a list of whole numbers", what));
    return true;
  }

  /// Those by name, in the order of the players.
  void sort_places() {
    require(seats == names_.size(),
            fmt::format("{} players and {} places; expected as many", seats, names_.size()));
    std::vector<int> sorted;
    for (std::size_t i = 0; i < seats; ++i) {
      const auto name = std::ranges::find(names_, players[i]);
      require(name != names_.end(), fmt::format("places has none of '{}'", players[i]));
      sorted.push_back(places[static_cast<std::size_t>(name - names_.begin())]);
    }
    places = std::move(sorted);
  }

  std::vector<std::string> names_;  // in places, as they stand there
  Key key_of_places_ = Key::Places;
  bool seen_players_ = false;
  bool seen_places_ = false;
  int depth_ = 0;
  Key key_ = Key::Other;
};

/// The place by 1, 1, 3 of one who holds `place` among `places`.
int proper(const std::vector<int>& places, int place) {
  int better = 0;
  for (const int other : places) {
    better += other < place ? 1 : 0;
  }
  return better + 1;
}

void check(const LineReader& line) {
  if (line.seats < 2 || line.seats > static_cast<std::size_t>(kMaxTable)) {
    throw std::invalid_argument(fmt::format("{} players; expected 2 to {}", line.seats, kMaxTable));
  }
  if (line.seats != line.places.size()) {
    throw std::invalid_argument(
        fmt::format("{} players and {} places; expected as many", line.seats, line.places.size()));
  }
  for (std::size_t i = 0; i < line.seats; ++i) {
    const auto end = line.players.begin() + static_cast<std::ptrdiff_t>(i);
    if (std::find(line.players.begin(), end, line.players[i]) != end) {
      throw std::invalid_argument(fmt::format("'{}' plays twice in one game", line.players[i]));
    }
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

/// Puts agents in the order of their names: then the order of lines means nothing.
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
void group(const std::vector<std::uint32_t>& deal_of, std::uint32_t count, RecordedGames& games) {
  std::vector<std::size_t> begin(count + std::size_t{1});
  for (const std::uint32_t deal : deal_of) {
    ++begin[deal + std::size_t{1}];
  }
  std::partial_sum(begin.begin(), begin.end(), begin.begin());
  games.deals.assign(begin.begin() + 1, begin.end());
  games.order.resize(deal_of.size());
  for (std::size_t game = 0; game < deal_of.size(); ++game) {
    games.order[begin[deal_of[game]]++] = game;
  }
}

}  // namespace

RankedGame RecordedGames::game(std::size_t number) const {
  const std::size_t begin = number == 0 ? 0 : ends[number - 1];
  const std::size_t count = ends[number] - begin;
  return {.players = {players.data() + begin, count}, .places = {places.data() + begin, count}};
}

RecordedGames read_results(std::istream& in, const std::string& name) {
  RecordedGames games;
  Interner agents;
  Interner deals;
  std::vector<std::uint32_t> deal_of;
  constexpr std::uint32_t kOwn = UINT32_MAX;
  LineReader reader;
  std::string line;
  for (std::size_t number = 1; std::getline(in, line); ++number) {
    if (line.find_first_not_of(" \t\r") == std::string::npos) {
      continue;
    }
    try {
      reader.read(line);
      check(reader);
    } catch (const std::invalid_argument& error) {
      throw std::invalid_argument(fmt::format("{}:{}: {}", name, number, error.what()));
    }
    for (std::size_t i = 0; i < reader.seats; ++i) {
      games.players.push_back(static_cast<int>(agents.intern(reader.players[i])));
    }
    games.places.insert(games.places.end(), reader.places.begin(), reader.places.end());
    games.ends.push_back(games.players.size());
    deal_of.push_back(reader.deal ? deals.intern(*reader.deal) : kOwn);
  }
  if (in.bad()) {
    throw std::runtime_error(fmt::format("{} cannot be read", name));
  }
  if (games.ends.empty()) {
    throw std::invalid_argument(fmt::format(
        "{}: no game; expected a line like {{\"players\":[\"a\",\"b\"],\"places\":[1,2]}}", name));
  }
  std::uint32_t count = deals.size();
  for (std::uint32_t& deal : deal_of) {
    deal = deal == kOwn ? count++ : deal;
  }
  number_by_name(agents, games);
  group(deal_of, count, games);
  return games;
}

Results results_of(const RecordedGames& games, Needs needs) {
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
