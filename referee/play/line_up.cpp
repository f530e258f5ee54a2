#include "referee/play/line_up.hpp"

#include <algorithm>
#include <cassert>
#include <map>
#include <memory>
#include <numeric>
#include <stdexcept>

#include "referee/record/log.hpp"

namespace danno::referee::play {
namespace {

constexpr int kMaxVoids = 3;

/// Returns all cyclic orders of n agents (agent 0 first). Their sequence lets each agent follow
/// each other one almost equally often, and exactly so after (n-1)! of them.
std::vector<std::vector<int>> balanced_orders(int agents) {
  std::vector<int> order(static_cast<std::size_t>(agents));
  std::iota(order.begin(), order.end(), 0);
  // All (n-1)! cyclic orders are candidates.
  std::vector<std::vector<int>> left;
  do {
    left.push_back(order);
  } while (std::next_permutation(order.begin() + 1, order.end()));

  // A greedy choice balances every prefix of the sequence: next is the order whose pairs of
  // neighbours have occurred least often so far. Equal ones are taken in lexicographic order.
  std::map<std::pair<int, int>, int> behind;
  const auto cost = [&](const std::vector<int>& candidate) {
    int sum = 0;
    for (std::size_t i = 0; i < candidate.size(); ++i) {
      sum += behind[{candidate[i], candidate[(i + 1) % candidate.size()]}];
    }
    return sum;
  };
  std::vector<std::vector<int>> chosen;
  while (!left.empty()) {
    const auto best = std::ranges::min_element(left, {}, cost);
    for (std::size_t i = 0; i < best->size(); ++i)
      ++behind[{(*best)[i], (*best)[(i + 1) % best->size()]}];
    chosen.push_back(*best);
    left.erase(best);
  }
  return chosen;
}

/// Returns balanced_orders(agents). All are made at the first call, which is thread-safe.
const std::vector<std::vector<int>>& cached_orders(int agents) {
  static const std::array<std::vector<std::vector<int>>, rules::kMaxSeats + 1> kOrders = [] {
    std::array<std::vector<std::vector<int>>, rules::kMaxSeats + 1> orders;
    for (int n = 2; n <= rules::kMaxSeats; ++n)
      orders[static_cast<std::size_t>(n)] = balanced_orders(n);
    return orders;
  }();
  return kOrders.at(static_cast<std::size_t>(agents));
}

/// Plays deals [begin, end); keeps what is played until every seating of a deal is there.
class BatchPlayer {
 public:
  BatchPlayer(const LineUp& line_up, protocol::ProcessCache& idle, Window& window,
              std::optional<Window::time_point> until, std::uint64_t begin, std::uint64_t end,
              record::AgentSet absent)
      : line_up_(line_up),
        idle_(idle),
        window_(window),
        until_(until),
        fresh_(std::ranges::any_of(line_up.agents,
                                   [&](const protocol::Agent& agent) {
                                     return protocol::restart_policy(agent, line_up.limits) ==
                                            protocol::RestartPolicy::Game;
                                   })),
        seatings_(line_up.fixed_game ? 1 : line_up.agents.size()),
        games_a_deal_(line_up.mirror ? seatings_ : 1),
        begin_(begin),
        absent_(absent),
        key_rules_(rules_in_key(*line_up.rules, line_up.advice)),
        deals_(end - begin),
        voids_(end - begin) {
    batch_.effort.resize(line_up.agents.size());
  }

  Batch play() {
    // Void deals are played again until all are there, or take() gives up on one.
    for (auto missing = missing_deals(); !missing.empty() && !stop_requested();
         missing = missing_deals())
      play_deals(missing);
    // Deals end in any order; a batch has no gap, so it ends before the first missing deal.
    for (std::size_t i = 0; i < deals_.size() && !deals_[i].empty(); ++i)
      batch_.deals.push_back({begin_ + i, std::move(deals_[i])});
    return std::move(batch_);
  }

