// Lists, reads and copies the files of an agent's folder, which its author may change meanwhile and
// may have filled with pipes, devices, links and endless trees. Every file is opened without
// following links on its way, and counted before it is read.
#include "leagues/entrants/agent_files.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <limits.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <iterator>
#include <span>
#include <string_view>
#include <system_error>
#include <utility>

#include "leagues/base/escape.hpp"
#include "leagues/base/whole_file.hpp"
#include "leagues/entrants/agent_folder.hpp"
#include "referee/sandbox/descriptor.hpp"
#include "referee/sandbox/locate.hpp"

namespace danno::leagues::entrants {

namespace {

namespace fs = std::filesystem;
using referee::sandbox::Descriptor;

/// Throws std::system_error with errno and the file's name if a call failed.
void require(bool done, const fs::path& file) {
  if (!done) throw std::system_error(errno, std::system_category(), file.string());
}

/// Returns a file's time, no earlier than 1970 and no later than now.
std::timespec sane(std::timespec changed) {
  if (changed.tv_sec < 0) return {};
  std::timespec now{};
  ::clock_gettime(CLOCK_REALTIME, &now);
  return std::pair(changed.tv_sec, changed.tv_nsec) < std::pair(now.tv_sec, now.tv_nsec) ? changed
                                                                                         : now;
}

AgentError unreadable(const fs::path& file, int error) {
  return AgentError(fmt::format("'{}' cannot be read: {}", file.string(), std::strerror(error)));
}

/// Returns the regular file of the folder that a link leads to. Throws AgentError if it leads to
/// anything else.
fs::path follow(const fs::path& link, const fs::path& file, const fs::path& folder) {
  std::error_code error;
  const fs::path target = fs::canonical(link, error);
  const fs::path home = error ? fs::path() : fs::canonical(folder, error);
  if (error) {
    throw AgentError(fmt::format("'{}' is a link that leads nowhere: {}; remove it", file.string(),
                                 error.message()));
  }
  const auto refuse = [&](std::string_view what) {
    return AgentError(
        fmt::format("'{}' is a link {}; expected a copy of what it leads to", file.string(), what));
  };
  if (!referee::sandbox::is_within(target, home)) throw refuse("out of the folder");
  if (fs::is_directory(target, error)) throw refuse("to a folder");
  if (!fs::is_regular_file(target, error)) throw refuse("to something that is not a file");
  return target.lexically_relative(home);
}

/// Returns the words for what is no regular file.
std::string_view file_kind(fs::file_type type) {
  switch (type) {
    case fs::file_type::fifo:
      return "a named pipe";
    case fs::file_type::socket:
      return "a socket";
    case fs::file_type::block:
    case fs::file_type::character:
      return "a device";
    default:
      return "no file";
  }
}

/// Goes through one folder, entry by entry, and stops at the first that is too much.
class Walk {
 public:
  Walk(const fs::path& folder, const FolderLimits& limits) : folder_(folder), count_(limits) {}

  std::vector<fs::path> run() {
    std::error_code error;
    fs::recursive_directory_iterator entry(folder_, error);
    if (error == std::errc::not_a_directory)
      throw AgentError("it is a file, not a folder; unpack an archive first");
    if (error) throw AgentError(fmt::format("the folder cannot be read: {}", error.message()));
    fs::path last;
    while (entry != fs::recursive_directory_iterator()) {
      last = entry->path().native().substr(folder_.native().size());
      last = last.relative_path();
      if (!take(*entry, last)) entry.disable_recursion_pending();
      entry.increment(error);
      if (error) throw unreadable(last, error.value());
    }
    std::ranges::sort(files_);
    return std::move(files_);
  }

