#include <gmock/gmock.h>

#include "leagues/site/survey.hpp"

namespace danno::leagues::site {
namespace {

using testing::ElementsAre;

Candidate candidate(std::uint64_t deal, const std::string& why = "") { return {{1, deal}, {why}}; }

std::vector<std::uint64_t> deals(const std::vector<ChosenDeal>& chosen) {
  std::vector<std::uint64_t> deals;
  for (const ChosenDeal& one : chosen)
    deals.push_back(one.deal.deal);
  return deals;
}

TEST(ChoiceOfGames, NoAgentIsLeftOutAndKindsGoByPrecedence) {
  Candidates candidates;
  candidates.kinds = {{{candidate(1), candidate(2)}, {candidate(3)}, {}}, {{candidate(4)}}};
  EXPECT_THAT(deals(choose(candidates, 10)), ElementsAre(1, 3, 2, 4));
  EXPECT_THAT(deals(choose(candidates, 2)), ElementsAre(1, 3));
}

TEST(ChoiceOfGames, WhatWasAskedForGetsAPageWhateverTheLimit) {
  Candidates candidates;
  candidates.asked = {candidate(7), candidate(8)};
  candidates.kinds = {{{candidate(1)}}};
  EXPECT_THAT(deals(choose(candidates, 0)), ElementsAre(7, 8));
  EXPECT_THAT(deals(choose(candidates, 3)), ElementsAre(7, 8, 1));
}

TEST(ChoiceOfGames, ADealHasAllItsReasonsOnce) {
  Candidates candidates;
  candidates.kinds = {{{candidate(1, "a"), candidate(2, "b")}, {candidate(1, "c")}},
                      {{candidate(1, "a"), candidate(2, "d")}}};
  const auto chosen = choose(candidates, 2);
  EXPECT_THAT(deals(chosen), ElementsAre(1, 2));
  EXPECT_THAT(chosen[0].why, ElementsAre(Reason{"a"}, Reason{"c"}));
  EXPECT_THAT(chosen[1].why,
              ElementsAre(Reason{"b"}, Reason{"d"}));  // beyond the limit only reasons are added
}

}  // namespace
}  // namespace danno::leagues::site
