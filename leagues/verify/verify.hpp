// Rechecks a stored league: every throw from the seed, every decision by the rules, every place,
// total and fault, the plan, and the files that were published.
//
// Who can write the whole folder can change what neither seed nor rules tell (a decision for
// another that has the same result, an agent's hash, a day) in all places alike. That shows in the
// digest alone: compare it with the one that was published.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "leagues/verify/fairness.hpp"

namespace danno::leagues::verify {

/// The dice fail below this overall_p(): fair ones do in one league of a thousand million.
inline constexpr double kLeastP = 1e-9;

struct Verification {
  std::uint64_t games = 0;
  std::uint64_t throws = 0;
  std::uint64_t decisions = 0;
  /// The first discrepancy: "koans/ada,bob/17/0: event 4: …"; empty if all is well.
  std::optional<std::string> problem;
  std::string digest;              ///< Of what the tables stand on; empty if there is a problem.
  std::vector<std::string> notes;  ///< What could not be checked.
  std::vector<DiceTest> dice;      ///< By rule set, "koans: faces by seat".
};

/// Told of games that were checked, and often while a table is computed, of none; calls never
/// overlap. What it throws ends the verification.
using OnVerified = std::function<void(std::uint64_t games)>;

/// The league of the folder, on so many threads. Throws NoLeague, and std::runtime_error if the
/// file cannot be opened.
[[nodiscard]] Verification verify(const std::filesystem::path& folder, int threads,
                                  const OnVerified& on_verified);

}  // namespace danno::leagues::verify
