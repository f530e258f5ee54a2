// A file that is replaced is written beside its place and renamed into it, in one step. So readers,
// and whoever looks after a kill, find the old file or the new one, and never a part.
#include "leagues/base/whole_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <system_error>

#include "leagues/base/appended_file.hpp"
#include "referee/sandbox/descriptor.hpp"

namespace danno::leagues::base {
namespace {

namespace fs = std::filesystem;
using referee::sandbox::Descriptor;

enum class Durable : bool { No, Yes };

/// Opens a file or folder, and calls fsync() or syncfs() with it.
void sync_with(int (*sync)(int), const fs::path& path) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
  if (!file || sync(file.get()) != 0) fail_to_write(errno, path);
}

fs::path folder_around(const fs::path& path) {
  return path.has_parent_path() ? path.parent_path() : fs::path(".");
}

/// Writes a new file and closes it. Returns 0, or the errno of the failure.
int write_draft(const fs::path& draft, mode_t mode, std::string_view content, Durable durable) {
  const int file =
      ::open(draft.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode);
  if (file < 0) return errno;
  int code = write_all(file, content);
  if (code == 0 && durable == Durable::Yes && ::fsync(file) != 0) code = errno;
  // Some file systems report a full disk only here.
  if (::close(file) != 0 && code == 0) code = errno;
  return code;
}

/// Replaces a file as described above.
void write_as(mode_t mode, const fs::path& path, std::string_view content, Durable durable) {
  const fs::path draft = fresh_name_beside(path);
  int code = write_draft(draft, mode, content, durable);
  if (code == 0 && ::rename(draft.c_str(), path.c_str()) != 0) code = errno;
  if (code != 0) {
    ::unlink(draft.c_str());
    fail_to_write(code, path);
  }
  // The name is part of the folder, and durable when that is.
  if (durable == Durable::Yes) sync(folder_around(path));
}

bool is_device_or_pipe(const fs::path& path) {
  struct stat status {};
  return ::stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode);
}

}  // namespace

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

void fail_to_write(int code, const fs::path& path) {
  throw std::system_error(code, std::generic_category(), "cannot write " + path.string());
}

fs::path fresh_name_beside(const fs::path& path) {
  std::uint64_t random = 0;
  if (::getrandom(&random, sizeof random, 0) != sizeof random) fail_to_write(errno, path);
  return path.parent_path() / fmt::format(".danno-{:016x}.new", random);
}

void write_whole(const fs::path& path, std::string_view content) {
  write_as(0644, path, content, Durable::No);
}

void write_durable(const fs::path& path, std::string_view content) {
  write_as(0644, path, content, Durable::Yes);
}

void write_secret(const fs::path& path, std::string_view content) {
  write_as(0600, path, content, Durable::Yes);
}

void write_new(const fs::path& path, std::string_view content) {
  const int code = write_draft(path, 0644, content, Durable::No);
  if (code != 0) fail_to_write(code, path);
}

void write_named(const fs::path& path, std::string_view content) {
  // A rename would replace /dev/stdout by a file.
  if (is_device_or_pipe(path)) return append_named(path, content);
  std::error_code missing;
  // A link stays; the file that it names is replaced.
  const fs::path target = fs::canonical(path, missing);
  write_whole(missing ? path : target, content);
}

void append_named(const fs::path& path, std::string_view text) {
  AppendedFile(path, AppendedFile::Start::Append).append(text);
}

bool can_be_written(const fs::path& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) == 0)
    return !S_ISDIR(status.st_mode) && ::access(path.c_str(), W_OK) == 0;
  const fs::path folder = folder_around(path);
  // A link to nothing is refused.
  return errno == ENOENT && fs::symlink_status(path).type() == fs::file_type::not_found &&
         ::access(folder.c_str(), W_OK | X_OK) == 0;
}

void sync(const fs::path& path) { sync_with(::fsync, path); }

void sync_all(const fs::path& path) { sync_with(::syncfs, path); }

}  // namespace danno::leagues::base
