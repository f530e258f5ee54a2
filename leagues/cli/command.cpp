#include "leagues/cli/command.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <map>
#include <optional>

#include "leagues/base/number.hpp"
#include "leagues/cli/print.hpp"

namespace danno::leagues::cli {

namespace {

constexpr const char* kAdvanced = "Advanced";

}  // namespace

std::string as_typed(const std::string& word) { return word == kPlusPlus ? "++" : word; }

CommandOption CommandOption::required() const {
  option_->required();
  return *this;
}

CommandOption CommandOption::range(std::int64_t low, std::int64_t high) const {
  const auto outside = [low, high](const std::string& text) {
    return base::parse_whole<std::int64_t>(text, low, high)
               ? std::string()
               : fmt::format("expected {} to {}", low, high);
  };
  option_->check(CLI::Validator(outside, "", "range"));
  option_->type_name(fmt::format("{}..{}", low, high));
  return *this;
}

CommandOption CommandOption::choices(const std::vector<std::string>& words) const {
  option_->check(CLI::IsMember(words).description(""));
  option_->type_name(fmt::format("{}", fmt::join(words, "|")));
  return *this;
}

CommandOption CommandOption::several(std::size_t most) const {
  option_->expected(1, static_cast<int>(most));
  return *this;
}

CommandOption CommandOption::repeated() const {
  option_->expected(1)->take_all();
  return *this;
}

CommandOption CommandOption::shows_default() const {
  option_->capture_default_str();
  return *this;
}

CommandOption CommandOption::advanced() const {
  option_->group(kAdvanced);
  return *this;
}

Command Command::add(Invocation& invocation, const CommandText& text) const {
  CLI::App& command = *app_->add_subcommand(text.name, text.summary);
  command.group(text.group);
  command.footer("Examples:\n" + text.examples);
  // CLI11 takes at most one command here, so that a later word that equals a command's name stays
  // an argument.
  command.require_subcommand(0, 1);
  command.add_flag("-q,--quiet", invocation.quiet, "print no progress and no notes on stderr");
  command.add_flag("-v,--verbose", invocation.verbose,
                   "print more on stderr, with the referee's log");
  const std::map<std::string, Color> colors{
      {"auto", Color::Auto}, {"always", Color::Always}, {"never", Color::Never}};
  command
      .add_option_function<std::string>(
          "--color", [colors](const std::string& word) { cli::set_color(colors.at(word)); },
          "when to use colours; default auto: at a terminal, if NO_COLOR is not set")
      ->check(CLI::IsMember(colors).description(""))
      ->type_name("auto|always|never");
  return Command(command);
}

void Command::ends_with(std::function<int()> what) const {
  app_->callback([what = std::move(what)] {
    if (const int code = what(); code != cli::kDone) throw CLI::RuntimeError(code);
  });
}

template <typename T>
CommandOption Command::flag(const std::string& names, T& value, const std::string& help) const {
  if constexpr (std::is_same_v<T, std::optional<bool>>) {
    // CLI11 would take it for a counter, and set it to 0 where nothing was said.
    const auto set = [&value](std::int64_t count) { value = count > 0; };
    return CommandOption(*app_->add_flag_function(names, set, help));
  } else {
    return CommandOption(*app_->add_flag(names, value, help));
  }
}
template CommandOption Command::flag(const std::string&, bool&, const std::string&) const;
template CommandOption Command::flag(const std::string&, std::optional<bool>&,
                                     const std::string&) const;

namespace {

/// Names, by its return type, the type of one value that an option takes.
template <typename T>
T one_of_its_values(const T&);
template <typename T>
T one_of_its_values(const std::optional<T>&);
template <typename T>
T one_of_its_values(const std::vector<T>&);

/// Returns what is wrong with a number, and writes it as the parser reads it, which would take 010
/// for 8 and 0x10 for 16.
template <typename T>
std::string normalize_number(std::string& text) {
  if constexpr (std::is_floating_point_v<T>) {
    if (base::parse_decimal(text)) return {};
  } else if (const auto number = base::parse_whole<T>(text)) {
    text = fmt::format("{}", *number);
    return {};
  }
  return "expected a number";
}

std::string refuse_empty(const std::string& text) {
  return text.empty() ? "expected some text" : std::string();
}

}  // namespace

template <typename T>
CommandOption Command::option(const std::string& name, T& value, const std::string& help) const {
  // The word behind the name says in help what the option takes.
  const std::size_t blank = name.find(' ');
  CLI::Option& option = *app_->add_option(name.substr(0, blank), value, help);
  option.transform([](const std::string& word) { return as_typed(word); });
  using Type = decltype(one_of_its_values(value));
  constexpr bool kIsText = std::is_same_v<Type, std::string>;
  if constexpr (kIsText) {
    // An empty text is "$FOLDER" of a shell that has no such variable. It would count as not given.
    if (!option.get_positional()) option.check(CLI::Validator(refuse_empty, "", "text"));
  } else {
    option.transform(CLI::Validator(normalize_number<Type>, "", "number"));
  }
  option.type_name(blank != std::string::npos ? name.substr(blank + 1)
                   : kIsText                  ? "TEXT"
                                              : "NUMBER");
  return CommandOption(option);
}
template CommandOption Command::option(const std::string&, std::string&, const std::string&) const;
template CommandOption Command::option(const std::string&, int&, const std::string&) const;
template CommandOption Command::option(const std::string&, std::uint64_t&,
                                       const std::string&) const;
template CommandOption Command::option(const std::string&, double&, const std::string&) const;
template CommandOption Command::option(const std::string&, std::vector<std::string>&,
                                       const std::string&) const;
template CommandOption Command::option(const std::string&, std::vector<double>&,
                                       const std::string&) const;
template CommandOption Command::option(const std::string&, std::optional<std::string>&,
                                       const std::string&) const;
template CommandOption Command::option(const std::string&, std::optional<std::int64_t>&,
                                       const std::string&) const;
template CommandOption Command::option(const std::string&, std::optional<std::uint64_t>&,
                                       const std::string&) const;
template CommandOption Command::option(const std::string&, std::optional<double>&,
                                       const std::string&) const;

void Command::json_flag(Invocation& invocation) const {
  flag("--json", invocation.json, "print the result as JSON on stdout");
}

namespace {

OptionShape option_shape(const CLI::Option& option) {
  OptionShape shape;
  for (const std::string& name : option.get_lnames())
    shape.names.push_back("--" + name);
  for (const std::string& name : option.get_snames())
    shape.names.push_back("-" + name);
  if (option.get_positional()) shape.argument = option.get_name(/*positional=*/true);
  shape.takes = option.get_type_name();
  shape.help = option.get_description();
  shape.standard = option.get_default_str();
  shape.required = option.get_required();
  shape.several = option.get_items_expected_max() > 1;
  shape.advanced = option.get_group() == kAdvanced;
  return shape;
}

}  // namespace

bool is_common(const OptionShape& option) {
  constexpr std::array<std::string_view, 4> kCommon{"--help", "--quiet", "--verbose", "--color"};
  return !option.names.empty() && std::ranges::find(kCommon, option.names.front()) != kCommon.end();
}

CommandShape command_shape(const CLI::App& app) {
  CommandShape shape{
      app.get_name(), app.get_description(), app.get_group(), app.get_footer(), {}, {}};
  for (const CLI::Option* option : app.get_options({}))
    shape.options.push_back(option_shape(*option));
  for (const CLI::App* command : app.get_subcommands({})) {
    if (!command->get_group().empty()) shape.commands.push_back(command_shape(*command));
  }
  return shape;
}

CommandShape command_shape(Command command) { return command_shape(*command.app_); }

}  // namespace danno::leagues::cli
