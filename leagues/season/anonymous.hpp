// A league whose agents have other names until the season closes.
#pragma once

#include <filesystem>
#include <string>

#include "leagues/store/store.hpp"

namespace danno::leagues::season {

/// The store to read, where the agents of the intake have pseudonyms for all but this author. Those
/// stand on a secret in the season's folder, which is drawn at the first call. Throws as
/// Reader::open_to_read.
[[nodiscard]] store::Reader open_anonymous(const std::filesystem::path& league,
                                           const std::filesystem::path& intake,
                                           const std::string& author = "");

}  // namespace danno::leagues::season
