// An agent's folder as it is played: a copy, built in the sandbox, read-only, under the hash of
// what it was made from.
//
// `build` of agent.toml runs as an agent would at that isolation level, without a network, but may
// write in the copy. Nothing else of the machine changes, whatever it does.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>

#include "leagues/entrants/agent_folder.hpp"
#include "referee/sandbox/launcher.hpp"

namespace danno::leagues {

/// What one build may use. g++ takes 400 MB for an agent with libprotobuf.
struct BuildLimits {
  std::chrono::seconds time{300};
  int memory_mb = 2048;
  std::uintmax_t bytes = std::uintmax_t{512} << 20;  ///< On disk, sources and results.
  std::uintmax_t files = 20'000;
};

/// Copies the folder to `store`/HASH (content_hash of its entrant) and builds it there; where that
/// is already there it is only returned. A folder without `build` is copied. Throws AgentError, one
/// line with the end of what the build said, where it fails or takes more than the limits; and as
/// launch() does.
[[nodiscard]] std::filesystem::path build_agent(const std::filesystem::path& folder,
                                                const std::filesystem::path& store,
                                                referee::Isolation level,
                                                const BuildLimits& limits = {});

}  // namespace danno::leagues
