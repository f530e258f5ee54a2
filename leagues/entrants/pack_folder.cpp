#include "leagues/entrants/pack_folder.hpp"

#include <archive.h>
#include <archive_entry.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <memory>
#include <stdexcept>
#include <vector>

namespace danno::leagues::entrants {
namespace {

namespace fs = std::filesystem;

class TarFile {
 public:
  explicit TarFile(const fs::path& file)
      : file_(file), archive_(::archive_write_new(), ::archive_write_free) {
    check(::archive_write_set_format_pax_restricted(archive_.get()));
    check(::archive_write_add_filter_none(archive_.get()));
    check(::archive_write_open_filename(archive_.get(), file.c_str()));
  }

  void add(const fs::path& from, const fs::path& as) {
    struct stat about {};
    if (::lstat(from.c_str(), &about) != 0)
      throw std::runtime_error(fmt::format("{}: it cannot be read", from.string()));
    const std::unique_ptr<archive_entry, decltype(&::archive_entry_free)> entry(
        ::archive_entry_new(), ::archive_entry_free);
    ::archive_entry_set_pathname(entry.get(), as.c_str());
    ::archive_entry_set_mode(entry.get(), about.st_mode);
    ::archive_entry_set_mtime(entry.get(), 0, 0);
    if (S_ISLNK(about.st_mode))
      ::archive_entry_set_symlink(entry.get(), fs::read_symlink(from).c_str());
    if (S_ISREG(about.st_mode)) ::archive_entry_set_size(entry.get(), about.st_size);
    check(::archive_write_header(archive_.get(), entry.get()));
    if (S_ISREG(about.st_mode)) add_content(from);
  }

  void close() { check(::archive_write_close(archive_.get())); }

 private:
  void add_content(const fs::path& from) {
    std::ifstream stream(from, std::ios::binary);
    if (!stream) throw std::runtime_error(fmt::format("{}: it cannot be read", from.string()));
    std::array<char, 65'536> bytes{};
    while (stream.read(bytes.data(), bytes.size()), stream.gcount() > 0) {
      const auto size = static_cast<std::size_t>(stream.gcount());
      if (::archive_write_data(archive_.get(), bytes.data(), size) < 0) check(ARCHIVE_FATAL);
    }
  }

  void check(int code) {
    if (code == ARCHIVE_OK) return;
    throw std::runtime_error(
        fmt::format("{}: {}", file_.string(), ::archive_error_string(archive_.get())));
  }

  fs::path file_;
  std::unique_ptr<archive, decltype(&::archive_write_free)> archive_;
};

/// By name, folders before what is in them.
std::vector<fs::path> content_of(const fs::path& folder,
                                 const std::function<bool(const fs::path&)>& is_left_out) {
  std::vector<fs::path> paths;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    fs::path path = entry.path().lexically_relative(folder);
    if (!is_left_out(path)) paths.push_back(std::move(path));
  }
  std::ranges::sort(paths);
  return paths;
}

}  // namespace

void pack_folder(const fs::path& folder, const fs::path& tar,
                 const std::function<bool(const fs::path&)>& is_left_out) {
  const fs::path whole = fs::absolute(folder / "").parent_path();
  const fs::path draft = tar.string() + ".draft";
  try {
    TarFile file(draft);
    file.add(whole, whole.filename());
    for (const fs::path& path : content_of(whole, is_left_out))
      file.add(whole / path, whole.filename() / path);
    file.close();
    fs::rename(draft, tar);
  } catch (...) {
    std::error_code ignored;
    fs::remove(draft, ignored);
    throw;
  }
}

}  // namespace danno::leagues::entrants
