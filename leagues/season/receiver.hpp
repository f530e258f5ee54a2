// Answers what is handed in, on a thread of its own, while the league plays.
//
// Two authors' submissions are checked side by side, each on a thread that changes nothing which
// the others read: so a slow build holds up nobody but its author. What follows from an answer
// happens on the receiver's own thread.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <filesystem>
#include <future>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "leagues/season/judge.hpp"

namespace danno::leagues::season {

/// How far the answers are.
struct ReceiverState {
  std::size_t queue = 0;
  std::uint64_t taken = 0;
  std::uint64_t refused = 0;
  std::string trouble;  ///< What is in the way of the inbox; empty: nothing.
  /// Everything that was handed in before that has its answer.
  std::chrono::sys_seconds answered_until;
};

class Receiver {
 public:
  /// Goes on with what lies in `folder`, the season's. Throws as Queue's does.
  Receiver(const std::filesystem::path& folder, std::shared_ptr<const SeasonTerms> terms);
  Receiver(const Receiver&) = delete;
  Receiver& operator=(const Receiver&) = delete;
  /// Waits for the end of what it does; after referee::play::request_stop() that is soon.
  ~Receiver();

  void set_terms(std::shared_ptr<const SeasonTerms> terms);
  /// Set when another agent plays; whoever reacts clears it.
  [[nodiscard]] std::atomic<bool>& news() { return news_; }
  /// Throws what ended the thread.
  [[nodiscard]] ReceiverState reception();

 private:
  /// A submission that is checked now.
  struct Check {
    Ticket ticket;  ///< As it was before this try.
    std::future<Assessment> judgement;
    std::jthread thread;  ///< Tells when the judgement is there.
  };

  void work();
  void look();
  void begin_checks();
  void begin(const Ticket& ticket);
  void end_checks();
  void end(Check check);
  void give(Answer answer);
  void forget_refused();
  /// Does what follows from an answer, also where that was done in part.
  void follow(Answer answer);
  void tell();
  [[nodiscard]] std::shared_ptr<const SeasonTerms> terms();

  std::atomic<bool> news_ = false;

  std::mutex mutex_;  // for these
  std::condition_variable changed_;
  std::shared_ptr<const SeasonTerms> terms_;
  ReceiverState reception_;
  std::exception_ptr failure_;
  bool ends_ = false;
  bool checked_ = false;  ///< A check came to its end.

  // the thread's
  Answers answers_;
  Queue queue_;
  std::vector<Check> checks_;
  std::vector<std::string> refused_;  ///< Builds in the intake that are nobody's.
  std::string trouble_;
  std::chrono::sys_seconds looked_;
  std::thread thread_;
};

}  // namespace danno::leagues::season
