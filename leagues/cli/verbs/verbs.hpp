// The verbs of `danno`, one file each; verbs.def lists them. ../flags/verb.hpp has what they share.
#pragma once

#include "leagues/cli/flags/verb.hpp"
#include "leagues/cli/terminal/invocation.hpp"

namespace danno::leagues::cli::verbs {

#define VERB(name) void add_##name(flags::Verb app, terminal::Invocation& invocation);
#define LEAGUE_VERB(name) void add_##name(flags::Verb league, terminal::Invocation& invocation);
#define CLUSTER_VERB(name) void add_##name(flags::Verb cluster, terminal::Invocation& invocation);
#include "leagues/cli/verbs/verbs.def"
#undef CLUSTER_VERB
#undef LEAGUE_VERB
#undef VERB

/// Adds the verbs to the program, in the order of the list.
void add_verbs(flags::Verb program, terminal::Invocation& invocation);
/// These do the same for `danno league` and `danno cluster`.
void add_league_verbs(flags::Verb league, terminal::Invocation& invocation);
void add_cluster_verbs(flags::Verb cluster, terminal::Invocation& invocation);

}  // namespace danno::leagues::cli::verbs
