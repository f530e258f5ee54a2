#include "referee/play/line_up.hpp"

#include <algorithm>
#include <cassert>
#include <map>
#include <numeric>
#include <stdexcept>

namespace danno::referee {
namespace {

constexpr int kMaxVoids = 3;
/// Of one line-up: with more, each seating's agents go when it has been played.
constexpr std::size_t kMostKeptProcesses = 16;

/// All cyclic orders of n agents (agent 0 first), each next one chosen so that who follows whom
/// stays as even as can be: exactly even after (n-1)! of them, nearly so before.
std::vector<std::vector<int>> balanced_orders(int agents) {
  std::vector<int> order(static_cast<std::size_t>(agents));
  std::iota(order.begin(), order.end(), 0);
  std::vector<std::vector<int>> left;
  do {
    left.push_back(order);
  } while (std::next_permutation(order.begin() + 1, order.end()));

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

const std::vector<std::vector<int>>& orders_of(int agents) {
  static const std::array<std::vector<std::vector<int>>, rules::kMaxSeats + 1> kOrders = [] {
    std::array<std::vector<std::vector<int>>, rules::kMaxSeats + 1> orders;
    for (int n = 2; n <= rules::kMaxSeats; ++n)
      orders[static_cast<std::size_t>(n)] = balanced_orders(n);
    return orders;
  }();
  return kOrders.at(static_cast<std::size_t>(agents));
}

}  // namespace

/// The agents of a line-up in their seatings, from batch to batch.
class Seatings {
 public:
  explicit Seatings(const LineUp& line_up) : line_up_(line_up), sessions_(line_up.agents.size()) {}

  [[nodiscard]] const LineUp& line_up() const { return line_up_; }
  [[nodiscard]] std::size_t size() const { return sessions_.size(); }

  SessionResult play(std::span<const GameOrder> games, std::size_t seating, int in_flight) {
    if (!stay(in_flight)) return Session(order_for(seating, in_flight)).play(games);
    std::unique_ptr<Session>& session = sessions_[seating];
    if (!session) session = std::make_unique<Session>(order_for(seating, in_flight));
    SessionResult result = session->play(games);
    if (session->over()) session.reset();
    return result;
  }

 private:
  [[nodiscard]] bool stay(int in_flight) const {
    return !line_up_.fresh && in_flight == line_up_.in_flight &&
           size() * size() <= kMostKeptProcesses;
  }

  [[nodiscard]] SessionOrder order_for(std::size_t seating, int in_flight) const {
    SessionOrder order;
    order.rules = line_up_.rules;
    order.agents = line_up_.agents;
    order.seating = static_cast<std::uint8_t>(seating);
    order.limits = line_up_.limits;
    order.in_flight = in_flight;
    order.exact_clock = line_up_.exact_clock;
    return order;
  }

  const LineUp& line_up_;
  std::vector<std::unique_ptr<Session>> sessions_;
};

namespace {

/// Plays deals [begin, end); keeps what is played until every seating of a deal is there.
class BatchPlayer {
 public:
  BatchPlayer(Seatings& seatings, std::uint64_t begin, std::uint64_t end, std::uint8_t absent)
      : players_(seatings),
        line_up_(seatings.line_up()),
        begin_(begin),
        absent_(absent),
        seatings_(seatings.size()) {
    batch_.cpu.resize(line_up_.agents.size());
    games_.resize(end - begin);
    voids_.resize(end - begin);
    for (auto& deal : games_)
      deal.resize(seatings_);
  }

  Batch play() {
    for (std::size_t seating = 0; seating < seatings_ && !stop_requested(); ++seating) {
      play_seating(seating, line_up_.in_flight);
    }
    // Deals that became void lose all their games; they are played again from the first seating on.
    while (!stop_requested() &&
           std::ranges::any_of(games_, [](const auto& deal) { return !whole(deal); })) {
      for (std::size_t seating = 0; seating < seatings_ && !stop_requested(); ++seating)
        play_seating(seating, 1);
    }
    for (std::size_t i = 0; i < games_.size(); ++i) {
      if (!whole(games_[i])) break;
      DealResult deal;
      deal.deal = begin_ + i;
      for (auto& game : games_[i])
        deal.games.push_back(std::move(*game));
      batch_.deals.push_back(std::move(deal));
    }
    return std::move(batch_);
  }

 private:
  using Deal = std::vector<std::optional<GameRecord>>;
  static bool whole(const Deal& deal) {
    return std::ranges::all_of(deal, [](const auto& game) { return game.has_value(); });
  }

  void play_seating(std::size_t seating, int in_flight) {
    std::vector<std::size_t> missing;
    for (std::size_t i = 0; i < games_.size(); ++i) {
      if (!games_[i][seating]) missing.push_back(i);
    }
    if (!line_up_.fresh) return play_sessions(std::move(missing), seating, in_flight);
    for (const std::size_t i : missing)
      play_sessions({i}, seating, 1);
  }

