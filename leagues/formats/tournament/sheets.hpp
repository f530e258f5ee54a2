// A league of tournaments in a form for people and programs: brackets, stage by stage, and winners.
#pragma once

#include <string>
#include <vector>

#include "leagues/formats/tournament/table.hpp"
#include "leagues/tables/table.hpp"

namespace danno::leagues::formats::tournament {

/// Returns whether the tournament ends with this stage, counted from 0.
[[nodiscard]] bool is_final(const Tournament& tournament, std::size_t stage);
/// Returns a division's sheets in the order of play: for each stage the seating list and the score
/// sheets, which are details, and the standings; then all games, with ratings and chances; then the
/// faults between agents. Titles name neither league nor rules.
[[nodiscard]] std::vector<plan::Sheet> tournament_sheets(const TournamentTable& table,
                                                         const TournamentDivisionTable& division);
/// Returns the id of a game of tournament `number`, as 'danno replay' takes it: rules, the agents
/// by seat, deal, seating.
[[nodiscard]] std::string game_id(const TournamentTable& table,
                                  const TournamentDivisionTable& division, std::size_t number,
                                  const PlannedGame& game);
/// "2nd", or "forfeit".
[[nodiscard]] std::string show_place(const referee::record::GameRecord& game, std::size_t seat);
/// Returns tournament points in sixtieths as text, such as "3.5".
[[nodiscard]] std::string show_points_60(std::int64_t points_60);

/// These return the files' contents; docs/log-and-json.md defines the shape of table.json.
[[nodiscard]] std::string tournament_json(const TournamentTable& table);
[[nodiscard]] std::string tournament_markdown(const TournamentTable& table);
[[nodiscard]] std::string tournament_csv(const TournamentTable& table);
/// Returns tournament_markdown() with the details.
[[nodiscard]] std::string tournament_papers(const TournamentTable& table);
/// Returns table.json, table.md, table.csv and tournament.md.
[[nodiscard]] std::vector<tables::TableFile> tournament_files(const TournamentTable& table);

}  // namespace danno::leagues::formats::tournament
