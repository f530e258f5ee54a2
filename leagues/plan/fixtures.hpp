// What is to be played of a league next.
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
  const rules::RuleSet* rules = nullptr;  ///< The division's.
  std::uint64_t first = 0;
  std::uint64_t end = 0;
  /// As referee::play::LineUp has it; null: nothing is settled by more than the deal.
  std::shared_ptr<const referee::play::SetGame> set_game = {};
};

/// The fixtures of a league, as they follow from what is stored of it.
class Fixtures {
 public:
  Fixtures() = default;
  Fixtures(const Fixtures&) = delete;
  Fixtures& operator=(const Fixtures&) = delete;
  virtual ~Fixtures() = default;

  /// Those that are due when all that were given before are stored, in an order that depends on
  /// nothing else; empty: the league is finished. What they point to lives as long as this. Plans
  /// them in the store where they are not planned yet.
  [[nodiscard]] virtual std::vector<Fixture> next(store::Store& store) = 0;
  /// These deals of a fixture were stored just now.
  virtual void add(const Fixture& /*fixture*/,
                   std::span<const referee::play::DealResult> /*deals*/) {}
};

}  // namespace danno::leagues::plan
