// Which deals of a division get a page: those that tell most about its agents, and why.
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

/// A deal with a reason for a page.
struct Candidate {
  DealPlace deal;
  std::string why;  ///< "hold's costliest decision"
};

/// Candidates of one kind by agent, the agents in rank order; of each agent the best first.
struct CandidatesOfKind {
  std::vector<std::vector<Candidate>> by_agent;
  bool of_cost = false;  ///< Chosen for what a decision cost; there are always more of these.
};

struct Candidates {
  std::vector<Candidate> asked;         ///< Get a page whatever the limit.
  std::vector<CandidatesOfKind> kinds;  ///< By precedence.
};

struct ChosenDeal {
  DealPlace deal;
  std::vector<std::string> why;  ///< By precedence; a deal may have many.
};

/// At most `limit` deals and those that were asked for, in the order of choice: kind after kind,
/// in each the agents' first ones, then their second ones, so that no agent is left out. At most
/// half of the limit is chosen for costs.
[[nodiscard]] std::vector<ChosenDeal> choose(const Candidates& candidates, std::size_t limit);

}  // namespace danno::leagues::site
