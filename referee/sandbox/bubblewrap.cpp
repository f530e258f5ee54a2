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

using Arguments = std::vector<std::string>;

void add(Arguments& arguments, std::initializer_list<std::string> words) {
  arguments.insert(arguments.end(), words);
}

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
void hide(Arguments& arguments, const fs::path& path) {
  if (fs::is_directory(path)) {
    add(arguments, {"--tmpfs", path.string()});
  } else {
    add(arguments, {"--ro-bind", "/dev/null", path.string()});
  }
}

void seal(Arguments& arguments, const fs::path& path) {
  if (fs::is_directory(path)) add(arguments, {"--remount-ro", path.string()});
}

/// Shows a path read-only. A link is made again, so that /lib64 leads to /usr/lib64 as it does
/// outside.
void show(Arguments& arguments, const fs::path& path) {
  std::error_code error;
  const fs::file_status status = fs::symlink_status(path, error);
  if (fs::is_symlink(status)) {
    add(arguments, {"--symlink", fs::read_symlink(path).string(), path.string()});
  } else if (fs::exists(status)) {
    add(arguments, {"--ro-bind", path.string(), path.string()});
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
  Arguments arguments;
  add(arguments,
      {"bwrap", "--unshare-user", "--unshare-pid", "--unshare-net", "--unshare-ipc",
       "--unshare-uts", "--unshare-cgroup-try", "--as-pid-1", "--new-session", "--cap-drop", "ALL",
       "--cap-add", "CAP_SYS_ADMIN", "--uid", "1000", "--gid", "1000", "--hostname", "danno"});
  for (const std::string& path : readable_system())
    show(arguments, path);
  // No /dev/zero: a shared mapping of it is memory that no account counts.
  for (const char* device : {"/dev/null", "/dev/urandom"})
    add(arguments, {"--dev-bind", device, device});
  add(arguments, {"--symlink", "urandom", "/dev/random"});  // a mount less; both give the same
  // Mounts take effect in this order. First danno's files below /usr are hidden, then the agent's
  // folder is shown, then danno's files in that folder are hidden.
  const std::vector<fs::path> own = own_files(init_program);
  for (const fs::path& path : own) {
    if (is_within(path, "/usr") && !is_within(path, folder)) hide(arguments, path);
  }
  add(arguments,
      {sources.scratch ? "--bind" : "--ro-bind", sources.folder.string(), folder.string()});
  for (const fs::path& path : own) {
    if (is_within(path, folder)) hide(arguments, path);
  }
  for (const fs::path& path : own) {
    if (is_within(path, "/usr") || is_within(path, folder)) seal(arguments, path);
  }
  if (sources.proc) add(arguments, {"--dir", init::kOwnProcess, "--proc", init::kHiddenProc});
  add(arguments, {"--ro-bind", sources.init.string(), "/danno-init", "--remount-ro", "/", "--chdir",
                  "/", "--", "/danno-init"});
  return arguments;
}

}  // namespace danno::referee::sandbox
