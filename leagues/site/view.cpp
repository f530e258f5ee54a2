#include "leagues/site/view.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <set>

#include "leagues/base/escape.hpp"
#include "leagues/base/text.hpp"
#include "referee/record/sha256.hpp"

namespace danno::leagues::site {

namespace {

constexpr std::size_t kLongestLineUp = 100;
constexpr std::size_t kKeptOfLineUp = 60;
constexpr std::size_t kHashDigits = 12;

/// Returns whether Windows reserves the name: for a device, with any extension, or by a dot at its
/// end.
bool is_reserved(const std::string& file) {
  constexpr std::array<std::string_view, 22> kDevices{
      "con",  "prn",  "aux",  "nul",  "com1", "com2", "com3", "com4", "com5", "com6", "com7",
      "com8", "com9", "lpt1", "lpt2", "lpt3", "lpt4", "lpt5", "lpt6", "lpt7", "lpt8", "lpt9"};
  const std::string stem = base::to_lower(file.substr(0, file.find('.')));
  return std::ranges::find(kDevices, stem) != kDevices.end() || file.ends_with('.');
}

/// Returns the name with a number before its first dot and no dot at its end, which is never
/// reserved.
std::string marked(std::string file, std::size_t number) {
  file.resize(file.find_last_not_of('.') + 1);
  const std::size_t dot = std::min(file.find('.'), file.size());
  return fmt::format("{}~{}{}", file.substr(0, dot), number, file.substr(dot));
}

/// The first of "ada", "ada~2", "ada~3", … that is neither reserved nor taken. Each taken name
/// stands in the way of one number at most.
std::string free_name(const std::string& plain, const std::set<std::string>& taken) {
  std::string file = plain;
  for (std::size_t number = 2; is_reserved(file) || taken.contains(base::to_lower(file));
       ++number) {
    assert(number <= taken.size() + 2);
    file = marked(plain, number);
  }
  return file;
}

}  // namespace

FileNames::FileNames(std::vector<std::string> names) {
  std::ranges::sort(names);
  std::set<std::string> taken;  // in lower case
  for (const std::string& name : names) {
    std::string file = free_name(base::to_file_name(name), taken);
    taken.insert(base::to_lower(file));
    files_.emplace(name, std::move(file));
  }
}

std::string FileNames::of_line_up(std::span<const std::string> names) const {
  std::vector<std::string> files;
  for (const std::string& name : names)
    files.push_back(of(name));
  const std::string whole = fmt::format("{}", fmt::join(files, "+"));
  if (whole.size() <= kLongestLineUp) return whole;
  return fmt::format("{}~{}", whole.substr(0, kKeptOfLineUp),
                     referee::record::sha256_hex(whole).substr(0, kHashDigits));
}

std::string folder_of_division(std::string_view division) {
  return free_name(base::to_file_name(division), {}) + "/";
}

std::string rules_path(std::string_view division) {
  return fmt::format("rules/{}.html", free_name(base::to_file_name(division), {}));
}

std::string agent_page_path(const FileNames& files, const std::string& name) {
  return fmt::format("agents/{}.html", files.of(name));
}

std::string deal_path(const FileNames& files, std::span<const std::string> line_up,
                      std::uint64_t deal) {
  return fmt::format("games/{}-{}", files.of_line_up(line_up), deal);
}

std::string against_id(const FileNames& files, const std::string& opponent) {
  return "against-" + files.of(opponent);
}

std::string paged(std::string_view stem, std::size_t page) {
  if (page == 0) return fmt::format("{}.html", stem);
  return stem == "index" ? fmt::format("{}.html", page + 1)
                         : fmt::format("{}-{}.html", stem, page + 1);
}

std::string way_up(std::string_view path) {
  std::string up;
  for (auto slashes = std::ranges::count(path, '/'); slashes > 0; --slashes)
    up += "../";
  return up;
}

const store::StoredDivision& PageDivision::stored_division(
    const store::StoredLineUp& line_up) const {
  const auto size = static_cast<int>(line_up.agents.size());
  return *std::ranges::find(stored, size, &store::StoredDivision::seats);
}

const PageGame* PageDivision::find_game(const std::string& line_up, std::uint64_t deal) const {
  const auto found = game_pages.find({line_up, deal});
  return found == game_pages.end() ? nullptr : &games[found->second];
}

const PageGame* PageDivision::find_game(const schedule::MetAgents& deals) const {
  const std::string line_up = store::line_up_name({0, deals.agents}, event->entrants);
  for (std::uint64_t deal = deals.end; deal-- > deals.first;) {
    if (const PageGame* const game = find_game(line_up, deal)) return game;
  }
  return nullptr;
}

bool PageLeague::has_head_to_head_file() const {
  return std::ranges::all_of(divisions, [](const PageDivision& division) {
    return division.table.head_to_head.size() <= kMostInHeadToHeadFile;
  });
}

}  // namespace danno::leagues::site
