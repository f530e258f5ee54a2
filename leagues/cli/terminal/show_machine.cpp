#include "leagues/cli/terminal/show_machine.hpp"

#include <fmt/format.h>

#include <vector>

#include "leagues/cli/terminal/text_table.hpp"
#include "leagues/files/json.hpp"

namespace danno::leagues::cli::terminal {
namespace {

using referee::sandbox::IsolationState;

files::Json to_json(const IsolationState& state) {
  files::Json json = {{"level", referee::sandbox::to_string(state.level)},
                      {"holds", state.holds()}};
  for (const referee::sandbox::Layer& layer : state.layers) {
    json["layers"].push_back({{"name", layer.name},
                              {"state", layer.state},
                              {"holds", layer.holds},
                              {"remedy", layer.remedy}});
  }
  return json;
}

files::Json to_json(std::span<const ToolTrial> trials) {
  files::Json list = files::Json::array();
  for (const ToolTrial& trial : trials) {
    list.push_back({{"name", trial.name},
                    {"path", trial.path},
                    {"found", !trial.path.empty()},
                    {"starts", trial.starts},
                    {"state", trial.state}});
  }
  return list;
}

void print(std::span<const IsolationState> states, std::span<const ToolTrial> trials) {
  for (const IsolationState& state : states) {
    fmt::print("isolation {}: {}\n{}\n", referee::sandbox::to_string(state.level),
               state.holds() ? "holds" : "is not available here", referee::sandbox::table(state));
  }
  if (trials.empty()) return;
  std::vector<std::vector<std::string>> rows;
  for (const ToolTrial& trial : trials)
    rows.push_back({trial.path.empty() ? trial.name : trial.path, trial.state});
  fmt::print("what agents may be written for\n{}", text_table({Align::Left, Align::Left}, rows));
}

}  // namespace

void show(std::span<const IsolationState> states, std::span<const ToolTrial> trials,
          const Invocation& invocation) {
  if (!invocation.json) return print(states, trials);
  files::Json json;
  for (const IsolationState& state : states)
    json["levels"].push_back(to_json(state));
  json["interpreters"] = to_json(trials);
  fmt::print("{}\n", json.dump());
}

}  // namespace danno::leagues::cli::terminal
