#include "referee/sandbox/locate.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <fstream>
#include <stdexcept>
#include <system_error>

namespace danno::referee::sandbox {
namespace {

namespace fs = std::filesystem;

constexpr const char* kPrograms = "libexec/danno";
constexpr const char* kFolders = "lib/danno";
constexpr const char* kTexts = "share/danno";
/// The list of installed files: one path below the prefix on each line.
constexpr const char* kFiles = "share/danno/files";

/// Returns the folder that bin/ is in, whatever link the program was called by.
fs::path prefix() {
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  if (error) {
    throw std::runtime_error(
        "cannot read /proc/self/exe, by which danno finds its files; mount -t proc proc /proc");
  }
  return program.parent_path().parent_path();
}

bool is_installed() { return fs::exists(prefix() / kPrograms) || fs::exists(prefix() / kFolders); }

void require_installed(const fs::path& file) {
  if (fs::exists(prefix() / file)) return;
  throw std::runtime_error(
      fmt::format("{} is missing; reinstall danno: its package, pip install --force-reinstall "
                  "danno, or cmake --install build/release --prefix {}",
                  (prefix() / file).string(), prefix().string()));
}

/// Finds an installed file or folder. Throws if anything that was installed below it is missing.
fs::path find_installed(const fs::path& name) {
  require_installed(name);
  require_installed(kFiles);
  std::ifstream files(prefix() / kFiles);
  for (std::string file; std::getline(files, file);) {
    if (file.starts_with(name.string() + "/")) require_installed(file);
  }
  return prefix() / name;
}

/// Finds a file of a build tree. Programs of tests lie one folder deeper than danno.
fs::path find_built(const fs::path& name) {
  for (const fs::path& tree : {prefix(), prefix().parent_path()}) {
    if (fs::exists(tree / name)) return tree / name;
  }
  throw std::runtime_error(
      fmt::format("{} is missing; build or install danno again", (prefix() / name).string()));
}

fs::path find(const char* installed, const char* built, const std::string& name) {
  return is_installed() ? find_installed(fs::path(installed) / name)
                        : find_built(fs::path(built) / name);
}

}  // namespace

fs::path find_init() { return find(kPrograms, "bin", "danno-init"); }

fs::path find_probe() { return find(kPrograms, "bin", "probe/danno-probe"); }

fs::path find_folder(const std::string& name) { return find(kFolders, "", name); }

fs::path find_temporary_folder() {
  std::error_code error;
  const fs::path folder = fs::temp_directory_path(error);
  if (!error) return folder;
  const char* const named = std::getenv("TMPDIR");
  throw std::runtime_error(
      fmt::format("TMPDIR is '{}': {}; set it to a folder in which you may write, such as /tmp",
                  named == nullptr ? "" : named, error.message()));
}

std::vector<fs::path> installed_folders() {
  if (!is_installed()) return {};
  return {prefix() / kFolders, prefix() / kTexts};
}

}  // namespace danno::referee::sandbox
