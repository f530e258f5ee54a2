// danno manual: the manual page, from the texts of --help; for the build, so help does not show it.
//
// The page is for man(7): a line that begins with a dot is a request.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string_view>

#include "leagues/cli/command.hpp"
#include "leagues/cli/invocation.hpp"
#include "leagues/cli/print.hpp"

namespace danno::leagues::commands::program {
namespace {

/// Escapes the characters that roff would interpret.
std::string plain(std::string_view text) {
  std::string page;
  for (const char c : text) {
    if (c == '\\') {
      page += "\\e";
    } else if (c == '-') {
      page += "\\-";  // a search for a flag would not find a typographic hyphen
    } else {
      const bool begins = page.empty() || page.back() == '\n';
      if (begins && (c == '.' || c == '\'')) page += "\\&";
      page += c;
    }
  }
  return page;
}

std::string bold(std::string_view text) { return "\\fB" + plain(text) + "\\fR"; }

/// Returns an option's names, and what it takes.
std::string option_heading(const cli::OptionShape& option) {
  if (!option.argument.empty()) return bold(option.argument);
  std::vector<std::string> names;
  for (const std::string& name : option.names)
    names.push_back(bold(name));
  const std::string takes = option.takes.empty() ? "" : " " + plain(option.takes);
  return fmt::format("{}{}", fmt::join(names, ", "), takes);
}

/// Returns the options of a command: those of all commands, or its own.
std::string format_options(const cli::CommandShape& command, bool common) {
  std::string page;
  for (const cli::OptionShape& option : command.options) {
    if (cli::is_common(option) != common) continue;
    page += fmt::format(".TP\n{}\n{}{}\n", option_heading(option), plain(option.help),
                        option.required ? " (required)" : "");
  }
  return page;
}

/// Returns a command with its arguments; those that may be left out stand in brackets.
std::string usage(const cli::CommandShape& command, const std::string& path) {
  std::string line = plain(path);
  for (const cli::OptionShape& option : command.options) {
    if (option.argument.empty()) continue;
    line += option.required ? " " + option.argument : " [" + option.argument + "]";
  }
  return line;
}

/// A command, or each command of it.
std::string section(const cli::CommandShape& command, const std::string& path) {
  std::string page;
  if (command.commands.empty()) {
    page = fmt::format(".SS {}\n{}.\n{}", usage(command, path), plain(command.summary),
                       format_options(command, false));
    page += fmt::format(".PP\n.nf\n{}\n.fi\n", plain(command.footer));
  }
  for (const cli::CommandShape& below : command.commands)
    page += section(below, path + " " + below.name);
  return page;
}

/// Returns the groups, in the order of --help.
std::vector<std::string> command_groups(const cli::CommandShape& program) {
  std::vector<std::string> groups;
  for (const cli::CommandShape& command : program.commands) {
    if (std::ranges::find(groups, command.group) == groups.end()) groups.push_back(command.group);
  }
  return groups;
}

constexpr std::string_view kEnd = R"(.SH EXIT STATUS
.TP
.B 0
done, and every gate holds
.TP
.B 1
done, and a gate or an audited game does not hold
.TP
.B 2
wrong use or configuration; nothing was run
.TP
.B 3
the machine or danno failed
.TP
.B 4
incomplete or undecided; the same command goes on
.TP
.BR 129 ", " 130 ", " 143
interrupted; what was played is saved
.SH SEE ALSO
The guides in
.IR share/doc/danno ,
beside the folder of this page.
)";

/// The prefix of the summary, which the page's NAME line would repeat.
constexpr std::string_view kTitle = "Danno: ";

void print_page(const cli::CommandShape& program) {
  cli::print(".TH DANNO 1 \"\" danno \"User Commands\"\n");
  cli::print(".SH NAME\ndanno \\- {}\n", plain(program.summary.substr(kTitle.size())));
  cli::print(".SH SYNOPSIS\n.B danno\n.I COMMAND\n[\\fIOPTION\\fR…] [\\fIARGUMENT\\fR…]\n");
  cli::print(".SH OPTIONS\n{}{}", format_options(program.commands.front(), true),
             format_options(program, false));
  for (const std::string& group : command_groups(program)) {
    cli::print(".SH {}\n", plain(group));
    for (const cli::CommandShape& command : program.commands) {
      if (command.group == group) cli::print("{}", section(command, "danno " + command.name));
    }
  }
  cli::print("{}", kEnd);
}

}  // namespace

void add_manual(cli::Command app, cli::Invocation& invocation) {
  const cli::Command command = app.add(invocation, {.name = "manual",
                                                    .summary = "print the manual page",
                                                    .group = "",
                                                    .examples = "  danno manual > danno.1\n"
                                                                "  danno manual | man -l -"});
  command.runs([app] { print_page(cli::command_shape(app)); });
}

}  // namespace danno::leagues::commands::program
