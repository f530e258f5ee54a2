// Reads the keys of the web pages from a parsed league file. It is separate from site_keys.hpp,
// whose users need no parser.
#pragma once

#include "leagues/files/toml_reader.hpp"
#include "leagues/plan/site_keys.hpp"

namespace danno::leagues::plan {

/// `root` reads the top of the file.
[[nodiscard]] SiteKeys read_site_keys(files::TomlReader& root, files::Problems& problems);

}  // namespace danno::leagues::plan
