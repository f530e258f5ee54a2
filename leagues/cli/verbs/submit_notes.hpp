// What 'danno league submit' shows, on stdout.
#pragma once

#include <vector>

#include "leagues/cli/terminal/invocation.hpp"
#include "leagues/parts/plan_file.hpp"
#include "leagues/parts/slurm.hpp"

namespace danno::leagues::cli::verbs {

/// Shows the script and the commands that would be sent.
void show_unsent(const parts::SlurmOrder& order, const terminal::Invocation& invocation);
/// Shows the plan, its jobs, and how to look at them and stop them.
void show_submitted(const parts::PartsPlan& plan, const parts::SlurmOrder& order,
                    const parts::SlurmJobs& jobs, const terminal::Invocation& invocation);
/// Shows the jobs that play these parts of an earlier plan.
void show_submitted_again(const parts::PartsPlan& plan, const std::vector<int>& missing,
                          const parts::SlurmJobs& jobs, const terminal::Invocation& invocation);

}  // namespace danno::leagues::cli::verbs
