#include "leagues/verify/keys.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace danno::leagues::verify {
namespace {

/// The part of a key that all deals of a line-up share, but for the seed and for who is out: two
/// line-ups that differ only in this would have a name twice.
using Shared =
    std::tuple<std::string, std::string, std::vector<std::pair<std::string, std::string>>, bool,
               std::vector<std::string>>;

Shared shared_part(const Ground& ground) {
  auto rules = referee::play::rules_in_key(*ground.rules, ground.division->advice);
  std::vector<std::string> names = ground.names;
  std::ranges::sort(names);
  return {std::move(rules.id), std::move(rules.file_hash), std::move(rules.changed),
          ground.division->mirror && !ground.set_games, std::move(names)};
}

/// Deals of one line-up that follow each other and have one seed.
struct Stretch {
  std::string seed;
  std::uint64_t first = 0;
  std::uint64_t end = 0;
  const Ground* ground = nullptr;
};

std::vector<Stretch> stretches_of(const store::Reader& store, const Ground& ground) {
  std::vector<Stretch> stretches;
  store.visit_stored_blocks(*ground.line_up, [&](const store::StoredBlock& block) {
    const auto epoch = ground.epochs->find(block.epoch);
    require(epoch != ground.epochs->end(), "{}/{}: its seed is missing", ground.name, block.first);
    stretches.push_back({epoch->second.seed, block.first, block.first + block.deals, &ground});
  });
  return stretches;
}

void check_apart(std::vector<Stretch> stretches) {
  std::ranges::sort(stretches, {},
                    [](const Stretch& one) { return std::tie(one.seed, one.first); });
  for (std::size_t i = 1; i < stretches.size(); ++i) {
    const Stretch& before = stretches[i - 1];
    const Stretch& after = stretches[i];
    require(
        before.seed != after.seed || after.first >= before.end,
        "{}/{} and {}/{} have the same key, and so the same dice; expected a key of its own for "
        "every deal",
        before.ground->name, after.first, after.ground->name, after.first);
  }
}

}  // namespace

void check_keys(const store::Reader& store, std::span<const Ground> grounds) {
  std::map<Shared, std::vector<const Ground*>> alike;
  for (const Ground& ground : grounds)
    alike[shared_part(ground)].push_back(&ground);
  for (const auto& [shared, line_ups] : alike) {
    if (line_ups.size() < 2) continue;
    std::vector<Stretch> stretches;
    for (const Ground* const ground : line_ups)
      std::ranges::move(stretches_of(store, *ground), std::back_inserter(stretches));
    check_apart(std::move(stretches));
  }
}

}  // namespace danno::leagues::verify
