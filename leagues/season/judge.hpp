// Decides whether a submission may play: unpacks, builds and checks it as the league would.
#pragma once

#include <filesystem>
#include <optional>
#include <set>
#include <string>

#include "leagues/entrants/intake.hpp"
#include "leagues/gate/check.hpp"
#include "leagues/plan/season_keys.hpp"
#include "leagues/season/answers.hpp"
#include "leagues/season/queue.hpp"

namespace danno::leagues::season {

/// The terms for submissions.
struct SeasonTerms {
  plan::SeasonKeys keys;
  bool closed = false;     ///< True if the season is closed, regardless of the clock.
  gate::CheckOrder order;  ///< Everything except the entrant.
  /// The names of agents that the league file lists itself.
  std::set<std::string> names;
  std::multiset<std::string> authors;  ///< The authors of these agents.
  int max_per_author = 0;              ///< The limit per author; 0: unlimited.
};

/// Returns the answer to a ticket refused before its content is read; nullopt if it must be judged.
[[nodiscard]] std::optional<Answer> refuse_unseen(const Ticket& ticket, const Answers& answers,
                                                  const SeasonTerms& terms);

struct Assessment {
  Answer answer;
  std::string staged = {};  ///< The version that it left in the intake, even if it was refused.
};
/// Checks the submission `item` of a ticket in the queue's `folder`. Changes only that folder and
/// the intake's store. Threads may call it at the same time for tickets of different authors.
/// Throws if the harness fails.
[[nodiscard]] Assessment judge(const Ticket& ticket, const std::filesystem::path& item,
                               const std::filesystem::path& folder, const SeasonTerms& terms);

}  // namespace danno::leagues::season
