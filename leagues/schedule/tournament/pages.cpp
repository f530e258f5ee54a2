#include "leagues/schedule/tournament/table.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <span>
#include <tuple>
#include <utility>

#include "leagues/base/count.hpp"

namespace danno::leagues::schedule::tournament {
namespace {

/// The number of tournaments of a division that have a page; further ones are only in the table.
constexpr std::size_t kMostPages = 50;

/// Returns the table by rating, the unrated ones last.
report::DivisionTable make_standings(const TournamentTable& table, const TournamentDivision& own) {
  report::DivisionTable standings;
  standings.rules = own.definition->id;
  standings.seats = table_sizes(static_cast<int>(table.league.agents.size())).front();
  standings.mirror = false;
  standings.games = static_cast<std::int64_t>(own.games);
  standings.games_planned =
      static_cast<std::int64_t>(table.finished ? own.games : planned_game_count(table.league));
  for (const TournamentRow& row : own.rows)
    standings.rows.push_back(row.rated);
  std::vector<report::TableRow>& rows = standings.rows;
  std::ranges::sort(rows, {}, [](const report::TableRow& row) {
    return std::tuple(!row.elo, row.rank, -row.elo.value_or(0), row.name);
  });
  const auto rated = std::ranges::count_if(rows, [](const auto& row) { return !!row.elo; });
  for (report::TableRow& row : std::span(rows).subspan(static_cast<std::size_t>(rated))) {
    row.rank = row.rank_low = static_cast<int>(rated) + 1;
    row.rank_high = static_cast<int>(rows.size());
  }
  standings.connected = own.connected;
  standings.epochs = {*table.epoch};
  standings.isolation = table.isolation;
  standings.isolation_layers = table.isolation_layers;
  standings.records = fmt::format("{}", fmt::join(own.records, " "));
  return standings;
}

/// Returns "The final" or "Stage 1".
std::string stage_title(const Tournament& tournament, std::size_t stage) {
  return is_final(tournament, stage) ? "The final" : fmt::format("Stage {}", stage + 1);
}

std::int64_t sum_points(const TableGames& games, int entrant) {
  std::int64_t points = 0;
  for (const TournamentGame* const game : games)
    points += ratings::points_60(game->record, *game->planned.seat(entrant));
  return points;
}

PageCell cell(PageCell::Kind kind, std::string text) {
  return {kind, {Piece::of(std::move(text))}};
}
Piece points_piece(std::int64_t points) {
  return {.kind = Piece::Kind::Points, .points = static_cast<rules::Points>(points)};
}

/// Adds an entrant's result in a game: total, place, points.
void add_result(const TournamentGame& game, std::size_t seat, std::vector<PageCell>& row) {
  const referee::record::GameRecord& record = game.record;
  std::string notes;
  const auto note = [&](bool holds, std::string_view what) {
    if (holds) notes += fmt::format("{}{}", notes.empty() ? "" : ", ", what);
  };
  note(static_cast<std::size_t>(record.first) == seat, "begins");
  note(static_cast<std::size_t>(game.planned.danno) == seat, "Danno");
  PageCell& total = row.emplace_back();
  total.kind = PageCell::Kind::Figure;
  if (!notes.empty()) total.line.push_back({Piece::Kind::Small, notes});
  total.line.push_back(points_piece(record.totals[seat]));
  const bool out = ratings::forfeited_seats(record).has(seat);
  row.push_back(out ? cell(PageCell::Kind::BadFigure, "forfeit")
                    : PageCell::figure(fmt::to_string(record.places[seat])));
  row.push_back(PageCell::figure(format_points_60(ratings::points_60(record, seat))));
}

class PagesOfDivision {
 public:
  PagesOfDivision(const TournamentTable& league, const TournamentDivision& division)
      : league_(league),
        division_(division),
        repeat_(repeat_count(league.league)),
        count_(std::min(division.tournaments.size(), kMostPages)) {}

  [[nodiscard]] EventPages pages() const {
    EventPages event{league_.league.agents, {}};
    event.is_series = true;
    event.has_all_deals = true;
    for (std::size_t number = 0; number < count_; ++number) {
      event.pages.push_back(page(number));
      event.deals.push_back(games_of_tournament(number));
    }
    event.standings = repeat_ > 1 ? played_again() : ranking();
    const std::size_t played = division_.tournaments.size();
    if (played > kMostPages) {
      event.left_out.emplace_back(fmt::format("tournaments {} to {}", kMostPages + 1, played),
                                  fmt::format("a site has pages of the first {}", kMostPages));
    }
    return event;
  }

