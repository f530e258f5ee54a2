// danno repeat REPORT AGENT: a reported fault, fed to the agent again.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <fstream>
#include <iterator>
#include <memory>
#include <nlohmann/json.hpp>

#include "leagues/cli/chosen_agents.hpp"
#include "leagues/cli/flags/chosen_isolation.hpp"
#include "leagues/cli/verb.hpp"
#include "leagues/cli/verbs.hpp"
#include "leagues/store/league.hpp"
#include "leagues/text/escape.hpp"
#include "referee/sandbox/isolation.hpp"
#include "referee/repeat.hpp"

namespace danno::cli {
namespace {

using leagues::escape_terminal;
using nlohmann::ordered_json;

struct Arguments {
  std::string report;
  std::string agent;
  std::string isolation{referee::to_string(leagues::kDefaultIsolation)};
};

referee::Report read_report(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw UsageError(fmt::format("{}: cannot be read; expected a fault's report", path));
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  try {
    return referee::parse_report(text);
  } catch (const std::runtime_error& error) {
    throw UsageError(fmt::format("{}: {}", path, error.what()));
  }
}

std::string verdict(const referee::Report& report, const referee::Repetition& now) {
  if (!now.fault) return "no fault this time: every question was answered as the options allow";
  const std::string_view same = *now.fault == report.kind ? "the same fault" : "another fault";
  return fmt::format("{}: {}: {}", same, referee::to_string(*now.fault),
                     escape_terminal(now.detail));
}

void print_text(const referee::Report& report, const referee::Repetition& now) {
  fmt::print("reported  {}: {}\n", referee::to_string(report.kind), escape_terminal(report.detail));
  fmt::print("asked     {}\n", escape_terminal(report.question));
  fmt::print("now       {}\n", verdict(report, now));
  fmt::print("          {} of its questions answered\n", now.questions);
  if (!now.fault) return;
  if (now.stderr_lines.empty()) fmt::print("stderr    nothing: the agent wrote nothing there\n");
  for (const std::string& line : now.stderr_lines)
    fmt::print("stderr    {}\n", escape_terminal(line));
}

void print_json(const referee::Report& report, const referee::Repetition& now) {
  ordered_json json{{"agent", report.agent}, {"reported", referee::to_string(report.kind)}};
  json["fault"] = now.fault ? ordered_json(referee::to_string(*now.fault)) : ordered_json(nullptr);
  json["same"] = now.fault == report.kind;
  json["detail"] = now.detail;
  json["questions"] = now.questions;
  json["stderr"] = now.stderr_lines;
  fmt::print("{}\n", json.dump(-1, ' ', false, ordered_json::error_handler_t::replace));
}

void run_repeat(const Arguments& arguments, Session& session) {
  const referee::Isolation level = chosen_isolation(arguments.isolation);
  const referee::Report report = read_report(arguments.report);
  const leagues::Entrant entrant = chosen_agent(arguments.agent, level);
  referee::require(level);
  std::size_t asked = 0;
  const auto told = [&](const std::string& then, const std::string& now) {
    ++asked;
    if (then.empty() || then == now || session.quiet) return;
    fmt::print(stderr, "question {}: then {}, now {}\n", asked, then, now);
  };
  const referee::Repetition now = referee::repeat(report, entrant.agent, level, told);
  session.json ? print_json(report, now) : print_text(report, now);
  session.exit_code = now.fault ? kFails : kDone;
}

}  // namespace

void add_repeat(CLI::App& app, Session& session) {
  CLI::App& verb =
      add_verb(app, session,
               {.name = "repeat",
                .summary = "a reported fault, fed to the agent again",
                .group = "Agents",
                .examples = "  danno repeat out/spring/faults/ada/koans-ada,bob-17-0.json ./ada\n"
                            "  danno repeat report.json ./ada --isolation none --json"});
  add_json_flag(verb, session);
  const auto arguments = std::make_shared<Arguments>();
  verb.add_option("REPORT", arguments->report, "the report's file")->required();
  verb.add_option("AGENT", arguments->agent, "as in 'danno match'")->required();
  add_isolation_flag(verb, arguments->isolation);
  verb.callback([arguments, &session] { run_repeat(*arguments, session); });
}

}  // namespace danno::cli
