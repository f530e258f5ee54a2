// A league of tournaments as people and programs read it: brackets, stage by stage, and who won.
#pragma once

#include <string>
#include <vector>

#include "leagues/tables/table.hpp"
#include "leagues/tournament/table.hpp"

namespace danno::leagues::tournament {

/// "stage 1, 4 advance", "the final"; where several are played with "tournament 2, " before it.
[[nodiscard]] std::string stage_title(const TournamentTable& table,
                                      const TournamentDivisionTable& division, std::size_t number,
                                      std::size_t stage);
/// Where everybody stands after a stage, by seats of both rounds; column 1 is the name.
[[nodiscard]] tables::TableCells stage_cells(const TournamentTable& table,
                                             const TournamentDivisionTable& division,
                                             const plan::Tournament& tournament, std::size_t stage);
/// Everybody's place, rating and chances; column 1 is the name, the last one the faults.
[[nodiscard]] tables::TableCells final_cells(const TournamentTable& table,
                                             const TournamentDivisionTable& division);
/// Who faulted, and against whom; column 1 is the name. No rows if nobody did.
[[nodiscard]] tables::TableCells fault_cells(const TournamentTable& table,
                                             const TournamentDivisionTable& division);
/// The id of a game of tournament `number`, as 'danno replay' takes it: rules, the agents by seat,
/// deal, seating.
[[nodiscard]] std::string game_id(const TournamentTable& table,
                                  const TournamentDivisionTable& division, std::size_t number,
                                  const plan::Pairing& game);
/// What stands under a division's tables.
[[nodiscard]] std::vector<plan::Note> tournament_notes(const TournamentTable& table,
                                                       const TournamentDivisionTable& division);

/// The files' contents; the shape of table.json is in docs/run-a-league.md.
[[nodiscard]] std::string tournament_json(const TournamentTable& table);
[[nodiscard]] std::string tournament_markdown(const TournamentTable& table);
[[nodiscard]] std::string tournament_csv(const TournamentTable& table);
/// table.json, table.md, table.csv.
[[nodiscard]] std::vector<tables::TableFile> tournament_files(const TournamentTable& table);

}  // namespace danno::leagues::tournament
