// Lists for programs in an author's outbox, beside the letters for people (docs/run-a-season.md):
//
//   OUTBOX/AUTHOR/answers.json    the last answers, each with its letter
//   OUTBOX/AUTHOR/waiting.json    the submissions in the queue, each with its place
//   OUTBOX/AUTHOR/standings.json  where the author's agents stand
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "leagues/commands/season/answer_journal.hpp"
#include "leagues/commands/season/queue.hpp"
#include "leagues/site/author_folder.hpp"

namespace danno::leagues::commands::season {

/// The number of answers that an author's list has.
inline constexpr std::size_t kMostListed = 100;

/// Adds an answer to its author's list, or replaces the one with its number. `letter` is the file
/// name of the letter. Throws std::system_error.
void list_answer(const std::filesystem::path& outbox, const Answer& answer,
                 const std::string& letter);

/// Writes the list of where an author's agents stand into the author's folder. Throws
/// std::system_error.
void list_standings(const std::filesystem::path& folder,
                    const std::vector<site::AgentStanding>& standings);

/// Keeps the lists of what waits.
class WaitingLists {
 public:
  /// Writes the lists that changed; `queue` has the tickets in the order in which they are checked.
  /// Throws std::system_error.
  void write(const std::filesystem::path& outbox, const std::vector<Ticket>& queue);

 private:
  /// Forgets the lists of another outbox, and finds those of a process before.
  void use(const std::filesystem::path& outbox);

  std::filesystem::path outbox_;
  std::map<std::filesystem::path, std::string> written_;  ///< The text by file.
};

}  // namespace danno::leagues::commands::season
