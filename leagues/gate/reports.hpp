// What a gate tells: its outcome in words, JSON, and Markdown for a CI summary.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "leagues/gate/gate.hpp"

namespace danno::leagues::gate {

/// What a gate that is not decided counts as.
enum class Undecided { Undecided, Passed, Failed };

/// A gate that has ended; a test that is Open was interrupted. Names are as they are.
struct GateReport {
  struct Test {
    std::string baseline;
    GateTest test;
    std::optional<int> attempt;  ///< Which it is, where a journal is kept; then α is its share.
  };
  std::string candidate;
  /// What keeps the candidate from playing, and what its build said: lines, the bot's words as they
  /// are; then there are no tests. Empty: it plays.
  std::vector<std::string> problem;
  std::string rules;
  std::string isolation;
  std::string isolation_layers;  ///< referee::sandbox::summary of what was found.
  std::string luck;              ///< Whether and by what the scores are luck-adjusted, in words.
  referee::record::Seed seed;
  referee::record::Seed agent_secret;  ///< As referee::play::LineUp has it.
  GateTerms terms;
  Undecided undecided = Undecided::Undecided;
  std::vector<Test> tests;  ///< One a baseline.

  /// The worst test's.
  [[nodiscard]] GateVerdict verdict() const;
};

[[nodiscard]] bool counts_as_passed(GateVerdict verdict, Undecided undecided);
/// Nothing is known of the candidate: a baseline faulted, or the gate was interrupted.
[[nodiscard]] bool is_broken(GateVerdict verdict);
/// Faults made it, so that the figures of the deals mean little.
[[nodiscard]] bool is_of_faults(GateVerdict verdict);

/// What happened, as one line after the candidate's name: "passed: …". No word of a bot is in it.
[[nodiscard]] std::string outcome(const GateReport& report);

/// What else is to be known of a test, after its figures: the fault that ended it, that both play
/// the same, or how many deals more would decide it; mostly nothing. A bot's words are as they are.
[[nodiscard]] std::string remark(const GateReport::Test& entry);

/// "+12.3 ±8.1", "+12.3" where the interval is unbounded, "-" before the first deal and where
/// faults made the verdict.
[[nodiscard]] std::string show_difference(const GateTest& test);

/// " at tables of 4"; nothing of two seats.
[[nodiscard]] std::string show_seats(const GateTerms& terms);

/// The first faults, for their authors: lines, the bots' words as they are.
[[nodiscard]] std::vector<std::string> first_faults(const GateReport& report);
[[nodiscard]] std::vector<std::string> first_faults(const GateReport& report,
                                                    const GateReport::Test& entry);
/// The first fault of that agent of the test; no line where it has none.
[[nodiscard]] std::vector<std::string> first_faults(const GateReport& report,
                                                    const GateReport::Test& entry,
                                                    std::size_t agent);

[[nodiscard]] std::string gate_json(const GateReport& report);

/// GitHub drops a larger summary whole.
inline constexpr std::size_t kLargestSummary = 1'000'000;
/// The verdict first; details are left out where they would not fit into kLargestSummary bytes.
[[nodiscard]] std::string gate_markdown(const GateReport& report);

}  // namespace danno::leagues::gate
