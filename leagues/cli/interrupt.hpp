// Signals while agents play. Ctrl-C: once ends the games soon and saves, twice ends at once.
#pragma once

#include <signal.h>

namespace danno::cli {

/// While it lives, SIGINT and SIGTERM ask running games to stop; a second signal ends the program
/// where it stands (agents die with it). SIGPIPE is ignored: an agent may end while it is written
/// to. One at a time.
class Interrupts {
 public:
  Interrupts();
  Interrupts(const Interrupts&) = delete;
  Interrupts& operator=(const Interrupts&) = delete;
  ~Interrupts();

  /// The exit code that the signal received asks for, 130 or 143; 0: none was.
  [[nodiscard]] int exit_code() const;

 private:
  struct sigaction interrupt_before_ {};
  struct sigaction terminate_before_ {};
  struct sigaction pipe_before_ {};
};

}  // namespace danno::cli