 private:
  /// Returns whether the entry is a folder to search.
  bool take(const fs::directory_entry& entry, const fs::path& file) {
    count_.add_entry(file);
    std::error_code error;
    const fs::file_status status = entry.symlink_status(error);
    if (error) throw unreadable(file, error.value());
    if (status.type() == fs::file_type::directory) {
      if (is_ignored_folder(file)) return false;
      if (fs::exists(entry.path() / "pyvenv.cfg", error))
        throw AgentError(fmt::format(
            "'{}' is a virtual environment, which works on your machine only; keep it elsewhere, "
            "and put what the agent imports into the folder: python3 -m pip install --target=. "
            "NAME",
            file.string()));
      count_.enter(file);
      return true;
    }
    if (status.type() == fs::file_type::symlink) {
      add(folder_ / follow(entry.path(), file, folder_), file);
    } else if (status.type() == fs::file_type::regular) {
      add(entry.path(), file);
    } else {
      throw AgentError(fmt::format("'{}' is {}; an agent's folder holds files and folders only",
                                   file.string(), file_kind(status.type())));
    }
    return false;
  }

  void add(const fs::path& target, const fs::path& file) {
    // Readability is tested with the rights that the program has now, which may be less than those
    // of its user.
    if (::faccessat(AT_FDCWD, target.c_str(), R_OK, AT_EACCESS) != 0) throw unreadable(file, errno);
    std::error_code error;
    const std::uintmax_t bytes = fs::file_size(target, error);
    if (error) throw unreadable(file, error.value());
    count_.add_bytes(bytes, file);
    files_.push_back(file);
  }

  const fs::path& folder_;
  FolderCount count_;
  std::vector<fs::path> files_;
};

/// Opens no pipe that waits for its other end.
constexpr int kOpen = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC;

/// Follows no link on the way either; none and errno where that fails.
Descriptor open_below(const Descriptor& folder, const fs::path& file) {
  Descriptor around;
  for (const fs::path& part : file.parent_path()) {
    const int from = around ? around.get() : folder.get();
    around = Descriptor(::openat(from, part.c_str(), kOpen | O_DIRECTORY));
    if (!around) return around;
  }
  return Descriptor(::openat(around ? around.get() : folder.get(), file.filename().c_str(), kOpen));
}

/// Returns that there is no manifest, and where it may be: in a folder inside or in an archive.
std::string missing_manifest(const fs::path& folder) {
  const std::string missing = fmt::format("the folder has no {}", kManifest);
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
    const std::string name = entry.path().filename().string();
    if (is_agent_folder(entry.path()))
      return fmt::format("{}, but '{}' in it has: give that folder", missing, name);
    if (has_suffix(entry.path(), {".zip", ".tar", ".tar.gz", ".tgz"}))
      return fmt::format("{}, but the archive '{}': unpack it first", missing, name);
  }
  return missing + "; 'danno new python FOLDER' makes a folder with all it needs";
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
    if (const int code = base::write_all(to.get(), {bytes.data(), got}); code != 0)
      throw std::system_error(code, std::system_category(), file.string());
  }
  require(::fchmod(to.get(), program ? 0755 : 0644) == 0, file);
  const std::array<std::timespec, 2> times{sane(changed), sane(changed)};
  require(::futimens(to.get(), times.data()) == 0, file);
}

AgentError::AgentError(std::vector<std::string> lines)
    : std::runtime_error(fmt::format("{}", fmt::join(lines, "; "))), lines_(std::move(lines)) {}

void FolderCount::add_entry(const fs::path& entry) {
  if (++entries_ > limits_.files)
    throw AgentError(fmt::format("more than {} files and folders, the last of them in '{}'",
                                 limits_.files, entry.begin()->string()));
  if (entry.native().size() > limits_.path)
    throw AgentError(fmt::format("'{}…' and more: a path of over {} bytes",
                                 entry.native().substr(0, 40), limits_.path));
}

void FolderCount::enter(const fs::path& folder) const {
  if (std::distance(folder.begin(), folder.end()) >= limits_.depth)
    throw AgentError(fmt::format("'{}…': folders {} deep; expected fewer",
                                 folder.native().substr(0, 40), limits_.depth));
}

