// Rechecks a stored league: every throw from the seed, every decision by the rules, every place,
// total and fault, the plan, and the table that was published.
//
// What cannot be told from the seed and the rules (a decision changed for another that comes to the
// same) shows in the digest that table.json holds: keep a copy of it elsewhere.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "leagues/verify/fairness.hpp"

namespace danno::leagues {

/// The dice fail below this overall_p(): fair ones do in one league of a thousand million.
inline constexpr double kLeastP = 1e-9;

struct Verification {
  std::uint64_t games = 0;
  std::uint64_t throws = 0;
  std::uint64_t decisions = 0;
  /// The first discrepancy: "koans/ada,bob/17/0: event 4: …"; nothing where all is well.
  std::optional<std::string> problem;
  std::vector<std::string> notes;  ///< What could not be checked.
  std::vector<DiceTest> dice;      ///< By rule set, "koans: faces by seat".
};

/// Told of games that were checked; calls never overlap.
using OnVerified = std::function<void(std::uint64_t games)>;

/// The league of the folder, on so many threads. Throws NoLeague, and std::runtime_error where the
/// file cannot be read at all.
[[nodiscard]] Verification verify(const std::filesystem::path& folder, int threads,
                                  const OnVerified& on_verified);

}  // namespace danno::leagues
