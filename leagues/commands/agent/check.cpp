// danno check AGENT: would a league take it?
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "leagues/base/count.hpp"
#include "leagues/base/escape.hpp"
#include "leagues/base/whole_file.hpp"
#include "leagues/cli/agents.hpp"
#include "leagues/cli/command.hpp"
#include "leagues/cli/invocation.hpp"
#include "leagues/cli/line_up_options.hpp"
#include "leagues/cli/output_files.hpp"
#include "leagues/cli/print.hpp"
#include "leagues/cli/run_log.hpp"
#include "leagues/cli/stored_league.hpp"
#include "leagues/commands/agent/agent_check.hpp"
#include "leagues/commands/agent/grades.hpp"
#include "leagues/store/league.hpp"
#include "referee/sandbox/isolation.hpp"

namespace danno::leagues::commands::agent {
namespace {

using agent::CheckLine;
using base::escape_terminal;

struct CheckArguments {
  std::string agent;
  std::string league;
  std::vector<std::string> rules;
  int answer_ms = 0;  // 0: the league's
  int bank_ms = 0;
  std::string isolation;
  std::string junit;
  std::string grade;
  std::string log;
};

CheckOptions make_check_options(const CheckArguments& arguments,
                                const cli::Invocation& invocation) {
  CheckOptions order = agent::make_check_options(arguments.league, arguments.rules);
  referee::protocol::Limits& limits = order.limits;
  if (!arguments.isolation.empty()) limits.isolation = cli::resolve_isolation(arguments.isolation);
  if (arguments.answer_ms > 0) limits.answer = std::chrono::milliseconds(arguments.answer_ms);
  if (arguments.bank_ms > 0) limits.bank = std::chrono::milliseconds(arguments.bank_ms);
  order.entrant = cli::parse_agent(arguments.agent, limits.isolation, invocation);
  return order;
}

/// Returns the state as a word of fixed width, in its colour.
std::string shown_state(CheckLine::State state) {
  using cli::Style;
  const auto style = state == CheckLine::State::Ok     ? Style::Green
                     : state == CheckLine::State::Warn ? Style::Yellow
                                                       : Style::Red;
  return cli::styled(fmt::format("{:<5}", agent::to_string(state)), style, stdout);
}

void print_indented(const std::vector<std::string>& lines) {
  for (const std::string& line : lines)
    cli::print_text("      {}\n", escape_terminal(line));
}

/// Clears the line of the check in progress.
void clear_line() {
  if (cli::is_live(stdout)) cli::print("\r\x1B[K");
}

/// Prints a line of the check. At a terminal the last line shows the check in progress.
void print_line(const CheckLine& line, const cli::Invocation& invocation) {
  clear_line();
  if (line.state == CheckLine::State::Begun) {
    if (cli::is_live(stdout)) cli::print("      {} …", line.what);
    return;
  }
  const bool more = !line.log.empty() && !invocation.verbose;
  cli::print_text("{} {:<40} {}{}\n", shown_state(line.state), line.what,
                  escape_terminal(line.detail), more ? "; -v shows the last lines" : "");
  if (invocation.verbose) print_indented(line.log);
  print_indented(line.evidence);
  if (!line.advice.empty()) cli::print_text("      help    {}\n", escape_terminal(line.advice));
}

/// Returns the flags without which the next command would not play what was checked. A match takes
/// one rule set.
std::string repeated_flags(const CheckArguments& arguments) {
  std::string flags;
  if (arguments.rules.size() == 1 && arguments.rules.front() != "all")
    flags += " --rules " + cli::shell_word(arguments.rules.front());
  if (!arguments.isolation.empty()) flags += " --isolation " + arguments.isolation;
  return flags;
}

void print_end(const CheckReport& report, const CheckArguments& arguments,
               const cli::Invocation& invocation) {
  clear_line();
  for (const Strength& strength : report.strengths)
    cli::print_text("      against {}\n", agent::format_strength(strength));
  const auto count = [&](CheckLine::State state) {
    return static_cast<std::uint64_t>(std::ranges::count(report.lines, state, &CheckLine::state));
  };
  cli::print_text("\n{}: {} ok, {}, {} failed; isolation {}\n",
                  report.passed() ? "passed" : "failed", count(CheckLine::State::Ok),
                  base::format_count(count(CheckLine::State::Warn), "warning"),
                  count(CheckLine::State::Fail), referee::sandbox::to_string(report.isolation));
  const std::string agent = cli::shell_word(arguments.agent);
  const std::string passed = fmt::format("match {} {}", agent, agent == "hold" ? "odds" : "hold");
  cli::print("next    {}{} {}{}\n", report.passed() ? "" : "fix it, then ", invocation.program,
             report.passed() ? passed : "check " + agent, repeated_flags(arguments));
}

void write_files(const CheckReport& report, const CheckArguments& arguments) {
  if (!arguments.junit.empty()) base::write_named(arguments.junit, agent::check_junit(report));
  if (!arguments.grade.empty()) agent::write_grade_file(agent::make_grade(report), arguments.grade);
}

int run_check(const CheckArguments& arguments, const cli::Invocation& invocation) {
  const CheckOptions order = make_check_options(arguments, invocation);
  if (!arguments.junit.empty()) cli::check_file_to_write("--junit", arguments.junit);
  cli::make_grade_folder(arguments.grade);
  if (!order.entrant.unreadable.empty()) {  // nothing is run; its author gets a grade all the same
    write_files(agent::check_agent(order, [](const CheckLine&) {}), arguments);
    cli::require_readable(order.entrant, arguments.agent);
  }
  const referee::sandbox::IsolationState& promised =
      referee::sandbox::require(order.limits.isolation);
  cli::RunLog log(invocation, arguments.log, promised);
  const auto report = agent::check_agent(order, [&](const CheckLine& line) {
    if (!invocation.json) print_line(line, invocation);
  });
  invocation.json ? cli::print("{}", agent::check_json(report))
                  : print_end(report, arguments, invocation);
  write_files(report, arguments);
  return log.end(report.passed() ? cli::kDone : cli::kFails);
}

}  // namespace

CheckOptions make_check_options(const std::string& file, const std::vector<std::string>& rules) {
  constexpr const char* kUsual = "league.toml";
  CheckOptions options;
  options.limits.isolation = store::kDefaultIsolation;
  if (!file.empty() || std::filesystem::exists(kUsual)) {
    const store::League league = cli::read_league_terms(file.empty() ? kUsual : file).league;
    options.limits = league.limits;
    for (const store::DivisionSettings& division : league.divisions)
      options.rules.push_back(division.definition);
  }
  // The rules of the command line replace those of the file.
  if (!rules.empty()) options.rules.clear();
  const bool all = rules.size() == 1 && rules.front() == "all";
  for (const std::string& id : all ? std::vector<std::string>() : rules)
    options.rules.push_back(&cli::resolve_rules(id));
  if (all) options.rules.assign(rules::all_definitions().rbegin(), rules::all_definitions().rend());
  if (options.rules.empty()) options.rules.push_back(&cli::resolve_rules("koans"));
  return options;
}

void add_check(cli::Command app, cli::Invocation& invocation) {
  const auto [command, arguments] =
      app.add(invocation, run_check,
              {.name = "check",
               .summary = "check whether a league would accept an agent",
               .group = "Agents",
               .examples = "  danno check mybot\n"
                           "  danno check mybot --rules official --junit check.xml"});
  command.json_flag(invocation);
  command
      .option("AGENT", arguments.agent, "a folder with agent.toml, or an agent as in 'danno match'")
      .required();
  command.option("--league FILE", arguments.league,
                 "take rule sets and limits from this file; default league.toml if it exists");
  command.option("--rules ID|FILE…", arguments.rules, "rule sets to play, or 'all'; default koans")
      .several(rules::all_definitions().size());
  cli::add_clock_flags(command, arguments.answer_ms, arguments.bank_ms);
  cli::add_isolation_flag(command, arguments.isolation);
  command.option("--junit FILE", arguments.junit, "write the result as JUnit XML");
  cli::add_grade_flag(command, arguments.grade);
  cli::add_log_flag(command, arguments.log);
}

}  // namespace danno::leagues::commands::agent
