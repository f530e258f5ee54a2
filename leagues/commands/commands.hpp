// The commands of `danno`; commands.def lists them, and each has a folder or a file here.
#pragma once

#include "leagues/cli/command.hpp"
#include "leagues/cli/invocation.hpp"

namespace danno::leagues::commands {

/// Adds the commands to the program, in the order of the list.
void add_commands(cli::Command program, cli::Invocation& invocation);

}  // namespace danno::leagues::commands
