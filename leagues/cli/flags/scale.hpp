// A scale of grades, as typed: "0..20".
#pragma once

#include <string>

#include "leagues/archive/grade_sheet.hpp"

namespace danno::leagues::cli::flags {

/// Throws UsageError.
[[nodiscard]] archive::Scale parse_scale(const std::string& flag, const std::string& text);

}  // namespace danno::leagues::cli::flags
