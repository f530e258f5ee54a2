#include "leagues/play/fault_files.hpp"

#include <fmt/format.h>

#include <utility>

#include "leagues/files/whole_file.hpp"
#include "leagues/words/file_name.hpp"
#include "referee/talk/report.hpp"

namespace danno::leagues::play {

namespace fs = std::filesystem;

fs::path fault_file(std::string_view rules, std::span<const std::string> names, std::size_t agent,
                    std::uint64_t deal, int seating) {
  constexpr std::size_t kLongest = 200;  // file names have at most 255 bytes
  std::string line_up;
  for (const std::string& name : names)
    line_up += (line_up.empty() ? "" : ",") + words::file_name_of(name);
  return fs::path(words::file_name_of(names[agent])) /
         fmt::format("{}-{}-{}-{}.json", rules, line_up.substr(0, kLongest), deal, seating);
}

void write_fault_file(const fs::path& file, std::string_view report) {
  fs::create_directories(file.parent_path());
  files::write_whole(file, report);
}

std::size_t write_fault_files(const fs::path& folder, std::string_view rules,
                              std::span<const std::string> names,
                              std::span<const referee::play::DealResult> deals) {
  std::size_t written = 0;
  for (const referee::play::DealResult& deal : deals) {
    for (const referee::record::GameRecord& game : deal.games) {
      for (const referee::record::Fault& fault : game.faults) {
        const std::size_t agent = game.agent_at[static_cast<std::size_t>(fault.seat)];
        const fs::path file = folder / fault_file(rules, names, agent, deal.deal, game.seating);
        write_fault_file(file, referee::talk::report_json(fault));
        ++written;
      }
    }
  }
  return written;
}

Observer fault_file_writer(fs::path folder) {
  return [folder = std::move(folder)](const Played& played) {
    if (folder.empty()) return;
    write_fault_files(folder, played.line_up.rules->id(), played.line_up.key_names, played.deals);
  };
}

}  // namespace danno::leagues::play
