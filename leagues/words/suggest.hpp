// The word that was probably meant.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace danno::leagues::words {

/// The candidate with the least edit distance to `word` (Levenshtein, a swap of neighbours counts
/// one), the first of equals; empty if none is near: more than a third of the letters differ.
[[nodiscard]] std::optional<std::string> closest(std::string_view word,
                                                 const std::vector<std::string>& candidates);

/// "did you mean 'hold'?" with the closest candidate; `otherwise` if none is near.
[[nodiscard]] std::string did_you_mean(std::string_view word,
                                       const std::vector<std::string>& candidates,
                                       std::string_view otherwise);
/// The same; "expected hold, odds" with all candidates if none is near.
[[nodiscard]] std::string expected_one_of(std::string_view word,
                                          const std::vector<std::string>& candidates);

}  // namespace danno::leagues::words
