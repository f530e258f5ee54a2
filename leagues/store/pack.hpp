// Texts of bytes as one: what the games of a block are stored as.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace danno::leagues::store {

/// One Zstandard frame with its content's checksum; inside, each text follows its length, which is
/// an unsigned LEB128 number.
[[nodiscard]] std::string pack(std::span<const std::string> texts);

/// The texts again. Throws std::runtime_error if a single bit of the frame has changed, or its
/// content is no such list.
[[nodiscard]] std::vector<std::string> unpack(std::string_view frame);

}  // namespace danno::leagues::store
