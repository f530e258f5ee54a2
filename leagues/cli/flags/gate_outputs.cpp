#include "leagues/cli/flags/gate_outputs.hpp"

#include <filesystem>

#include "leagues/cli/flags/grade_folder.hpp"
#include "leagues/cli/flags/run_log.hpp"
#include "leagues/cli/terminal/show_gate.hpp"
#include "leagues/files/whole_file.hpp"
#include "leagues/gate/grades.hpp"
#include "leagues/gate/junit.hpp"
#include "leagues/gate/score.hpp"

namespace danno::leagues::cli::flags {
namespace {

int exit_code_of(gate::GateVerdict verdict, gate::Undecided undecided, int interrupted) {
  switch (verdict) {
    case gate::GateVerdict::Passed:
      return terminal::kDone;
    case gate::GateVerdict::Inconclusive:
      return undecided == gate::Undecided::Passed   ? terminal::kDone
             : undecided == gate::Undecided::Failed ? terminal::kFails
                                                    : terminal::kUndecided;
    case gate::GateVerdict::Open:
      return interrupted;
    case gate::GateVerdict::Failed:
    case gate::GateVerdict::TooManyFaults:
    case gate::GateVerdict::CannotPlay:
      return terminal::kFails;
    case gate::GateVerdict::BaselineFaulted:
      break;
  }
  return terminal::kBroken;
}

}  // namespace

void prepare_outputs(const GateArguments& arguments) {
  require_writable_files(arguments);
  if (arguments.score) make_grade_folder(arguments.grade);
}

std::string log_file(const GateArguments& arguments) {
  if (!arguments.line_up.log.empty() || arguments.out.empty()) return arguments.line_up.log;
  return (std::filesystem::path(arguments.out) / kLeagueLog).string();
}

int tell_verdict(const GateArguments& arguments, const gate::GateReport& report,
                 const terminal::Invocation& invocation, int interrupted) {
  terminal::show(report, invocation);
  if (!arguments.junit.empty()) files::write_named(arguments.junit, gate::gate_junit(report));
  if (!arguments.summary.empty())
    files::append_named(arguments.summary, gate::gate_markdown(report));
  return exit_code_of(report.verdict(), report.undecided, interrupted);
}

int tell_score(const GateArguments& arguments, const gate::GateReport& report,
               const std::vector<double>& anchors, const terminal::Invocation& invocation,
               int interrupted) {
  const gate::GateScore score = gate::score_of(report, anchors, arguments.at_least);
  terminal::show(report, score, invocation);
  if (!arguments.junit.empty())
    files::write_named(arguments.junit, gate::score_junit(report, score));
  if (!arguments.summary.empty())
    files::append_named(arguments.summary, gate::score_markdown(report, score));
  if (!arguments.grade.empty() && !gate::is_broken(score.verdict))
    gate::write_grade_file(gate::grade_of(report, score), arguments.grade);
  return exit_code_of(score.verdict, report.undecided, interrupted);
}

}  // namespace danno::leagues::cli::flags
