// Names of bots as names of files.
#pragma once

#include <string>
#include <string_view>

namespace danno::leagues::words {

/// The name as a file's: letters, digits and `._@-` stay, other bytes become %XX; never hidden.
/// Different names are different files.
[[nodiscard]] std::string file_name_of(std::string_view agent);

}  // namespace danno::leagues::words
