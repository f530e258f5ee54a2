// The knock-out (scheme.hpp): duels of mirrored deals, who loses is out.
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "leagues/formats/knock_out/bracket.hpp"
#include "leagues/formats/knock_out/scheme.hpp"
#include "leagues/formats/rounds.hpp"
#include "leagues/formats/seeding.hpp"
#include "leagues/plan/format_keys.hpp"

namespace danno::leagues::formats::knock_out {
namespace {

using text::Json;

constexpr const char* kThirdPlace = "third_place";
constexpr const char* kDouble = "double_elimination";
/// Duels in the first column of a drawn bracket, at most.
constexpr std::size_t kMostDrawn = 16;

KnockOutTerms knock_out_terms(const store::StoredLeague& league) {
  KnockOutTerms terms;
  terms.seeding = stored_seeding(league);
  terms.deals = league.plan->deals.value_or(1);
  terms.third_place = league.settings.at(kThirdPlace).get<bool>();
  terms.double_elimination = league.settings.at(kDouble).get<bool>();
  return terms;
}

bool is_played(const Duel& duel) { return duel.encounter.has_value(); }

std::string show_points(const Duel& duel) {
  if (!duel.encounter) return "";
  return fmt::format("{} - {}", show_half_points(duel.encounter->points_of(duel.sides[0])),
                     show_half_points(duel.encounter->points_of(duel.sides[1])));
}

/// How a duel ended, where its deals do not tell.
std::string show_ending(const Duel& duel, std::uint64_t deals) {
  if (!duel.encounter->finished) return "being played";
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

/// The duels of a stage follow each other. A second final that is not due may never be.
std::vector<RoundsStage> stages_of(const KnockOut& told, std::uint64_t deals) {
  std::vector<RoundsStage> stages;
  const Duel* before = nullptr;
  for (const Duel& duel : told.duels) {
    if (duel.part == Duel::Part::SecondFinal && !is_played(duel)) continue;
    if (before == nullptr || before->part != duel.part || before->stage != duel.stage)
      stages.push_back({stage_name(duel), is_main(duel), {}});
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

class KnockOutFormat : public RoundsFormat {
 public:
  [[nodiscard]] std::string_view name() const override { return "knock-out"; }

  [[nodiscard]] std::vector<plan::OwnKey> own_keys() const override {
    return {{kSeeding, kWhoSeeds, seeding_shape()},
            {kThirdPlace,
             "'third_place' is that of format = \"knock-out\"",
             {plan::KeyKind::Flag, "of a knock-out: whether it is played for", "true"}},
            {kDouble,
             "'double_elimination' is that of format = \"knock-out\"",
             {plan::KeyKind::Flag, "of a knock-out: out after two losses", "false"}}};
  }

  void read_keys(store::League& league, plan::FormatKeys& keys) const override {
    RoundsFormat::read_keys(league, keys);
    static_cast<void>(keys.league.node(kSeeding));  // check_entrants() reads it
    const bool twice = keys.league.flag(kDouble).value_or(false);
    const auto third_place = keys.league.flag(kThirdPlace);
    if (twice && third_place.value_or(false)) {
      keys.league.complain(kThirdPlace,
                           "double elimination settles the third place; expected no "
                           "'third_place' beside it");
    }
    if (league.max_per_author > 1) {
      keys.league.complain("max_per_author",
                           "agents of one author would meet in the end; expected "
                           "max_per_author = 1, or 0 where they may meet");
    }
    league.format_keys[kThirdPlace] = third_place.value_or(!twice);
    league.format_keys[kDouble] = twice;
  }

  void check_entrants(store::League& league, plan::FormatKeys& keys) const override {
    league.format_keys[kSeeding] = read_seeding(league, keys);
  }

  [[nodiscard]] ToldRounds tell(const store::StoredLeague& league,
                                const PlayedDeals& played) const override {
    const KnockOutTerms terms = knock_out_terms(league);
    const KnockOut told = tell_knock_out(terms, played);
    ToldRounds rounds;
    for (const Duel& duel : told.duels) {
      if (is_played(duel)) rounds.encounters.push_back(*duel.encounter);
    }
    rounds.finished = told.finished;
    if (!told.finished) rounds.to_come = most_duels(terms) - rounds.encounters.size();
    return rounds;
  }

 protected:
  [[nodiscard]] RoundsReport report(const store::StoredLeague& league,
                                    const PlayedDeals& played) const override {
    const KnockOutTerms terms = knock_out_terms(league);
    const KnockOut told = tell_knock_out(terms, played);
    RoundsReport report{{"seed", "won", "lost"}, placings_of(terms, told)};
    report.drawing = drawing_of(league, told);
    report.sheets = {duels_sheet(league, told, terms.deals)};
    report.stages = stages_of(told, terms.deals);
    report.notes.emplace_back(fmt::format(
        "a duel: {} mirrored deals, then one by one until one leads; after {} the better seed "
        "goes on; points: games won, ties half",
        terms.deals, kMostSuddenDeaths));
    Json duels = Json::array();
    for (const Duel& duel : told.duels)
      duels.push_back(duel_json(league, duel, terms.deals));
    report.json["bracket"] = std::move(duels);
    return report;
  }
};

}  // namespace

const plan::Format& format() {
  static const KnockOutFormat kFormat;
  return kFormat;
}

}  // namespace danno::leagues::formats::knock_out
