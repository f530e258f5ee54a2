#include "leagues/archive/game_files.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "leagues/play/fault_files.hpp"
#include "leagues/shown_points.hpp"
#include "leagues/tables/table.hpp"
#include "leagues/text/escape.hpp"

namespace danno::leagues {

using nlohmann::ordered_json;

std::string game_text(const StoredGame& game) {
  return fmt::format("# {}\n{}", escape_terminal(to_string(game.id)),
                     referee::print_written_game(written_game(game)));
}

std::string game_json(const StoredGame& game) {
  const referee::WrittenGame text = written_game(game);
  ordered_json json{{"game", to_string(game.id)},
                    {"rules", game.rules->id()},
                    {"players", text.players},
                    {"first", text.players[static_cast<std::size_t>(text.first)]},
                    {"capped", game.record.capped}};
  for (std::size_t seat = 0; seat < text.players.size(); ++seat) {
    json["places"][text.players[seat]] = game.record.places[seat];
    json["totals"][text.players[seat]] =
        shown_points(game.rules->definition(), game.record.totals[seat]);
  }
  json["faults"] = ordered_json::array();
  for (const referee::Fault& fault : game.record.faults)
    json["faults"].push_back({{"player", text.players[static_cast<std::size_t>(fault.seat)]},
                              {"kind", referee::to_string(fault.kind)},
                              {"value", fault.value},
                              {"detail", fault.detail}});
  json["events"] = ordered_json::array();
  for (const referee::WrittenEvent& event : text.events)
    json["events"].push_back(referee::print_event(text, event));
  return json.dump(-1, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

std::filesystem::path game_file(const StoredGame& game) {
  std::filesystem::path file = game.id.rules;
  for (const std::string& name : game.names)
    file /= file_name_of(name);
  return file / fmt::format("{}-{}.txt", game.id.deal, game.id.seating);
}

void write_game_file(const std::filesystem::path& folder, const StoredGame& game) {
  const std::filesystem::path file = folder / game_file(game);
  std::filesystem::create_directories(file.parent_path());
  write_whole(file, game_text(game));
}

}  // namespace danno::leagues
