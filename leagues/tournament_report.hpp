// A played tournament as people and programs read it: the bracket, stage by stage.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "leagues/league_file.hpp"
#include "leagues/table.hpp"
#include "leagues/tournament.hpp"
#include "referee/dice_stream.hpp"

namespace danno::leagues {

struct PlayedDivision {
  const rules::Definition* definition = nullptr;
  Tournament tournament;
};

struct PlayedTournament {
  std::string name;
  std::vector<Entrant> entrants;
  referee::Seed seed;
  bool open_seed = false;  ///< It stood in the league file.
  std::string isolation;
  std::string isolation_layers;  ///< referee::summary of what was found.
  std::vector<PlayedDivision> divisions;
};

/// "first stage", "the final".
[[nodiscard]] std::string stage_title(const PlayedDivision& division, std::size_t stage);
/// Where everybody stands after a stage, by seats of both rounds; column 1 is the name.
[[nodiscard]] TableCells stage_cells(const PlayedTournament& played, const PlayedDivision& division,
                                     std::size_t stage);
/// Everybody's place, tournament points a game, faults; column 1 is the name, the last the faults.
[[nodiscard]] TableCells final_cells(const PlayedTournament& played,
                                     const PlayedDivision& division);

/// The shape of table.json is in docs/run-a-league.md.
[[nodiscard]] std::string tournament_json(const PlayedTournament& played);
[[nodiscard]] std::string tournament_markdown(const PlayedTournament& played);
/// table.json, table.md in `folder`, each written whole or not at all.
void write_tournament_files(const PlayedTournament& played, const std::filesystem::path& folder);

}  // namespace danno::leagues
