#include "leagues/commands/commands.hpp"

#include <string_view>

namespace danno::leagues::commands {

#define GROUP(name)
#define COMMAND(parent, room, name)                               \
  namespace room {                                                \
  void add_##name(cli::Verb parent, cli::Invocation& invocation); \
  }
#include "leagues/commands/commands.def"
#undef COMMAND
#undef GROUP

namespace {

void add_children(std::string_view parent, cli::Verb verb, cli::Invocation& invocation);

void add_league(cli::Verb app, cli::Invocation& invocation) {
  const cli::Verb verb = app.add(invocation, {.name = "league",
                                              .summary = "play a league and store its results",
                                              .group = "Playing",
                                              .examples = "  danno league run league.toml\n"
                                                          "  danno league table league.toml"});
  add_children("league", verb, invocation);
}

void add_season(cli::Verb app, cli::Invocation& invocation) {
  const cli::Verb verb =
      app.add(invocation, {.name = "season",
                           .summary = "a league that runs by itself: authors hand in, it plays",
                           .group = cli::kMore,
                           .examples = "  danno season run season.toml"});
  add_children("season", verb, invocation);
}

void add_cluster(cli::Verb app, cli::Invocation& invocation) {
  const cli::Verb verb =
      app.add(invocation, {.name = "cluster",
                           .summary = "play a league on many machines",
                           .group = cli::kMore,
                           .examples = "  danno cluster plan league.toml --parts 40\n"
                                       "  sbatch out/spring/plan-1/run.slurm"});
  add_children("cluster", verb, invocation);
}

void add_children(std::string_view parent, cli::Verb verb, cli::Invocation& invocation) {
#define GROUP(name) \
  if (parent == "danno") add_##name(verb, invocation);
#define COMMAND(of, room, name) \
  if (parent == #of) room::add_##name(verb, invocation);
#include "leagues/commands/commands.def"
#undef COMMAND
#undef GROUP
}

}  // namespace

void add_commands(cli::Verb program, cli::Invocation& invocation) {
  add_children("danno", program, invocation);
}

}  // namespace danno::leagues::commands
