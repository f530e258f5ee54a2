// The knock-out (scheme.hpp): duels of mirrored deals, whose losers are out.
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "leagues/base/count.hpp"
#include "leagues/base/toml.hpp"
#include "leagues/base/width.hpp"
#include "leagues/report/columns.hpp"
#include "leagues/schedule/format.hpp"
#include "leagues/schedule/formats.hpp"
#include "leagues/schedule/knock_out/scheme.hpp"
#include "leagues/schedule/rounds.hpp"

namespace danno::leagues::schedule::knock_out {
namespace {

using base::Json;

constexpr const char* kThirdPlace = "third_place";

/// Returns the terms of a stored knock-out.
KnockOutTerms knock_out_terms(const store::StoredLeague& league) {
  KnockOutTerms terms;
  terms.seeding = stored_seeding(league);
  terms.deals = league.plan->deals.value_or(1);
  terms.third_place = league.settings.at(kThirdPlace).get<bool>();
  return terms;
}

/// Returns a side's text: "ada 31.5", "-" for a bye, empty if it is not known yet.
std::string format_side(const store::StoredLeague& league, const Duel& duel, std::size_t side) {
  const int entrant = duel.sides.at(side);
  if (entrant == kNobody) return "-";
  if (entrant == kUndecided) return "";
  std::string text = entrant_name(league, entrant);
  if (duel.encounter) text += " " + format_half_points(duel.encounter->entrant_points(entrant));
  return text;
}

/// Cells, each with the line at its right that leads to the next column.
struct DrawnColumn {
  std::string heading;
  std::vector<std::string> cells;
  std::vector<std::string> joints;
};

/// The sides of a stage, `depth` after the first that is drawn, stand 2^(depth + 1) lines apart,
/// each where the duel is that it comes from.
DrawnColumn make_column(const store::StoredLeague& league, const std::vector<Duel>& duels,
                        std::size_t depth, std::size_t lines) {
  DrawnColumn column{stage_name(duels.front()), std::vector<std::string>(lines),
                     std::vector<std::string>(lines, "   ")};
  const std::size_t apart = std::size_t{2} << depth;
  std::size_t line = (std::size_t{1} << depth) - 1;
  for (const Duel& duel : duels) {
    column.cells[line] = format_side(league, duel, 0);
    column.cells[line + apart] = format_side(league, duel, 1);
    std::fill_n(column.joints.begin() + static_cast<std::ptrdiff_t>(line), apart, " │ ");
    column.joints[line] = " ┐ ";
    column.joints[line + apart / 2] = " ├ ";
    column.joints[line + apart] = " ┘ ";
    line += 2 * apart;
  }
  return column;
}

/// Returns the column with the name of the winner of the last duel.
DrawnColumn winner_column(const store::StoredLeague& league, const Duel& last, std::size_t lines) {
  DrawnColumn column{"", std::vector<std::string>(lines), std::vector<std::string>(lines, "")};
  if (last.winner >= 0) column.cells[lines / 2] = entrant_name(league, last.winner);
  return column;
}

void append(const DrawnColumn& column, std::vector<std::string>& lines) {
  std::size_t width = base::width(column.heading);
  for (const std::string& cell : column.cells)
    width = std::max(width, base::width(cell));
  const auto pad = [&](const std::string& cell) {
    return cell + std::string(width - base::width(cell), ' ');
  };
  lines.front() += pad(column.heading) + "   ";
  for (std::size_t i = 0; i < column.cells.size(); ++i)
    lines[i + 1] += pad(column.cells[i]) + column.joints[i];
}

/// Duels in the first column of a drawn bracket, at most.
constexpr std::size_t kMostDrawn = 16;

/// Returns the sides of the main part's duels, a column per stage, from the first stage on that has
/// at most kMostDrawn duels. The first line has the stages' names.
std::vector<std::string> draw_bracket(const store::StoredLeague& league,
                                      const KnockOut& knock_out) {
  std::vector<std::vector<Duel>> stages;
  for (const Duel& duel : knock_out.duels) {
    if (duel.for_third_place) continue;
    if (static_cast<std::size_t>(duel.stage) == stages.size()) stages.emplace_back();
    stages.back().push_back(duel);
  }
  while (stages.front().size() > kMostDrawn)
    stages.erase(stages.begin());
  const std::size_t rows = 4 * stages.front().size() - 1;
  std::vector<std::string> lines(rows + 1);
  for (std::size_t depth = 0; depth < stages.size(); ++depth)
    append(make_column(league, stages[depth], depth, rows), lines);
  append(winner_column(league, stages.back().front(), rows), lines);
  for (std::string& line : lines)
    line.erase(line.find_last_not_of(' ') + 1);
  return lines;
}

bool is_played(const Duel& duel) { return duel.encounter.has_value(); }

std::string format_points(const Duel& duel) {
  if (!duel.encounter) return "";
  return fmt::format("{} - {}", format_half_points(duel.encounter->entrant_points(duel.sides[0])),
                     format_half_points(duel.encounter->entrant_points(duel.sides[1])));
}

/// Returns how a duel ended if its points alone do not show it.
std::string format_ending(const Duel& duel, std::uint64_t deals) {
  if (!duel.encounter->finished) return "not finished";
  if (!duel.encounter->winner()) return "even: the higher seed advances";
  const std::uint64_t extra = duel.encounter->end - duel.encounter->first - deals;
  if (extra == 0) return "";
  return fmt::format("sudden death, {}", base::format_count(extra, "deal"));
}

bool is_open(const Duel& duel) { return is_played(duel) && duel.winner == kUndecided; }
bool is_decided(const Duel& duel) { return is_played(duel) && duel.winner != kUndecided; }

report::Sheet duels_sheet(const store::StoredLeague& league, const KnockOut& knock_out,
                          std::uint64_t deals) {
  report::OutputTable table;
  for (const Duel& duel : knock_out.duels) {
    if (!is_decided(duel)) continue;
    const bool second_won = duel.winner == duel.sides[1];
    Duel shown = duel;
    if (second_won) std::swap(shown.sides[0], shown.sides[1]);
    table.rows.emplace_back();
    table.add({.heading = "duel", .is_text = true}, stage_name(duel));
    table.add({.heading = "winner", .is_text = true}, entrant_name(league, shown.sides[0]));
    table.add({.heading = "loser", .is_text = true}, entrant_name(league, shown.sides[1]));
    table.add({.heading = "points"}, format_points(shown));
    table.add({.heading = "ending", .is_text = true}, format_ending(duel, deals));
  }
  return {"duels", report::to_cells(table), {}};
}

/// Lists the duels that are not finished in a sheet of their own, because they have neither a
/// winner nor a loser.
report::Sheet open_duels_sheet(const store::StoredLeague& league, const KnockOut& knock_out) {
  report::OutputTable table;
  for (const Duel& duel : knock_out.duels) {
    if (!is_open(duel)) continue;
    table.rows.emplace_back();
    table.add({.heading = "duel", .is_text = true}, stage_name(duel));
    table.add({.heading = "agent", .is_text = true}, entrant_name(league, duel.sides[0]));
    table.add({.heading = "against", .is_text = true}, entrant_name(league, duel.sides[1]));
    table.add({.heading = "points"}, format_points(duel));
  }
  return {"duels that are not finished", report::to_cells(table), {}};
}

/// The duels of a stage follow each other.
std::vector<RoundsStage> make_stages(const KnockOut& knock_out, std::uint64_t deals) {
  std::vector<RoundsStage> stages;
  const Duel* before = nullptr;
  for (const Duel& duel : knock_out.duels) {
    if (before == nullptr || before->for_third_place != duel.for_third_place ||
        before->stage != duel.stage)
      stages.push_back({stage_name(duel), duel.for_third_place ? "" : "Bracket", {}});
    stages.back().matches.push_back({duel.sides, duel.encounter, duel.winner,
                                     is_played(duel) ? format_ending(duel, deals) : ""});
    before = &duel;
  }
  return stages;
}

Json duel_json(const store::StoredLeague& league, const Duel& duel, std::uint64_t deals) {
  const auto named = [&](int entrant) {
    return entrant >= 0 ? Json(entrant_name(league, entrant)) : Json(nullptr);
  };
  Json json{{"stage", stage_name(duel)},
            {"round", duel.round + 1},
            {"agents", Json::array({named(duel.sides[0]), named(duel.sides[1])})},
            {"bye", duel.sides[0] == kNobody || duel.sides[1] == kNobody},
            {"winner", named(duel.winner)}};
  if (!duel.encounter) return json;
  const Encounter& encounter = *duel.encounter;
  json["points"] = Json::array({static_cast<double>(encounter.entrant_points(duel.sides[0])) / 2,
                                static_cast<double>(encounter.entrant_points(duel.sides[1])) / 2});
  json["first_deal"] = encounter.first;
  json["deals"] = encounter.end - encounter.first;
  json["sudden_death"] = encounter.end - encounter.first - deals;
  return json;
}

std::vector<Placing> make_placings(const KnockOutTerms& terms, const KnockOut& knock_out) {
  std::vector<Placing> standings;
  for (const int entrant : terms.seeding) {
    const auto seed = static_cast<double>(standings.size() + 1);
    double won = 0;
    double lost = 0;
    for (const Duel& duel : knock_out.duels) {
      won += is_played(duel) && duel.winner == entrant ? 1 : 0;
      lost += duel.loser == entrant ? 1 : 0;
    }
    standings.push_back(
        {entrant, knock_out.places[static_cast<std::size_t>(entrant)], {seed, won, lost}});
  }
  std::ranges::stable_sort(standings, {}, &Placing::place);
  return standings;
}

class KnockOutFormat : public EncountersFormat {
 public:
  KnockOutFormat()
      : EncountersFormat(
            {.name = "knock-out",
             .title = "Knock-out",
             .keys = {seeding_key(),
                      {kThirdPlace, KeyKind::Flag,
                       "for a knock-out: whether the third place is played for", "true"}}}) {}

