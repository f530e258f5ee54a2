#include "leagues/entrants/agent_names.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace danno::leagues::entrants {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

const std::vector<AgentNames> kAgents{agent_names("Ann", "mybot"), agent_names("Ben", "mybot"),
                                      agent_names("Ann", "bob"), agent_names("", "cy")};

TEST(NamesOfAgents, AreFoundInEitherFormWhereItIsClear) {
  EXPECT_THAT(agents_named("Ben/mybot", kAgents), ElementsAre(1));
  EXPECT_THAT(agents_named("bob", kAgents), ElementsAre(2));
  EXPECT_THAT(agents_named("Ann/bob", kAgents), ElementsAre(2));
  EXPECT_THAT(agents_named("cy", kAgents), ElementsAre(3));
  EXPECT_THAT(agents_named("mybot", kAgents), ElementsAre(0, 1));
  EXPECT_THAT(agents_named("Cy/cy", kAgents), IsEmpty());
  EXPECT_EQ(std::get<std::string>(find_named("mybot", kAgents)),
            "several agents are named 'mybot'; expected one of Ann/mybot, Ben/mybot");
  EXPECT_EQ(std::get<std::string>(find_named("bobb", kAgents)),
            "no agent 'bobb'; did you mean 'bob'?");
}

TEST(NamesOfAgents, AreThoseOfBundledAgentsWithoutTheirAuthor) {
  EXPECT_EQ(agent_names("danno", "hold").full, "hold");
}

TEST(NamesOfAgents, WithoutAnAuthorGoBeforeNamesakes) {
  const std::vector<AgentNames> agents{agent_names("Ann", "cy"), agent_names("", "cy")};
  EXPECT_THAT(agents_named("cy", agents), ElementsAre(1));
}

TEST(NamesOfAgents, AreAListInEitherFormEvenWithCommas) {
  const std::vector<AgentNames> agents{agent_names("Lovelace, Ada", "a"), agent_names("", "a,b")};
  for (const char* const text : {"a,a,b", "Lovelace, Ada/a,a,b"})
    EXPECT_TRUE(lists_agents(text, agents)) << text;
  for (const char* const text : {"", "a", "a,a", "a,a,b,", "Ada/a,a,b", "a,b,a"})
    EXPECT_FALSE(lists_agents(text, agents)) << text;
}

TEST(NamesOfAgents, AreFullWhereAnotherAuthorHasTheSame) {
  std::vector<Entrant> entrants(4);
  for (std::size_t i = 0; i < entrants.size(); ++i) {
    entrants[i].agent.name = kAgents[i].own;
    entrants[i].author = kAgents[i].full.substr(0, kAgents[i].full.find('/'));
  }
  entrants[3].author.clear();
  for (int again = 0; again < 2; ++again) {
    mark_namesakes(entrants);
    std::vector<std::string> shown;
    for (const Entrant& entrant : entrants)
      shown.push_back(entrant.agent.name);
    EXPECT_THAT(shown, ElementsAre("Ann/mybot", "Ben/mybot", "bob", "cy"));
  }
  EXPECT_EQ(agent_names(entrants[0]).own, "mybot");
  EXPECT_EQ(agent_names(entrants[0]).full, "Ann/mybot");
}

TEST(NamesOfAgents, MayHaveASlash) {
  EXPECT_EQ(agent_names("Ann", "my/bot").full, "Ann/my/bot");
  EXPECT_EQ(agent_names("A/nn", "mybot").full, "A%2Fnn/mybot");
  EXPECT_EQ(agent_names("A%2Fnn", "mybot").full, "A%252Fnn/mybot");
  EXPECT_NE(agent_names("A/nn", "mybot").full, agent_names("A", "nn/mybot").full);
}

TEST(NamesOfAgents, FitIntoAFileName) {
  EXPECT_EQ(full_name_problem("Ada Lovelace_1_assignsubmission_file_", "mybot"), "");
  EXPECT_THAT(full_name_problem(std::string(60, '#'), std::string(60, '!')),
              HasSubstr("takes 363 bytes as a file name; expected at most 200"));
}

}  // namespace
}  // namespace danno::leagues::entrants
