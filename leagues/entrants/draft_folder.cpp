#include "leagues/entrants/draft_folder.hpp"

#include <system_error>

#include "referee/sandbox/sweeper.hpp"

namespace danno::leagues::entrants {

namespace fs = std::filesystem;

DraftFolder::DraftFolder(const fs::path& beside) {
  fs::create_directories(beside);
  around_ = referee::sandbox::make_swept_folder(beside / ".draft-");
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
  if (error && !fs::exists(finished)) throw std::system_error(error, finished.string());
}

}  // namespace danno::leagues::entrants
