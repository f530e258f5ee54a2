// The parts of a league file that a format reads.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <string>

#include "leagues/files/toml_reader.hpp"

namespace danno::leagues::plan {

struct FormatKeys {
  files::TomlReader& league;          ///< [league]
  const std::filesystem::path& base;  ///< The folder that relative paths start from.
  /// A problem at the entrant's place.
  std::function<void(std::size_t entrant, const std::string& problem)> complain_of;
};

}  // namespace danno::leagues::plan
