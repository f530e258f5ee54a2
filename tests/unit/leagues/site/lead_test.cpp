#include <gtest/gtest.h>

#include "leagues/site/standings.hpp"

namespace danno::leagues::site {
namespace {

struct Range {
  int low;
  int high;
};

/// Returns what is said of agents "a", "b", … with these ranges, as one text; the last `idle` have
/// no games.
std::string lead_words(const std::vector<Range>& ranges, std::int64_t deals = 100,
                       std::size_t idle = 0) {
  std::vector<report::TableRow> rows;
  for (const Range& range : ranges) {
    report::TableRow& row = rows.emplace_back();
    row.name = std::string(1, static_cast<char>('a' + rows.size() - 1));
    row.rank_low = range.low;
    row.rank_high = range.high;
    row.elo = 0;
    row.tally.games = 2 * deals;
    row.tally.deals = deals;
  }
  for (std::size_t i = rows.size() - idle; i < rows.size(); ++i) {
    rows[i].elo.reset();
    rows[i].tally.games = rows[i].tally.deals = 0;
  }
  std::string text;
  for (const Sentence& sentence : leaders(rows)) {
    text += text.empty() ? sentence.before : "; " + sentence.before;
    for (std::size_t i = 0; i < sentence.names.size(); ++i) {
      if (i > 0) text += i + 1 == sentence.names.size() ? " " + sentence.last_joint + " " : ", ";
      text += sentence.names[i];
    }
    text += sentence.after;
  }
  return text;
}

TEST(Lead, FollowsFromTheRanges) {
  EXPECT_EQ(lead_words({{1, 1}, {2, 3}, {2, 3}, {4, 4}}),
            "a is ahead of all others; b and c can’t be told apart; d is behind all others");
  EXPECT_EQ(lead_words({{1, 2}, {1, 2}, {3, 3}}),
            "a and b are ahead of all others, and can’t be told apart; c is behind all others");
  EXPECT_EQ(lead_words({{1, 2}, {1, 2}}), "a and b can’t be told apart");
}

TEST(Lead, IsNotAheadOfThoseWithoutGames) {
  EXPECT_EQ(lead_words({{1, 1}, {2, 2}, {3, 6}, {3, 6}, {3, 6}, {3, 6}}, 100, 4),
            "a is ahead of all others that are rated");
  EXPECT_EQ(lead_words({{1, 2}, {1, 2}, {3, 3}, {4, 4}}, 100, 1),
            "a and b are ahead of all others that are rated, and can’t be told apart; c is behind "
            "all others that are rated");
}

TEST(Lead, SaysNothingOfPairsThatRangesLeaveOpen) {
  // a is ahead of c, b of neither: three ranges that overlap are no tie.
  EXPECT_EQ(lead_words({{1, 2}, {1, 3}, {2, 3}}), "Nobody is surely ahead of a or b");
}

TEST(Lead, IsOpenAfterFewGamesAndAmongMany) {
  EXPECT_EQ(lead_words({{1, 1}, {2, 2}}, 9), "Too few games to say who is ahead");
  EXPECT_EQ(lead_words(std::vector<Range>(8, {1, 8})),
            "8 agents may be the best; the games do not say which");
  EXPECT_EQ(lead_words({{1, 1}}), "");
}

}  // namespace
}  // namespace danno::leagues::site
