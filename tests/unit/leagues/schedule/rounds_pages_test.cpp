// The pages of knock-outs and Swiss events whose games are made up: brackets, lists, standings.
#include <fmt/format.h>

#include "leagues/schedule/rounds.hpp"
#include "tests/unit/played_rounds.hpp"

namespace danno::leagues::schedule {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

/// The first by name wins every game, but ada and bob share those of their first deals.
class RoundsPagesTest : public PlayedRounds {
 protected:
  RoundsPagesTest() { league_.deals = 2; }
  void add_agents(const std::vector<std::string>& names) {
    for (const std::string& name : names)
      add_agent(name);
    league_.format_keys["seeding"] = names;
  }
  void make_knock_out(const std::vector<std::string>& names) {
    add_agents(names);
    league_.format = "knock-out";
    league_.format_keys["third_place"] = true;
  }
  void make_swiss(const std::vector<std::string>& names, int rounds) {
    add_agents(names);
    league_.format = "swiss";
    league_.format_keys["rounds"] = rounds;
    league_.format_keys["late"] = league_.format_keys["withdrawn"] = base::Json::object();
  }
  /// Plays so many encounters, and reads the pages; `even` is the number of deals that ada and bob
  /// share.
  void play_and_read(std::size_t encounters, std::uint64_t even = 0) {
    (void)play(
        [&](const std::vector<std::string>& names, std::uint64_t deal,
            referee::record::GameRecord& game) {
          rank_by_name(names, deal, game);
          const bool are_even = std::ranges::max(names) == "bob" && deal < even;
          if (are_even && game.seating == 1) std::swap(game.places[0], game.places[1]);
        },
        encounters);
    pages_ = pages();
    event_ = &pages_.divisions.at(0).event.value();
    ASSERT_EQ(event_->pages.size(), 1U);
    page_ = &event_->pages.front();
  }
  /// Returns a line as text: names of entrants, and the deals behind a link to games.
  [[nodiscard]] std::string shown(const Line& line) const {
    std::string text;
    for (const Piece& piece : line) {
      if (piece.kind == Piece::Kind::Entrant || piece.kind == Piece::Kind::Winner)
        text += event_->entrants.at(static_cast<std::size_t>(piece.entrant)).name;
      else if (piece.kind == Piece::Kind::Rating)
        text += "Elo";
      else if (piece.kind == Piece::Kind::Games)
        text += fmt::format("games {}-{} of {}", piece.deals.first, piece.deals.end,
                            piece.deals.agents.size());
      else
        text += piece.text;
    }
    return text;
  }
  [[nodiscard]] std::vector<std::string> shown(const std::vector<PageCell>& row) const {
    std::vector<std::string> cells;
    for (const PageCell& cell : row)
      cells.push_back(shown(cell.line));
    return cells;
  }
  /// Returns a side of a card as "name points".
  [[nodiscard]] std::string side(const BracketCard& card, std::size_t number) const {
    return shown(card.sides.at(number).name) + " " + card.sides.at(number).points;
  }
  [[nodiscard]] std::vector<std::string> headings() const {
    std::vector<std::string> headings;
    for (const PageSection& section : page_->sections)
      headings.push_back(section.heading);
    return headings;
  }
  [[nodiscard]] static std::vector<std::string> titles(const PageTable& table) {
    std::vector<std::string> titles;
    for (const PageColumn& column : table.columns)
      titles.push_back(column.title);
    return titles;
  }

