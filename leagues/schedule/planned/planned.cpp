// The formats round-robin and gauntlet: all line-ups are known before the first deal.
//
// Every choice of agents is a line-up if there are two seats, or at most 60 choices. Larger fields
// get a cyclic design: base tables that are moved around the circle of agents, so that all pairs
// meet equally often to within one. The design depends on the numbers of agents and seats alone.
#include "leagues/schedule/planned/planned.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "leagues/base/toml.hpp"
#include "leagues/schedule/format.hpp"
#include "leagues/schedule/formats.hpp"
#include "leagues/schedule/rated_league.hpp"

namespace danno::leagues::schedule::planned {

namespace {

using Table = std::vector<int>;

/// The number of line-ups up to which every choice of agents is played.
constexpr double kAllChoices = 60;

/// Returns the binomial coefficient, as a double because it may be huge.
double choices(int agents, int seats) {
  double count = 1;
  for (int i = 0; i < seats; ++i)
    count = count * (agents - i) / (i + 1);
  return count;
}

/// Returns all sets of `seats` agents, in lexicographic order.
std::vector<Table> all_choices(int agents, int seats) {
  std::vector<Table> tables;
  Table table(static_cast<std::size_t>(seats));
  std::iota(table.begin(), table.end(), 0);
  while (true) {
    tables.push_back(table);
    int place = seats - 1;
    // The last place that can still grow grows by one; the places behind it follow on.
    while (place >= 0 && table[static_cast<std::size_t>(place)] == agents - seats + place)
      --place;
    if (place < 0) return tables;
    std::iota(table.begin() + place, table.end(), table[static_cast<std::size_t>(place)] + 1);
  }
}

/// Tables that, moved on by 0, 1, …, agents - 1 places around the circle of agents, give the whole
/// design. Two agents d places apart meet as often as the base tables hold the difference d, so
/// only agents / 2 numbers have to be levelled: by moving one agent of one table at a time, and
/// keeping what does not make it worse, or seldom a little worse (simulated annealing).
class BaseTables {
 public:
  BaseTables(int agents, int seats, int count, std::uint32_t seed)
      : agents_(agents), random_(seed), met_(static_cast<std::size_t>(agents / 2 + 1)) {
    Table circle(static_cast<std::size_t>(agents));
    std::iota(circle.begin(), circle.end(), 0);
    for (int i = 0; i < count; ++i) {
      shuffle(circle);
      tables_.emplace_back(circle.begin(), circle.begin() + seats);
      for (std::size_t place = 0; place < tables_.back().size(); ++place)
        // Only earlier places count, so that each pair counts once.
        count_meetings(tables_.back(), place, 1, place);
    }
  }

  /// Levels the meetings to within one, each at least once, in at most `steps` steps. Returns
  /// whether it succeeded.
  bool level(int steps) {
    double heat = 2;
    // The heat falls from 2 to 0.04 over all steps.
    const double cooling = std::pow(0.02, 1.0 / steps);
    for (int step = 0; step < steps; ++step, heat *= cooling) {
      if (step % 16 == 0 && is_level()) return true;
      move_one(heat);
    }
    return is_level();
  }

  /// Returns each base table moved on by every number of places.
  [[nodiscard]] std::vector<Table> develop() const {
    std::vector<Table> design;
    for (const Table& base : tables_) {
      for (int by = 0; by < agents_; ++by) {
        Table table;
        for (const int agent : base)
          table.push_back((agent + by) % agents_);
        std::ranges::sort(table);
        design.push_back(table);
      }
    }
    return design;
  }

 private:
  // std::shuffle and std::uniform_int_distribution differ between libraries; a schedule must not.
  std::size_t below(std::size_t n) { return random_() % n; }
  void shuffle(Table& table) {
    for (std::size_t i = table.size(); i > 1; --i)
      std::swap(table[i - 1], table[below(i)]);
  }

  /// The agent at `place` meets, `sign` times, the first `others` of its table.
  void count_meetings(const Table& table, std::size_t place, int sign, std::size_t others) {
    for (std::size_t other = 0; other < others; ++other) {
      if (other == place) continue;
      const int apart = std::abs(table[place] - table[other]);
      const int difference = std::min(apart, agents_ - apart);
      // Opposite agents meet twice as the table moves once around.
      met_[static_cast<std::size_t>(difference)] += difference * 2 == agents_ ? 2 * sign : sign;
    }
  }

