// Reads files with one JSON object per line, which append_line() of whole_file.hpp writes.
#pragma once

#include <filesystem>
#include <functional>

#include "leagues/files/json.hpp"

namespace danno::leagues::files {

/// Calls `visit` for each line's object, in order. Skips a line that is not an object, which an
/// interrupted writer left. A missing file has no lines.
void visit_json_lines(const std::filesystem::path& file,
                      const std::function<void(const Json&)>& visit);

}  // namespace danno::leagues::files
