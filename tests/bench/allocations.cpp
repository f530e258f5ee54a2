// How often the referee allocates for one decision more, and for one game more.
//
// Its operator new counts; so this is a program of its own. `hold` plays itself under `koans`.
#include <fmt/format.h>

#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <new>

#include "leagues/entrants/agent_folder.hpp"
#include "referee/play/line_up.hpp"

namespace {

std::atomic<std::uint64_t> allocations{0};

}  // namespace

// GCC, having inlined one of these and not the other, takes them for a mismatch.
#pragma GCC diagnostic ignored "-Wmismatched-new-delete"

void* operator new(std::size_t size) {
  allocations.fetch_add(1, std::memory_order_relaxed);
  if (void* const memory = std::malloc(size > 0 ? size : 1)) return memory;
  throw std::bad_alloc();
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t /*size*/) noexcept { std::free(memory); }

namespace {

using namespace danno;

constexpr std::uint64_t kDeals = 500;

struct Counted {
  double allocations = 0;
  double games = 0;
  double decisions = 0;
};

referee::play::LineUp hold_against_itself(int in_flight) {
  referee::play::LineUp line_up;
  for (const char* const name : {"hold", "hold#2"}) {
    line_up.agents.push_back(leagues::entrants::find_agent("hold").agent);
    line_up.agents.back().name = name;
    line_up.key_names.emplace_back(name);
  }
  line_up.seed = {"bench"};
  line_up.limits.isolation = referee::sandbox::Isolation::None;
  line_up.limits.freeze = false;
  line_up.in_flight = in_flight;
  line_up.exact_clock = in_flight == 1;
  return line_up;
}

Counted count(referee::play::LineUp line_up, const rules::RuleSet& rules, std::uint64_t deals) {
  line_up.rules = &rules;
  const std::uint64_t before = allocations.load();
  const referee::play::Batch batch = referee::play::play_deals(line_up, 0, deals);
  Counted counted{.allocations = static_cast<double>(allocations.load() - before)};
  for (const referee::play::DealResult& deal : batch.deals) {
    counted.games += static_cast<double>(deal.games.size());
    for (const referee::record::GameRecord& game : deal.games)
      counted.decisions += static_cast<double>(referee::record::count_decisions(game));
  }
  return counted;
}

}  // namespace

int main() {
  const rules::Definition& koans = *rules::find_definition("koans");
  rules::Parameters half = koans.defaults(2);
  half.target /= 2;
  const rules::RuleSet rules = rules::make_rule_set(koans, 2);
  const rules::RuleSet brief_rules(koans, 2, half);
  fmt::print("in flight  a decision  a game, its record included\n");
  for (const int in_flight : {1, 16, 64, 256}) {
    const referee::play::LineUp line_up = hold_against_itself(in_flight);
    const Counted few = count(line_up, rules, kDeals / 2);
    const Counted many = count(line_up, rules, kDeals);
    const Counted brief = count(line_up, brief_rules, kDeals);
    const double decision =
        (many.allocations - brief.allocations) / (many.decisions - brief.decisions);
    const double game =
        (many.allocations - few.allocations - decision * (many.decisions - few.decisions)) /
        (many.games - few.games);
    fmt::print("{:9}  {:10.3f}  {:.1f}\n", in_flight, decision, game);
  }
}