  [[nodiscard]] bool is_level() const {
    const auto [least, most] = std::minmax_element(met_.begin() + 1, met_.end());
    return *least >= 1 && *most - *least <= 1;
  }

  /// Returns the sum of squares, which is least when all are equal, as their sum is fixed.
  [[nodiscard]] double unevenness() const {
    double sum = 0;
    for (std::size_t i = 1; i < met_.size(); ++i)
      sum += static_cast<double>(met_[i]) * met_[i];
    return sum;
  }

  /// Replaces one agent of one table, and takes that back unless the rule of Metropolis keeps it.
  void move_one(double heat) {
    Table& table = tables_[below(tables_.size())];
    const std::size_t place = below(table.size());
    const int to = static_cast<int>(below(static_cast<std::size_t>(agents_)));
    if (std::ranges::find(table, to) != table.end()) return;
    const double before = unevenness();
    const int from = table[place];
    count_meetings(table, place, -1, table.size());
    table[place] = to;
    count_meetings(table, place, 1, table.size());
    const double worse = unevenness() - before;
    if (worse <= 0 || static_cast<double>(below(1U << 20U)) < std::exp(-worse / heat) * (1U << 20U))
      return;
    count_meetings(table, place, -1, table.size());
    table[place] = from;
    count_meetings(table, place, 1, table.size());
  }

