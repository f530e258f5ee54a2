// The command line of 'danno gate', and the gate that it asks for.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "leagues/cli/flags/line_up_flags.hpp"
#include "leagues/cli/flags/verb.hpp"
#include "leagues/gate/reports.hpp"

namespace danno::leagues::cli::flags {

struct GateArguments {
  std::string candidate;
  std::vector<std::string> baselines;
  std::string repository;  ///< Empty: the current folder's.
  std::vector<std::string> bounds;
  bool score = false;
  std::vector<std::string> anchors;
  std::optional<double> at_least;
  std::optional<std::uint64_t> max_deals;
  std::string out;
  std::string preset = "improvement";
  std::optional<double> elo0;
  std::optional<double> elo1;
  std::optional<std::int64_t> max_faults;
  gate::GateTerms terms;
  std::string inconclusive;
  std::string attempts;
  std::string junit;
  std::string summary;
  std::string grade;
  bool raw = false;
  LineUpFlags line_up;
};

/// `arguments` lives as long as the verb.
void add_gate_flags(Verb verb, GateArguments& arguments);

// All below throw UsageError.

[[nodiscard]] gate::GateTerms chosen_terms(const GateArguments& arguments);
/// --seats, with --out.
void check_seats(const GateArguments& arguments);
[[nodiscard]] gate::Undecided chosen_undecided(const GateArguments& arguments);
/// A report before its first test, with seeds of its own.
[[nodiscard]] gate::GateReport chosen_report(const GateArguments& arguments,
                                             const referee::play::LineUp& common);
/// --bounds, of the report's tests.
void set_chosen_bounds(const GateArguments& arguments, gate::GateReport& report);
/// --anchor, by test; nothing of a test without --score.
[[nodiscard]] std::vector<double> chosen_anchors(const GateArguments& arguments,
                                                 const gate::GateReport& report);
/// Before hours of play, not after.
void require_writable_files(const GateArguments& arguments);

}  // namespace danno::leagues::cli::flags
