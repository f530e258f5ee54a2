// danno doctor: what this machine can promise about agents, found by trying.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <memory>

#include "leagues/cli/flags/verb.hpp"
#include "leagues/cli/terminal/show_machine.hpp"
#include "leagues/cli/verbs/verbs.hpp"
#include "referee/sandbox/isolation.hpp"

namespace danno::leagues::cli::verbs {
namespace {

using referee::sandbox::Isolation;
using referee::sandbox::IsolationState;

struct Tool {
  const char* name;
  const char* version;  ///< The argument that makes it say its version and end.
  const char* package;  ///< Debian's.
};

/// What agents are usually written for; none is a must.
constexpr Tool kTools[] = {
    {"python3", "--version", "python3"},
    {"node", "--version", "nodejs"},
    {"java", "-version", "default-jre-headless"},
    {"dotnet", "--version", ""},
    {"go", "version", "golang-go"},
    {"ruby", "--version", "ruby"},
    {"julia", "--version", "julia"},
    {"perl", "-v", "perl"},
};

/// Where an agent's PATH finds it; empty: nowhere.
std::string find_tool(const std::string& name) {
  for (const char* folder : {"/usr/local/bin", "/usr/bin", "/bin"}) {
    const std::string path = fmt::format("{}/{}", folder, name);
    if (::access(path.c_str(), X_OK) == 0) return path;
  }
  return {};
}

terminal::ToolTrial try_tool(const Tool& tool, Isolation level) {
  terminal::ToolTrial trial{tool.name, find_tool(tool.name), false, "not found"};
  if (trial.path.empty()) {
    if (*tool.package != 0) trial.state += fmt::format(": apt-get install {}", tool.package);
    return trial;
  }
  const referee::sandbox::Exit exit =
      referee::sandbox::try_program(level, {tool.name, tool.version});
  trial.starts = exit.kind == referee::sandbox::Exit::Kind::Code && exit.value == 0;
  trial.state = trial.starts ? fmt::format("starts at {}", referee::sandbox::to_string(level))
                             : fmt::format("does not start at {}: {}",
                                           referee::sandbox::to_string(level), exit.detail);
  return trial;
}

/// At the first level that holds; nothing if none does.
std::vector<terminal::ToolTrial> try_tools(const std::vector<IsolationState>& states) {
  const auto level = std::ranges::find_if(states, &IsolationState::holds);
  std::vector<terminal::ToolTrial> trials;
  if (level == states.end()) return trials;
  for (const Tool& tool : kTools)
    trials.push_back(try_tool(tool, level->level));
  return trials;
}

std::vector<IsolationState> examine(const std::string& level) {
  std::vector<IsolationState> states;
  for (const auto each : {Isolation::Strict, Isolation::Confined, Isolation::None}) {
    if (level.empty() || level == referee::sandbox::to_string(each))
      states.push_back(referee::sandbox::probe_thoroughly(each));
  }
  return states;
}

/// Without --level it is enough that the default holds.
bool all_is_well(const std::vector<IsolationState>& states) { return states.front().holds(); }

int run(const std::string& level, const terminal::Invocation& invocation) {
  const auto states = examine(level);
  const auto trials = try_tools(states);
  terminal::show(states, trials, invocation);
  return all_is_well(states) ? terminal::kDone : terminal::kBroken;
}

}  // namespace

void add_doctor(flags::Verb app, terminal::Invocation& invocation) {
  const flags::Verb verb =
      app.add(invocation, {.name = "doctor",
                           .summary = "what this machine can promise about agents",
                           .group = "Agents",
                           .examples = "  danno doctor\n"
                                       "  danno doctor --level confined --json"});
  auto level = std::make_shared<std::string>();
  verb.option("--level", *level, "try this level only").one_of({"strict", "confined", "none"});
  verb.json_flag(invocation);
  verb.runs([level, &invocation] { return run(*level, invocation); });
}

}  // namespace danno::leagues::cli::verbs
