// A tune as a page for a browser.
#pragma once

#include "leagues/site/page.hpp"
#include "leagues/tune/tune.hpp"

namespace danno::leagues::tune {

[[nodiscard]] site::Page tune_page(const Tune& tune);

}  // namespace danno::leagues::tune
