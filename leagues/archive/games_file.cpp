#include "leagues/archive/games_file.hpp"

#include <cerrno>
#include <string>
#include <system_error>
#include <utility>

#include "leagues/archive/game_files.hpp"
#include "leagues/archive/match_games.hpp"

namespace danno::leagues::archive {

bool GamesFile::is_name(const std::filesystem::path& path) {
  return path.extension() == ".txt" || path.extension() == ".jsonl";
}

GamesFile::GamesFile(const std::filesystem::path& path)
    : path_(path), file_(std::fopen(path.c_str(), "wbe")), json_(path.extension() == ".jsonl") {
  if (!file_) throw std::system_error(errno, std::generic_category(), path.string());
}

void GamesFile::add(const referee::play::LineUp& line_up,
                    std::span<const referee::play::DealResult> deals) {
  for (const referee::play::DealResult& deal : deals) {
    for (const referee::record::GameRecord& game : deal.games) {
      const StoredGame stored = as_stored(line_up, deal.deal, game);
      const std::string text = json_ ? game_json(stored) : game_text(stored);
      if (!json_ && !std::exchange(empty_, false)) std::fputc('\n', file_.get());
      std::fwrite(text.data(), 1, text.size(), file_.get());
    }
  }
  if (std::fflush(file_.get()) != 0)
    throw std::system_error(errno, std::generic_category(), path_.string());
}

}  // namespace danno::leagues::archive
