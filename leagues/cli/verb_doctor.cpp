// danno doctor: what this machine can promise about agents, found by trying.
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>

#include "leagues/cli/terminal/text_table.hpp"
#include "leagues/cli/verb.hpp"
#include "leagues/cli/verbs.hpp"
#include "referee/sandbox/isolation.hpp"

namespace danno::cli {
namespace {

using referee::Isolation;
using referee::IsolationState;

struct Tool {
  const char* path;
  const char* remedy;
};

/// What agents are usually written for; none is a must.
constexpr Tool kInterpreters[] = {
    {"/usr/bin/python3", "apt-get install python3"},
    {"/usr/bin/node", "apt-get install nodejs"},
};

std::vector<IsolationState> examine(const std::string& level) {
  std::vector<IsolationState> states;
  for (const auto each : {Isolation::Strict, Isolation::Confined, Isolation::None}) {
    if (level.empty() || level == to_string(each)) states.push_back(probe_thoroughly(each));
  }
  return states;
}

nlohmann::ordered_json to_json(const IsolationState& state) {
  nlohmann::ordered_json json = {{"level", to_string(state.level)}, {"holds", state.holds()}};
  for (const referee::Layer& layer : state.layers) {
    json["layers"].push_back({{"name", layer.name},
                              {"state", layer.state},
                              {"holds", layer.holds},
                              {"remedy", layer.remedy}});
  }
  return json;
}

nlohmann::ordered_json interpreters_json() {
  nlohmann::ordered_json list = nlohmann::json::array();
  for (const Tool& tool : kInterpreters) {
    const bool found = ::access(tool.path, X_OK) == 0;
    list.push_back({{"path", tool.path}, {"found", found}, {"remedy", found ? "" : tool.remedy}});
  }
  return list;
}

void print(const std::vector<IsolationState>& states) {
  for (const IsolationState& state : states) {
    fmt::print("isolation {}: {}\n{}\n", to_string(state.level),
               state.holds() ? "holds" : "is not to be had here", table(state));
  }
  std::vector<std::vector<std::string>> rows;
  for (const Tool& tool : kInterpreters) {
    const bool found = ::access(tool.path, X_OK) == 0;
    rows.push_back({tool.path, found ? "found" : std::string("not found: ") + tool.remedy});
  }
  fmt::print("interpreters that agents see\n{}", text_table({Align::Left, Align::Left}, rows));
}

/// Without --level it is enough that the default holds.
bool all_is_well(const std::vector<IsolationState>& states) { return states.front().holds(); }

void run(const std::string& level, Session& session) {
  const auto states = examine(level);
  if (session.json) {
    nlohmann::ordered_json json;
    for (const IsolationState& state : states)
      json["levels"].push_back(to_json(state));
    json["interpreters"] = interpreters_json();
    fmt::print("{}\n", json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
  } else {
    print(states);
  }
  if (!all_is_well(states)) session.exit_code = kBroken;
}

}  // namespace

void add_doctor(CLI::App& app, Session& session) {
  CLI::App& verb = add_verb(app, session,
                            {.name = "doctor",
                             .summary = "what this machine can promise about agents",
                             .group = "Agents",
                             .examples = "  danno doctor\n"
                                         "  danno doctor --level confined --json"});
  auto level = std::make_shared<std::string>();
  verb.add_option("--level", *level, "try this level only: strict, confined or none")
      ->check([](const std::string& text) {
        return referee::parse_isolation(text)
                   ? std::string()
                   : fmt::format("'{}' is no isolation level; use strict, confined or none", text);
      });
  add_json_flag(verb, session);
  verb.callback([level, &session] { run(*level, session); });
}

}  // namespace danno::cli
