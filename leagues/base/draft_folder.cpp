#include "leagues/base/draft_folder.hpp"

#include <fcntl.h>
#include <stdio.h>

#include <cerrno>
#include <system_error>

#include "referee/sandbox/sweeper.hpp"

namespace danno::leagues::base {

namespace fs = std::filesystem;

DraftFolder::DraftFolder(const fs::path& beside) {
  if (!beside.empty()) fs::create_directories(beside);
  // The outer folder has a random name and can be passed, not listed; the inner one is the draft.
  around_ = referee::sandbox::make_swept_folder(fs::absolute(beside) / ".draft-");
  fs::permissions(around_, fs::perms(0711));
  fs::create_directory(path());
  fs::permissions(path(), fs::perms(0755));
}

DraftFolder::~DraftFolder() {
  std::error_code ignored;
  fs::remove_all(around_, ignored);
  referee::sandbox::forget_swept(around_);
}

void DraftFolder::finish(const fs::path& finished) const {
  std::error_code error;
  fs::rename(path(), finished, error);
  // Someone else made the same folder first: theirs is as good.
  if (error && !fs::exists(finished)) throw std::system_error(error, finished.string());
}

void DraftFolder::replace(const fs::path& old) const {
  if (!fs::exists(fs::symlink_status(old))) return fs::rename(path(), old);
  // One step swaps the two, so that no reader sees a moment without the folder.
  if (::renameat2(AT_FDCWD, path().c_str(), AT_FDCWD, old.c_str(), RENAME_EXCHANGE) == 0) return;
  if (errno != EINVAL && errno != ENOSYS)
    throw std::system_error(errno, std::generic_category(), "cannot write " + old.string());
  // File systems without that exchange need two steps; the destructor removes the old folder.
  fs::rename(old, around_ / "old");
  fs::rename(path(), old);
}

}  // namespace danno::leagues::base
