#include "referee/sandbox/bubblewrap.hpp"

#include <algorithm>
#include <initializer_list>

namespace danno::referee::isolation {
namespace {

namespace fs = std::filesystem;

class Arguments {
 public:
  void add(std::initializer_list<std::string> words) { words_.insert(words_.end(), words); }
  [[nodiscard]] std::vector<std::string> take() { return std::move(words_); }

 private:
  std::vector<std::string> words_;
};

bool is_within(const fs::path& path, const fs::path& folder) {
  return std::mismatch(folder.begin(), folder.end(), path.begin(), path.end()).first ==
         folder.end();
}

/// danno's own files: its programs, and next to danno-init whatever was installed with it.
std::vector<fs::path> own_files(const fs::path& init) {
  std::error_code error;
  return {init.parent_path(), fs::read_symlink("/proc/self/exe", error)};
}

void hide(Arguments& arguments, const fs::path& path) {
  if (fs::is_directory(path)) {
    arguments.add({"--tmpfs", path.string(), "--remount-ro", path.string()});
  } else {
    arguments.add({"--ro-bind", "/dev/null", path.string()});
  }
}

/// A link is made again, so that /lib64 leads to /usr/lib64 as it does outside.
void show(Arguments& arguments, const fs::path& path) {
  std::error_code error;
  const fs::file_status status = fs::symlink_status(path, error);
  if (fs::is_symlink(status)) {
    arguments.add({"--symlink", fs::read_symlink(path).string(), path.string()});
  } else if (fs::exists(status)) {
    arguments.add({"--ro-bind", path.string(), path.string()});
  }
}

}  // namespace

const std::vector<std::string>& readable_system() {
  static const std::vector<std::string> paths = {"/usr",
                                                 "/bin",
                                                 "/sbin",
                                                 "/lib",
                                                 "/lib32",
                                                 "/lib64",
                                                 "/libx32",
                                                 "/etc/ld.so.cache",
                                                 "/etc/localtime",
                                                 "/etc/alternatives",
                                                 "/etc/ssl/openssl.cnf"};
  return paths;
}

std::vector<std::string> bubblewrap_command(const fs::path& folder, const Sources& sources,
                                            const fs::path& init) {
  Arguments arguments;
  arguments.add({"bwrap", "--unshare-user", "--unshare-pid", "--unshare-net", "--unshare-ipc",
                 "--unshare-uts", "--unshare-cgroup-try", "--as-pid-1", "--new-session",
                 "--cap-drop", "ALL", "--uid", "1000", "--gid", "1000", "--hostname", "danno"});
  for (const std::string& path : readable_system())
    show(arguments, path);
  // No /dev/zero: mapped shared it is memory that nobody counts.
  for (const char* device : {"/dev/null", "/dev/random", "/dev/urandom"}) {
    arguments.add({"--dev-bind", device, device});
  }
  for (const fs::path& path : own_files(init)) {
    if (is_within(path, "/usr") && !is_within(path, folder)) hide(arguments, path);
  }
  arguments.add(
      {sources.scratch ? "--bind" : "--ro-bind", sources.folder.string(), folder.string()});
  for (const fs::path& path : own_files(init)) {
    if (is_within(path, folder)) hide(arguments, path);
  }
  arguments.add({"--ro-bind", sources.init.string(), "/danno-init", "--remount-ro", "/", "--chdir",
                 "/", "--", "/danno-init"});
  return arguments.take();
}

}  // namespace danno::referee::isolation
