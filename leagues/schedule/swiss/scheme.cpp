#include "leagues/schedule/swiss/scheme.hpp"

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdlib>
#include <iterator>
#include <span>
#include <tuple>

namespace danno::leagues::schedule::swiss {
namespace {

std::size_t at(int entrant) { return static_cast<std::size_t>(entrant); }

/// Returns the weights of the pairs of these entrants, best first, by their costs. Of two pairings
/// the one with the smaller cost is preferred: by repeats first, then by the differences of points,
/// then by the places in the order.
///
/// The costs are the digits of one number: repeats, squared differences, misplacement. Each digit's
/// base exceeds the largest sum of the lower ones over all pairs, so the matching minimises them in
/// this order. The weight is `best` less the cost, and `best` is so large that one more pair
/// outweighs any costs.
Weights pair_weights(const SwissField& field, const std::vector<int>& order) {
  const auto points = [&](std::size_t i) { return std::int64_t{field.points[at(order[i])]}; };
  const auto entrants = static_cast<std::int64_t>(order.size());
  const std::int64_t pairs = entrants / 2;
  std::map<std::int64_t, std::int64_t> group_sizes;  // by points
  std::int64_t widest = 0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    ++group_sizes[points(i)];
    widest = std::max(widest, points(0) - points(i));
  }
  std::int64_t most_met = 0;
  for (const auto& [pair, count] : field.met)
    most_met = std::max<std::int64_t>(most_met, count);
  const std::int64_t difference = pairs * entrants + 1;
  const std::int64_t repeat = difference * (pairs * widest * widest + 1);
  const std::int64_t worst = most_met * repeat + widest * widest * difference + entrants;
  const std::int64_t best = (pairs + 1) * worst + 1;
  assert(best < (std::int64_t{1} << 60U));

  Weights weights(order.size(), std::vector<std::int64_t>(order.size()));
  for (std::size_t i = 0; i < order.size(); ++i) {
    for (std::size_t j = i + 1; j < order.size(); ++j) {
      // Agents of one author never meet: they have no edge.
      if (!field.authors.empty() && field.authors[at(order[i])] == field.authors[at(order[j])])
        continue;
      const auto met = field.met.find(std::minmax(order[i], order[j]));
      const std::int64_t times = met == field.met.end() ? 0 : met->second;
      const std::int64_t apart = points(i) - points(j);
      // Equals are paired as in the Dutch system: the first of the upper half with the first of the
      // lower half.
      const std::int64_t half = apart == 0 ? group_sizes.at(points(i)) / 2 : 0;
      const std::int64_t misplaced = std::abs(static_cast<std::int64_t>(j - i) - half);
      weights[i][j] = weights[j][i] =
          best - times * repeat - apart * apart * difference - misplaced;
    }
  }
  return weights;
}

/// Replays a Swiss event from the deals that were played, round by round. A round is paired only
/// when all encounters of the one before are finished, so the pairings depend on results only.
class Event {
 public:
  Event(const SwissTerms& terms, const PlayedDeals& played) : terms_(terms), encounters_(played) {
    const std::size_t entrants = terms.seeding.size();
    field_.points.resize(entrants);
    field_.byes.resize(entrants);
    field_.authors = terms.authors;
  }

  Swiss run() {
    for (int round = 0; round < terms_.rounds; ++round) {
      SwissRound& current = swiss_.rounds.emplace_back();
      set_order(round);
      SwissPairings pairings = pair_swiss(field_);
      current.byes = std::move(pairings.byes);
      for (const auto& [one, other] : pairings.pairs)
        current.encounters.push_back(encounters_.add(round, one, other, terms_.deals));
      if (!std::ranges::all_of(current.encounters, &Encounter::finished)) return finish(false);
      count(current);
    }
    return finish(true);
  }

 private:
  /// Sorts those who take part in the round by points, equals by seed.
  void set_order(int round) {
    field_.order.clear();
    for (const int entrant : terms_.seeding) {
      if (terms_.enters[at(entrant)] <= round && round < terms_.leaves[at(entrant)])
        field_.order.push_back(entrant);
    }
    std::ranges::stable_sort(field_.order, std::ranges::greater(),
                             [&](int entrant) { return field_.points[at(entrant)]; });
  }

  /// Adds a finished round to the points. A bye counts like a win.
  void count(const SwissRound& round) {
    for (const Encounter& encounter : round.encounters) {
      const auto [one, other] = encounter.entrants;
      ++field_.met[{one, other}];
      field_.points[at(one)] += half_points(encounter, one);
      field_.points[at(other)] += half_points(encounter, other);
    }
    for (const int entrant : round.byes) {
      ++field_.byes[at(entrant)];
      field_.points[at(entrant)] += 2;
    }
    ++counted_;
  }

