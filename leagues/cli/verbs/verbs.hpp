// The verbs of `danno`, one file each; verbs.def lists them. What they share is in
// ../flags/verb.hpp.
#pragma once

#include "leagues/cli/flags/verb.hpp"
#include "leagues/cli/terminal/invocation.hpp"

namespace danno::leagues::cli::verbs {

#define VERB(name) void add_##name(flags::Verb app, terminal::Invocation& invocation);
#define LEAGUE_VERB(name) void add_##name(flags::Verb league, terminal::Invocation& invocation);
#include "leagues/cli/verbs/verbs.def"
#undef LEAGUE_VERB
#undef VERB

/// `danno bench league`, which has a file of its own.
void add_bench_league(flags::Verb bench, terminal::Invocation& invocation);

/// Gives the program its verbs, in the order of the list.
void add_verbs(flags::Verb program, terminal::Invocation& invocation);
/// The same for `danno league`.
void add_league_verbs(flags::Verb league, terminal::Invocation& invocation);

}  // namespace danno::leagues::cli::verbs
