// The texts of the bundled rule sets. The build embeds them from bundled/*.toml.
#pragma once

#include <string_view>

namespace danno::rules {

extern const std::string_view kTrueGreedText;
extern const std::string_view kDollarText;
extern const std::string_view kTygheText;
extern const std::string_view kOfficialText;
extern const std::string_view kKoansText;

}  // namespace danno::rules
