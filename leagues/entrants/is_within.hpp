// Whether a path lies in a folder.
#pragma once

#include <algorithm>
#include <filesystem>

namespace danno::leagues::entrants {

/// True if `path` is `folder` or lies below it. Compares by name: both are canonical.
[[nodiscard]] inline bool is_within(const std::filesystem::path& path,
                                    const std::filesystem::path& folder) {
  return std::ranges::mismatch(folder, path).in1 == folder.end();
}

}  // namespace danno::leagues::entrants
