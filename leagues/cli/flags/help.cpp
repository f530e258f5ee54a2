#include "leagues/cli/flags/help.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string_view>

#include "leagues/words/columns.hpp"

namespace danno::leagues::cli::flags {
namespace {

/// Where the text beside a name begins.
constexpr std::size_t kText = 26;

std::string line(const std::string& name, const std::string& help, std::size_t columns) {
  const std::string text = words::wrap(help, columns, kText);
  const std::size_t used = 2 + words::width(name);
  const std::string gap =
      used + 2 > kText ? '\n' + std::string(kText, ' ') : std::string(kText - used, ' ');
  return "  " + name + gap + text + '\n';
}

/// The short name first, and all long ones below each other.
std::string typed(const OptionShape& option) {
  std::string names;
  for (const bool is_long : {false, true}) {
    for (const std::string& name : option.names) {
      if (name.starts_with("--") != is_long) continue;
      names += names.empty() ? (is_long ? "    " : "") : ", ";
      names += name;
    }
  }
  return option.takes.empty() ? names : names + ' ' + option.takes;
}

std::string helped(const OptionShape& option) {
  return option.standard.empty() ? option.help
                                 : fmt::format("{}; default {}", option.help, option.standard);
}

std::string usage(const VerbShape& verb, const std::string& path) {
  std::string text = "Usage: " + path;
  if (!verb.verbs.empty()) return text + " VERB\n";
  for (const OptionShape& option : verb.options) {
    if (option.argument.empty()) continue;
    const std::string argument = option.argument + (option.several ? "…" : "");
    text += option.required ? ' ' + argument : " [" + argument + ']';
  }
  return text + " [OPTION…]\n";
}

std::string section(std::string_view heading, const std::string& lines) {
  return lines.empty() ? lines : fmt::format("\n{}:\n{}", heading, lines);
}

std::string verbs_by_group(const VerbShape& verb, std::size_t columns) {
  std::vector<std::string> groups;
  for (const VerbShape& each : verb.verbs) {
    if (std::ranges::find(groups, each.group) == groups.end()) groups.push_back(each.group);
  }
  std::string text;
  for (const std::string& group : groups) {
    std::string lines;
    for (const VerbShape& each : verb.verbs) {
      if (each.group == group) lines += line(each.name, each.summary, columns);
    }
    text += section(group, lines);
  }
  return text;
}

std::string arguments(const VerbShape& verb, std::size_t columns) {
  std::string lines;
  for (const OptionShape& option : verb.options) {
    if (!option.argument.empty()) lines += line(option.argument, helped(option), columns);
  }
  return section("Arguments", lines);
}

std::string options(const VerbShape& verb, std::size_t columns) {
  std::string lines;
  for (const bool common : {false, true}) {  // the verb's own first
    for (const OptionShape& option : verb.options) {
      if (option.argument.empty() && is_common(option) == common)
        lines += line(typed(option), helped(option), columns);
    }
  }
  return section("Options", lines);
}

}  // namespace

std::string help_text(const VerbShape& verb, const std::string& path, std::size_t columns) {
  const bool is_program = verb.name == path;
  const std::string heading = is_program ? verb.summary : path + ": " + verb.summary;
  std::string text = words::wrap(heading, columns, 0) + "\n\n";
  text += usage(verb, path) + verbs_by_group(verb, columns) + arguments(verb, columns) +
          options(verb, columns);
  return verb.footer.empty() ? text : text + '\n' + verb.footer + '\n';
}

}  // namespace danno::leagues::cli::flags
