#include "referee/solver/luck_of_throws.hpp"

#include <algorithm>
#include <cassert>
#include <numeric>
#include <unordered_map>
#include <utility>

#include "referee/solver/share_out.hpp"

namespace danno::solver {
namespace {

/// Throws that one task looks up.
constexpr std::size_t kTask = 4096;

/// Calls work(begin, end) for slices of [0, size), on so many threads.
template <class Work>
void in_slices(int threads, std::size_t size, const Work& work) {
  share_out(threads, static_cast<int>((size + kTask - 1) / kTask), [&](int, int task) {
    const std::size_t begin = static_cast<std::size_t>(task) * kTask;
    work(begin, std::min(begin + kTask, size));
  });
}

/// Throws by what they ask: those of questions[i] are order[ends[i - 1]] to order[ends[i] - 1];
/// those that ask nothing come last.
struct Sorted {
  std::vector<Question> questions;  ///< By kind.
  std::vector<std::uint32_t> order;
  std::vector<std::size_t> ends;
};

/// The distinct questions by kind, and where each throw's is among them.
std::vector<Question> number_questions(const Between& between,
                                       std::span<const std::optional<Question>> asked,
                                       std::vector<std::uint32_t>& number_of) {
  std::unordered_map<Question, std::uint32_t, QuestionHash> numbers;
  for (const std::optional<Question>& question : asked) {
    if (question) numbers.try_emplace(*question, 0);
  }
  std::vector<std::pair<TurnKind, Question>> by_kind;
  for (const auto& [question, number] : numbers)
    by_kind.emplace_back(kind_of(between, question), question);
  std::ranges::sort(by_kind);
  std::vector<Question> questions;
  for (const auto& [kind, question] : by_kind) {
    numbers[question] = static_cast<std::uint32_t>(questions.size());
    questions.push_back(question);
  }
  for (const std::optional<Question>& question : asked) {
    number_of.push_back(question ? numbers.find(*question)->second
                                 : static_cast<std::uint32_t>(questions.size()));
  }
  return questions;
}

Sorted sort(const ValueTable& table, std::span<const ThrowOfTwo> throws, int threads) {
  std::vector<std::optional<Question>> asked(throws.size());
  in_slices(threads, throws.size(), [&](std::size_t begin, std::size_t end) {
    const Evaluator evaluator(table);
    for (std::size_t i = begin; i < end; ++i)
      asked[i] = question_of(evaluator, throws[i]);
  });
  Sorted sorted;
  std::vector<std::uint32_t> number_of;
  number_of.reserve(asked.size());
  sorted.questions = number_questions(table.between(), asked, number_of);
  std::vector<std::size_t> next(sorted.questions.size() + 2);
  for (const std::uint32_t number : number_of)
    ++next[number + 1];
  std::partial_sum(next.begin(), next.end(), next.begin());
  sorted.ends.assign(next.begin() + 1, next.end());
  sorted.order.resize(asked.size());
  for (std::size_t i = 0; i < number_of.size(); ++i)
    sorted.order[next[number_of[i]]++] = static_cast<std::uint32_t>(i);
  return sorted;
}

}  // namespace

LuckOfThrows::LuckOfThrows(const ValueTable& table, int threads, std::size_t room)
    : table_(table),
      threads_(threads),
      room_(room),
      solvers_(static_cast<std::size_t>(threads), TurnSolver(table.rules(), table.throws())) {}

void LuckOfThrows::compute(std::span<const ThrowOfTwo> throws, std::span<double> luck) {
  assert(throws.size() == luck.size());
  const Sorted sorted = sort(table_, throws, threads_);
  const std::span<const std::uint32_t> order = sorted.order;
  std::size_t begin = 0;
  for (std::size_t solved = 0; solved < sorted.questions.size();) {
    solved += solve_some(std::span(sorted.questions).subspan(solved));
    const std::size_t end = sorted.ends[solved - 1];
    look_up(order.subspan(begin, end - begin), throws, luck);
    begin = end;
  }
  look_up(order.subspan(begin), throws, luck);
}

void LuckOfThrows::look_up(std::span<const std::uint32_t> which, std::span<const ThrowOfTwo> throws,
                           std::span<double> luck) const {
  in_slices(threads_, which.size(), [&](std::size_t begin, std::size_t end) {
    Evaluator evaluator(table_, &turns_);
    for (const std::uint32_t i : which.subspan(begin, end - begin))
      luck[i] = luck_of(evaluator, throws[i]);
  });
}

/// Solves the first of them, as many as there is room for, and returns how many are solved.
std::size_t LuckOfThrows::solve_some(std::span<const Question> questions) {
  std::vector<Question> missing;
  std::size_t size = turns_.size();
  std::size_t count = 0;
  for (const Question& question : questions) {
    if (turns_.find(question) == nullptr) {
      size += size_of(table_.between(), question);
      if (size > room_ && count > 0) break;
      if (size > room_) {
        turns_.clear();
        size = size_of(table_.between(), question);
      }
      missing.push_back(question);
    }
    ++count;
  }
  solve(missing);
  return count;
}

void LuckOfThrows::solve(std::span<const Question> questions) {
  std::vector<std::span<const Question>> together;
  for (std::size_t begin = 0; begin < questions.size(); begin += together.back().size()) {
    std::size_t end = begin + 1;
    while (end < questions.size() && end - begin < kLanes &&
           solved_together(table_.between(), questions[begin], questions[end]))
      ++end;
    together.push_back(questions.subspan(begin, end - begin));
  }
  std::vector<std::vector<SolvedTurn>> turns(together.size());
  share_out(threads_, static_cast<int>(together.size()), [&](int worker, int task) {
    const auto i = static_cast<std::size_t>(task);
    turns[i] =
        solve_turns(table_.between(), together[i], solvers_[static_cast<std::size_t>(worker)]);
  });
  for (std::size_t i = 0; i < together.size(); ++i) {
    for (std::size_t lane = 0; lane < together[i].size(); ++lane)
      turns_.add(together[i][lane], std::move(turns[i][lane]));
  }
}

}  // namespace danno::solver
