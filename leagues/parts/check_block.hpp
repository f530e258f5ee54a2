// Checks the deals of a block of a part file: every throw against the seed, every event by the
// rules. What a league's store keeps beside the games follows from them, too, so that merging
// need not open what was checked before.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "leagues/parts/part_file.hpp"
#include "leagues/verify/line_up.hpp"

namespace danno::leagues::parts {

/// The facts that follow from the games of a block.
struct CheckedBlock {
  bool has_faults = false;
  std::string nodes;      ///< The same as StoredBlock::nodes.
  std::string sums;       ///< The same as StoredBlock::sums.
  std::string luck = {};  ///< The same as StoredBlock::luck; empty if it was not computed.
  store::Id line_up = 0;
  std::uint64_t decisions = 0;  ///< The number that agents made.
  std::uint32_t host = 0;       ///< Index into CheckedPart::hosts; check_block() leaves it 0.
  friend bool operator==(const CheckedBlock&, const CheckedBlock&) = default;
};

/// Checks a block of the file, without its luck; `ground` has one epoch. Throws std::runtime_error
/// that names the game, or says how the block is damaged.
[[nodiscard]] CheckedBlock check_block(const std::filesystem::path& file, const PartBlock& block,
                                       const verify::Ground& ground, int max_faults);

}  // namespace danno::leagues::parts
