#include "leagues/gate/refusal.hpp"

#include <fmt/format.h>

#include "leagues/words/escape.hpp"

namespace danno::leagues::gate {

Refusal refusal_of(const CheckReport& report) {
  Refusal refusal{"it could not be tried"};
  for (const CheckLine& line : report.lines) {
    if (line.state == CheckLine::State::Fail)
      refusal = {line.what + ": " + line.detail, line.advice, line.evidence};
  }
  return refusal;
}

std::string refusal_letter(std::string_view agent, const Refusal& refusal,
                           std::string_view command) {
  std::string text = fmt::format("# {} was not accepted\n\n{}\n", words::escape_markdown(agent),
                                 words::escape_markdown(refusal.reason));
  if (!refusal.evidence.empty()) text += '\n';
  for (const std::string& line : refusal.evidence)
    text += fmt::format("    {}\n", words::escape_terminal(line));
  if (!refusal.advice.empty())
    text += fmt::format("\nWhat to do: {}\n", words::escape_markdown(refusal.advice));
  if (!command.empty())
    text += fmt::format("\nTo try it again, with AGENT your folder:\n\n    {}\n", command);
  return text;
}

}  // namespace danno::leagues::gate
