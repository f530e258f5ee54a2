// Other names for agents, for store::Reader::show_as(): to those who do not know the secret they
// tell nothing of the names, of their order or of who came when.
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>

namespace danno::leagues::archive {

/// "agent-4f2a9c" for each of these different names: digits of a keyed hash (BLAKE2b) of the name
/// alone. It has two digits more where an earlier name has those six: so names keep theirs when
/// others are added behind them. `secret` is of 16 to 64 bytes, as referee::record::draw_seed()
/// gives it; throws std::invalid_argument where it is not.
[[nodiscard]] std::map<std::string, std::string> pseudonyms(std::span<const std::string> names,
                                                            std::string_view secret);

/// Whether a name has that form.
[[nodiscard]] bool is_like_pseudonym(std::string_view name);

}  // namespace danno::leagues::archive
