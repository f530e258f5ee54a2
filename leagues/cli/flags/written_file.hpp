// The text of a written game, from a file or stdin.
#pragma once

#include <string>

namespace danno::leagues::cli::flags {

/// All of `file`; "-" is stdin. Throws UsageError if it cannot be read or is over 64 MiB.
[[nodiscard]] std::string read_written_file(const std::string& file);

}  // namespace danno::leagues::cli::flags
