// Any bytes as agent.toml: they are an agent with a name and a command, or it is said what is wrong
// with them, a line each. The values of its parameters are the same after they are written back.
#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <optional>
#include <string>

#include "leagues/entrants/agent_folder.hpp"
#include "leagues/entrants/agent_names.hpp"
#include "tests/fuzz/input.hpp"
#include "tests/scratch_folder.hpp"

using danno::leagues::entrants::AgentError;
using danno::leagues::entrants::Entrant;
using danno::leagues::entrants::is_parameter_name;
using danno::leagues::entrants::kManifest;
using danno::leagues::entrants::Parameter;

namespace {

void check(const AgentError& error) {
  assert(!error.lines().empty());
  assert(std::ranges::all_of(error.lines(), danno::fuzz::is_line));
}

std::optional<Entrant> read(const std::string& manifest) {
  static const danno::ScratchFolder kFolder;
  std::ofstream(kFolder.path() / kManifest, std::ios::binary) << manifest;
  try {
    return danno::leagues::entrants::read_agent_folder(kFolder.path());
  } catch (const AgentError& error) {
    check(error);
    return std::nullopt;
  }
}

void check(const Entrant& entrant) {
  assert(danno::leagues::entrants::name_problem(entrant.agent.name).empty());
  assert(danno::leagues::entrants::author_problem(entrant.author).empty());
  assert(!entrant.run.empty() && entrant.agent.command.size() >= entrant.run.size());
  for (const std::string& word : entrant.agent.command)
    assert(word.find('\0') == std::string::npos);
  assert(std::ranges::all_of(entrant.parameters, is_parameter_name, &Parameter::name));
  assert(danno::leagues::entrants::with_parameters(entrant, entrant.parameters).agent.command ==
         entrant.agent.command);
  static_cast<void>(danno::leagues::entrants::content_hash(entrant));
  static_cast<void>(danno::leagues::entrants::agent_names(entrant));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(data, data + size);
  const auto entrant = read(text);
  if (!entrant) return 0;
  check(*entrant);
  try {
    const auto again = read(danno::leagues::entrants::manifest_with(text, entrant->parameters));
    assert(again && again->agent.name == entrant->agent.name && again->run == entrant->run);
    assert(again->parameters == entrant->parameters);
  } catch (const AgentError& error) {
    check(error);
  }
  return 0;
}
