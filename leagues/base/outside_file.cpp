#include "leagues/base/outside_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <string_view>

namespace danno::leagues::base {
namespace {

namespace fs = std::filesystem;
using referee::sandbox::Descriptor;

std::string_view file_kind(mode_t mode) {
  if (S_ISDIR(mode)) return "a folder";
  if (S_ISFIFO(mode)) return "a named pipe";
  if (S_ISSOCK(mode)) return "a socket";
  return "a device";
}

OutsideFileError unreadable(int error) {
  return OutsideFileError(fmt::format("cannot be read: {}", std::strerror(error)));
}

OutsideFileError too_large(std::uint64_t most) {
  return OutsideFileError(fmt::format("is larger than {} {}; expected a smaller file",
                                      most >> 20 > 0 ? most >> 20 : most >> 10,
                                      most >> 20 > 0 ? "MiB" : "KiB"));
}

/// Reads to the end; files of /proc have no size before they are read.
std::string read_all(const Descriptor& file, std::uint64_t size, std::uint64_t most) {
  std::string content;
  std::size_t filled = 0;
  while (true) {
    // The rest is read at once, with room for more: a file can grow, and those of /proc tell no
    // size.
    const std::size_t room = std::max<std::size_t>(size > filled ? size - filled : 0, 4095) + 1;
    content.resize(filled + room);
    const ssize_t got = ::read(file.get(), content.data() + filled, room);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) throw unreadable(errno);
    filled += static_cast<std::size_t>(got);
    // A file can grow while it is read, so its size alone is no bound.
    if (filled > most) throw too_large(most);
    if (got == 0) break;
  }
  content.resize(filled);
  return content;
}

}  // namespace

Descriptor open_outside(const fs::path& path, Links links) {
  const int follow = links == Links::Refuse ? O_NOFOLLOW : 0;
  // O_NONBLOCK opens a named pipe without a writer at once; it is refused below.
  Descriptor file(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC | follow));
  if (!file && errno == ELOOP && links == Links::Refuse)
    throw OutsideFileError("is a link; expected the file itself");
  struct stat status {};
  if (!file || ::fstat(file.get(), &status) != 0) {
    // A socket cannot be opened at all.
    if (errno == ENXIO) throw OutsideFileError("is a socket; expected a file");
    throw unreadable(errno);
  }
  if (S_ISDIR(status.st_mode)) throw unreadable(EISDIR);
  if (!S_ISREG(status.st_mode))
    throw OutsideFileError(fmt::format("is {}; expected a file", file_kind(status.st_mode)));
  return file;
}

std::string read_outside(const fs::path& path, std::uint64_t most, Links links) {
  const Descriptor file = open_outside(path, links);
  struct stat status {};
  if (::fstat(file.get(), &status) != 0) throw unreadable(errno);
  const auto size = static_cast<std::uint64_t>(status.st_size);
  if (size > most) throw too_large(most);
  return read_all(file, size, most);
}

std::optional<std::string> read_whole(const fs::path& path, std::uint64_t most) {
  try {
    return read_outside(path, most);
  } catch (const OutsideFileError&) {
    return std::nullopt;
  }
}

}  // namespace danno::leagues::base
