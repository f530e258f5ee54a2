// Checks the deals of a block of a part file: every throw against the seed, every event by the
// rules, and computes what a league's store keeps beside the games.
#pragma once

#include <filesystem>
#include <string>

#include "leagues/parts/part_file.hpp"
#include "leagues/verify/line_up.hpp"

namespace danno::leagues::parts {

/// The facts that follow from the games of a block.
struct CheckedBlock {
  std::string nodes;  ///< The same as StoredBlock::nodes.
  std::string sums;   ///< The same as StoredBlock::sums.
};

/// Checks a block of the file; `ground` has one epoch. Throws std::runtime_error that names the
/// game, or says how the block is damaged.
[[nodiscard]] CheckedBlock check_block(const std::filesystem::path& file, const PartBlock& block,
                                       const verify::Ground& ground, int max_faults);

}  // namespace danno::leagues::parts
