// Signals while agents play or something long is computed. Ctrl-C: once ends it soon and saves,
// twice ends at once.
#pragma once

#include <signal.h>

#include <exception>
#include <string>
#include <utility>

#include "leagues/cli/terminal/invocation.hpp"
#include "referee/solver/solve.hpp"

namespace danno::leagues::cli::terminal {

/// What goes on while signals are caught. Where agents play, SIGPIPE is ignored: one may end while
/// it is written to.
enum class Work { Play, Compute };

/// While it lives, SIGINT and SIGTERM ask running games and computations to stop; a second signal
/// ends the program where it stands (agents die with it). One may live within another.
class Interrupts {
 public:
  explicit Interrupts(Work work);
  Interrupts(const Interrupts&) = delete;
  Interrupts& operator=(const Interrupts&) = delete;
  ~Interrupts();

  /// The exit code that the signal received asks for, 130 or 143; 0: none was.
  [[nodiscard]] int exit_code() const;

 private:
  Work work_;
  struct sigaction interrupt_before_ {};
  struct sigaction terminate_before_ {};
  struct sigaction pipe_before_ {};
};

/// While it lives, SIGHUP ends nothing: it is counted. One at a time.
class HangUps {
 public:
  HangUps();
  HangUps(const HangUps&) = delete;
  HangUps& operator=(const HangUps&) = delete;
  ~HangUps();

  /// Whether one has come since the last call.
  [[nodiscard]] static bool take();

 private:
  struct sigaction before_ {};
};

/// Of what keeps nothing that it has done so far.
inline constexpr const char* kBeginsAgain = "the same command begins again";

/// Ends a computation after a signal. main() shows how to go on and ends with the exit code.
class Interrupted : public std::exception {
 public:
  Interrupted(int exit_code, std::string go_on) : exit_code_(exit_code), go_on_(std::move(go_on)) {}
  [[nodiscard]] int exit_code() const { return exit_code_; }
  [[nodiscard]] const char* what() const noexcept override { return go_on_.c_str(); }

 private:
  int exit_code_;
  std::string go_on_;
};

/// Throws Interrupted once a signal has come.
void stop_if_asked(const std::string& go_on = kBeginsAgain);

/// Stops a computation as stop_if_asked() and shows how far it is on stderr, once it has taken a
/// second.
[[nodiscard]] solver::Watch watch_for(const Invocation& invocation,
                                      const std::string& go_on = kBeginsAgain);

}  // namespace danno::leagues::cli::terminal
