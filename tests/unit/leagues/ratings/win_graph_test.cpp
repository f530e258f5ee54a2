// Every graph of four agents against its definition, written as plain loops.
#include "leagues/ratings/win_graph.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

#include "leagues/ratings/matrix.hpp"

namespace danno::leagues::ratings {
namespace {

constexpr int kAgents = 4;
using Reach = std::array<std::array<bool, kAgents>, kAgents>;

/// Returns the graph whose arrows are the bits of `arrows`.
WinGraph make_graph(unsigned arrows) {
  WinGraph graph(kAgents);
  for (int i = 0; i < kAgents; ++i) {
    for (int j = 0; j < kAgents; ++j) {
      if (i == j) continue;
      if (arrows % 2 != 0) graph[at(i)].push_back(j);
      arrows /= 2;
    }
  }
  return graph;
}

/// Returns whom each agent reaches (Warshall 1962), along arrows or in both directions.
Reach find_reach(const WinGraph& graph, bool both_ways) {
  Reach reach{};
  for (std::size_t i = 0; i < kAgents; ++i) {
    reach[i][i] = true;
    for (const int j : graph[i]) {
      reach[i][at(j)] = true;
      if (both_ways) reach[at(j)][i] = true;
    }
  }
  for (std::size_t over = 0; over < kAgents; ++over) {
    for (std::size_t i = 0; i < kAgents; ++i) {
      for (std::size_t j = 0; j < kAgents; ++j)
        reach[i][j] = reach[i][j] || (reach[i][over] && reach[over][j]);
    }
  }
  return reach;
}

constexpr unsigned kGraphs = 1U << (kAgents * (kAgents - 1));

TEST(StrongComponents, HoldThoseWhoReachEachOther) {
  for (unsigned arrows = 0; arrows < kGraphs; ++arrows) {
    const WinGraph graph = make_graph(arrows);
    const Reach reach = find_reach(graph, false);
    const std::vector<int> strong = strong_components(graph);
    for (std::size_t i = 0; i < kAgents; ++i) {
      for (std::size_t j = 0; j < kAgents; ++j) {
        ASSERT_EQ(strong[i] == strong[j], reach[i][j] && reach[j][i]) << arrows;
        ASSERT_TRUE(!reach[i][j] || strong[i] >= strong[j]) << arrows;
      }
    }
    // The numbers have no gaps.
    for (int number = 0; number <= std::ranges::max(strong); ++number)
      ASSERT_GT(std::ranges::count(strong, number), 0) << arrows;
  }
}

TEST(WeakComponents, HoldThoseWhomGamesLink) {
  for (unsigned arrows = 0; arrows < kGraphs; ++arrows) {
    const WinGraph graph = make_graph(arrows);
    const Reach reach = find_reach(graph, true);
    const std::vector<std::vector<int>> weak = weak_components(graph);
    int members = 0;
    for (std::size_t k = 0; k < weak.size(); ++k) {
      members += static_cast<int>(weak[k].size());
      ASSERT_TRUE(std::ranges::is_sorted(weak[k]));
      for (int agent = 0; agent < kAgents; ++agent)
        ASSERT_EQ(std::ranges::count(weak[k], agent) == 1, reach[at(weak[k][0])][at(agent)]);
      if (k == 0) continue;
      ASSERT_GE(weak[k - 1].size(), weak[k].size());
      ASSERT_TRUE(weak[k - 1].size() > weak[k].size() || weak[k - 1][0] < weak[k][0]);
    }
    ASSERT_EQ(members, kAgents) << arrows;
  }
}

TEST(ReachableAgents, AreThoseAtTheEndsOfWays) {
  for (unsigned arrows = 0; arrows < kGraphs; ++arrows) {
    const WinGraph graph = make_graph(arrows);
    const Reach reach = find_reach(graph, false);
    const std::vector<bool> found = reachable(graph, {false, true, false, true});
    const WinGraph turned = reversed(graph);
    for (std::size_t i = 0; i < kAgents; ++i) {
      ASSERT_EQ(found[i], reach[1][i] || reach[3][i]) << arrows;
      for (std::size_t j = 0; j < kAgents; ++j)
        ASSERT_EQ(std::ranges::count(turned[j], static_cast<int>(i)),
                  std::ranges::count(graph[i], static_cast<int>(j)));
    }
  }
}

TEST(Bridges, ArePairsWithoutWhichTheirAgentsAreApart) {
  for (unsigned arrows = 0; arrows < kGraphs; ++arrows) {
    WinGraph graph = make_graph(arrows);
    // Only graphs in which every arrow goes both ways have bridges.
    const WinGraph turned = reversed(graph);
    if (graph != turned) continue;
    const std::set<std::pair<int, int>> found = bridges(graph);
    for (int i = 0; i < kAgents; ++i) {
      for (int j = i + 1; j < kAgents; ++j) {
        WinGraph without = graph;
        const bool met = std::erase(without[at(i)], j) + std::erase(without[at(j)], i) > 0;
        const bool apart = !find_reach(without, true)[at(i)][at(j)];
        ASSERT_EQ(found.contains({i, j}), met && apart) << arrows;
      }
    }
  }
}

TEST(CoreMembers, AreTheLargestStrongComponentOfEqualOnesThatOfTheLowestAgent) {
  EXPECT_EQ(core_members({1, 0, 0, 2}), std::vector<bool>({false, true, true, false}));
  EXPECT_EQ(core_members({1, 0, 0, 1}), std::vector<bool>({true, false, false, true}));
  EXPECT_EQ(core_members({1, 0}), std::vector<bool>({false, false}));
}

}  // namespace
}  // namespace danno::leagues::ratings
