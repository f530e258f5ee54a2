// Whether what was handed in may play: unpacked, built, and checked as the league will play it.
#pragma once

#include <filesystem>
#include <optional>
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

/// The inbox says whose it is, whatever agent.toml says. In an anonymous season nobody learns which
/// names others have.
[[nodiscard]] entrants::Intake::Claim claim_of(const std::string& author, const SeasonTerms& terms);

/// The answer to a ticket that is refused before anything of it is read; nothing: it is judged.
[[nodiscard]] std::optional<Answer> refuse_unseen(const Ticket& ticket, const Answers& answers,
                                                  const SeasonTerms& terms);

struct Assessment {
  Answer answer;
  std::string staged = {};  ///< What it left in the intake, also of one that is refused.
};
/// Checks what lies in the queue's `folder` of the ticket, as `item`. Nothing changes but that
/// folder and the intake's store. Several threads may, with tickets of different authors. Throws if
/// the harness fails.
[[nodiscard]] Assessment judge(const Ticket& ticket, const std::filesystem::path& item,
                               const std::filesystem::path& folder, const SeasonTerms& terms);

}  // namespace danno::leagues::season
