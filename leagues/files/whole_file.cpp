#include "leagues/files/whole_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <system_error>

namespace danno::leagues::files {

namespace fs = std::filesystem;

int write_all(int file, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(file, bytes.data(), bytes.size());
    if (written >= 0) {
      bytes.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno != EINTR) {
      return errno;
    }
  }
  return 0;
}

namespace {

void write_as(mode_t mode, const fs::path& path, std::string_view content) {
  const fs::path draft = path.string() + ".new";
  const auto fail = [&](int code) {
    ::unlink(draft.c_str());
    throw std::system_error(code, std::generic_category(), "cannot write " + path.string());
  };
  const int fd = ::open(draft.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode);
  if (fd < 0) fail(errno);
  int code = write_all(fd, content);
  if (::close(fd) != 0 && code == 0) code = errno;
  if (code == 0 && ::rename(draft.c_str(), path.c_str()) != 0) code = errno;
  if (code != 0) fail(code);
}

}  // namespace

void write_whole(const fs::path& path, std::string_view content) { write_as(0644, path, content); }

void write_secret(const fs::path& path, std::string_view content) {
  ::unlink((path.string() + ".new").c_str());  // one that is there keeps its mode
  write_as(0600, path, content);
}

void append_line(const fs::path& path, std::string_view line) {
  const int fd = ::open(path.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
  int code = fd < 0 ? errno : 0;
  if (code == 0) {
    char last = '\n';
    const off_t end = ::lseek(fd, 0, SEEK_END);
    if (end > 0 && ::pread(fd, &last, 1, end - 1) != 1) code = errno;
    if (code == 0) code = write_all(fd, (last == '\n' ? "" : "\n") + std::string(line) + "\n");
    if (code == 0 && ::fsync(fd) != 0) code = errno;
    ::close(fd);
  }
  if (code != 0)
    throw std::system_error(code, std::generic_category(), "cannot write " + path.string());
}

namespace {

void sync_with(int (*sync)(int), const fs::path& path) {
  const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  const bool failed = fd < 0 || sync(fd) != 0;
  const int code = errno;
  if (fd >= 0) ::close(fd);
  if (failed)
    throw std::system_error(code, std::generic_category(), "cannot write " + path.string());
}

}  // namespace

void sync(const fs::path& path) { sync_with(::fsync, path); }

void sync_all(const fs::path& path) { sync_with(::syncfs, path); }

void exchange(const fs::path& draft, const fs::path& folder) {
  if (!fs::exists(fs::symlink_status(folder))) {
    fs::rename(draft, folder);
    return;
  }
  if (::renameat2(AT_FDCWD, draft.c_str(), AT_FDCWD, folder.c_str(), RENAME_EXCHANGE) == 0) {
    fs::remove_all(draft);
    return;
  }
  if (errno != EINVAL && errno != ENOSYS)
    throw std::system_error(errno, std::generic_category(), "cannot write " + folder.string());
  const fs::path old = folder.string() + ".old";
  fs::remove_all(old);
  fs::rename(folder, old);
  fs::rename(draft, folder);
  fs::remove_all(old);
}

std::optional<std::string> read_whole(const fs::path& path) {
  std::ifstream stream(path, std::ios::binary);
  if (!stream || fs::is_directory(path)) return std::nullopt;
  return std::string(std::istreambuf_iterator<char>(stream), {});
}

}  // namespace danno::leagues::files
