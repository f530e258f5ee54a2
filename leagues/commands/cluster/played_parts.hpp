// The content of a plan's part files, found by line-up and deal, and how far the parts are.
#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "leagues/commands/cluster/part_file.hpp"
#include "leagues/commands/cluster/plan_file.hpp"
#include "leagues/store/writer.hpp"

namespace danno::leagues::commands::cluster {

/// A part file from which blocks are taken.
struct PlayedFile {
  std::filesystem::path path;
  std::vector<PartHeader> headers;
  std::atomic<bool> refused = false;  ///< Nothing is taken from a refused file.
};

/// A block of a part file.
struct PlayedBlock {
  PartBlock block;
  PlayedFile* file = nullptr;
  /// The block as it is stored, but for its games; set by the merge when it has checked the block.
  std::optional<store::PackedBlock> checked = {};

  [[nodiscard]] const PartHeader& header() const { return file->headers[block.header]; }
};

class PlayedParts {
 public:
  /// The plan must outlive the object.
  explicit PlayedParts(const PartsPlan& plan) : plan_(plan) {}

  struct Added {
    bool complete = false;
    /// True if the file is of another plan or part, or has deals that are not of the part or occur
    /// twice; nothing is taken from it.
    bool foreign = false;
    std::string problem;  ///< PartContents::problem, or the reason for `foreign`; may be empty.
  };
  /// Adds what is intact in the file of that part of the plan. Does not throw: a file that cannot
  /// be read is foreign.
  Added add(const std::filesystem::path& file, int part);

  /// Blocks by line-up and first deal.
  using Blocks = std::multimap<std::pair<store::Id, std::uint64_t>, PlayedBlock>;
  [[nodiscard]] Blocks& blocks() { return blocks_; }
  /// Returns a block with the first of the missing deals that was played with these agents absent
  /// and is of no refused file; null if no block fits.
  [[nodiscard]] PlayedBlock* next_block(const PlannedDeals& missing);
  /// Returns the first of the missing deals, from next_block(), by the rules of a run: faults are
  /// counted, and deals that were played before an agent was out are left. They are then no longer
  /// missing. Throws std::runtime_error if the block is damaged.
  [[nodiscard]] std::vector<referee::play::DealResult> take(const PlayedBlock& played,
                                                            PlannedDeals& missing) const;

 private:
  const PartsPlan& plan_;
  std::deque<PlayedFile> files_;
  Blocks blocks_;
  std::uint64_t most_deals_ = 0;  // in a block
};

/// The progress of one part.
struct PartStatus {
  int part = 0;
  bool is_whole = false;
  std::string host;  ///< The machine that wrote last; empty if nothing is played.
  std::uint64_t played = 0;
  std::uint64_t deals = 0;                    ///< The number of deals of the part.
  std::optional<double> deals_per_s;          ///< The rate of the last attempt.
  std::optional<std::int64_t> written_s_ago;  ///< The age of the last write.
  std::optional<double>
      seconds_left;  ///< The time left at this rate; unset unless it is being played.
};

/// Returns the progress of all parts, by number.
[[nodiscard]] std::vector<PartStatus> read_part_statuses(const PartsPlan& plan);

}  // namespace danno::leagues::commands::cluster
