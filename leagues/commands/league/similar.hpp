// Finds agents of a league that may be copies of each other, by content and by decisions.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "leagues/store/reader.hpp"
#include "referee/solver/solve.hpp"

namespace danno::leagues::commands::league {

// The counts of answers that agents give alike, in bounded memory for any number.

/// An agent's answer to a question. Questions are evenly distributed hashes: two of n questions
/// collide with a probability of n² / 2^65.
struct GivenAnswer {
  std::uint64_t question = 0;
  std::uint16_t agent = 0;
  std::uint8_t answer = 0;
};

/// Counts for two agents: different questions that both were asked, and how many of them both
/// answered alike. If an agent answered a question in several ways, the most frequent answer
/// counts, and among equally frequent ones the lowest.
struct CommonAnswers {
  std::uint32_t questions = 0;
  std::uint32_t alike = 0;
};

/// The number of (question, agent, answer) entries that are kept at a time; each takes 16 bytes.
inline constexpr std::size_t kAnswersAtATime = std::size_t{1} << 24;

using TakeAnswer = std::function<void(const GivenAnswer&)>;

/// Returns the counts by pair of agents, indexed by ratings::pair_at(). `visit` passes all answers
/// to the function, in any order. If there are too many at a time, it is called again for further
/// questions. One question must have fewer than half of `at_a_time` answers.
[[nodiscard]] std::vector<CommonAnswers> count_common_answers(
    std::size_t agents, const std::function<void(const TakeAnswer&)>& visit,
    const solver::Watch& watch = solver::unwatched, std::size_t at_a_time = kAnswersAtATime);

/// The number of common questions below which a pair is not judged.
inline constexpr std::uint32_t kLeastQuestions = 100;
/// The share of questions answered alike below which a pair is not similar.
inline constexpr double kLeastShare = 0.99;

struct SimilarPair {
  std::array<store::StoredAgent, 2> agents;  ///< Sorted by name.
  /// True if command and files are equal, whatever name agent.toml gives.
  bool same_content = false;
  /// The number of different questions that both were asked, each with at least two legal answers.
  /// A question is everything that an agent is sent for it: rules and parameters, seats, who began,
  /// the public position, the dice and the options.
  std::uint32_t questions = 0;
  std::uint32_t alike = 0;  ///< The number answered alike, as in CommonAnswers.

  /// Returns the share of questions answered alike; nullopt if there are no common questions.
  [[nodiscard]] std::optional<double> share() const;
  /// Returns whether both have the same, known author.
  [[nodiscard]] bool of_one_author() const;
};

/// The similarity of the agents that are in the league now.
struct Similarity {
  std::size_t agents = 0;
  std::size_t unjudged = 0;  ///< The number of pairs with fewer than kLeastQuestions.
  /// Agents whose folder differs from what was stored; their content is compared including name and
  /// author.
  std::vector<store::StoredAgent> changed = {};
  /// Pairs with the same content, or with kLeastQuestions and kLeastShare. Those with the same
  /// content come first, then by falling share.
  std::vector<SimilarPair> pairs = {};
};

/// Compares the agents over all stored games. Throws std::runtime_error if a game is not legal.
[[nodiscard]] Similarity find_similar(const store::Reader& store,
                                      const solver::Watch& watch = solver::unwatched);

}  // namespace danno::leagues::commands::league
