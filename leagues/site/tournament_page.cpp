// The page of a tournament: its stages, the final first, with the score sheets of every table.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "leagues/formats/tournament/report.hpp"
#include "leagues/site/figures.hpp"
#include "leagues/site/pages.hpp"
#include "leagues/site/tournament_tables.hpp"
#include "leagues/site/tournaments.hpp"
#include "leagues/text/shown_count.hpp"

namespace danno::leagues::site {
namespace {

/// The games of one table in one round, first games before second ones.
using Sheet = std::vector<const formats::tournament::TournamentGame*>;

std::string show_points(std::int64_t points_60) {
  return fmt::format("{:.4g}", static_cast<double>(points_60) / 60);
}

std::size_t seat_of(const formats::tournament::Pairing& game, int entrant) {
  return static_cast<std::size_t>(std::ranges::find(game.seats, entrant) - game.seats.begin());
}

class TournamentPage {
 public:
  TournamentPage(const ShownLeague& league, const ShownDivision& division, std::size_t number)
      : division_(division),
        all_(*division.tournaments),
        number_(number),
        tournament_(all_.table.tournaments[number]),
        title_(all_.repeat == 1 ? "Tournament" : fmt::format("Tournament {}", number + 1)),
        page_(league, division.folder + paged("tournament", number), title_ + " – " + division.name,
              division.name) {}

  std::string print() {
    Element main = page_.main();
    main.add("h1").text(title_);
    add_summary(main);
    for (std::size_t stage = tournament_.stages.size(); stage-- > 0;)
      add_stage(main, stage);
    if (all_.repeat == 1) add_played_again(main, page_, division_);
    return page_.print();
  }

 private:
  void add_summary(Element main) const {
    std::size_t games = 0;
    for (const formats::tournament::Stage& stage : tournament_.stages)
      games += stage.games.size();
    Element line = main.add("p", "soft");
    line.add("a").link(page_.to(division_.folder + "index.html")).text(division_.name);
    line.text(fmt::format(" · {} agents, {} games in {} stage{}", all_.entrants.size(), games,
                          tournament_.stages.size(), tournament_.stages.size() == 1 ? "" : "s"));
    if (!tournament_.finished) {
      main.add("p", "unfinished").text("Not finished: it is being played.");
      return;
    }
    Element winner = main.add("p").text("Won by ");
    add_entrant(winner.add("strong"), page_, division_, tournament_.ranking().front());
    winner.text(
        ". Each table plays twice in a round: who was last begins the second game, who won is "
        "Danno, "
        "the scorekeeper.");
  }

  void add_stage(Element main, std::size_t number) const {
    const formats::tournament::Stage& stage = tournament_.stages[number];
    const std::string name = stage_name(tournament_, number);
    main.add("h2").text(name);
    if (!stage.rows.empty()) add_standing(main, number);
    std::map<std::pair<int, int>, Sheet> sheets;
    for (const formats::tournament::TournamentGame& game : stage.games)
      sheets[{game.pairing.round, game.pairing.table}].push_back(&game);
    Element list = main.add("div", "sheets");
    for (const auto& [place, games] : sheets) {
      const auto [round, table] = place;
      add_sheet(list, name, fmt::format("Round {}, table {}", round + 1, table + 1), games);
    }
  }

  void add_standing(Element main, std::size_t number) const {
    Element table = add_box(main, stage_name(tournament_, number)).add("table", "narrow");
    Element head = table.add("thead").add("tr");
    add_head(head, page_, "Place", "n");
    add_head(head, page_, "Agent", "");
    for (const std::string_view what : {"Points", "Games won", "Total"})
      add_head(head, page_, what, "n");
    add_head(head, page_, "Then", "");
    Element body = table.add("tbody");
    int place = 0;
    for (const formats::tournament::StageRow& row : tournament_.stages[number].rows) {
      Element tr = body.add("tr");
      tr.add("td", "n").text(fmt::to_string(++place));
      add_name(tr, row.entrant);
      tr.add("td", "n").text(show_points(row.points_60));
      tr.add("td", "n").text(fmt::to_string(row.wins));
      tr.add("td", "n").text(
          show_grouped(division_.definition(), static_cast<rules::Points>(row.totals)));
      const bool wins = place == 1 && formats::tournament::is_final(tournament_, number);
      tr.add("td", "then").text(wins ? "wins" : row.advances ? "advances" : "");
    }
  }

