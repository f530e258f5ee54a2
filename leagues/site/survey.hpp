// The facts about a division's stored games besides its table, from one pass over the store:
// results between agents, what decisions cost, and which deals deserve a page.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "leagues/report/review.hpp"
#include "leagues/report/table.hpp"
#include "leagues/site/deal.hpp"
#include "leagues/site/puzzles.hpp"
#include "leagues/store/reader.hpp"

namespace danno::leagues::site {

/// A stored deal.
struct DealRef {
  store::Id line_up = 0;
  std::uint64_t deal = 0;
  auto operator<=>(const DealRef&) const = default;
};

/// Why a deal has a page.
struct Reason {
  std::string words;      ///< The words, such as "hold's costliest decision".
  std::string step = {};  ///< The step that they are about, such as "b96"; empty: all games.
  std::string cost = {};  ///< The cost of that step, such as "23.3 %"; may be empty.
  bool operator==(const Reason&) const = default;
};

struct Candidate {
  DealRef deal;
  Reason why;
};

/// Candidates of one kind by agent, in rank order; for each agent the best first.
using CandidatesOfKind = std::vector<std::vector<Candidate>>;

struct Candidates {
  std::vector<Candidate> asked;         ///< Deals that get a page whatever the limit.
  std::vector<CandidatesOfKind> kinds;  ///< Sorted by precedence.
};

struct ChosenDeal {
  DealRef deal;
  std::vector<Reason> why;  ///< Sorted by precedence; a deal may have many reasons.
};

/// Returns at most `limit` deals and all those that were asked for, in the order of choice: kind
/// after kind, and in each kind the agents' first candidates, then their second ones, so that no
/// agent is left out.
[[nodiscard]] std::vector<ChosenDeal> choose(const Candidates& candidates, std::size_t limit);

/// An agent's results against another; scores are 0 to 1.
struct Against {
  std::int64_t games = 0;
  double score = 0;
  /// The 95 % interval, clustered by deal; if all deals ended alike, that of as many games that are
  /// independent. One side is empty if every game was won or lost.
  std::optional<double> low;
  std::optional<double> high;
};

/// The sums of one pair of agents, as in DealSums.
struct PairSums {
  std::int64_t deals = 0;
  std::int64_t games = 0;
  std::int64_t halves = 0;   ///< Half points of the first agent.
  std::int64_t squares = 0;  ///< Squares of (half points in a deal minus one per game).

  void add(const PairSums& other);
  [[nodiscard]] Against against() const;
  [[nodiscard]] PairSums turned() const;  ///< The same from the second agent's side.
};

/// The survey of a division. Agents are rows of the division's table.
struct Survey {
  std::map<std::pair<int, int>, PairSums> pairs;  ///< By lower row and higher row.
  std::vector<report::Review> reviews;            ///< Empty if games are not explained.
  std::string not_reviewed;                       ///< The reason if games are not explained.
  std::int64_t games = 0;
  std::int64_t games_reviewed = 0;
  std::vector<store::StoredFault> faults;
  Candidates candidates;                      ///< Candidates, without the requested deals.
  std::vector<Puzzle> puzzles;                ///< The most instructive first.
  std::vector<store::StoredLineUp> line_ups;  ///< Sorted by id.

  /// Returns a line-up; null if the survey has none with this id.
  [[nodiscard]] const store::StoredLineUp* find_line_up(store::Id id) const;
  /// Returns nullopt if they never met.
  [[nodiscard]] std::optional<Against> against(int agent, int other) const;
};

/// The largest number of a division's games that are explained; if there are more, every n-th deal
/// is. If turns can be passed on, explaining a game takes a hundred times as long.
inline constexpr std::int64_t kMostReviewed = 6'000;
inline constexpr std::int64_t kMostReviewedWithOffers = 400;

/// Surveys stored divisions that share a table: one, or several if tournaments have tables of
/// several sizes. Agents' faults are no candidates if they are not to be shown.
[[nodiscard]] Survey survey(const store::Reader& store,
                            std::span<const store::StoredDivision> divisions,
                            const report::DivisionTable& table,
                            FaultDetail faults = FaultDetail::Kinds,
                            const solver::Watch& watch = solver::unwatched);

/// Returns the number of turns in which the two agents of a mirrored deal played differently, at
/// the same chair and with the same dice so far. Returns 0 for deals of other sizes.
[[nodiscard]] int differing_turns(const rules::RuleSet& rules,
                                  const referee::play::DealResult& deal);

}  // namespace danno::leagues::site
