// An agent's folder as it is played: a copy, built in the sandbox, read-only, under the hash of
// what it was made from.
//
// Nobody can write in it, so two of its processes cannot use it to tell each other anything, not
// even by trying.
//
// `build` of agent.toml runs as an agent would at that isolation level, without a network, but may
// write in the copy. Nothing else of the machine changes, whatever it does.
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>

#include "leagues/entrants/agent_folder.hpp"
#include "referee/sandbox/launcher.hpp"

namespace danno::leagues::entrants {

/// What one build may use. g++ takes 400 MB for an agent with libprotobuf.
struct BuildLimits {
  std::chrono::seconds time{300};
  int memory_mb = 2048;
  FolderLimits folder;  ///< Sources and results.
  /// Asked often; true breaks it off.
  std::function<bool()> stopped = [] { return false; };
};

/// Is told of an agent that is about to be built.
using OnBuild = std::function<void(const Entrant&)>;

/// Copies the folder to `store`/HASH (content_hash of its entrant) and builds it there. If that
/// folder exists, it is only returned. A folder without `build` is copied. Throws AgentError, a
/// line and what the build said, on lines of its own, if it fails or takes more than the limits;
/// and as launch() does.
[[nodiscard]] std::filesystem::path build_agent(const std::filesystem::path& folder,
                                                const std::filesystem::path& store,
                                                referee::sandbox::Isolation level,
                                                const BuildLimits& limits = {},
                                                const OnBuild& on_build = {});

/// It came with danno.
[[nodiscard]] bool is_bundled(const Entrant& entrant);

/// Before a run: has the agent of a folder with agent.toml start from its copy in `store`, built.
/// Where that fails the agent does not start, and its `problem` says why. Agents that danno brought
/// or built start from where they are; so do programs that are named by themselves; and, at level
/// none or for root at confined, all that is not built. Throws as launch() does.
void start_from_copy(Entrant& entrant, const std::filesystem::path& store,
                     referee::sandbox::Isolation level, const OnBuild& on_build);

}  // namespace danno::leagues::entrants
