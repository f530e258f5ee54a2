// Computes the tables of a league from the store.
//
// Rows of unrated agents follow the rated ones: those without a game, then those that never
// started.
#include "leagues/report/table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "leagues/ratings/ratings.hpp"
#include "leagues/report/division_ratings.hpp"

namespace danno::leagues::report {

TableRow unrated_row(const store::StoredAgent& agent, const ratings::AgentTally& tally,
                     const std::optional<Days>& days) {
  TableRow row;
  row.name = agent.shown_name();
  row.full_name = agent.key_name();
  row.author = agent.author;
  row.version = agent.version;
  row.hash = agent.hash;
  row.tally = tally;
  row.days = days;
  return row;
}

void add_rating(TableRow& row, const ratings::AgentRating& rating) {
  row.rank = rating.rank;
  row.rank_low = rating.rank_low;
  row.rank_high = rating.rank_high;
  row.average_opponent = rating.average_opponent;
  row.los_next = rating.los_next;
}

namespace {

/// Ranks rows by falling tournament points. Their range still shows what the games leave open by
/// Elo.
void rank_by_points(std::vector<TableRow>& rows) {
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const bool shares = i > 0 && rows[i].tally.points() == rows[i - 1].tally.points();
    rows[i].rank = shares ? rows[i - 1].rank : static_cast<int>(i) + 1;
    rows[i].rank_low = std::min(rows[i].rank_low, rows[i].rank);
    rows[i].rank_high = std::max(rows[i].rank_high, rows[i].rank);
    rows[i].los_next.reset();  // the next row is not the next by Elo
  }
}

void add_ratings(TableRow& row, const RatedDivision& rated, std::size_t number) {
  add_rating(row, rated.ranking().agents[number]);
  row.rated_by = rated.table.rated_by;
  const ratings::AgentRating& raw = rated.raw.agents[number];
  row.elo = raw.elo;
  row.elo_low = raw.elo_low;
  row.elo_high = raw.elo_high;
  if (!rated.adjusted) return;
  const ratings::AgentRating& adjusted = rated.adjusted->ratings.agents[number];
  const ratings::LuckTotals& luck = rated.adjusted->luck[number];
  row.adjusted =
      AdjustedRating{adjusted.elo, adjusted.elo_low, adjusted.elo_high, luck.mean(), luck.z()};
}

/// Returns the numbers of the rated agents, best first.
std::vector<int> ranking(const store::StoredLeague& league, const RatedDivision& rated) {
  std::vector<int> order = rated.ranking().order;
  if (league.rank_by != store::RankBy::Points) return order;
  std::vector<double> points(order.size());  // by number
  for (std::size_t i = 0; i < league.agents.size(); ++i) {
    const auto found = rated.agents.numbers.find(league.agents[i].id);
    if (found != rated.agents.numbers.end())
      points[static_cast<std::size_t>(found->second)] = rated.tallies[i].points();
  }
  std::ranges::stable_sort(order, std::ranges::greater(),
                           [&](int number) { return points[static_cast<std::size_t>(number)]; });
  return order;
}

/// Returns the rated rows in `order`, then those that have not played yet, then those that never
/// started.
std::vector<TableRow> make_rows(const store::StoredLeague& league, const RatedDivision& rated,
                                const std::vector<int>& order) {
  const auto& [numbers, never_started] = rated.agents;
  std::vector<TableRow> rows(numbers.size());
  std::vector<std::size_t> place(numbers.size());  // by number
  for (std::size_t i = 0; i < order.size(); ++i)
    place[static_cast<std::size_t>(order[i])] = i;
  std::vector<TableRow> last;
  for (std::size_t i = 0; i < league.agents.size(); ++i) {
    const store::StoredAgent& agent = league.agents[i];
    TableRow row = unrated_row(agent, rated.tallies[i], rated.days[i]);
    if (const auto found = numbers.find(agent.id); found != numbers.end()) {
      const auto number = static_cast<std::size_t>(found->second);
      add_ratings(row, rated, number);
      rows[place[number]] = std::move(row);
    } else {
      row.never_ready = never_started.contains(agent.id);
      last.push_back(std::move(row));
    }
  }
  if (league.rank_by == store::RankBy::Points) rank_by_points(rows);
  std::ranges::stable_sort(last, {}, &TableRow::never_ready);
  for (TableRow& row : last) {
    row.rank = row.rank_low = static_cast<int>(numbers.size()) + 1;
    row.rank_high = static_cast<int>(league.agents.size());
  }
  rows.insert(rows.end(), last.begin(), last.end());
  return rows;
}

/// Returns whether all agents can be compared, directly or through others.
bool is_connected(const ratings::Ratings& ratings) {
  return std::ranges::all_of(
      ratings.agents, [](const ratings::AgentRating& rating) { return rating.component == 0; });
}

DivisionTable compute_division(const store::Reader& store, const store::StoredLeague& league,
                               const store::StoredDivision& division, const solver::Watch& watch) {
  const RatedDivision rated = rate_stored_deals(store, league, division, watch);
  DivisionTable table = rated.table;
  table.rules = division.definition->id;
  table.seats = division.seats;
  table.rank_by = league.rank_by;
  table.mirror = division.mirror;
  table.epochs = store.epochs(division);
  table.isolation = store.isolation_levels(division);
  table.isolation_layers = store.isolation_layers(division);
  table.connected = is_connected(rated.raw);
  const std::vector<int> order = ranking(league, rated);
  table.rows = make_rows(league, rated, order);
  if (order.size() <= kMostMeetings)
    table.head_to_head = ratings::HeadToHead(rated.results, rated.raw, order);
  return table;
}

/// Returns how many times as many deals would narrow the raw intervals to the adjusted ones: the
/// median over agents with enough deals. Returns nullopt if no agent has both, or if it is 1.0.
std::optional<double> worth_of_adjustment(const DivisionTable& division) {
  std::vector<double> times;
  for (const TableRow& row : division.rows) {
    if (row.tally.deals < kMinDealsForInterval || !row.adjusted || !row.elo_low || !row.elo_high ||
        !row.adjusted->elo_low || !row.adjusted->elo_high)
      continue;
    const double adjusted = *row.adjusted->elo_high - *row.adjusted->elo_low;
    if (adjusted > 0) times.push_back(std::pow((*row.elo_high - *row.elo_low) / adjusted, 2));
  }
  if (times.empty()) return std::nullopt;
  const auto middle = times.begin() + std::ssize(times) / 2;
  std::ranges::nth_element(times, middle);
  if (*middle < 1.05) return std::nullopt;
  return *middle;
}

/// Returns each known luck in standard errors from 0, with the agent's name, the most unlikely
/// first.
std::vector<std::pair<double, std::string>> known_luck(const DivisionTable& division) {
  std::vector<std::pair<double, std::string>> known;
  for (const TableRow& row : division.rows) {
    if (row.adjusted && row.adjusted->luck_z) known.emplace_back(*row.adjusted->luck_z, row.name);
  }
  std::ranges::stable_sort(known, std::ranges::greater(),
                           [](const auto& one) { return std::abs(one.first); });
  return known;
}

/// The audit of dice and agents: the luck of each agent's own throws, the most unlikely first.
std::vector<Note> luck_notes(const DivisionTable& division) {
  if (!division.not_adjusted.empty()) return {Note("not luck-adjusted: " + division.not_adjusted)};
  constexpr std::size_t kShown = 12;
  const auto known = known_luck(division);
  std::string text;
  for (std::size_t i = 0; i < std::min(known.size(), kShown); ++i)
    text += fmt::format("{}{} {:+.1f}", i == 0 ? "" : ", ", known[i].second, known[i].first);
  if (known.size() > kShown) text += fmt::format(" and {} more", known.size() - kShown);
  std::vector<Note> notes{
      Note(fmt::format("luck of an agent's own throws, in standard errors from 0 (values {}): {}",
                       division.values, text.empty() ? "-" : text),
           "")};
  if (const auto times = worth_of_adjustment(division))
    notes.insert(notes.begin(),
                 Note(fmt::format("adjusted intervals are as narrow as those of {:.1f} times "
                                  "as many deals{}",
                                  *times,
                                  division.seats == 2 ? ""
                                                      : "; each pair at a table is adjusted "
                                                        "by the values of the game of two")));
  for (const auto& [z, name] : known) {
    if (std::abs(z) <= ratings::kSuspiciousZ) continue;
    notes.emplace_back(fmt::format(
        "SUSPICIOUS: {} is {:+.1f} standard errors luckier than fair, unknown dice allow", name,
        z));
  }
  return notes;
}

/// Returns whose mean is 0. Agents that won or lost everything do not count, unless all did.
std::string name_of_zero(const DivisionTable& division) {
  const auto outside = [](const TableRow& row) {
    return row.rating().low.has_value() != row.rating().high.has_value();
  };
  const auto inside = [](const TableRow& row) { return row.rating().low && row.rating().high; };
  return std::ranges::any_of(division.rows, outside) && std::ranges::any_of(division.rows, inside)
             ? "the agents that have two bounds"
             : "the pool";
}

/// Says which rating ranks, and what the other one is.
void add_rating_notes(const DivisionTable& division, std::vector<Note>& notes) {
  const std::string zero = name_of_zero(division);
  if (division.rated_by == RatedBy::Adjusted) {
    notes.emplace_back(
        fmt::format("Elo: {} with the luck of the dice taken out, beta cross-fitted by deal; prior "
                    "0.05, 0 = mean of {}; ±: 95 % against that mean, clustered by deal",
                    ratings::kBradleyTerry.title, zero),
        fmt::format("Elo: with the luck of the dice taken out, 0 = mean of {}, ±: 95 %", zero));
    notes.emplace_back(
        fmt::format("raw: {} of the results as they fell, prior 0.5", division.rating->title),
        "raw: by the results as they fell");
    return;
  }
  notes.emplace_back(fmt::format("Elo: {}, prior 0.5, 0 = mean of {}; ±: 95 % against that mean, "
                                 "clustered by deal",
                                 division.rating->title, zero),
                     fmt::format("Elo: 0 = mean of {}, ±: 95 %", zero));
  if (!has_adjusted(division)) return;
  notes.emplace_back(fmt::format("adjusted: {} with the luck of the dice taken out, beta "
                                 "cross-fitted by deal; nothing else follows it",
                                 ratings::kBradleyTerry.title),
                     "adjusted: with the luck of the dice taken out");
}

/// Returns the seeds of a division, or what is known of secret ones.
std::string commitments(const DivisionTable& division) {
  std::string text;
  for (const store::Epoch& epoch : division.epochs)
    text += (text.empty() ? "" : "; ") + format_epoch(epoch);
  return text.empty() ? "none thrown yet" : text;
}

}  // namespace

