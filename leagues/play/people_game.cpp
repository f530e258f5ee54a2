#include "leagues/play/people_game.hpp"

#include <utility>

namespace danno::leagues::play {

void seat(std::span<const std::string> people, referee::play::LineUp& line_up) {
  std::vector<referee::talk::Agent> agents;
  for (const std::string& name : people)
    agents.push_back(person(name));
  line_up.agents.insert(line_up.agents.begin(), agents.begin(), agents.end());
  line_up.key_names.insert(line_up.key_names.begin(), people.begin(), people.end());
  line_up.mirror = false;
  line_up.in_flight = 1;
  line_up.advice = referee::play::Advice::Always;
}

void settle_dice(referee::play::LineUp& line_up, const std::string& seed, std::uint64_t number) {
  using referee::record::deal_key;
  line_up.seed = seed.empty() ? referee::record::draw_seed() : referee::record::Seed{seed};
  line_up.agent_secret = referee::record::draw_seed();
  referee::play::SetGame& game = line_up.set_game.emplace();
  const auto rules = referee::play::rules_in_key(*line_up.rules, line_up.advice);
  game.key = deal_key(line_up.seed, rules, line_up.key_names, number);
  const auto own = deal_key(line_up.agent_secret, rules, line_up.key_names, number);
  for (std::size_t seat = 0; seat < line_up.agents.size(); ++seat)
    game.agent_seeds[seat] = referee::record::agent_seed(
        line_up.agent_secret, own, 0, line_up.key_names[seat], static_cast<int>(seat));
}

std::optional<referee::record::GameRecord> play_game(const referee::play::LineUp& line_up,
                                                     std::uint64_t number, AskPerson ask) {
  People machine(referee::sandbox::real_machine(), std::move(ask));
  const auto play = referee::play::new_deal_player(0, machine);
  referee::play::Batch batch = play(line_up, number, number + 1, {});
  if (batch.deals.empty()) return std::nullopt;
  return std::move(batch.deals.front().games.front());
}

}  // namespace danno::leagues::play
