// The folder of a site. A lock file beside it keeps two processes from writing at once. Pages are
// written to a draft, and a rename makes all of them appear at once. Files of others in the folder
// are never deleted: then the site is refused.
#include "leagues/site/write.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <exception>
#include <set>
#include <system_error>
#include <thread>

#include "leagues/base/escape.hpp"
#include "leagues/base/outside_file.hpp"
#include "leagues/base/whole_file.hpp"
#include "leagues/entrants/agent_files.hpp"
#include "leagues/store/reader.hpp"
#include "referee/record/log.hpp"
#include "referee/record/sha256.hpp"

namespace danno::leagues::site {
namespace {

namespace fs = std::filesystem;

constexpr const char* kManifest = "site.json";
constexpr const char* kMadeOf = "made_of";
constexpr fs::perms kFilePerms =
    fs::perms::owner_read | fs::perms::owner_write | fs::perms::group_read | fs::perms::others_read;
constexpr fs::perms kFolderPerms = fs::perms::owner_all | fs::perms::group_read |
                                   fs::perms::group_exec | fs::perms::others_read |
                                   fs::perms::others_exec;

/// Returns a hash of site.json (without this field) and its inputs; a difference in either changes
/// it.
std::string manifest_hash(const base::Json& about, std::string_view input_digest) {
  return referee::record::sha256_hex(base::dump(about) + std::string(input_digest));
}

/// Returns what site.json, whose text this is, records; nullopt if it has no such key.
std::optional<base::Json> parse_manifest(const std::optional<std::string>& text, const char* key) {
  auto about = text ? base::try_parse_json(*text) : std::nullopt;
  return about && about->is_object() && about->contains(key) ? about : std::nullopt;
}

/// Returns the content of a file that is as write() leaves it, as far as can be seen from outside.
std::optional<std::string> read_written(const fs::path& file) {
  std::error_code unreadable;
  const fs::file_status status = fs::symlink_status(file, unreadable);
  if (!fs::is_regular_file(status) || status.permissions() != kFilePerms) return std::nullopt;
  return base::read_whole(file);
}

std::size_t count_files(const fs::path& folder) {
  const fs::recursive_directory_iterator entries(folder);
  return static_cast<std::size_t>(std::count_if(
      begin(entries), end(entries),
      [](const fs::directory_entry& entry) { return !fs::is_directory(entry.symlink_status()); }));
}

/// Returns whether something is there. A symbolic link is not followed: what it leads to is not
/// ours.
bool is_there(const fs::path& path) { return fs::exists(fs::symlink_status(path)); }

[[noreturn]] void fail(const fs::path& path) {
  throw std::system_error(errno, std::generic_category(), "cannot write " + path.string());
}

/// Throws WrongFolder if the folder has files of others, because a new site replaces all of it. A
/// link holds nothing.
void refuse_files_of_others(const fs::path& folder) {
  if (!is_there(folder)) return;
  const auto about = parse_manifest(
      fs::is_symlink(folder) ? std::nullopt : base::read_whole(folder / kManifest), "danno_site");
  if (!about)
    throw store::WrongFolder(fmt::format(
        "{} exists and is not a site made by danno; choose another --to", folder.string()));
  // The manifest names all files of the old site, and only these may go.
  std::set<std::string> own{kManifest};
  if (about->contains("files")) {
    for (const auto& [path, hash] : about->at("files").items())
      own.insert(path);
  }
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
    const fs::file_status status = entry.symlink_status();
    if (fs::is_directory(status) || fs::is_symlink(status)) continue;
    if (!own.contains(entry.path().lexically_relative(folder).string()))
      throw store::WrongFolder(
          fmt::format("{} is not a file of the site; move it away or choose another --to",
                      base::escape_controls(entry.path().string())));
  }
}

/// Throws WrongFolder in the folder of an agent: pages in it would make it another agent.
void refuse_agents_folder(const fs::path& folder) {
  for (fs::path above = folder; above != above.root_path(); above = above.parent_path()) {
    if (entrants::is_agent_folder(above))
      throw store::WrongFolder(
          fmt::format("{} is the folder of an agent; choose another --to", above.string()));
  }
}

/// Locks the file, and waits for another process that holds it. A process that leaves removes its
/// file, so the one that is locked may be gone. If files cannot be locked, nobody waits.
referee::sandbox::Descriptor hold(const fs::path& file, const solver::Watch& watch) {
  while (true) {
    referee::sandbox::Descriptor fd(
        ::open(file.c_str(), O_CREAT | O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0600));
    struct stat locked {};
    if (!fd || ::fstat(fd.get(), &locked) != 0) fail(file);
    if (!S_ISREG(locked.st_mode) || locked.st_size > 0)
      throw store::WrongFolder(
          fmt::format("{} was not written by danno; choose another --to", file.string()));
    while (::flock(fd.get(), LOCK_EX | LOCK_NB) != 0) {
      if (errno != EWOULDBLOCK && errno != EINTR) return fd;
      watch("waiting: another process makes this site", 0, 0);
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    struct stat present {};
    if (::stat(file.c_str(), &present) == 0 && locked.st_dev == present.st_dev &&
        locked.st_ino == present.st_ino)
      return fd;
  }
}

/// Removes the mark of a league that is playing; false if there is none.
bool end_live_page(std::string& page) {
  constexpr std::string_view kLive = " data-live=\"\"";
  const std::size_t live = page.find(kLive);
  if (live == std::string::npos) return false;
  page.erase(live, kLive.size());
  const std::string attribute = fmt::format(" {}=\"", kSaidAtTheEnd);
  const std::size_t at = page.find(attribute);
  if (at == std::string::npos) return true;
  const std::size_t said = at + attribute.size();
  const std::size_t quote = page.find('"', said);
  const std::string ended = page.substr(said, quote - said);
  page.replace(at, page.find("</p>", quote) - at, ">" + ended);
  return true;
}

/// Does end_live_pages(), but throws.
void take_back_live(const fs::path& site) {
  auto about = parse_manifest(read_written(site / kManifest), "files");
  if (!about) return;
  const auto rewrite = [&](const std::string& path, const std::string& content) {
    base::write_whole(site / path, content);
    fs::permissions(site / path, kFilePerms);
  };
  base::Json hashes = about->at("files");
  bool is_changed = false;
  for (const auto& [path, hash] : about->at("files").items()) {
    const bool is_of_a_deal = path.find("/games/") != std::string::npos;
    if (is_of_a_deal || !path.ends_with(".html")) continue;
    auto page = read_written(site / path);
    if (!page || !end_live_page(*page)) continue;
    rewrite(path, *page);
    hashes[path] = referee::record::sha256_hex(*page);
    is_changed = true;
  }
  (*about)["files"] = hashes;
  if (is_changed) rewrite(kManifest, base::dump(*about, 2) + "\n");
}

}  // namespace

SiteFolder::SiteFolder(const fs::path& folder, const solver::Watch& watch)
    : folder_(fs::absolute(folder).lexically_normal()) {
  if (!folder_.has_filename()) folder_ = folder_.parent_path();
  refuse_agents_folder(folder_);
  refuse_files_of_others(folder_);
  fs::create_directories(folder_.parent_path());
  lock_file_ = folder_.parent_path() / ("." + folder_.filename().string() + ".lock");
  lock_ = hold(lock_file_, watch);
  draft_.emplace(folder_.parent_path());
  fs::permissions(draft_->path(), kFolderPerms);
}

SiteFolder::~SiteFolder() {
  draft_.reset();
  std::error_code ignored;
  fs::remove(lock_file_, ignored);  // before it is unlocked
}

std::optional<base::Json> SiteFolder::kept(const std::string& input_digest) {
  const auto text = read_written(folder_ / kManifest);
  auto about = parse_manifest(text, kMadeOf);
  if (!about) return std::nullopt;
  const base::Json sealed = about->at(kMadeOf);
  about->erase(kMadeOf);
  if (!sealed.is_string() || sealed.get<std::string>() != manifest_hash(*about, input_digest))
    return std::nullopt;
  std::uint64_t bytes = text->size();
  const auto& files = about->at("files");
  for (const auto& [path, hash] : files.items()) {
    const auto content = read_written(folder_ / path);
    if (!content || referee::record::sha256_hex(*content) != hash.get<std::string>())
      return std::nullopt;
    bytes += content->size();
  }
  // A file more, beside site.json itself, means that somebody added one.
  if (count_files(folder_) != files.size() + 1) return std::nullopt;
  bytes_ = bytes;
  return about;
}

void SiteFolder::write(const std::string& path, std::string_view content) {
  const fs::path file = draft_->path() / path;
  // Folders get fixed rights too, whatever the user's umask.
  for (fs::path folder = file.parent_path(); !is_there(folder); folder = file.parent_path()) {
    fs::create_directories(folder);
    for (; folder != draft_->path(); folder = folder.parent_path())
      fs::permissions(folder, kFolderPerms);
  }
  base::write_new(file, content);
  fs::permissions(file, kFilePerms);
  files_[path] = referee::record::sha256_hex(content);
  bytes_ += content.size();
}

base::Json SiteFolder::finish(base::Json about, const std::optional<std::string>& input_digest) {
  base::Json files = base::Json::object();
  for (const auto& [path, hash] : files_)
    files[path] = hash;
  about["files"] = files;
  if (input_digest) about[kMadeOf] = manifest_hash(about, *input_digest);
  write(kManifest, base::dump(about, 2) + "\n");
  draft_->replace(folder_);
  return about;
}

void end_live_pages(const fs::path& site) {
  try {
    take_back_live(site);
  } catch (const std::exception& error) {
    referee::record::log_event("pages", {{"problem", error.what()}});
  }
}

}  // namespace danno::leagues::site