LeagueTable compute_table(const store::Reader& store, const solver::Watch& watch) {
  const store::StoredLeague league = store.league();
  LeagueTable table{league.name, store.digests(), {}};
  for (const store::StoredDivision& division : league.divisions)
    table.divisions.push_back(compute_division(store, league, division, watch));
  return table;
}

std::string format_signed(double value, int decimals) {
  const double unit = std::pow(10, decimals);
  return fmt::format("{:+.{}f}", std::nearbyint(value * unit) / unit + 0.0, decimals);
}

EloInterval EloInterval::reliable() const {
  return is_unreliable() ? EloInterval{elo, {}, {}, deals, fewest} : *this;
}

EloInterval elo_interval(const ratings::AgentRating& rating) {
  return {rating.elo, rating.elo_low, rating.elo_high, rating.deals};
}

std::string format_elo(const EloInterval& rating, int decimals) {
  const auto& [elo, low, high, deals, fewest] = rating;
  if (rating.is_unreliable()) return format_signed(*elo, decimals) + ", too few deals";
  if (elo && low && high)
    return fmt::format("{} ±{:.{}f}", format_signed(*elo, decimals), (*high - *low) / 2, decimals);
  if (low && !high) return "≥ " + format_signed(*low, decimals);
  if (high && !low) return "≤ " + format_signed(*high, decimals);
  return "-";
}

