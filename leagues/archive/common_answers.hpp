// How often agents answer the same questions alike, counted over any number of answers in bounded
// memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "referee/solver/solve.hpp"

namespace danno::leagues::archive {

/// An agent's answer to a question, both by number. Questions are hashes, spread evenly: two of n
/// questions share one with a chance of n² / 2^65.
struct GivenAnswer {
  std::uint64_t question = 0;
  std::uint16_t agent = 0;
  std::uint8_t answer = 0;
};

/// Of two agents: how many different questions both were asked, and of them those that both
/// answered alike. Where an agent answered a question in several ways, the most frequent one
/// counts, and of equally frequent ones the lowest.
struct CommonAnswers {
  std::uint32_t questions = 0;
  std::uint32_t alike = 0;
};

/// How many (question, agent, answer) are kept at a time, of 16 bytes each.
inline constexpr std::size_t kAnswersAtATime = std::size_t{1} << 24;

using TakeAnswer = std::function<void(const GivenAnswer&)>;

/// By pair of agents, as scores::pair_at(). `visit` hands over all answers, in any order. It is
/// called again, for further questions, as long as those of all are too many at a time; the answers
/// to one question must be less than half as many.
[[nodiscard]] std::vector<CommonAnswers> count_common_answers(
    std::size_t agents, const std::function<void(const TakeAnswer&)>& visit,
    const solver::Watch& watch = solver::unwatched, std::size_t at_a_time = kAnswersAtATime);

}  // namespace danno::leagues::archive
