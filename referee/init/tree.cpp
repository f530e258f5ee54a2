#include "referee/init/tree.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

namespace danno::referee::init {
namespace {

void append_children_of_thread(pid_t pid, const char* thread, std::vector<pid_t>& out) {
  char path[64];
  std::snprintf(path, sizeof path, "/proc/%d/task/%.20s/children", pid, thread);
  const int file = ::open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return;
  char text[4096];
  pid_t child = 0;
  for (ssize_t got = ::read(file, text, sizeof text); got > 0;
       got = ::read(file, text, sizeof text)) {
    for (ssize_t i = 0; i < got; ++i) {
      if (text[i] >= '0' && text[i] <= '9') {
        child = child * 10 + (text[i] - '0');
      } else if (child != 0) {
        out.push_back(child);
        child = 0;
      }
    }
  }
  ::close(file);
}

void append_children(pid_t pid, std::vector<pid_t>& out) {
  char path[32];
  std::snprintf(path, sizeof path, "/proc/%d/task", pid);
  DIR* threads = ::opendir(path);
  if (threads == nullptr) return;
  while (const dirent* entry = ::readdir(threads)) {
    if (entry->d_name[0] != '.') append_children_of_thread(pid, entry->d_name, out);
  }
  ::closedir(threads);
}

}  // namespace

void append_descendants(pid_t root, std::vector<pid_t>& out) {
  std::size_t next = out.size();
  append_children(root, out);
  for (; next < out.size(); ++next)
    append_children(out[next], out);
}

std::vector<pid_t> stop_descendants(pid_t root) {
  std::vector<pid_t> stopped;
  for (;;) {
    std::vector<pid_t> found;
    append_descendants(root, found);
    std::sort(found.begin(), found.end());
    bool news = false;
    for (const pid_t pid : found) {
      if (std::binary_search(stopped.begin(), stopped.end(), pid)) continue;
      ::kill(pid, SIGSTOP);
      news = true;
    }
    stopped.swap(found);
    if (!news) return stopped;
  }
}

}  // namespace danno::referee::init
