// The files that a season sends to its authors, each author in a folder of its own:
//
//   OUTBOX/AUTHOR/README.md       the standings of their agents
//   OUTBOX/AUTHOR/000017-ITEM.md  the answer to a submission
//   OUTBOX/AUTHOR/answers.json    the last answers, each with its letter, for programs
//   OUTBOX/AUTHOR/waiting.json    the submissions in the queue, each with its place
//   OUTBOX/AUTHOR/standings.json  where the author's agents stand
//   OUTBOX/AUTHOR/index.html      letters and standings as pages (site/author_pages.hpp)
//   OUTBOX/AUTHOR/agents/NAME/    an agent's report (site/author_folder.hpp)
//   OUTBOX/AUTHOR/final/          README.md and agents/ of the season's final
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "leagues/commands/season/answer_journal.hpp"
#include "leagues/commands/season/queue.hpp"
#include "leagues/schedule/league_keys.hpp"
#include "leagues/site/author_folder.hpp"
#include "leagues/store/reader.hpp"
#include "referee/solver/solve.hpp"

namespace danno::leagues::commands::season {

/// The number of answers that an author's list has.
inline constexpr std::size_t kMostListed = 100;

/// Adds an answer to its author's list, or replaces the one with its number. `letter` is the file
/// name of the letter. Throws std::system_error.
void list_answer(const std::filesystem::path& outbox, const Answer& answer,
                 const std::string& letter);

/// Writes the answer's letter and lists it; `command` tries a refused submission again.
void write_letter(const std::filesystem::path& outbox, const Answer& answer,
                  const std::string& command);

/// The lists of what waits that a process has written, by their files.
using WaitingLists = std::map<std::filesystem::path, std::string>;

/// Writes the lists of what waits that are not in `written` as they should be, and adds them there.
/// A process begins with an empty `written`, so all lists get its rights. `queue` has the tickets
/// in the order in which they are checked. Throws std::system_error.
void list_waiting(const std::filesystem::path& outbox, const std::vector<Ticket>& queue,
                  WaitingLists& written);

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
