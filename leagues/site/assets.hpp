// The style and the script of every page, compiled from danno.css and danno.js.
#pragma once

#include <string_view>

namespace danno::leagues::site {

extern const std::string_view kStyle;
extern const std::string_view kScript;

}  // namespace danno::leagues::site
