// Answers submissions on a thread of its own while the league plays.
//
// Submissions of two authors are checked at the same time, each on its own thread, which changes
// nothing that the others read. So a slow build delays nobody but its author. What follows from an
// answer is done on the receiver's own thread.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <exception>
#include <filesystem>
#include <future>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "leagues/commands/agent/agent_check.hpp"
#include "leagues/commands/season/outbox.hpp"
#include "leagues/commands/season/queue.hpp"
#include "leagues/entrants/agent_names.hpp"
#include "leagues/entrants/intake.hpp"
#include "leagues/schedule/league_keys.hpp"

namespace danno::leagues::commands::season {

/// The terms for submissions.
struct SeasonTerms {
  schedule::SeasonKeys keys;
  bool closed = false;        ///< True if the season is closed, regardless of the clock.
  agent::CheckOptions order;  ///< Everything except the entrant.
  /// The names of agents that the league file lists itself.
  std::vector<entrants::AgentNames> names;
  std::multiset<std::string> authors;  ///< The authors of these agents.
  int max_per_author = 0;              ///< The limit per author; 0: unlimited.
};

/// The answer to a submission that was checked.
struct SubmissionReview {
  Answer answer;
  std::string staged = {};  ///< The version that it left in the intake, even if it was refused.
};

/// The receiver's progress.
struct ReceiverState {
  std::size_t queue = 0;
  std::uint64_t taken = 0;
  std::uint64_t refused = 0;
  std::deque<Answer> last_taken;  ///< The last accepted ones, newest first.
  std::string trouble;  ///< The problem that prevents reading the inbox; empty if there is none.
  /// Every submission from before this time has its answer.
  std::chrono::sys_seconds answered_until;
};

/// Answers submissions. The destructor waits for the current work, which ends soon after
/// referee::play::request_stop().
class Receiver {
 public:
  /// Continues with what is in `folder`, the season's. Throws what Queue's constructor throws.
  Receiver(const std::filesystem::path& folder, std::shared_ptr<const SeasonTerms> terms);
  Receiver(const Receiver&) = delete;
  Receiver& operator=(const Receiver&) = delete;

  void set_terms(std::shared_ptr<const SeasonTerms> terms);
  /// Set when another agent joins; the reader clears it.
  [[nodiscard]] std::atomic<bool>& roster_changed() { return roster_changed_; }
  /// Returns the state. Rethrows the exception that ended the thread.
  [[nodiscard]] ReceiverState state();

 private:
  /// A submission that is being checked.
  struct Check {
    Ticket ticket;  ///< The ticket before this try.
    std::future<SubmissionReview> review;
    std::jthread thread;  ///< Signals when the review is there.
  };

  void work(const std::stop_token& stop);
  void scan_inbox();
  void begin_checks();
  void begin(const Ticket& ticket);
  void end_checks();
  void finish_check(Check check);
  void record_answer(Answer answer);
  void forget_refused();
  /// Does what follows from an answer, even if part of it was already done.
  void apply_answer(Answer answer);
  void publish_state();
  [[nodiscard]] std::shared_ptr<const SeasonTerms> terms();

  std::atomic<bool> roster_changed_ = false;

  std::mutex mutex_;  // guards the next members
  std::condition_variable_any changed_;
  std::shared_ptr<const SeasonTerms> terms_;
  ReceiverState state_;
  std::exception_ptr failure_;
  bool checked_ = false;  ///< A check has ended.

  // These are used by the thread only.
  Answers answers_;
  Queue queue_;
  WaitingLists waiting_lists_;
  std::uint64_t listed_changes_ = 0;  ///< The queue's changes() when the lists were written.
  std::vector<Check> checks_;
  std::vector<std::string> refused_;  ///< Builds in the intake that belong to no agent.
  std::string trouble_;
  std::chrono::sys_seconds looked_;
  std::jthread thread_;  // last: it uses all of these
};

}  // namespace danno::leagues::commands::season
