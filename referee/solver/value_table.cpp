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

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <cstring>
#include <stdexcept>
#include <utility>

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
  std::snprintf(digits.data(), digits.size(), "%016llx", static_cast<unsigned long long>(number));
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

/// A packed table has this format, the header without its padding and 16 bits a cell.
constexpr std::uint32_t kPackedFormat = kFormat + (1U << 16);
/// An even number, so that a half is exact.
constexpr double kPackedOne = 65534;

/// Returns the header if the bytes begin with one of this format and these rules.
std::optional<Header> read_header(const RuleSet& rules, std::span<const std::byte> bytes,
                                  std::uint32_t format) {
  Header header;
  if (bytes.size() < sizeof header) return std::nullopt;
  std::memcpy(&header, bytes.data(), sizeof header);
  if (header.magic != kMagic || header.format != format ||
      header.checksum != compute_checksum(header) || header.identity != make_identity(rules))
    return std::nullopt;
  return header;
}

}  // namespace

ValueTable::ValueTable(const RuleSet& rules, TableBytes table)
    : rules_(rules), throws_(rules), table_(std::move(table)) {
  const std::string wrong = table_.name + ": not the table of this rule set; solve it again";
  const auto header = read_header(rules, table_.bytes, kFormat);
  if (!header) throw std::runtime_error(wrong);
  layout_ = Layout(rules, throws_, static_cast<int>(header->reach));
  if (header->cells != layout_->size() ||
      table_.bytes.size() != kHeaderBytes + layout_->size() * sizeof(double))
    throw std::runtime_error(wrong);
  checksum_ = header->cells_checksum;
  making_ = header->making;
  // The header fills a page, so the cells are aligned.
  const void* const cells = table_.bytes.data() + kHeaderBytes;
  cells_ = {static_cast<const double*>(cells), layout_->size()};
  boundary_.emplace(rules_, *layout_, cells_);
}

bool ValueTable::intact() const { return compute_checksum(std::as_bytes(cells_)) == checksum_; }

double first_wins(const TurnBoundaryValues& boundary) { return boundary.fresh({0, 0}); }

std::string table_name(const RuleSet& rules) {
  const auto identity = make_identity(rules);
  return std::string(rules.id()) + "-" +
         hexadecimal(compute_checksum(std::as_bytes(std::span(identity)))) + ".values";
}

SolvedTable solve_table(const RuleSet& rules, int threads, const Watch& watch) {
  const auto start = std::chrono::steady_clock::now();
  Solution solution = solve(rules, threads, watch);
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
  SolvedTable solved;
  std::memcpy(solved.header.data(), &header, sizeof header);
  solved.cells = std::move(solution.cells);
  solved.making = header.making;
  return solved;
}

TableBytes join(const SolvedTable& solved) {
  constexpr std::size_t kHeaderDoubles = kHeaderBytes / sizeof(double);
  const auto memory = std::make_shared<std::vector<double>>(kHeaderDoubles);
  std::memcpy(memory->data(), solved.header.data(), kHeaderBytes);
  memory->insert(memory->end(), solved.cells.begin(), solved.cells.end());
  return {std::as_bytes(std::span(*memory)), memory, "the solved values"};
}

std::string pack_table(const ValueTable& table) {
  Header header;
  header.format = kPackedFormat;
  header.reach = static_cast<std::uint32_t>(table.boundary().layout().reach);
  header.cells = table.cells().size();
  header.making = table.making();
  header.making.seconds = 0;  // a packed table is the same whenever it is made
  header.identity = make_identity(table.rules());
  header.checksum = compute_checksum(header);
  std::string packed(sizeof header, '\0');
  std::memcpy(packed.data(), &header, sizeof header);
  for (const double cell : table.cells()) {
    const auto rounded =
        static_cast<unsigned>(std::lround(std::clamp(cell, 0.0, 1.0) * kPackedOne));
    packed.append(1, static_cast<char>(rounded & 0xFFU)).append(1, static_cast<char>(rounded >> 8));
  }
  return packed;
}

TableBytes unpack_table(const RuleSet& rules, std::string_view packed) {
  const auto bytes = std::as_bytes(std::span(packed));
  auto header = read_header(rules, bytes, kPackedFormat);
  const std::size_t rest = bytes.size() - sizeof(Header);
  const bool has_cells = header && rest % 2 == 0 && rest / 2 == header->cells;
  if (!has_cells) throw std::runtime_error("not the packed table of this rule set");
  SolvedTable solved;
  for (std::size_t at = sizeof *header; at < bytes.size(); at += 2) {
    const int cell = std::to_integer<int>(bytes[at]) + 256 * std::to_integer<int>(bytes[at + 1]);
    if (cell > kPackedOne) throw std::runtime_error("a chance of the packed table is above 1");
    solved.cells.push_back(cell / kPackedOne);
  }
  header->format = kFormat;
  header->cells_checksum = compute_checksum(std::as_bytes(std::span(solved.cells)));
  header->checksum = compute_checksum(*header);
  std::memcpy(solved.header.data(), &*header, sizeof *header);
  return join(solved);
}

}  // namespace danno::solver
