#include "leagues/ratings/results.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstring>
#include <functional>
#include <limits>
#include <numeric>
#include <tuple>

#include "leagues/ratings/score_sheet.hpp"

namespace danno::leagues::ratings {

namespace {

/// Returns the place of a pair i < j in a packed lower triangle.
std::size_t pair_index(int i, int j) {
  assert(0 <= i && i < j);
  const auto row = static_cast<std::size_t>(j);
  return row * (row - 1) / 2 + static_cast<std::size_t>(i);
}

/// The key of a line-up: for every distinct table its size, its games and its agents, sorted.
void make_key(auto& seated, std::vector<std::int32_t>& key) {
  std::ranges::sort(seated, [](const auto& a, const auto& b) {
    return a.size() != b.size() ? a.size() < b.size() : a < b;
  });
  key.clear();
  for (std::size_t table = 0; table < seated.size();) {
    const std::size_t first = table;
    while (table < seated.size() && seated[table] == seated[first]) {
      ++table;
    }
    key.push_back(static_cast<std::int32_t>(seated[first].size()));
    key.push_back(static_cast<std::int32_t>(table - first));
    key.insert(key.end(), seated[first].begin(), seated[first].end());
  }
}

/// One score a table size and agent, sorted.
void sum_by_coordinate(auto& scores) {
  const auto coordinate = [](const auto& score) { return std::tie(score.table_size, score.agent); };
  std::ranges::sort(scores, {}, coordinate);
  std::size_t count = 0;
  for (const auto score : scores) {
    if (count > 0 && coordinate(scores[count - 1]) == coordinate(score)) {
      scores[count - 1].y += score.y;
    } else {
      scores[count++] = score;
    }
  }
  scores.resize(count);
}

}  // namespace

std::string_view Interner::operator[](std::uint32_t number) const {
  assert(number < ends_.size());
  const std::size_t begin = number == 0 ? 0 : ends_[number - 1];
  return {bytes_.data() + begin, ends_[number] - begin};
}

// Open addressing with linear probing; a table at most half full keeps the probes short.
std::uint32_t Interner::intern(std::string_view bytes) {
  if (2 * (ends_.size() + 1) > slots_.size()) {
    grow();
  }
  const std::size_t mask = slots_.size() - 1;
  std::size_t slot = std::hash<std::string_view>{}(bytes)&mask;
  while (slots_[slot] != 0 && (*this)[slots_[slot] - 1] != bytes) {
    slot = (slot + 1) & mask;
  }
  if (slots_[slot] == 0) {
    assert(ends_.size() < std::numeric_limits<std::uint32_t>::max() - 1);
    bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
    ends_.push_back(bytes_.size());
    slots_[slot] = static_cast<std::uint32_t>(ends_.size());
  }
  return slots_[slot] - 1;
}

void Interner::grow() {
  slots_.assign(slots_.empty() ? 16 : 2 * slots_.size(), 0);
  const std::size_t mask = slots_.size() - 1;
  for (std::uint32_t number = 0; number < size(); ++number) {
    std::size_t slot = std::hash<std::string_view>{}((*this)[number]) & mask;
    while (slots_[slot] != 0) {
      slot = (slot + 1) & mask;
    }
    slots_[slot] = number + 1;
  }
}

PairScore score_of_places(int own, int other) { return half_points(own, other) * (kPairWin / 2); }

void GameList::add(std::span<const int> game_players, std::span<const int> game_places) {
  players.insert(players.end(), game_players.begin(), game_players.end());
  places.insert(places.end(), game_places.begin(), game_places.end());
  ends.push_back(players.size());
}

RankedGame GameList::game(std::size_t number) const {
  const std::size_t begin = number == 0 ? 0 : ends[number - 1];
  const std::size_t count = ends[number] - begin;
  return {.players = {players.data() + begin, count}, .places = {places.data() + begin, count}};
}

Results::Results(int agents, Needs needs) : agents_(agents), needs_(needs), sizes_(kMaxTable + 1) {
  assert(agents >= 0);
}

const PlayedGames& Results::played() const {
  assert(needs_ == Needs::Games);
  return played_;
}

void Results::add_deal(std::span<const RankedGame> games) {
  assert(!games.empty());
  entries_.clear();
  scores_.clear();
  seated_.resize(games.size());
  for (std::size_t game = 0; game < games.size(); ++game) {
    seated_[game].assign(games[game].players.begin(), games[game].players.end());
    std::ranges::sort(seated_[game]);
    add_game(games[game]);
    if (needs_ == Needs::Games) played_.add(games[game].players, games[game].places);
  }
  if (needs_ == Needs::Games) played_.deals.push_back(played_.ends.size());
  close_pairs();
  close_line_up();
  ++deals_;
}

void Results::add_game(const RankedGame& game) {
  const std::size_t size = game.players.size();
  assert(2 <= size && size <= static_cast<std::size_t>(kMaxTable) && size == game.places.size());
  assert(game.adjusted.empty() || game.adjusted.size() == size * (size - 1) / 2);
  Size& totals = size_totals(size);
  const auto table_size = static_cast<std::int32_t>(size);
  const auto winners = std::ranges::count(game.places, 1);
  std::size_t pair = 0;
  for (std::size_t a = 0; a < size; ++a) {
    const int agent = game.players[a];
    assert(0 <= agent && agent < agents_);
    AgentTotals& own = totals.agents[static_cast<std::size_t>(agent)];
    ++own.games;
    own.wins += game.places[a] == 1 ? kPairWin / winners : 0;
    for (std::size_t b = a + 1; b < size; ++b, ++pair) {
      const PairScore score = game.adjusted.empty()
                                  ? score_of_places(game.places[a], game.places[b])
                                  : game.adjusted[pair];
      const int other = game.players[b];
      assert(other != agent);
      own.score += score;
      totals.agents[static_cast<std::size_t>(other)].score += kPairWin - score;
      const bool tied = game.places[a] == game.places[b];
      const int halves = half_points(game.places[a], game.places[b]);
      const auto [low, high] = std::minmax(agent, other);
      entries_.push_back(
          low == agent ? PairEntry{table_size, low, high, score, halves, tied}
                       : PairEntry{table_size, low, high, kPairWin - score, 2 - halves, tied});
      scores_.push_back({table_size, agent, score - kPairWin / 2});
      scores_.push_back({table_size, other, kPairWin / 2 - score});
    }
  }
}

// The tables are allocated with the first game of their size, as most leagues have one size.
Results::Size& Results::size_totals(std::size_t table_size) {
  Size& totals = sizes_[table_size];
  if (totals.agents.empty()) {
    const auto n = static_cast<std::size_t>(agents_);
    totals.agents.resize(n);
    totals.pairs.resize(n * (n - 1) / 2);
  }
  return totals;
}

// The games of a deal belong together: squares are of the pair's score in the whole deal, so its
// entries are added up first.
void Results::close_pairs() {
  const auto same = [](const PairEntry& entry) {
    return std::tie(entry.table_size, entry.i, entry.j);
  };
  std::ranges::sort(entries_, {}, same);
  for (std::size_t begin = 0; begin < entries_.size();) {
    std::int64_t m = 0;
    std::int64_t ties = 0;
    std::int64_t score = 0;
    std::int64_t halves = 0;
    const PairEntry& first = entries_[begin];
    for (; begin < entries_.size() && same(entries_[begin]) == same(first); ++begin) {
      ++m;
      ties += entries_[begin].tied ? 1 : 0;
      score += entries_[begin].score;
      halves += entries_[begin].halves;
    }
    const std::int64_t y = score - m * (kPairWin / 2);
    PairTotals& totals =
        sizes_[static_cast<std::size_t>(first.table_size)].pairs[pair_index(first.i, first.j)];
    totals.games += m;
    totals.ties += ties;
    totals.score += score;
    totals.halves += halves;
    totals.m_squared += m * m;
    totals.ym += y * m;
    totals.y_squared += Int128{y} * y;
  }
}

// One deal is its own product, so the products of the first are made up when a second comes.
void Results::ensure_products(Moments& moments, std::size_t count) {
  if (moments.products != kNone) return;
  moments.products = products_.size();
  for (std::size_t a = 0; a < count; ++a) {
    for (std::size_t b = 0; b <= a; ++b)
      products_.push_back(Int128{sums_[moments.sums + a]} * sums_[moments.sums + b]);
  }
}

// Line-ups that met at the same tables share their moments, so memory does not grow with the deals.
void Results::add_moments(std::int64_t deals, std::size_t count, const auto& sum,
                          const auto& product) {
  const std::uint32_t number = keys_.intern(
      {reinterpret_cast<const char*>(key_.data()), key_.size() * sizeof(std::int32_t)});
  if (number == moments_.size()) {
    moments_.push_back({.sums = sums_.size()});
    sums_.resize(sums_.size() + count);
  }
  Moments& moments = moments_[number];
  if (moments.deals + deals > 1) ensure_products(moments, count);
  std::size_t place = moments.products;
  for (std::size_t a = 0; a < count; ++a) {
    sums_[moments.sums + a] += sum(a);
    for (std::size_t b = 0; b <= a && place != kNone; ++b, ++place)
      products_[place] += product(a, b);
  }
  moments.deals += deals;
}

void Results::close_line_up() {
  make_key(seated_, key_);
  sum_by_coordinate(scores_);
  add_moments(
      1, scores_.size(), [&](std::size_t a) { return scores_[a].y; },
      [&](std::size_t a, std::size_t b) { return Int128{scores_[a].y} * scores_[b].y; });
}

void Results::add_deals(const SummedDeals& deals) {
  const std::size_t size = deals.players.size();
  assert(needs_ != Needs::Games && deals.deals > 0 && deals.games > 0);
  assert(2 <= size && size <= static_cast<std::size_t>(kMaxTable));
  assert(deals.firsts.empty() || deals.firsts.size() == size * size);
  assert(deals.scores.size() == size * (size - 1) / 2);
  assert(deals.ties.empty() || deals.ties.size() == deals.scores.size());
  assert(deals.halves.empty() || deals.halves.size() == deals.scores.size());
  assert(deals.squares.size() == deals.scores.size());
  assert(deals.products.size() == size * (size + 1) / 2);
  add_totals(deals);
  add_line_up(deals);
  deals_ += deals.deals;
}

void Results::add_totals(const SummedDeals& deals) {
  const std::size_t size = deals.players.size();
  const std::int64_t games = deals.deals * deals.games;
  Size& totals = size_totals(size);
  for (std::size_t a = 0, pair = 0; a < size; ++a) {
    const int agent = deals.players[a];
    assert(0 <= agent && agent < agents_);
    AgentTotals& own = totals.agents[static_cast<std::size_t>(agent)];
    own.games += games;
    // A first place that i others share counts 1/(i + 1).
    for (std::size_t i = 0; i < size && !deals.firsts.empty(); ++i)
      own.wins += deals.firsts[a * size + i] * (kPairWin / static_cast<std::int64_t>(i + 1));
    for (std::size_t b = a + 1; b < size; ++b, ++pair)
      add_pair(deals, pair, agent, deals.players[b], totals);
  }
}

/// Adds the scores of the first agent of a pair against the other.
void Results::add_pair(const SummedDeals& deals, std::size_t pair, int agent, int other,
                       Size& totals) {
  assert(other != agent);
  const std::int64_t games = deals.deals * deals.games;
  const PairScore score = deals.scores[pair];
  totals.agents[static_cast<std::size_t>(agent)].score += score;
  totals.agents[static_cast<std::size_t>(other)].score += games * kPairWin - score;
  const auto [low, high] = std::minmax(agent, other);
  PairTotals& both = totals.pairs[pair_index(low, high)];
  const PairScore lower = low == agent ? score : games * kPairWin - score;
  both.games += games;
  if (!deals.ties.empty()) both.ties += deals.ties[pair];
  both.score += lower;
  const std::int64_t halves = deals.halves.empty() ? score / (kPairWin / 2) : deals.halves[pair];
  both.halves += low == agent ? halves : 2 * games - halves;
  both.m_squared += games * deals.games;
  both.ym += (lower - games * (kPairWin / 2)) * deals.games;
  both.y_squared += deals.squares[pair];
}

void Results::add_line_up(const SummedDeals& deals) {
  const std::size_t size = deals.players.size();
  std::array<std::size_t, kMaxTable> places;  // room: this is called for every block of a league
  const std::span order = std::span(places).first(size);  // players by number, as coordinates stand
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&](std::size_t i) { return deals.players[i]; });
  // The same key as make_key() gives for one table.
  key_ = {static_cast<std::int32_t>(size), static_cast<std::int32_t>(deals.games)};
  for (const std::size_t i : order)
    key_.push_back(deals.players[i]);
  std::array<std::int64_t, kMaxTable> y{};
  for (std::size_t a = 0, pair = 0; a < size; ++a) {
    for (std::size_t b = a + 1; b < size; ++b, ++pair) {
      const std::int64_t over = deals.scores[pair] - deals.deals * deals.games * (kPairWin / 2);
      y[a] += over;
      y[b] -= over;
    }
  }
  // `products` of the caller are indexed by player, those here by agent number.
  add_moments(
      deals.deals, size, [&](std::size_t a) { return y[order[a]]; },
      [&](std::size_t a, std::size_t b) {
        const auto [low, high] = std::minmax(order[a], order[b]);
        return deals.products[high * (high + 1) / 2 + low];
      });
}

