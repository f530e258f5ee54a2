// Tunes the parameters of an agent by races of points in their space, each around the points that
// the one before kept. The gain over the unchanged agent is measured at the end. All deals lie in
// one store (commands/gate/resumable_gauntlet.hpp), and all candidates have the dice of one name.
// So a run that was interrupted replays its races from the stored deals, takes the same decisions,
// and continues.
#include "leagues/commands/tune/tune.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <set>

#include "leagues/commands/gate/gate.hpp"
#include "leagues/entrants/hints.hpp"
#include "leagues/runner/fault_files.hpp"
#include "referee/play/line_up.hpp"
#include "referee/protocol/report.hpp"
#include "referee/record/evidence.hpp"

namespace danno::leagues::commands::tune {
namespace {

using referee::play::DealResult;
using referee::record::GameRecord;

/// The share of the other agents of a game that this one beat; a shared place is half.
double score_in(const GameRecord& game, std::size_t candidate) {
  return static_cast<double>(gate::candidate_halves(game, candidate)) / (2.0 * (game.seats - 1));
}

/// Returns the scores of the line-up's agent `candidate`; without luck if `luck` is null.
std::vector<DealScore> deal_scores(std::span<const referee::play::DealResult> deals,
                                   std::size_t candidate, ratings::LuckOfGames* luck) {
  std::vector<double> lucks(deals.size());
  if (luck != nullptr && !deals.empty()) lucks = ratings::luck_of_deals(*luck, deals, candidate);
  std::vector<DealScore> scores;
  for (std::size_t i = 0; i < deals.size(); ++i) {
    DealScore& score = scores.emplace_back(DealScore{0, lucks[i]});
    for (const GameRecord& game : deals[i].games)
      score.score += score_in(game, candidate) / static_cast<double>(deals[i].games.size());
  }
  return scores;
}

/// The first deals of all: a candidate that hangs in every game is found out by few.
constexpr std::uint64_t kWarmUp = 2;
/// Deals between two looks, at least.
constexpr std::uint64_t kLeastStage = 50;
/// Deals whose luck is computed at a time.
constexpr std::size_t kDealsAtOnce = 256;

/// Returns what an agent wrote on stderr, or what it printed on stdout if that is nothing.
std::vector<std::string> written_lines(const referee::record::Evidence& evidence) {
  std::vector<std::string> lines = evidence.stderr_lines;
  if (!lines.empty()) return lines;
  for (const auto& [stream, text] : referee::protocol::output_lines(evidence)) {
    if (stream == "stdout") lines.push_back(text);
  }
  return lines;
}

/// Returns a fault in words, with the most informative line of what the agent wrote.
std::string describe_fault(const referee::record::Fault& fault) {
  const std::string line =
      fault.evidence ? entrants::most_informative_line(written_lines(*fault.evidence)) : "";
  return fmt::format("{}: {}{}{}", to_string(fault.kind), describe(fault.cause),
                     line.empty() ? "" : "; ", line);
}

/// Returns the first fault of an agent in these deals in words; an empty text if it has no fault.
std::string first_fault(std::span<const DealResult> deals, std::size_t agent) {
  for (const DealResult& deal : deals) {
    for (const referee::record::GameRecord& game : deal.games) {
      for (const referee::record::Fault& fault : game.faults) {
        if (game.agent_at[static_cast<std::size_t>(fault.seat)] == agent)
          return describe_fault(fault);
      }
    }
  }
  return {};
}

/// Returns the agents of a table by name, the order in which a store has them.
std::vector<referee::protocol::Agent> by_name(const referee::protocol::Agent& candidate,
                                              std::span<const entrants::Entrant> opponents) {
  std::vector<referee::protocol::Agent> agents{candidate};
  for (const entrants::Entrant& opponent : opponents)
    agents.push_back(opponent.agent);
  std::ranges::sort(agents, {}, &referee::protocol::Agent::name);
  return agents;
}

}  // namespace

Tune::Tune(entrants::Entrant bot, std::vector<entrants::Entrant> opponents, Space space,
           const referee::play::LineUp& common, TuneTerms terms)
    : bot_(std::move(bot)),
      opponents_(std::move(opponents)),
      space_(std::move(space)),
      common_(common),
      terms_(std::move(terms)) {
  const auto seats = static_cast<std::size_t>(terms_.seats);
  if (seats > 2 && opponents_.size() == 1) {
    for (std::size_t copy = 2; copy < seats; ++copy)
      opponents_.emplace_back(opponents_.front()).agent.name += fmt::format("#{}", copy);
  }
  if (seats > 2 && opponents_.size() != seats - 1)
    throw SpaceError(
        fmt::format("--seats {} with {} opponents; expected one, of which copies fill "
                    "the table, or {}",
                    seats, opponents_.size(), seats - 1));
  terms_.race.tables = seats == 2 ? opponents_.size() : 1;
  const std::size_t candidates = space_.first_points().size();
  const std::uint64_t least = candidates * terms_.race.tables * terms_.race.least_deals;
  if (terms_.max_deals < least)
    throw SpaceError(
        fmt::format("--max-deals {}; expected at least {}: {} for each of {} candidates{}",
                    terms_.max_deals, least, terms_.race.least_deals, candidates,
                    terms_.race.tables == 1
                        ? ""
                        : fmt::format(" against each of {} opponents", terms_.race.tables)));
  for (const entrants::Entrant& entrant : opponents_) {
    if (entrant.agent.name.find(':') != std::string::npos)
      throw SpaceError(
          fmt::format("the name '{}' holds a ':', which stands before the values of a "
                      "candidate; write NAME=COMMAND",
                      entrant.agent.name));
  }
  // A colon separates the name of a candidate from its values.
  std::ranges::replace(bot_.agent.name, ':', '-');
}

void Tune::adjust(std::unique_ptr<const ratings::SolvedGame> values) {
  values_ = std::move(values);
  if (values_) luck_.emplace(*values_->table, *common_.rules);
}

void Tune::store_in(const std::filesystem::path& folder, const store::Conditions& conditions) {
  gauntlet_.emplace(folder);
  folder_ = folder;
  conditions_ = conditions;
  begin_race(space_.first_points());
  if (terms_.seed && gauntlet_->epoch().seed != *terms_.seed)
    throw SpaceError(fmt::format(
        "--seed {}: {} has deals of another seed; expected the same one, or a new folder in --out",
        *terms_.seed, folder.string()));
}

std::vector<std::vector<entrants::Entrant>> Tune::tables() const {
  if (terms_.seats > 2) return {opponents_};
  std::vector<std::vector<entrants::Entrant>> tables;
  for (const entrants::Entrant& opponent : opponents_)
    tables.push_back({opponent});
  return tables;
}

void Tune::begin_race(const std::vector<Point>& points) {
  ++races_;
  RaceRound round{points, {}, Race(points.size(), terms_.race), {}, 0, 0};
  for (const Point& point : points) {
    entrants::Entrant& candidate =
        round.entrants.emplace_back(entrants::with_parameters(bot_, space_.at(point)));
    candidate.agent.name = ":" + space_.point_name(point);
  }
  // Each race has dice of its own, so that a point which won by luck does not win again by the same
  // dice.
  begin(std::move(round), bot_.agent.name + (races_ == 1 ? "" : fmt::format("~{}", races_)));
}

void Tune::begin_gain() {
  RaceRound round{{}, {}, Race(2, terms_.race), {}, 0, 0};
  round.entrants = {entrants::with_parameters(bot_, space_.at(*best())), bot_};
  round.entrants[0].agent.name = ":" + space_.point_name(*best());
  round.entrants[1].agent.name = ":as-it-is";
  begin(std::move(round), bot_.agent.name + "~gain");
}

void Tune::begin(RaceRound round, const std::string& dice_name) {
  const auto tables = this->tables();
  for (std::size_t candidate = 0; candidate < round.entrants.size(); ++candidate) {
    referee::protocol::Agent& agent = round.entrants[candidate].agent;
    agent.name = dice_name + agent.name;
    if (const std::string problem = entrants::name_problem(agent.name); !problem.empty())
      throw SpaceError(problem);
    for (std::size_t table = 0; table < tables.size(); ++table) {
      Meeting& meeting = round.meetings.emplace_back(Meeting{candidate, table, 0, common_, {}, {}});
      meeting.line_up.agents = by_name(agent, tables[table]);
      meeting.index = static_cast<std::size_t>(
          std::ranges::find(meeting.line_up.agents, agent.name, &referee::protocol::Agent::name) -
          meeting.line_up.agents.begin());
      meeting.faults.resize(meeting.line_up.agents.size());
    }
  }
  rounds_.push_back(std::move(round));
  take_stored(settle_rounds());
  rounds_.back().due_deals = kWarmUp;
}

/// Settles the store with all rounds. Returns the number of tables before those of the last one.
std::size_t Tune::settle_rounds() {
  std::vector<entrants::Entrant> entrants = opponents_;
  std::vector<std::string> challengers;
  std::vector<gate::GauntletTable> tables;
  for (const RaceRound& round : rounds_) {
    for (const entrants::Entrant& candidate : round.entrants) {
      challengers.push_back(candidate.agent.name);
      entrants.push_back(candidate);
    }
    for (const Meeting& meeting : round.meetings)
      tables.push_back(referee::play::agent_names(meeting.line_up));
  }
  store::League league =
      gate::make_league("tune", common_, terms_.seats, terms_.max_deals, std::move(entrants));
  gate::set_common_dice(league, std::move(challengers));
  gauntlet_->sync_with(league, tables, conditions_, terms_.seed);
  std::vector<Meeting>& meetings = rounds_.back().meetings;
  const std::size_t first = tables.size() - meetings.size();
  for (std::size_t i = 0; i < meetings.size(); ++i)
    gauntlet_->set_dice(first + i, meetings[i].line_up);
  return first;
}

/// Takes what the store has of the last round.
void Tune::take_stored(std::size_t first) {
  // Tables of earlier rounds are skipped.
  gauntlet_->visit(kDealsAtOnce, [&](std::size_t table, std::span<const DealResult> deals) {
    if (table >= first) take(rounds_.back().meetings[table - first], deals);
  });
}

void Tune::count_faults(Meeting& meeting, std::span<const DealResult> deals) {
  for (std::span<const DealResult> left = deals; !left.empty();) {
    const auto count =
        referee::play::count_faults(meeting.line_up, left, meeting.absent, meeting.faults);
    for (std::size_t agent = 0; agent < meeting.faults.size(); ++agent) {
      if (!count.absent.has(agent) || meeting.absent.has(agent)) continue;
      const std::string fault = first_fault(left.first(count.used), agent);
      if (agent == meeting.index) {
        rounds_.back().race.fail(meeting.candidate, fault);
        if (rounds_.back().points.empty()) no_gain_ = fault;
      } else if (broken_.empty()) {
        broken_ = fmt::format("{}: {}", meeting.line_up.agents[agent].name, fault);
      }
    }
    meeting.absent = count.absent;
    left = left.subspan(count.used);
  }
}

/// Takes the next deals of a meeting of the last round.
void Tune::take(Meeting& meeting, std::span<const DealResult> deals) {
  rounds_.back().race.add(meeting.candidate, meeting.table,
                          deal_scores(deals, meeting.index, luck_ ? &*luck_ : nullptr));
  count_faults(meeting, deals);
}

std::uint64_t Tune::deals() const {
  std::uint64_t sum = 0;
  for (const RaceRound& round : rounds_) {
    if (round.points.empty()) continue;
    for (const Meeting& meeting : round.meetings)
      sum += round.race.deals(meeting.candidate, meeting.table);
  }
  return sum;
}

std::size_t Tune::racing() const {
  const Race& race = rounds_.back().race;
  std::size_t count = 0;
  for (std::size_t candidate = 0; candidate < race.candidates(); ++candidate)
    count += race.is_racing(candidate) ? 1 : 0;
  return count;
}

/// Returns the deals left, as of the last look.
std::uint64_t Tune::deals_left() const {
  std::uint64_t used = 0;
  for (const RaceRound& round : rounds_) {
    for (const CandidateStanding& standing : round.race.standings())
      used += standing.deals * terms_.race.tables;
  }
  return terms_.max_deals - std::min(terms_.max_deals, used);
}

/// Returns the deals that each candidate of the last round has at the next look; as before if there
/// are none left. This follows from the last look alone, so that it is the same after an
/// interruption.
std::uint64_t Tune::next_due_deals() const {
  const RaceRound& round = rounds_.back();
  if (round.points.empty()) return terms_.gain_deals;
  const std::uint64_t share =
      deals_left() / std::max<std::uint64_t>(1, racing() * terms_.race.tables);
  const std::uint64_t wanted =
      round.looked == 0 ? terms_.race.least_deals : std::max(kLeastStage, round.looked / 5);
  return round.looked + std::min(wanted, share);
}

std::vector<Point> Tune::RaceRound::remaining() const {
  std::vector<Point> kept;
  const std::vector<CandidateStanding>& standings = race.standings();
  for (std::size_t i = 0; i < standings.size(); ++i) {
    const CandidateState state = standings[i].state;
    if (state == CandidateState::Dropped || state == CandidateState::Failed) continue;
    kept.insert(i == race.leader() ? kept.begin() : kept.end(), points[i]);
  }
  return kept;
}

/// Looks at the race, once all that race have the deals of the due_deals: continues it, begins the
/// next one, or ends.
void Tune::look() {
  RaceRound& round = rounds_.back();
  // The warm-up only finds candidates that fail; nothing is compared yet.
  if (round.due_deals == kWarmUp) {
    round.due_deals = next_due_deals();
    return;
  }
  if (round.points.empty()) {
    over_ = true;
    return;
  }
  const bool goes_on = round.race.look(round.due_deals);
  round.looked = round.due_deals;
  round.due_deals = next_due_deals();
  // The race goes on as long as it is open and has deals left.
  if (goes_on && round.due_deals > round.looked) return;
  const std::vector<Point> kept = round.remaining();
  // The next race is around those that were not dropped.
  std::vector<Point> next;
  if (!kept.empty()) next = space_.next_points(round.points, kept);
  const std::uint64_t least = next.size() * terms_.race.tables * terms_.race.least_deals;
  if (!next.empty() && deals_left() >= least) return begin_race(next);
  too_few_deals_ = !next.empty();
  if (best() && !is_present(*best())) {
    if (bot_.agent.problem.empty()) return begin_gain();
    no_gain_ = bot_.agent.problem;
  }
  over_ = true;
}

std::vector<runner::Task> Tune::next_tasks() {
  while (!over_ && broken_.empty()) {
    RaceRound& round = rounds_.back();
    std::vector<runner::Task> tasks;
    playing_.clear();
    for (std::size_t i = 0; i < round.meetings.size(); ++i) {
      const Meeting& meeting = round.meetings[i];
      const std::uint64_t done = round.race.deals(meeting.candidate, meeting.table);
      const bool due = round.race.is_racing(meeting.candidate) && done < round.due_deals;
      if (!due) continue;
      tasks.push_back(
          {runner::always(meeting.line_up), round.due_deals, done, meeting.absent, meeting.faults});
      playing_.push_back(i);
    }
    if (!tasks.empty()) return tasks;
    look();
  }
  return {};
}

void Tune::run(const runner::RunOptions& options, std::span<const runner::Observer> observers) {
  const runner::Observer own = [&](const runner::Played& played) {
    RaceRound& round = rounds_.back();
    const std::size_t meeting = playing_[played.task];
    std::size_t before = 0;
    for (std::size_t i = 0; i + 1 < rounds_.size(); ++i)
      before += rounds_[i].meetings.size();
    gauntlet_->add(before + meeting, played.deals);
    (void)runner::write_fault_files(folder_ / "faults", common_.rules->id(),
                                    gauntlet_->names(before + meeting), played.deals);
    take(round.meetings[meeting], played.deals);
    for (const runner::Observer& observer : observers)
      observer(played);
  };
  (void)runner::run([this] { return next_tasks(); }, options, std::span(&own, 1));
}

std::vector<TunedPoint> Tune::points() const {
  std::vector<TunedPoint> points;
  std::set<Point> seen;
  // A point that raced twice is shown as its last race left it.
  for (std::size_t round = races_; round-- > 0;) {
    for (std::size_t i = 0; i < rounds_[round].points.size(); ++i) {
      const Point& point = rounds_[round].points[i];
      if (seen.insert(point).second)
        points.push_back({point, round + 1, rounds_[round].race.standings()[i]});
    }
  }
  std::ranges::sort(points, {}, &TunedPoint::point);
  return points;
}

std::optional<Point> Tune::best() const {
  const RaceRound& round = rounds_[races_ - 1];
  const auto leader = round.race.leader();
  if (!leader || round.race.all_alike()) return std::nullopt;
  return round.points[*leader];
}

std::vector<entrants::Parameter> Tune::advice() const {
  const auto best = this->best();
  const auto gain = this->gain();
  // Values that are surely worse than those of now are no advice.
  if (!best || (gain && gain->elo + gain->half_width < 0)) return {};
  return entrants::with_parameters(bot_, space_.at(*best)).parameters;
}

std::string Tune::point_name(const TunedPoint& point) const {
  const RaceRound& round = rounds_[point.race - 1];
  const auto at = std::ranges::find(round.points, point.point);
  return round.entrants[static_cast<std::size_t>(at - round.points.begin())].agent.name;
}

bool Tune::is_present(const Point& point) const {
  return std::ranges::all_of(space_.at(point), [&](const entrants::Parameter& parameter) {
    const auto present =
        std::ranges::find(bot_.parameters, parameter.name, &entrants::Parameter::name);
    return present != bot_.parameters.end() && present->value == parameter.value;
  });
}

std::optional<EloEstimate> Tune::gain() const {
  const RaceRound& round = rounds_.back();
  if (!over_ || !round.points.empty() || !round.race.is_racing(0) || !round.race.is_racing(1))
    return std::nullopt;
  return difference(round.race.scores(0), round.race.scores(1));
}

}  // namespace danno::leagues::commands::tune
