// agent.py in C++.
#include <numeric>

#include "danno.hpp"

namespace {

template <class Numbers>
std::int64_t sum(const Numbers& numbers) {
  return std::accumulate(numbers.begin(), numbers.end(), std::int64_t{0});
}

struct Memory {
  explicit Memory(const danno::v1::GameStart& game)
      : luck(static_cast<std::int64_t>(game.seed() % 65537)) {}

  void seen(const danno::v1::Seen& seen) {
    heard += std::int64_t{seen.seat()} + 3 * std::int64_t{seen.event()} + sum(seen.dice()) +
             seen.kept() % 1000 + seen.turn_points() + (seen.total() & 65535U);
  }

  std::int64_t luck;
  std::int64_t heard = 0;
};

danno::Decision decide(const danno::Question& question, Memory& memory) {
  const auto& ask = question.ask;
  memory.luck = (75 * memory.luck + 74) % 65537;
  std::int64_t told = memory.luck + memory.heard + question.total() +
                      3 * question.best_other_total() + question.parameter("target");
  told += sum(ask.dice()) + (question.last_turn() ? 5 : 0) + (question.is_in() ? 7 : 0) +
          ask.inherited() + ask.offer_points() + ask.offer_dice();
  if (question.is_offer()) return told % 3 == 0 ? danno::accept() : danno::decline();
  const int option = static_cast<int>(told % question.options());
  told += question.turn_points(option) + std::int64_t{ask.next_dice(option)};
  if (question.bank_counts(option) && told % 3 == 0) return danno::bank(option);
  return question.may_roll(option) ? danno::roll(option) : danno::bank(option);
}

}  // namespace

int main() { return danno::play<Memory>(decide); }
