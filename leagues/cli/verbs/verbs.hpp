// The verbs of `danno`, one file each; verbs.def lists them. ../flags/verb.hpp has what they share.
#pragma once

#include "leagues/cli/flags/verb.hpp"
#include "leagues/cli/terminal/invocation.hpp"

namespace danno::leagues::cli::verbs {

#define VERB(parent, name) void add_##name(flags::Verb parent, terminal::Invocation& invocation);
#include "leagues/cli/verbs/verbs.def"
#undef VERB

/// Adds the verbs to the program, in the order of the list.
void add_verbs(flags::Verb program, terminal::Invocation& invocation);

}  // namespace danno::leagues::cli::verbs
