// danno check AGENT: would a league take it?
#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "leagues/cli/flags/chosen_agents.hpp"
#include "leagues/cli/flags/line_up_flags.hpp"
#include "leagues/cli/flags/place_to_write.hpp"
#include "leagues/cli/flags/run_log.hpp"
#include "leagues/cli/flags/stored_league.hpp"
#include "leagues/cli/terminal/print.hpp"
#include "leagues/cli/verbs/verbs.hpp"
#include "leagues/files/whole_file.hpp"
#include "leagues/gate/check.hpp"
#include "leagues/gate/grades.hpp"
#include "leagues/store/league.hpp"
#include "leagues/words/escape.hpp"
#include "referee/sandbox/isolation.hpp"

namespace danno::leagues::cli::verbs {
namespace {

using gate::CheckLine;
using words::escape_terminal;

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

gate::CheckOrder order_of(const CheckArguments& arguments, const terminal::Invocation& invocation) {
  gate::CheckOrder order = flags::check_order(arguments.league, arguments.rules);
  referee::talk::Limits& limits = order.limits;
  if (!arguments.isolation.empty()) limits.isolation = flags::chosen_isolation(arguments.isolation);
  if (arguments.answer_ms > 0) limits.answer = std::chrono::milliseconds(arguments.answer_ms);
  if (arguments.bank_ms > 0) limits.bank = std::chrono::milliseconds(arguments.bank_ms);
  order.entrant = flags::chosen_agent(arguments.agent, limits.isolation, invocation);
  return order;
}

/// Returns the state as a word of fixed width, in its colour.
std::string shown_state(CheckLine::State state) {
  using terminal::Style;
  const auto style = state == CheckLine::State::Ok     ? Style::Green
                     : state == CheckLine::State::Warn ? Style::Yellow
                                                       : Style::Red;
  return terminal::styled(fmt::format("{:<5}", gate::to_string(state)), style, stdout);
}

void print_indented(const std::vector<std::string>& lines) {
  for (const std::string& line : lines)
    terminal::print_text("      {}\n", escape_terminal(line));
}

/// Clears the line of the check in progress.
void clear_line() {
  if (terminal::is_live(stdout)) std::fputs("\r\x1B[K", stdout);
}

/// Prints a line of the check. At a terminal the last line shows the check in progress.
void print_line(const CheckLine& line, const terminal::Invocation& invocation) {
  clear_line();
  if (line.state == CheckLine::State::Begun) {
    if (terminal::is_live(stdout)) std::fputs(("      " + line.what + " …").c_str(), stdout);
    std::fflush(stdout);
    return;
  }
  const bool more = !line.log.empty() && !invocation.verbose;
  terminal::print_text("{} {:<40} {}{}\n", shown_state(line.state), line.what,
                       escape_terminal(line.detail), more ? "; -v shows the last lines" : "");
  if (invocation.verbose) print_indented(line.log);
  print_indented(line.evidence);
  if (!line.advice.empty())
    terminal::print_text("      help    {}\n", escape_terminal(line.advice));
  std::fflush(stdout);
}

void print_end(const gate::CheckReport& report, const CheckArguments& arguments,
               const terminal::Invocation& invocation) {
  clear_line();
  for (const gate::Strength& strength : report.strengths)
    terminal::print_text("      against {}\n", gate::show_strength(strength));
  const auto count = [&](CheckLine::State state) {
    return std::ranges::count(report.lines, state, &CheckLine::state);
  };
  terminal::print_text("\n{}: {} ok, {} warnings, {} failed; isolation {}\n",
                       report.passed() ? "passed" : "failed", count(CheckLine::State::Ok),
                       count(CheckLine::State::Warn), count(CheckLine::State::Fail),
                       referee::sandbox::to_string(report.isolation));
  const std::string agent = escape_terminal(words::quote_shell(arguments.agent));
  const std::string passed = fmt::format("match {} {}", agent, agent == "hold" ? "odds" : "hold");
  terminal::print("next    {}{} {}\n", report.passed() ? "" : "fix it, then ", invocation.program,
                  report.passed() ? passed : "check " + agent);
}

void write_files(const gate::CheckReport& report, const CheckArguments& arguments) {
  if (!arguments.junit.empty()) files::write_named(arguments.junit, gate::check_junit(report));
  if (!arguments.grade.empty()) gate::write_grade_file(gate::grade_of(report), arguments.grade);
}

int run_check(const CheckArguments& arguments, const terminal::Invocation& invocation) {
  const gate::CheckOrder order = order_of(arguments, invocation);
  if (!arguments.junit.empty()) flags::check_file_to_write("--junit", arguments.junit);
  flags::make_grade_folder(arguments.grade);
  if (!order.entrant.unreadable.empty()) {  // nothing is run; its author gets a grade all the same
    write_files(gate::check_agent(order, [](const CheckLine&) {}), arguments);
    flags::require_readable(order.entrant, arguments.agent);
  }
  const referee::sandbox::IsolationState& promised =
      referee::sandbox::require(order.limits.isolation);
  flags::RunLog log(invocation, arguments.log, promised);
  const auto report = gate::check_agent(order, [&](const CheckLine& line) {
    if (!invocation.json) print_line(line, invocation);
  });
  invocation.json ? terminal::print("{}", gate::check_json(report))
                  : print_end(report, arguments, invocation);
  write_files(report, arguments);
  return log.end(report.passed() ? terminal::kDone : terminal::kFails);
}

}  // namespace

void add_check(flags::Verb app, terminal::Invocation& invocation) {
  const flags::Verb verb =
      app.add(invocation, {.name = "check",
                           .summary = "whether a league would take an agent, and why not",
                           .group = "Agents",
                           .examples = "  danno check mybot\n"
                                       "  danno check mybot --rules official --junit check.xml"});
  verb.json_flag(invocation);
  const auto arguments = std::make_shared<CheckArguments>();
  verb.option("AGENT", arguments->agent, "a folder with agent.toml, or as 'danno match' takes it")
      .required();
  verb.option("--league", arguments->league,
              "take rule sets and limits from this file; default league.toml if it exists")
      .takes("FILE");
  verb.option("--rules", arguments->rules, "rule sets to play, or 'all'; default koans")
      .takes("ID|FILE…")
      .several(rules::all_definitions().size());
  flags::add_clock_flags(verb, arguments->answer_ms, arguments->bank_ms);
  flags::add_isolation_flag(verb, arguments->isolation);
  verb.option("--junit", arguments->junit, "write the lines as JUnit XML").takes("FILE");
  flags::add_grade_flag(verb, arguments->grade);
  flags::add_log_flag(verb, arguments->log);
  verb.runs([arguments, &invocation] { return run_check(*arguments, invocation); });
}

}  // namespace danno::leagues::cli::verbs
