// The files that a season sends to its authors, each author in a folder of its own:
//
//   OUTBOX/AUTHOR/README.md       the standings of their agents
//   OUTBOX/AUTHOR/000017-ITEM.md  the answer to a submission
//   OUTBOX/AUTHOR/*.json          the same for programs (answer_list.hpp)
//   OUTBOX/AUTHOR/index.html      both as pages (site/author_pages.hpp)
//   OUTBOX/AUTHOR/agents/NAME/    an agent's report (site/author_folder.hpp)
//   OUTBOX/AUTHOR/final/          README.md and agents/ of the season's final
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "leagues/commands/season/answer_journal.hpp"
#include "leagues/schedule/league_keys.hpp"
#include "leagues/site/author_folder.hpp"
#include "leagues/store/reader.hpp"
#include "referee/solver/solve.hpp"

namespace danno::leagues::commands::season {

/// Writes the answer's letter and lists it; `command` tries a refused submission again.
void write_letter(const std::filesystem::path& outbox, const Answer& answer,
                  const std::string& command);

/// Says whether a season takes submissions.
enum class Submissions { Open, Closed };
/// The reasons to publish: during play, or when nothing is left to play for now.
enum class PublishTrigger { Periodic, Idle };

/// Keeps the reports for a league's authors up to date.
class Reports {
 public:
  /// `place` is the folder inside an author's folder; if empty, reports are written directly into
  /// the author's folder.
  explicit Reports(std::filesystem::path league, std::string place = "")
      : league_(std::move(league)), place_(std::move(place)) {}

  /// Writes the README.md of every author with an accepted agent, and the reports of agents that
  /// have at least a tenth more games than in their last report, so that all reports together cost
  /// as much as a few. At rest, it writes the reports of agents with any new games; if
  /// the season is closed, those of all agents. While it is open, reports contain only what `keys`
  /// lets authors see.
  void write(const schedule::SeasonKeys& keys, Submissions submissions, PublishTrigger trigger,
             const solver::Watch& watch);

 private:
  [[nodiscard]] bool is_due(const std::string& agent, std::int64_t games, Submissions submissions,
                            PublishTrigger trigger) const;

  std::filesystem::path league_;
  std::string place_;
  std::map<std::string, std::int64_t> reported_;  // by agent: games in its last report
};

}  // namespace danno::leagues::commands::season
