// Reads all games of a division once, and finds the deals that are worth a page: each agent's
// costliest decisions, faults, upsets, best and worst deals. Reviews need solved values and much
// time, so in a large league only each n-th deal is reviewed.
#include "leagues/site/survey.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <map>
#include <numeric>
#include <set>
#include <utility>

#include "leagues/ratings/deal_sums.hpp"
#include "leagues/ratings/intervals.hpp"
#include "leagues/ratings/solved_game.hpp"
#include "leagues/site/deal_parts.hpp"
#include "leagues/site/figures.hpp"

namespace danno::leagues::site {
namespace {

using referee::play::DealResult;
using referee::record::GameRecord;
using referee::record::Step;

constexpr double kUpsetElo = 200;

/// The deal with the largest weight of each agent that has one, the earliest of equal ones.
class TopDeals {
 public:
  /// Ignores weights of 0 or less.
  void add(int agent, double weight, DealRef deal) {
    const auto own = deals_.find(agent);
    if (weight > (own == deals_.end() ? 0 : own->second.first)) deals_[agent] = {weight, deal};
  }

  [[nodiscard]] const DealRef* find(std::size_t agent) const {
    const auto own = deals_.find(static_cast<int>(agent));
    return own == deals_.end() ? nullptr : &own->second.second;
  }

 private:
  std::map<int, std::pair<double, DealRef>> deals_;
};

/// Returns whether no agent failed or was absent in the deal; faults decide games in a way that
/// shows no play.
bool is_clean(const DealResult& deal) {
  return std::ranges::all_of(deal.games, [](const GameRecord& game) {
    return game.faults.empty() && game.absent.empty();
  });
}

/// The throws and decisions of each turn of each chair.
using Turns = std::map<std::pair<int, int>, std::vector<std::pair<std::uint32_t, int>>>;

/// Returns each seat's turns as lists of throws and decisions, so that turns of two games can be
/// compared.
Turns list_turns(const rules::RuleSet& rules, const GameRecord& game) {
  Turns turns;
  std::array<int, rules::kMaxSeats> turn{};
  int mover = -1;
  static_cast<void>(referee::record::replay(
      rules, game, [&](const Step& step, const rules::Position&, const rules::Position&) {
        if (step.seat != mover) ++turn.at(static_cast<std::size_t>(step.seat));
        mover = step.seat;
        if (step.kind == Step::Kind::Throw) return;
        const int decision =
            static_cast<int>(step.option_index) * 4 + static_cast<int>(step.action);
        turns[{step.seat, turn.at(static_cast<std::size_t>(step.seat))}].emplace_back(
            step.thrown.packed(), decision);
      }));
  return turns;
}

class Surveyor {
 public:
  Surveyor(const store::Reader& store, std::span<const store::StoredDivision> divisions,
           const report::DivisionTable& table, FaultDetail faults, const solver::Watch& watch)
      : store_(store),
        table_(table),
        faults_(faults),
        watch_(watch),
        agents_of_league_(store.league().agents),
        rules_(*divisions.front().definition, divisions.front().seats,
               divisions.front().parameters),
        puzzles_(rules_, table.rows.size()) {
    std::map<std::string, int> rows;
    for (const report::TableRow& row : table.rows)
      rows.emplace(row.name, static_cast<int>(rows.size()));
    for (const store::StoredAgent& agent : agents_of_league_)
      rows_.emplace(agent.id, rows.at(agent.shown_name()));
    for (const store::StoredDivision& division : divisions) {
      std::ranges::move(store.line_ups(division), std::back_inserter(survey_.line_ups));
      std::ranges::move(store.faults(division), std::back_inserter(survey_.faults));
    }
    std::ranges::sort(survey_.line_ups, {}, &store::StoredLineUp::id);
    find_values(divisions);
  }

