#include "leagues/formats/swiss/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

namespace danno::leagues::formats::swiss {
namespace {

using files::Json;

/// By entrant, its row in the standings from 1.
std::vector<std::size_t> rows_of(const Swiss& told) {
  std::vector<std::size_t> rows(told.rows.size());
  for (std::size_t row = 0; row < told.rows.size(); ++row)
    rows[static_cast<std::size_t>(told.rows[row].entrant)] = row + 1;
  return rows;
}

/// What a round was to an entrant: "+3", "=3", "-3" against the third; "bye"; empty: not there.
std::string show_round(const SwissRound& round, int entrant, const std::vector<std::size_t>& rows) {
  for (const Encounter& encounter : round.encounters) {
    const auto [one, other] = encounter.entrants;
    if (one != entrant && other != entrant) continue;
    const std::size_t row = rows[static_cast<std::size_t>(one == entrant ? other : one)];
    if (!encounter.finished) return fmt::format("?{}", row);
    const auto winner = encounter.winner();
    return fmt::format("{}{}", !winner ? '=' : *winner == entrant ? '+' : '-', row);
  }
  return std::ranges::count(round.byes, entrant) > 0 ? "bye" : "";
}

plan::Sheet cross_table(const store::StoredLeague& league, const Swiss& told) {
  constexpr std::size_t kNameColumn = 1;
  plan::Sheet sheet{"rounds", {{"#", "agent"}, {}}, kNameColumn, {}};
  const std::vector<std::size_t> rows = rows_of(told);
  for (std::size_t round = 1; round <= told.rounds.size(); ++round)
    sheet.cells.headings.push_back(fmt::format("{}", round));
  sheet.cells.spared.assign(sheet.cells.headings.begin() + 2, sheet.cells.headings.end() - 1);
  for (const SwissRow& row : told.rows) {
    auto& cells = sheet.cells.rows.emplace_back(
        std::vector{fmt::format("{}", sheet.cells.rows.size() + 1), name_of(league, row.entrant)});
    for (const SwissRound& round : told.rounds)
      cells.push_back(show_round(round, row.entrant, rows));
  }
  sheet.notes.emplace_back(
      "+3, =3, -3: won, even, lost against the agent in row 3; ?3: not finished; bye: a win "
      "without a game");
  return sheet;
}

std::vector<RoundsStage> stages_of(const Swiss& told) {
  std::vector<RoundsStage> stages;
  for (const SwissRound& round : told.rounds) {
    RoundsStage& stage = stages.emplace_back();
    stage.title = fmt::format("round {}", stages.size());
    stage.byes = round.byes;
    for (const Encounter& encounter : round.encounters) {
      const auto winner = encounter.winner();
      const char* const even = winner ? "" : "even";
      stage.matches.push_back({encounter.entrants, encounter,
                               encounter.finished ? winner.value_or(kUndecided) : kUndecided,
                               encounter.finished ? even : "not finished"});
    }
  }
  return stages;
}

Json rounds_json(const store::StoredLeague& league, const Swiss& told) {
  Json rounds = Json::array();
  for (const SwissRound& round : told.rounds) {
    Json encounters = Json::array();
    for (const Encounter& encounter : round.encounters)
      encounters.push_back(encounter_json(league, encounter));
    Json byes = Json::array();
    for (const int entrant : round.byes)
      byes.push_back(name_of(league, entrant));
    rounds.push_back({{"round", rounds.size() + 1}, {"encounters", encounters}, {"byes", byes}});
  }
  return rounds;
}

}  // namespace

RoundsView SwissReport::view(const store::StoredLeague& league, const PlayedDeals& played) const {
  const SwissTerms terms = swiss_terms(league);
  const Swiss told = tell_swiss(terms, played);
  RoundsView view{
      told.finished,
      {"points", "buchholz_cut_1", "buchholz_median", "sonneborn_berger", "direct_encounter"},
      {}};
  for (const SwissRow& row : told.rows) {
    view.standings.push_back(
        {row.entrant,
         row.place,
         {row.points / 2.0, row.buchholz_cut_1 / 2.0, row.buchholz_median / 2.0,
          row.sonneborn_berger / 4.0, row.direct_encounter / 2.0}});
  }
  view.sheets = {cross_table(league, told)};
  view.stages = stages_of(told);
  view.notes.emplace_back(
      fmt::format("an encounter: {} mirrored deals, 1 point for who wins more games, 1/2 for both "
                  "if they are even; equal points are ordered by the figures from left to right",
                  terms.deals));
  view.json["rounds"] = rounds_json(league, told);
  return view;
}

}  // namespace danno::leagues::formats::swiss
