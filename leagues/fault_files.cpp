#include "leagues/fault_files.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <fstream>
#include <system_error>

namespace danno::leagues {
namespace {

void write_file(const std::filesystem::path& path, std::string_view text) {
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  file << text;
  file.close();
  if (!file) throw std::system_error(errno, std::generic_category(), path.string());
}

}  // namespace

std::string file_name_of(std::string_view agent) {
  constexpr std::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-";
  std::string name(agent);
  for (char& c : name) {
    if (kPlain.find(c) == std::string_view::npos) c = '_';
  }
  if (name.empty() || name.front() == '.') name.insert(name.begin(), '_');
  return name;
}

std::size_t write_fault_files(const std::filesystem::path& folder, std::string_view rules,
                              std::span<const std::string> names,
                              std::span<const referee::DealResult> deals) {
  std::size_t written = 0;
  for (const referee::DealResult& deal : deals) {
    for (const referee::GameRecord& game : deal.games) {
      for (const referee::Fault& fault : game.faults) {
        const std::string& agent = names[game.agent_at[static_cast<std::size_t>(fault.seat)]];
        const std::filesystem::path own = folder / file_name_of(agent);
        std::filesystem::create_directories(own);
        write_file(own / fmt::format("{}-{}-{}.json", rules, deal.deal, game.seating),
                   fault.report);
        ++written;
      }
    }
  }
  return written;
}

}  // namespace danno::leagues
