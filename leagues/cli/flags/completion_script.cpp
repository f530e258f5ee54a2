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

/// What may be typed, and what it means.
struct Word {
  std::string text;
  std::string help;
};
using Words = std::vector<Word>;

/// What may stand at a place of the command line.
struct Offered {
  Words words;
  bool folders = false;
  std::string asks = {};  ///< The kind of what 'danno complete' knows; empty: nothing.
};

/// What can be typed, from the program's own table of verbs and options.
struct Completions {
  std::map<std::string, Offered> of_verb;   ///< By path: "", " match", " league run".
  std::map<std::string, Words> flags;       ///< By path.
  std::map<std::string, Offered> of_value;  ///< By flag: what may follow it.
};

Words without_help(const std::vector<std::string>& texts) {
  Words words;
  for (const std::string& text : texts)
    words.push_back({text, ""});
  return words;
}

/// The words of "auto|always|never", if they are several.
Words enumerated(const std::string& type) {
  std::vector<std::string> words;
  std::istringstream listed(type);
  for (std::string word; std::getline(listed, word, '|');)
    words.push_back(word);
  return words.size() > 1 ? without_help(words) : Words();
}

Words rule_sets() {
  Words words;
  for (const rules::Definition* definition : rules::all_definitions())
    words.push_back({std::string(definition->id), "rule set"});
  return words;
}

Words bundled_agents() {
  Words words;
  for (const std::string& name : entrants::bundled_agent_names())
    words.push_back({name, "bundled agent"});
  return words;
}

Words languages() {
  Words words;
  for (const std::string& language : entrants::scaffold_languages())
    words.push_back({language, std::string(entrants::scaffold_needs(language))});
  return words;
}

/// What an option or argument of this type name takes, as far as it can be listed.
Offered offer_of(const std::string& type) {
  if (type.starts_with("ID")) return {rule_sets()};
  if (type == "LEVEL") return {without_help({"strict", "confined", "none"})};
  if (type == "LANGUAGE") return {languages()};
  if (type == "SHELL") return {without_help(completed_shells())};
  if (type.starts_with("AGENT") || type == "CANDIDATE" || type == "BASELINE…" || type == "OPPONENT")
    return {bundled_agents(), true};
  if (type == "GAME") return {{}, false, "games"};
  if (type == "WHAT") return {{}, false, "any"};
  if (type == "ENTRANT") return {{}, false, "agents"};
  return {enumerated(type)};
}

void add(Offered& offer, const Offered& more) {
  offer.words.insert(offer.words.end(), more.words.begin(), more.words.end());
  offer.folders = offer.folders || more.folders;
  if (!more.asks.empty()) offer.asks = more.asks;
}

/// An option's long names, and what each takes.
void add_flags(const OptionShape& option, Words& flags, std::map<std::string, Offered>& of_value) {
  const Offered values = offer_of(option.takes);
  for (const std::string& name : option.names) {
    if (!name.starts_with("--")) continue;
    flags.push_back({name, option.help});
    if (!values.words.empty() || !values.asks.empty()) of_value[name] = values;
  }
}

void collect(const VerbShape& shape, const std::string& path, Completions& completions) {
  Offered& offer = completions.of_verb[path];
  for (const VerbShape& verb : shape.verbs) {
    if (verb.group.empty()) continue;
    offer.words.push_back({verb.name, verb.summary});
    collect(verb, path + " " + verb.name, completions);
  }
  for (const OptionShape& option : shape.options) {
    add_flags(option, completions.flags[path], completions.of_value);
    const bool is_entrant = option.argument == "NAME" && path.starts_with(" league ");
    add(offer, offer_of(is_entrant ? "ENTRANT" : option.argument));
  }
}

std::string quoted(const std::string& text) {
  std::string single = "'";
  for (const char c : text)
    single += c == '\'' ? "'\\''" : std::string(1, c);
  return single + "'";
}

/// A word of an array as a shell has it.
using ShowWord = std::string (*)(const Word& word);

std::string list(const Words& words, ShowWord show) {
  std::string text;
  for (const Word& word : words)
    text += (text.empty() ? "" : " ") + show(word);
  return text;
}

std::string paths(const Completions& completions, std::string_view separator) {
  std::vector<std::string> paths;
  for (const auto& [path, offer] : completions.of_verb) {
    if (!path.empty()) paths.push_back(quoted(path));
  }
  return fmt::format("{}", fmt::join(paths, separator));
}

/// `case` arms for bash and zsh that set what may be typed.
std::string posix_offers(const std::map<std::string, Offered>& offers, ShowWord show) {
  std::string text;
  for (const auto& [key, offer] : offers) {
    text += fmt::format("    {}) offered=({}) folders={} asks={} ;;\n", quoted(key),
                        list(offer.words, show), offer.folders ? "1" : "", offer.asks);
  }
  return text;
}

std::string posix_flags(const Completions& completions, ShowWord show) {
  std::string text;
  for (const auto& [path, words] : completions.flags)
    text += fmt::format("    {}) flags=({}) ;;\n", quoted(path), list(words, show));
  return text;
}

