#include "leagues/entrants/agent_files.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "referee/sandbox/descriptor.hpp"

namespace danno::leagues::entrants {
namespace {

namespace fs = std::filesystem;

AgentError unreadable(const fs::path& file, int error) {
  return AgentError(fmt::format("'{}' cannot be read: {}", file.string(), std::strerror(error)));
}

bool is_left_out(const fs::path& folder) {
  const std::string name = folder.filename().string();
  return name == "__pycache__" || name.front() == '.';
}

bool is_within(const fs::path& path, const fs::path& folder) {
  return std::ranges::mismatch(folder, path).in1 == folder.end();
}

/// What a link leads to: a regular file of the folder.
fs::path follow(const fs::path& link, const fs::path& file, const fs::path& folder) {
  std::error_code error;
  const fs::path target = fs::canonical(link, error);
  if (error) {
    throw AgentError(fmt::format("'{}' is a link that leads nowhere: {}; remove it", file.string(),
                                 error.message()));
  }
  const auto refuse = [&](std::string_view what) {
    return AgentError(
        fmt::format("'{}' is a link {}; expected a copy of what it leads to", file.string(), what));
  };
  if (!is_within(target, fs::canonical(folder))) throw refuse("out of the folder");
  if (fs::is_directory(target, error)) throw refuse("to a folder");
  if (!fs::is_regular_file(target, error)) throw refuse("to what is no file");
  return target;
}

std::string_view kind_of(fs::file_type type) {
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

/// Counts one folder, entry by entry, and stops at the first that is too much.
class Count {
 public:
  Count(const fs::path& folder, const FolderLimits& limits) : folder_(folder), limits_(limits) {}

  std::vector<fs::path> run() {
    std::error_code error;
    fs::recursive_directory_iterator entry(folder_, error);
    if (error) throw AgentError(fmt::format("the folder cannot be read: {}", error.message()));
    fs::path last;
    while (entry != fs::recursive_directory_iterator()) {
      last = entry->path().native().substr(folder_.native().size());
      last = last.relative_path();
      if (!take(*entry, last, entry.depth())) entry.disable_recursion_pending();
      entry.increment(error);
      if (error) throw unreadable(last, error.value());
    }
    std::ranges::sort(files_);
    return std::move(files_);
  }

 private:
  /// True where it is a folder to be looked into.
  bool take(const fs::directory_entry& entry, const fs::path& file, int depth) {
    if (++entries_ > limits_.files)
      throw AgentError(fmt::format("more than {} files and folders", limits_.files));
    if (file.native().size() > limits_.path)
      throw AgentError(fmt::format("'{}…' and more: a path of over {} bytes",
                                   file.native().substr(0, 40), limits_.path));
    std::error_code error;
    const fs::file_status status = entry.symlink_status(error);
    if (error) throw unreadable(file, error.value());
    if (status.type() == fs::file_type::directory) {
      if (is_left_out(file)) return false;
      if (depth + 1 >= limits_.depth)
        throw AgentError(fmt::format("folders {} deep", limits_.depth));
      return true;
    }
    if (status.type() == fs::file_type::symlink) {
      add(follow(entry.path(), file, folder_), file);
    } else if (status.type() == fs::file_type::regular) {
      add(entry.path(), file);
    } else {
      throw AgentError(fmt::format("'{}' is {}; an agent's folder holds files and folders only",
                                   file.string(), kind_of(status.type())));
    }
    return false;
  }

  void add(const fs::path& target, const fs::path& file) {
    if (::faccessat(AT_FDCWD, target.c_str(), R_OK, AT_EACCESS) != 0) throw unreadable(file, errno);
    std::error_code error;
    bytes_ += fs::file_size(target, error);
    if (error) throw unreadable(file, error.value());
    if (bytes_ > limits_.bytes)
      throw AgentError(fmt::format("more than {} MiB of files, the last of them '{}'",
                                   limits_.bytes >> 20, file.string()));
    files_.push_back(file);
  }

  const fs::path& folder_;
  const FolderLimits& limits_;
  std::vector<fs::path> files_;
  std::uintmax_t entries_ = 0;
  std::uintmax_t bytes_ = 0;
};

}  // namespace

AgentError::AgentError(std::vector<std::string> lines)
    : std::runtime_error(fmt::format("{}", fmt::join(lines, "; "))), lines_(std::move(lines)) {}

std::vector<fs::path> agent_files(const fs::path& folder, const FolderLimits& limits) {
  return Count(folder, limits).run();
}

bool is_agent_folder(const fs::path& folder) {
  std::error_code ignored;
  // What cannot be looked at is told when it is read.
  return fs::symlink_status(folder / kManifest, ignored).type() != fs::file_type::not_found;
}

std::string read_manifest(const fs::path& folder) {
  // Opens no pipe that waits for its other end, and is bounded in what it reads.
  const referee::sandbox::Descriptor file(::open(
      (folder / kManifest).c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
  if (!file && errno == ELOOP)
    throw AgentError(fmt::format("'{}' is a link; expected the file itself", kManifest));
  struct stat status {};
  if (!file || ::fstat(file.get(), &status) != 0) throw unreadable(kManifest, errno);
  if (!S_ISREG(status.st_mode)) throw AgentError(fmt::format("'{}' is no regular file", kManifest));
  std::string text(kMostManifest + 1, '\0');
  const ssize_t got = ::read(file.get(), text.data(), text.size());
  if (got < 0) throw unreadable(kManifest, errno);
  text.resize(static_cast<std::size_t>(got));
  if (text.size() > kMostManifest)
    throw AgentError(fmt::format("'{}' is longer than {} KiB", kManifest, kMostManifest / 1024));
  return text;
}

}  // namespace danno::leagues::entrants
