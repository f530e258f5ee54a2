#include "leagues/cli/verbs/verbs.hpp"

namespace danno::leagues::cli::verbs {

void add_verbs(flags::Verb program, terminal::Invocation& invocation) {
#define VERB(name) add_##name(program, invocation);
#define LEAGUE_VERB(name)
#define CLUSTER_VERB(name)
#include "leagues/cli/verbs/verbs.def"
#undef CLUSTER_VERB
#undef LEAGUE_VERB
#undef VERB
}

void add_league_verbs(flags::Verb league, terminal::Invocation& invocation) {
#define VERB(name)
#define LEAGUE_VERB(name) add_##name(league, invocation);
#define CLUSTER_VERB(name)
#include "leagues/cli/verbs/verbs.def"
#undef CLUSTER_VERB
#undef LEAGUE_VERB
#undef VERB
}

void add_cluster_verbs(flags::Verb cluster, terminal::Invocation& invocation) {
#define VERB(name)
#define LEAGUE_VERB(name)
#define CLUSTER_VERB(name) add_##name(cluster, invocation);
#include "leagues/cli/verbs/verbs.def"
#undef CLUSTER_VERB
#undef LEAGUE_VERB
#undef VERB
}

}  // namespace danno::leagues::cli::verbs
