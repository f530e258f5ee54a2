// What 'danno league merge' tells of a merge, beside the tables.
#pragma once

#include "leagues/parts/merge.hpp"
#include "leagues/parts/plan_file.hpp"

namespace danno::leagues::cli::verbs {

/// On stdout.
void show_json(const parts::PartsPlan& plan, const parts::Merged& merged);
/// On stderr.
void tell_what_was_replayed(const parts::Replayed& replayed);
/// On stderr, with the command that helps.
void tell_what_is_left(const parts::PartsPlan& plan, const parts::Merged& merged);

}  // namespace danno::leagues::cli::verbs