  Survey run() {
    std::int64_t games = 0;
    for (const store::StoredLineUp& line_up : survey_.line_ups)
      games += static_cast<std::int64_t>(line_up.played * line_up.agents.size());
    const std::int64_t most =
        rules_.definition().passes_on ? kMostReviewedWithOffers : kMostReviewed;
    each_nth_ = std::max<std::int64_t>(1, (games + most - 1) / most);
    const std::uint64_t all = static_cast<std::uint64_t>(games);
    static_cast<void>(store_.visit_blocks(
        survey_.line_ups, [&](const store::StoredLineUp& line_up, const store::StoredBlock& block) {
          if (line_up.id != line_up_.id) begin(line_up);
          const std::vector<DealResult> deals = store_.read_deals(block);
          add_pairs(block, deals);
          for (const DealResult& deal : deals) {
            watch_("games surveyed", static_cast<std::uint64_t>(survey_.games), all);
            add(deal);
          }
        }));
    collect();
    return std::move(survey_);
  }

 private:
  void find_values(std::span<const store::StoredDivision> divisions) {
    const store::StoredDivision& division = divisions.front();
    if (divisions.size() > 1 || division.seats != 2) {
      survey_.not_reviewed =
          fmt::format("{} with {}{} seats: only games of two have winning chances", table_.rules,
                      divisions.size() > 1 ? "up to " : "", table_.seats);
      return;
    }
    auto found = ratings::find_solved(*division.definition, division.parameters, watch_);
    if (const auto* const missing = std::get_if<ratings::NotSolved>(&found)) {
      survey_.not_reviewed = missing->reason;
      return;
    }
    solved_ = std::move(std::get<std::unique_ptr<const ratings::SolvedGame>>(found));
    reviewer_.emplace(rules_, *solved_);
    survey_.reviews.resize(table_.rows.size());
  }

  void begin(const store::StoredLineUp& line_up) {
    line_up_ = line_up;
    agents_.clear();
    for (const store::Id id : line_up.agents)
      agents_.push_back(rows_.at(id));
  }

  void add(const DealResult& deal) {
    const std::int64_t number = deals_++;
    survey_.games += static_cast<std::int64_t>(deal.games.size());
    if (!is_clean(deal)) return;
    add_upset(deal);
    add_margins(deal);
    add_closest(deal);
    if (number % each_nth_ != 0) return;
    if (reviewer_)
      review(deal);
    else if (compared_ < kMostCompared && std::cmp_equal(agents_.size(), rules_.seats()))
      compare(deal);
  }

  /// Adds the pairs from the block's sums. If it has none, sums those of its deals that allow it.
  void add_pairs(const store::StoredBlock& block, std::span<const DealResult> deals) {
    const auto known = ratings::decode_sums(block.sums);
    if (known && known->seats == agents_.size() && std::cmp_equal(known->deals, deals.size())) {
      add_pairs(*known);
      return;
    }
    for (const DealResult& deal : deals) {
      if (const auto sums = ratings::sum_deals(std::span(&deal, 1), agents_.size()))
        add_pairs(*sums);
    }
  }

  /// Two agents may meet in many line-ups, so sums are added up.
  void add_pairs(const ratings::DealSums& sums) {
    for (std::size_t a = 0, pair = 0; a < agents_.size(); ++a) {
      for (std::size_t b = a + 1; b < agents_.size(); ++b, ++pair) {
        const PairSums one{sums.deals, sums.deals * sums.games, sums.halves[pair],
                           sums.squares[pair]};
        survey_.pairs[std::minmax(agents_[a], agents_[b])].add(
            agents_[a] < agents_[b] ? one : one.turned());
      }
    }
  }

  /// Adds each agent's lead over the others, in points of all games of the deal.
  void add_margins(const DealResult& deal) {
    std::vector<double> margins(agents_.size(), 0);
    for (const GameRecord& game : deal.games) {
      const double all =
          std::accumulate(game.totals.begin(), game.totals.begin() + game.seats, 0.0);
      const auto others = static_cast<double>(game.seats - 1);
      for (std::size_t seat = 0; seat < game.seats; ++seat) {
        const auto own = static_cast<double>(game.totals[seat]);
        margins[game.agent_at[seat]] += own - (all - own) / others;
      }
    }
    for (std::size_t i = 0; i < agents_.size(); ++i) {
      best_.add(agents_[i], margins[i], at(deal));
      worst_.add(agents_[i], -margins[i], at(deal));
    }
  }

