// The deals of a league that are due next.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "leagues/store/store.hpp"
#include "referee/play/line_up.hpp"

namespace danno::leagues::plan {

/// Deals [first, end) of a line-up of the store.
struct Fixture {
  store::StoredLineUp line_up;
  const store::StoredDivision* division = nullptr;
  const rules::RuleSet* rules = nullptr;  ///< The division's rules.
  std::uint64_t first = 0;
  std::uint64_t end = 0;
  /// The game as in referee::play::LineUp; null if the game is not fixed beyond its deal.
  std::shared_ptr<const referee::play::SetGame> set_game = {};
};

/// The sequence of a league's fixtures, which follows from what is stored.
class Fixtures {
 public:
  Fixtures() = default;
  Fixtures(const Fixtures&) = delete;
  Fixtures& operator=(const Fixtures&) = delete;
  virtual ~Fixtures() = default;

  /// Returns the fixtures that are due once all earlier ones are stored; empty if the league is
  /// finished. Their order depends on nothing else. What they point to lives as long as this
  /// object. Plans them in the store if they are not planned yet.
  [[nodiscard]] virtual std::vector<Fixture> next(store::Store& store) = 0;
  /// Notes that these deals of a fixture have just been stored.
  virtual void add(const Fixture& /*fixture*/,
                   std::span<const referee::play::DealResult> /*deals*/) {}
};

}  // namespace danno::leagues::plan