  /// An entrant's result in a finished round and the opponent's points. For a bye these are the
  /// entrant's own points.
  struct Result {
    int points = 0;
    int opponents = 0;
  };
  [[nodiscard]] Result round_result(const SwissRound& round, int entrant) const {
    for (const Encounter& encounter : round.encounters) {
      const auto [one, other] = encounter.entrants;
      if (one != entrant && other != entrant) continue;
      return {half_points(encounter, entrant), field_.points[at(one == entrant ? other : one)]};
    }
    const bool bye = std::ranges::count(round.byes, entrant) > 0;
    return {bye ? 2 : 0, field_.points[at(entrant)]};
  }

  /// Sums an entrant's results. Buchholz is the sum of the opponents' points, without the lowest
  /// (cut 1) or without both ends (median).
  [[nodiscard]] SwissRow make_row(int entrant) const {
    SwissRow row{.entrant = entrant, .points = field_.points[at(entrant)]};
    std::vector<int> opponents;
    for (std::size_t round = 0; round < counted_; ++round) {
      const Result result = round_result(swiss_.rounds[round], entrant);
      opponents.push_back(result.opponents);
      row.sonneborn_berger += result.points * result.opponents;
    }
    std::ranges::sort(opponents);
    for (std::size_t i = 1; i < opponents.size(); ++i)
      row.buchholz_cut_1 += opponents[i];
    row.buchholz_median = row.buchholz_cut_1 - (opponents.size() > 1 ? opponents.back() : 0);
    return row;
  }

  static auto until_direct(const SwissRow& row) {
    return std::tuple(row.points, row.buchholz_cut_1, row.buchholz_median, row.sonneborn_berger);
  }

  [[nodiscard]] bool all_met(std::span<const SwissRow> rows) const {
    for (const SwissRow& one : rows) {
      for (const SwissRow& other : rows) {
        const bool met = field_.met.contains(std::minmax(one.entrant, other.entrant));
        if (one.entrant != other.entrant && !met) return false;
      }
    }
    return true;
  }

  /// Sets the direct encounter of rows that are equal so far.
  void set_direct(std::span<SwissRow> rows) const {
    // The direct encounter decides only if all equals have met each other; otherwise it would
    // favour those who did.
    if (!all_met(rows)) return;
    for (std::size_t round = 0; round < counted_; ++round) {
      for (const Encounter& encounter : swiss_.rounds[round].encounters) {
        const auto [one, other] = encounter.entrants;
        const auto first = std::ranges::find(rows, one, &SwissRow::entrant);
        const auto second = std::ranges::find(rows, other, &SwissRow::entrant);
        if (first == rows.end() || second == rows.end()) continue;
        first->direct_encounter += half_points(encounter, one);
        second->direct_encounter += half_points(encounter, other);
      }
    }
  }

  void rank(std::vector<SwissRow>& rows) const {
    std::ranges::stable_sort(rows, std::ranges::greater(), until_direct);
    for (std::size_t i = 0, end = 0; i < rows.size(); i = end) {
      while (end < rows.size() && until_direct(rows[end]) == until_direct(rows[i]))
        ++end;
      const std::span equal(rows.data() + i, end - i);
      set_direct(equal);
      std::ranges::stable_sort(equal, std::ranges::greater(), &SwissRow::direct_encounter);
      for (std::size_t j = i; j < end; ++j) {
        const bool shares = j > i && rows[j].direct_encounter == rows[j - 1].direct_encounter;
        rows[j].place = shares ? rows[j - 1].place : static_cast<int>(j) + 1;
      }
    }
  }

  Swiss finish(bool finished) {
    for (const int entrant : terms_.seeding)
      swiss_.rows.push_back(make_row(entrant));
    rank(swiss_.rows);
    swiss_.finished = finished;
    return std::move(swiss_);
  }

  const SwissTerms& terms_;
  EncounterScheduler encounters_;
  SwissField field_;
  std::size_t counted_ = 0;  // rounds
  Swiss swiss_;
};

}  // namespace

SwissPairings pair_swiss(const SwissField& field) {
  SwissPairings pairings;
  std::vector<int> order = field.order;
  // The lowest of those with the fewest byes gets the bye.
  if (order.size() % 2 == 1) {
    const auto lowest = std::ranges::min_element(
        order.rbegin(), order.rend(), {}, [&](int entrant) { return field.byes[at(entrant)]; });
    pairings.byes.push_back(*lowest);
    order.erase(std::next(lowest).base());
  }
  const std::vector<int> matched = maximum_weight_matching(pair_weights(field, order));
  for (std::size_t i = 0; i < order.size(); ++i) {
    // An entrant whom only agents of its own author could meet gets a bye, too.
    if (matched[i] == kUnmatched) pairings.byes.push_back(order[i]);
    if (matched[i] > static_cast<int>(i))
      pairings.pairs.push_back({order[i], order[at(matched[i])]});
  }
  return pairings;
}

int half_points(const Encounter& encounter, int entrant) {
  if (const auto winner = encounter.winner()) return *winner == entrant ? 2 : 0;
  return encounter.points[0] > 0 ? 1 : 0;
}

Swiss compute_swiss(const SwissTerms& terms, const PlayedDeals& played) {
  return Event(terms, played).run();
}

}  // namespace danno::leagues::schedule::swiss