  void add_upset(const DealResult& deal) {
    if (agents_.size() != 2 || deal.games.size() != 2) return;
    // Rows are in the order of the table, so the lower number is the better agent.
    const int better = std::min(agents_[0], agents_[1]);
    const int worse = std::max(agents_[0], agents_[1]);
    const auto& high = row(better).elo;
    const auto& low = row(worse).elo;
    if (!high || !low || *high - *low < kUpsetElo) return;
    const bool won_all = std::ranges::all_of(deal.games, [&](const GameRecord& game) {
      const std::size_t first = game.places[0] == 1 ? 0 : 1;
      return game.places[1 - first] != 1 && agents_[game.agent_at[first]] == worse;
    });
    if (!won_all) return;
    upsets_.add(worse, *high - *low, at(deal));
  }

  /// Adds a deal of neighbours in rank: the more differently they play the same dice, the more it
  /// shows.
  void add_closest(const DealResult& deal) {
    if (agents_.size() != 2 || std::abs(agents_[0] - agents_[1]) != 1) return;
    closest_.add(std::max(agents_[0], agents_[1]), differing_turns(rules_, deal), at(deal));
  }

  void review(const DealResult& deal) {
    report::GameId id = game_id(deal);
    reviewed_.emplace(id.line_up, line_up_.id);
    std::array<report::Review*, 2> of{&survey_.reviews[static_cast<std::size_t>(agents_[0])],
                                      &survey_.reviews[static_cast<std::size_t>(agents_[1])]};
    for (const GameRecord& game : deal.games) {
      reviewer_->add(id, game, of);
      ++id.seating;
      ++survey_.games_reviewed;
    }
  }

  /// Compares decisions with those of `odds`, as there are no values.
  void compare(const DealResult& deal) {
    report::GameId id = game_id(deal);
    for (const GameRecord& game : deal.games) {
      puzzles_.compare(id, game, agents_, store::agent_names(line_up_, agents_of_league_));
      ++id.seating;
      ++compared_;
    }
  }

  [[nodiscard]] report::GameId game_id(const DealResult& deal) const {
    return {table_.rules, store::line_up_name(line_up_, agents_of_league_), deal.deal, 0};
  }

  /// Adds an agent's costliest decisions, by turns those in the middle of a game and any.
  void add_puzzles(std::size_t row) {
    const std::vector<report::Mistake>& worst = survey_.reviews[row].worst;
    const std::vector<report::Mistake> midgame = survey_.reviews[row].midgame_mistakes();
    for (std::size_t i = 0; i < std::max(worst.size(), midgame.size()); ++i) {
      if (i < midgame.size()) add_puzzle(midgame[i], row);
      if (i < worst.size()) add_puzzle(worst[i], row);
    }
  }

  void add_puzzle(const report::Mistake& made, std::size_t row) {
    if (made.viewed.cost() <= kMistake) return;
    const store::StoredLineUp& line_up = *survey_.find_line_up(reviewed_.at(made.game.line_up));
    const std::size_t own = rows_.at(line_up.agents.front()) == static_cast<int>(row) ? 0 : 1;
    Puzzle puzzle{.made = made,
                  .weight = made.viewed.cost(),
                  .row = static_cast<int>(row),
                  .names = store::agent_names(line_up, agents_of_league_),
                  .agent_at = {1 - own, 1 - own}};
    puzzle.agent_at.at(static_cast<std::size_t>(made.viewed.made.seat)) = own;
    puzzles_.add(std::move(puzzle));
  }

  void collect() {
    for (std::size_t row = 0; row < survey_.reviews.size(); ++row)
      add_puzzles(row);
    std::optional<solver::Evaluator> evaluator;
    if (solved_) evaluator.emplace(*solved_->table);
    survey_.puzzles = puzzles_.puzzles(evaluator ? &*evaluator : nullptr);
    // The single costliest decision of each agent comes first, and that in the middle of a game;
    // the others come last.
    CandidatesOfKind costly(table_.rows.size());
    CandidatesOfKind midgame(table_.rows.size());
    for (std::size_t row = 0; row < survey_.reviews.size(); ++row) {
      costly[row] = mistakes(row, survey_.reviews[row].worst, "");
      midgame[row] = mistakes(row, survey_.reviews[row].midgame_mistakes(), " in mid-game");
    }
    survey_.candidates.kinds = {
        firsts(costly),
        firsts(midgame),
        faults_ != FaultDetail::None ? faults() : CandidatesOfKind(),
        of_each(upsets_, "upset: it won both games against a better one"),
        of_each(best_, "best deal"),
        of_each(worst_, "worst deal"),
        of_each(closest_, "most different play against the next better one"),
        std::move(costly),
        std::move(midgame)};
  }