 private:
  /// Returns the deals that are not played yet. After the time limit, these are only deals before a
  /// played one, or the first deal.
  [[nodiscard]] std::vector<std::size_t> missing_deals() const {
    std::size_t end = deals_.size();
    // A gap must still be filled, because deals after it would be lost. Deals at the end are not
    // begun.
    if (is_late()) {
      while (end > 1 && deals_[end - 1].empty())
        --end;
    }
    std::vector<std::size_t> missing;
    for (std::size_t i = 0; i < end; ++i) {
      if (deals_[i].empty()) missing.push_back(i);
    }
    return missing;
  }

  [[nodiscard]] bool is_late() const { return until_ && idle_.machine().now() >= *until_; }

  void play_deals(const std::vector<std::size_t>& missing) {
    std::vector<GameSpec> specs;
    specs.reserve(missing.size() * seatings_);
    for (const std::size_t i : missing)
      add_specs(begin_ + i, specs);
    std::vector<GameResult> games;
    games.reserve(specs.size());
    std::string trouble;
    // Agents with a process for each game get a session for each group of games that share dice.
    const std::size_t step = fresh_ ? games_a_deal_ : specs.size();
    for (std::size_t from = 0; from < specs.size(); from += step) {
      const bool begins_deal = from > 0 && from % seatings_ == 0;
      if (stop_requested() || (begins_deal && is_late())) break;
      SessionResult result = play_session(std::span(specs).subspan(from, step));
      if (!result.trouble.empty()) trouble = result.trouble;
      std::ranges::move(result.games, std::back_inserter(games));
    }
    // Games that no session played count as not started.
    games.resize(specs.size());
    for (std::size_t k = 0; k < missing.size(); ++k)
      take(std::span(games).subspan(k * seatings_, seatings_), missing[k], trouble);
  }

  /// Plays the games. After a failure the caller plays deals one by one, which finds the deal that
  /// causes it.
  SessionResult play_session(std::span<const GameSpec> games) {
    SessionResult result = play::play_session(session_options(), games);
    if (!result.trouble.empty()) {
      batch_.troubles.push_back(result.trouble);
      // Idle processes hold memory and process ids, which may be what the machine lacks.
      idle_.end_all();
    }
    batch_.never_ready |= result.never_ready;
    for (std::size_t a = 0; a < batch_.effort.size(); ++a)
      batch_.effort[a] += result.effort[a];
    return result;
  }

  [[nodiscard]] SessionOptions session_options() const {
    SessionOptions options{line_up_};
    if (fresh_ || !batch_.troubles.empty()) options.in_flight = 1;
    options.games_a_deal = games_a_deal_;
    options.window = &window_;
    options.until = until_;
    options.machine = &idle_.machine();
    options.idle = &idle_;
    return options;
  }

  /// The agents at the seats in their order.
  GameSpec fixed_game_spec(const FixedGame& set, std::uint64_t deal) const {
    GameSpec game;
    game.deal = deal;
    game.key = set.key;
    game.agent_seeds = set.agent_seeds;
    game.first = set.first;
    std::iota(game.agent_at.begin(), game.agent_at.end(), std::uint8_t{0});
    game.absent = rules::SeatSet::from_bits(absent_.bits());  // agent a sits in seat a
    game.advised = is_advised(deal);
    return game;
  }

  [[nodiscard]] bool is_advised(std::uint64_t deal) const {
    return line_up_.advice == Advice::Always || (line_up_.advice == Advice::FirstGame && deal == 0);
  }

  /// Returns the key of a deal. It depends on the absent agents: deals are replayed without an
  /// agent that failed, and agents that saw the old dice must not know the new ones.
  [[nodiscard]] record::Key make_key(const record::Seed& seed, std::uint64_t deal,
                                     std::optional<std::uint32_t> seating) const {
    return record::deal_key(seed, key_rules_, line_up_.key_names, deal, seating, absent_);
  }

