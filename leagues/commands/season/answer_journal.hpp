// The answers to all submissions: answers.ndjson, with one line each, in the order of the answers.
//
// The line is the decision: it is on the disk before anything that follows from it, and what
// follows is repeated after a crash. outbox.hpp has the lists that authors get.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "leagues/commands/agent/agent_check.hpp"

namespace danno::leagues::commands::season {

enum class SubmissionVerdict {
  Taken,      ///< The agent plays from now on.
  Unchanged,  ///< Exactly this version plays already.
  Refused,
};
/// Returns "taken", "unchanged" or "refused".
[[nodiscard]] std::string_view to_string(SubmissionVerdict verdict);

/// The decision on a submission, and the reason for a refusal.
struct Answer {
  std::uint64_t ticket = 0;
  std::string author;
  std::string item;
  std::chrono::sys_seconds handed_in;
  std::chrono::sys_seconds answered;
  SubmissionVerdict verdict = SubmissionVerdict::Refused;
  std::string agent = {};  ///< The agent's name; of a refused one, as far as known.
  std::string hash = {};   ///< The name in entrants::Intake::staged(); empty if refused.
  bool checked = false;    ///< True if it counts for max_per_day.
  agent::Refusal refusal = {};
};

/// All answers so far.
class Answers {
 public:
  /// Reads the answers from the file, which need not exist.
  explicit Answers(std::filesystem::path file);

  /// Appends an answer. Throws std::system_error.
  void add(const Answer& answer);
  /// Returns the answers to these tickets; reads the file again.
  [[nodiscard]] std::vector<Answer> find(const std::set<std::uint64_t>& tickets) const;

  [[nodiscard]] std::uint64_t last_ticket() const { return last_ticket_; }
  [[nodiscard]] std::uint64_t taken() const { return taken_; }
  [[nodiscard]] std::uint64_t refused() const { return refused_; }
  /// Returns the last accepted ones, newest first; at most kMostLast.
  [[nodiscard]] const std::deque<Answer>& last_taken() const { return last_taken_; }
  static constexpr std::size_t kMostLast = 5;
  /// Returns the number of an author's submissions that were checked on the day (UTC) of `moment`.
  [[nodiscard]] int checked_on(const std::string& author, std::chrono::sys_seconds moment) const;

 private:
  void count(const Answer& answer);

  std::filesystem::path file_;
  std::uint64_t last_ticket_ = 0;
  std::uint64_t taken_ = 0;
  std::uint64_t refused_ = 0;
  std::deque<Answer> last_taken_;
  struct OfDay {
    std::chrono::sys_days day;
    int checked = 0;
  };
  std::map<std::string, OfDay> latest_;  ///< The last day of each author.
};

}  // namespace danno::leagues::commands::season
