#include "referee/sandbox/init/sweep.hpp"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

#include "referee/sandbox/init/launch_request.hpp"

namespace danno::referee::sandbox::init {
namespace {

bool is_dots(const char* name) {
  return std::strcmp(name, ".") == 0 || std::strcmp(name, "..") == 0;
}

/// Removes a file or folder, and returns whether nothing is left. It follows no link, because a
/// build may still work in there.
bool remove_tree(int parent, const char* name) {
  if (::unlinkat(parent, name, 0) == 0 || ::unlinkat(parent, name, AT_REMOVEDIR) == 0) return true;
  if (errno == ENOENT) return true;
  const int file = ::openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (file < 0) return false;
  DIR* const folder = ::fdopendir(file);
  if (folder == nullptr) return false;
  while (const dirent* entry = ::readdir(folder)) {
    if (!is_dots(entry->d_name)) remove_tree(file, entry->d_name);
  }
  ::closedir(folder);
  return ::unlinkat(parent, name, AT_REMOVEDIR) == 0 || errno == ENOENT;
}

bool write_to(const std::string& path, const char* text) {
  const int file = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
  const bool written = ::write(file, text, std::strlen(text)) > 0;
  ::close(file);
  return written;
}

/// Leaves and removes the version 2 group in which this process began. The group above it takes
/// processes only when it gives no controllers to subgroups.
bool leave(const std::string& group) {
  const std::string home = group.substr(0, group.rfind('/'));
  write_to(home + "/cgroup.subtree_control", "-memory -pids");
  write_to(home + "/cgroup.procs", "0");
  return ::rmdir(group.c_str()) == 0 || errno == ENOENT;
}

struct LeftFolder {
  char what;
  std::string path;
};

void note(std::vector<LeftFolder>& left, const char* record) {
  if (record[0] != kKeep) return left.push_back({record[0], record + 1});
  const auto same = [record](const LeftFolder& one) { return one.path == record + 1; };
  left.erase(std::remove_if(left.begin(), left.end(), same), left.end());
}

std::vector<LeftFolder> listen() {
  std::vector<LeftFolder> left;
  std::string text;
  char bytes[4096];
  for (;;) {
    const ssize_t got = ::read(kLifeline, bytes, sizeof bytes);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return left;
    text.append(bytes, static_cast<std::size_t>(got));
    std::size_t end = 0;
    while ((end = text.find('\0')) != std::string::npos) {
      if (end > 0) note(left, text.c_str());
      text.erase(0, end + 1);
    }
  }
}

}  // namespace

void sweep() {
  // The referee reaps the parent. The sweeper is in a session of its own, so no signal to the
  // referee's terminal reaches it.
  if (::fork() != 0) ::_exit(0);
  ::setsid();
  std::vector<LeftFolder> left = listen();
  // Groups are busy until the last of their members is gone.
  constexpr int kTries = 1000;
  constexpr timespec kWait{0, 5'000'000};
  for (int tries = 0; tries < kTries && !left.empty(); ++tries) {
    const auto is_gone = [](const LeftFolder& one) {
      return one.what == kRemoveCgroup ? leave(one.path) : remove_tree(AT_FDCWD, one.path.c_str());
    };
    left.erase(std::remove_if(left.begin(), left.end(), is_gone), left.end());
    if (!left.empty()) ::nanosleep(&kWait, nullptr);
  }
  ::_exit(0);
}

}  // namespace danno::referee::sandbox::init
