// The folder that the bundled agent `optimal` plays from.
#pragma once

#include <filesystem>

namespace danno::leagues {

/// An agent is shown its own folder and nothing else of ours, so the tables that were solved since
/// `optimal` was built stand in a copy of its folder, in solver::cache_folder(). Returns `shipped`,
/// its folder as built, where there are none.
[[nodiscard]] std::filesystem::path optimal_folder(const std::filesystem::path& shipped);

}  // namespace danno::leagues
