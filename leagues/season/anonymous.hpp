// A league whose agents have other names until the season closes.
#pragma once

#include <filesystem>
#include <string>

#include "leagues/store/store.hpp"

namespace danno::leagues::season {

/// The store to read, where agents of other authors than this one have pseudonyms. Those stand on a
/// secret in the season's folder, which is drawn at the first call. Throws as Store::open_to_read.
[[nodiscard]] store::Store open_anonymous(const std::filesystem::path& league,
                                          const std::string& author = "");

}  // namespace danno::leagues::season
