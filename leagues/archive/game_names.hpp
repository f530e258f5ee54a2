// Completes names of what a league has stored, for a shell.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "leagues/store/store.hpp"

namespace danno::leagues::archive {

/// How the id of a stored game (RULES/LINE-UP/DEAL/SEATING) may go on after `typed`, up to and with
/// the next slash: "koans/", "koans/ada,bob/", …; of deals the first hundred.
[[nodiscard]] std::vector<std::string> complete_game(const store::Reader& store,
                                                     std::string_view typed);

/// The agents that are in the league now, as shown, by name.
[[nodiscard]] std::vector<std::string> agent_names(const store::Reader& store);

}  // namespace danno::leagues::archive
