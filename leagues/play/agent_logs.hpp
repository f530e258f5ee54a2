// What the agents of a match wrote to stderr, kept as files: the first thing that an author who
// debugs with print() looks for.
#pragma once

#include <cstddef>
#include <filesystem>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace danno::leagues::play {

class AgentLogs {
 public:
  explicit AgentLogs(std::size_t agents) : tails_(agents) {}

  /// The number of last bytes of an agent's stderr that are kept.
  static constexpr std::size_t kKept = 64 * 1024;

  /// Adds what an agent wrote; a referee::play::OnLog that all threads may call.
  void take(std::size_t agent, std::string_view text);

  /// Writes FOLDER/NAME.txt of every agent that wrote anything, and removes that of an earlier
  /// match of the others; `names` are the agents' names. Returns the files written, by agent; empty
  /// paths for those without one. To be called when nobody plays any more. Throws
  /// std::system_error.
  [[nodiscard]] std::vector<std::filesystem::path> write(const std::filesystem::path& folder,
                                                         std::span<const std::string> names) const;

 private:
  std::mutex mutex_;                // protects tails_ while games are played
  std::vector<std::string> tails_;  // of at most 2 * kKept bytes and one more piece
};

}  // namespace danno::leagues::play
