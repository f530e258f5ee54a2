#include "leagues/play/fault_files.hpp"

#include <fmt/format.h>

#include "leagues/tables/table.hpp"

namespace danno::leagues {

namespace fs = std::filesystem;

std::string file_name_of(std::string_view agent) {
  constexpr std::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._@-";
  std::string name;
  for (const char c : agent) {
    const bool hidden = c == '.' && name.empty();
    if (kPlain.find(c) != std::string_view::npos && !hidden) {
      name += c;
    } else {
      name += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    }
  }
  return name;
}

fs::path fault_file(std::string_view rules, std::span<const std::string> names, std::size_t agent,
                    std::uint64_t deal, int seating) {
  constexpr std::size_t kLongest = 200;  // file names have at most 255 bytes
  std::string line_up;
  for (const std::string& name : names)
    line_up += (line_up.empty() ? "" : ",") + file_name_of(name);
  return fs::path(file_name_of(names[agent])) /
         fmt::format("{}-{}-{}-{}.json", rules, line_up.substr(0, kLongest), deal, seating);
}

std::size_t write_fault_files(const fs::path& folder, std::string_view rules,
                              std::span<const std::string> names,
                              std::span<const referee::DealResult> deals) {
  std::size_t written = 0;
  for (const referee::DealResult& deal : deals) {
    for (const referee::GameRecord& game : deal.games) {
      for (const referee::Fault& fault : game.faults) {
        const std::size_t agent = game.agent_at[static_cast<std::size_t>(fault.seat)];
        const fs::path file = folder / fault_file(rules, names, agent, deal.deal, game.seating);
        fs::create_directories(file.parent_path());
        write_whole(file, fault.report);
        ++written;
      }
    }
  }
  return written;
}

}  // namespace danno::leagues
