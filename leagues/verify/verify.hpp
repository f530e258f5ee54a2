// Rechecks a stored league: every throw against the seed, every decision against the rules, every
// place, total and fault, the plan, and the published files.
//
// Somebody who can write the whole folder can consistently change what follows from neither seed
// nor rules: a decision with the same result, an agent's hash, a day. Only the digest reveals that,
// so compare it with the published one.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "leagues/verify/fairness.hpp"

namespace danno::leagues::verify {

/// The overall_p() below which the dice fail; fair dice do in one league of a thousand million.
inline constexpr double kLeastP = 1e-9;

struct Verification {
  std::uint64_t games = 0;
  std::uint64_t throws = 0;
  std::uint64_t decisions = 0;
  /// The first discrepancy, such as "koans/ada,bob/17/0: event 4: …"; empty if there is none.
  std::optional<std::string> problem;
  /// The digest of what the tables are made from; empty if there is a problem.
  std::string digest;
  std::vector<std::string> notes;  ///< Parts that could not be checked.
  std::vector<DiceTest> dice;      ///< Tests by rule set, such as "koans: faces by seat".
};

/// Called with the number of games just checked, of `all` that are to be checked; while a table is
/// computed, it is often called with 0. Calls never overlap. An exception that it throws ends the
/// verification.
using OnVerified = std::function<void(std::uint64_t games, std::uint64_t all)>;

/// Verifies the league of the folder on `threads` threads. Throws NoLeague, and std::runtime_error
/// if the file cannot be opened.
[[nodiscard]] Verification verify(const std::filesystem::path& folder, int threads,
                                  const OnVerified& on_verified);

}  // namespace danno::leagues::verify