  /// All games of the deal.
  void add_specs(std::uint64_t deal, std::vector<GameSpec>& specs) const {
    if (line_up_.fixed_game) return specs.push_back(fixed_game_spec(*line_up_.fixed_game, deal));
    // The agents' seeds come from a secret of their own. They reveal nothing about the dice.
    const record::Key own = make_key(line_up_.agent_secret, deal, std::nullopt);
    std::optional<record::Key> mirrored;
    if (line_up_.mirror) mirrored = make_key(line_up_.seed, deal, std::nullopt);
    for (std::uint32_t seating = 0; seating < seatings_; ++seating) {
      const record::Key key = mirrored ? *mirrored : make_key(line_up_.seed, deal, seating);
      specs.push_back(game_spec(deal, seating, key, own));
    }
  }

  /// `own` is what the agents' own seeds are derived from.
  GameSpec game_spec(std::uint64_t deal, std::uint32_t seating, const record::Key& key,
                     const record::Key& own) const {
    GameSpec game;
    game.deal = deal;
    game.seating = static_cast<std::uint8_t>(seating);
    game.key = key;
    // Mirrored games have the same dice at the same seats, so the same seat must begin in all of
    // them.
    if (line_up_.mirror) game.first = 0;
    const auto order = seating_order(static_cast<int>(seatings_), deal, static_cast<int>(seating));
    for (std::size_t seat = 0; seat < order.size(); ++seat) {
      const auto agent = static_cast<std::size_t>(order[seat]);
      game.agent_at[seat] = static_cast<std::uint8_t>(agent);
      game.agent_seeds[seat] = record::agent_seed(
          line_up_.agent_secret, own, seating, line_up_.key_names[agent], static_cast<int>(seat));
      if (absent_.has(agent)) game.absent.add(seat);
    }
    game.advised = is_advised(deal);
    return game;
  }

  /// Keeps a deal that is whole. One that is not is played again.
  void take(std::span<GameResult> games, std::size_t i, const std::string& trouble) {
    const auto has = [&](GameResult::Kind kind) {
      return std::ranges::find(games, kind, &GameResult::kind) != games.end();
    };
    if (has(GameResult::Kind::Void)) {
      ++voids_[i];
      record::log_event("void", {{"deal", begin_ + i},
                                 {"times", voids_[i]},
                                 {"again", voids_[i] < kMaxVoids ? "yes" : "no"},
                                 {"why", trouble}});
    }
    if (voids_[i] == kMaxVoids) {
      throw RepeatedHarnessError("deal " + std::to_string(begin_ + i) + " was void " +
                                 std::to_string(kMaxVoids) + " times; the last time: " + trouble);
    }
    // A deal counts only if all its games were played, so that every agent had the same dice.
    if (has(GameResult::Kind::Void) || has(GameResult::Kind::NotStarted)) return;
    for (GameResult& game : games)
      deals_[i].push_back(std::move(game.record));
  }

  const LineUp& line_up_;
  protocol::ProcessCache& idle_;
  Window& window_;
  std::optional<Window::time_point> until_;
  bool fresh_;
  std::size_t seatings_;
  std::size_t games_a_deal_;
  std::uint64_t begin_;
  record::AgentSet absent_;
  record::KeyRules key_rules_;
  Batch batch_;
  std::vector<std::vector<record::GameRecord>> deals_;  ///< Empty: to be played.
  std::vector<int> voids_;
};

/// A thread's agents, and how many deals of theirs were in flight last.
class DealPlayer {
 public:
  explicit DealPlayer(std::shared_ptr<protocol::SharedProcessPool> room) : idle_(std::move(room)) {}