 private:
  [[nodiscard]] MetAgents game_deal(std::size_t number, const PlannedGame& game) const {
    const std::uint64_t deal =
        deal_number(league_.league.agents.size(), static_cast<int>(number), game);
    return {entrant_ids(league_.league, game.seats), deal, deal + 1};
  }

  /// Returns the games of a tournament, those of the final first.
  [[nodiscard]] std::vector<NotedDeal> games_of_tournament(std::size_t number) const {
    const Tournament& tournament = division_.tournaments[number];
    const std::string of = repeat_ > 1 ? fmt::format(" of tournament {}", number + 1) : "";
    std::vector<NotedDeal> games;
    for (std::size_t stage = tournament.stages.size(); stage-- > 0;) {
      for (const auto& [game, record] : tournament.stages[stage].games) {
        MetAgents deal = game_deal(number, game);
        games.push_back(
            {std::move(deal.agents), deal.first,
             fmt::format("{}{}, round {}, table {}, game {}", stage_title(tournament, stage), of,
                         game.round + 1, game.table + 1, game.game + 1)});
      }
    }
    return games;
  }

  [[nodiscard]] EventPage page(std::size_t number) const {
    const Tournament& tournament = division_.tournaments[number];
    const bool is_only = repeat_ == 1;
    std::size_t games = 0;
    for (const Stage& stage : tournament.stages)
      games += stage.games.size();
    const std::string numbered = fmt::format("Tournament {}", number + 1);
    EventPage page{
        "tournament",
        number,
        is_only ? "Tournament" : numbered,
        is_only ? "The tournament" : numbered,
        fmt::format("{}, {} in {}", base::format_count(league_.league.agents.size(), "agent"),
                    base::format_count(games, "game"),
                    base::format_count(tournament.stages.size(), "stage")),
        {},
        ". Each table plays twice in a round: the last player begins the second game, and the "
        "winner is Danno, the scorekeeper.",
        {}};
    if (tournament.finished) page.winners = {tournament.ranking().front()};
    for (std::size_t stage = tournament.stages.size(); stage-- > 0;)
      page.sections.push_back(make_section(number, stage));
    if (is_only) page.sections.push_back(played_again());
    return page;
  }

  /// Returns the ranking of the only tournament; nullopt before its end.
  [[nodiscard]] std::optional<PageSection> ranking() const {
    if (division_.tournaments.empty() || !division_.tournaments.front().finished)
      return std::nullopt;
    const Tournament& tournament = division_.tournaments.front();
    PageTable table{"Standings of the tournament",
                    {{"Place"},
                     {"Agent", PageColumn::Kind::Text},
                     {"Last stage", PageColumn::Kind::Text},
                     {"Elo", PageColumn::Kind::Rating}}};
    for (const int entrant : tournament.ranking()) {
      table.rows.push_back({PageCell::figure(fmt::to_string(table.rows.size() + 1)),
                            PageCell::agent(entrant),
                            cell(PageCell::Kind::Soft, last_stage(tournament, entrant)),
                            {PageCell::Kind::Figure, {Piece::of(Piece::Kind::Rating, entrant)}}});
    }
    return PageSection{"The tournament: standings", {}, {}, std::move(table)};
  }

  [[nodiscard]] static std::string last_stage(const Tournament& tournament, int entrant) {
    for (std::size_t stage = tournament.stages.size(); stage-- > 0;) {
      if (std::ranges::find(tournament.stages[stage].rows, entrant, &StageRow::entrant) !=
          tournament.stages[stage].rows.end())
        return stage_title(tournament, stage);
    }
    return "";
  }

  [[nodiscard]] PageSection make_section(std::size_t number, std::size_t stage_number) const {
    const Tournament& tournament = division_.tournaments[number];
    const Stage& stage = tournament.stages[stage_number];
    const std::string title = stage_title(tournament, stage_number);
    PageSection section{title};
    section.table = standing(tournament, stage_number);
    section.sheets.emplace();
    for (const TableGames& games : games_by_table(stage)) {
      const PlannedGame& planned = games.front()->planned;
      const std::string name =
          fmt::format("Round {}, table {}", planned.round + 1, planned.table + 1);
      section.sheets->push_back({name, sheet(number, fmt::format("{}: {}", title, name), games)});
    }
    return section;
  }

