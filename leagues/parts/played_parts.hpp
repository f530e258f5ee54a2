// The content of a plan's part files, found by line-up and deal.
#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "leagues/parts/check_block.hpp"
#include "leagues/parts/part_file.hpp"
#include "leagues/parts/plan_file.hpp"
#include "referee/record/agent_set.hpp"

namespace danno::leagues::parts {

/// One attempt's share of a part file.
struct Source {
  std::filesystem::path file;
  PartHeader header;
  std::atomic<bool> refused = false;  ///< Nothing more is taken from a refused source.
};

/// A block of a part file.
struct PlayedBlock {
  PartBlock block;
  Source* source = nullptr;
  std::optional<CheckedBlock> checked = {};  ///< Set by the merge when it has checked the block.

  [[nodiscard]] std::uint64_t end() const { return block.first + block.deals; }
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

  [[nodiscard]] bool has(store::Id line_up) const { return blocks_.contains(line_up); }
  /// Returns a block with this deal that was played with these agents absent and is of no refused
  /// source; null if no block fits.
  [[nodiscard]] PlayedBlock* block_at(store::Id line_up, std::uint64_t deal,
                                      referee::record::AgentSet absent) const;

  /// Deals that a line-up takes from a block.
  struct TakenDeals {
    referee::record::AgentSet absent = {};  ///< Agents that were out before the first deal.
    bool is_whole = false;                  ///< True if it is the block as it lies in the file.
    std::vector<referee::play::DealResult> deals = {};  ///< The deals if `is_whole` is false.
  };
  /// Takes the next deals from block_at() of the next one, by the rules of a run: faults are
  /// counted, and deals that were played before an agent was out are left. Advances `progress`.
  /// Throws std::runtime_error if the block is damaged.
  [[nodiscard]] TakenDeals take(const PlayedBlock& played, LineUpProgress& progress) const;

 private:
  const PartsPlan& plan_;
  std::deque<Source> sources_;
  std::deque<PlayedBlock> all_;
  std::unordered_map<store::Id, std::vector<PlayedBlock*>> blocks_;
};

}  // namespace danno::leagues::parts
