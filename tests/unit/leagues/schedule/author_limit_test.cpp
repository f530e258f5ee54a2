// The agents that may share a table if the agents of an author are kept apart.
#include "leagues/schedule/author_limit.hpp"

#include <gmock/gmock.h>

namespace danno::leagues::schedule {
namespace {

using testing::ElementsAre;

TEST(AuthorLimit, CountsEachAuthorOnceAndEachAgentWithoutOne) {
  store::League league;
  for (const char* const author : {"Ann", "", "Ben", "Ann", ""})
    league.entrants.emplace_back().author = author;
  EXPECT_EQ(max_agents_at_one_table(league), 5U) << "no limit";
  league.max_per_author = 1;
  EXPECT_EQ(max_agents_at_one_table(league), 4U);
  league.max_per_author = 2;
  EXPECT_EQ(max_agents_at_one_table(league), 4U) << "agents of one author never meet";
}

TEST(AuthorLimit, GivesAgentsOfOneAuthorOneNumber) {
  store::StoredLeague league;
  for (const char* const author : {"Ann", "", "Ben", "Ann", "", "Ben"})
    league.agents.emplace_back().author = author;
  EXPECT_THAT(number_authors(league), ElementsAre(0, 1, 2, 0, 4, 2));
}

}  // namespace
}  // namespace danno::leagues::schedule
