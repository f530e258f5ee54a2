// Parses the command line with CLI11, and says in danno's words what is wrong with it.
//
// CLI11 names an option that is missing even if another one was mistyped. So words that nothing
// took are looked at first, and the nearest name, or the word of another program for the same, is
// proposed.
#include "leagues/cli/command_line.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <span>
#include <sstream>
#include <string_view>
#include <vector>

#include "leagues/base/count.hpp"
#include "leagues/base/escape.hpp"
#include "leagues/base/suggest.hpp"
#include "leagues/base/width.hpp"
#include "leagues/cli/print.hpp"

namespace danno::leagues::cli {
namespace {

using base::escape_terminal;

/// Returns the innermost command on the line.
const CLI::App& deepest(const CLI::App& app) {
  const auto parsed = app.get_subcommands();
  return parsed.empty() ? app : deepest(*parsed.front());
}

/// Returns a command as it is typed, such as "danno league run".
std::string full_name(const CLI::App& app) {
  return app.get_parent() == nullptr ? app.get_name()
                                     : full_name(*app.get_parent()) + " " + app.get_name();
}

/// Returns the commands that help shows; hidden ones have no group.
std::vector<std::string> command_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands({})) {
    if (!command->get_group().empty()) names.push_back(command->get_name());
  }
  return names;
}

std::vector<std::string> option_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options({})) {
    for (const std::string& name : option->get_lnames())
      names.push_back("--" + name);
    for (const std::string& name : option->get_snames())
      names.push_back("-" + name);
  }
  return names;
}

/// A word of other programs, and the word of danno for the same.
struct Synonym {
  std::string_view other;
  std::string_view ours;
};

/// The first synonym counts whose option the command has.
constexpr Synonym kOptionSynonyms[] = {
    {"-n", "--deals"},
    {"-n", "--max-deals"},
    {"--games", "--deals"},
    {"--games", "--max-deals"},
    {"--rounds", "--deals"},
    {"--rounds", "--max-deals"},
    {"--deals", "--max-deals"},
    {"--concurrency", "--shards"},
    {"-j", "--shards"},
    {"--jobs", "--shards"},
    {"--timeout", "--answer-ms"},
    {"--sandbox", "--isolation"},
    {"--srand", "--seed"},
    {"--pgnout", "--out"},
    {"--output", "--out"},
    {"-o", "--out"},
    {"--variant", "--rules"},
    {"--baseline", "--against"},
};

/// The first synonym counts whose command stands where the word stands.
constexpr Synonym kCommandSynonyms[] = {
    {"tournament", "league"}, {"init", "new"},        {"create", "new"},   {"test", "check"},
    {"validate", "check"},    {"lint", "check"},      {"duel", "match"},   {"versus", "match"},
    {"vs", "match"},          {"standings", "table"}, {"ratings", "rate"}, {"elo", "rate"},
    {"start", "run"},         {"resume", "run"},      {"continue", "run"}, {"serve", "season"},
    {"keep", "season"},
};

/// Returns danno's word for a word of another program, if `names` has it.
std::optional<std::string> synonym(std::span<const Synonym> synonyms, std::string_view word,
                                   const std::vector<std::string>& names) {
  for (const Synonym& each : synonyms) {
    if (each.other == word && std::ranges::find(names, each.ours) != names.end())
      return std::string(each.ours);
  }
  return std::nullopt;
}

/// Returns the command that a mistyped word probably means.
std::optional<std::string> meant_command(const CLI::App& app, const std::string& word) {
  std::vector<std::string> commands = command_names(app);
  if (const auto known = synonym(kCommandSynonyms, word, commands)) return known;
  for (const std::string& name : commands) {
    const std::vector<std::string> inner = command_names(*app.get_subcommand(name));
    const auto known = synonym(kCommandSynonyms, word, inner);
    if (known) return fmt::format("{} {}", name, *known);
    if (std::ranges::find(inner, word) != inner.end()) return fmt::format("{} {}", name, word);
  }
  if (app.get_parent() == nullptr) commands.emplace_back("help");  // the parser never sees it
  return base::closest(word, commands);
}

/// Returns the option that the word probably means.
std::optional<std::string> meant_option(const CLI::App& app, const std::string& word) {
  const std::vector<std::string> options = option_names(app);
  const bool has_one_dash = word.size() > 2 && word[1] != '-';  // as options of fastchess have
  const auto known = synonym(kOptionSynonyms, has_one_dash ? "-" + word : word, options);
  return known ? known : base::closest(word, options);
}

std::string next_step(const CLI::App& app, const std::optional<std::string>& meant) {
  return meant ? fmt::format("did you mean '{}'?", *meant)
               : fmt::format("see '{} --help'", full_name(app));
}

