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

namespace danno::leagues::commands::cluster {

/// A part file from which blocks are taken.
struct PlayedFile {
  std::filesystem::path path;
  std::vector<PartHeader> headers;
  std::atomic<bool> refused = false;  ///< Nothing is taken from a refused file.
};

/// The stored facts of a block other than its games.
struct BlockFacts {
  std::string nodes;      ///< The same as StoredBlock::nodes.
  std::string sums;       ///< The same as StoredBlock::sums.
  std::string luck = {};  ///< The same as StoredBlock::luck, on this basis; empty if not known.
  std::string luck_basis = {};
};

/// A block of a part file.
struct PlayedBlock {
  PartBlock block;
  PlayedFile* file = nullptr;
  std::optional<BlockFacts> checked = {};  ///< Set by the merge when it has checked the block.

  [[nodiscard]] const PartHeader& header() const { return file->headers[block.header]; }
};

/// The next missing deal of a line-up, and the facts that follow from the deals before it.
struct LineUpProgress {
  store::Id line_up = 0;
  std::uint64_t next = 0;
  std::uint64_t end = 0;                  ///< The end of the deals that are wanted.
  referee::record::AgentSet absent = {};  ///< Agents that are out for faults in earlier deals.
  std::vector<int> faults = {};           ///< Faults in earlier deals, by agent.
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
  /// Returns a block with the next deal that was played with these agents absent and is of no
  /// refused file; null if no block fits.
  [[nodiscard]] PlayedBlock* next_block(const LineUpProgress& progress);
  /// Returns the next deals, from next_block(), by the rules of a run: faults are counted, and
  /// deals that were played before an agent was out are left. Advances `progress`. Throws
  /// std::runtime_error if the block is damaged.
  [[nodiscard]] std::vector<referee::play::DealResult> take(const PlayedBlock& played,
                                                            LineUpProgress& progress) const;

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
