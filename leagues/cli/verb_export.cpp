// danno league export: stored games in their written form, or as a line of JSON each.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <nlohmann/json.hpp>

#include "leagues/cli/progress.hpp"
#include "leagues/cli/shown_points.hpp"
#include "leagues/cli/stored_league.hpp"
#include "leagues/cli/verb.hpp"
#include "leagues/cli/verbs.hpp"
#include "leagues/fault_files.hpp"
#include "leagues/table.hpp"
#include "leagues/text_escape.hpp"

namespace danno::cli {
namespace {

namespace fs = std::filesystem;
using leagues::StoredGame;
using nlohmann::ordered_json;

struct Arguments {
  StoredLeagueArguments league;
  std::string game;
  bool all = false;
};

referee::WrittenGame written(const StoredGame& game) {
  const rules::RuleSet rules(*game.definition, game.record.seats, game.parameters);
  return leagues::written_game(rules, game.record, game.names);
}

void print_json(const StoredGame& game) {
  const referee::WrittenGame text = written(game);
  ordered_json json{{"game", leagues::to_string(game.id)},
                    {"rules", game.definition->id},
                    {"players", text.players},
                    {"first", text.players[static_cast<std::size_t>(text.first)]},
                    {"capped", game.record.capped}};
  for (std::size_t seat = 0; seat < text.players.size(); ++seat) {
    json["places"][text.players[seat]] = game.record.places[seat];
    json["totals"][text.players[seat]] = shown_points(*game.definition, game.record.totals[seat]);
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
  fmt::print("{}\n", json.dump(-1, ' ', false, ordered_json::error_handler_t::replace));
}

/// FOLDER/RULES/ADA/BOB/DEAL-SEATING.txt
void write_file(fs::path folder, const StoredGame& game) {
  folder /= game.id.rules;
  for (const std::string& name : game.names)
    folder /= leagues::file_name_of(name);
  fs::create_directories(folder);
  leagues::write_whole(
      folder / fmt::format("{}-{}.txt", game.id.deal, game.id.seating),
      fmt::format("# {}\n{}", leagues::escape_terminal(leagues::to_string(game.id)),
                  referee::print_written_game(written(game))));
}

void export_games(const Arguments& arguments, const Session& session) {
  if (arguments.all == !arguments.game.empty())
    throw UsageError("which games? expected either --game RULES/LINE-UP/DEAL/SEATING or --all");
  const fs::path folder = stored_folder(arguments.league);
  const leagues::Store store = leagues::Store::open_to_read(folder);
  if (!arguments.all) {
    const StoredGame game = require_game(store, arguments.game);
    if (session.json)
      print_json(game);
    else
      fmt::print("{}", referee::print_written_game(written(game)));
    return;
  }
  std::uint64_t count = 0;
  leagues::visit_games(store, [&](const StoredGame& game) {
    ++count;
    if (session.json)
      print_json(game);
    else
      write_file(folder / "games", game);
  });
  if (!session.json && !session.quiet)
    fmt::print(stderr, "{} games in {}\n", show_count(count), (folder / "games").string());
}

}  // namespace

void add_export(CLI::App& league, Session& session) {
  CLI::App& verb =
      add_verb(league, session,
               {.name = "export",
                .summary = "stored games as people write them, or as JSON",
                .group = "Verbs",
                .examples = "  danno league export league.toml --game koans/ada,bob/17/0\n"
                            "  danno league export out/spring --all"});
  add_json_flag(verb, session);
  const auto arguments = std::make_shared<Arguments>();
  add_stored_league(verb, arguments->league);
  verb.add_option("--game", arguments->game, "RULES/LINE-UP/DEAL/SEATING, as in koans/ada,bob/17/0")
      ->type_name("GAME");
  verb.add_flag("--all", arguments->all,
                "every game: a file each in games/ of the league's folder; with --json, on stdout");
  verb.callback([arguments, &session] { guarded([&] { export_games(*arguments, session); }); });
}

}  // namespace danno::cli
