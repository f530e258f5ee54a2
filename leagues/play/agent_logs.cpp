#include "leagues/play/agent_logs.hpp"

#include "leagues/files/whole_file.hpp"
#include "leagues/words/file_name.hpp"

namespace danno::leagues::play {

namespace fs = std::filesystem;

void AgentLogs::take(std::size_t agent, std::string_view text) {
  const std::lock_guard lock(mutex_);
  std::string& tail = tails_[agent];
  tail += text;
  if (tail.size() > kKept) tail.erase(0, tail.find('\n', tail.size() - kKept - 1) + 1);
}

std::vector<fs::path> AgentLogs::write(const fs::path& folder,
                                       std::span<const std::string> names) const {
  std::vector<fs::path> files(tails_.size());
  for (std::size_t agent = 0; agent < tails_.size(); ++agent) {
    const fs::path file = folder / (words::file_name_of(names[agent]) + ".txt");
    if (tails_[agent].empty()) {
      fs::remove(file);
      continue;
    }
    fs::create_directories(folder);
    files::write_whole(file, tails_[agent]);
    files[agent] = file;
  }
  return files;
}

}  // namespace danno::leagues::play
