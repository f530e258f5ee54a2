// stops THRESHOLD DICE: an agent for koans with two parameters, of which exact_elo knows the Elo.
#include "tests/bench/stops.hpp"

#include <cstdlib>

#include "sdk/cpp/danno.hpp"

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  const danno::bench::Stops stops{std::atoi(argv[1]), std::atoi(argv[2])};
  return danno::play(
      [stops](const danno::Question& question) {
        const int next_dice = static_cast<int>(question.ask.next_dice(0));
        const bool enough = stops(question.turn_points(0), next_dice);
        const bool banks = question.bank_counts(0) && enough;
        return banks || !question.may_roll(0) ? danno::bank(0) : danno::roll(0);
      },
      {.name = "stops"});
}
