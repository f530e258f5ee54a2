// Finds the word that was probably meant.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace danno::leagues::base {

/// Returns the candidate with the smallest edit distance to `word` (Levenshtein; swapping
/// neighbours counts as one), the first of equal ones; nullopt if more than a third of the letters
/// differ in all.
[[nodiscard]] std::optional<std::string> closest(std::string_view word,
                                                 const std::vector<std::string>& candidates);

/// Returns "did you mean 'hold'?" with the closest candidate; `otherwise` if none is close.
[[nodiscard]] std::string did_you_mean(std::string_view word,
                                       const std::vector<std::string>& candidates,
                                       std::string_view otherwise);
/// Returns the same, or "expected hold, odds" with all candidates if none is close.
[[nodiscard]] std::string describe_choices(std::string_view word,
                                           const std::vector<std::string>& candidates);

}  // namespace danno::leagues::base
