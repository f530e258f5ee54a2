// Part files: the played deals of a part of a plan. proto/danno/part.proto defines the format.
//
// Every attempt at a part appends to a file of its own, PLAN/parts/NNNN.HOST.PID.RANDOM.open, which
// is renamed to PLAN/parts/NNNN.part when the part is whole. A file never has a second writer, so
// no lock is needed, and any file system that nodes share will do.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "leagues/store/reader.hpp"
#include "referee/play/line_up.hpp"
#include "referee/record/agent_set.hpp"
#include "referee/sandbox/descriptor.hpp"

namespace danno::leagues::commands::cluster {

/// The place where deals were played.
struct PartHeader {
  std::string plan;  ///< The PartsPlan::id.
  int part = 0;      ///< Counted from 1.
  std::string host;
  std::string machine;     ///< The kernel, the processor and danno's version.
  std::string layers;      ///< The isolation that was found.
  std::int64_t begun = 0;  ///< The time when the attempt began, in seconds since 1970.
  friend bool operator==(const PartHeader&, const PartHeader&) = default;
};

/// A block and its place in the file.
struct PartBlock {
  store::Id line_up = 0;
  std::uint64_t first = 0;
  std::uint32_t deals = 0;
  referee::record::AgentSet absent = {};  ///< Agents that were out before the first deal.
  std::uint32_t header = 0;               ///< Index into PartContents::headers.
  std::uint64_t offset = 0;               ///< The offset of its PartFrame.
  std::uint32_t size = 0;
  bool has_faults = false;
  std::string hash = {};  ///< The hash behind its PartFrame, which covers all before.

  [[nodiscard]] std::uint64_t end() const { return first + deals; }
};

/// The content of a file, up to its end or to the first error.
struct PartContents {
  std::vector<PartHeader> headers;
  std::vector<PartBlock> blocks;  ///< Ordered as in the file.
  bool complete = false;          ///< True if nothing of the part is missing.
  std::string problem;            ///< The error, such as "cut off after byte 4711"; empty if none.
};

/// Reads a part file. Throws std::system_error if the file cannot be read.
[[nodiscard]] PartContents read_part_file(const std::filesystem::path& file);

/// The deals of a block as they lie in the file.
struct PackedDeals {
  std::string games;    ///< The same as in the store: store::pack() of each deal's record.
  std::string reports;  ///< store::pack() of the reports of their faults; empty if there are none.
};
/// Throws std::runtime_error if the file was changed.
[[nodiscard]] PackedDeals read_packed_deals(const std::filesystem::path& file,
                                            const PartBlock& block);
/// Returns the deals of a block of the file; faults have their reports. Throws std::runtime_error.
[[nodiscard]] std::vector<referee::play::DealResult> read_deals(const std::filesystem::path& file,
                                                                const PartBlock& block);

/// Writes one attempt at a part. All members throw std::system_error if the disk fails.
class PartWriter {
 public:
  /// Creates a new file FOLDER/NNNN.HOST.PID.RANDOM.open.
  PartWriter(const std::filesystem::path& folder, int part, const std::string& host);
  /// Writes consecutive deals, in blocks as in the store.
  void add(const PartHeader& header, store::Id line_up, referee::record::AgentSet absent,
           std::span<const referee::play::DealResult> deals);
  /// Returns when all that was added is on the disk.
  void sync() const;
  /// Completes the part: the file becomes FOLDER/NNNN.part.
  void finish(const PartHeader& header);

 private:
  void write_header(const PartHeader& header);
  void write_block(store::Id line_up, referee::record::AgentSet absent,
                   std::span<const referee::play::DealResult> deals);
  void write_frame(const std::string& frame);

  std::filesystem::path finished_;
  std::filesystem::path file_;
  referee::sandbox::Descriptor fd_;
  std::string hash_;  // the hash of the last frame
  PartHeader header_;
  std::uint64_t deals_ = 0;
};

/// Returns the name of this machine, as Slurm calls it if Slurm started this job.
[[nodiscard]] std::string this_host();

/// Returns the path of the part's complete file in the folder, whether or not it exists.
[[nodiscard]] std::filesystem::path finished_part(const std::filesystem::path& folder, int part);
/// Returns all part files of the folder, by part; a complete one comes first.
[[nodiscard]] std::map<int, std::vector<std::filesystem::path>> part_files(
    const std::filesystem::path& folder);

}  // namespace danno::leagues::commands::cluster
