// The words for what was done with a throw, the same in text, JSON and pages.
#pragma once

#include <string>

#include "referee/record/record.hpp"
#include "referee/solver/evaluator.hpp"

namespace danno::leagues::archive {

/// "keep 144 roll", "bank", "accept"; "bust", "attempt succeeds", "bonus", "six alike win",
/// "choice" of a throw, "forfeit".
[[nodiscard]] std::string show_played(const rules::Definition& definition,
                                      const referee::record::Step& made);

[[nodiscard]] std::string show_choice(const rules::Definition& definition,
                                      const solver::Choice& choice);

}  // namespace danno::leagues::archive
