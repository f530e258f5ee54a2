#include "leagues/site/rounds.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace danno::leagues::site {
namespace {

store::StoredLineUp line_up_of(const ShownRounds& rounds, const formats::Encounter& encounter) {
  store::StoredLineUp line_up;
  for (const int entrant : encounter.entrants)
    line_up.agents.push_back(rounds.entrants[static_cast<std::size_t>(entrant)].id);
  return line_up;
}

}  // namespace

ShownRounds rounds_of(const formats::RoundsTables& tables, std::size_t number) {
  return {tables.reports[number], tables.format == "knock-out" ? "Knock-out" : "Swiss event",
          tables.finished, tables.league.agents};
}

std::vector<Candidate> rounds_games(const ShownDivision& division) {
  const ShownRounds& rounds = *division.rounds;
  std::vector<Candidate> games;
  for (std::size_t stage = rounds.report.stages.size(); stage-- > 0;) {
    const formats::RoundsStage& own = rounds.report.stages[stage];
    for (const formats::RoundsMatch& match : own.matches) {
      if (!match.encounter || !match.encounter->finished) continue;
      const auto line_up =
          std::ranges::find(division.survey.line_ups, line_up_of(rounds, *match.encounter).agents,
                            &store::StoredLineUp::agents);
      if (line_up == division.survey.line_ups.end()) continue;
      games.push_back({{line_up->id, match.encounter->end - 1}, own.title + ", the last deal"});
    }
  }
  return games;
}

const ShownGame* find_game(const ShownDivision& division, const formats::RoundsMatch& match) {
  if (!match.encounter) return nullptr;
  const ShownRounds& rounds = *division.rounds;
  const std::string line_up =
      store::line_up_name(line_up_of(rounds, *match.encounter), rounds.entrants);
  for (std::uint64_t deal = match.encounter->end; deal-- > match.encounter->first;) {
    if (const ShownGame* const game = division.find_game(line_up, deal)) return game;
  }
  return nullptr;
}

std::vector<int> winners_of(const ShownRounds& rounds) {
  std::vector<int> winners;
  for (const formats::Placing& placing : rounds.report.standings) {
    if (rounds.finished && placing.place == 1) winners.push_back(placing.entrant);
  }
  return winners;
}

}  // namespace danno::leagues::site