  void add_name(Element tr, int entrant) const {
    Element name = tr.add("th", "cut");
    name.set("scope", "row");
    add_entrant(name, page_, division_, entrant);
  }

  /// Games of the same table beside each other; who has most points of both comes first.
  void add_sheet(Element list, const std::string& stage, const std::string& title,
                 const Sheet& games) const {
    Element section = list.add("section");
    section.add("h3").text(title);
    Element table = add_box(section, fmt::format("{}: {}", stage, title)).add("table");
    add_sheet_head(table.add("thead"), games);
    std::vector<int> entrants = games.front()->pairing.seats;
    std::ranges::stable_sort(entrants, std::ranges::greater(),
                             [&](int entrant) { return points_of(games, entrant); });
    Element body = table.add("tbody");
    for (const int entrant : entrants) {
      Element tr = body.add("tr");
      add_name(tr, entrant);
      for (const formats::tournament::TournamentGame* const game : games)
        add_result(tr, *game, seat_of(game->pairing, entrant));
    }
  }

  void add_sheet_head(Element head, const Sheet& games) const {
    Element titles = head.add("tr");
    Element agent = titles.add("th");
    agent.set("scope", "col").set("rowspan", "2").text("Agent");
    Element columns = head.add("tr");
    for (const formats::tournament::TournamentGame* const game : games) {
      Element title = titles.add("th", "n");
      title.set("scope", "colgroup").set("colspan", "3");
      const std::string name = fmt::format("Game {}", game->pairing.game + 1);
      if (const ShownGame* const shown = find_game(division_, number_, game->pairing))
        title.add("a").link(page_.to(shown->path + ".html")).text(name);
      else
        title.text(name);
      for (const std::string_view what : {"Total", "Place", "Points"})
        add_head(columns, page_, what, "n");
    }
  }

  static std::int64_t points_of(const Sheet& games, int entrant) {
    std::int64_t points = 0;
    for (const formats::tournament::TournamentGame* const game : games)
      points += scores::points_60(game->record, seat_of(game->pairing, entrant));
    return points;
  }

  void add_result(Element tr, const formats::tournament::TournamentGame& game,
                  std::size_t seat) const {
    const referee::record::GameRecord& record = game.record;
    Element total = tr.add("td", "n");
    std::string notes;
    const auto note = [&](bool holds, std::string_view what) {
      if (holds) notes += fmt::format("{}{}", notes.empty() ? "" : ", ", what);
    };
    note(static_cast<std::size_t>(record.first) == seat, "begins");
    note(static_cast<std::size_t>(game.pairing.danno) == seat, "Danno");
    if (!notes.empty()) total.add("small").text(notes);
    total.text(show_grouped(division_.definition(), record.totals[seat]));
    const bool out = ((scores::forfeited_seats(record) >> seat) & 1U) != 0;
    tr.add("td", out ? "n bad" : "n").text(out ? "forfeit" : fmt::to_string(record.places[seat]));
    tr.add("td", "n").text(show_points(scores::points_60(record, seat)));
  }

  const ShownDivision& division_;
  const ShownTournaments& all_;
  std::size_t number_;
  const formats::tournament::Tournament& tournament_;
  std::string title_;
  SitePage page_;
};

}  // namespace

std::string tournament_page(const ShownLeague& league, const ShownDivision& division,
                            std::size_t number) {
  return TournamentPage(league, division, number).print();
}

}  // namespace danno::leagues::site