  /// Returns each agent's first candidate.
  static CandidatesOfKind firsts(const CandidatesOfKind& candidates) {
    CandidatesOfKind first(candidates.size());
    for (std::size_t agent = 0; agent < first.size(); ++agent) {
      if (!candidates[agent].empty()) first[agent].push_back(candidates[agent].front());
    }
    return first;
  }

  /// Returns each agent's deal of a kind, with a reason that names the agent.
  [[nodiscard]] CandidatesOfKind of_each(const TopDeals& deals, std::string_view what) const {
    CandidatesOfKind by_agent(table_.rows.size());
    for (std::size_t agent = 0; agent < by_agent.size(); ++agent) {
      if (const DealRef* const deal = deals.find(agent))
        by_agent[agent].push_back({*deal, {fmt::format("{}’s {}", table_.rows[agent].name, what)}});
    }
    return by_agent;
  }

  [[nodiscard]] std::vector<Candidate> mistakes(std::size_t row,
                                                const std::vector<report::Mistake>& worst,
                                                std::string_view when) const {
    std::vector<Candidate> all;
    for (const report::Mistake& mistake : worst) {
      all.push_back({{reviewed_.at(mistake.game.line_up), mistake.game.deal},
                     {fmt::format("{}’s {} decision{}", table_.rows[row].name,
                                  all.empty() ? "costliest" : "costly", when),
                      step_id(static_cast<std::size_t>(mistake.game.seating), mistake.step),
                      percent(mistake.viewed.cost())}});
    }
    return all;
  }

  /// Returns the first fault of each agent and kind.
  [[nodiscard]] CandidatesOfKind faults() const {
    CandidatesOfKind by_agent(table_.rows.size());
    std::set<std::pair<int, referee::record::FaultKind>> seen;
    for (const store::StoredFault& fault : survey_.faults) {
      const auto found = rows_.find(fault.agent);
      if (found == rows_.end() || !seen.insert({found->second, fault.fault.kind}).second) continue;
      by_agent[static_cast<std::size_t>(found->second)].push_back(
          {{fault.line_up, fault.deal},
           {fmt::format("first {} of {}", referee::record::to_string(fault.fault.kind),
                        row(found->second).name)}});
    }
    return by_agent;
  }

  [[nodiscard]] DealRef at(const DealResult& deal) const { return {line_up_.id, deal.deal}; }
  [[nodiscard]] const report::TableRow& row(int agent) const {
    return table_.rows[static_cast<std::size_t>(agent)];
  }

