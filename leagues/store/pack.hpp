// Packs several byte strings into one, as the games of a block are stored.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace danno::leagues::store {

/// Returns one Zstandard frame with a checksum of its content. Inside, each text is preceded by its
/// length as an unsigned LEB128 number.
[[nodiscard]] std::string pack(std::span<const std::string> texts);

/// Returns the packed texts. Throws std::runtime_error if any bit of the frame has changed, or if
/// its content is not such a list.
[[nodiscard]] std::vector<std::string> unpack(std::string_view frame);

}  // namespace danno::leagues::store
