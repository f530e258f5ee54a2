// Handing in over the web: the commands that prepare it with nginx, which may be another user.
//
// That user's group (www-data on Debian) is the group of the folders that nginx works with, and
// everything made inside inherits it. Others on the machine have no rights in folders that are made
// here. Rights are only added to what exists.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "leagues/commands/hand_in/login.hpp"
#include "leagues/schedule/league_keys.hpp"

namespace danno::leagues::commands::season {

/// Parses the value of --address, which has its scheme. Throws UsageError.
[[nodiscard]] hand_in::Address parse_web_address(std::string_view typed);

/// Returns the folder `web` beside the league file, with logins and the configuration of nginx.
[[nodiscard]] std::filesystem::path web_folder(const std::filesystem::path& league_file);

/// Removes half uploads of more than a day ago, as far as that is possible.
void remove_half_uploads(const schedule::SeasonKeys& keys);

}  // namespace danno::leagues::commands::season
