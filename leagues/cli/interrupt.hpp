// Signals while agents play or something long is computed. The first Ctrl-C ends the work soon and
// saves it; a second one ends the program at once.
#pragma once

#include <signal.h>

#include <chrono>
#include <exception>
#include <string>
#include <utility>

#include "leagues/cli/invocation.hpp"
#include "referee/play/session.hpp"
#include "referee/solver/solve.hpp"

namespace danno::leagues::cli {

/// The work during which signals are caught. While agents play, SIGPIPE is ignored, because an
/// agent may end while it is written to.
enum class Work { Play, Compute };

/// Lets SIGINT, SIGTERM and SIGHUP, as long as it exists, ask running games and computations to
/// stop. A second SIGINT or SIGTERM ends the program at once, with its agents. SIGHUP is not caught
/// if it is ignored (nohup) or HangUps counts it. Objects may be nested.
class Interrupts {
 public:
  /// Games in flight are finished if they are done within `grace`.
  explicit Interrupts(Work work, std::chrono::milliseconds grace = referee::play::kStopGrace);
  Interrupts(const Interrupts&) = delete;
  Interrupts& operator=(const Interrupts&) = delete;
  ~Interrupts();

  /// Returns the exit code for the received signal, 129, 130 or 143; 0 if there was none.
  [[nodiscard]] int exit_code() const;

 private:
  Work work_;
  struct sigaction interrupt_before_ {};
  struct sigaction terminate_before_ {};
  struct sigaction hang_up_before_ {};
  struct sigaction pipe_before_ {};
};

/// Counts SIGHUP, as long as it exists, instead of ending the program. Only one may exist at a
/// time.
class HangUps {
 public:
  HangUps();
  HangUps(const HangUps&) = delete;
  HangUps& operator=(const HangUps&) = delete;
  ~HangUps();

  /// Returns whether one was received since the last call.
  [[nodiscard]] static bool take();

 private:
  struct sigaction before_ {};
};

/// The message for work whose results are lost when it is interrupted.
inline constexpr const char* kBeginsAgain = "the same command starts again";

/// Ends a computation after a signal. main() shows how to continue, and ends with the exit code.
class Interrupted : public std::exception {
 public:
  Interrupted(int exit_code, std::string go_on) : exit_code_(exit_code), go_on_(std::move(go_on)) {}
  [[nodiscard]] int exit_code() const { return exit_code_; }
  [[nodiscard]] const char* what() const noexcept override { return go_on_.c_str(); }

 private:
  int exit_code_;
  std::string go_on_;
};

/// Throws Interrupted once a signal was received.
void stop_if_asked(const std::string& go_on = kBeginsAgain);

/// Returns a function that calls stop_if_asked() and, once the computation has taken a second,
/// shows its progress on stderr.
[[nodiscard]] solver::Watch watch_for(const Invocation& invocation,
                                      const std::string& go_on = kBeginsAgain);

}  // namespace danno::leagues::cli