  Batch play(const LineUp& line_up, std::uint64_t begin, std::uint64_t end, record::AgentSet absent,
             std::optional<std::chrono::nanoseconds> time) {
    assert(begin < end && line_up.key_names.size() == line_up.agents.size());
    std::optional<Window::time_point> until;
    if (time) until = idle_.machine().now() + *time;
    Window window = window_for(line_up);
    Batch batch = BatchPlayer(line_up, idle_, window, until, begin, end, absent).play();
    for (const protocol::Agent& agent : line_up.agents)
      windows_[agent.name] = window.deals();
    // The stop signal may have reached the idle processes, too; none is used again.
    if (stop_requested()) idle_.end_all();
    return batch;
  }

 private:
  Window window_for(const LineUp& line_up) {
    constexpr std::size_t kMostGames = 1024;
    std::size_t first = kMostGames;
    // The number of deals in flight is remembered for each agent, since a line-up is as slow as its
    // slowest agent.
    for (const protocol::Agent& agent : line_up.agents)
      first = std::min(first, windows_.try_emplace(agent.name, 1).first->second);
    return {first, kMostGames};
  }

  protocol::ProcessCache idle_;
  std::map<std::string, std::size_t> windows_;  // by agent; the slowest one's counts
};

}  // namespace

std::vector<int> seating_order(int agents, std::uint64_t deal, int seating) {
  const auto& orders = cached_orders(agents);
  const std::vector<int>& order = orders[static_cast<std::size_t>(deal % orders.size())];
  std::vector<int> result(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    // A rotation moves every agent to another seat but leaves the agent before it the same.
    result[(i + static_cast<std::size_t>(seating)) % order.size()] = order[i];
  }
  return result;
}

std::vector<std::string> agent_names(const LineUp& line_up) {
  std::vector<std::string> names;
  for (const protocol::Agent& agent : line_up.agents)
    names.push_back(agent.name);
  return names;
}

record::KeyRules rules_in_key(const rules::RuleSet& rules, Advice advice) {
  record::KeyRules named = record::key_rules(rules);
  if (advice == Advice::Off) return named;
  named.changed.emplace_back("advice", advice == Advice::Always ? "always" : "first-game");
  std::ranges::sort(named.changed);
  return named;
}

PlayDeals new_deal_player(std::size_t processes, sandbox::Machine& machine) {
  return new_deal_players(1, processes, machine).front();
}

std::vector<PlayDeals> new_deal_players(std::size_t threads, std::size_t processes,
                                        sandbox::Machine& machine) {
  const auto room = std::make_shared<protocol::SharedProcessPool>(machine, processes);
  std::vector<PlayDeals> players;
  for (std::size_t i = 0; i < threads; ++i) {
    players.emplace_back(
        [player = std::make_shared<DealPlayer>(room)](const LineUp& line_up, std::uint64_t begin,
                                                      std::uint64_t end, record::AgentSet absent) {
          return player->play(line_up, begin, end, absent, kBatchTime);
        });
  }
  return players;
}

Batch play_deals(const LineUp& line_up, std::uint64_t begin, std::uint64_t end,
                 record::AgentSet absent) {
  return DealPlayer(std::make_shared<protocol::SharedProcessPool>(sandbox::real_machine(), 0))
      .play(line_up, begin, end, absent, std::nullopt);
}

FaultCount count_faults(const LineUp& line_up, std::span<const DealResult> deals,
                        record::AgentSet absent, std::span<int> faults) {
  FaultCount count{absent, 0};
  for (const DealResult& deal : deals) {
    ++count.used;
    for (const record::GameRecord& game : deal.games) {
      for (const record::Fault& fault : game.faults) {
        const std::size_t agent = game.agent_at[static_cast<std::size_t>(fault.seat)];
        const bool out = ++faults[agent] >= line_up.limits.max_faults ||
                         fault.kind == record::FaultKind::NeverReady;
        if (out) count.absent.add(agent);
      }
    }
    // The following deals must be played again without the agent, so they are not counted.
    if (count.absent != absent) break;
  }
  return count;
}

}  // namespace danno::referee::play
