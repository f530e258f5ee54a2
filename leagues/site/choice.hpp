// Chooses the deals of a division that get a page: those that tell most about its agents.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "leagues/store/store.hpp"

namespace danno::leagues::site {

/// A stored deal.
struct DealPlace {
  store::Id line_up = 0;
  std::uint64_t deal = 0;
  auto operator<=>(const DealPlace&) const = default;
};

/// Why a deal has a page.
struct Reason {
  std::string words;      ///< The words, such as "hold's costliest decision".
  std::string step = {};  ///< The step that they are about, such as "b96"; empty: all games.
  bool operator==(const Reason&) const = default;
};

struct Candidate {
  DealPlace deal;
  Reason why;
};

/// Candidates of one kind by agent, in rank order; for each agent the best first.
using CandidatesOfKind = std::vector<std::vector<Candidate>>;

struct Candidates {
  std::vector<Candidate> asked;         ///< Deals that get a page whatever the limit.
  std::vector<CandidatesOfKind> kinds;  ///< Sorted by precedence.
};

struct ChosenDeal {
  DealPlace deal;
  std::vector<Reason> why;  ///< Sorted by precedence; a deal may have many reasons.
};

/// Returns at most `limit` deals and all those that were asked for, in the order of choice: kind
/// after kind, and in each kind the agents' first candidates, then their second ones, so that no
/// agent is left out.
[[nodiscard]] std::vector<ChosenDeal> choose(const Candidates& candidates, std::size_t limit);

}  // namespace danno::leagues::site
