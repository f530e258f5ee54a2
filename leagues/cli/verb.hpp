// The interface to the command line: verbs, their arguments, and what they do. The parser behind it
// is CLI11, which only verb.cpp and command_line.cpp include.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <type_traits>
#include <vector>

#include "leagues/cli/invocation.hpp"

namespace CLI {  // NOLINT(readability-identifier-naming): the parser's own name
class App;
class Option;
}  // namespace CLI

namespace danno::leagues::cli {

/// The group of verbs that only `danno help --all` lists.
inline constexpr const char* kMore = "More";

struct VerbText {
  std::string name;
  std::string summary;  ///< One line, lower case, without a full stop.
  /// The heading in `danno --help`; if empty, the verb is not listed. kMore is for those that only
  /// `danno help --all` lists.
  std::string group;
  std::string examples;  ///< Two commands, one per line.
};

/// A flag, option or argument of a verb; a copyable handle.
class VerbOption {
 public:
  explicit VerbOption(CLI::Option& option) : option_(&option) {}
  VerbOption required() const;
  /// Sets the name of the value in help, such as "DIR".
  VerbOption takes(const std::string& what) const;
  /// Accepts an integer from `low` to `high`.
  VerbOption range(std::int64_t low, std::int64_t high) const;
  VerbOption choices(const std::vector<std::string>& words) const;
  /// Accepts one to `most` values after it.
  VerbOption several(std::size_t most) const;
  /// Accepts several occurrences, each with one value.
  VerbOption repeated() const;
  /// Shows the default in help.
  VerbOption shows_default() const;
  /// Lists it under "Advanced" in help: few people need it.
  VerbOption advanced() const;

 private:
  CLI::Option* option_;
};

/// A verb, or the program itself; a copyable handle. Values passed by reference are set when the
/// command line is read, and must live until then.
class Verb {
 public:
  explicit Verb(CLI::App& app) : app_(&app) {}

  /// Adds a verb with -q and -v and, at the end of its help, the examples.
  Verb add(Invocation& invocation, const VerbText& text) const;
  /// Sets what is called when the verb was named and everything after it was read. It returns the
  /// exit code; if it returns nothing, the code is 0.
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
  VerbOption flag(const std::string& names, T& value, const std::string& help) const;
  /// Adds an option such as "--deals", or an argument such as "AGENT".
  template <typename T>  // see verb.cpp for the types
  VerbOption option(const std::string& name, T& value, const std::string& help) const;
  /// Adds --json.
  void json_flag(Invocation& invocation) const;

 private:
  friend struct VerbShape verb_shape(Verb verb);
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

/// Returns whether every verb has this option.
[[nodiscard]] bool is_common(const OptionShape& option);

/// The shape of a verb. Verbs without a group are not shown.
struct VerbShape {
  std::string name;
  std::string summary;
  std::string group;
  std::string footer;  ///< The text at the end of its help.
  std::vector<OptionShape> options;
  std::vector<VerbShape> verbs;
};

/// The parser takes "++", which may be two dice, for the end of a verb. It is given another word in
/// its place, and options have the word as it was typed.
inline constexpr const char* kPlusPlus = "\x1f++";
[[nodiscard]] std::string as_typed(const std::string& word);

[[nodiscard]] VerbShape verb_shape(Verb verb);
[[nodiscard]] VerbShape verb_shape(const CLI::App& verb);

}  // namespace danno::leagues::cli
