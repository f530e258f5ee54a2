// danno completion bash: a script that completes commands, flags, rule sets and bundled agents. It
// follows the words to the innermost command, then offers what the previous word takes, or else
// what the command takes.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "leagues/base/suggest.hpp"
#include "leagues/base/text.hpp"
#include "leagues/cli/command.hpp"
#include "leagues/cli/invocation.hpp"
#include "leagues/cli/print.hpp"
#include "leagues/entrants/scaffold.hpp"
#include "referee/rules/rule_set.hpp"

namespace danno::leagues::commands::program {
namespace {

using Words = std::vector<std::string>;

/// The words that may stand at a place of the command line, and whether a folder may.
struct Offered {
  Words words;
  bool folders = false;
};

/// Everything that can be typed, from the program's own table of commands and options.
struct Completions {
  std::map<std::string, Offered> of_command;  ///< Indexed by path: "", " match", " league run".
  std::map<std::string, Words> flags;         ///< Indexed by path.
  std::map<std::string, Offered> of_value;    ///< The words that may follow a flag, by flag.
};

/// Returns the words of "auto|always|never", if they are several.
Words enumerated(const std::string& type) {
  const Words words = base::split(type, '|');
  return words.size() > 1 ? words : Words();
}

Words rule_sets() {
  Words words;
  for (const rules::Definition* definition : rules::all_definitions())
    words.emplace_back(definition->id);
  return words;
}

/// Returns what an option or argument of this type name takes, as far as it can be listed.
Offered offer_for(const std::string& type) {
  if (type.starts_with("ID")) return {rule_sets()};
  if (type == "LEVEL") return {{"strict", "confined", "none"}};
  if (type == "LANGUAGE") return {entrants::scaffold_languages()};
  if (type == "SHELL") return {{"bash"}};
  if (type.starts_with("AGENT") || type == "CANDIDATE" || type == "BASELINE…" || type == "OPPONENT")
    return {entrants::bundled_agent_names(), true};
  return {enumerated(type)};
}

/// Adds words that may stand at the same place.
void add(Offered& offer, const Offered& more) {
  offer.words.insert(offer.words.end(), more.words.begin(), more.words.end());
  offer.folders = offer.folders || more.folders;
}

/// Adds an option's long names, and what each takes.
void add_flags(const cli::OptionShape& option, Words& flags,
               std::map<std::string, Offered>& of_value) {
  const Offered values = offer_for(option.takes);
  for (const std::string& name : option.names) {
    if (!name.starts_with("--")) continue;
    flags.push_back(name);
    if (!values.words.empty()) of_value[name] = values;
  }
}

/// Walks through a command and the commands below it.
void collect(const cli::CommandShape& shape, const std::string& path, Completions& completions) {
  Offered& offer = completions.of_command[path];
  for (const cli::CommandShape& command : shape.commands) {
    // Hidden commands are for the build and the tests.
    if (command.group.empty()) continue;
    offer.words.push_back(command.name);
    collect(command, path + " " + command.name, completions);
  }
  for (const cli::OptionShape& option : shape.options) {
    add_flags(option, completions.flags[path], completions.of_value);
    add(offer, offer_for(option.argument));
  }
}

/// Returns the words in single quotes; none of them has one.
std::string quoted(const Words& words, std::string_view separator) {
  return words.empty() ? "" : fmt::format("'{}'", fmt::join(words, fmt::format("'{}'", separator)));
}

/// Returns `case` arms that set what may be typed.
std::string offers_text(const std::map<std::string, Offered>& offers) {
  std::string text;
  for (const auto& [key, offer] : offers)
    text += fmt::format("    '{}') offered=({}) folders={} ;;\n", key, quoted(offer.words, " "),
                        offer.folders ? "1" : "");
  return text;
}

/// Returns the script. Its loop walks to the innermost command, and each `case` sets what may
/// follow.
std::string script(const Completions& completions) {
  Words paths;
  for (const auto& [path, offer] : completions.of_command) {
    if (!path.empty()) paths.push_back(path);
  }
  std::string flags;
  for (const auto& [path, words] : completions.flags)
    flags += fmt::format("    '{}') flags=({}) ;;\n", path, quoted(words, " "));
  return fmt::format(
             "# source <(danno completion bash)\n"
             "_danno() {{\n"
             "  local current=${{COMP_WORDS[COMP_CWORD]}}\n"
             "  local command= word= last= folders= offered=() flags=()\n"
             "  for word in \"${{COMP_WORDS[@]:1:$((COMP_CWORD-1))}}\"; do\n"
             "    case \"$command $word\" in {}) command=\"$command $word\" ;; esac\n"
             "    last=$word\n"
             "  done\n"
             "  case \"$command\" in\n{}  esac\n"
             "  case \"$command\" in\n{}  esac\n"
             "  case \"$last\" in\n{}  esac\n",
             quoted(paths, "|"), offers_text(completions.of_command), flags,
             offers_text(completions.of_value)) +
         // Flags are offered where a word begins with '-', or where nothing else can stand.
         R"sh(  if [[ $current == -* || ( ${#offered[@]} == 0 && ! $folders ) ]]; then
    offered=("${flags[@]}") folders=
  fi
  COMPREPLY=()
  for word in "${offered[@]}"; do
    [[ $word == "$current"* ]] && COMPREPLY+=("$word")
  done
  if [[ $folders ]]; then
    while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -d -- "$current")
    compopt -o filenames 2>/dev/null
  fi
  return 0
}
complete -o default -o nosort -F _danno danno
)sh";
}

void print_script(cli::Command program, const std::string& shell) {
  if (shell != "bash")
    throw cli::UsageError(
        "no completion for '{}'; {}", shell,
        base::did_you_mean(shell, {"bash"}, "expected bash (zsh: run bashcompinit)"));
  Completions completions;
  collect(command_shape(program), "", completions);
  cli::print("{}", script(completions));
}

}  // namespace

void add_completion(cli::Command app, cli::Invocation& invocation) {
  const cli::Command command = app.add(
      invocation, {.name = "completion",
                   .summary = "print a script that completes commands and options in your shell",
                   .group = cli::kMore,
                   .examples = "  source <(danno completion bash)\n"
                               "  danno completion bash > ~/.bash_completion  # for every shell"});
  const auto shell = std::make_shared<std::string>();
  command.option("SHELL", *shell, "bash").required();
  command.runs([shell, app] { print_script(app, *shell); });
}

}  // namespace danno::leagues::commands::program
