#include "referee/sandbox/bubblewrap.hpp"

#include <algorithm>
#include <atomic>
#include <initializer_list>

#include "referee/sandbox/init/launch_request.hpp"
#include "referee/sandbox/locate.hpp"

namespace danno::referee::sandbox {
namespace {

namespace fs = std::filesystem;

std::atomic<bool> proc_is_shown{true};

class BubblewrapArguments {
 public:
  void add(std::initializer_list<std::string> words) { words_.insert(words_.end(), words); }
  [[nodiscard]] std::vector<std::string> take() { return std::move(words_); }

 private:
  std::vector<std::string> words_;
};

/// danno's own files: its programs, next to danno-init whatever was installed with it, its agents.
std::vector<fs::path> own_files(const fs::path& init) {
  std::error_code error;
  std::vector<fs::path> files{init.parent_path(), fs::read_symlink("/proc/self/exe", error)};
  for (const fs::path& folder : installed_folders()) {
    if (fs::exists(folder)) files.push_back(folder);
  }
  return files;
}

/// Hides a path. A hidden folder is writable at first, so that the agent's own folder may be
/// mounted in it; seal() makes it read-only.
void hide(BubblewrapArguments& arguments, const fs::path& path) {
  if (fs::is_directory(path)) {
    arguments.add({"--tmpfs", path.string()});
  } else {
    arguments.add({"--ro-bind", "/dev/null", path.string()});
  }
}

void seal(BubblewrapArguments& arguments, const fs::path& path) {
  if (fs::is_directory(path)) arguments.add({"--remount-ro", path.string()});
}

/// Shows a path read-only. A link is made again, so that /lib64 leads to /usr/lib64 as it does
/// outside.
void show(BubblewrapArguments& arguments, const fs::path& path) {
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
  static const std::vector<std::string> kPaths = [] {
    std::vector<std::string> paths{"/usr",
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
    // Java's installation has links to its settings there: /etc/java-17-openjdk.
    std::error_code error;
    for (const auto& entry : fs::directory_iterator("/etc", error)) {
      if (entry.path().filename().string().starts_with("java-")) paths.push_back(entry.path());
    }
    return paths;
  }();
  return kPaths;
}

bool shows_proc() { return proc_is_shown; }
void hide_proc() { proc_is_shown = false; }

std::vector<std::string> bubblewrap_command(const fs::path& folder, const Sources& sources,
                                            const fs::path& init_program) {
  BubblewrapArguments arguments;
  arguments.add({"bwrap", "--unshare-user", "--unshare-pid", "--unshare-net", "--unshare-ipc",
                 "--unshare-uts", "--unshare-cgroup-try", "--as-pid-1", "--new-session",
                 "--cap-drop", "ALL", "--cap-add", "CAP_SYS_ADMIN", "--uid", "1000", "--gid",
                 "1000", "--hostname", "danno"});
  for (const std::string& path : readable_system())
    show(arguments, path);
  // No /dev/zero: a shared mapping of it is memory that no account counts.
  for (const char* device : {"/dev/null", "/dev/urandom"})
    arguments.add({"--dev-bind", device, device});
  arguments.add({"--symlink", "urandom", "/dev/random"});  // a mount less; both give the same
  // Mounts take effect in this order. First danno's files below /usr are hidden, then the agent's
  // folder is shown, then danno's files in that folder are hidden.
  const std::vector<fs::path> own = own_files(init_program);
  for (const fs::path& path : own) {
    if (is_within(path, "/usr") && !is_within(path, folder)) hide(arguments, path);
  }
  arguments.add(
      {sources.scratch ? "--bind" : "--ro-bind", sources.folder.string(), folder.string()});
  for (const fs::path& path : own) {
    if (is_within(path, folder)) hide(arguments, path);
  }
  for (const fs::path& path : own) {
    if (is_within(path, "/usr") || is_within(path, folder)) seal(arguments, path);
  }
  if (sources.proc) arguments.add({"--dir", init::kOwnProcess, "--proc", init::kHiddenProc});
  arguments.add({"--ro-bind", sources.init.string(), "/danno-init", "--remount-ro", "/", "--chdir",
                 "/", "--", "/danno-init"});
  return arguments.take();
}

}  // namespace danno::referee::sandbox
