// The base of formats in rounds of encounters of two, where the results of a round decide the next.
//
// Nothing but deals is stored: rounds, pairings and standings are recomputed from them and the
// league's terms. So a run that was stopped continues the same round, and verify knows which deals
// there should be.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "leagues/formats/encounters.hpp"
#include "leagues/plan/format.hpp"

namespace danno::leagues::formats {

/// The encounters of a division that are due and all earlier ones, in the order of play.
struct ToldRounds {
  std::vector<Encounter> encounters;  ///< The unfinished ones all belong to one round.
  std::uint64_t to_come = 0;          ///< The largest number of further encounters.
  bool finished = false;
};

/// The games that a division has played.
[[nodiscard]] PlayedDeals read_played(const store::Reader& store, const store::StoredLeague& league,
                                      const store::StoredDivision& division);

class RoundsFormat : public plan::Format {
 public:
  using Format::Format;
  void read_keys(store::League& league, plan::FormatKeys& keys) const override;
  [[nodiscard]] plan::GameCount count(const store::Reader& store) const final;
  [[nodiscard]] std::unique_ptr<plan::Fixtures> fixtures(const store::Reader& store,
                                                         const store::Epoch& epoch) const final;
  void check_settled(const store::Reader& store) const final;
  [[nodiscard]] std::optional<plan::SettledTables> check_plan(
      const store::Reader& store) const final;

  /// Recomputes the rounds from a stored league and the deals played in one of its divisions.
  /// Entrants are indices into league.agents.
  [[nodiscard]] virtual ToldRounds tell(const store::StoredLeague& league,
                                        const PlayedDeals& played) const = 0;

 private:
  /// Returns whether all of them are finished. Throws store::Discrepancy.
  [[nodiscard]] bool check_rounds(const store::Reader& store) const;
};

/// Returns the number of games of the encounters, including those to come.
[[nodiscard]] std::uint64_t games_at_most(const store::StoredLeague& league,
                                          const ToldRounds& told);
/// The number of games in each deal of an encounter.
inline constexpr std::uint64_t kGamesOfADeal = 2;

}  // namespace danno::leagues::formats
