// The flags of verbs that play: how much at once, and within which limits.
#pragma once

#include <optional>
#include <string>

#include "leagues/cli/terminal/invocation.hpp"
#include "leagues/runner.hpp"

namespace CLI {
class App;
}

namespace danno::cli {

struct RunFlags {
  int shards = 0;     ///< 0: as many as cores.
  int in_flight = 0;  ///< 0: not said.
  std::optional<bool> freeze;

  [[nodiscard]] leagues::RunOptions options() const;
  [[nodiscard]] int games_in_flight() const { return in_flight == 0 ? 64 : in_flight; }
  /// One game in flight by request: each answer is timed by itself.
  [[nodiscard]] bool exact_clock() const { return in_flight == 1; }
};

/// Gives the verb --shards and --in-flight; `flags` lives as long as the verb.
void add_run_flags(CLI::App& verb, RunFlags& flags);

}  // namespace danno::cli
