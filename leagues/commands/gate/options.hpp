// The command line of 'danno gate', and the gate that it describes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "leagues/cli/command.hpp"
#include "leagues/cli/line_up_options.hpp"
#include "leagues/commands/gate/report.hpp"

namespace danno::leagues::commands::gate {

struct GateArguments {
  std::string candidate;
  std::vector<std::string> baselines;
  std::string repository;  ///< If empty, the current folder's repository.
  std::vector<std::string> bounds;
  bool score = false;
  std::vector<std::string> anchors;
  std::optional<double> at_least;
  std::optional<std::uint64_t> max_deals;
  std::string out;
  std::string preset;  ///< If empty, "improvement".
  std::optional<double> elo0;
  std::optional<double> elo1;
  std::optional<double> alpha;
  std::optional<double> beta;
  std::optional<std::int64_t> max_faults;
  GateTerms terms;
  std::string inconclusive;
  std::string attempts;
  std::string junit;
  std::string summary;
  std::string grade;
  bool raw = false;
  cli::LineUpFlags line_up;
};

/// Adds the flags; `arguments` must live as long as the command.
void add_gate_flags(cli::Command command, GateArguments& arguments);

// All functions below throw UsageError.

/// Checks --elo0, --elo1, --alpha and --beta of a sequential test.
void check_sprt(double elo0, double elo1, double alpha, double beta);
/// Returns a report without tests, with newly drawn or given seeds.
[[nodiscard]] GateReport make_report(const GateArguments& arguments,
                                     const referee::play::LineUp& common);
/// Applies --bounds to the report's tests.
void set_bounds(const GateArguments& arguments, GateReport& report);
/// Returns the Elo values of --anchor by test; empty for a gate without --score.
[[nodiscard]] std::vector<double> parse_anchors(const GateArguments& arguments,
                                                const GateReport& report);
/// Returns the terms that the deals are judged by, as --out keeps them.
[[nodiscard]] std::string format_terms(const GateArguments& arguments, const GateReport& report);
/// Checks that the output files are writable, before hours of play.
void require_writable_files(const GateArguments& arguments);

}  // namespace danno::leagues::commands::gate