  /// Sessions until these games are played or their deals void; after an unattributed fault the
  /// rest goes on with one game in flight.
  void play_sessions(std::vector<std::size_t> again, std::size_t seating, int in_flight) {
    while (!again.empty() && !stop_requested()) {
      std::vector<GameOrder> games;
      games.reserve(again.size());
      for (const std::size_t i : again)
        games.push_back(game_order(begin_ + i, seating));
      SessionResult result = players_.play(games, seating, in_flight);
      again = take(result, again, seating, in_flight);
    }
  }

  GameOrder game_order(std::uint64_t deal, std::size_t seating) const {
    const auto number = static_cast<std::uint32_t>(seating);
    const std::string_view rules = line_up_.rules->id();
    GameOrder game;
    game.deal = deal;
    game.key = line_up_.mirror ? deal_key(line_up_.seed, rules, line_up_.key_names, deal)
                               : deal_key(line_up_.seed, rules, line_up_.key_names, deal, number);
    if (line_up_.mirror) game.first = 0;
    const auto order = seating_order(static_cast<int>(seatings_), deal, static_cast<int>(seating));
    for (std::size_t seat = 0; seat < order.size(); ++seat) {
      const auto agent = static_cast<std::size_t>(order[seat]);
      game.agent_at[seat] = static_cast<std::uint8_t>(agent);
      game.agent_seeds[seat] = agent_seed(line_up_.seed, game.key, number,
                                          line_up_.key_names[agent], static_cast<int>(seat));
      if (((absent_ >> agent) & 1U) != 0)
        game.absent = static_cast<std::uint8_t>(game.absent | (1U << seat));
    }
    game.advised =
        line_up_.advice == Advice::Always || (line_up_.advice == Advice::FirstGame && deal == 0);
    return game;
  }

  /// Keeps what was played; returns the deals whose game of this seating is still to be played.
  std::vector<std::size_t> take(SessionResult& result, const std::vector<std::size_t>& deals,
                                std::size_t seating, int& in_flight) {
    batch_.never_ready = static_cast<std::uint8_t>(batch_.never_ready | result.never_ready);
    for (std::size_t a = 0; a < batch_.cpu.size(); ++a)
      batch_.cpu[a] += result.cpu[a];
    std::vector<std::size_t> again;
    for (std::size_t k = 0; k < deals.size(); ++k) {
      const std::size_t i = deals[k];
      switch (result.games[k].kind) {
        case GameResult::Kind::Played:
          games_[i][seating] = std::move(result.games[k].record);
          break;
        case GameResult::Kind::Void:
          make_void(i, result.trouble);
          break;
        case GameResult::Kind::Unattributed:
          in_flight = 1;
          [[fallthrough]];
        case GameResult::Kind::NotStarted:
          again.push_back(i);
          break;
      }
    }
    return again;
  }

  void make_void(std::size_t i, const std::string& trouble) {
    if (++voids_[i] == kMaxVoids) {
      throw Broken("deal " + std::to_string(begin_ + i) + " was void " + std::to_string(kMaxVoids) +
                   " times; the last time: " + trouble);
    }
    for (auto& game : games_[i])
      game.reset();
  }

  Seatings& players_;
  const LineUp& line_up_;
  std::uint64_t begin_;
  std::uint8_t absent_;
  std::size_t seatings_;
  Batch batch_;
  std::vector<Deal> games_;
  std::vector<int> voids_;
};

}  // namespace

std::vector<int> seating_order(int agents, std::uint64_t deal, int seating) {
  const auto& orders = orders_of(agents);
  const std::vector<int>& order = orders[static_cast<std::size_t>(deal % orders.size())];
  std::vector<int> result(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    result[(i + static_cast<std::size_t>(seating)) % order.size()] = order[i];
  }
  return result;
}

DealPlayer::DealPlayer() = default;
DealPlayer::~DealPlayer() = default;
DealPlayer::DealPlayer(const DealPlayer& /*other*/) {}

Batch DealPlayer::operator()(const LineUp& line_up, std::uint64_t begin, std::uint64_t end,
                             std::uint8_t absent) {
  assert(begin < end && line_up.key_names.size() == line_up.agents.size());
  if (!seatings_ || &seatings_->line_up() != &line_up) {
    seatings_.reset();  // first goodbye, then others
    seatings_ = std::make_unique<Seatings>(line_up);
  }
  return BatchPlayer(*seatings_, begin, end, absent).play();
}

Batch play_deals(const LineUp& line_up, std::uint64_t begin, std::uint64_t end,
                 std::uint8_t absent) {
  return DealPlayer()(line_up, begin, end, absent);
}

FaultCount count_faults(const LineUp& line_up, std::span<const DealResult> deals,
                        std::uint8_t absent, std::span<int> faults) {
  FaultCount count{absent, 0};
  for (const DealResult& deal : deals) {
    ++count.used;
    for (const GameRecord& game : deal.games) {
      for (const Fault& fault : game.faults) {
        const std::size_t agent = game.agent_at[static_cast<std::size_t>(fault.seat)];
        const bool out =
            ++faults[agent] >= line_up.limits.max_faults || fault.kind == FaultKind::NeverReady;
        if (out) count.absent = static_cast<std::uint8_t>(count.absent | (1U << agent));
      }
    }
    if (count.absent != absent) break;
  }
  return count;
}

}  // namespace danno::referee
