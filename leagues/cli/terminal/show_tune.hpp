// Prints a tune on stdout: a table, a curve with intervals, the gain, and what to do next.
#pragma once

#include <filesystem>
#include <string>

#include "leagues/cli/terminal/invocation.hpp"
#include "leagues/tune/tune.hpp"

namespace danno::leagues::cli::terminal {

/// Prints the tune, as JSON if the invocation asks for it. `folder` is where it is kept; `manifest`
/// is the bot's agent.toml, empty if it has none.
void show(const tune::Tune& tune, const std::filesystem::path& folder,
          const std::filesystem::path& manifest, const Invocation& invocation);

/// Returns the end of the progress line: who races and who leads.
[[nodiscard]] std::string live_note(const tune::Tune& tune);

}  // namespace danno::leagues::cli::terminal
