// Whether the sandbox has the program that builds an agent.
#pragma once

#include <string>
#include <vector>

namespace danno::leagues::entrants {

/// Returns why the sandbox has no program to build with and what to do; empty: it has one, or the
/// agent brings its own.
[[nodiscard]] std::string build_problem(const std::vector<std::string>& build);

}  // namespace danno::leagues::entrants
