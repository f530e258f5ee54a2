// Tests whether the dice were fair, as they fell in all games: Pearson's chi-squared (1900) on
// several groupings of the same dice. Groups are multinomials of their own, so their sums and
// degrees of freedom add up. The smallest p counts, times the number of tests (Bonferroni).
#include "leagues/verify/fairness.hpp"

#include <algorithm>
#include <cassert>

#include "leagues/ratings/intervals.hpp"

namespace danno::leagues::verify {
namespace {

/// The least expected count of a cell. With fewer, the far tails of chi-squared are not those of
/// the counts.
constexpr double kLeastExpected = 100;

/// Sums over groups that are each a multinomial of its own.
class ChiSquared {
 public:
  explicit ChiSquared(std::string what) { test_.what = std::move(what); }

  /// Adds a group. One that is too small for the test is left out.
  void add(std::span<const std::uint64_t> counts, std::span<const double> chances) {
    assert(counts.size() == chances.size());
    std::uint64_t total = 0;
    for (const std::uint64_t count : counts)
      total += count;
    const auto n = static_cast<double>(total);
    if (n * *std::ranges::min_element(chances) < kLeastExpected) return;
    for (std::size_t i = 0; i < counts.size(); ++i) {
      const double expected = n * chances[i];
      const double off = static_cast<double>(counts[i]) - expected;
      test_.chi_squared += off * off / expected;
    }
    test_.count += total;
    test_.degrees += static_cast<int>(counts.size()) - 1;
  }

  void finish(std::vector<DiceTest>& tests) {
    if (test_.degrees == 0) return;
    test_.p = ratings::chi_squared_tail(test_.chi_squared, test_.degrees);
    tests.push_back(std::move(test_));
  }

 private:
  DiceTest test_;
};

/// Groups of equal chances.
template <class Groups>
void add_even(std::vector<DiceTest>& tests, const char* what, const Groups& groups) {
  ChiSquared test(what);
  for (const auto& counts : groups) {
    const auto cells = counts.size();
    test.add(counts, std::vector<double>(cells, 1.0 / static_cast<double>(cells)));
  }
  test.finish(tests);
}

template <class Array>
void add_counts(Array& to, const Array& from) {
  for (std::size_t i = 0; i < to.size(); ++i)
    to[i] += from[i];
}

}  // namespace

double overall_p(std::span<const DiceTest> tests) {
  double least = 1;
  for (const DiceTest& test : tests)
    least = std::min(least, test.p);
  return std::min(1.0, least * static_cast<double>(std::max<std::size_t>(tests.size(), 1)));
}

void DiceTally::add(int seat, std::uint32_t roll, std::span<const int> faces) {
  assert(!faces.empty() && faces.size() <= by_place_.size());
  for (std::size_t place = 0; place < faces.size(); ++place) {
    const auto face = static_cast<std::size_t>(faces[place]);
    ++by_seat_[static_cast<std::size_t>(seat)][face];
    ++by_place_[place][face];
    ++by_roll_[std::min<std::size_t>(roll, kRolls - 1)][face];
    add_die(face);
    // No die stands in two pairs, so pairs are independent.
    if (place % 2 == 1) ++neighbours_[static_cast<std::size_t>(faces[place - 1]) * kFaces + face];
  }
  const auto first = static_cast<std::size_t>(faces.front());
  if (first_die_) ++successive_[*first_die_ * kFaces + first];
  // Pairs of successive throws do not share a die either.
  first_die_ = first_die_ ? std::nullopt : std::optional(first);
}

void DiceTally::add_die(std::size_t face) {
  if (run_face_ == face) {
    ++run_length_;
    return;
  }
  if (run_face_) ++runs_[std::min(run_length_, kLongRun) - 1];
  run_face_ = face;
  run_length_ = 1;
}

void DiceTally::add(const DiceTally& other) {
  for (std::size_t seat = 0; seat < by_seat_.size(); ++seat)
    add_counts(by_seat_[seat], other.by_seat_[seat]);
  for (std::size_t place = 0; place < by_place_.size(); ++place)
    add_counts(by_place_[place], other.by_place_[place]);
  for (std::size_t roll = 0; roll < by_roll_.size(); ++roll)
    add_counts(by_roll_[roll], other.by_roll_[roll]);
  add_counts(neighbours_, other.neighbours_);
  add_counts(successive_, other.successive_);
  add_counts(runs_, other.runs_);
}

std::vector<DiceTest> DiceTally::tests() const {
  std::vector<DiceTest> tests;
  add_even(tests, "faces by seat", by_seat_);
  add_even(tests, "faces by place in the throw", by_place_);
  add_even(tests, "faces by throw of the turn", by_roll_);
  add_even(tests, "pairs of neighbours", std::span(&neighbours_, 1));
  add_even(tests, "first dice of successive throws", std::span(&successive_, 1));
  // A run goes on with a chance of 1/6.
  std::array<double, kLongRun> chances{};
  double reached = 1;
  for (std::size_t length = 0; length + 1 < kLongRun; ++length, reached /= kFaces)
    chances[length] = reached * (kFaces - 1) / kFaces;
  chances.back() = reached;
  ChiSquared runs("lengths of runs of a face");
  runs.add(runs_, chances);
  runs.finish(tests);
  return tests;
}

}  // namespace danno::leagues::verify
