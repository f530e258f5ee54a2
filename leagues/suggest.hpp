// The word that was probably meant.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace danno::leagues {

/// The candidate with the least edit distance to `word` (Levenshtein, a swap of neighbours counts
/// one), the first of equals; nothing where none is near: more than a third of the letters differ.
[[nodiscard]] std::optional<std::string> closest(std::string_view word,
                                                 const std::vector<std::string>& candidates);

}  // namespace danno::leagues