std::string format_ranks(int low, int high) {
  return low == high ? std::to_string(low) : fmt::format("{}-{}", low, high);
}

std::string format_epoch(const store::Epoch& epoch) {
  if (epoch.open) return fmt::format("open seed '{}'", epoch.seed);
  if (epoch.revealed)
    return fmt::format("seed {} (committed to as SHA-256 {})", epoch.seed, epoch.commitment);
  return fmt::format("secret seed, committed to as SHA-256 {}", epoch.commitment);
}

std::string format_faults(const ratings::AgentTally& tally) {
  std::string text;
  for (const auto& [kind, count] : tally.faults)
    text +=
        fmt::format("{}{} {}", text.empty() ? "" : ", ", referee::record::to_string(kind), count);
  return text.empty() ? "-" : text;
}

std::string_view to_string(RatedBy rated_by) {
  return rated_by == RatedBy::Adjusted ? "adjusted" : "raw";
}

EloInterval TableRow::adjusted_rating() const {
  if (!adjusted) return {};
  return {adjusted->elo, adjusted->elo_low, adjusted->elo_high, tally.deals};
}

EloInterval TableRow::rating() const {
  return rated_by == RatedBy::Raw ? raw_rating() : adjusted_rating();
}

EloInterval TableRow::other_rating() const {
  return rated_by == RatedBy::Raw ? adjusted_rating() : raw_rating();
}

