// The content of a plan's part files, passed on as if it were being played.
#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
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

/// A block of a part file, and what is known of it.
struct PlayedBlock {
  PartBlock block;
  Source* source = nullptr;
  std::optional<CheckedBlock> checked = {};  ///< Empty if it was not checked.

  [[nodiscard]] std::uint64_t end() const { return block.first + block.deals; }
};

/// Returns its deals from `begin`, which is one of them, to before `end` or the last one. Throws
/// std::runtime_error.
[[nodiscard]] std::vector<referee::play::DealResult> read_deals(const PlayedBlock& played,
                                                                std::uint64_t begin,
                                                                std::uint64_t end);

class PlayedParts {
 public:
  /// The plan must outlive the object.
  explicit PlayedParts(const PartsPlan& plan) : plan_(plan) {}

  struct Added {
    bool complete = false;
    /// The file is of another plan or part, or has deals that are not of the part or occur twice;
    /// nothing is taken from it.
    bool foreign = false;
    /// The problem, as in PartContents::problem, or the reason for `foreign`.
    std::string problem;
    std::string hash = {};                  ///< The PartContents::hash.
    std::vector<PlayedBlock*> blocks = {};  ///< What was added, in the order of the file.
  };
  /// Adds what is intact in the file of that part of the plan. Throws what read_part_file() throws.
  Added add(const std::filesystem::path& file, int part);

  [[nodiscard]] bool has(store::Id line_up) const { return blocks_.contains(line_up); }
  /// Returns a block with this deal that was played with these agents absent and is of no refused
  /// source; null if no block fits.
  [[nodiscard]] PlayedBlock* block_at(store::Id line_up, std::uint64_t deal,
                                      referee::record::AgentSet absent) const;
  struct Found {
    std::vector<referee::play::DealResult> deals;
    Source* source = nullptr;
    std::string problem;  ///< Set together with `source` if its block cannot be what was played.
  };
  /// Returns deals from `begin` on, at most up to `end` and from one block only, that were played
  /// with these agents absent. Refused sources are skipped. If there are none, `source` is null.
  [[nodiscard]] Found find(store::Id line_up, std::uint64_t begin, std::uint64_t end,
                           referee::record::AgentSet absent) const;

 private:
  const PartsPlan& plan_;
  std::deque<Source> sources_;
  std::deque<PlayedBlock> all_;
  std::unordered_map<store::Id, std::vector<PlayedBlock*>> blocks_;
};

/// The sources of deals that were passed on, until they are committed.
class Origins {
 public:
  /// Sets the source of deals [first, end) of a line-up; null if they were played here.
  void set(store::Id line_up, std::uint64_t first, std::uint64_t end, Source* source);
  /// Consecutive deals from the same source.
  struct Stretch {
    std::span<const referee::play::DealResult> deals;
    Source* source = nullptr;
  };
  [[nodiscard]] std::vector<Stretch> take(store::Id line_up,
                                          std::span<const referee::play::DealResult> deals);

 private:
  std::mutex mutex_;
  /// Indexed by line-up and end.
  std::map<std::pair<store::Id, std::uint64_t>, std::pair<std::uint64_t, Source*>> ranges_;
};

}  // namespace danno::leagues::parts
