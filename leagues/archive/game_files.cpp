#include "leagues/archive/game_files.hpp"

#include <fmt/format.h>

#include "leagues/files/shown_points.hpp"
#include "leagues/files/whole_file.hpp"
#include "leagues/words/escape.hpp"
#include "leagues/words/file_name.hpp"

namespace danno::leagues::archive {

std::string game_text(const StoredGame& game) {
  return fmt::format("# {}\n{}", words::escape_terminal(to_string(game.id)),
                     referee::record::print_written_game(written_game(game)));
}

files::Json game_object(const StoredGame& game) {
  const referee::record::WrittenGame text = written_game(game);
  std::vector<std::string> players;
  for (std::size_t seat = 0; seat < game.record.seats; ++seat)
    players.push_back(game.names[game.record.agent_at.at(seat)]);
  files::Json json{{"game", to_string(game.id)},
                   {"deal", fmt::format("{}/{}/{}", game.id.rules, game.id.line_up, game.id.deal)},
                   {"rules", game.rules->id()},
                   {"rules_hash", game.key_rules.file_hash},
                   {"changed", files::Json::object()},
                   {"commitment", game.commitment},
                   {"line_up", game.names},
                   {"players", players},
                   {"first", players[static_cast<std::size_t>(text.first)]},
                   {"capped", game.record.capped}};
  if (!game.rules->definition().is_bundled()) json["rule_file"] = game.rules->definition().text;
  for (const auto& [name, value] : game.key_rules.changed)
    json["changed"][name] = value;
  for (std::size_t seat = 0; seat < players.size(); ++seat) {
    json["places"][players[seat]] = game.record.places[seat];
    json["totals"][players[seat]] =
        files::shown_points(game.rules->definition(), game.record.totals[seat]);
  }
  json["faults"] = files::Json::array();
  for (const referee::record::Fault& fault : game.record.faults)
    json["faults"].push_back(fault_json(fault, players[static_cast<std::size_t>(fault.seat)]));
  json["events"] = files::Json::array();
  for (const referee::record::WrittenEvent& event : text.events)
    json["events"].push_back(referee::record::print_event(text, event));
  return json;
}

std::string game_json(const StoredGame& game) { return files::dump(game_object(game)) + "\n"; }

files::Json fault_json(const referee::record::Fault& fault, std::string_view player) {
  return {{"player", player},
          {"kind", referee::record::to_string(fault.kind)},
          {"value", fault.value},
          {"detail", describe(fault.cause)}};
}

std::filesystem::path game_file(const StoredGame& game) {
  std::filesystem::path file = game.id.rules;
  for (const std::string& name : game.names)
    file /= words::file_name_of(name);
  return file / fmt::format("{}-{}.txt", game.id.deal, game.id.seating);
}

void write_game_file(const std::filesystem::path& folder, const StoredGame& game) {
  const std::filesystem::path file = folder / game_file(game);
  std::filesystem::create_directories(file.parent_path());
  files::write_whole(file, game_text(game));
}

}  // namespace danno::leagues::archive
