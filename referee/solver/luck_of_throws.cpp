#include "referee/solver/luck_of_throws.hpp"

#include <algorithm>
#include <cassert>
#include <functional>
#include <mutex>
#include <numeric>
#include <unordered_map>
#include <utility>

#include "referee/solver/share_out.hpp"

namespace danno::solver {
namespace {

/// Throws that one task looks up, and how far ahead it fetches them.
constexpr std::size_t kTask = 4096;
constexpr std::size_t kAhead = 8;

/// Calls work(begin, end) for slices of [0, size), on so many threads.
template <class Work>
void in_slices(int threads, std::size_t size, const Work& work) {
  share_out(threads, static_cast<int>((size + kTask - 1) / kTask), [&](int, int task) {
    const std::size_t begin = static_cast<std::size_t>(task) * kTask;
    work(begin, std::min(begin + kTask, size));
  });
}

/// What throws ask, each question once.
struct Numbered {
  std::vector<Question> questions;       ///< By kind.
  std::vector<std::uint32_t> number_of;  ///< By throw; questions.size() where it asks nothing.
};

/// Questions by kind; returns where each of `numbers` is among them.
std::vector<std::uint32_t> order_by_kind(
    const Between& between,
    const std::unordered_map<Question, std::uint32_t, QuestionHash>& numbers,
    std::vector<Question>& questions) {
  struct OfKind {
    TurnKind kind;
    Question question;
    std::uint32_t number;
  };
  std::vector<OfKind> by_kind;
  for (const auto& [question, number] : numbers)
    by_kind.push_back({kind_of(between, question), question, number});
  std::ranges::sort(by_kind, {},
                    [](const OfKind& one) { return std::pair(one.kind, one.question); });
  std::vector<std::uint32_t> place(numbers.size());
  for (const OfKind& one : by_kind) {
    place[one.number] = static_cast<std::uint32_t>(questions.size());
    questions.push_back(one.question);
  }
  return place;
}

Numbered number_questions(const ValueTable& table, std::span<const ThrowOfTwo> throws,
                          int threads) {
  constexpr std::uint32_t kNone = ~0U;
  Numbered numbered;
  numbered.number_of.resize(throws.size(), kNone);
  std::unordered_map<Question, std::uint32_t, QuestionHash> numbers;
  std::mutex numbering;
  in_slices(threads, throws.size(), [&](std::size_t begin, std::size_t end) {
    const Evaluator evaluator(table);
    std::vector<std::optional<Question>> asked;
    for (const ThrowOfTwo& one : throws.subspan(begin, end - begin))
      asked.push_back(question_of(evaluator, one));
    const std::lock_guard lock(numbering);
    for (std::size_t i = begin; i < end; ++i) {
      const auto next = static_cast<std::uint32_t>(numbers.size());
      if (const auto& question = asked[i - begin])
        numbered.number_of[i] = numbers.try_emplace(*question, next).first->second;
    }
  });
  const auto place = order_by_kind(table.between(), numbers, numbered.questions);
  for (std::uint32_t& number : numbered.number_of)
    number = static_cast<std::uint32_t>(number == kNone ? place.size() : place[number]);
  return numbered;
}

std::size_t size_of_all(const Between& between, std::span<const Question> questions) {
  return std::transform_reduce(
      questions.begin(), questions.end(), std::size_t{0}, std::plus(),
      [&](const Question& question) { return size_of(between, question); });
}

/// Of all turns but the last ones.
std::size_t size_of_game(const Between& between) {
  std::size_t size = 0;
  for (int mover = 0; mover < between.layout().seats; ++mover) {
    for (int other = 0; other < between.layout().seats; ++other)
      size += size_of(between, {{mover, other}, 0});
  }
  const auto counts = static_cast<std::size_t>(between.layout().counts);
  return size * counts * counts;
}

/// Throws by what they ask: those of questions[i] are order[ends[i - 1]] to order[ends[i] - 1];
/// those that ask nothing come last.
struct Sorted {
  std::vector<Question> questions;
  std::vector<std::uint32_t> order;
  std::vector<std::size_t> ends;
};

Sorted sort(const ValueTable& table, std::span<const ThrowOfTwo> throws, int threads) {
  auto [questions, number_of] = number_questions(table, throws, threads);
  std::vector<std::size_t> next(questions.size() + 2);
  for (const std::uint32_t number : number_of)
    ++next[number + 1];
  std::partial_sum(next.begin(), next.end(), next.begin());
  Sorted sorted{std::move(questions),
                std::vector<std::uint32_t>(number_of.size()),
                {next.begin() + 1, next.end()}};
  for (std::size_t i = 0; i < number_of.size(); ++i)
    sorted.order[next[number_of[i]]++] = static_cast<std::uint32_t>(i);
  return sorted;
}

}  // namespace

LuckOfThrows::LuckOfThrows(const ValueTable& table, int threads, std::size_t room)
    : table_(table),
      threads_(threads),
      room_(room),
      at_a_time_(size_of_game(table.between()) <= room ? 100'000 : 1'750'000),
      solvers_(static_cast<std::size_t>(threads), TurnSolver(table.rules(), table.throws())) {}

void LuckOfThrows::compute(std::span<const ThrowOfTwo> throws, std::span<double> luck) {
  assert(throws.size() == luck.size());
  const Sorted sorted = sort(table_, throws, threads_);
  const std::span<const std::uint32_t> order = sorted.order;
  // What does not fit as a whole is not kept for long, so it gets by with less.
  const std::size_t room =
      size_of_all(table_.between(), sorted.questions) > room_ ? room_ / 3 : room_;
  std::size_t begin = 0;
  for (std::size_t solved = 0; solved < sorted.questions.size();) {
    solved += solve_some(std::span(sorted.questions).subspan(solved), room);
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
    for (std::size_t i = begin; i < end; ++i) {
      // They lie far apart.
      if (i + kAhead < end) __builtin_prefetch(&throws[which[i + kAhead]]);
      luck[which[i]] = luck_of(evaluator, throws[which[i]]);
    }
  });
}

/// Solves the first of them, as many as there is room for, and returns how many are solved.
std::size_t LuckOfThrows::solve_some(std::span<const Question> questions, std::size_t room) {
  std::vector<Question> missing;
  std::size_t size = turns_.size();
  std::size_t count = 0;
  for (const Question& question : questions) {
    if (turns_.find(question) == nullptr) {
      size += size_of(table_.between(), question);
      if (size > room && count > 0) break;
      if (size > room) {
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
