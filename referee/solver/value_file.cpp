#include "referee/solver/value_file.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <random>
#include <stdexcept>
#include <system_error>
#include <utility>

namespace danno::solver {
namespace {

using rules::RuleSet;

[[noreturn]] void fail(const std::string& what, const std::filesystem::path& file) {
  throw std::system_error(errno, std::generic_category(), what + " " + file.string());
}

/// A descriptor closed at the end.
class File {
 public:
  File(const std::filesystem::path& path, int flags)
      : descriptor_(::open(path.c_str(), flags | O_CLOEXEC, 0644)) {
    if (descriptor_ < 0) fail("cannot open", path);
  }
  ~File() { ::close(descriptor_); }
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  [[nodiscard]] int descriptor() const { return descriptor_; }

 private:
  int descriptor_;
};

void write_all(const File& file, std::span<const std::byte> bytes,
               const std::filesystem::path& path) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(file.descriptor(), bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail("cannot write", path);
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
}

/// A file of a fresh name that is gone at the end unless it was renamed.
struct PartialFile {
  std::filesystem::path path;

  explicit PartialFile(const std::filesystem::path& whole)
      : path(whole.string() + "." + std::to_string(std::random_device()()) + ".part") {}
  ~PartialFile() {
    std::error_code ignored;
    std::filesystem::remove(path, ignored);
  }
  PartialFile(const PartialFile&) = delete;
  PartialFile& operator=(const PartialFile&) = delete;
};

/// Writes the table. It appears under its name when it is complete, or not at all.
void write_table(const std::filesystem::path& path, const SolvedTable& solved) {
  const PartialFile part(path);
  const File file(part.path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW);
  write_all(file, solved.header, part.path);
  write_all(file, std::as_bytes(std::span(solved.cells)), part.path);
  // The bytes must be on disk before the name is, or a crash could leave a name without them.
  if (::fsync(file.descriptor()) != 0) fail("cannot write", part.path);
  std::filesystem::rename(part.path, path);
}

}  // namespace

TableBytes map_table(const std::filesystem::path& path) {
  const File file(path, O_RDONLY);
  struct stat status {};
  if (::fstat(file.descriptor(), &status) != 0) fail("cannot read", path);
  const auto size = static_cast<std::size_t>(status.st_size);
  if (size == 0) return {{}, nullptr, path.string()};
  void* const start = ::mmap(nullptr, size, PROT_READ, MAP_SHARED, file.descriptor(), 0);
  if (start == MAP_FAILED) fail("cannot map", path);
  std::shared_ptr<const void> owner(
      start, [size](const void* mapped) { ::munmap(const_cast<void*>(mapped), size); });
  return {{static_cast<const std::byte*>(start), size}, std::move(owner), path.string()};
}

std::filesystem::path cache_folder() {
  const char* const cache = std::getenv("XDG_CACHE_HOME");
  const char* const home = std::getenv("HOME");
  std::filesystem::path folder;
  if (cache != nullptr && *cache == '/') {
    folder = cache;
  } else if (home != nullptr && *home != '\0') {
    folder = std::filesystem::path(home) / ".cache";
  } else {
    throw std::runtime_error(
        "neither XDG_CACHE_HOME nor HOME is set; expected a folder that can be written, for a "
        "cache");
  }
  return folder / "danno";
}

std::filesystem::path cached_table(const RuleSet& rules) {
  return cache_folder() / table_name(rules);
}

Making solve_into(const RuleSet& rules, int threads, const std::filesystem::path& file,
                  const Watch& watch) {
  const SolvedTable solved = solve_table(rules, threads, watch);
  std::filesystem::create_directories(file.parent_path());
  write_table(file, solved);
  return solved.making;
}

std::unique_ptr<const ValueTable> load_intact(const RuleSet& rules,
                                              const std::filesystem::path& file) {
  if (!std::filesystem::exists(file)) return nullptr;
  try {
    auto table = std::make_unique<const ValueTable>(rules, map_table(file));
    return table->intact() ? std::move(table) : nullptr;
  } catch (const std::runtime_error&) {
    return nullptr;  // of another format, or cut off
  }
}

std::unique_ptr<const ValueTable> load_or_solve(const RuleSet& rules, int threads,
                                                const Watch& watch) {
  const std::filesystem::path file = cached_table(rules);
  if (auto table = load_intact(rules, file)) return table;
  static_cast<void>(solve_into(rules, threads, file, watch));
  return std::make_unique<const ValueTable>(rules, map_table(file));
}

}  // namespace danno::solver
