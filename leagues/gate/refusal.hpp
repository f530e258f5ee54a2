// Why a league refuses an agent, in words for its author.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "leagues/gate/check.hpp"

namespace danno::leagues::gate {

/// A refusal. The agent's words are not escaped.
struct Refusal {
  std::string reason;
  std::string advice = {};
  std::vector<std::string> evidence = {};  ///< The same as CheckLine::evidence.
};

/// Returns the refusal for a check that did not pass.
[[nodiscard]] Refusal refusal_of(const CheckReport& report);

/// Returns a letter in Markdown: the reason, the evidence, what to do, and the `command` that
/// checks the agent again; if that is empty, the agent was not checked.
[[nodiscard]] std::string refusal_letter(std::string_view agent, const Refusal& refusal,
                                         std::string_view command);

}  // namespace danno::leagues::gate
