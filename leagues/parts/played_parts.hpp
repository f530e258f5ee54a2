// What lies in the part files of a plan, to be handed out as if it were played.
#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "leagues/parts/part_file.hpp"

namespace danno::leagues::parts {

/// One attempt's share of a part file.
struct Source {
  std::filesystem::path file;
  PartHeader header;
  std::atomic<bool> refused = false;  ///< Nothing more is taken from it.
};

class PlayedParts {
 public:
  explicit PlayedParts(std::string plan) : plan_(std::move(plan)) {}

  struct Added {
    bool complete = false;
    bool foreign = false;  ///< Of another plan or part: nothing is taken.
    std::string problem;   ///< As PartContents::problem, or what it is of.
  };
  /// What is whole in the file of that part. Throws as read_part_file().
  Added add(const std::filesystem::path& file, int part);

  [[nodiscard]] bool has(store::Id line_up) const { return blocks_.contains(line_up); }
  /// All blocks that were added.
  void visit(const std::function<void(const PartBlock&, Source&)>& visit) const;
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

  std::string plan_;
  std::deque<Source> sources_;
  std::unordered_map<store::Id, std::vector<Place>> blocks_;
};

/// Where deals came from that were handed out, until they are committed.
class Origins {
 public:
  /// Of deals [first, end) of a line-up; null: played here.
  void set(store::Id line_up, std::uint64_t first, std::uint64_t end, const Source* source);
  /// Deals that follow each other, by where they came from.
  struct Stretch {
    std::span<const referee::play::DealResult> deals;
    const Source* source = nullptr;
  };
  [[nodiscard]] std::vector<Stretch> take(store::Id line_up,
                                          std::span<const referee::play::DealResult> deals);

 private:
  std::mutex mutex_;
  /// By line-up and end.
  std::map<std::pair<store::Id, std::uint64_t>, std::pair<std::uint64_t, const Source*>> ranges_;
};

}  // namespace danno::leagues::parts
