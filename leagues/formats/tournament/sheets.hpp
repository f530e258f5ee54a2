// A league of tournaments as people and programs read it: brackets, stage by stage, and who won.
#pragma once

#include <string>
#include <vector>

#include "leagues/formats/tournament/table.hpp"
#include "leagues/tables/table.hpp"

namespace danno::leagues::formats::tournament {

/// Whether the tournament is over with that stage, from 0.
[[nodiscard]] bool is_final(const Tournament& tournament, std::size_t stage);
/// A division's tables in the order of play: of each stage the seating list and the score sheets,
/// which are details, and the standings; then all games, with ratings and chances; then who
/// faulted, and against whom. Titles name neither league nor rules.
[[nodiscard]] std::vector<plan::Sheet> tournament_sheets(const TournamentTable& table,
                                                         const TournamentDivisionTable& division);
/// The id of a game of tournament `number`, as 'danno replay' takes it: rules, the agents by seat,
/// deal, seating.
[[nodiscard]] std::string game_id(const TournamentTable& table,
                                  const TournamentDivisionTable& division, std::size_t number,
                                  const PlannedGame& game);
/// "2nd", or "forfeit".
[[nodiscard]] std::string show_place(const referee::record::GameRecord& game, std::size_t seat);
/// Sixtieths of tournament points: "3.5".
[[nodiscard]] std::string show_points_60(std::int64_t points_60);

/// The files' contents; the shape of table.json is in docs/run-a-league.md.
[[nodiscard]] std::string tournament_json(const TournamentTable& table);
[[nodiscard]] std::string tournament_markdown(const TournamentTable& table);
[[nodiscard]] std::string tournament_csv(const TournamentTable& table);
/// As tournament_markdown(), with the details.
[[nodiscard]] std::string tournament_papers(const TournamentTable& table);
/// table.json, table.md, table.csv, tournament.md.
[[nodiscard]] std::vector<tables::TableFile> tournament_files(const TournamentTable& table);

}  // namespace danno::leagues::formats::tournament
