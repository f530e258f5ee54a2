// A scale of grades and its anchors as typed: "0..20", "hold=10".
#pragma once

#include <string>
#include <vector>

#include "leagues/archive/grade_sheet.hpp"

namespace danno::leagues::cli::flags {

/// Parses a scale. Throws UsageError.
[[nodiscard]] archive::Scale parse_scale(const std::string& flag, const std::string& text);

/// Parses --anchor NAME=GRADE. Each grade must be within the scale and each agent different; there
/// must be none or at least two. Throws UsageError.
[[nodiscard]] std::vector<archive::GradeAnchor> parse_anchors(const std::vector<std::string>& texts,
                                                              const archive::Scale& scale);

}  // namespace danno::leagues::cli::flags
