// The pages of tournaments whose games are made up: stages, score sheets, rankings, noted games.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "leagues/schedule/league_format.hpp"
#include "tests/unit/played_tournament.hpp"

namespace danno::leagues::schedule::tournament {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

/// A line as text: entrants and ratings by number, points and chances by kind.
std::string shown(const Line& line) {
  std::string text;
  for (const Piece& piece : line) {
    switch (piece.kind) {
      case Piece::Kind::Entrant:
        text += fmt::format("#{}", piece.entrant);
        break;
      case Piece::Kind::Rating:
        text += fmt::format("Elo #{}", piece.entrant);
        break;
      case Piece::Kind::Points:
        text += fmt::format("{}", piece.points);
        break;
      case Piece::Kind::Chance:
        text += "chance";
        break;
      case Piece::Kind::Small:
        text += fmt::format("({}) ", piece.text);
        break;
      default:
        text += piece.text;
    }
  }
  return text;
}

std::vector<std::string> shown(const std::vector<PageCell>& row) {
  std::vector<std::string> cells;
  for (const PageCell& cell : row)
    cells.push_back(shown(cell.line));
  return cells;
}

std::vector<std::string> titles(const PageTable& table) {
  std::vector<std::string> titles;
  for (const PageColumn& column : table.columns)
    titles.push_back(column.title);
  return titles;
}

class TournamentPages : public PlayedTournament {
 protected:
  /// Reads the pages of the only rule set.
  void read_pages() {
    pages_ = pages();
    ASSERT_EQ(pages_.divisions.size(), 1U);
    division_ = &pages_.divisions.front();
    ASSERT_TRUE(division_->event);
    event_ = &*division_->event;
  }
  [[nodiscard]] const std::string& name(int entrant) const {
    return event_->entrants.at(static_cast<std::size_t>(entrant)).name;
  }
  /// Returns the names of the agents with these ids.
  [[nodiscard]] std::vector<std::string> names(const std::vector<store::Id>& ids) const {
    std::vector<std::string> names;
    for (const store::Id id : ids)
      names.push_back(std::ranges::find(event_->entrants, id, &store::StoredAgent::id)->name);
    return names;
  }

