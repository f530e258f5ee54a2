// The file of a solved game, in the byte order of the machine:
//
//   offset   bytes
//        0       8   "dannoval"
//        8       4   format: kFormat
//       12       4   reach
//       16       8   number of cells
//       24       8   checksum of the cells
//       32      24   Making: states, seconds, residual
//       56     512   the rule set and its parameters as text, filled up with zeros
//      568       8   checksum of all bytes before it
//     4096   8 each  the cells, as doubles, in the order of Layout

#include "referee/solver/value_table.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>
#include <stdexcept>
#include <system_error>

namespace danno::solver {
namespace {

using rules::RuleSet;

constexpr std::array<char, 8> kMagic{'d', 'a', 'n', 'n', 'o', 'v', 'a', 'l'};
/// Raise it with any change of a rule, of the layout or of the header.
constexpr std::uint32_t kFormat = 2;
constexpr std::size_t kHeaderBytes = 4096;

struct Header {
  std::array<char, 8> magic = kMagic;
  std::uint32_t format = kFormat;
  std::uint32_t reach = 0;
  std::uint64_t cells = 0;
  std::uint64_t cells_checksum = 0;
  Making making;
  std::array<char, 512> identity{};
  std::uint64_t checksum = 0;  ///< The checksum of all bytes before it.
};
static_assert(sizeof(Header) <= kHeaderBytes);

/// FNV-1a over 64-bit words, in four interleaved rows so that a core reads at memory speed. Guards
/// against accidents, not against forgers.
std::uint64_t compute_checksum(std::span<const std::byte> bytes) {
  constexpr std::uint64_t kPrime = 0x100000001B3U;
  constexpr std::size_t kRows = 4;
  std::array<std::uint64_t, kRows> rows{1, 2, 3, 4};
  std::size_t word = 0;
  for (; (word + 1) * sizeof(std::uint64_t) <= bytes.size(); ++word) {
    std::uint64_t value = 0;
    std::memcpy(&value, bytes.data() + word * sizeof value, sizeof value);
    std::uint64_t& row = rows[word % kRows];
    row = (row ^ value) * kPrime;
    row ^= row >> 32;
  }
  std::uint64_t sum = bytes.size();
  for (const std::uint64_t row : rows)
    sum = (sum ^ row) * kPrime;
  return sum ^ (sum >> 32);
}

std::uint64_t compute_checksum(const Header& header) {
  return compute_checksum(std::as_bytes(std::span(&header, 1)).first(offsetof(Header, checksum)));
}

std::string hexadecimal(std::uint64_t number) {
  std::array<char, 17> digits{};
  std::snprintf(digits.data(), digits.size(), "%016lx", static_cast<unsigned long>(number));
  return digits.data();
}

/// The rule set and all its parameters: what a table is good for.
std::array<char, 512> make_identity(const RuleSet& rules) {
  std::string text(rules.id());
  text += ", 2 seats";
  for (const auto& parameter : rules::list_parameters(rules.definition(), rules.parameters())) {
    // A cap of turns does not count (why_not_solved).
    if (parameter.name != "max_turns")
      text.append(", ").append(parameter.name).append(" ").append(parameter.value);
  }
  const std::string& file = rules.definition().text;
  if (!file.empty())
    text.append(", text ").append(hexadecimal(compute_checksum(std::as_bytes(std::span(file)))));
  std::array<char, 512> identity{};
  if (text.size() >= identity.size()) throw std::runtime_error("too many parameters: " + text);
  std::ranges::copy(text, identity.begin());
  return identity;
}

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
void write_table(const std::filesystem::path& path, const Header& header,
                 std::span<const double> cells) {
  std::array<std::byte, kHeaderBytes> page{};
  std::memcpy(page.data(), &header, sizeof header);
  const PartialFile part(path);
  const File file(part.path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW);
  write_all(file, page, part.path);
  write_all(file, std::as_bytes(cells), part.path);
  // The bytes must be on disk before the name is, or a crash could leave a name without them.
  if (::fsync(file.descriptor()) != 0) fail("cannot write", part.path);
  std::filesystem::rename(part.path, path);
}

}  // namespace

ValueTable::ValueTable(const RuleSet& rules, const std::filesystem::path& path)
    : rules_(rules), throws_(rules), mapping_(path) {
  const std::string wrong = path.string() + ": not the table of this rule set; solve it again";
  Header header;
  if (mapping_.bytes().size() < kHeaderBytes) throw std::runtime_error(wrong);
  std::memcpy(&header, mapping_.bytes().data(), sizeof header);
  if (header.magic != kMagic || header.format != kFormat ||
      header.checksum != compute_checksum(header) || header.identity != make_identity(rules))
    throw std::runtime_error(wrong);
  layout_ = Layout(rules, throws_, static_cast<int>(header.reach));
  if (header.cells != layout_->size() ||
      mapping_.bytes().size() != kHeaderBytes + layout_->size() * sizeof(double))
    throw std::runtime_error(wrong);
  checksum_ = header.cells_checksum;
  making_ = header.making;
  // The header fills a page, so the cells are aligned.
  const void* const cells = mapping_.bytes().data() + kHeaderBytes;
  cells_ = {static_cast<const double*>(cells), layout_->size()};
  boundary_.emplace(rules_, *layout_, cells_);
}

Mapping::Mapping(const std::filesystem::path& path) {
  const File file(path, O_RDONLY);
  struct stat status {};
  if (::fstat(file.descriptor(), &status) != 0) fail("cannot read", path);
  const auto size = static_cast<std::size_t>(status.st_size);
  if (size == 0) return;
  void* const start = ::mmap(nullptr, size, PROT_READ, MAP_SHARED, file.descriptor(), 0);
  if (start == MAP_FAILED) fail("cannot map", path);
  bytes_ = {static_cast<const std::byte*>(start), size};
}

Mapping::~Mapping() {
  if (!bytes_.empty()) ::munmap(const_cast<std::byte*>(bytes_.data()), bytes_.size());
}

bool ValueTable::intact() const { return compute_checksum(std::as_bytes(cells_)) == checksum_; }

double first_wins(const TurnBoundaryValues& boundary) { return boundary.fresh({0, 0}); }

std::string table_name(const RuleSet& rules) {
  const auto identity = make_identity(rules);
  return std::string(rules.id()) + "-" +
         hexadecimal(compute_checksum(std::as_bytes(std::span(identity)))) + ".values";
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
  const auto start = std::chrono::steady_clock::now();
  const Solution solution = solve(rules, threads, watch);
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
  Header header;
  header.making.states = solution.states;
  header.making.seconds = took.count();
  // The residual is computed from the cells alone and so checks the solver.
  header.making.residual = residual(TurnBoundaryValues(rules, solution.layout, solution.cells),
                                    ThrowTable(rules), threads, watch);
  header.reach = static_cast<std::uint32_t>(solution.layout.reach);
  header.cells = solution.cells.size();
  header.cells_checksum = compute_checksum(std::as_bytes(std::span(solution.cells)));
  header.identity = make_identity(rules);
  header.checksum = compute_checksum(header);
  std::filesystem::create_directories(file.parent_path());
  write_table(file, header, solution.cells);
  return header.making;
}

std::unique_ptr<const ValueTable> load_intact(const RuleSet& rules,
                                              const std::filesystem::path& file) {
  if (!std::filesystem::exists(file)) return nullptr;
  try {
    auto table = std::make_unique<const ValueTable>(rules, file);
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
  return std::make_unique<const ValueTable>(rules, file);
}

}  // namespace danno::solver
