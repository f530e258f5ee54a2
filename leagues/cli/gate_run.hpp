// What a gate plays: the candidate against every baseline, in stages, until all tests are decided.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "leagues/cli/flags/line_up_flags.hpp"
#include "leagues/gate/reports.hpp"
#include "leagues/gate/store.hpp"
#include "leagues/runner.hpp"
#include "leagues/scores/solved_game.hpp"
#include "referee/solver/evaluator.hpp"

namespace danno::cli {

/// One baseline's line-up, by the index of its test in the report.
struct GatePairing {
  referee::LineUp line_up;
  leagues::Task task;
};

struct Gate {
  std::optional<rules::RuleSet> rules;
  std::unique_ptr<const leagues::SolvedGame> solved;
  std::optional<solver::Evaluator> evaluator;  ///< Of `solved`; nothing: the scores stay raw.
  std::vector<GatePairing> pairings;
  leagues::GateReport report;
  std::optional<leagues::GateStore> store;  ///< Nothing: its deals are not kept.
};

/// Takes the deals that the store holds.
void resume_gate(Gate& gate);

/// Plays until every test is decided, a baseline faults, or referee::request_stop().
void play_gate(Gate& gate, const LineUpFlags& flags, const Session& session);

}  // namespace danno::cli