  LeaguePages pages_;
  const DivisionPages* division_ = nullptr;
  const EventPages* event_ = nullptr;
};

/// Three agents at one table, which is the final: cy crashes in the last of the four games.
class FinalPages : public TournamentPages {
 protected:
  FinalPages() {
    add_agents(3);
    play([](const std::vector<std::string>& names, std::uint64_t deal,
            referee::record::GameRecord& game) {
      rank_by_name(names, deal, game);
      for (std::size_t seat = 0; seat < names.size(); ++seat) {
        if (deal == 3 && names[seat] == "cy") crash(game, seat);
      }
    });
    read_pages();
  }
};

TEST_F(FinalPages, HaveTheTableOfRatings) {
  const report::DivisionTable& table = division_->table;
  EXPECT_EQ(pages_.table_json, tables().json());
  EXPECT_EQ(division_->stored.size(), 5U) << "tables of two to six";
  EXPECT_EQ(table.rules, "official");
  EXPECT_EQ(table.seats, 3);
  EXPECT_FALSE(table.mirror);
  EXPECT_TRUE(table.connected);
  EXPECT_EQ(table.games, 4);
  EXPECT_EQ(table.games_planned, 4);
  ASSERT_EQ(table.rows.size(), 3U);
  EXPECT_EQ(table.rows[0].name, "ada");
  EXPECT_EQ(table.rows[2].name, "cy");
  EXPECT_EQ(table.rows[1].full_name, "Ben/bob");
  EXPECT_EQ(table.rows[1].author, "Ben");
  EXPECT_EQ(table.rows[1].version, 1);
  EXPECT_EQ(table.rows[1].rank, 2);
  EXPECT_FALSE(table.rows[2].never_ready);
  EXPECT_EQ(table.epochs.size(), 1U);
  EXPECT_THAT(table.isolation, ElementsAre("none"));
  EXPECT_THAT(table.isolation_layers, ElementsAre("layers: few"));
  EXPECT_EQ(std::ranges::count(table.records, ' '), 4) << "a digest for each table size";
}

TEST_F(FinalPages, HaveOnePageWithItsWinnerAndTheChances) {
  EXPECT_TRUE(event_->is_series);
  EXPECT_TRUE(event_->has_all_deals);
  EXPECT_TRUE(event_->left_out.empty());
  ASSERT_EQ(event_->pages.size(), 1U);
  const EventPage& page = event_->pages.front();
  EXPECT_EQ(page.stem, "tournament");
  EXPECT_EQ(page.title, "Tournament");
  EXPECT_EQ(page.link_text, "The tournament");
  EXPECT_EQ(page.summary, "3 agents, 4 games in 1 stage");
  ASSERT_EQ(page.winners.size(), 1U);
  EXPECT_EQ(name(page.winners.front()), "ada");
  ASSERT_EQ(page.sections.size(), 2U);
  EXPECT_EQ(page.sections[0].heading, "The final");
  const PageSection& again = page.sections[1];
  EXPECT_EQ(again.heading, "If it were played again");
  EXPECT_THAT(titles(*again.table),
              ElementsAre("Agent", "Place", "Advances", "In the final", "Wins"));
  EXPECT_THAT(shown(again.table->rows.at(1)), ElementsAre("#1", "2", "chance", "chance", "chance"));
  EXPECT_NEAR(again.table->rows.at(0).at(2).line.at(0).chance, 1, 1e-9);
}

TEST_F(FinalPages, ShowTheStandingOfAStage) {
  const PageTable& table = *event_->pages.front().sections[0].table;
  EXPECT_EQ(table.label, "The final");
  EXPECT_THAT(titles(table), ElementsAre("Place", "Agent", "Points", "Games won", "Total", "Then"));
  ASSERT_EQ(table.rows.size(), 3U);
  EXPECT_THAT(shown(table.rows[0]), ElementsAre("1", "#0", "12", "4", "1200", "wins"));
  EXPECT_THAT(shown(table.rows[1]), ElementsAre("2", "#1", "8", "0", "800", ""));
  EXPECT_THAT(shown(table.rows[2]), ElementsAre("3", "#2", "3", "0", "300", ""));
}

TEST_F(FinalPages, ShowBothGamesOfATableBesideEachOther) {
  const auto& sheets = *event_->pages.front().sections[0].sheets;
  ASSERT_EQ(sheets.size(), 2U);
  EXPECT_EQ(sheets[0].title, "Round 1, table 1");
  EXPECT_EQ(sheets[1].title, "Round 2, table 1");
  const PageTable& table = sheets[1].table;
  EXPECT_EQ(table.label, "The final: Round 2, table 1");
  EXPECT_THAT(titles(table),
              ElementsAre("Agent", "Total", "Place", "Points", "Total", "Place", "Points"));
  ASSERT_EQ(table.groups.size(), 2U);
  EXPECT_EQ(table.groups[0].columns, 3U);
  EXPECT_EQ(shown(table.groups[0].title), "Game 1");
  EXPECT_EQ(shown(table.groups[1].title), "Game 2");
  EXPECT_EQ(table.groups[1].title.at(0).deals.first, 3U);
  EXPECT_EQ(table.groups[1].title.at(0).deals.end, 4U);
  EXPECT_THAT(names(table.groups[1].title.at(0).deals.agents),
              testing::UnorderedElementsAre("ada", "bob", "cy"));
  // The entrant with most points is first. In the second game ada keeps the score, because it won
  // the first, and cy begins.
  ASSERT_EQ(table.rows.size(), 3U);
  const auto best = shown(table.rows[0]);
  EXPECT_THAT(std::vector(best.begin() + 2, best.end()),
              ElementsAre("1", "3", "(Danno) 300", "1", "3"));
  EXPECT_EQ(best[0], "#0");
  EXPECT_THAT(best[1], testing::EndsWith("300"));
  EXPECT_EQ(shown(table.rows[1])[0], "#1");
  const auto last = shown(table.rows[2]);
  EXPECT_THAT(std::vector(last.begin() + 2, last.end()),
              ElementsAre("3", "1", "(begins) 0", "forfeit", "0"));
  EXPECT_EQ(table.rows[2].at(5).kind, PageCell::Kind::BadFigure);
  EXPECT_EQ(table.rows[2].at(2).kind, PageCell::Kind::Figure);
}

TEST_F(FinalPages, RankTheAgentsOfTheOnlyTournament) {
  ASSERT_TRUE(event_->standings);
  EXPECT_EQ(event_->standings->heading, "The tournament: standings");
  const PageTable& table = *event_->standings->table;
  EXPECT_THAT(titles(table), ElementsAre("Place", "Agent", "Last stage", "Elo"));
  ASSERT_EQ(table.rows.size(), 3U);
  EXPECT_THAT(shown(table.rows[0]), ElementsAre("1", "#0", "The final", "Elo #0"));
  EXPECT_THAT(shown(table.rows[2]), ElementsAre("3", "#2", "The final", "Elo #2"));
}

TEST_F(FinalPages, NoteEveryGame) {
  ASSERT_EQ(event_->deals.size(), 1U);
  const auto& games = event_->deals.front();
  ASSERT_EQ(games.size(), 4U);
  for (std::size_t i = 0; i < games.size(); ++i) {
    EXPECT_EQ(games[i].deal, i);
    EXPECT_EQ(games[i].why,
              fmt::format("The final, round {}, table 1, game {}", i / 2 + 1, i % 2 + 1));
    EXPECT_THAT(names(games[i].agents), testing::UnorderedElementsAre("ada", "bob", "cy"));
  }
}

TEST_F(TournamentPages, OfSeveralTournamentsShowTheMeanPlace) {
  add_agents(7);
  league_.format_keys["repeat"] = 2;
  // The first tournament, and the first games of the second one at both tables.
  EXPECT_EQ(play(rank_by_name, 14), 14U);
  read_pages();
  EXPECT_EQ(division_->table.seats, 4);
  EXPECT_EQ(division_->table.games, 14);
  EXPECT_EQ(division_->table.games_planned, 24);
  ASSERT_EQ(event_->pages.size(), 2U);
  const EventPage& first = event_->pages[0];
  EXPECT_EQ(first.number, 0U);
  EXPECT_EQ(first.title, "Tournament 1");
  EXPECT_EQ(first.link_text, "Tournament 1");
  EXPECT_EQ(first.summary, "7 agents, 12 games in 2 stages");
  ASSERT_EQ(first.sections.size(), 2U) << "the chances are on the page of the rule set";
  EXPECT_EQ(first.sections[0].heading, "The final");
  EXPECT_EQ(first.sections[1].heading, "Stage 1");
  ASSERT_TRUE(first.sections[1].sheets);
  EXPECT_EQ(first.sections[1].sheets->size(), 4U) << "two tables in each of two rounds";
  EXPECT_EQ(first.sections[1].sheets->at(1).title, "Round 1, table 2");
  EXPECT_EQ(first.sections[1].sheets->at(1).table.label, "Stage 1: Round 1, table 2");
  EXPECT_EQ(shown(first.sections[1].table->rows.at(0)).back(), "advances");
  const EventPage& second = event_->pages[1];
  EXPECT_EQ(second.title, "Tournament 2");
  EXPECT_TRUE(second.winners.empty());
  EXPECT_EQ(second.summary, "7 agents, 2 games in 1 stage");
  const PageTable& standings = *event_->standings->table;
  EXPECT_EQ(event_->standings->heading, "If it were played again");
  EXPECT_THAT(titles(standings),
              ElementsAre("Agent", "Mean place", "Won", "Advances", "In the final", "Wins"));
  EXPECT_THAT(shown(standings.rows.at(0)),
              ElementsAre("#0", "1", "1", "chance", "chance", "chance"));
  EXPECT_THAT(shown(standings.rows.at(1)),
              ElementsAre("#1", "2", "0", "chance", "chance", "chance"));
  ASSERT_EQ(event_->deals.size(), 2U);
  EXPECT_EQ(event_->deals[0].front().why, "The final of tournament 1, round 1, table 1, game 1");
  EXPECT_EQ(event_->deals[0].back().why, "Stage 1 of tournament 1, round 2, table 2, game 2");
  // A tournament has two stages of two rounds of two games, each a deal.
  EXPECT_EQ(event_->deals[1].front().deal, 8U);
}

TEST_F(TournamentPages, OfAnUnfinishedTournamentHaveNoRanking) {
  add_agents(7);
  EXPECT_EQ(play(rank_by_name, 8), 8U);
  read_pages();
  EXPECT_FALSE(event_->standings);
  ASSERT_EQ(event_->pages.size(), 1U);
  EXPECT_TRUE(event_->pages[0].winners.empty());
  EXPECT_EQ(event_->pages[0].sections.at(0).heading, "Stage 2");
  ASSERT_EQ(event_->pages[0].sections[0].table->rows.size(), 4U);
  EXPECT_EQ(shown(event_->pages[0].sections[0].table->rows[0]).at(2), "0") << "nothing was played";
  EXPECT_EQ(event_->pages[0].sections.at(1).heading, "Stage 1");
}

TEST_F(TournamentPages, RankWhoNeverPlayedBehindTheRated) {
  add_agents(3);
  play([](const std::vector<std::string>& names, std::uint64_t deal,
          referee::record::GameRecord& game) {
    rank_by_name(names, deal, game);
    for (std::size_t seat = 0; seat < names.size(); ++seat) {
      if (names[seat] != "ada") continue;
      game.absent.add(static_cast<int>(seat));
      game.places[seat] = 3;
      game.totals[seat] = 0;
    }
  });
  read_pages();
  const auto& rows = division_->table.rows;
  ASSERT_EQ(rows.size(), 3U);
  EXPECT_EQ(rows[0].name, "bob");
  EXPECT_EQ(rows[2].name, "ada");
  EXPECT_FALSE(rows[2].elo);
  EXPECT_TRUE(rows[2].never_ready);
  EXPECT_EQ(rows[2].rank, 3);
  EXPECT_EQ(rows[2].rank_low, 3);
  EXPECT_EQ(rows[2].rank_high, 3);
  // An agent that never starts loses each further tournament.
  const PageTable& again = *event_->pages.front().sections.back().table;
  for (const auto& row : again.rows) {
    if (name(row.at(0).line.at(0).entrant) == "ada") {
      EXPECT_EQ(row.back().line.at(0).chance, 0);
    }
  }
}

TEST_F(TournamentPages, AreOfTheFirstFiftyTournaments) {
  add_agents(2);
  league_.format_keys["repeat"] = 52;
  play();
  read_pages();
  EXPECT_EQ(event_->pages.size(), 50U);
  EXPECT_EQ(event_->deals.size(), 50U);
  ASSERT_EQ(event_->left_out.size(), 1U);
  EXPECT_EQ(event_->left_out[0].first, "tournaments 51 to 52");
  EXPECT_THAT(event_->left_out[0].second, HasSubstr("the first 50"));
}

}  // namespace
}  // namespace danno::leagues::schedule::tournament
