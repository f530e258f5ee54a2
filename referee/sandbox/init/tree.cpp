#include "referee/sandbox/init/tree.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

namespace danno::referee::sandbox::init {
namespace {

void append_numbers_in(int file, std::vector<pid_t>& out) {
  char text[4096];
  pid_t child = 0;
  off_t offset = 0;
  for (ssize_t got = ::pread(file, text, sizeof text, offset); got > 0;
       got = ::pread(file, text, sizeof text, offset)) {
    // A number may end in the next part of the file, so `child` lives on from one part to the next.
    offset += got;
    for (ssize_t i = 0; i < got; ++i) {
      if (text[i] >= '0' && text[i] <= '9') {
        child = child * 10 + (text[i] - '0');
      } else if (child != 0) {
        out.push_back(child);
        child = 0;
      }
    }
  }
}

void append_children_of_thread(pid_t pid, const char* thread, std::vector<pid_t>& out) {
  char path[64];
  std::snprintf(path, sizeof path, "/proc/%d/task/%.20s/children", pid, thread);
  const int file = ::open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return;
  append_numbers_in(file, out);
  ::close(file);
}

void append_children_from_proc(pid_t pid, std::vector<pid_t>& out) {
  char path[32];
  std::snprintf(path, sizeof path, "/proc/%d/task", pid);
  DIR* threads = ::opendir(path);
  if (threads == nullptr) return;
  while (const dirent* entry = ::readdir(threads)) {
    if (entry->d_name[0] != '.') append_children_of_thread(pid, entry->d_name, out);
  }
  ::closedir(threads);
}

/// Stops processes until `find` finds no new one, so that none can fork any more. Returns them,
/// sorted.
template <class Find>
std::vector<pid_t> stop_all(const Find& find) {
  std::vector<pid_t> known;
  for (;;) {
    std::vector<pid_t> found;
    find(found);
    std::sort(found.begin(), found.end());
    bool news = false;
    for (const pid_t pid : found) {
      if (std::binary_search(known.begin(), known.end(), pid)) continue;
      ::kill(pid, SIGSTOP);
      news = true;
    }
    known.swap(found);
    if (!news) return known;
  }
}

}  // namespace

void append_descendants(pid_t root, std::vector<pid_t>& out) {
  std::size_t next = out.size();
  append_children_from_proc(root, out);
  for (; next < out.size(); ++next)
    append_children_from_proc(out[next], out);
}

std::vector<pid_t> stop_descendants(pid_t root) {
  return stop_all([root](std::vector<pid_t>& out) { append_descendants(root, out); });
}

void OwnTree::stop() {
  stopped_ = stop_all([this](std::vector<pid_t>& out) { find(out); });
  close_files_but(stopped_);
}

void OwnTree::resume() {
  for (const pid_t pid : stopped_)
    ::kill(pid, SIGCONT);
}

void OwnTree::forget(pid_t pid) {
  stopped_.erase(std::remove(stopped_.begin(), stopped_.end(), pid), stopped_.end());
}

void OwnTree::find(std::vector<pid_t>& out) {
  append_children(::getpid(), out);
  for (std::size_t next = 0; next < out.size(); ++next)
    append_children(out[next], out);
}

/// Appends the children of a process. A task folder has a link for each thread besides its own two.
/// It has only those two once its process is gone, even if the number is used again.
void OwnTree::append_children(pid_t pid, std::vector<pid_t>& out) {
  constexpr nlink_t kOfOneThread = 3;
  const Files* const files = find_files(pid);
  struct stat status {};
  const bool known = files != nullptr && ::fstat(files->threads, &status) == 0;
  if (!known || status.st_nlink != kOfOneThread) return append_children_from_proc(pid, out);
  append_numbers_in(files->children, out);
}

/// Returns the open files of a process; null if it is gone or no more files may be opened.
OwnTree::Files* OwnTree::find_files(pid_t pid) {
  const auto of_it = [pid](const Files& files) { return files.pid == pid; };
  const auto known = std::find_if(files_.begin(), files_.end(), of_it);
  if (known != files_.end()) return &*known;
  char path[64];
  std::snprintf(path, sizeof path, "/proc/%d/task", pid);
  const int threads = ::open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  std::snprintf(path, sizeof path, "%d/children", pid);
  const int children = threads < 0 ? -1 : ::openat(threads, path, O_RDONLY | O_CLOEXEC);
  if (children < 0) {
    ::close(threads);
    return nullptr;
  }
  files_.push_back({pid, threads, children});
  return &files_.back();
}

/// Closes the files of processes that have ended or are not in `sorted`.
void OwnTree::close_files_but(const std::vector<pid_t>& sorted) {
  const auto is_gone = [&](const Files& files) {
    struct stat status {};
    const bool lives = ::fstat(files.threads, &status) == 0 && status.st_nlink > 2;
    const bool ours =
        files.pid == ::getpid() || std::binary_search(sorted.begin(), sorted.end(), files.pid);
    if (lives && ours) return false;
    ::close(files.threads);
    ::close(files.children);
    return true;
  };
  files_.erase(std::remove_if(files_.begin(), files_.end(), is_gone), files_.end());
}

}  // namespace danno::referee::sandbox::init
