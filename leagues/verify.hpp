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

namespace danno::leagues {

/// Pearson's chi-squared test that dice fell as they should. Of a mirrored deal one seating counts:
/// the others show the same dice.
struct DiceTest {
  std::string what;  ///< "faces, seat 0", …
  std::uint64_t count = 0;
  double chi_squared = 0;
  int degrees = 0;
  double p = 1;
};

/// Fair dice fall below this once in a thousand million leagues and tests.
inline constexpr double kLeastP = 1e-9;

struct Verification {
  std::uint64_t games = 0;
  std::uint64_t throws = 0;
  std::uint64_t decisions = 0;
  /// The first discrepancy: "koans/ada,bob/17/0: event 4: …"; nothing where all is well.
  std::optional<std::string> problem;
  std::vector<std::string> notes;  ///< What could not be checked.
  std::vector<DiceTest> dice;      ///< By rule set; only where enough dice fell.
};

/// Told of games that were checked; calls never overlap.
using OnVerified = std::function<void(std::uint64_t games)>;

/// The league of the folder, on so many threads. Throws NoLeague, and std::runtime_error where the
/// file cannot be read at all.
[[nodiscard]] Verification verify(const std::filesystem::path& folder, int threads,
                                  const OnVerified& on_verified);

}  // namespace danno::leagues
