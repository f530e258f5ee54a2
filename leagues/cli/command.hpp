// The interface to the command line: commands, their arguments, and what they do. The parser behind
// it is CLI11, which only command.cpp and command_line.cpp include.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "leagues/cli/invocation.hpp"

namespace CLI {  // NOLINT(readability-identifier-naming): the parser's own name
class App;
class Option;
}  // namespace CLI

namespace danno::leagues::cli {

/// The group of commands that only `danno help --all` lists.
inline constexpr const char* kMore = "More";

struct CommandText {
  std::string name;
  std::string summary;  ///< One line, lower case, without a full stop.
  /// The heading in `danno --help`; if empty, the command is not listed. kMore is for those that
  /// only `danno help --all` lists.
  std::string group = "Commands";
  std::string examples;  ///< Two commands, one per line.
};

/// A flag, option or argument of a command; a copyable handle.
class CommandOption {
 public:
  explicit CommandOption(CLI::Option& option) : option_(&option) {}
  CommandOption required() const;
  /// Accepts an integer from `low` to `high`.
  CommandOption range(std::int64_t low, std::int64_t high) const;
  CommandOption choices(const std::vector<std::string>& words) const;
  /// Accepts one to `most` values after it.
  CommandOption several(std::size_t most) const;
  /// Accepts several occurrences, each with one value.
  CommandOption repeated() const;
  /// Shows the default in help.
  CommandOption shows_default() const;
  /// Lists it under "Advanced" in help: few people need it.
  CommandOption advanced() const;

 private:
  CLI::Option* option_;
};

/// A command, or the program itself; a copyable handle. Values passed by reference are set when the
/// command line is read, and must live until then.
class Command {
 public:
  explicit Command(CLI::App& app) : app_(&app) {}

  /// Adds a command with -q and -v and, at the end of its help, the examples.
  Command add(Invocation& invocation, const CommandText& text) const;
  /// Adds a command that calls `run` with the arguments that are returned beside it, once they were
  /// read.
  template <typename Result, typename Arguments>
  auto add(Invocation& invocation, Result (*run)(Arguments&, const Invocation&),
           const CommandText& text) const {
    const Command command = add(invocation, text);
    const auto arguments = std::make_shared<std::remove_const_t<Arguments>>();
    command.runs([=, &invocation] { return run(*arguments, invocation); });
    return std::pair<Command, std::remove_const_t<Arguments>&>(command, *arguments);
  }
  /// Sets what is called when the command was named and everything after it was read. It returns
  /// the exit code; if it returns nothing, the code is 0.
  template <std::invocable What>
  void runs(What what) const {
    if constexpr (std::is_void_v<std::invoke_result_t<What>>)
      ends_with([what] {
        what();
        return static_cast<int>(cli::kDone);
      });
    else
      ends_with(what);
  }

  /// Adds a flag. `names` are, for example, "-q,--quiet", or "--freeze,!--no-freeze" for a flag
  /// with a negation.
  template <typename T>  // bool or std::optional<bool>
  CommandOption flag(const std::string& names, T& value, const std::string& help) const;
  /// Adds an option such as "--seats" or "--out DIR", where help calls its value DIR, or an
  /// argument such as "AGENT".
  template <typename T>  // see command.cpp for the types
  CommandOption option(const std::string& name, T& value, const std::string& help) const;
  /// Adds --json.
  void json_flag(Invocation& invocation) const;

 private:
  friend struct CommandShape command_shape(Command command);
  void ends_with(std::function<int()> what) const;
  CLI::App* app_;
};

/// The shape of an option, for completion and manuals.
struct OptionShape {
  std::vector<std::string> names;  ///< The names with their dashes; empty for an argument.
  std::string argument;            ///< The name of an argument.
  std::string takes;               ///< The name of its value in help.
  std::string help;
  std::string standard;  ///< The default, if help shows it.
  bool required = false;
  bool several = false;
  bool advanced = false;
};

/// Returns whether every command has this option.
[[nodiscard]] bool is_common(const OptionShape& option);

/// The shape of a command. Commands without a group are not shown.
struct CommandShape {
  std::string name;
  std::string summary;
  std::string group;
  std::string footer;  ///< The text at the end of its help.
  std::vector<OptionShape> options;
  std::vector<CommandShape> commands;
};

/// The parser takes "++", which may be two dice, for the end of a command. It is given another word
/// in its place, and options have the word as it was typed.
inline constexpr const char* kPlusPlus = "\x1f++";
[[nodiscard]] std::string as_typed(const std::string& word);

[[nodiscard]] CommandShape command_shape(Command command);
[[nodiscard]] CommandShape command_shape(const CLI::App& command);

}  // namespace danno::leagues::cli
