// The reports of a gate: its outcome in words, JSON, and Markdown for a CI summary.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "leagues/commands/gate/gate.hpp"
#include "leagues/report/table.hpp"

namespace danno::leagues::commands::gate {

struct GateScore;  // Declared in score.hpp.

/// The outcome that an undecided gate counts as.
enum class InconclusivePolicy { Report, Pass, Fail };

/// A gate that has ended; a test that is Open was interrupted. Names are not escaped.
struct GateReport {
  struct Test {
    std::string baseline;
    GateTest test;
    /// The number of the attempt, if there is a journal; α is then its share.
    std::optional<int> attempt;
  };
  std::string candidate;
  /// Why the candidate cannot play, with the output of its build, as unescaped lines; there are
  /// then no tests. Empty if it can play.
  std::vector<std::string> problem;
  std::string rules;
  std::string isolation;
  std::string isolation_layers;  ///< The result of referee::sandbox::summary().
  std::string luck;              ///< The values by which scores are luck-adjusted, in words.
  referee::record::Seed seed;
  referee::record::Seed agent_secret;  ///< The same as in referee::play::LineUp.
  GateTerms terms;
  InconclusivePolicy inconclusive = InconclusivePolicy::Report;
  std::vector<Test> tests;  ///< One for each baseline.
  double seconds = 0;       ///< The wall time of its games, in this run.

  /// Returns the worst test's verdict.
  [[nodiscard]] GateVerdict verdict() const;
};

[[nodiscard]] bool counts_as_passed(GateVerdict verdict, InconclusivePolicy inconclusive);
/// Returns whether the candidate is not judged: a baseline faulted, or the gate was interrupted.
[[nodiscard]] bool is_broken(GateVerdict verdict);
/// Returns whether the verdict was caused by faults, so that the figures of the deals mean little.
[[nodiscard]] bool is_of_faults(GateVerdict verdict);

/// Returns one line to follow the candidate's name: "passed: …". It contains no text of a bot.
[[nodiscard]] std::string outcome(const GateReport& report);

/// Returns a remark on a test, to follow its figures: the fault that ended it, that both sides play
/// the same, or how many more deals would decide it; usually empty. A bot's words are not escaped.
[[nodiscard]] std::string remark(const GateReport::Test& entry);

/// Returns the rating of a sequential test.
[[nodiscard]] report::EloInterval test_interval(const ratings::MatchEstimate& estimate,
                                                std::int64_t deals);
/// Returns "+12.3 ±8.1", "+12.3" if the interval is unbounded, and "-" before the first deal or if
/// faults caused the verdict.
[[nodiscard]] std::string format_difference(const GateTest& test);

/// Returns what the deals are judged by, but for how many there are: other terms are another
/// attempt. Names are not escaped.
[[nodiscard]] std::string format_conditions(const GateReport& report);

/// Returns " at tables of 4"; empty for two seats.
[[nodiscard]] std::string format_seats(const GateTerms& terms);

/// Returns the first faults, for their authors, as unescaped lines: of all tests, of both sides of
/// one, or of one side.
[[nodiscard]] std::vector<std::string> first_faults(const GateReport& report);
[[nodiscard]] std::vector<std::string> first_faults(const GateReport& report,
                                                    const GateReport::Test& entry,
                                                    std::initializer_list<std::size_t> sides = {
                                                        GateTest::kCandidate, GateTest::kBaseline});

/// Returns a row for each test, for people.
[[nodiscard]] report::TableCells test_cells(const GateReport& report);
[[nodiscard]] std::string gate_json(const GateReport& report);

/// The size of the largest summary, in bytes; GitHub drops larger ones completely.
inline constexpr std::size_t kLargestSummary = 1'000'000;
/// Returns Markdown with the verdict first. Details beyond kLargestSummary bytes are left out.
[[nodiscard]] std::string gate_markdown(const GateReport& report);

// JUnit XML for GitHub, GitLab and Jenkins. A test that does not pass is a failure, one that could
// not be run is an error, and an undecided one is skipped unless it is set to count.

/// Returns one test case per baseline; a single one for the candidate if it cannot play.
[[nodiscard]] std::string gate_junit(const GateReport& report);
/// Returns one test case.
[[nodiscard]] std::string score_junit(const GateReport& report, const GateScore& score);

}  // namespace danno::leagues::commands::gate
