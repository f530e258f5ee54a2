// The folders of a season that nginx works with, which may be another user.
//
// Their group is that user's (www-data on Debian), and everything made inside inherits it. Others
// on the machine have no rights in folders that are made here. Rights are only added to what
// exists.
#pragma once

#include <filesystem>
#include <string>

#include "leagues/schedule/league_keys.hpp"

namespace danno::leagues::commands::season {

/// Returns the folder `web` beside the league file.
[[nodiscard]] std::filesystem::path web_folder(const std::filesystem::path& league_file);

/// Throws UsageError if the umask keeps the group of new files, which nginx is in, from reading.
/// Others may be kept out.
void require_open_umask();

/// Makes the inbox, the outbox and the folder `web`. Throws std::filesystem::filesystem_error.
void make_web_folders(const schedule::SeasonKeys& keys, const std::filesystem::path& web);

/// Returns the folder in the inbox where nginx keeps what it has of uploads.
[[nodiscard]] std::filesystem::path uploads_folder(const schedule::SeasonKeys& keys);
/// Removes half uploads of more than a day ago, as far as that is possible.
void remove_half_uploads(const schedule::SeasonKeys& keys);

/// Makes an author's folders in the inbox, where nginx may write, and in the outbox, with a page.
void make_author_folder(const schedule::SeasonKeys& keys, const std::string& author);

/// Returns the first folder on the way to `path` that other users cannot pass; empty if there is
/// none.
[[nodiscard]] std::filesystem::path closed_folder(const std::filesystem::path& path);

}  // namespace danno::leagues::commands::season
