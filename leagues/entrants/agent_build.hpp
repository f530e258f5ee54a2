// An agent's folder in the form in which it plays: a read-only copy, built in the sandbox, whose
// name is the hash of its source.
//
// Nobody can write in it, so two of its processes cannot use it to communicate.
//
// The command `build` of agent.toml runs like an agent at that isolation level, without a network,
// but may write in the copy. It cannot change anything else on the machine.
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "leagues/entrants/agent_folder.hpp"
#include "referee/sandbox/launcher.hpp"

namespace danno::leagues::entrants {

/// Returns why the sandbox has no program to build with and what to do; empty: it has one, or the
/// agent brings its own.
[[nodiscard]] std::string build_problem(const std::vector<std::string>& build);

/// The limits of one build. g++ takes 400 MB for an agent with libprotobuf.
struct BuildLimits {
  std::chrono::seconds time{300};
  int memory_mb = 2048;
  FolderLimits folder;  ///< The limits for sources and results together.
  /// Called often; the build is stopped if it returns true.
  std::function<bool()> stopped = [] { return false; };
};

/// Called with an agent that is about to be built.
using OnBuild = std::function<void(const Entrant&)>;

/// Copies the folder to `store`/HASH (content_hash of its entrant) and builds it there. If that
/// folder exists, returns it unchanged. A folder without `build` is only copied. Throws AgentError
/// if the build fails or exceeds the limits, with one line and then the build's output; also throws
/// what launch() throws.
[[nodiscard]] std::filesystem::path build_agent(const std::filesystem::path& folder,
                                                const std::filesystem::path& store,
                                                referee::sandbox::Isolation level,
                                                const BuildLimits& limits = {},
                                                const OnBuild& on_build = {});

/// Returns whether the agent came with danno.
[[nodiscard]] bool is_bundled(const Entrant& entrant);

/// Prepares an agent for a run: an agent from a folder with agent.toml starts from its built copy
/// in `store`. If building fails, the agent does not start, and its `problem` says why. Agents that
/// danno brought or built start from their place; so do programs that are named directly and, at
/// level none or for root at confined, everything that needs no build. Throws what launch() throws.
void start_from_copy(Entrant& entrant, const std::filesystem::path& store,
                     referee::sandbox::Isolation level, const OnBuild& on_build);

}  // namespace danno::leagues::entrants
