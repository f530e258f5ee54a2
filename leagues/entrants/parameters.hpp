// The parameters of an agent: numbers and words that its author, or `danno tune`, may change
// without changing the program.
//
// A word of `run` that is `{threshold}`, or ends in `={threshold}`, is replaced by the value. A
// parameter that no word names is set in the agent's environment as DANNO_threshold.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace danno::leagues::entrants {

struct Parameter {
  enum class Kind : std::uint8_t { Integer, Decimal, Word };
  std::string name;
  std::string value;
  Kind kind = Kind::Word;
  friend bool operator==(const Parameter&, const Parameter&) = default;
};

/// Returns whether this can be the name of a parameter: letters, digits and `_`, no digit first,
/// at most 64 bytes.
[[nodiscard]] bool is_parameter_name(std::string_view name);

/// Returns the kind of a value: whether it is written like an integer, a decimal number or a word.
[[nodiscard]] Parameter::Kind parameter_kind(std::string_view value);

/// Returns the name in `{}` of a word of `run`; empty if it has none.
[[nodiscard]] std::string_view placeholder_in(std::string_view word);

/// Returns, in one line, which names in `{}` have no value; empty if all have one.
[[nodiscard]] std::string missing_values(std::span<const std::string> run,
                                         std::span<const Parameter> values);

/// Returns the command with the values put in. Names without a value stay as they are.
[[nodiscard]] std::vector<std::string> command_with(std::span<const std::string> run,
                                                    std::span<const Parameter> values);

/// Returns the text of an agent.toml in which these parameters have these values: the line
/// `parameters = { … }` is replaced or added, and all else stays, comments too. Throws AgentError
/// if they are in a section [parameters] or in several lines, where a person has to change them.
[[nodiscard]] std::string manifest_with(std::string_view manifest,
                                        std::span<const Parameter> values);

/// Returns that line: "parameters = { threshold = 200 }".
[[nodiscard]] std::string parameters_line(std::span<const Parameter> values);

}  // namespace danno::leagues::entrants
