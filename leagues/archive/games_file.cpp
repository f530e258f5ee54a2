#include "leagues/archive/games_file.hpp"

#include <string>
#include <utility>

#include "leagues/archive/game_files.hpp"
#include "leagues/archive/match_games.hpp"

namespace danno::leagues::archive {

bool GamesFile::is_name(const std::filesystem::path& path) {
  return path.extension() == ".txt" || path.extension() == ".jsonl";
}

GamesFile::GamesFile(const std::filesystem::path& path)
    : file_(path, files::AppendedFile::Start::Empty), json_(path.extension() == ".jsonl") {}

void GamesFile::add(const referee::play::LineUp& line_up,
                    std::span<const referee::play::DealResult> deals) {
  std::string text;
  for (const referee::play::DealResult& deal : deals) {
    for (const referee::record::GameRecord& game : deal.games) {
      const StoredGame stored = as_stored(line_up, deal.deal, game);
      if (!json_ && !std::exchange(empty_, false)) text += '\n';
      text += json_ ? game_json(stored) : game_text(stored);
    }
  }
  file_.append(text);
}

}  // namespace danno::leagues::archive