void FolderCount::add_bytes(std::uintmax_t bytes, const fs::path& file) {
  if (bytes > limits_.bytes - bytes_)
    throw AgentError(fmt::format("more than {} MiB of files, the last of them '{}'",
                                 limits_.bytes >> 20, file.string()));
  bytes_ += bytes;
}

fs::path path_in_folder(const std::string& name) {
  const auto refusal = [](std::string_view shown, std::string_view what) {
    return AgentError(fmt::format("'{}' {}", base::escape_controls(shown), what));
  };
  if (base::escape_controls(name) != name)
    throw refusal(name, "has a name that cannot be shown; expected printable UTF-8");
  fs::path path;
  for (const fs::path& part : fs::path(name)) {
    if (part.is_absolute())
      throw refusal(name, "is an absolute path; expected one from the top of the folder");
    if (part == "..") throw refusal(name, "leads up with '..'; expected a path in the folder");
    if (part.native().size() > NAME_MAX)
      throw refusal(name.substr(0, 40) + "…",
                    fmt::format("and more: a name of over {} bytes", NAME_MAX));
    if (part != "." && !part.empty()) path /= part;
  }
  return path;
}

bool is_ignored_folder(const fs::path& folder) {
  const std::string name = folder.filename().string();
  return name == "__pycache__" || name.front() == '.';
}

std::vector<fs::path> agent_files(const fs::path& folder, const FolderLimits& limits) {
  return Walk(folder, limits).run();
}

void copy_files(const fs::path& folder, const fs::path& to, const FolderLimits& limits) {
  const Descriptor from(::open(folder.c_str(), kOpen | O_DIRECTORY));
  if (!from) throw AgentError(fmt::format("the folder cannot be read: {}", std::strerror(errno)));
  FolderWriter writer(to, limits);
  for (const fs::path& file : agent_files(folder, limits)) {
    Descriptor source = open_below(from, file);
    // A link inside the folder is replaced by a copy of its file.
    if (!source && errno == ELOOP) source = open_below(from, follow(folder / file, file, folder));
    struct stat status {};
    if (!source || ::fstat(source.get(), &status) != 0) throw unreadable(file, errno);
    if (!S_ISREG(status.st_mode))
      throw AgentError(fmt::format("'{}' is not a regular file", file.string()));
    const auto read = [&](std::span<char> bytes) {
      const ssize_t got = ::read(source.get(), bytes.data(), bytes.size());
      if (got < 0) throw unreadable(file, errno);
      return static_cast<std::size_t>(got);
    };
    writer.add(file, (status.st_mode & S_IXUSR) != 0, status.st_mtim, read);
  }
}

bool is_agent_folder(const fs::path& folder) {
  std::error_code ignored;
  // Errors are ignored here: read_manifest() reports why the file cannot be read.
  return fs::symlink_status(folder / kManifest, ignored).type() != fs::file_type::not_found;
}

std::string read_manifest(const fs::path& folder) {
  const Descriptor file(::open((folder / kManifest).c_str(), kOpen));
  if (!file && errno == ENOENT) throw AgentError(missing_manifest(folder));
  if (!file && errno == ELOOP)
    throw AgentError(fmt::format("'{}' is a link; expected the file itself", kManifest));
  struct stat status {};
  if (!file || ::fstat(file.get(), &status) != 0) throw unreadable(kManifest, errno);
  if (!S_ISREG(status.st_mode))
    throw AgentError(fmt::format("'{}' is not a regular file", kManifest));
  std::string text(kMostManifest + 1, '\0');
  const ssize_t got = ::read(file.get(), text.data(), text.size());
  if (got < 0) throw unreadable(kManifest, errno);
  // One byte more than allowed is read, to tell a long file from one of the largest size.
  text.resize(static_cast<std::size_t>(got));
  if (text.size() > kMostManifest)
    throw AgentError(fmt::format("'{}' is longer than {} KiB", kManifest, kMostManifest / 1024));
  return text;
}

}  // namespace danno::leagues::entrants
