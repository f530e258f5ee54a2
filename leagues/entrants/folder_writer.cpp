#include "leagues/entrants/folder_writer.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <system_error>
#include <utility>

namespace danno::leagues::entrants {
namespace {

namespace fs = std::filesystem;
using referee::sandbox::Descriptor;

void require(bool done, const fs::path& file) {
  if (!done) throw std::system_error(errno, std::system_category(), file.string());
}

void write_all(const Descriptor& to, std::span<const char> bytes, const fs::path& file) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(to.get(), bytes.data(), bytes.size());
    require(written >= 0 || errno == EINTR, file);
    bytes = bytes.subspan(static_cast<std::size_t>(std::max<ssize_t>(written, 0)));
  }
}

std::timespec sane(std::timespec changed) {
  if (changed.tv_sec < 0) return {};
  std::timespec now{};
  ::clock_gettime(CLOCK_REALTIME, &now);
  return std::pair(changed.tv_sec, changed.tv_nsec) < std::pair(now.tv_sec, now.tv_nsec) ? changed
                                                                                         : now;
}

}  // namespace

FolderWriter::FolderWriter(const fs::path& folder, const FolderLimits& limits)
    : folder_(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)),
      count_(limits) {
  require(static_cast<bool>(folder_), folder);
}

void FolderWriter::add(const fs::path& file, bool program, std::timespec changed,
                       const Read& read) {
  fs::path around;
  for (const fs::path& part : file.parent_path()) {
    around /= part;
    require(::mkdirat(folder_.get(), around.c_str(), 0755) == 0 || errno == EEXIST, file);
  }
  const Descriptor to(::openat(folder_.get(), file.c_str(),
                               O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600));
  require(static_cast<bool>(to), file);
  std::array<char, 64 * 1024> bytes{};
  while (const std::size_t got = read(bytes)) {
    count_.add_bytes(got, file);
    write_all(to, std::span(bytes).first(got), file);
  }
  require(::fchmod(to.get(), program ? 0755 : 0644) == 0, file);
  const std::array<std::timespec, 2> times{sane(changed), sane(changed)};
  require(::futimens(to.get(), times.data()) == 0, file);
}

}  // namespace danno::leagues::entrants
