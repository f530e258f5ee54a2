#include "leagues/archive/match_games.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>

#include "leagues/archive/game_files.hpp"

namespace danno::leagues::archive {

StoredGame as_stored(const referee::play::LineUp& line_up, std::uint64_t deal,
                     const referee::record::GameRecord& record) {
  StoredGame stored;
  stored.names = line_up.key_names;
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
  if (keep_ == Keep::Last && deals.size() > kKept) deals = deals.last(kKept);
  for (const referee::play::DealResult& deal : deals) {
    for (const referee::record::GameRecord& game : deal.games) {
      last_.push_back(as_stored(line_up_, deal.deal, game));
      if (keep_ == Keep::All) write(last_.back());
      if (last_.size() > kKept) last_.pop_front();
    }
  }
}

void MatchGames::finish() {
  if (keep_ == Keep::All) return;
  for (const StoredGame& game : last_)
    write(game);
}

std::filesystem::path MatchGames::file_of(const StoredGame& game) const {
  return folder_ / game_file(game);
}

std::filesystem::path MatchGames::folder() const {
  return file_of(as_stored(line_up_, 0, {})).parent_path();
}

void MatchGames::write(const StoredGame& game) {
  const std::filesystem::path folder = file_of(game).parent_path();
  if (!std::exchange(cleared_, true) && std::filesystem::is_directory(folder)) {
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
      if (entry.path().extension() == ".txt") std::filesystem::remove(entry.path());
    }
  }
  write_game_file(folder_, game);
}

const StoredGame& MatchGames::find_lesson(std::size_t agent) const {
  const auto not_won = [&](const StoredGame& game) {
    const auto& seats = game.record.agent_at;
    const auto seat = static_cast<std::size_t>(std::ranges::find(seats, agent) - seats.begin());
    return game.record.places.at(seat) > 1;
  };
  const auto lost = std::find_if(last_.rbegin(), last_.rend(), not_won);
  return lost == last_.rend() ? last_.back() : *lost;
}

std::filesystem::path MatchGames::to_learn_from(std::size_t agent) const {
  return file_of(find_lesson(agent));
}

std::vector<StoredGame> MatchGames::deal_to_learn_from(std::size_t agent) const {
  std::vector<StoredGame> games;
  std::ranges::copy_if(
      last_, std::back_inserter(games),
      [deal = find_lesson(agent).id.deal](const StoredGame& game) { return game.id.deal == deal; });
  return games;
}

}  // namespace danno::leagues::archive