/// Explains a word that no command or option takes.
std::string explain_stranger(const CLI::App& app, const std::string& word) {
  if (word.size() > 1 && word.front() == '-') {
    const std::string option = word.substr(0, word.find('='));
    if (option == "-each" || option == "-engine") {
      return fmt::format(
          "'{}' has no option '{}'; name the agents one after the other; see '{} --help'",
          full_name(app), option, full_name(app));
    }
    return fmt::format("'{}' has no option '{}'; {}", full_name(app), escape_terminal(option),
                       next_step(app, meant_option(app, option)));
  }
  if (!command_names(app).empty()) {
    return fmt::format("'{}' has no command '{}'; {}", full_name(app), escape_terminal(word),
                       next_step(app, meant_command(app, word)));
  }
  return fmt::format("'{}' takes no further argument '{}'; {}", full_name(app),
                     escape_terminal(word), next_step(app, std::nullopt));
}

/// Returns the unread word of the innermost command.
std::optional<std::string> stranger(const CLI::App& app, const CLI::App*& owner) {
  for (const CLI::App* command : app.get_subcommands()) {
    if (auto word = stranger(*command, owner)) return word;
  }
  const auto words = app.remaining();
  if (words.empty()) return std::nullopt;
  owner = &app;
  return as_typed(words.front());
}

/// Throws UsageError for a command that does not exist. The parser would show the help of the
/// command around it instead.
void require_known_commands(const CLI::App& app) {
  const CLI::App* owner = nullptr;
  const auto word = stranger(app, owner);
  if (word && !word->empty() && word->front() != '-' && !command_names(*owner).empty())
    throw UsageError(explain_stranger(*owner, *word));
}

/// Returns the option that CLI11 names at the start or, quoted from a list, within its message.
const CLI::Option* named_option(const CLI::App& app, const std::string& message) {
  const CLI::Option* found = nullptr;
  for (const CLI::Option* option : app.get_options({})) {
    const std::size_t place = message.find(option->get_name());
    if (place == std::string::npos) continue;
    // The longest name that occurs counts: "--out" also occurs in "--output".
    if (found == nullptr || option->get_name().size() > found->get_name().size()) found = option;
  }
  return found;
}

/// Returns the message about an option's value: what was given, and what is expected.
std::string explain_value(const CLI::App& app, const CLI::Option& option,
                          const CLI::ParseError& error) {
  const std::string name = option.get_name();
  const std::string type = option.get_type_name().empty() ? "a value" : option.get_type_name();
  if (error.get_name() == "RequiredError")
    return fmt::format("'{}' needs {}; see '{} --help'", full_name(app), name, full_name(app));
  const auto& values = option.results();
  if (error.get_name() == "ArgumentMismatch" || values.empty())
    return fmt::format("{} expects {}, got {}; see '{} --help'", name, type,
                       base::format_count(values.size(), "value"), full_name(app));
  // A range and a list of choices say more than the words of the check.
  const bool says_more =
      type.find("..") != std::string::npos || type.find('|') != std::string::npos;
  const std::string message = error.what();
  constexpr std::string_view kExpected = "expected ";
  const std::size_t words = message.rfind(kExpected);
  const bool has_words = error.get_name() == "ValidationError" && words != std::string::npos;
  return fmt::format("{} is '{}'; expected {}; see '{} --help'", name,
                     escape_terminal(fmt::format("{}", fmt::join(values, " "))),
                     has_words && !says_more ? message.substr(words + kExpected.size()) : type,
                     full_name(app));
}

/// Formats a parser error as one line.
std::string explain(const CLI::App& app, const CLI::ParseError& error) {
  const CLI::App* owner = nullptr;
  // Told first: a mistyped option is also why a needed one is missing.
  if (const auto word = stranger(app, owner)) return explain_stranger(*owner, *word);
  const CLI::App& command = deepest(app);
  if (const CLI::Option* const option = named_option(command, error.what()))
    return explain_value(command, *option, error);
  return fmt::format("{}; see '{} --help'", error.what(), full_name(command));
}

/// Returns the error for a missing command after a successful parse; empty if none is missing.
std::string explain_missing_command(const CLI::App& app) {
  const CLI::App& command = deepest(app);
  const std::vector<std::string> names = command_names(command);
  if (names.empty()) return {};
  return fmt::format("'{}' needs a command: {}; see '{} --help'", full_name(command),
                     fmt::join(names, ", "), full_name(command));
}

/// The option that `danno help --all` stands for.
constexpr const char* kHelpAll = "--help-all";

/// Lists words from last to first, as the parser takes them; `help COMMAND` means `COMMAND --help`,
/// and `help --all` is one option to it.
std::vector<std::string> words_for_parser(int argc, char** argv) {
  std::vector<std::string> words(argv + 1, argv + argc);
  if (words.front() == "help") {
    words.erase(words.begin());
    const auto all = std::ranges::find(words, "--all");
    if (all == words.end())
      words.emplace_back("--help");
    else
      *all = kHelpAll;
  }
  std::ranges::replace(words, std::string("++"), std::string(kPlusPlus));
  std::ranges::reverse(words);
  return words;
}

/// The column where the text beside a name begins.
constexpr std::size_t kText = 26;

