// danno cluster: a league's missing deals, played in parts on many machines.
#include "leagues/cli/flags/verb.hpp"
#include "leagues/cli/verbs/verbs.hpp"

namespace danno::leagues::cli::verbs {

void add_cluster(flags::Verb app, terminal::Invocation& invocation) {
  const flags::Verb verb =
      app.add(invocation, {.name = "cluster",
                           .summary = "a league in parts, on many machines",
                           .group = "Playing",
                           .examples = "  danno cluster plan league.toml --parts 40\n"
                                       "  sbatch out/spring/plan-1/run.slurm"});
  add_cluster_verbs(verb, invocation);
}

}  // namespace danno::leagues::cli::verbs
