// Converts names of bots to file names.
#pragma once

#include <string>
#include <string_view>

namespace danno::leagues::words {

/// Returns a file name for a name: letters, digits and `._@-` are kept, other bytes become %XX; the
/// file is never hidden. Different names give different files.
[[nodiscard]] std::string file_name_of(std::string_view agent);

}  // namespace danno::leagues::words
