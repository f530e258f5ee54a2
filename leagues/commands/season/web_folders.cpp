#include "leagues/commands/season/web_folders.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include "leagues/base/escape.hpp"
#include "leagues/cli/invocation.hpp"
#include "leagues/commands/season/tokens.hpp"
#include "leagues/site/author_pages.hpp"

namespace danno::leagues::commands::season {
namespace {

namespace fs = std::filesystem;

/// The folder in the inbox where nginx keeps what it has of an upload; queues ignore its name.
constexpr const char* kUploads = ".uploads";
/// The age at which half an upload is one that a killed nginx left.
constexpr auto kUploadAge = std::chrono::hours(24);

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

void require_open_umask() {
  const mode_t mask = ::umask(S_IWGRP | S_IWOTH);
  ::umask(mask);
  if ((mask & (S_IRGRP | S_IXGRP)) == 0) return;
  throw cli::UsageError(
      fmt::format("nginx reads files as their group, which umask {:03o} keeps out; "
                  "before this and 'danno season run', run: umask 022",
                  mask));
}

void make_web_folders(const schedule::SeasonKeys& keys, const fs::path& web) {
  for (const fs::path& folder : {keys.inbox, keys.outbox, web})
    make_folder(folder, kReads);
  // nginx becomes its owner at its start; the group lets the season remove what is left there.
  make_folder(uploads_folder(keys), kWrites);
}

fs::path uploads_folder(const schedule::SeasonKeys& keys) { return keys.inbox / kUploads; }

void remove_half_uploads(const schedule::SeasonKeys& keys) {
  std::error_code error;
  const auto too_old = fs::file_time_type::clock::now() - kUploadAge;
  fs::directory_iterator entry(uploads_folder(keys), error);
  for (; !error && entry != fs::directory_iterator(); entry.increment(error)) {
    std::error_code gone;  // nginx may end an upload meanwhile
    const auto changed = entry->last_write_time(gone);
    if (!gone && changed < too_old) fs::remove(entry->path(), gone);
  }
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
