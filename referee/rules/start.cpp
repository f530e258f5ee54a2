#include "referee/rules/start.hpp"

#include <algorithm>
#include <vector>

namespace danno::rules {
namespace {

Points worth(const RuleSet& rules, Dice thrown) {
  if (rules.definition().start_by_score) {
    const Keep* const best = rules.keep_table().all_scoring(thrown);
    return best == nullptr ? 0 : best->points;
  }
  for (int face = 0; face < kFaces; ++face) {
    if (thrown.count(face) > 0) return face;
  }
  return 0;
}

}  // namespace

Start roll_for_start(const RuleSet& rules,
                     const std::function<Dice(int seat, int round, int dice)>& throw_start) {
  const int dice = rules.definition().start_by_score ? rules.dice() : 1;
  std::vector<int> seats;
  for (int seat = 0; seat < rules.seats(); ++seat)
    seats.push_back(seat);
  Start start;
  for (int round = 0; seats.size() > 1; ++round) {
    std::vector<Points> thrown;
    for (const int seat : seats)
      thrown.push_back(worth(rules, throw_start(seat, round, dice)));
    if (round == 0)
      start.lowest = static_cast<int>(std::ranges::min_element(thrown) - thrown.begin());
    const Points highest = *std::ranges::max_element(thrown);
    std::vector<int> tied;
    for (std::size_t i = 0; i < seats.size(); ++i) {
      if (thrown[i] == highest) tied.push_back(seats[i]);
    }
    seats = tied;
  }
  start.first = seats.front();
  return start;
}

}  // namespace danno::rules