std::vector<int> Results::table_sizes() const {
  std::vector<int> sizes;
  for (int size = 0; size <= kMaxTable; ++size) {
    if (!sizes_[static_cast<std::size_t>(size)].agents.empty()) {
      sizes.push_back(size);
    }
  }
  return sizes;
}

const AgentTotals& Results::agent(int table_size, int agent) const {
  return sizes_[static_cast<std::size_t>(table_size)].agents[static_cast<std::size_t>(agent)];
}

const PairTotals& Results::pair(int table_size, int i, int j) const {
  return sizes_[static_cast<std::size_t>(table_size)].pairs[pair_index(i, j)];
}

void Results::read_line_up(std::uint32_t number, LineUpMoments& line_up) const {
  const std::string_view bytes = keys_[number];
  const Moments& moments = moments_[number];
  line_up.tables.clear();
  line_up.coordinates.clear();
  line_up.key.resize(bytes.size() / sizeof(std::int32_t));
  std::memcpy(line_up.key.data(), bytes.data(), bytes.size());
  const std::span<const std::int32_t> key = line_up.key;
  for (std::size_t at = 0; at < key.size();) {
    const auto size = static_cast<std::size_t>(key[at]);
    line_up.tables.push_back({key[at + 1], key.subspan(at + 2, size)});
    for (const std::int32_t agent : line_up.tables.back().agents) {
      line_up.coordinates.push_back({key[at], agent});
    }
    at += 2 + size;
  }
  // An agent that sits at several tables of a size has one coordinate for all of them.
  if (line_up.tables.size() > 1) {
    const auto by = [](const LineUpMoments::Coordinate& c) {
      return std::tie(c.table_size, c.agent);
    };
    std::ranges::sort(line_up.coordinates, {}, by);
    const auto same = [&by](const auto& a, const auto& b) { return by(a) == by(b); };
    auto& all = line_up.coordinates;
    all.erase(std::unique(all.begin(), all.end(), same), all.end());
  }
  const std::size_t count = line_up.coordinates.size();
  line_up.deals = moments.deals;
  line_up.sums = {sums_.data() + moments.sums, count};
  line_up.products = {};
  if (moments.products != kNone) {
    line_up.products = {products_.data() + moments.products, count * (count + 1) / 2};
  }
}

}  // namespace danno::leagues::ratings
