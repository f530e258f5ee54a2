// Matchings against all matchings that there are, and of graphs whose odd cycles are known.
#include "leagues/schedule/swiss/scheme.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <random>
#include <tuple>
#include <vector>

namespace danno::leagues::schedule::swiss {
namespace {

using testing::ElementsAre;

/// An edge: two vertices and its weight.
using Edge = std::tuple<std::size_t, std::size_t, std::int64_t>;

std::vector<int> match(std::size_t vertices, const std::vector<Edge>& edges) {
  Weights weights(vertices, std::vector<std::int64_t>(vertices));
  for (const auto& [one, other, weight] : edges)
    weights[one][other] = weights[other][one] = weight;
  return maximum_weight_matching(weights);
}

TEST(Matching, OfNothingIsEmpty) {
  EXPECT_TRUE(match(0, {}).empty());
  EXPECT_THAT(match(1, {}), ElementsAre(kUnmatched));
  EXPECT_THAT(match(3, {}), ElementsAre(kUnmatched, kUnmatched, kUnmatched));
}

TEST(Matching, PrefersWeightToTheNumberOfPairs) {
  EXPECT_THAT(match(4, {{0, 1, 5}, {1, 2, 11}, {2, 3, 5}}),
              ElementsAre(kUnmatched, 2, 1, kUnmatched));
  EXPECT_THAT(match(4, {{0, 1, 6}, {1, 2, 11}, {2, 3, 6}}), ElementsAre(1, 0, 3, 2));
  EXPECT_THAT(match(3, {{0, 1, 4}, {1, 2, 5}, {0, 2, 6}}), ElementsAre(2, kUnmatched, 0));
}

TEST(Matching, LeavesAnOddCycleAtAnyOfItsVertices) {
  // A cycle of five with a tail at each of its vertices in turn: the tail is matched, and two edges
  // of the cycle.
  for (std::size_t tail = 0; tail < 5; ++tail) {
    std::vector<Edge> edges{{tail, 5, 8}};
    for (std::size_t vertex = 0; vertex < 5; ++vertex)
      edges.emplace_back(vertex, (vertex + 1) % 5, 10);
    const std::vector<int> matched = match(6, edges);
    EXPECT_EQ(matched[5], static_cast<int>(tail));
    for (std::size_t step = 1; step < 5; step += 2)
      EXPECT_EQ(matched[(tail + step) % 5], static_cast<int>((tail + step + 1) % 5));
  }
}

TEST(Matching, CountsWeightsNearTheLargestToTheLastUnit) {
  constexpr std::int64_t kLarge = (std::int64_t{1} << 60) - 2;
  EXPECT_THAT(match(4, {{0, 1, kLarge}, {2, 3, kLarge}, {0, 2, kLarge}, {1, 3, kLarge + 1}}),
              ElementsAre(2, 3, 0, 1));
}

/// A random graph. Few different weights have many equal matchings.
Weights random_graph(std::size_t vertices, std::uint32_t range, std::mt19937& random) {
  Weights weights(vertices, std::vector<std::int64_t>(vertices));
  for (std::size_t i = 0; i < vertices; ++i) {
    for (std::size_t j = i + 1; j < vertices; ++j)
      weights[i][j] = weights[j][i] =
          random() % 3 == 0 ? 0 : static_cast<std::int64_t>(random() % range);
  }
  return weights;
}

/// Returns the weight of a matching, each edge once; expects that it is one.
std::int64_t matched_weight(const Weights& weights, const std::vector<int>& matched) {
  std::int64_t weight = 0;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    if (matched[i] == kUnmatched) continue;
    const auto partner = static_cast<std::size_t>(matched[i]);
    EXPECT_EQ(matched[partner], static_cast<int>(i));
    EXPECT_GT(weights[i][partner], 0) << "there is no such edge";
    if (i < partner) weight += weights[i][partner];
  }
  return weight;
}

/// The heaviest matching of the vertices from this one on, found by trying all.
std::int64_t heaviest(const Weights& weights, std::size_t vertex, std::vector<bool>& taken) {
  if (vertex == weights.size()) return 0;
  std::int64_t best = heaviest(weights, vertex + 1, taken);
  for (std::size_t other = vertex + 1; !taken[vertex] && other < weights.size(); ++other) {
    if (taken[other] || weights[vertex][other] == 0) continue;
    taken[other] = true;
    best = std::max(best, weights[vertex][other] + heaviest(weights, vertex + 1, taken));
    taken[other] = false;
  }
  return best;
}

TEST(Matching, IsTheHeaviestOfAllThereAre) {
  std::mt19937 random(8);
  for (int graph = 0; graph < 3000; ++graph) {
    const Weights weights = random_graph(1 + random() % 9, graph % 2 == 0 ? 4 : 1000, random);
    std::vector<bool> taken(weights.size());
    ASSERT_EQ(matched_weight(weights, maximum_weight_matching(weights)),
              heaviest(weights, 0, taken))
        << "graph " << graph;
  }
}

}  // namespace
}  // namespace danno::leagues::schedule::swiss
