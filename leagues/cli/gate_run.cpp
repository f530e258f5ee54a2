#include "leagues/cli/gate_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "leagues/cli/terminal/progress.hpp"
#include "leagues/play/fault_files.hpp"
#include "leagues/scores/game_luck.hpp"
#include "leagues/text/escape.hpp"

namespace danno::cli {
namespace {

using leagues::GateReport;
using leagues::GateTest;
using leagues::GateVerdict;

/// Deals of each baseline that are played before the tests are asked again.
constexpr std::uint64_t kFirstStage = 128;
constexpr std::uint64_t kLargestStage = 16'384;
/// Stages grow until they take so long: long against the start of processes, short to be waited
/// for when the test is decided at their beginning.
constexpr std::chrono::seconds kStageTime{5};

/// "LLR main +1.23 (-2.94, 2.94) Elo +4.1 ±9.8"
std::string live_note(const GateReport& report) {
  std::string note;
  for (const GateReport::Test& entry : report.tests) {
    const GateTest& test = entry.test;
    if (!note.empty()) note += "  ";
    note += fmt::format("LLR {} {:+.2f} ({:.2f}, {:.2f}) Elo {}",
                        leagues::escape_terminal(entry.baseline), test.llr(), test.bounds().lower,
                        test.bounds().upper, leagues::show_difference(test));
  }
  return note;
}

/// What the dice gave the candidate in the mean of the deal's games; 0 where it is not taken out.
double luck_of(Gate& gate, const referee::DealResult& deal) {
  if (!gate.evaluator) return 0;
  double sum = 0;
  for (const referee::GameRecord& game : deal.games) {
    sum += leagues::game_luck(*gate.evaluator, *gate.rules, game)
               .of_pair(GateTest::kCandidate, GateTest::kBaseline);
  }
  return sum / static_cast<double>(deal.games.size());
}

/// Takes deals up to the one that decides; returns how many.
std::size_t take(Gate& gate, std::size_t index, std::span<const referee::DealResult> deals) {
  GatePairing& pairing = gate.pairings[index];
  GateTest& test = gate.report.tests[index].test;
  std::size_t taken = 0;
  while (taken < deals.size() && test.verdict() == GateVerdict::Open) {
    const auto next = deals.subspan(taken, 1);
    test.take(next.front(), luck_of(gate, next.front()));
    leagues::Task& task = pairing.task;
    task.absent = referee::count_faults(pairing.line_up, next, task.absent, task.faults).absent;
    ++taken;
  }
  return taken;
}

/// Some more deals against every baseline whose test is open.
leagues::RunEnd play_stage(Gate& gate, const LineUpFlags& flags, std::uint64_t stage,
                           Progress& progress) {
  std::vector<leagues::Task> tasks;
  std::vector<std::size_t> test_of;
  for (std::size_t i = 0; i < gate.pairings.size(); ++i) {
    const GateTest& test = gate.report.tests[i].test;
    if (test.verdict() != GateVerdict::Open) continue;
    leagues::Task& task = gate.pairings[i].task;
    task.line_up = &gate.pairings[i].line_up;
    task.done = test.deals();
    task.deals = std::min(gate.report.terms.max_deals, task.done + stage);
    tasks.push_back(task);
    test_of.push_back(i);
  }
  const auto commit = [&](std::size_t task, std::span<const referee::DealResult> deals) {
    GatePairing& pairing = gate.pairings[test_of[task]];
    const auto taken = deals.first(take(gate, test_of[task], deals));
    if (taken.empty()) return;
    if (gate.store) gate.store->add(test_of[task], taken);
    if (!flags.reports.empty())
      leagues::write_fault_files(flags.reports, gate.rules->id(), pairing.line_up.key_names, taken);
    progress.note(live_note(gate.report));
    progress.add(taken, pairing.line_up.key_names);
  };
  return leagues::run(tasks, flags.run.options(), commit).end;
}

bool goes_on(const GateReport& report) {
  bool open = false;
  for (const GateReport::Test& entry : report.tests) {
    if (entry.test.verdict() == GateVerdict::BaselineFaulted) return false;
    open = open || entry.test.verdict() == GateVerdict::Open;
  }
  return open;
}

}  // namespace

void resume_gate(Gate& gate) {
  gate.store->visit([&](std::size_t test, const referee::DealResult& deal) {
    take(gate, test, std::span(&deal, 1));
  });
}

void play_gate(Gate& gate, const LineUpFlags& flags, const Session& session) {
  using Clock = std::chrono::steady_clock;
  std::uint64_t played = 0;
  for (const GateReport::Test& entry : gate.report.tests)
    played += 2 * entry.test.deals();
  Progress progress(session, gate.report.terms.max_deals * 2 * gate.pairings.size(), played);
  std::uint64_t stage = kFirstStage;
  while (goes_on(gate.report)) {
    const auto start = Clock::now();
    if (play_stage(gate, flags, stage, progress) != leagues::RunEnd::Complete) return;
    if (Clock::now() - start < kStageTime) stage = std::min(2 * stage, kLargestStage);
  }
}

}  // namespace danno::cli
