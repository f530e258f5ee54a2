// An agent for conversation_test.py: its answers tell what it was asked and has seen in the game.
#include <cstdio>
#include <iostream>

#include "danno.hpp"

namespace {

struct Memory {
  int asked = 0;
  int heard = 0;
  void seen(const danno::v1::Seen& seen) { heard += static_cast<int>(seen.turn_points()); }
  void ended(const danno::v1::GameEnd& end) const {
    std::cerr << "ended " << end.game() << " after " << asked << '\n';
  }
};

danno::Decision decide(const danno::Question& question, Memory& memory) {
  std::printf("noise on stdout\n");
  std::cout << "noise on cout" << std::endl;
  if (int word = 0; std::cin >> word) std::cout << "stdin was not taken away\n";
  if (question.game.rules() == "shown") std::cout << question << std::endl;
  if (question.game.rules() == "typo") return danno::roll(question.parameter("Target"));
  int told = memory.asked++ * 7 + memory.heard;
  if (const auto rules = question.rules()) {
    told += static_cast<int>(rules->text.size() + rules->traits.at("hot").size());
    for (const danno::Pattern& pattern : rules->patterns)
      told += static_cast<int>(pattern.points + pattern.dice.size());
  }
  if (question.is_offer()) return told % 2 == 0 ? danno::accept() : danno::decline();
  const int option = told % question.options();
  return question.may_roll(option) ? danno::roll(option) : danno::bank(option);
}

}  // namespace

int main() {
  std::printf("noise before play\n");
  (void)danno::parameter("limit", 0);
  return danno::play<Memory>(decide, {.name = "echo", .version = "1"});
}
