#include "leagues/formats/knock_out/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "leagues/formats/knock_out/bracket.hpp"

namespace danno::leagues::formats::knock_out {
namespace {

using files::Json;

/// Duels in the first column of a drawn bracket, at most.
constexpr std::size_t kMostDrawn = 16;

bool is_played(const Duel& duel) { return duel.encounter.has_value(); }

std::string show_points(const Duel& duel) {
  if (!duel.encounter) return "";
  return fmt::format("{} - {}", show_half_points(duel.encounter->points_of(duel.sides[0])),
                     show_half_points(duel.encounter->points_of(duel.sides[1])));
}

/// How a duel ended, where its deals do not tell.
std::string show_ending(const Duel& duel, std::uint64_t deals) {
  if (!duel.encounter->finished) return "not finished";
  if (!duel.encounter->winner()) return "even: the better seed goes on";
  const std::uint64_t extra = duel.encounter->end - duel.encounter->first - deals;
  if (extra == 0) return "";
  return fmt::format("sudden death, {} deal{}", extra, extra == 1 ? "" : "s");
}

plan::Sheet duels_sheet(const store::StoredLeague& league, const KnockOut& told,
                        std::uint64_t deals) {
  constexpr std::size_t kRoundColumn = 0;
  plan::Sheet sheet{"duels", {{"duel", "winner", "loser", "points", ""}, {}}, kRoundColumn, {}};
  for (const Duel& duel : told.duels) {
    if (!is_played(duel)) continue;
    const bool second_won = duel.winner == duel.sides[1];
    Duel shown = duel;
    if (second_won) std::swap(shown.sides[0], shown.sides[1]);
    sheet.cells.rows.push_back({stage_name(duel), name_of(league, shown.sides[0]),
                                name_of(league, shown.sides[1]), show_points(shown),
                                show_ending(duel, deals)});
  }
  return sheet;
}

/// The tree that a duel is drawn in; empty: none.
std::string tree_of(const Duel& duel) {
  switch (duel.part) {
    case Duel::Part::Main:
      return "Bracket";
    case Duel::Part::Winners:
      return "Winners’ bracket";
    case Duel::Part::Losers:
      return "Losers’ bracket";
    case Duel::Part::Final:
    case Duel::Part::SecondFinal:
      return "Final";
    case Duel::Part::ThirdPlace:
      break;
  }
  return "";
}

/// The duels of a stage follow each other. A second final that is not due may never be.
std::vector<RoundsStage> stages_of(const KnockOut& told, std::uint64_t deals) {
  std::vector<RoundsStage> stages;
  const Duel* before = nullptr;
  for (const Duel& duel : told.duels) {
    if (duel.part == Duel::Part::SecondFinal && !is_played(duel)) continue;
    if (before == nullptr || before->part != duel.part || before->stage != duel.stage)
      stages.push_back({stage_name(duel), tree_of(duel), {}});
    stages.back().matches.push_back(
        {duel.sides, duel.encounter, duel.winner, is_played(duel) ? show_ending(duel, deals) : ""});
    before = &duel;
  }
  return stages;
}

std::vector<std::string> drawing_of(const store::StoredLeague& league, const KnockOut& told) {
  std::vector<std::string> names;
  for (const store::StoredAgent& agent : league.agents)
    names.push_back(agent.shown_name());
  return draw_bracket(told, names, kMostDrawn);
}

Json duel_json(const store::StoredLeague& league, const Duel& duel, std::uint64_t deals) {
  const auto named = [&](int entrant) {
    return entrant >= 0 ? Json(name_of(league, entrant)) : Json(nullptr);
  };
  Json json{{"stage", stage_name(duel)},
            {"round", duel.round + 1},
            {"agents", Json::array({named(duel.sides[0]), named(duel.sides[1])})},
            {"bye", duel.sides[0] == kNobody || duel.sides[1] == kNobody},
            {"winner", named(duel.winner)}};
  if (!duel.encounter) return json;
  const Encounter& encounter = *duel.encounter;
  json["points"] = Json::array({static_cast<double>(encounter.points_of(duel.sides[0])) / 2,
                                static_cast<double>(encounter.points_of(duel.sides[1])) / 2});
  json["first_deal"] = encounter.first;
  json["deals"] = encounter.end - encounter.first;
  json["sudden_death"] = encounter.end - encounter.first - deals;
  return json;
}

std::vector<Placing> placings_of(const KnockOutTerms& terms, const KnockOut& told) {
  std::vector<Placing> standings;
  for (const int entrant : terms.seeding) {
    const auto seed = static_cast<double>(standings.size() + 1);
    double won = 0;
    double lost = 0;
    for (const Duel& duel : told.duels) {
      won += is_played(duel) && duel.winner == entrant ? 1 : 0;
      lost += duel.loser == entrant ? 1 : 0;
    }
    standings.push_back(
        {entrant, told.places[static_cast<std::size_t>(entrant)], {seed, won, lost}});
  }
  std::ranges::stable_sort(standings, {}, &Placing::place);
  return standings;
}

}  // namespace

RoundsView KnockOutReport::view(const store::StoredLeague& league,
                                const PlayedDeals& played) const {
  const KnockOutTerms terms = knock_out_terms(league);
  const KnockOut told = tell_knock_out(terms, played);
  RoundsView view{told.finished, {"seed", "won", "lost"}, placings_of(terms, told)};
  view.drawing = drawing_of(league, told);
  view.sheets = {duels_sheet(league, told, terms.deals)};
  view.stages = stages_of(told, terms.deals);
  view.notes.emplace_back(fmt::format(
      "a duel: {} mirrored deals, then one by one until one leads; after {}, of copies after {} in "
      "all, the better seed goes on; points: games won, ties half",
      terms.deals, kMostSuddenDeaths, kCopies));
  Json duels = Json::array();
  for (const Duel& duel : told.duels)
    duels.push_back(duel_json(league, duel, terms.deals));
  view.json["bracket"] = std::move(duels);
  return view;
}

}  // namespace danno::leagues::formats::knock_out
