// Which agents of a league may be copies of each other: by what they are made of, and by what they
// decide.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "leagues/store/store.hpp"
#include "referee/solver/solve.hpp"

namespace danno::leagues::archive {

/// Fewer common questions than this say nothing of a pair.
inline constexpr std::uint32_t kLeastQuestions = 100;
/// Pairs that answer fewer of them alike are not similar.
inline constexpr double kLeastShare = 0.99;

struct SimilarPair {
  std::array<store::StoredAgent, 2> agents;  ///< By name.
  /// Command and files are the same, whatever agent.toml calls them.
  bool same_content = false;
  /// Different ones that both were asked, each with two legal answers or more. A question is all
  /// that an agent is sent for it: rules and parameters, seats, who began, the public position, the
  /// dice and the options.
  std::uint32_t questions = 0;
  std::uint32_t alike = 0;  ///< Of them answered alike, as CommonAnswers says.

  /// Of the questions; std::nullopt if both were asked no question.
  [[nodiscard]] std::optional<double> share() const;
  /// One author, who is known, has both.
  [[nodiscard]] bool of_one_author() const;
};

/// Of the agents that are in the league now.
struct Similarity {
  std::size_t agents = 0;
  std::size_t unjudged = 0;  ///< Pairs with fewer than kLeastQuestions.
  /// Whose folder is not as it was stored: their content is compared with its name and author.
  std::vector<store::StoredAgent> changed = {};
  /// Of the same content, or with kLeastQuestions and kLeastShare: the same content first, then by
  /// falling share.
  std::vector<SimilarPair> pairs = {};
};

/// Over all games that the store has of them. Throws std::runtime_error where a game is not legal.
[[nodiscard]] Similarity find_similar(const store::Reader& store,
                                      const solver::Watch& watch = solver::unwatched);

}  // namespace danno::leagues::archive