  LeaguePages pages_;
  const EventPages* event_ = nullptr;
  const EventPage* page_ = nullptr;
};

TEST_F(RoundsPagesTest, OfAKnockOutShowItsBracket) {
  make_knock_out({"dee", "cy", "bob", "ada", "eve"});
  play_and_read(SIZE_MAX);
  EXPECT_EQ(pages_.table_json, tables().json());
  EXPECT_EQ(page_->stem, "rounds");
  EXPECT_EQ(page_->title, "Knock-out");
  EXPECT_EQ(page_->link_text, "Knock-out");
  // One match of the first stage has two sides, then two semi-finals, the third place, the final.
  EXPECT_EQ(page_->summary, "5 agents, 5 encounters");
  ASSERT_EQ(page_->winners.size(), 1U);
  EXPECT_EQ(event_->entrants.at(static_cast<std::size_t>(page_->winners[0])).name, "ada");
  EXPECT_THAT(headings(), ElementsAre("Bracket", "Knock-out: standings", "Third place"));
  const auto& bracket = page_->sections[0].bracket;
  ASSERT_EQ(bracket.size(), 3U);
  EXPECT_EQ(bracket[0].title, "Quarter-finals");
  EXPECT_EQ(bracket[1].title, "Semi-finals");
  EXPECT_EQ(bracket[2].title, "Final");
  ASSERT_EQ(bracket[0].cards.size(), 4U);
  // The best seed has no opponent; the fourth and the fifth meet, whose winner meets it.
  EXPECT_EQ(side(bracket[0].cards[0], 0), "dee wins ");
  EXPECT_EQ(side(bracket[0].cards[0], 1), "bye ");
  EXPECT_TRUE(bracket[0].cards[0].more.empty());
  EXPECT_EQ(side(bracket[0].cards[1], 0), "ada wins 4");
  EXPECT_EQ(side(bracket[0].cards[1], 1), "eve 0");
  EXPECT_EQ(shown(bracket[0].cards[1].more), "games 0-2 of 2");
  EXPECT_EQ(side(bracket[1].cards[0], 0), "dee 0");
  EXPECT_EQ(side(bracket[1].cards[0], 1), "ada wins 4");
  EXPECT_EQ(side(bracket[2].cards[0], 0), "ada wins 4");
  EXPECT_EQ(side(bracket[2].cards[0], 1), "bob 0");
}

TEST_F(RoundsPagesTest, OfAKnockOutListTheMatchForTheThirdPlace) {
  make_knock_out({"dee", "cy", "bob", "ada"});
  play_and_read(SIZE_MAX);
  const PageSection& third = page_->sections.at(2);
  EXPECT_EQ(third.heading, "Third place");
  EXPECT_EQ(third.table->label, "Third place");
  EXPECT_THAT(titles(*third.table), ElementsAre("Agent", "Against", "Games won", "More"));
  // The loser of each semi-final; the winner stands first.
  ASSERT_EQ(third.table->rows.size(), 1U);
  EXPECT_THAT(shown(third.table->rows[0]),
              ElementsAre("cy wins", "dee", "4 : 0", "games 0-2 of 2"));
  EXPECT_FALSE(third.is_folded) << "the last stage";
}

TEST_F(RoundsPagesTest, OfAKnockOutShowWhatIsNotKnownYet) {
  make_knock_out({"dee", "cy", "bob", "ada"});
  play_and_read(1);
  EXPECT_THAT(page_->winners, IsEmpty());
  EXPECT_EQ(page_->summary, "4 agents, 2 encounters");
  const auto& bracket = page_->sections[0].bracket;
  ASSERT_EQ(bracket.size(), 2U);
  EXPECT_EQ(side(bracket[0].cards[0], 0), "dee 0");
  EXPECT_EQ(side(bracket[0].cards[0], 1), "ada wins 4");
  EXPECT_EQ(side(bracket[0].cards[1], 0), "cy 0");
  EXPECT_EQ(shown(bracket[0].cards[1].more), "not finished · games 0-2 of 2");
  EXPECT_EQ(side(bracket[1].cards[0], 0), "ada ");
  EXPECT_EQ(side(bracket[1].cards[0], 1), "not known yet ");
  const auto& third = page_->sections.at(2).table->rows.at(0);
  EXPECT_THAT(shown(third), ElementsAre("dee", "not known yet", "–", ""));
  // Only the finished match has a deal that is worth a page.
  ASSERT_EQ(event_->deals.size(), 1U);
  EXPECT_EQ(event_->deals[0].size(), 1U);
  // Places of those that are not out are not known.
  const auto& rows = event_->standings->table->rows;
  ASSERT_EQ(rows.size(), 4U);
  EXPECT_EQ(shown(rows.at(0)).at(0), "–");
}

TEST_F(RoundsPagesTest, OfAKnockOutShowHowADuelEnded) {
  make_knock_out({"ada", "bob"});
  league_.format_keys["third_place"] = false;
  play_and_read(SIZE_MAX, 3);
  const BracketCard& card = page_->sections[0].bracket.at(0).cards.at(0);
  // Two deals are even and so is a third; ada wins both games of the fourth.
  EXPECT_EQ(side(card, 0), "ada wins 5");
  EXPECT_EQ(side(card, 1), "bob 3");
  EXPECT_EQ(shown(card.more), "sudden death, 2 deals · games 0-4 of 2");
  ASSERT_EQ(event_->deals.at(0).size(), 1U);
  EXPECT_EQ(event_->deals[0][0].deal, 3U);
  EXPECT_EQ(event_->deals[0][0].why, "final, the last deal");
  EXPECT_EQ(event_->deals[0][0].agents.size(), 2U);
}

TEST_F(RoundsPagesTest, HaveTheStandings) {
  make_knock_out({"cy", "ada", "bob"});
  play_and_read(SIZE_MAX);
  ASSERT_TRUE(event_->standings);
  const PageTable& table = *event_->standings->table;
  EXPECT_EQ(event_->standings->heading, "Knock-out: standings");
  EXPECT_EQ(table.label, "Standings of the rounds");
  EXPECT_THAT(titles(table), ElementsAre("Place", "Agent", "Seed", "Won", "Lost", "Elo"));
  ASSERT_EQ(table.rows.size(), 3U);
  EXPECT_THAT(shown(table.rows[0]), ElementsAre("1", "ada", "2", "2", "0", "Elo"));
  EXPECT_THAT(shown(table.rows[1]), ElementsAre("2", "cy", "1", "0", "1", "Elo"));
  EXPECT_EQ(table.columns.back().kind, PageColumn::Kind::Rating);
  ASSERT_EQ(event_->standings->notes.size(), 1U);
  EXPECT_THAT(event_->standings->notes[0], HasSubstr("a duel: 2 mirrored deals"));
}

TEST_F(RoundsPagesTest, OfASwissEventListItsRounds) {
  make_swiss({"ada", "bob", "cy"}, 2);
  play_and_read(SIZE_MAX, 2);
  EXPECT_EQ(page_->title, "Swiss event");
  EXPECT_EQ(page_->summary, "3 agents, 2 encounters");
  EXPECT_THAT(headings(), ElementsAre("Swiss event: standings", "Round 1", "Round 2"));
  const PageSection& first = page_->sections[1];
  const PageSection& last = page_->sections[2];
  EXPECT_TRUE(first.is_folded);
  EXPECT_FALSE(last.is_folded) << "the last round";
  // The last seed has the bye, and ada and bob are even. Then bob, the lower of those without a
  // bye, has it.
  ASSERT_EQ(first.table->rows.size(), 2U);
  EXPECT_THAT(shown(first.table->rows[0]),
              ElementsAre("ada", "bob", "2 : 2", "even · games 0-2 of 2"));
  EXPECT_THAT(shown(first.table->rows[1]), ElementsAre("cy", "bye", "–", ""));
  EXPECT_EQ(first.table->rows[1].at(1).kind, PageCell::Kind::Soft);
  EXPECT_THAT(shown(last.table->rows.at(0)),
              ElementsAre("ada wins", "cy", "4 : 0", "games 0-2 of 2"));
  EXPECT_THAT(shown(last.table->rows.at(1)), ElementsAre("bob", "bye", "–", ""));
  EXPECT_THAT(titles(*event_->standings->table),
              ElementsAre("Place", "Agent", "Points", "Buchholz cut 1", "Buchholz median",
                          "Sonneborn berger", "Direct encounter", "Elo"));
  // The last deals of the last round are first.
  ASSERT_EQ(event_->deals.size(), 1U);
  ASSERT_EQ(event_->deals[0].size(), 2U);
  EXPECT_EQ(event_->deals[0][0].why, "round 2, the last deal");
  EXPECT_EQ(event_->deals[0][1].why, "round 1, the last deal");
  EXPECT_EQ(event_->deals[0][1].deal, 1U);
}

TEST_F(RoundsPagesTest, OfALargeKnockOutListTheStagesThatFitNoTree) {
  std::vector<std::string> names;
  for (int i = 100; i < 165; ++i)
    names.push_back(fmt::format("a{}", i));
  make_knock_out(names);
  league_.deals = 1;
  play_and_read(0);
  // A bracket of 128 places has 64 matches in its first stage.
  EXPECT_THAT(headings(),
              ElementsAre("Bracket", "Knock-out: standings", "Round of 128", "Third place"));
  EXPECT_EQ(page_->sections[0].bracket.size(), 6U);
  EXPECT_EQ(page_->sections[0].bracket[0].cards.size(), 32U);
  EXPECT_EQ(page_->sections[2].table->rows.size(), 64U);
}

}  // namespace
}  // namespace danno::leagues::schedule
