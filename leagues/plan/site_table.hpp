// What concerns the web pages in a league file as it was parsed; apart from site_keys.hpp, whose
// readers need no parser.
#pragma once

#include "leagues/plan/site_keys.hpp"
#include "leagues/text/toml_reader.hpp"

namespace danno::leagues::plan {

/// `root` reads the top of the file.
[[nodiscard]] SiteKeys read_site_keys(text::TomlReader& root, text::Problems& problems);

}  // namespace danno::leagues::plan
