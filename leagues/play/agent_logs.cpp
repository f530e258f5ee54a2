#include "leagues/play/agent_logs.hpp"

#include <string>

#include "leagues/files/whole_file.hpp"
#include "leagues/words/file_name.hpp"

namespace danno::leagues::play {

namespace fs = std::filesystem;

namespace {

/// Cuts the text to its last kKept bytes, from the beginning of a line if one begins there.
std::string last_bytes(const std::string& text) {
  if (text.size() <= AgentLogs::kKept) return text;
  const std::size_t first = text.size() - AgentLogs::kKept;
  const std::size_t line = text.find('\n', first - 1);
  return text.substr(line == std::string::npos || line + 1 == text.size() ? first : line + 1);
}

}  // namespace

void AgentLogs::take(std::size_t agent, std::string_view text) {
  const std::lock_guard lock(mutex_);
  std::string& tail = tails_[agent];
  tail += text;
  if (tail.size() > 2 * kKept) tail = last_bytes(tail);  // not each time: it copies
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
    files::write_whole(file, last_bytes(tails_[agent]));
    files[agent] = file;
  }
  return files;
}

}  // namespace danno::leagues::play