  [[nodiscard]] static PageTable standing(const Tournament& tournament, std::size_t stage) {
    using Kind = PageColumn::Kind;
    PageTable table{stage_title(tournament, stage),
                    {{"Place"},
                     {"Agent", Kind::Text},
                     {"Points"},
                     {"Games won"},
                     {"Total"},
                     {"Then", Kind::Text}}};
    for (const StageRow& row : tournament.stages[stage].rows) {
      table.rows.push_back(
          {PageCell::figure(fmt::to_string(table.rows.size() + 1)),
           PageCell::agent(row.entrant),
           PageCell::figure(format_points_60(row.points_60)),
           PageCell::figure(fmt::to_string(row.wins)),
           {PageCell::Kind::Figure, {points_piece(row.totals)}},
           cell(PageCell::Kind::Outcome, format_next(tournament, stage, table.rows.size()))});
    }
    return table;
  }

  /// Returns the sheet of a table, with its games beside each other. The entrant with most points
  /// of both comes first.
  [[nodiscard]] PageTable sheet(std::size_t number, std::string label,
                                const TableGames& games) const {
    using Kind = PageColumn::Kind;
    PageTable table{std::move(label), {{"Agent", Kind::Text}}};
    for (const TournamentGame* const game : games) {
      table.groups.push_back({{{.kind = Piece::Kind::Game,
                                .text = fmt::format("Game {}", game->planned.game + 1),
                                .deals = game_deal(number, game->planned)}},
                              3});
      for (const char* const what : {"Total", "Place", "Points"})
        table.columns.push_back({what});
    }
    std::vector<int> entrants = games.front()->planned.seats;
    std::ranges::stable_sort(entrants, std::ranges::greater(),
                             [&](int entrant) { return sum_points(games, entrant); });
    for (const int entrant : entrants) {
      auto& row = table.rows.emplace_back(std::vector{PageCell::agent(entrant)});
      for (const TournamentGame* const game : games)
        add_result(*game, *game->planned.seat(entrant), row);
    }
    return table;
  }

  /// Returns everybody's chances to advance and to win in one more such tournament.
  [[nodiscard]] PageSection played_again() const {
    using Kind = PageColumn::Kind;
    const bool repeats = repeat_ > 1;
    PageTable table{"Chances in one more tournament",
                    {{"Agent", Kind::Text}, {repeats ? "Mean place" : "Place"}}};
    if (repeats) table.columns.push_back({"Won"});
    for (const char* const what : {"Advances", "In the final", "Wins"})
      table.columns.push_back({what});
    for (const TournamentRow& row : division_.rows) {
      auto& cells = table.rows.emplace_back(std::vector{
          PageCell::agent(row.entrant), PageCell::figure(fmt::format("{:.4g}", row.mean_place))});
      if (repeats) cells.push_back(PageCell::figure(fmt::to_string(row.titles)));
      for (const double chance : {row.odds.advance, row.odds.final, row.odds.win})
        cells.push_back(
            {PageCell::Kind::Figure, {{.kind = Piece::Kind::Chance, .chance = chance}}});
    }
    return {"If it were played again",
            "One tournament proves little. These are the chances in one more like it, from 2,000 "
            "simulated ones with ratings as uncertain as they are.",
            {},
            std::move(table)};
  }

  const TournamentTable& league_;
  const TournamentDivision& division_;
  int repeat_;
  std::size_t count_;  // of tournaments with a page
};

}  // namespace

std::vector<DivisionPages> tournament_pages(const TournamentTable& table) {
  std::vector<DivisionPages> divisions;
  for (const TournamentDivision& own : table.divisions) {
    DivisionPages& division = divisions.emplace_back();
    std::ranges::copy_if(
        table.league.divisions, std::back_inserter(division.stored),
        [&](const store::StoredDivision& stored) { return stored.definition == own.definition; });
    division.table = make_standings(table, own);
    division.event = PagesOfDivision(table, own).pages();
  }
  return divisions;
}

}  // namespace danno::leagues::schedule::tournament
