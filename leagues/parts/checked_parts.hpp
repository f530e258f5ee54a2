// What .checked files say of parts, as far as it may be believed: some blocks of each, drawn when
// the files are there, are checked again.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "leagues/parts/plan_file.hpp"
#include "leagues/parts/played_parts.hpp"
#include "leagues/scores/solved_game.hpp"

namespace danno::leagues::parts {

/// The number of blocks of each part that are checked again; of one of them the luck, too.
inline constexpr std::size_t kDrawnBlocks = 8;

class CheckedParts {
 public:
  /// `ground` returns what a line-up's blocks are checked against. The plan must outlive the
  /// object.
  CheckedParts(const PartsPlan& plan, std::function<verify::Ground(store::Id line_up)> ground)
      : plan_(plan), ground_(std::move(ground)) {}

  /// Sets PlayedBlock::checked of a part's complete file from what is beside it. Returns why that
  /// cannot be used; empty if it can, or is not there.
  [[nodiscard]] std::string add(int part, const PlayedParts::Added& added);

  /// Draws from those blocks for which `is_needed` holds, and checks them on `threads` threads. A
  /// file that says something else is not believed: its blocks count as unchecked again. Returns
  /// these files, with a block that it lied about.
  using IsNeeded = std::function<bool(const PlayedBlock&)>;
  [[nodiscard]] std::vector<std::string> believe(int threads, const IsNeeded& is_needed);

  /// Returns the basis of the luck of a line-up's checked blocks.
  [[nodiscard]] const std::string& luck_basis(store::Id line_up) const;

 private:
  struct File {
    std::filesystem::path path;
    std::vector<PlayedBlock*> blocks;
  };
  struct Drawn {
    File* file = nullptr;
    PlayedBlock* block = nullptr;
    bool with_luck = false;  ///< Luck costs more than all else.
    std::string lie = {};    ///< What is wrong with what the file says; empty if it is right.
  };
  [[nodiscard]] std::vector<Drawn> draw(const IsNeeded& is_needed);
  void check(Drawn& drawn) const;
  /// Drops luck that stands on other values than those that are here.
  void settle_luck(const std::vector<std::string>& bases, PlayedBlock& block);
  const scores::SolvedGame* solved(std::size_t division);

  const PartsPlan& plan_;
  std::function<verify::Ground(store::Id)> ground_;
  std::deque<File> files_;
  std::map<store::Id, std::size_t> divisions_;  // of line-ups of the plan
  /// The solved games that were asked for, by division; null if it is not solved here.
  std::map<std::size_t, std::unique_ptr<const scores::SolvedGame>> solved_;
  std::map<std::size_t, std::string> bases_;
};

}  // namespace danno::leagues::parts
