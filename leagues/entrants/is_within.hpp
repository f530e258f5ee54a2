// Tests whether a path lies in a folder.
#pragma once

#include <algorithm>
#include <filesystem>

namespace danno::leagues::entrants {

/// Returns whether `path` is `folder` or lies below it. Compares names, so both must be canonical.
[[nodiscard]] inline bool is_within(const std::filesystem::path& path,
                                    const std::filesystem::path& folder) {
  return std::ranges::mismatch(folder, path).in1 == folder.end();
}

}  // namespace danno::leagues::entrants
