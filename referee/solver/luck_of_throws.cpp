#include "referee/solver/luck_of_throws.hpp"

#include <algorithm>
#include <bit>
#include <functional>
#include <numeric>
#include <utility>

#include "referee/solver/parallel_for.hpp"

namespace danno::solver {
namespace {

/// The points that a mover took over, if they are a part of what is asked: those of a newcomer.
rules::Points taken_over(const ThrowOfTwo& one) {
  return one.in_game.has(0) ? 0 : one.turn.inherited;
}

// PackedThrows::Packed::rest holds what differs between the throws of a turn, besides points:
//
//   bits  0 to 23   the dice thrown, as Dice::packed()
//   bits 24 to 26   the number of dice
//   bit  30         attempt
//   bit  31         unproven
constexpr std::uint32_t kThrown = (1U << 24) - 1;
constexpr std::uint32_t kDice = 7U << 24;
constexpr std::uint32_t kAttempt = 1U << 30;
constexpr std::uint32_t kUnproven = 1U << 31;

std::uint32_t pack_rest(const ThrowOfTwo& one) {
  return one.thrown.packed() | (std::uint32_t{one.turn.dice} << 24) |
         (one.turn.attempt ? kAttempt : 0) | (one.turn.unproven ? kUnproven : 0);
}

void unpack_rest(std::uint32_t rest, ThrowOfTwo& one) {
  one.thrown = rules::Dice::of_packed(rest & kThrown);
  one.turn.dice = static_cast<std::uint8_t>((rest & kDice) >> 24);
  one.turn.attempt = (rest & kAttempt) != 0;
  one.turn.unproven = (rest & kUnproven) != 0;
}

std::size_t hash_turn(const ThrowOfTwo& one) {
  std::size_t hash = one.last_turns ? 1 : 0;
  for (const int part : {one.totals[0], one.totals[1], one.turn.locked, taken_over(one),
                         one.busts[0] * 256 + one.busts[1]})
    hash = (hash ^ static_cast<std::size_t>(part)) * 0x9E3779B97F4A7C15U;
  return hash ^ (hash >> 32);
}

/// Compares the totals one by one, because the library calls memcmp() for arrays.
bool are_in_one_turn(const ThrowOfTwo& a, const ThrowOfTwo& b) {
  return a.totals[0] == b.totals[0] && a.totals[1] == b.totals[1] && a.busts[0] == b.busts[0] &&
         a.busts[1] == b.busts[1] && a.in_game == b.in_game && a.last_turns == b.last_turns &&
         a.turn.locked == b.turn.locked && taken_over(a) == taken_over(b) &&
         a.thrown.empty() == b.thrown.empty();
}

}  // namespace

void PackedThrows::add(const ThrowOfTwo& one) {
  // Throws come turn by turn, so most go on with the last turn.
  if (turns_.empty() || !are_in_one_turn(one, turns_.back())) turns_.push_back(one);
  const auto of = static_cast<std::uint32_t>(turns_.size() - 1);
  throws_.push_back({.thrown = {of, one.turn.points, one.turn.inherited, pack_rest(one)}});
}

void PackedThrows::add(const PackedThrows& more) {
  std::vector<std::uint32_t> numbers;
  numbers.reserve(more.turns_.size());
  for (const ThrowOfTwo& one : more.turns_)
    numbers.push_back(turn_number(one));
  for (Place place : more.throws_) {
    place.thrown.of = numbers[place.thrown.of];
    throws_.push_back(place);
  }
}

/// Returns the number of the throw's turn, which is added to turns_ if it is new.
std::uint32_t PackedThrows::turn_number(const ThrowOfTwo& one) {
  if (2 * (turns_.size() + 1) > numbers_.size()) grow_numbers();
  std::uint32_t& number = number_place(one);
  if (number == kNone) {
    number = static_cast<std::uint32_t>(turns_.size());
    turns_.push_back(one);
  }
  return number;
}

/// Returns the place in numbers_ with the throw's turn, or the free one where it belongs.
std::uint32_t& PackedThrows::number_place(const ThrowOfTwo& one) {
  const std::size_t mask = numbers_.size() - 1;
  std::size_t place = hash_turn(one) & mask;
  while (numbers_[place] != kNone && !are_in_one_turn(turns_[numbers_[place]], one))
    place = (place + 1) & mask;
  return numbers_[place];
}

/// Makes room for all turns, of which add() of single throws may have brought many.
void PackedThrows::grow_numbers() {
  numbers_.assign(std::bit_ceil(4 * (turns_.size() + 16)), kNone);
  for (std::uint32_t number = 0; number < turns_.size(); ++number)
    number_place(turns_[number]) = number;
}

void PackedThrows::clear() {
  throws_.clear();
  turns_.clear();
  std::ranges::fill(numbers_, kNone);
}

ThrowOfTwo PackedThrows::operator[](std::size_t place) const {
  const Packed& packed = throws_[place].thrown;
  ThrowOfTwo one = turns_[packed.of];
  one.turn.points = packed.points;
  one.turn.inherited = packed.inherited;
  unpack_rest(packed.rest, one);
  return one;
}

namespace {

/// Throws that one task looks up, and how far ahead it fetches them.
constexpr std::size_t kTask = 4096;
constexpr std::size_t kAhead = 8;

/// The memory for all cells and the throws of one pass, in bytes. A throw with its game's share of
/// events takes 27 bytes.
constexpr std::size_t kMemory = 245'000'000;
constexpr std::size_t kOfThrow = 27;

/// Calls work(begin, end) for slices of [0, size), on so many threads.
template <class Work>
void in_slices(int threads, std::size_t size, const Work& work) {
  parallel_for(threads, static_cast<int>((size + kTask - 1) / kTask), [&](int, int task) {
    const std::size_t begin = static_cast<std::size_t>(task) * kTask;
    work(begin, std::min(begin + kTask, size));
  });
}

/// The questions of some turns, without duplicates.
struct Numbered {
  std::vector<Question> questions;     ///< Sorted by kind.
  std::vector<std::uint32_t> numbers;  ///< Indexed by turn; questions.size(): no question.
};

Numbered number_questions(const ValueTable& table, std::span<const ThrowOfTwo> turns) {
  struct Asked {
    TurnKind kind;
    Question question;
    std::size_t turn;
  };
  const Evaluator evaluator(table);
  std::vector<Asked> asked;
  for (std::size_t i = 0; i < turns.size(); ++i) {
    if (const auto question = find_question(evaluator, turns[i]))
      asked.push_back({turn_kind(table.boundary(), *question), *question, i});
  }
  // Turns of one kind are put side by side, because they can be solved together.
  std::ranges::sort(asked, {}, [](const Asked& one) { return std::pair(one.kind, one.question); });
  Numbered numbered;
  std::vector<Question>& questions = numbered.questions;
  std::vector<std::uint32_t> numbers(turns.size());
  for (const Asked& one : asked) {
    if (questions.empty() || questions.back() != one.question) questions.push_back(one.question);
    numbers[one.turn] = static_cast<std::uint32_t>(questions.size());
  }
  for (const std::uint32_t count : numbers)
    numbered.numbers.push_back(count == 0 ? static_cast<std::uint32_t>(questions.size())
                                          : count - 1);
  return numbered;
}

std::size_t size_of_all(const TurnBoundaryValues& boundary, std::span<const Question> questions) {
  return std::transform_reduce(
      questions.begin(), questions.end(), std::size_t{0}, std::plus(),
      [&](const Question& question) { return turn_size(boundary, question); });
}

/// Returns the size of all turns except the last turns of a game.
std::size_t size_of_game(const TurnBoundaryValues& boundary) {
  std::size_t size = 0;
  for (int mover = 0; mover < boundary.layout().seats; ++mover) {
    for (int other = 0; other < boundary.layout().seats; ++other)
      size += turn_size(boundary, {{mover, other}, 0});
  }
  const auto counts = static_cast<std::size_t>(boundary.layout().counts);
  return size * counts * counts;
}

std::size_t throws_at_a_time(const TurnBoundaryValues& boundary, std::size_t room) {
  constexpr std::size_t kFew = 200'000;
  constexpr std::size_t kLeast = 1'000'000;
  if (size_of_game(boundary) <= room) return kFew;
  const std::size_t cells = boundary.layout().size() * sizeof(double);
  return std::max(kLeast, (kMemory - std::min(cells, kMemory)) / kOfThrow);
}

/// Throws by what they ask: those of questions[i] are order[ends[i - 1]] to order[ends[i] - 1];
/// those that ask nothing come last.
struct Sorted {
  std::vector<Question> questions;
  std::vector<std::uint32_t> order;
  std::vector<std::size_t> ends;
};

Sorted sort(const ValueTable& table, const PackedThrows& throws) {
  auto [questions, numbers] = number_questions(table, throws.turns());
  // A counting sort: after the sums, next[q] is the place of the first throw of question q. Placing
  // the throws moves it on.
  std::vector<std::size_t> next(questions.size() + 2);
  for (std::size_t i = 0; i < throws.size(); ++i)
    ++next[numbers[throws.turn_index(i)] + 1];
  std::partial_sum(next.begin(), next.end(), next.begin());
  Sorted sorted{std::move(questions),
                std::vector<std::uint32_t>(throws.size()),
                {next.begin() + 1, next.end()}};
  for (std::size_t i = 0; i < throws.size(); ++i)
    sorted.order[next[numbers[throws.turn_index(i)]]++] = static_cast<std::uint32_t>(i);
  return sorted;
}

}  // namespace

LuckOfThrows::LuckOfThrows(const ValueTable& table, int threads, std::size_t room)
    : table_(table),
      threads_(threads),
      room_(room),
      at_a_time_(throws_at_a_time(table.boundary(), room)),
      solvers_(static_cast<std::size_t>(threads), TurnSolver(table.rules(), table.throws())) {}

void LuckOfThrows::compute(PackedThrows& throws) {
  const Sorted sorted = sort(table_, throws);
  const std::span<const std::uint32_t> order = sorted.order;
  // If the turns do not all fit, their values are reused little, so a smaller part of the memory
  // suffices.
  const std::size_t room =
      size_of_all(table_.boundary(), sorted.questions) > room_ ? room_ / 3 : room_;
  std::size_t begin = 0;
  // The turns that fit are solved, then their throws are looked up, then the next turns are solved.
  for (std::size_t solved = 0; solved < sorted.questions.size();) {
    solved += solve_some(std::span(sorted.questions).subspan(solved), room);
    const std::size_t end = sorted.ends[solved - 1];
    look_up(order.subspan(begin, end - begin), throws);
    begin = end;
  }
  look_up(order.subspan(begin), throws);
}

void LuckOfThrows::look_up(std::span<const std::uint32_t> which, PackedThrows& throws) const {
  in_slices(threads_, which.size(), [&](std::size_t begin, std::size_t end) {
    Evaluator evaluator(table_, &turns_);
    for (std::size_t i = begin; i < end; ++i) {
      // The throws of a question lie far apart in memory, so later ones are fetched ahead.
      if (i + kAhead < end) throws.prefetch(which[i + kAhead]);
      throws.set_luck(which[i], compute_luck(evaluator, throws[which[i]]));
    }
  });
}

/// Solves the first of the questions, as many as there is room for. Returns how many are solved.
std::size_t LuckOfThrows::solve_some(std::span<const Question> questions, std::size_t room) {
  std::vector<Question> missing;
  std::size_t size = turns_.size();
  std::size_t count = 0;
  for (const Question& question : questions) {
    if (turns_.find(question) == nullptr) {
      size += turn_size(table_.boundary(), question);
      if (size > room && count > 0) break;
      // Not even the first question fits beside the turns that are kept, so these are forgotten.
      if (size > room) {
        turns_.clear();
        size = turn_size(table_.boundary(), question);
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
    // The solver takes kLanes questions of one kind for nearly the price of one.
    std::size_t end = begin + 1;
    while (end < questions.size() && end - begin < kLanes &&
           solved_together(table_.boundary(), questions[begin], questions[end]))
      ++end;
    together.push_back(questions.subspan(begin, end - begin));
  }
  std::vector<std::vector<SolvedTurn>> turns(together.size());
  parallel_for(threads_, static_cast<int>(together.size()), [&](int worker, int task) {
    const auto i = static_cast<std::size_t>(task);
    turns[i] =
        solve_turns(table_.boundary(), together[i], solvers_[static_cast<std::size_t>(worker)]);
  });
  for (std::size_t i = 0; i < together.size(); ++i) {
    for (std::size_t lane = 0; lane < together[i].size(); ++lane)
      turns_.add(together[i][lane], std::move(turns[i][lane]));
  }
}

}  // namespace danno::solver
