// The Swiss system (scheme.hpp): rounds in which agents of about the same points meet.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <climits>
#include <string>
#include <vector>

#include "leagues/base/toml.hpp"
#include "leagues/report/columns.hpp"
#include "leagues/schedule/format.hpp"
#include "leagues/schedule/formats.hpp"
#include "leagues/schedule/rounds.hpp"
#include "leagues/schedule/swiss/scheme.hpp"

namespace danno::leagues::schedule::swiss {
namespace {

using base::Json;

/// Returns each entrant's row in the standings, from 1.
std::vector<std::size_t> standing_rows(const Swiss& swiss) {
  std::vector<std::size_t> rows(swiss.rows.size());
  for (std::size_t row = 0; row < swiss.rows.size(); ++row)
    rows[static_cast<std::size_t>(swiss.rows[row].entrant)] = row + 1;
  return rows;
}

/// Returns an entrant's result in a round: "+3", "=3" or "-3" against the third; "bye"; empty if it
/// was absent.
std::string format_round(const SwissRound& round, int entrant,
                         const std::vector<std::size_t>& rows) {
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

report::Sheet cross_table(const store::StoredLeague& league, const Swiss& swiss) {
  const std::vector<std::size_t> rows = standing_rows(swiss);
  report::OutputTable table;
  for (const SwissRow& row : swiss.rows) {
    table.rows.emplace_back();
    table.add({.heading = "#"}, table.rows.size());
    table.add({.heading = "agent", .is_text = true}, entrant_name(league, row.entrant));
    for (std::size_t round = 0; round < swiss.rounds.size(); ++round)
      table.add({.heading = fmt::format("{}", round + 1)},
                format_round(swiss.rounds[round], row.entrant, rows));
  }
  report::Sheet sheet{"rounds", report::to_cells(table), {}};
  const std::vector<std::string>& headings = sheet.cells.headings;
  sheet.cells.optional_columns.assign(headings.begin() + 2, headings.end() - 1);
  sheet.notes.emplace_back(
      "+3, =3, -3: won, tied, lost against the agent in row 3; ?3: not finished; bye: a win "
      "without a game");
  return sheet;
}

std::vector<RoundsStage> make_stages(const Swiss& swiss) {
  std::vector<RoundsStage> stages;
  for (const SwissRound& round : swiss.rounds) {
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

Json rounds_json(const store::StoredLeague& league, const Swiss& swiss) {
  Json rounds = Json::array();
  for (const SwissRound& round : swiss.rounds) {
    Json encounters = Json::array();
    for (const Encounter& encounter : round.encounters)
      encounters.push_back(encounter_json(league, encounter));
    Json byes = Json::array();
    for (const int entrant : round.byes)
      byes.push_back(entrant_name(league, entrant));
    rounds.push_back({{"round", rounds.size() + 1}, {"encounters", encounters}, {"byes", byes}});
  }
  return rounds;
}

constexpr const char* kRounds = "rounds";
constexpr const char* kLate = "late";
constexpr const char* kWithdrawn = "withdrawn";
constexpr std::int64_t kMostRounds = 1000;

/// Reads rounds by name, from 1: { ada = 3 }.
Json read_rounds(const char* key, const store::League& league, FormatKeys& keys) {
  Json rounds = Json::object();
  if (!keys.league.contains(key)) return rounds;
  const toml::table* const table = keys.league.table(key);
  if (table == nullptr) return rounds;  // reported already
  const std::vector<entrants::AgentNames> known = entrant_names(league);
  for (auto&& [name, node] : *table) {
    const auto round = node.value_exact<std::int64_t>();
    const auto found = entrants::find_named(name.str(), known);
    if (const auto* const problem = std::get_if<std::string>(&found)) {
      keys.league.complain(key, *problem);
    } else if (!round || *round < 2 || *round > kMostRounds) {
      keys.league.complain(key, fmt::format("'{}' has no round from 2 to {}; expected as in "
                                            "{} = {{ {} = 3 }}",
                                            name.str(), kMostRounds, key, name.str()));
    } else {
      rounds[known[std::get<std::size_t>(found)].full] = *round;
    }
  }
  return rounds;
}

/// Returns the name that people see of the entrant with this full name.
std::string shown_entrant(const store::League& league, const std::string& full) {
  const auto full_name = [](const entrants::Entrant& entrant) {
    return entrants::agent_names(entrant).full;
  };
  return std::ranges::find(league.entrants, full, full_name)->agent.name;
}

/// Returns the round of each entrant, from 0.
std::vector<int> stored_rounds(const store::StoredLeague& league, const char* key, int otherwise) {
  std::vector<int> rounds;
  const Json& stored = league.settings.at(key);
  for (const store::StoredAgent& agent : league.agents) {
    const auto found = stored.find(agent.full_name());
    rounds.push_back(found == stored.end() ? otherwise : found->get<int>() - 1);
  }
  return rounds;
}

SwissTerms swiss_terms(const store::StoredLeague& league) {
  SwissTerms terms;
  terms.seeding = stored_seeding(league);
  if (league.plan->max_per_author > 0) terms.authors = number_authors(league);
  terms.enters = stored_rounds(league, kLate, 0);
  terms.leaves = stored_rounds(league, kWithdrawn, INT_MAX);
  terms.rounds = league.settings.at(kRounds).get<int>();
  terms.deals = league.plan->deals.value_or(1);
  return terms;
}

/// Reports rounds after the last one: they never come.
void check_last_round(const char* key, const Json& rounds, const store::League& league,
                      FormatKeys& keys) {
  const auto last = league.format_keys.at(kRounds).get<std::int64_t>();
  for (const auto& [name, round] : rounds.items()) {
    if (round.get<std::int64_t>() <= last) continue;
    keys.league.complain(key,
                         fmt::format("'{}' has round {}, but the last round is {}; expected "
                                     "an earlier round, or more 'rounds'",
                                     shown_entrant(league, name), round.get<std::int64_t>(), last));
  }
}

/// Returns how many of those that begin in round 1 may meet.
std::size_t count_first_round(const store::League& league, const Json& late) {
  store::League first = league;
  std::erase_if(first.entrants, [&](const entrants::Entrant& entrant) {
    return late.contains(entrants::agent_names(entrant).full);
  });
  return max_agents_at_one_table(first);
}

class SwissFormat : public EncountersFormat {
 public:
  SwissFormat()
      : EncountersFormat(
            {.name = "swiss",
             .title = "Swiss event",
             .keys = {
                 seeding_key(),
                 {kRounds, KeyKind::Number, "for a Swiss event; default: until one has no loss", "",
                  "5", 1, kMostRounds},
                 {kLate, KeyKind::Other,
                  "for a Swiss event: agents that join late, with their first round", "",
                  "{ zoe = 3 }"},
                 {kWithdrawn, KeyKind::Other,
                  "for a Swiss event: agents that leave, with the round before which they leave",
                  "", "{ ada = 4 }"}}}) {}

  /// Reads the format's keys. The default number of rounds leaves one entrant without a loss.
  void check_entrants(store::League& league, FormatKeys& keys) const override {
    league.format_keys[kSeeding] = read_seeding(league, keys);
    if (!league.format_keys.contains(kRounds))
      league.format_keys[kRounds] = std::bit_width(league.entrants.size() - 1);
    const Json late = read_rounds(kLate, league, keys);
    const Json withdrawn = read_rounds(kWithdrawn, league, keys);
    check_last_round(kLate, late, league, keys);
    check_last_round(kWithdrawn, withdrawn, league, keys);
    for (const auto& [name, round] : withdrawn.items()) {
      const auto enters = late.value<std::int64_t>(name, 1);
      if (round.get<std::int64_t>() > enters) continue;
      keys.league.complain(kWithdrawn, fmt::format("'{}' leaves before its first round, {}",
                                                   shown_entrant(league, name), enters));
    }
    if (count_first_round(league, late) < 2)
      keys.league.complain(kLate, "round 1 has fewer than 2 agents that may meet; expected more");
    league.format_keys[kLate] = late;
    league.format_keys[kWithdrawn] = withdrawn;
  }

  [[nodiscard]] RoundsState replay_rounds(const RoundsDivision& division,
                                          int /*number*/) const override {
    const SwissTerms terms = swiss_terms(division.league());
    const Swiss swiss = compute_swiss(terms, division.deals());
    RoundsState rounds{{}, 0, swiss.finished};
    for (const SwissRound& round : swiss.rounds) {
      for (const Encounter& encounter : round.encounters)
        rounds.add(encounter);
    }
    rounds.to_come = (static_cast<std::uint64_t>(terms.rounds) - swiss.rounds.size()) *
                     (division.league().agents.size() / 2);
    return rounds;
  }

 protected:
  [[nodiscard]] RoundsView view(const RoundsDivision& division) const override {
    const store::StoredLeague& league = division.league();
    const SwissTerms terms = swiss_terms(league);
    const Swiss swiss = compute_swiss(terms, division.deals());
    RoundsView view{
        swiss.finished,
        {"points", "buchholz_cut_1", "buchholz_median", "sonneborn_berger", "direct_encounter"},
        {}};
    for (const SwissRow& row : swiss.rows) {
      view.standings.push_back(
          {row.entrant,
           row.place,
           {row.points / 2.0, row.buchholz_cut_1 / 2.0, row.buchholz_median / 2.0,
            row.sonneborn_berger / 4.0, row.direct_encounter / 2.0}});
    }
    view.sheets = {cross_table(league, swiss)};
    view.stages = make_stages(swiss);
    view.notes.emplace_back(fmt::format(
        "an encounter: {} mirrored deals, 1 point for the agent that wins more games, 1/2 for both "
        "if they are even; equal points are ordered by the columns from left to right",
        terms.deals));
    view.json["rounds"] = rounds_json(league, swiss);
    return view;
  }
};

}  // namespace

const LeagueFormat& format() {
  static const SwissFormat kFormat;
  return kFormat;
}

}  // namespace danno::leagues::schedule::swiss
