// The door to the command line: verbs, what may follow them, and what they do. The parser behind it
// is CLI11, which only verb.cpp and command_line.cpp pay for.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "leagues/cli/terminal/invocation.hpp"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace danno::leagues::cli::flags {

struct VerbText {
  std::string name;
  std::string summary;   ///< One line, lower case, no full stop.
  std::string group;     ///< The heading in `danno --help`; empty: not shown there.
  std::string examples;  ///< Two commands, a line each.
};

/// A flag, option or argument of a verb; a handle that may be copied.
class VerbOption {
 public:
  explicit VerbOption(CLI::Option& option) : option_(&option) {}
  VerbOption required() const;
  /// What help calls the value, as in "DIR".
  VerbOption takes(const std::string& what) const;
  /// A whole number from `low` to `high`.
  VerbOption range(std::int64_t low, std::int64_t high) const;
  VerbOption one_of(const std::vector<std::string>& words) const;
  /// One to `most` values after it.
  VerbOption several(std::size_t most) const;
  /// May stand more than once, each time with one value.
  VerbOption repeated() const;
  /// Help shows the default.
  VerbOption shows_default() const;

 private:
  CLI::Option* option_;
};

/// A verb, or the program itself; a handle that may be copied. What is handed in by reference is
/// set when the command line is read and must live until then.
class Verb {
 public:
  explicit Verb(CLI::App& app) : app_(&app) {}

  /// A verb with -q and -v and, at the end of its help, the examples.
  Verb add(terminal::Invocation& invocation, const VerbText& text) const;
  /// Called when the verb was named and all that followed it was read.
  void runs(std::function<void()> what) const;

  /// `names` as in "-q,--quiet"; "--freeze,!--no-freeze" for one that can be said either way.
  template <typename T>  // bool, std::optional<bool>
  VerbOption flag(const std::string& names, T& value, const std::string& help) const;
  /// "--deals", or "AGENT" for an argument without a name.
  template <typename T>  // see verb.cpp for the types
  VerbOption option(const std::string& name, T& value, const std::string& help) const;
  /// Gives it --json.
  void json_flag(terminal::Invocation& invocation) const;

 private:
  friend struct VerbShape shape_of(Verb verb);
  CLI::App* app_;
};

/// What can be typed, for completion and manuals.
struct OptionShape {
  std::vector<std::string> names;  ///< With their dashes; empty for an argument.
  std::string argument;            ///< What an argument is called.
  std::string takes;               ///< What help calls its value.
  std::string help;
  std::string standard;  ///< The default, where help is to show it.
  bool required = false;
  bool several = false;
};

/// Whether every verb has it.
[[nodiscard]] bool is_common(const OptionShape& option);

/// Verbs without a group are not shown.
struct VerbShape {
  std::string name;
  std::string summary;
  std::string group;
  std::string footer;  ///< What stands at the end of its help.
  std::vector<OptionShape> options;
  std::vector<VerbShape> verbs;
};

[[nodiscard]] VerbShape shape_of(Verb verb);
[[nodiscard]] VerbShape shape_of(const CLI::App& verb);

}  // namespace danno::leagues::cli::flags
