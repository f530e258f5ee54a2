// How a verb enters the command line.
#pragma once

#include <string>

#include "leagues/cli/terminal/invocation.hpp"

namespace CLI {
class App;
}

namespace danno::cli {

struct VerbText {
  std::string name;
  std::string summary;   ///< One line, lower case, no full stop.
  std::string group;     ///< The heading in `danno --help`.
  std::string examples;  ///< Two commands, a line each.
};

/// A verb with -q and -v and, at the end of its help, the examples. What it does is set with
/// CLI::App::callback. `parent` is the program, or a verb with verbs of its own.
CLI::App& add_verb(CLI::App& parent, Session& session, const VerbText& text);

/// Gives the verb --json.
void add_json_flag(CLI::App& verb, Session& session);

}  // namespace danno::cli