/// The middle of the bash and the zsh script; `typed` are the words before the one at the cursor.
std::string posix_body(const Completions& completions, std::string_view typed, ShowWord show) {
  return fmt::format(
      "  local verb= word= last= folders= asks= offered=() flags=()\n"
      "  for word in {}; do\n"
      "    case \"$verb $word\" in {}) verb=\"$verb $word\" ;; esac\n"
      "    last=$word\n"
      "  done\n"
      "  case \"$verb\" in\n{}  esac\n"
      "  case \"$verb\" in\n{}  esac\n"
      "  case \"$last\" in\n{}  esac\n",
      typed, paths(completions, "|"), posix_offers(completions.of_verb, show),
      posix_flags(completions, show), posix_offers(completions.of_value, show));
}

std::string bash_script(const Completions& completions) {
  const ShowWord show = [](const Word& word) { return quoted(word.text); };
  return "# source <(danno completion bash)\n_danno() {\n"
         "  local current=${COMP_WORDS[COMP_CWORD]}\n" +
         posix_body(completions, "\"${COMP_WORDS[@]:1:COMP_CWORD-1}\"", show) +
         R"sh(  if [[ $asks ]]; then
    mapfile -t offered < <("${COMP_WORDS[0]}" complete "$asks" "$current" 2>/dev/null)
  fi
  if [[ $current == -* || ( ${#offered[@]} == 0 && ! $folders && ! $asks ) ]]; then
    offered=("${flags[@]}") folders=
  fi
  COMPREPLY=()
  for word in "${offered[@]}"; do
    [[ $word == "$current"* ]] && COMPREPLY+=("$word")
  done
  if [[ $folders ]]; then
    mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -d -- "$current")
    compopt -o filenames 2>/dev/null
  fi
  [[ ${COMPREPLY[0]} == */ ]] && compopt -o nospace 2>/dev/null
  return 0
}
complete -o default -o nosort -F _danno danno
)sh";
}

std::string zsh_script(const Completions& completions) {
  const ShowWord show = [](const Word& word) {
    std::string text = word.text;
    for (std::size_t at = text.find(':'); at != std::string::npos; at = text.find(':', at + 2))
      text.insert(at, 1, '\\');
    return quoted(word.help.empty() ? text : text + ":" + word.help);
  };
  return "#compdef danno\n# source <(danno completion zsh)\n_danno() {\n" +
         posix_body(completions, "\"${(@)words[2,CURRENT-1]}\"", show) +
         R"sh(  if [[ $words[CURRENT] == -* || ( $#offered -eq 0 && -z $asks ) ]]; then
    _describe -V option flags
  elif [[ -n $asks ]]; then
    compadd -S '' -- ${(f)"$($words[1] complete $asks $words[CURRENT] 2>/dev/null)"}
  else
    _describe -V word offered
  fi
  if [[ -n $folders ]]; then _files -/; else _files; fi
}
# Installed, this file is the function; sourced, it defines it.
if [[ $funcstack[1] == _danno ]]; then _danno; else compdef _danno danno; fi
)sh";
}

/// fish: lines of a word, a tab and its meaning.
std::string fish_lines(const Words& words) {
  return list(words, [](const Word& word) {
    return quoted(word.help.empty() ? word.text : word.text + "\t" + word.help);
  });
}

std::string fish_offers(const std::map<std::string, Offered>& offers) {
  std::string text;
  for (const auto& [key, offer] : offers) {
    text +=
        fmt::format("    case {}\n      set offered {}\n      set folders {}\n      set asks {}\n",
                    quoted(key), fish_lines(offer.words), offer.folders ? "1" : "", offer.asks);
  }
  return text;
}

std::string fish_flags(const Completions& completions) {
  std::string text;
  for (const auto& [path, words] : completions.flags)
    text += fmt::format("    case {}\n      set flags {}\n", quoted(path), fish_lines(words));
  return text;
}

std::string fish_script(const Completions& completions) {
  return fmt::format(
             "# danno completion fish | source\n"
             "function __danno_words\n"
             "  set -l verb ''\n  set -l offered\n  set -l flags\n  set -l folders\n  set -l asks\n"
             "  set -l typed (commandline -opc)\n  set -l current (commandline -ct)\n"
             "  for word in $typed[2..-1]\n"
             "    switch \"$verb $word\"\n      case {}\n        set verb \"$verb $word\"\n    "
             "end\n"
             "  end\n"
             "  switch \"$verb\"\n{}  end\n"
             "  switch \"$verb\"\n{}  end\n"
             "  switch \"$typed[-1]\"\n{}  end\n",
             paths(completions, " "), fish_offers(completions.of_verb), fish_flags(completions),
             fish_offers(completions.of_value)) +
         R"sh(  if test -n "$asks"
    set offered ($typed[1] complete $asks $current 2>/dev/null)
  end
  if string match -q -- '-*' $current; or test -z "$offered$folders$asks"
    set offered $flags
    set folders
  end
  printf '%s\n' $offered
  test -n "$folders"; and __fish_complete_directories $current
end
complete -c danno -k -a '(__danno_words)'
)sh";
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
