#include "leagues/archive/match_games.hpp"

#include <fmt/ranges.h>

#include <algorithm>

#include "leagues/archive/game_files.hpp"

namespace danno::leagues::archive {

StoredGame as_stored(const referee::play::LineUp& line_up, std::uint64_t deal,
                     const referee::record::GameRecord& record) {
  StoredGame stored;
  stored.names = line_up.key_names;
  stored.id = {std::string(line_up.rules->id()), fmt::format("{}", fmt::join(stored.names, ",")),
               deal, record.seating};
  stored.rules = std::make_shared<const rules::RuleSet>(*line_up.rules);
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
  for (const referee::play::DealResult& deal : deals) {
    for (const referee::record::GameRecord& game : deal.games)
      games_.push_back({deal.deal, game});
    while (games_.size() > most_)
      games_.pop_front();
  }
}

void MatchGames::write(const std::filesystem::path& folder) const {
  if (games_.empty()) return;
  std::filesystem::remove_all(folder / game_file(stored(games_.front())).parent_path());
  for (const Game& game : games_)
    write_game_file(folder, stored(game));
}

std::filesystem::path MatchGames::to_learn_from(std::size_t agent) const {
  if (games_.empty()) return {};
  const auto not_won = [&](const Game& game) {
    const auto& seats = game.record.agent_at;
    const auto seat = static_cast<std::size_t>(std::ranges::find(seats, agent) - seats.begin());
    return game.record.places.at(seat) > 1;
  };
  const auto lost = std::find_if(games_.rbegin(), games_.rend(), not_won);
  return game_file(stored(lost == games_.rend() ? games_.back() : *lost));
}

}  // namespace danno::leagues::archive
