// Writes reports of faults as files, in a folder per agent, for its author and for `danno repeat`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "leagues/runner/runner.hpp"
#include "leagues/schedule/format.hpp"
#include "leagues/store/reader.hpp"
#include "referee/play/line_up.hpp"

namespace danno::leagues::runner {

/// Keeps what the agents of a match wrote to stderr as files: the first thing that an author who
/// debugs with print() looks for.
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

/// The faults in a line-up's stored deals, for the task that continues after them.
class StoredFaults {
 public:
  /// Reads a league whose agents are held to these limits. The store must outlive it.
  StoredFaults(const store::Reader& store, const referee::protocol::Limits& limits);

  /// Sets Task::faults and Task::absent of the fixture's task.
  void add_to(Task& task, const schedule::Fixture& fixture) const;

 private:
  const store::Reader& store_;
  referee::play::LineUp limits_;  // as count_faults() takes them
  std::unordered_set<store::Id> faulty_;
};

/// Returns AGENT/RULES-LINE,UP-DEAL-SEATING.json, the path for a fault of names[agent].
[[nodiscard]] std::filesystem::path fault_file(std::string_view rules,
                                               std::span<const std::string> names,
                                               std::size_t agent, std::uint64_t deal, int seating);

/// Writes a report and the folders above it. Throws what write_fault_files() throws.
void write_fault_file(const std::filesystem::path& file, std::string_view report);

/// Writes the report of every fault of these deals; `names` are the line-up's agents. Returns the
/// number of reports. Throws std::system_error or std::filesystem::filesystem_error.
std::size_t write_fault_files(const std::filesystem::path& folder, std::string_view rules,
                              std::span<const std::string> names,
                              std::span<const referee::play::DealResult> deals);

/// Writes the reports of stored faults that are not there, because who stored them was interrupted.
/// Throws what write_fault_files() throws.
void write_missing_fault_files(const std::filesystem::path& folder, const store::Reader& store);

/// Returns an observer that calls write_fault_files() for everything that is played; it writes
/// nothing if `folder` is empty.
[[nodiscard]] Observer fault_file_writer(std::filesystem::path folder);

}  // namespace danno::leagues::runner
