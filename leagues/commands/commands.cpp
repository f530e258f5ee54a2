#include "leagues/commands/commands.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace danno::leagues::commands {

#define GROUP(name)
#define COMMAND(parent, room, name)                                  \
  namespace room {                                                   \
  void add_##name(cli::Command parent, cli::Invocation& invocation); \
  }
#include "leagues/commands/commands.def"
#undef COMMAND
#undef GROUP

namespace {

/// The commands that have others below them.
const std::array<cli::CommandText, 3> kGroups{
    cli::CommandText{.name = "league",
                     .summary = "play a league and store its results",
                     .group = "Playing",
                     .examples = "  danno league run league.toml\n"
                                 "  danno league table league.toml"},
    cli::CommandText{.name = "season",
                     .summary = "run a season: authors hand in agents, and it plays",
                     .group = cli::kMore,
                     .examples = "  danno season run season.toml\n"
                                 "  danno season invite season.toml authors.csv"},
    cli::CommandText{.name = "cluster",
                     .summary = "play a league on many machines",
                     .group = cli::kMore,
                     .examples = "  danno cluster plan league.toml --parts 40\n"
                                 "  sbatch out/spring/plan-1/run.slurm"}};

void add_children(std::string_view parent, cli::Command command, cli::Invocation& invocation);

void add_group(std::string_view name, cli::Command program, cli::Invocation& invocation) {
  const auto& text = *std::ranges::find(kGroups, name, &cli::CommandText::name);
  add_children(name, program.add(invocation, text), invocation);
}

void add_children(std::string_view parent, cli::Command command, cli::Invocation& invocation) {
#define GROUP(name) \
  if (parent == "danno") add_group(#name, command, invocation);
#define COMMAND(of, room, name) \
  if (parent == #of) room::add_##name(command, invocation);
#include "leagues/commands/commands.def"
#undef COMMAND
#undef GROUP
}

}  // namespace

void add_commands(cli::Command program, cli::Invocation& invocation) {
  add_children("danno", program, invocation);
}

}  // namespace danno::leagues::commands
