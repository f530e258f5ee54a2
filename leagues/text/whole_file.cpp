#include "leagues/text/whole_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <system_error>

namespace danno::leagues::text {

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

void write_whole(const std::filesystem::path& path, std::string_view content) {
  const std::filesystem::path draft = path.string() + ".new";
  const auto fail = [&](int code) {
    ::unlink(draft.c_str());
    throw std::system_error(code, std::generic_category(), "cannot write " + path.string());
  };
  const int fd = ::open(draft.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  if (fd < 0) fail(errno);
  int code = write_all(fd, content);
  if (::close(fd) != 0 && code == 0) code = errno;
  if (code == 0 && ::rename(draft.c_str(), path.c_str()) != 0) code = errno;
  if (code != 0) fail(code);
}

std::optional<std::string> read_whole(const std::filesystem::path& path) {
  std::ifstream stream(path, std::ios::binary);
  if (!stream) return std::nullopt;
  return std::string(std::istreambuf_iterator<char>(stream), {});
}

}  // namespace danno::leagues::text
