// A journal is a file of lines, one JSON object each, which grows and is never rewritten.
//
//     {"id":1,…}⏎
//     {"id":2,…}⏎
//     {"id":3,…        the writer was killed here: a torn line
//
// Each line is on the disk before append() returns. So a kill or a loss of power harms the last
// line only: the next writer cuts a part of one, which begins with '{', or a hole of NUL bytes.
// Anything else was not written by this code, and is never cut.
#include "leagues/base/journal.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <stdexcept>
#include <string>
#include <string_view>

#include "leagues/base/outside_file.hpp"
#include "leagues/base/whole_file.hpp"

namespace danno::leagues::base {
namespace {

namespace fs = std::filesystem;

/// Returns the size of an open file.
off_t file_end(int file, const fs::path& path) {
  const off_t end = ::lseek(file, 0, SEEK_END);
  if (end < 0) fail_to_write(errno, path);
  return end;
}

/// Returns whether a line is whole: no part of an object is an object.
bool is_object(std::string_view line) {
  const auto json = base::try_parse_json(line);
  return json && json->is_object();
}

/// Returns where the last line begins: behind the last line end before `end`.
off_t last_line(int file, off_t end, const fs::path& path) {
  std::array<char, 4096> bytes{};
  while (end > 0) {
    // Whole journals can be large, so the search walks back in pieces.
    const auto size = static_cast<std::size_t>(std::min<off_t>(end, bytes.size()));
    const off_t begin = end - static_cast<off_t>(size);
    if (::pread(file, bytes.data(), size, begin) != static_cast<ssize_t>(size))
      fail_to_write(errno, path);
    const std::size_t found = std::string_view(bytes.data(), size).rfind('\n');
    if (found != std::string_view::npos) return begin + static_cast<off_t>(found) + 1;
    end = begin;
  }
  return 0;
}

}  // namespace

void visit_lines(const fs::path& file,
                 const std::function<void(std::size_t, std::string_view)>& visit) {
  if (fs::symlink_status(file).type() == fs::file_type::not_found) return;
  std::string content;
  try {
    content = read_outside(file);
  } catch (const OutsideFileError& error) {
    throw std::runtime_error(file.string() + " " + error.what());
  }
  std::size_t number = 0;
  for (std::string_view rest = content; !rest.empty();) {
    const std::size_t end = rest.find('\n');
    const std::string_view line = rest.substr(0, end);
    // A writer may be at work now: its unfinished line does not count yet.
    if (end == std::string_view::npos && !is_object(line)) return;
    rest.remove_prefix(std::min(line.size() + 1, rest.size()));
    visit(++number, line);
  }
}

void visit_json_lines(const fs::path& file, const std::function<void(const Json&)>& visit) {
  visit_lines(file, [&](std::size_t, std::string_view line) {
    const auto json = base::try_parse_json(line);
    if (json && json->is_object()) visit(*json);
  });
}

Journal::Journal(const fs::path& file)
    : path_(file),
      // A pipe in the file's place must not block, nor a terminal become the controlling one.
      file_(::open(file.c_str(), O_RDWR | O_APPEND | O_CREAT | O_NONBLOCK | O_NOCTTY | O_CLOEXEC,
                   0666)) {
  struct stat status {};
  if (!file_ || ::fstat(file_.get(), &status) != 0) fail_to_write(errno, path_);
  if (!S_ISREG(status.st_mode))
    throw std::runtime_error(path_.string() +
                             " is not a regular file; expected one, or a new name");
  // The lock holds until the file is closed, so two writers never mix their lines.
  while (::flock(file_.get(), LOCK_EX) != 0 && errno == EINTR) {
  }
  find_end();
}

void Journal::find_end() {
  const off_t end = file_end(file_.get(), path_);
  end_ = last_line(file_.get(), end, path_);
  if (end_ == end) return;
  std::string line(static_cast<std::size_t>(end - end_), '\0');
  if (::pread(file_.get(), line.data(), line.size(), end_) != static_cast<ssize_t>(line.size()))
    fail_to_write(errno, path_);
  if (is_object(line)) {  // an editor left out the line end
    lacks_line_end_ = true;
    end_ = end;
  } else if (line.front() == '{' || line.front() == '\0') {  // a kill, or a loss of power
    had_torn_line_ = true;
  } else {
    throw std::runtime_error(path_.string() +
                             " does not end with a line of JSON; expected a file that danno wrote");
  }
}

void Journal::append(const Json& line) {
  // Now, not at opening, a torn line goes: who only opens a journal changes nothing.
  if (::ftruncate(file_.get(), end_) != 0) fail_to_write(errno, path_);
  const std::string text = (lacks_line_end_ ? "\n" : "") + base::dump(line) + "\n";
  int code = write_all(file_.get(), text);
  if (code == 0 && ::fsync(file_.get()) != 0) code = errno;
  // A full disk must not leave a part of a line before the next one.
  if (code != 0) {
    (void)!::ftruncate(file_.get(), end_);
    fail_to_write(code, path_);
  }
  end_ += static_cast<off_t>(text.size());
  lacks_line_end_ = false;
}

}  // namespace danno::leagues::base
