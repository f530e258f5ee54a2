#include "leagues/commands/season/web_folders.hpp"

#include "leagues/base/escape.hpp"
#include "leagues/commands/season/tokens.hpp"
#include "leagues/site/author_pages.hpp"

namespace danno::leagues::commands::season {
namespace {

namespace fs = std::filesystem;

constexpr fs::perms kReads =
    fs::perms::owner_all | fs::perms::group_read | fs::perms::group_exec | fs::perms::set_gid;
constexpr fs::perms kWrites = kReads | fs::perms::group_write;

/// A folder that has the rights is left alone: who is not in its group would take its set-group-id.
void make_folder(const fs::path& folder, fs::perms rights) {
  if (fs::create_directories(folder)) return fs::permissions(folder, rights);
  const fs::perms now = fs::status(folder).permissions();
  if ((now & rights) != rights) fs::permissions(folder, rights, fs::perm_options::add);
}

}  // namespace

fs::path web_folder(const fs::path& league_file) {
  return fs::absolute(league_file).parent_path() / kWebFolder;
}

void make_web_folders(const schedule::SeasonKeys& keys, const fs::path& web) {
  for (const fs::path& folder : {keys.inbox, keys.outbox, web})
    make_folder(folder, kReads);
}

void make_author_folder(const schedule::SeasonKeys& keys, const std::string& author) {
  make_folder(keys.inbox / author, kWrites);
  const fs::path own = keys.outbox / base::to_file_name(author);
  make_folder(own, kReads);
  site::write_author_page(own, author);
}

fs::path closed_folder(const fs::path& path) {
  fs::path way;
  for (const fs::path& part : fs::absolute(path).parent_path()) {
    way /= part;
    std::error_code missing;
    const fs::file_status status = fs::status(way, missing);
    if (fs::is_directory(status) &&
        (status.permissions() & fs::perms::others_exec) == fs::perms::none)
      return way;
  }
  return {};
}

}  // namespace danno::leagues::commands::season
