// Counts answers that used more than the limit each, which other open questions or a time bank
// allowed, and warns of agents that often need more.
#pragma once

#include <chrono>
#include <map>
#include <string>

#include "leagues/cli/terminal/invocation.hpp"
#include "leagues/play/runner.hpp"
#include "referee/talk/agent.hpp"

namespace danno::leagues::cli::terminal {

class SlowAnswers {
 public:
  explicit SlowAnswers(const Invocation& invocation) : quiet_(invocation.quiet) {}
  SlowAnswers(const SlowAnswers&) = delete;
  SlowAnswers& operator=(const SlowAnswers&) = delete;
  /// Warns on stderr of each agent with at least one such answer in a hundred.
  ~SlowAnswers();

  /// Returns an observer that counts; the object must outlive it.
  [[nodiscard]] play::Observer observer();

 private:
  struct Counted {
    referee::talk::Effort effort;
    referee::talk::Limits limits;
  };
  bool quiet_;
  std::map<std::string, Counted> by_agent_;
};

}  // namespace danno::leagues::cli::terminal
