#include "leagues/base/appended_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

#include "leagues/base/whole_file.hpp"

namespace danno::leagues::base {

AppendedFile::AppendedFile(const std::filesystem::path& path, Start start)
    : path_(path),
      file_(::open(path.c_str(),
                   O_WRONLY | O_APPEND | O_CREAT | O_NOCTTY | O_CLOEXEC |
                       (start == Start::Empty ? O_TRUNC : 0),
                   0666)) {
  struct stat status {};
  if (!file_ || ::fstat(file_.get(), &status) != 0) fail_to_write(errno, path_);
  is_regular_ = S_ISREG(status.st_mode);
}

void AppendedFile::append(std::string_view text) {
  // A pipe or a terminal has no end to return to.
  const off_t end = is_regular_ ? ::lseek(file_.get(), 0, SEEK_END) : 0;
  if (end < 0) fail_to_write(errno, path_);
  const int code = write_all(file_.get(), text);
  if (code == 0) return;
  // A part of a text must not stand before the next one.
  if (is_regular_) (void)!::ftruncate(file_.get(), end);
  fail_to_write(code, path_);
}

}  // namespace danno::leagues::base
