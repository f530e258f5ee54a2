// danno check AGENT: would a league take it?
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>

#include "leagues/check/check.hpp"
#include "leagues/check/reports.hpp"
#include "leagues/cli/chosen_agents.hpp"
#include "leagues/cli/flags/chosen_isolation.hpp"
#include "leagues/cli/flags/chosen_rules.hpp"
#include "leagues/cli/terminal/color.hpp"
#include "leagues/cli/grade_folder.hpp"
#include "leagues/cli/verb.hpp"
#include "leagues/cli/verbs.hpp"
#include "leagues/check/grades.hpp"
#include "leagues/store/league.hpp"
#include "leagues/tables/table.hpp"
#include "leagues/text/escape.hpp"
#include "referee/sandbox/isolation.hpp"

namespace danno::cli {
namespace {

using leagues::CheckLine;
using leagues::escape_terminal;

struct Arguments {
  std::string agent;
  std::vector<std::string> rules;
  int answer_ms = 100;
  std::string isolation{referee::to_string(leagues::kDefaultIsolation)};
  std::string junit;
  std::string grade;
};

leagues::CheckOrder order_of(const Arguments& arguments) {
  leagues::CheckOrder order;
  const referee::Isolation level = chosen_isolation(arguments.isolation);
  order.limits.isolation = level;
  order.limits.answer = std::chrono::milliseconds(arguments.answer_ms);
  for (const std::string& id : arguments.rules)
    order.rules.push_back(&chosen_rules(id));
  if (order.rules.empty()) {
    // The first one measures strength; koans is the one of matches, too.
    const auto all = rules::all_definitions();
    order.rules.assign(all.rbegin(), all.rend());
  }
  order.entrant = chosen_agent(arguments.agent, level);
  return order;
}

std::string shown_state(CheckLine::State state) {
  const auto text = fmt::format("{:<5}", leagues::to_string(state));
  switch (state) {
    case CheckLine::State::Ok:
      return styled(text, Style::Green, stdout);
    case CheckLine::State::Warn:
      return styled(text, Style::Yellow, stdout);
    case CheckLine::State::Fail:
      return styled(text, Style::Red, stdout);
  }
  return text;
}

void print_line(const CheckLine& line) {
  fmt::print("{} {:<40} {}\n", shown_state(line.state), line.what, escape_terminal(line.detail));
  for (const std::string& text : line.evidence)
    fmt::print("      {}\n", escape_terminal(text));
  if (!line.advice.empty()) fmt::print("      help    {}\n", escape_terminal(line.advice));
  std::fflush(stdout);
}

void print_end(const leagues::CheckReport& report, const Arguments& arguments,
               const Session& session) {
  for (const leagues::Strength& strength : report.strengths)
    fmt::print("      against {}\n", leagues::show_strength(strength));
  const auto count = [&](CheckLine::State state) {
    return std::ranges::count(report.lines, state, &CheckLine::state);
  };
  fmt::print("\n{}: {} ok, {} warnings, {} failed; isolation {}\n",
             report.passed() ? "passed" : "failed", count(CheckLine::State::Ok),
             count(CheckLine::State::Warn), count(CheckLine::State::Fail),
             referee::to_string(report.isolation));
  const std::string agent = escape_terminal(arguments.agent);
  if (report.passed()) {
    fmt::print("next    {} match {} {}\n", session.program, agent,
               agent == "hold" ? "odds" : "hold");
  } else {
    fmt::print("next    put it right, then {} check {}\n", session.program, agent);
  }
}

void run_check(const Arguments& arguments, Session& session) {
  const leagues::CheckOrder order = order_of(arguments);
  referee::require(order.limits.isolation);
  make_grade_folder(arguments.grade);
  const auto report = leagues::check_agent(order, [&](const CheckLine& line) {
    if (!session.json) print_line(line);
  });
  if (session.json) {
    fmt::print("{}", leagues::check_json(report));
  } else {
    print_end(report, arguments, session);
  }
  if (!arguments.junit.empty()) leagues::write_whole(arguments.junit, leagues::check_junit(report));
  if (!arguments.grade.empty())
    leagues::write_grade_files(leagues::grade_of(report), arguments.grade);
  if (!report.passed()) session.exit_code = kFails;
}

}  // namespace

void add_check(CLI::App& app, Session& session) {
  CLI::App& verb = add_verb(app, session,
                            {.name = "check",
                             .summary = "whether a league would take an agent, and why not",
                             .group = "Agents",
                             .examples = "  danno check mybot\n"
                                         "  danno check mybot --rules official --junit check.xml"});
  add_json_flag(verb, session);
  const auto arguments = std::make_shared<Arguments>();
  verb.add_option("AGENT", arguments->agent,
                  "a folder with agent.toml, or as 'danno match' takes it")
      ->required();
  verb.add_option("--rules", arguments->rules, "rule sets to play; default: all")
      ->type_name("ID…")
      ->expected(1, 5);
  verb.add_option("--answer-ms", arguments->answer_ms, "thinking time of an answer; default 100")
      ->type_name("1..600000")
      ->check(CLI::Range(1, 600'000).description(""));
  add_isolation_flag(verb, arguments->isolation);
  verb.add_option("--junit", arguments->junit, "write the lines as JUnit XML")->type_name("FILE");
  add_grade_flag(verb, arguments->grade);
  verb.callback([arguments, &session] { run_check(*arguments, session); });
}

}  // namespace danno::cli
