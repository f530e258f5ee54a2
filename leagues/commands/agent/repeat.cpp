// danno repeat REPORT AGENT: a reported fault, fed to the agent again.
#include <fmt/format.h>

#include "leagues/base/escape.hpp"
#include "leagues/base/json.hpp"
#include "leagues/base/outside_file.hpp"
#include "leagues/cli/agents.hpp"
#include "leagues/cli/command.hpp"
#include "leagues/cli/invocation.hpp"
#include "leagues/cli/line_up_options.hpp"
#include "leagues/cli/print.hpp"
#include "leagues/store/league.hpp"
#include "referee/protocol/answer_check.hpp"
#include "referee/protocol/conversation.hpp"
#include "referee/protocol/report.hpp"
#include "referee/sandbox/isolation.hpp"

namespace danno::leagues::commands::agent {
namespace {

using base::escape_terminal;
using base::Json;

using referee::record::Fault;

struct RepeatArguments {
  std::string report;
  std::string agent;
  std::string isolation{referee::sandbox::to_string(store::kDefaultIsolation)};
};

Fault read_report(const std::string& path) {
  const auto report = base::read_whole(path);
  if (!report) throw cli::UsageError("{}: cannot be read; expected a fault's report", path);
  try {
    Fault fault = referee::protocol::parse_report(*report);
    for (const referee::record::Exchange& exchange : fault.evidence->exchanges) {
      if (exchange.asks) (void)referee::protocol::parse_question(exchange.frame);
    }
    return fault;
  } catch (const std::runtime_error& error) {
    throw cli::UsageError(fmt::format("{}: {}", path, error.what()));
  }
}

/// Returns the agent's stderr of this repetition if it failed.
std::vector<std::string> stderr_lines(const referee::protocol::Repetition& now) {
  return now.fault ? now.fault->evidence->stderr_lines : std::vector<std::string>();
}

std::string verdict(const Fault& reported, const referee::protocol::Repetition& now) {
  if (!now.fault) return "no fault this time: every question was answered as the options allow";
  const std::string_view same =
      now.fault->kind == reported.kind ? "the same fault" : "another fault";
  return fmt::format("{}: {}: {}", same, referee::record::to_string(now.fault->kind),
                     escape_terminal(describe(now.fault->cause)));
}

void print_text(const Fault& reported, const referee::protocol::Repetition& now) {
  cli::print_text("reported  {}: {}\n", referee::record::to_string(reported.kind),
                  escape_terminal(describe(reported.cause)));
  cli::print_text("asked     {}\n", escape_terminal(describe(reported.evidence->question)));
  cli::print_text("now       {}\n", verdict(reported, now));
  cli::print_text("          {} of its questions answered\n", now.questions);
  if (!now.fault && reported.kind == referee::record::FaultKind::Garbled)
    cli::print_text("note      only this game was repeated; 'danno check' plays many at once\n");
  if (!now.fault) return;
  for (const auto& [stream, text] : referee::protocol::output_lines(*now.fault->evidence))
    cli::print_text("{}    {}\n", stream, escape_terminal(text));
}

void print_json(const Fault& reported, const referee::protocol::Repetition& now) {
  Json json{{"agent", reported.evidence->agent},
            {"reported", referee::record::to_string(reported.kind)}};
  json["fault"] = now.fault ? Json(referee::record::to_string(now.fault->kind)) : Json(nullptr);
  json["same"] = now.fault && now.fault->kind == reported.kind;
  json["detail"] = now.fault ? describe(now.fault->cause) : "";
  json["questions"] = now.questions;
  json["stderr"] = stderr_lines(now);
  cli::print("{}\n", base::dump(json));
}

int run_repeat(const RepeatArguments& arguments, const cli::Invocation& invocation) {
  const referee::sandbox::Isolation level = cli::resolve_isolation(arguments.isolation);
  const Fault reported = read_report(arguments.report);
  const entrants::Entrant entrant = cli::parse_agent(arguments.agent, level, invocation);
  cli::require_readable(entrant, arguments.agent);
  referee::sandbox::require(level);
  std::size_t asked = 0;
  const auto print_answer = [&](const referee::protocol::Repeated& repeated) {
    ++asked;
    const std::string& then = repeated.then.answer;
    const std::string now = referee::protocol::answer_in_words(repeated.now);
    if (then.empty() || then == now || invocation.quiet) return;
    cli::print_note("question {}: then {}, now {}\n", asked, then, now);
  };
  const referee::protocol::Repetition now =
      referee::protocol::repeat(*reported.evidence, entrant.agent, level, print_answer);
  invocation.json ? print_json(reported, now) : print_text(reported, now);
  return now.fault ? cli::kFails : cli::kDone;
}

}  // namespace

void add_repeat(cli::Command app, cli::Invocation& invocation) {
  const auto [command, arguments] =
      app.add(invocation, run_repeat,
              {.name = "repeat",
               .summary = "send an agent the questions of a reported fault again",
               .group = cli::kMore,
               .examples = "  danno repeat out/spring/faults/ada/koans-ada,bob-17-0.json ./ada\n"
                           "  danno repeat report.json ./ada --isolation none --json"});
  command.json_flag(invocation);
  command.option("REPORT", arguments.report, "the file of the report").required();
  command.option("AGENT", arguments.agent, "an agent, as in 'danno match'").required();
  cli::add_isolation_flag(command, arguments.isolation);
}

}  // namespace danno::leagues::commands::agent