  const store::Reader& store_;
  const report::DivisionTable& table_;
  FaultDetail faults_;
  const solver::Watch& watch_;
  std::vector<store::StoredAgent> agents_of_league_;
  rules::RuleSet rules_;  ///< The rules of games of two, if there are some.
  PuzzleFinder puzzles_;
  TopDeals closest_;  ///< Indexed by the lower of two neighbours.
  TopDeals upsets_;
  TopDeals best_;
  TopDeals worst_;
  std::map<store::Id, int> rows_;
  std::unique_ptr<const ratings::SolvedGame> solved_;
  std::optional<report::Reviewer> reviewer_;
  std::map<std::string, store::Id> reviewed_;  // line-ups by name
  Survey survey_;
  std::int64_t deals_ = 0;
  std::int64_t compared_ = 0;  ///< Games that were compared with `odds`.
  std::int64_t each_nth_ = 1;
  // The line-up being visited.
  store::StoredLineUp line_up_;
  std::vector<int> agents_;
};

}  // namespace

std::vector<ChosenDeal> choose(const Candidates& candidates, std::size_t limit) {
  std::vector<ChosenDeal> chosen;
  std::map<DealRef, std::size_t> places;
  const auto add = [&](const Candidate& candidate, bool is_asked) {
    const auto known = places.find(candidate.deal);
    if (known == places.end()) {
      if (!is_asked && chosen.size() >= limit) return;
      places.emplace(candidate.deal, chosen.size());
      chosen.push_back({candidate.deal, {candidate.why}});
      return;
    }
    // A deal that has a page gets further reasons even if the limit is reached.
    std::vector<Reason>& why = chosen[known->second].why;
    // The first of two reasons about the cost of one decision says enough.
    const bool is_known = std::ranges::any_of(why, [&](const Reason& reason) {
      return reason == candidate.why || (!reason.cost.empty() && !candidate.why.cost.empty() &&
                                         reason.step == candidate.why.step);
    });
    if (!is_known) why.push_back(candidate.why);
  };
  for (const Candidate& candidate : candidates.asked)
    add(candidate, true);
  for (const CandidatesOfKind& kind : candidates.kinds) {
    std::size_t most = 0;
    for (const std::vector<Candidate>& own : kind)
      most = std::max(most, own.size());
    // Agents take turns within a kind, so that no agent has all the pages.
    for (std::size_t turn = 0; turn < most; ++turn) {
      for (const std::vector<Candidate>& own : kind) {
        if (turn < own.size()) add(own[turn], false);
      }
    }
  }
  return chosen;
}

int differing_turns(const rules::RuleSet& rules, const referee::play::DealResult& deal) {
  if (deal.games.size() != 2) return 0;
  const Turns one = list_turns(rules, deal.games[0]);
  const Turns other = list_turns(rules, deal.games[1]);
  int count = 0;
  for (const auto& [place, done] : one) {
    const auto found = other.find(place);
    if (found == other.end()) continue;
    const auto [at, with] = std::ranges::mismatch(done, found->second);
    if (at != done.end() && with != found->second.end() && at->first == with->first) ++count;
  }
  return count;
}

Against PairSums::against() const {
  constexpr double kRare = 1 - ratings::kConfidence;
  Against result{games, static_cast<double>(halves) / (2 * static_cast<double>(games)), {}, {}};
  const auto n = static_cast<double>(deals);
  const double a_deal = static_cast<double>(games) / n;
  const double mean = static_cast<double>(halves - games) / n;
  const double variance = static_cast<double>(squares) / n - mean * mean;
  // All lost or all won: the bound is the score at which this has a chance of 5 %.
  if (halves == 0) {
    result.high = 1 - std::pow(kRare, 1 / n);
  } else if (halves == 2 * games) {
    result.low = std::pow(kRare, 1 / n);
  } else {
    // Deals that all ended alike show no spread; then that of games apart from each other counts.
    const bool is_flat = variance < 1e-9 || deals < 2;
    const double error =
        is_flat ? std::sqrt(result.score * (1 - result.score) / static_cast<double>(games))
                : std::sqrt(variance / (n - 1)) / (2 * a_deal);
    const double half =
        error * ratings::interval_quantile(ratings::kConfidence, is_flat ? 1 : deals);
    result.low = std::max(0.0, result.score - half);
    result.high = std::min(1.0, result.score + half);
  }
  return result;
}

void PairSums::add(const PairSums& other) {
  deals += other.deals;
  games += other.games;
  halves += other.halves;
  squares += other.squares;
}

PairSums PairSums::turned() const { return {deals, games, 2 * games - halves, squares}; }

const store::StoredLineUp* Survey::find_line_up(store::Id id) const {
  const auto found = std::ranges::lower_bound(line_ups, id, {}, &store::StoredLineUp::id);
  return found == line_ups.end() || found->id != id ? nullptr : &*found;
}

std::optional<Against> Survey::against(int agent, int other) const {
  const auto found = pairs.find(std::minmax(agent, other));
  if (found == pairs.end()) return std::nullopt;
  return (agent < other ? found->second : found->second.turned()).against();
}

Survey survey(const store::Reader& store, std::span<const store::StoredDivision> divisions,
              const report::DivisionTable& table, FaultDetail faults, const solver::Watch& watch) {
  return Surveyor(store, divisions, table, faults, watch).run();
}

}  // namespace danno::leagues::site
