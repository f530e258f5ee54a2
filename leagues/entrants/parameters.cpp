#include "leagues/entrants/parameters.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <sstream>

#include "leagues/base/number.hpp"
#include "leagues/base/toml.hpp"
#include "leagues/entrants/agent_files.hpp"

namespace danno::leagues::entrants {
namespace {

constexpr std::string_view kKey = "parameters";

const Parameter* find(std::span<const Parameter> values, std::string_view name) {
  const auto found = std::ranges::find(values, name, &Parameter::name);
  return found == values.end() ? nullptr : &*found;
}

/// Formats a parameter's value as TOML.
std::string in_toml(const Parameter& parameter) {
  if (parameter.kind == Parameter::Kind::Integer)
    return fmt::format("{}", base::parse_whole<std::int64_t>(parameter.value).value_or(0));
  if (parameter.kind == Parameter::Kind::Decimal) {
    // TOML has digits on both sides of a point, no sign +, and no zero before other digits.
    base::Problems ignored("");
    const auto read = base::parse_toml("x = " + parameter.value, ignored);
    if (read && read->get("x")->is_floating_point()) return parameter.value;
    const std::string text = fmt::format("{}", base::parse_decimal(parameter.value).value_or(0));
    // TOML takes a number without a point or an exponent for an integer.
    return text.find_first_of(".e") == std::string::npos ? text + ".0" : text;
  }
  std::string quoted = "\"";
  for (const char c : parameter.value) {
    const auto byte = static_cast<unsigned char>(c);
    constexpr unsigned char kDelete = 0x7F;
    if (byte < ' ' || byte == kDelete) {
      quoted += fmt::format("\\u{:04x}", byte);
      continue;
    }
    if (c == '"' || c == '\\') quoted += '\\';
    quoted += c;
  }
  return quoted + '"';
}

/// Returns whether a line of a manifest gives this key a value.
bool sets(std::string_view line, std::string_view key) {
  const std::size_t begin = line.find_first_not_of(" \t");
  if (begin == std::string_view::npos || !line.substr(begin).starts_with(key)) return false;
  line.remove_prefix(begin + key.size());
  const std::size_t sign = line.find_first_not_of(" \t");
  return sign != std::string_view::npos && (line[sign] == '=' || line[sign] == '.');
}

std::string_view without_comment(std::string_view line) { return line.substr(0, line.find('#')); }

/// Returns whether a TOML section begins here.
bool begins_section(std::string_view line) {
  const std::size_t begin = line.find_first_not_of(" \t");
  return begin != std::string_view::npos && line[begin] == '[';
}

/// A section of parameters, or the first line of several.
bool is_by_hand(std::string_view line) {
  if (begins_section(line)) return line.find(kKey) != std::string_view::npos;
  return sets(line, kKey) && without_comment(line).find('}') == std::string_view::npos;
}

/// Returns whether the parameters have these values, and everything else is as it was.
bool is_changed_as_meant(toml::table before, toml::table after, std::span<const Parameter> values) {
  const toml::table* const parameters = after[kKey].as_table();
  if (parameters == nullptr || parameters->size() != values.size()) return false;
  for (const Parameter& parameter : values) {
    const toml::node* const node = parameters->get(parameter.name);
    if (node == nullptr || node->is_string() != (parameter.kind == Parameter::Kind::Word))
      return false;
    if (node->is_string() && node->as_string()->get() != parameter.value) return false;
  }
  before.erase(kKey);
  after.erase(kKey);
  return before == after;
}

/// Returns the line without its values, which may be those of any candidate.
std::string parameters_shape(std::span<const Parameter> values) {
  std::string line;
  for (const Parameter& parameter : values)
    line += fmt::format("{}{} = …", line.empty() ? "" : ", ", parameter.name);
  return fmt::format("{} = {{ {} }}", kKey, line);
}

}  // namespace

bool is_parameter_name(std::string_view name) {
  const auto fits = [](char c) {
    return c == '_' || std::isalnum(static_cast<unsigned char>(c)) != 0;
  };
  constexpr std::size_t kMostBytes = 64;
  return !name.empty() && name.size() <= kMostBytes &&
         std::isdigit(static_cast<unsigned char>(name.front())) == 0 &&
         std::ranges::all_of(name, fits);
}

Parameter::Kind parameter_kind(std::string_view value) {
  if (base::parse_whole<std::int64_t>(value)) return Parameter::Kind::Integer;
  return base::parse_decimal(value) ? Parameter::Kind::Decimal : Parameter::Kind::Word;
}

std::string_view placeholder_in(std::string_view word) {
  const std::size_t open = word.rfind('{');
  if (!word.ends_with('}') || open == std::string_view::npos) return {};
  if (open > 0 && word[open - 1] != '=') return {};
  const std::string_view name = word.substr(open + 1, word.size() - open - 2);
  return is_parameter_name(name) ? name : std::string_view{};
}

std::string missing_values(std::span<const std::string> run, std::span<const Parameter> values) {
  for (const std::string& word : run) {
    const std::string_view name = placeholder_in(word);
    if (!name.empty() && find(values, name) == nullptr)
      return fmt::format("'{{{0}}}' has no value; add to agent.toml: parameters = {{ {0} = … }}",
                         name);
  }
  return {};
}

std::vector<std::string> command_with(std::span<const std::string> run,
                                      std::span<const Parameter> values) {
  std::vector<std::string> command;
  std::vector<std::string_view> named;
  for (const std::string& word : run) {
    const std::string_view name = placeholder_in(word);
    const Parameter* const parameter = find(values, name);
    command.push_back(parameter == nullptr
                          ? word
                          : word.substr(0, word.size() - name.size() - 2) + parameter->value);
    named.push_back(name);
  }
  std::vector<std::string> environment;
  for (const Parameter& parameter : values) {
    if (std::ranges::find(named, parameter.name) == named.end())
      environment.push_back(fmt::format("DANNO_{}={}", parameter.name, parameter.value));
  }
  if (environment.empty()) return command;
  environment.insert(environment.begin(), "env");
  command.insert(command.begin(), environment.begin(), environment.end());
  return command;
}

std::string parameters_line(std::span<const Parameter> values) {
  std::string line;
  for (const Parameter& parameter : values)
    line += fmt::format("{}{} = {}", line.empty() ? "" : ", ", parameter.name, in_toml(parameter));
  return fmt::format("{} = {{ {} }}", kKey, line);
}

std::string manifest_with(std::string_view manifest, std::span<const Parameter> values) {
  const std::string added = parameters_line(values);
  std::istringstream lines{std::string(manifest)};
  std::string text;
  bool done = false;
  for (std::string line; std::getline(lines, line);) {
    if (is_by_hand(line))
      throw AgentError(
          fmt::format("agent.toml: '{}' cannot be changed here; write it as one line: {}", line,
                      parameters_shape(values)));
    if (sets(line, kKey)) {
      const std::string comment = line.substr(without_comment(line).size());
      line = added;
      if (!comment.empty()) line.append("  ").append(comment);
      done = true;
    } else if (begins_section(line) && !done) {
      text.append(added).append("\n");  // what stands below belongs to the section
      done = true;
    }
    text += line + "\n";
  }
  if (!done) text.append(added).append("\n");
  base::Problems problems("agent.toml");
  const auto changed = base::parse_toml(text, problems);
  const auto before = base::parse_toml(manifest, problems);
  // A line that looks like the key may stand in a long text.
  if (!changed || !before || !is_changed_as_meant(*before, *changed, values))
    throw AgentError(fmt::format("agent.toml cannot be changed here; write into it: {}",
                                 parameters_shape(values)));
  return text;
}

}  // namespace danno::leagues::entrants
