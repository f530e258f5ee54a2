#include "leagues/report/game_files.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>

#include "leagues/base/escape.hpp"
#include "leagues/base/points.hpp"
#include "leagues/base/whole_file.hpp"

namespace danno::leagues::report {

StoredGame as_stored(const referee::play::LineUp& line_up, std::uint64_t deal,
                     const referee::record::GameRecord& record) {
  StoredGame stored;
  stored.names = stored.key_names = line_up.key_names;
  stored.id = {std::string(line_up.rules->id()), fmt::format("{}", fmt::join(stored.names, ",")),
               deal, record.seating};
  stored.rules = std::make_shared<const rules::RuleSet>(*line_up.rules);
  stored.key_rules = referee::play::rules_in_key(*line_up.rules, line_up.advice);
  stored.same_dice = line_up.mirror;
  stored.record = record;
  return stored;
}

std::uint64_t next_deal(const std::filesystem::path& folder, const referee::play::LineUp& line_up) {
  std::uint64_t deal = 0;
  while (std::filesystem::exists(folder / game_file(as_stored(line_up, deal, {}))))
    ++deal;
  return deal;
}

void MatchGames::add(std::span<const referee::play::DealResult> deals) {
  // Earlier deals of this batch would be dropped at once.
  if (written_ == Written::Last && deals.size() > kMostRecent) deals = deals.last(kMostRecent);
  for (const referee::play::DealResult& deal : deals) {
    for (const referee::record::GameRecord& game : deal.games) {
      last_.push_back(as_stored(line_up_, deal.deal, game));
      if (written_ == Written::All) write(last_.back());
      if (last_.size() > kMostRecent) last_.pop_front();
    }
  }
}

void MatchGames::finish() {
  if (written_ == Written::All) return;
  for (const StoredGame& game : last_)
    write(game);
}

std::filesystem::path MatchGames::game_path(const StoredGame& game) const {
  return folder_ / game_file(game);
}

std::filesystem::path MatchGames::folder() const {
  return game_path(as_stored(line_up_, 0, {})).parent_path();
}

void MatchGames::write(const StoredGame& game) {
  const std::filesystem::path folder = game_path(game).parent_path();
  // Games of an earlier match would lie between those of this one.
  if (!std::exchange(cleared_, true) && std::filesystem::is_directory(folder)) {
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
      if (entry.path().extension() == ".txt") std::filesystem::remove(entry.path());
    }
  }
  write_game_file(folder_, game);
}

const StoredGame& MatchGames::find_instructive_game(std::size_t agent) const {
  // A lost game teaches more than a won one.
  const auto not_won = [&](const StoredGame& game) {
    const auto& seats = game.record.agent_at;
    const auto seat = static_cast<std::size_t>(std::ranges::find(seats, agent) - seats.begin());
    return game.record.places.at(seat) > 1;
  };
  const auto lost = std::find_if(last_.rbegin(), last_.rend(), not_won);
  return lost == last_.rend() ? last_.back() : *lost;
}

std::filesystem::path MatchGames::most_instructive_file(std::size_t agent) const {
  return game_path(find_instructive_game(agent));
}

std::vector<StoredGame> MatchGames::most_instructive_deal(std::size_t agent) const {
  std::vector<StoredGame> games;
  std::ranges::copy_if(last_, std::back_inserter(games),
                       [deal = find_instructive_game(agent).id.deal](const StoredGame& game) {
                         return game.id.deal == deal;
                       });
  return games;
}

bool GamesFile::is_name(const std::filesystem::path& path) {
  return path.extension() == ".txt" || path.extension() == ".jsonl";
}

GamesFile::GamesFile(const std::filesystem::path& path)
    : file_(path, base::AppendedFile::Start::Empty), json_(path.extension() == ".jsonl") {}

void GamesFile::add(const referee::play::LineUp& line_up,
                    std::span<const referee::play::DealResult> deals) {
  std::string text;
  for (const referee::play::DealResult& deal : deals) {
    for (const referee::record::GameRecord& game : deal.games) {
      const StoredGame stored = as_stored(line_up, deal.deal, game);
      // Written games are separated by an empty line.
      if (!json_ && !std::exchange(empty_, false)) text += '\n';
      text += json_ ? game_json(stored) : game_text(stored);
    }
  }
  file_.append(text);
}

std::string game_text(const StoredGame& game) {
  return fmt::format("# {}\n{}", base::escape_terminal(to_string(game.id)),
                     referee::record::print_written_game(written_game(game)));
}

base::Json game_object(const StoredGame& game) {
  const referee::record::WrittenGame text = written_game(game);
  std::vector<std::string> players;
  for (std::size_t seat = 0; seat < game.record.seats; ++seat)
    players.push_back(game.names[game.record.agent_at.at(seat)]);
  base::Json json{{"game", to_string(game.id)},
                  {"deal", fmt::format("{}/{}/{}", game.id.rules, game.id.line_up, game.id.deal)},
                  {"rules", game.rules->id()},
                  {"rules_hash", game.key_rules.file_hash},
                  {"changed", base::Json::object()},
                  {"commitment", game.commitment},
                  {"line_up", game.names},
                  {"players", players},
                  {"first", players[static_cast<std::size_t>(text.first)]},
                  {"capped", game.record.capped}};
  // The reader who checks the dice needs the names that their keys are made of.
  if (game.key_names != game.names) json["full_names"] = game.key_names;
  // The reader who audits the game elsewhere may not have the file.
  if (!game.rules->definition().is_bundled()) json["rule_file"] = game.rules->definition().text;
  for (const auto& [name, value] : game.key_rules.changed)
    json["changed"][name] = value;
  for (std::size_t seat = 0; seat < players.size(); ++seat) {
    json["places"][players[seat]] = game.record.places[seat];
    json["totals"][players[seat]] =
        base::shown_points(game.rules->definition(), game.record.totals[seat]);
  }
  json["faults"] = base::Json::array();
  for (const referee::record::Fault& fault : game.record.faults)
    json["faults"].push_back(fault_json(fault, players[static_cast<std::size_t>(fault.seat)]));
  json["events"] = base::Json::array();
  for (const referee::record::WrittenEvent& event : text.events)
    json["events"].push_back(referee::record::print_event(text, event));
  return json;
}

std::string game_json(const StoredGame& game) { return base::dump(game_object(game)) + "\n"; }

base::Json fault_json(const referee::record::Fault& fault, std::string_view player) {
  return {{"player", player},
          {"kind", referee::record::to_string(fault.kind)},
          {"value", fault.value},
          {"detail", describe(fault.cause)}};
}

std::filesystem::path game_file(const StoredGame& game) {
  // The path is RULES/AGENT/AGENT/DEAL-SEATING.txt.
  std::filesystem::path file = game.id.rules;
  for (const std::string& name : game.names)
    file /= base::to_file_name(name);
  return file / fmt::format("{}-{}.txt", game.id.deal, game.id.seating);
}

void write_game_file(const std::filesystem::path& folder, const StoredGame& game) {
  const std::filesystem::path file = folder / game_file(game);
  std::filesystem::create_directories(file.parent_path());
  base::write_whole(file, game_text(game));
}

}  // namespace danno::leagues::report