/// Returns a name with the text beside it, or below it if the name is long.
std::string line(const std::string& name, const std::string& help, std::size_t columns) {
  const std::string text = base::wrap(help, columns, kText);
  const std::size_t used = 2 + base::width(name);
  const std::string gap =
      used + 2 > kText ? '\n' + std::string(kText, ' ') : std::string(kText - used, ' ');
  return "  " + name + gap + text + '\n';
}

/// Returns the short name first, and all long ones below each other.
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

std::string usage(const CommandShape& command, const std::string& path) {
  std::string text = "Usage: " + path;
  if (!command.commands.empty()) return text + " COMMAND\n";
  for (const OptionShape& option : command.options) {
    if (option.argument.empty()) continue;
    const std::string argument = option.argument + (option.several ? "…" : "");
    text += option.required ? ' ' + argument : " [" + argument + ']';
  }
  return text + " [OPTION…]\n";
}

std::string section(std::string_view heading, const std::string& lines) {
  return lines.empty() ? lines : fmt::format("\n{}:\n{}", heading, lines);
}

/// Lists the commands by group, the groups in the order of their first commands, kMore last or not
/// at all.
std::string commands_by_group(const CommandShape& command, bool all, std::size_t columns) {
  std::vector<std::string> groups;
  for (const CommandShape& each : command.commands) {
    if (each.group != kMore && std::ranges::find(groups, each.group) == groups.end())
      groups.push_back(each.group);
  }
  if (all) groups.emplace_back(kMore);
  std::string text;
  for (const std::string& group : groups) {
    std::string lines;
    for (const CommandShape& each : command.commands) {
      if (each.group == group) lines += line(each.name, each.summary, columns);
    }
    text += section(group, lines);
  }
  return text;
}

std::string arguments(const CommandShape& command, std::size_t columns) {
  std::string lines;
  for (const OptionShape& option : command.options) {
    if (!option.argument.empty()) lines += line(option.argument, helped(option), columns);
  }
  return section("Arguments", lines);
}

std::string options(const CommandShape& command, std::size_t columns) {
  std::string own;
  std::string advanced;
  std::string common;
  for (const OptionShape& option : command.options) {
    if (!option.argument.empty()) continue;
    std::string& lines = is_common(option) ? common : option.advanced ? advanced : own;
    lines += line(typed(option), helped(option), columns);
  }
  return section("Options", own + common) + section("Advanced", advanced);
}

/// Returns what the command does, its usage, its commands, arguments and options, and its examples,
/// in lines up to `columns` if words allow. `path` is the way it is typed, such as "danno league
/// run". If `all` is set, commands of kMore are listed, too.
std::string help_text(const CommandShape& command, const std::string& path, bool all,
                      std::size_t columns) {
  const bool is_program = command.name == path;
  const std::string heading = is_program ? command.summary : path + ": " + command.summary;
  std::string text = base::wrap(heading, columns, 0) + "\n\n";
  text += usage(command, path) + commands_by_group(command, all, columns) +
          arguments(command, columns) + options(command, columns);
  return command.footer.empty() ? text : text + '\n' + command.footer + '\n';
}

}  // namespace

bool asks_for_json(int argc, char** argv) {
  const auto words = std::span(argv, static_cast<std::size_t>(argc));
  const auto end = std::find(words.begin(), words.end(), std::string_view("--"));
  return std::find(words.begin(), end, std::string_view("--json")) != end;
}

int run_command_line(int argc, char** argv, const std::string& version,
                     const std::function<void(Command program)>& add_commands) {
  CLI::App app("Danno: a tournament harness for programs that play Greed.", "danno");
  app.set_help_flag("-h,--help", "print this help");
  app.set_version_flag("--version", "danno " + version, "print the version");
  app.formatter_fn([](const CLI::App* command, const std::string&, CLI::AppFormatMode mode) {
    return help_text(command_shape(*command), full_name(*command), mode == CLI::AppFormatMode::All,
                     cli::columns(stdout).value_or(cli::kUsualColumns));
  });
  app.require_subcommand(0, 1);
  app.footer(
      "'danno help COMMAND' prints options and two examples.\n"
      "'danno help --all' lists all commands.");
  add_commands(Command(app));
  app.set_help_all_flag(kHelpAll, "list all commands");
  if (argc == 1) {
    cli::print("{}", app.help());
    return cli::kDone;
  }
  try {
    app.parse(words_for_parser(argc, argv));
  } catch (const CLI::Success& success) {  // --help, --version
    require_known_commands(app);
    std::ostringstream text;
    app.exit(success, text, text);
    cli::print("{}", text.str());  // main() sees whether it could be written
    return cli::kDone;
  } catch (const CLI::RuntimeError& ended) {
    return ended.get_exit_code();
  } catch (const CLI::ParseError& error) {
    throw UsageError(explain(app, error));
  }
  const std::string missing = explain_missing_command(app);
  if (!missing.empty()) throw UsageError(missing);
  return cli::kDone;
}

}  // namespace danno::leagues::cli
