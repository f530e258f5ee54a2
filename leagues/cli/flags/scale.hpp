// A scale of grades and its anchors, as typed: "0..20", "hold=10".
#pragma once

#include <string>
#include <vector>

#include "leagues/archive/grade_sheet.hpp"

namespace danno::leagues::cli::flags {

/// Throws UsageError.
[[nodiscard]] archive::Scale parse_scale(const std::string& flag, const std::string& text);

/// --anchor NAME=GRADE, each within the scale and of another agent; none or two at least. Throws
/// UsageError.
[[nodiscard]] std::vector<archive::GradeAnchor> parse_anchors(const std::vector<std::string>& texts,
                                                              const archive::Scale& scale);

}  // namespace danno::leagues::cli::flags
