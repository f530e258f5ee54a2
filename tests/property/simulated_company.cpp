#include "tests/property/simulated_company.hpp"

#include <algorithm>
#include <bit>
#include <map>
#include <string>

#include "leagues/ratings/adjusted_results.hpp"
#include "leagues/ratings/numbers.hpp"
#include "leagues/ratings/ratings.hpp"
#include "referee/record/dice_stream.hpp"
#include "referee/solver/luck.hpp"
#include "tests/property/mirrored_deals.hpp"

namespace danno::leagues {
namespace {

using solver::Policy;

std::vector<Policy> company(const rules::RuleSet& rules, const solver::Odds& odds) {
  return {solver::at_random(7),        solver::hold(200),
          solver::hold(250),           solver::hold(350),
          solver::hold(500),           solver::roll_with(rules, 3),
          solver::roll_with(rules, 4), solver::fighting(solver::mean_best(odds))};
}

/// Plays games of one line-up.
class Table {
 public:
  Table(solver::Evaluator& evaluator, const rules::RuleSet& rules,
        const std::vector<Policy>& policies, const std::vector<int>& agents)
      : evaluator_(evaluator), rules_(rules), policies_(policies), agents_(agents) {}

  MirroredDeal play(std::uint64_t number) const {
    std::vector<std::string> names;
    for (const int agent : agents_)
      names.push_back(std::to_string(agent));
    const referee::record::Key key =
        referee::record::deal_key({"company"}, {std::string(rules_.id())}, names, number);
    MirroredDeal deal{agents_, {}, {}, {}, {}};
    deal.luck.resize(ratings::pair_count(agents_.size()));
    for (std::size_t rotation = 0; rotation < agents_.size(); ++rotation)
      play_game(key, rotation, deal);
    return deal;
  }

 private:
  void play_game(const referee::record::Key& key, std::size_t rotation, MirroredDeal& deal) const {
    referee::record::DiceStream dice(key);
    rules::Position position = start_game(rules_, 0);
    rules::Options options;
    const auto index_at = [&](int seat) {
      return (static_cast<std::size_t>(seat) + rotation) % agents_.size();
    };
    while (position.phase != rules::Phase::Over) {
      const int mover = position.mover;
      const std::size_t own = index_at(mover);
      if (position.phase == rules::Phase::Throw) {
        const rules::Dice thrown =
            dice.roll(mover, position.turns[position.mover], position.roll, position.turn.dice);
        for (int seat = 0; seat < rules_.seats(); ++seat) {
          if (seat == mover) continue;
          const double luck = luck_of_throw(evaluator_, position, seat, thrown);
          const std::size_t rival = index_at(seat);
          deal.luck[ratings::pair_at(agents_.size(), std::min(own, rival), std::max(own, rival))] +=
              own < rival ? luck : -luck;
        }
        throw_dice(rules_, position, thrown);
        continue;
      }
      options.clear();
      if (position.phase == rules::Phase::Choose) list_options(rules_, position, options);
      const Policy& policy = policies_[static_cast<std::size_t>(agents_[own])];
      solver::apply(rules_, position, options, policy(position, options.all()));
    }
    const auto places = rules::places(rules_, position);
    std::vector<int>& players = deal.players.emplace_back();
    std::vector<int>& of_players = deal.places.emplace_back();
    for (int seat = 0; seat < rules_.seats(); ++seat) {
      players.push_back(agents_[index_at(seat)]);
      of_players.push_back(places[static_cast<std::size_t>(seat)]);
    }
  }

  solver::Evaluator& evaluator_;
  const rules::RuleSet& rules_;
  const std::vector<Policy>& policies_;
  const std::vector<int>& agents_;
};

void centre_luck(std::vector<MirroredDeal>& deals) {
  for (std::size_t pair = 0; pair < deals.front().luck.size(); ++pair) {
    double sum = 0;
    for (const MirroredDeal& deal : deals)
      sum += deal.luck[pair];
    for (MirroredDeal& deal : deals)
      deal.luck[pair] -= sum / static_cast<double>(deals.size());
  }
}

std::vector<double> true_elos(const CompanyPool& pool) {
  ratings::Results results(kCompany);
  for (const LineUpPool& line_up : pool.line_ups) {
    for (const MirroredDeal& deal : line_up.deals)
      add_deal(results, deal);
  }
  std::vector<double> elos;
  for (const ratings::AgentRating& row : ratings::fit(results, {.prior = 0}).agents)
    elos.push_back(row.elo);
  return elos;
}

}  // namespace

CompanyPool play_company(solver::Evaluator& evaluator, int seats, int deals_of_line_up) {
  const rules::Definition& definition = evaluator.rules().definition();
  rules::Parameters parameters = definition.defaults(seats);
  parameters.target = evaluator.rules().parameters().target;
  const rules::RuleSet rules(definition, seats, parameters);
  const solver::Odds odds(rules);
  const std::vector<Policy> policies = company(rules, odds);
  CompanyPool pool{.seats = seats, .line_ups = {}};
  for (unsigned members = 0; members < 1U << kCompany; ++members) {
    if (std::popcount(members) != seats) continue;
    LineUpPool& line_up = pool.line_ups.emplace_back();
    for (int agent = 0; agent < kCompany; ++agent) {
      if ((members >> static_cast<unsigned>(agent) & 1U) != 0) line_up.agents.push_back(agent);
    }
    const Table table(evaluator, rules, policies, line_up.agents);
    for (int deal = 0; deal < deals_of_line_up; ++deal)
      line_up.deals.push_back(table.play(static_cast<std::uint64_t>(deal)));
    centre_luck(line_up.deals);
  }
  return pool;
}

AdjustedRates simulate_company(const CompanyPool& pool, int deals, int leagues,
                               std::uint64_t seed) {
  Chance chance(seed);
  AdjustedJudge judge(true_elos(pool));
  const int all = (deals * kCompany + pool.seats - 1) / pool.seats;
  for (int league = 0; league < leagues; ++league) {
    ratings::Results raw(kCompany);
    std::map<std::size_t, ratings::LuckSums> luck;  // by line-up
    for (int deal = 0; deal < all; ++deal) {
      const std::size_t chosen = chance.below(pool.line_ups.size());
      const LineUpPool& line_up = pool.line_ups[chosen];
      const MirroredDeal& drawn = line_up.deals[chance.below(line_up.deals.size())];
      add_deal(raw, drawn);
      ratings::LuckSums& sums =
          luck.try_emplace(chosen, static_cast<std::size_t>(pool.seats)).first->second;
      add_deal(sums, drawn);
    }
    ratings::AdjustedResults adjusted(kCompany);
    for (const auto& [number, sums] : luck)
      adjusted.add_line_up(pool.line_ups[number].agents, sums);
    judge.add(raw, adjusted.results());
  }
  return judge.rates();
}

}  // namespace danno::leagues
