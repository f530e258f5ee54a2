// Whether what was handed in may play: unpacked, built, and checked as the league will play it.
#pragma once

#include <filesystem>
#include <set>
#include <string>

#include "leagues/check/check.hpp"
#include "leagues/entrants/intake.hpp"
#include "leagues/plan/season_keys.hpp"
#include "leagues/season/answers.hpp"
#include "leagues/season/queue.hpp"

namespace danno::leagues::season {

/// What a submission is held against.
struct SeasonTerms {
  plan::SeasonKeys keys;
  bool closed = false;      ///< Whatever the clock says.
  check::CheckOrder order;  ///< All but the entrant.
  /// Of agents that the league file names by itself.
  std::set<std::string> names;
  std::multiset<std::string> authors;  ///< Theirs.
  int max_per_author = 0;              ///< 0: any number.
};

/// The inbox says whose it is, whatever agent.toml says.
[[nodiscard]] entrants::Intake::Claim claim_of(const std::string& author);

/// The answer to a ticket. A build that passed lies in the intake; nothing else has changed but
/// the ticket's own folder. Throws if the harness fails.
[[nodiscard]] Answer judge(const Ticket& ticket, const Queue& queue, const Answers& answers,
                           const SeasonTerms& terms, const entrants::Intake& intake);

}  // namespace danno::leagues::season
