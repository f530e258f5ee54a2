#include "leagues/cli/flags/completion_script.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>
#include <sstream>

#include "leagues/entrants/scaffold.hpp"
#include "leagues/entrants/shipped.hpp"
#include "referee/rules/rule_set.hpp"

namespace danno::leagues::cli::flags {
namespace {

using Words = std::vector<std::string>;

/// What can be typed, from the program's own table of verbs and options.
struct Completions {
  std::map<std::string, Words> of_verb;   ///< By path: "", " match", " league run".
  std::map<std::string, Words> of_value;  ///< By flag: what may follow it.
};

/// The words of "auto|always|never"; nothing where there is one only.
Words enumerated(const std::string& type) {
  Words words;
  std::istringstream listed(type);
  for (std::string word; std::getline(listed, word, '|');)
    words.push_back(word);
  return words.size() > 1 ? words : Words();
}

/// What an option or argument of this type name takes, as far as it can be listed.
Words values_of(const std::string& type) {
  if (type.starts_with("ID")) {
    Words ids;
    for (const rules::Definition* definition : rules::all_definitions())
      ids.emplace_back(definition->id);
    return ids;
  }
  if (type == "LEVEL") return {"strict", "confined", "none"};
  if (type == "LANGUAGE") return entrants::scaffold_languages();
  if (type == "SHELL") return completed_shells();
  if (type == "AGENT" || type == "CANDIDATE" || type == "BASELINE…" || type == "OPPONENT")
    return entrants::bundled_agent_names();
  return enumerated(type);
}

void append(Words& words, const Words& more) {
  words.insert(words.end(), more.begin(), more.end());
}

void collect(const VerbShape& shape, const std::string& path, Completions& completions) {
  Words& words = completions.of_verb[path];
  for (const VerbShape& verb : shape.verbs) {
    words.push_back(verb.name);
    collect(verb, path + " " + verb.name, completions);
  }
  for (const OptionShape& option : shape.options) {
    const Words values = values_of(option.takes);
    for (const std::string& name : option.names) {
      if (!name.starts_with("--")) continue;
      words.push_back(name);
      if (!values.empty()) completions.of_value[name] = values;
    }
    append(words, values_of(option.argument));
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
         "}\n# Installed, this file is the function; sourced, it defines it.\n"
         "if [[ $funcstack[1] == _danno ]]; then _danno; else compdef _danno danno; fi\n";
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

}  // namespace

std::vector<std::string> completed_shells() { return {"bash", "zsh", "fish"}; }

std::optional<std::string> completion_script(Verb program, const std::string& shell) {
  Completions completions;
  collect(shape_of(program), "", completions);
  if (shell == "bash") return bash_script(completions);
  if (shell == "zsh") return zsh_script(completions);
  if (shell == "fish") return fish_script(completions);
  return std::nullopt;
}

}  // namespace danno::leagues::cli::flags
