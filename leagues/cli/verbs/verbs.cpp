#include "leagues/cli/verbs/verbs.hpp"

#include <string_view>

namespace danno::leagues::cli::verbs {
namespace {

void add_child_verbs(std::string_view parent, flags::Verb verb, terminal::Invocation& invocation) {
#define VERB(of, name) \
  if (parent == #of) add_##name(verb, invocation);
#include "leagues/cli/verbs/verbs.def"
#undef VERB
}

}  // namespace

void add_league(flags::Verb app, terminal::Invocation& invocation) {
  const flags::Verb verb =
      app.add(invocation, {.name = "league",
                           .summary = "a league: everybody meets, results are kept",
                           .group = "Playing",
                           .examples = "  danno league run league.toml\n"
                                       "  danno league table league.toml"});
  add_child_verbs("league", verb, invocation);
}

void add_cluster(flags::Verb app, terminal::Invocation& invocation) {
  const flags::Verb verb =
      app.add(invocation, {.name = "cluster",
                           .summary = "a league in parts, on many machines",
                           .group = "Playing",
                           .examples = "  danno cluster plan league.toml --parts 40\n"
                                       "  sbatch out/spring/plan-1/run.slurm"});
  add_child_verbs("cluster", verb, invocation);
}

void add_verbs(flags::Verb program, terminal::Invocation& invocation) {
  add_child_verbs("danno", program, invocation);
}

}  // namespace danno::leagues::cli::verbs
