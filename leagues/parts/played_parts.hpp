// What lies in the part files of a plan, to be handed out as if it were played.
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

#include "leagues/parts/part_file.hpp"
#include "leagues/parts/plan_file.hpp"

namespace danno::leagues::parts {

/// One attempt's share of a part file.
struct Source {
  std::filesystem::path file;
  PartHeader header;
  std::atomic<bool> refused = false;  ///< Nothing more is taken from it.
};

class PlayedParts {
 public:
  /// The plan must outlive it.
  explicit PlayedParts(const PartsPlan& plan) : plan_(plan) {}

  struct Added {
    bool complete = false;
    /// Of another plan or part, or with deals that are not of the part or there twice: nothing is
    /// taken.
    bool foreign = false;
    std::string problem;  ///< As PartContents::problem, or what it is of.
  };
  /// What is whole in the file of that part of the plan. Throws as read_part_file().
  Added add(const std::filesystem::path& file, int part);

  [[nodiscard]] bool has(store::Id line_up) const { return blocks_.contains(line_up); }
  struct Found {
    std::vector<referee::play::DealResult> deals;
    Source* source = nullptr;
    std::string problem;  ///< With the source: its block cannot be what was played.
  };
  /// Deals from `begin` on, as far as one block has them and not over `end`, that were played with
  /// these absent; neither source nor deals: there are none. Sources that are refused are passed
  /// over.
  [[nodiscard]] Found find(store::Id line_up, std::uint64_t begin, std::uint64_t end,
                           std::uint8_t absent) const;

 private:
  struct Place {
    PartBlock block;
    Source* source = nullptr;
  };

  const PartsPlan& plan_;
  std::deque<Source> sources_;
  std::unordered_map<store::Id, std::vector<Place>> blocks_;
};

/// Where deals came from that were handed out, until they are committed.
class Origins {
 public:
  /// Of deals [first, end) of a line-up; null: played here.
  void set(store::Id line_up, std::uint64_t first, std::uint64_t end, Source* source);
  /// Deals that follow each other, by where they came from.
  struct Stretch {
    std::span<const referee::play::DealResult> deals;
    Source* source = nullptr;
  };
  [[nodiscard]] std::vector<Stretch> take(store::Id line_up,
                                          std::span<const referee::play::DealResult> deals);

 private:
  std::mutex mutex_;
  /// By line-up and end.
  std::map<std::pair<store::Id, std::uint64_t>, std::pair<std::uint64_t, Source*>> ranges_;
};

}  // namespace danno::leagues::parts
