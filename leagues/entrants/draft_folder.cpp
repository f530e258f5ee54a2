#include "leagues/entrants/draft_folder.hpp"

#include <stdlib.h>

#include <cerrno>
#include <string>
#include <system_error>

namespace danno::leagues {

namespace fs = std::filesystem;

DraftFolder::DraftFolder(const fs::path& beside) {
  fs::create_directories(beside);
  std::string name = (beside / ".draft-XXXXXX").string();
  if (::mkdtemp(name.data()) == nullptr) {
    throw std::system_error(errno, std::system_category(), name);
  }
  around_ = name;
  fs::permissions(around_, fs::perms(0711));
  fs::create_directory(path());
  fs::permissions(path(), fs::perms(0755));
}

DraftFolder::~DraftFolder() {
  std::error_code ignored;
  fs::remove_all(around_, ignored);
}

void DraftFolder::finish(const fs::path& finished) const {
  std::error_code error;
  fs::rename(path(), finished, error);
  if (error && !fs::exists(finished)) throw std::system_error(error, finished.string());
}

}  // namespace danno::leagues