bool has_adjusted(const DivisionTable& division) {
  return std::ranges::any_of(division.rows,
                             [](const TableRow& row) { return row.adjusted.has_value(); });
}

bool has_decided(const DivisionTable& division) {
  return std::ranges::any_of(division.rows,
                             [](const TableRow& row) { return row.decided.has_value(); });
}

std::vector<Note> table_notes(const DivisionTable& division) {
  std::vector<Note> notes;
  notes.emplace_back(fmt::format("{} of {} games, {} seats, {} dice", division.games,
                                 division.games_planned, division.seats,
                                 division.mirror ? "mirrored" : "independent"));
  if (division.games_advised > 0) {
    notes.emplace_back(
        fmt::format("{} of the games were played with advice: neither rated nor counted",
                    division.games_advised));
  }
  add_rating_notes(division, notes);
  if (!division.rating_failed.empty())
    notes.emplace_back("not rated by the league's model: " + division.rating_failed);
  notes.emplace_back(
      "range: ranks that the games leave open; opponents: their mean Elo; LOS: chance to be better "
      "than the next",
      "");
  if (has_decided(division)) {
    notes.emplace_back(
        "decided: the ranks that are still possible in the whole season, from pairs whose order is "
        "final once it is stated; wrong in at most 5 % of seasons, however often one looks",
        "decided: ranks still possible in the whole season, 95 %");
  }
  std::ranges::move(luck_notes(division), std::back_inserter(notes));
  if (division.rank_by == store::RankBy::Points)
    notes.emplace_back("ranked by tournament points per game");
  if (std::ranges::count(division.rows, true, &TableRow::never_ready) > 0)
    notes.emplace_back(
        "an agent that is never-ready never started; games against it are not rated");
  if (!division.connected)
    notes.emplace_back(
        "some agents never met, not even indirectly: their ratings cannot be compared");
  notes.emplace_back("dice: " + commitments(division), "");
  if (division.isolation_layers.empty()) notes.emplace_back("isolation: -");
  for (const std::string& layers : division.isolation_layers)
    notes.emplace_back("isolation " + layers, "isolation " + layers.substr(0, layers.find(':')));
  return notes;
}

}  // namespace danno::leagues::report
