#include "leagues/archive/common_answers.hpp"

#include <algorithm>
#include <cassert>
#include <limits>
#include <span>
#include <tuple>

#include "leagues/scores/packed.hpp"

namespace danno::leagues::archive {
namespace {

constexpr std::uint64_t kLastQuestion = std::numeric_limits<std::uint64_t>::max();

constexpr std::size_t kSortedAtOnce = std::size_t{1} << 20;

/// A GivenAnswer and how often it was given.
struct CountedAnswer {
  std::uint64_t question = 0;
  std::uint32_t times = 1;
  std::uint16_t agent = 0;
  std::uint8_t answer = 0;

  [[nodiscard]] auto key() const { return std::tie(question, agent, answer); }
};
static_assert(sizeof(CountedAnswer) == 16);

/// The answers to questions from one on, up to the last for which there is room.
class AnswersInRange {
 public:
  AnswersInRange(std::uint64_t first, std::size_t room, const solver::Watch& watch)
      : first_(first), room_(room), watch_(watch) {
    answers_.reserve(room);
  }

  void add(const GivenAnswer& given) {
    if (given.question < first_ || given.question > last_) return;
    if (answers_.size() == room_) make_room();
    answers_.push_back({given.question, 1, given.agent, given.answer});
  }

  /// By question, agent and answer, each once.
  std::span<const CountedAnswer> merged() {
    sort(0, answers_.size());
    std::size_t size = 0;
    for (const CountedAnswer& next : answers_) {
      if (size > 0 && answers_[size - 1].key() == next.key()) {
        answers_[size - 1].times += next.times;
      } else {
        answers_[size++] = next;
      }
    }
    answers_.resize(size);
    return answers_;
  }
  [[nodiscard]] std::uint64_t last() const { return last_; }

 private:
  /// In parts: a sort of all takes seconds, and nobody could stop it.
  void sort(std::size_t begin, std::size_t end) {
    watch_("answers sorted", begin, answers_.size());
    const auto part = std::span(answers_).subspan(begin, end - begin);
    if (part.size() <= kSortedAtOnce) {
      std::ranges::sort(part, {}, &CountedAnswer::key);
      return;
    }
    const std::size_t half = part.size() / 2;
    std::ranges::nth_element(part, part.begin() + static_cast<std::ptrdiff_t>(half), {},
                             &CountedAnswer::key);
    sort(begin, begin + half);
    sort(begin + half, end);
  }

  /// Leaves the upper half of the questions to a later visit where merging is not enough.
  void make_room() {
    if (merged().size() <= room_ / 2) return;
    const auto middle = std::ranges::lower_bound(answers_, answers_[room_ / 2].question, {},
                                                 &CountedAnswer::question);
    assert(middle != answers_.begin() && "one question has answers for half of the room");
    last_ = middle->question - 1;
    answers_.erase(middle, answers_.end());
  }

  std::uint64_t first_;
  std::uint64_t last_ = kLastQuestion;
  std::size_t room_;
  const solver::Watch& watch_;
  std::vector<CountedAnswer> answers_;
};

/// Each agent's most frequent answer to one question, by agent.
void settle(std::span<const CountedAnswer> answers, std::vector<CountedAnswer>& settled) {
  settled.clear();
  for (const CountedAnswer& next : answers) {
    if (settled.empty() || settled.back().agent != next.agent) {
      settled.push_back(next);
    } else if (settled.back().times < next.times) {
      settled.back() = next;
    }
  }
}

void count_pairs(std::size_t agents, std::span<const CountedAnswer> answers,
                 std::vector<CommonAnswers>& pairs, const solver::Watch& watch) {
  std::vector<CountedAnswer> settled;
  for (std::size_t begin = 0, end = 0; begin < answers.size(); begin = end) {
    watch("answers compared", begin, answers.size());
    while (end < answers.size() && answers[end].question == answers[begin].question)
      ++end;
    settle(answers.subspan(begin, end - begin), settled);
    for (std::size_t a = 0; a < settled.size(); ++a) {
      for (std::size_t b = a + 1; b < settled.size(); ++b) {
        CommonAnswers& pair = pairs[scores::pair_at(agents, settled[a].agent, settled[b].agent)];
        ++pair.questions;
        pair.alike += settled[a].answer == settled[b].answer ? 1 : 0;
      }
    }
  }
}

}  // namespace

std::vector<CommonAnswers> count_common_answers(std::size_t agents,
                                                const std::function<void(const TakeAnswer&)>& visit,
                                                const solver::Watch& watch, std::size_t at_a_time) {
  std::vector<CommonAnswers> pairs(agents < 2 ? 0 : scores::pairs_of(agents));
  for (std::uint64_t first = 0;;) {
    AnswersInRange answers(first, at_a_time, watch);
    visit([&](const GivenAnswer& given) { answers.add(given); });
    count_pairs(agents, answers.merged(), pairs, watch);
    if (answers.last() == kLastQuestion) return pairs;
    first = answers.last() + 1;
  }
}

}  // namespace danno::leagues::archive
