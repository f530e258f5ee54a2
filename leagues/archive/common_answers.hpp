// Counts how often agents answer the same questions alike, in bounded memory for any number.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "referee/solver/solve.hpp"

namespace danno::leagues::archive {

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

/// Returns the counts by pair of agents, indexed by scores::pair_at(). `visit` passes all answers
/// to the function, in any order. If there are too many at a time, it is called again for further
/// questions. One question must have fewer than half of `at_a_time` answers.
[[nodiscard]] std::vector<CommonAnswers> count_common_answers(
    std::size_t agents, const std::function<void(const TakeAnswer&)>& visit,
    const solver::Watch& watch = solver::unwatched, std::size_t at_a_time = kAnswersAtATime);

}  // namespace danno::leagues::archive