  void read_keys(store::League& league, FormatKeys& keys) const override {
    EncountersFormat::read_keys(league, keys);
    if (league.max_per_author > 1) {
      keys.league.complain("max_per_author",
                           "agents of one author would meet in the end; expected max_per_author = "
                           "1, or 0 if they may meet");
    }
  }

  void check_entrants(store::League& league, FormatKeys& keys) const override {
    league.format_keys[kSeeding] = read_seeding(league, keys);
  }

  [[nodiscard]] RoundsState replay_rounds(const RoundsDivision& division,
                                          int /*number*/) const override {
    const KnockOutTerms terms = knock_out_terms(division.league());
    const KnockOut knock_out = compute_knock_out(terms, division.deals());
    RoundsState rounds;
    for (const Duel& duel : knock_out.duels) {
      if (duel.encounter) rounds.add(*duel.encounter);
    }
    rounds.finished = knock_out.finished;
    if (!knock_out.finished) rounds.to_come = most_duels(terms) - rounds.meetings.size();
    return rounds;
  }

 protected:
  [[nodiscard]] RoundsView view(const RoundsDivision& division) const override {
    const store::StoredLeague& league = division.league();
    const KnockOutTerms terms = knock_out_terms(league);
    const KnockOut knock_out = compute_knock_out(terms, division.deals());
    RoundsView view{knock_out.finished, {"seed", "won", "lost"}, make_placings(terms, knock_out)};
    view.drawing = draw_bracket(league, knock_out);
    if (std::ranges::any_of(knock_out.duels, is_decided))
      view.sheets.push_back(duels_sheet(league, knock_out, terms.deals));
    if (std::ranges::any_of(knock_out.duels, is_open))
      view.sheets.push_back(open_duels_sheet(league, knock_out));
    view.stages = make_stages(knock_out, terms.deals);
    view.notes.emplace_back(fmt::format(
        "a duel: {} mirrored deals, then single deals until one agent leads; after {} of these, or "
        "{} deals of two copies, the higher seed advances; points: games won, ties count half",
        terms.deals, kMostSuddenDeaths, kCopies));
    Json duels = Json::array();
    for (const Duel& duel : knock_out.duels)
      duels.push_back(duel_json(league, duel, terms.deals));
    view.json["bracket"] = std::move(duels);
    return view;
  }
};

}  // namespace

const LeagueFormat& format() {
  static const KnockOutFormat kFormat;
  return kFormat;
}

}  // namespace danno::leagues::schedule::knock_out
