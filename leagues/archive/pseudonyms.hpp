// Other names for agents, for store::Reader::show_as(): to those who do not know the secret they
// tell nothing of the names, of their order or of who came when.
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>

namespace danno::leagues::archive {

/// Returns a pseudonym such as "agent-4f2a9c" for each of these different names: digits of a keyed
/// hash (BLAKE2b) of the name alone. It gets two more digits if an earlier name has the same ones,
/// so names keep their pseudonyms when others are added after them. `secret` must have 16 to 64
/// bytes, like referee::record::draw_seed(); throws std::invalid_argument otherwise.
[[nodiscard]] std::map<std::string, std::string> pseudonyms(std::span<const std::string> names,
                                                            std::string_view secret);

/// Returns whether a name has that form.
[[nodiscard]] bool is_like_pseudonym(std::string_view name);

}  // namespace danno::leagues::archive
