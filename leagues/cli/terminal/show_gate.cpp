#include "leagues/cli/terminal/show_gate.hpp"

#include <fmt/format.h>

#include "leagues/cli/terminal/columns.hpp"
#include "leagues/cli/terminal/print.hpp"
#include "leagues/cli/terminal/text_table.hpp"
#include "leagues/words/columns.hpp"
#include "leagues/words/escape.hpp"
#include "leagues/words/shown_count.hpp"

namespace danno::leagues::cli::terminal {
namespace {

using gate::GateReport;
using gate::GateTest;

void print_faults(const GateReport& report) {
  const std::vector<std::string> faults = gate::first_faults(report);
  for (const std::string& line : faults)
    print_text("{}\n", words::escape_terminal(line));
  if (!faults.empty()) print_text("\n");
}

/// What keeps the candidate from playing, in the words of its compiler.
bool print_problem(const GateReport& report) {
  if (report.problem.empty()) return false;
  print_text("\n");
  for (const std::string& line : report.problem)
    print_text("{}\n", words::escape_terminal(line));
  return true;
}

void print_conditions(const GateReport& report, const Invocation& invocation) {
  const std::string& layers = report.isolation_layers;
  print_text("{}{}, isolation {}; H0, H1 in Elo{}\n", report.rules, gate::show_seats(report.terms),
             layers.substr(0, layers.find(':')), invocation.verbose ? "" : "; -v shows the seed");
  if (!invocation.verbose) return;
  print("seed {}\nagents' secret {}\n", report.seed.text, report.agent_secret.text);
  print_text("{}\n", words::wrap("isolation " + layers, 80, 10));
}

void print_verdict(const GateReport& report, const Invocation& invocation) {
  print_text("{} {}\n", words::escape_terminal(report.candidate), gate::outcome(report));
  if (print_problem(report)) return;
  if (report.verdict() == gate::GateVerdict::CannotPlay) {  // figures of no games say nothing
    print_text("\n");
    print_faults(report);
    return print_conditions(report, invocation);
  }
  std::vector<std::vector<std::string>> rows{
      {"baseline", "H0, H1", "verdict", "LLR", "bounds", "Elo ±95 %", "score", "deals", "faults"}};
  for (const GateReport::Test& entry : report.tests) {
    const GateTest& test = entry.test;
    const scores::AgentTally& candidate = test.tally(GateTest::kCandidate);
    rows.push_back({words::escape_terminal(entry.baseline),
                    fmt::format("{}, {}", test.terms().elo0, test.terms().elo1),
                    std::string(gate::to_string(test.verdict())), fmt::format("{:.2f}", test.llr()),
                    fmt::format("{:.2f}, {:.2f}", test.bounds().lower, test.bounds().upper),
                    gate::show_difference(test), fmt::format("{:.1f} %", 100 * candidate.score()),
                    words::show_count(test.deals()),
                    words::show_count(static_cast<std::uint64_t>(candidate.fault_count()))});
  }
  std::vector<Align> aligned(rows.front().size(), Align::Right);
  aligned[0] = aligned[2] = Align::Left;
  if (const auto width = columns(stdout))
    fit_table(aligned, rows, {"bounds", "score", "LLR"}, *width);
  print_text("\n{}\n", text_table(aligned, rows));
  print_faults(report);
  print_conditions(report, invocation);
  print_text("{}\n", report.luck);
}

}  // namespace

std::string live_note(const GateReport& report) {
  std::string note;
  for (const GateReport::Test& entry : report.tests) {
    const GateTest& test = entry.test;
    if (!note.empty()) note += "  ";
    const std::string baseline = words::escape_terminal(entry.baseline);
    const std::string difference = gate::show_difference(test);
    note += report.terms.to_the_end
                ? fmt::format("{} {}", baseline, difference)
                : fmt::format("LLR {} {:+.2f} ({:.2f}, {:.2f}) Elo {}", baseline, test.llr(),
                              test.bounds().lower, test.bounds().upper, difference);
  }
  return note;
}

void show(const GateReport& report, const Invocation& invocation) {
  if (invocation.json) {
    print("{}", gate::gate_json(report));
  } else {
    print_verdict(report, invocation);
  }
}

void show(const GateReport& report, const gate::GateScore& score, const Invocation& invocation) {
  if (invocation.json) {
    print("{}", gate::score_json(report, score));
    return;
  }
  print_text("{} {}\n", words::escape_terminal(report.candidate),
             gate::score_outcome(report, score));
  if (!print_problem(report)) print_faults(report);
}

}  // namespace danno::leagues::cli::terminal
