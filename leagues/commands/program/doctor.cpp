// danno doctor: what this machine can promise about agents, found by trying.
#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "leagues/base/json.hpp"
#include "leagues/cli/command.hpp"
#include "leagues/cli/invocation.hpp"
#include "leagues/cli/print.hpp"
#include "referee/sandbox/isolation.hpp"

namespace danno::leagues::commands::program {
namespace {

using referee::sandbox::Isolation;
using referee::sandbox::IsolationState;
using referee::sandbox::Layer;

std::vector<IsolationState> probe_levels(const std::string& level) {
  std::vector<IsolationState> states;
  for (const auto each : {Isolation::Strict, Isolation::Confined, Isolation::None}) {
    if (level.empty() || level == referee::sandbox::to_string(each))
      states.push_back(referee::sandbox::probe(each));
  }
  return states;
}

base::Json to_json(const IsolationState& state) {
  base::Json json = {{"level", referee::sandbox::to_string(state.level)}, {"holds", state.holds()}};
  for (const Layer& layer : state.layers) {
    json["layers"].push_back({{"name", layer.name},
                              {"state", layer.state},
                              {"holds", layer.holds},
                              {"remedy", layer.remedy}});
  }
  return json;
}

void print_json(const std::vector<IsolationState>& states) {
  base::Json json;
  for (const IsolationState& state : states)
    json["levels"].push_back(to_json(state));
  cli::print("{}\n", base::dump(json));
}

void print_text(const std::vector<IsolationState>& states) {
  for (const IsolationState& state : states) {
    const auto memory = std::ranges::find(state.layers, "memory", &Layer::name);
    cli::print_text("isolation {}: {}{}\n{}", referee::sandbox::to_string(state.level),
                    state.holds() ? "holds" : "is not available here",
                    state.holds() ? fmt::format("; memory is {}", memory->state) : "",
                    referee::sandbox::failed_layers(state));
  }
}

int run_doctor(const std::string& level, const cli::Invocation& invocation) {
  const auto states = probe_levels(level);
  invocation.json ? print_json(states) : print_text(states);
  // The default level has to hold unless --level names another.
  return states.front().holds() ? cli::kDone : cli::kBroken;
}

}  // namespace

void add_doctor(cli::Command app, cli::Invocation& invocation) {
  const auto [command, level] =
      app.add(invocation, run_doctor,
              {.name = "doctor",
               .summary = "show which isolation levels work on this machine",
               .group = "Agents",
               .examples = "  danno doctor\n"
                           "  danno doctor --level confined --json"});
  command.option("--level", level, "try this level only").choices({"strict", "confined", "none"});
  command.json_flag(invocation);
}

}  // namespace danno::leagues::commands::program
