// danno completion SHELL: a script that completes verbs, flags, rule sets and bundled agents.
//
// The three scripts do the same: follow the words to the innermost verb, then offer what the word
// before asks for, else what the verb takes.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <map>
#include <memory>

#include "leagues/cli/verb.hpp"
#include "leagues/cli/verbs.hpp"
#include "leagues/entrants/scaffold.hpp"
#include "leagues/entrants/shipped.hpp"
#include "leagues/suggest.hpp"
#include "referee/rules/rule_set.hpp"

namespace danno::cli {
namespace {

using Words = std::vector<std::string>;

/// What can be typed, from the program's own table of verbs and options.
struct Completions {
  std::map<std::string, Words> of_verb;   ///< By path: "", " match", " league run".
  std::map<std::string, Words> of_value;  ///< By flag: what may follow it.
};

/// What an option or argument of this type name takes, as far as it can be listed.
Words values_of(const std::string& type) {
  if (type.starts_with("ID")) {
    Words ids;
    for (const rules::Definition* definition : rules::all_definitions())
      ids.emplace_back(definition->id);
    return ids;
  }
  if (type == "LEVEL") return {"strict", "confined", "none"};
  if (type == "LANGUAGE") return leagues::scaffold_languages();
  if (type == "SHELL") return {"bash", "zsh", "fish"};
  if (type == "AGENT" || type == "CANDIDATE" || type == "BASELINE…")
    return leagues::bundled_agent_names();
  return {};
}

void append(Words& words, const Words& more) {
  words.insert(words.end(), more.begin(), more.end());
}

void collect(const CLI::App& app, const std::string& path, Completions& completions) {
  Words& words = completions.of_verb[path];
  for (const CLI::App* verb : app.get_subcommands({})) {
    words.push_back(verb->get_name());
    collect(*verb, path + " " + verb->get_name(), completions);
  }
  for (const CLI::Option* option : app.get_options({})) {
    for (const std::string& name : option->get_lnames()) {
      words.push_back("--" + name);
      const Words values = values_of(option->get_type_name());
      if (!values.empty()) completions.of_value["--" + name] = values;
    }
    append(words, values_of(option->get_name(/*positional=*/true)));
  }
}

/// bash and zsh: `case` arms that set `words`.
std::string arms(const std::map<std::string, Words>& table) {
  std::string text;
  for (const auto& [key, words] : table)
    text += fmt::format("    '{}') offered='{}' ;;\n", key, fmt::join(words, " "));
  return text;
}

std::string paths(const Completions& completions, std::string_view separator) {
  Words quoted;
  for (const auto& [path, words] : completions.of_verb) {
    if (!path.empty()) quoted.push_back("'" + path + "'");
  }
  return fmt::format("{}", fmt::join(quoted, separator));
}

/// The middle of the bash and the zsh script; `typed` are the words before the one at the cursor.
std::string posix_body(const Completions& completions, std::string_view typed) {
  return fmt::format(
      "  local verb= word= last= offered=\n"
      "  for word in {}; do\n"
      "    case \"$verb $word\" in {}) verb=\"$verb $word\" ;; esac\n"
      "    last=$word\n"
      "  done\n"
      "  case \"$verb\" in\n{}  esac\n"
      "  case \"$last\" in\n{}  esac\n",
      typed, paths(completions, "|"), arms(completions.of_verb), arms(completions.of_value));
}

std::string bash_script(const Completions& completions) {
  return "# source <(danno completion bash)\n_danno() {\n" +
         posix_body(completions, "\"${COMP_WORDS[@]:1:COMP_CWORD-1}\"") +
         "  COMPREPLY=($(compgen -W \"$offered\" -- \"${COMP_WORDS[COMP_CWORD]}\"))\n"
         "}\ncomplete -o default -F _danno danno\n";
}

std::string zsh_script(const Completions& completions) {
  return "#compdef danno\n# source <(danno completion zsh)\n_danno() {\n" +
         posix_body(completions, "\"${(@)words[2,CURRENT-1]}\"") +
         "  compadd -- ${=offered}\n  _files\n"
         "}\ncompdef _danno danno\n";
}

std::string fish_cases(const std::map<std::string, Words>& table) {
  std::string text;
  for (const auto& [key, words] : table)
    text += fmt::format("    case '{}'\n      set offered {}\n", key, fmt::join(words, " "));
  return text;
}

std::string fish_script(const Completions& completions) {
  return fmt::format(
      "# danno completion fish | source\n"
      "function __danno_words\n"
      "  set -l verb ''\n  set -l offered\n  set -l typed (commandline -opc)\n"
      "  for word in $typed[2..-1]\n"
      "    switch \"$verb $word\"\n      case {}\n        set verb \"$verb $word\"\n    end\n"
      "  end\n"
      "  switch \"$verb\"\n{}  end\n"
      "  switch \"$typed[-1]\"\n{}  end\n"
      "  printf '%s\\n' $offered\n"
      "end\ncomplete -c danno -a '(__danno_words)'\n",
      paths(completions, " "), fish_cases(completions.of_verb), fish_cases(completions.of_value));
}

void print_script(const CLI::App& app, const std::string& shell) {
  Completions completions;
  collect(app, "", completions);
  if (shell == "bash") {
    fmt::print("{}", bash_script(completions));
  } else if (shell == "zsh") {
    fmt::print("{}", zsh_script(completions));
  } else if (shell == "fish") {
    fmt::print("{}", fish_script(completions));
  } else {
    const auto meant = leagues::closest(shell, values_of("SHELL"));
    throw UsageError(fmt::format("no completion for '{}'; {}", shell,
                                 meant ? fmt::format("did you mean '{}'?", *meant)
                                       : std::string("expected bash, zsh or fish")));
  }
}

}  // namespace

void add_completion(CLI::App& app, Session& session) {
  CLI::App& verb =
      add_verb(app, session,
               {.name = "completion",
                .summary = "a script that completes the words of danno in your shell",
                .group = "Agents",
                .examples = "  source <(danno completion bash)\n"
                            "  danno completion fish > ~/.config/fish/completions/danno.fish"});
  const auto shell = std::make_shared<std::string>();
  verb.add_option("SHELL", *shell, "bash, zsh or fish")->required();
  verb.callback([shell, &app] { print_script(app, *shell); });
}

}  // namespace danno::cli