  int agents_;
  std::mt19937 random_;
  std::vector<Table> tables_;
  std::vector<int> met_;  // by difference, from 1
};

/// Returns whether a table stands twice, for example because a base table maps to itself.
bool has_twins(std::vector<Table> tables) {
  std::ranges::sort(tables);
  return std::ranges::adjacent_find(tables) != tables.end();
}

std::vector<Table> cyclic_design(int agents, int seats) {
  // A base table has this many differences, and each of agents - 1 must occur.
  const int per_table = seats * (seats - 1);
  const int fewest = (agents - 1 + per_table - 1) / per_table;
  for (int count = fewest;; ++count) {
    // More base tables give more freedom; the fixed seed keeps the design reproducible.
    BaseTables tables(agents, seats, count, static_cast<std::uint32_t>(count));
    if (!tables.level(20'000)) continue;
    std::vector<Table> design = tables.develop();
    if (!has_twins(design)) return design;
  }
}

/// Returns whether these agents may meet.
bool is_played(const store::StoredLeague& league,
               const std::vector<const store::StoredAgent*>& agents) {
  std::set<std::string> authors;
  std::ptrdiff_t challengers = 0;
  for (const store::StoredAgent* const agent : agents) {
    const bool shares = !agent->author.empty() && !authors.insert(agent->author).second;
    if (shares && league.plan->max_per_author > 0) return false;
    challengers += std::ranges::count(league.plan->challengers, agent->id);
  }
  return league.plan->challengers.empty() || challengers == 1;
}

/// Returns the line-ups in which every challenger meets every table of the others.
std::vector<std::vector<store::Id>> gauntlet_tables(const store::StoredLeague& league, int seats) {
  std::vector<const store::StoredAgent*> challengers;
  std::vector<const store::StoredAgent*> others;
  for (const store::StoredAgent& agent : league.agents) {
    const bool challenges = std::ranges::count(league.plan->challengers, agent.id) > 0;
    (challenges ? challengers : others).push_back(&agent);
  }
  std::vector<std::vector<store::Id>> line_ups;
  const auto tables = round_robin(static_cast<int>(others.size()), seats - 1);
  for (const store::StoredAgent* const challenger : challengers) {
    for (const std::vector<int>& table : tables) {
      std::vector<const store::StoredAgent*> agents{challenger};
      for (const int agent : table)
        agents.push_back(others[static_cast<std::size_t>(agent)]);
      // Line-ups list their agents by name and author.
      std::ranges::sort(agents, {}, [](const auto* agent) { return agent->order(); });
      std::vector<store::Id>& ids = line_ups.emplace_back();
      for (const store::StoredAgent* const agent : agents)
        ids.push_back(agent->id);
    }
  }
  return line_ups;
}

class RoundRobinFormat : public PlannedFormat {
 public:
  RoundRobinFormat() : PlannedFormat({.name = "round-robin", .agents_may_join = true}) {}
  [[nodiscard]] store::PlanLineUps line_ups() const override { return planned_line_ups; }
};

constexpr const char* kName = "gauntlet";
constexpr const char* kChallengers = "challengers";
constexpr const char* kCommonDice = "common_dice";

class GauntletFormat : public PlannedFormat {
 public:
  GauntletFormat()
      : PlannedFormat(
            {.name = kName,
             .keys = {{kChallengers, KeyKind::Words,
                       "for a gauntlet: the agents that meet all others; default: the first agent",
                       "", "[\"ada\"]"}}}) {}

  [[nodiscard]] store::PlanLineUps line_ups() const override { return planned_line_ups; }

  [[nodiscard]] std::vector<std::string> names_in_keys(
      const store::StoredLeague& league, std::vector<std::string> names) const override {
    if (!league.settings.value(kCommonDice, false)) return names;
    for (std::string& name : names)
      name = name.substr(0, name.find(':'));
    return names;
  }

  void read_keys(store::League& league, FormatKeys& keys) const override {
    league.challengers = keys.league.words(kChallengers).value_or(std::vector<std::string>());
    if (league.seats != 2)
      keys.league.complain("seats", "a gauntlet has two seats; expected seats = 2, or no such key");
  }

  void check_entrants(store::League& league, FormatKeys& keys) const override {
    const std::vector<entrants::AgentNames> known = entrant_names(league);
    // The list is filled again with the full names of those that exist, each once.
    auto asked = std::exchange(league.challengers, {});
    if (!keys.league.contains(kChallengers)) asked = {known.front().full};
    bool all_known = true;
    for (const std::string& name : asked) {
      const auto found = entrants::find_named(name, known);
      if (const auto* const problem = std::get_if<std::string>(&found)) {
        all_known = false;
        keys.league.complain(kChallengers, *problem);
        continue;
      }
      const std::string& full = known[std::get<std::size_t>(found)].full;
      if (std::ranges::find(league.challengers, full) == league.challengers.end())
        league.challengers.push_back(full);
    }
    const std::size_t challengers = league.challengers.size();
    if (all_known && (challengers == 0 || challengers == known.size())) {
      keys.league.complain(kChallengers,
                           "a gauntlet needs challengers and other agents; expected some of both");
    }
  }
};

}  // namespace

std::vector<std::vector<int>> round_robin(int agents, int seats) {
  assert(seats >= 2);
  if (agents < seats) return {};
  const bool all = seats == 2 || choices(agents, seats) <= kAllChoices;
  return all ? all_choices(agents, seats) : cyclic_design(agents, seats);
}

std::vector<std::vector<store::Id>> planned_line_ups(const store::StoredLeague& league, int seats) {
  if (!league.plan->challengers.empty() && seats > 2) return gauntlet_tables(league, seats);
  std::vector<std::vector<store::Id>> line_ups;
  for (const std::vector<int>& table : round_robin(static_cast<int>(league.agents.size()), seats)) {
    std::vector<const store::StoredAgent*> agents;
    for (const int agent : table)
      agents.push_back(&league.agents[static_cast<std::size_t>(agent)]);
    if (!is_played(league, agents)) continue;
    std::vector<store::Id>& ids = line_ups.emplace_back();
    for (const store::StoredAgent* const agent : agents)
      ids.push_back(agent->id);
  }
  return line_ups;
}

const LeagueFormat& round_robin() {
  static const RoundRobinFormat kFormat;
  return kFormat;
}

void set_gauntlet(store::League& league, std::vector<std::string> challengers) {
  league.format = kName;
  league.challengers = std::move(challengers);
}

void set_gauntlet_of_common_dice(store::League& league, std::vector<std::string> challengers) {
  set_gauntlet(league, std::move(challengers));
  league.format_keys[kCommonDice] = true;
}

const LeagueFormat& gauntlet() {
  static const GauntletFormat kFormat;
  return kFormat;
}

}  // namespace danno::leagues::schedule::planned
