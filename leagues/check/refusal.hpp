// Why a league does not take an agent, in words for its author.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "leagues/check/check.hpp"

namespace danno::leagues::check {

/// The agent's words are not escaped.
struct Refusal {
  std::string reason;
  std::string advice = {};
  std::vector<std::string> evidence = {};  ///< As CheckLine's.
};

/// Of a check that did not pass.
[[nodiscard]] Refusal refusal_of(const CheckReport& report);

/// Markdown to hand out: why, the evidence, what to do, and the `command` that checks it again;
/// empty: it was not checked.
[[nodiscard]] std::string refusal_letter(std::string_view agent, const Refusal& refusal,
                                         std::string_view command);

}  // namespace danno::leagues::check
