#include "leagues/verify.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <boost/math/distributions/chi_squared.hpp>
#include <exception>
#include <fstream>
#include <map>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <numeric>
#include <set>
#include <stdexcept>
#include <thread>

#include "leagues/export.hpp"
#include "leagues/schedule.hpp"
#include "leagues/table.hpp"
#include "leagues/tournament_report.hpp"
#include "leagues/tournament_store.hpp"
#include "referee/dice_stream.hpp"
#include "referee/rules/start.hpp"

namespace danno::leagues {
namespace {

namespace fs = std::filesystem;
using referee::GameRecord;
using referee::Step;
using rules::Position;

/// What is wrong, with its place.
class Discrepancy : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

template <class... Arguments>
void require(bool holds, fmt::format_string<Arguments...> format, Arguments&&... arguments) {
  if (!holds) throw Discrepancy(fmt::format(format, std::forward<Arguments>(arguments)...));
}

constexpr std::size_t kRolls = 4;  ///< Positions in the turn: first, second, third, later throws.

/// How the dice of one rule set fell.
struct DiceCount {
  using Faces = std::array<std::uint64_t, rules::kFaces>;
  std::array<Faces, rules::kMaxSeats> by_seat{};
  std::array<Faces, kRolls> by_roll{};
  std::map<std::uint32_t, std::uint64_t> pairs;  ///< Throws of two dice, by Dice::packed().

  void add(int seat, std::uint32_t roll, rules::Dice thrown) {
    for (int face = 0; face < rules::kFaces; ++face) {
      const auto n = static_cast<std::uint64_t>(thrown.count(face));
      by_seat[static_cast<std::size_t>(seat)][static_cast<std::size_t>(face)] += n;
      by_roll[std::min<std::size_t>(roll, kRolls - 1)][static_cast<std::size_t>(face)] += n;
    }
    if (thrown.size() == 2) ++pairs[thrown.packed()];
  }
  void add(const DiceCount& other) {
    for (std::size_t face = 0; face < rules::kFaces; ++face) {
      for (std::size_t seat = 0; seat < by_seat.size(); ++seat)
        by_seat[seat][face] += other.by_seat[seat][face];
      for (std::size_t roll = 0; roll < kRolls; ++roll)
        by_roll[roll][face] += other.by_roll[roll][face];
    }
    for (const auto& [dice, n] : other.pairs)
      pairs[dice] += n;
  }
};

/// What a line-up comes to.
struct Checked {
  std::uint64_t games = 0;
  std::uint64_t throws = 0;
  std::uint64_t decisions = 0;
  DiceCount dice;
  std::optional<std::string> problem;
};

/// What is checked against.
struct Ground {
  const StoredDivision* division = nullptr;
  const rules::RuleSet* rules = nullptr;
  const StoredLineUp* line_up = nullptr;
  const std::map<Id, Epoch>* epochs = nullptr;
  std::vector<std::string> names;
  std::string name;
  /// Of a table of a tournament: which games it is to play, one a deal.
  std::optional<TournamentDivision::SettledGames> tournament = {};
};

/// Checks the deals of one line-up, in order.
class LineUpCheck {
 public:
  LineUpCheck(const Ground& ground, Checked& checked)
      : ground_(ground), checked_(checked), faults_(ground.names.size()) {}

  void check(const StoredDeal& deal) {
    const std::string place = fmt::format("{}/{}/{}", ground_.rules->id(), ground_.name, deal.deal);
    try {
      check_deal(deal);
    } catch (const std::runtime_error& error) {  // also bytes that cannot be decoded
      const std::string game = game_ ? fmt::format("/{}", *game_) : "";
      throw Discrepancy(fmt::format("{}{}: {}", place, game, error.what()));
    }
  }
  [[nodiscard]] std::uint64_t next_deal() const { return next_deal_; }

 private:
  void check_deal(const StoredDeal& deal) {
    game_.reset();
    require(deal.deal >= next_deal_, "the deal is stored twice");
    if (ground_.tournament) {
      require(ground_.tournament->contains(deal.deal), "the tournament has no such game");
    } else {
      require(deal.deal == next_deal_, "deal {} is missing before it", next_deal_);
    }
    next_deal_ = deal.deal + 1;
    const auto epoch = ground_.epochs->find(deal.epoch);
    require(epoch != ground_.epochs->end(), "its seed is missing");
    const auto games = referee::decode_deal(deal.games);
    const std::size_t seatings = ground_.tournament ? 1 : ground_.names.size();
    require(games.size() == seatings, "{} games; expected {}, one for each seating", games.size(),
            seatings);
    if (!ground_.tournament) count_out(deal.max_faults);
    for (std::size_t seating = 0; seating < games.size(); ++seating) {
      game_ = seating;
      check_game(games[seating], deal.deal, seating, {epoch->second.seed});
    }
    game_.reset();
    check_fault_rows(deal, games);
  }

  /// Who is absent for the faults of the deals before.
  void count_out(int max_faults) {
    absent_ = never_ready_;
    for (std::size_t agent = 0; agent < faults_.size(); ++agent) {
      if (faults_[agent] >= max_faults) absent_ |= 1U << agent;
    }
  }

  void check_game(const GameRecord& record, std::uint64_t deal, std::size_t seating,
                  const referee::Seed& seed) {
    require(record.seats == ground_.names.size(), "{} seats; expected {}", record.seats,
            ground_.names.size());
    require(record.seating == seating, "seating {}; expected {}", record.seating, seating);
    const auto order = seating_order(record, deal, seating);
    for (std::size_t seat = 0; seat < order.size(); ++seat) {
      require(record.agent_at[seat] == order[seat],
              "agent {} sits at seat {}; expected agent {} of the line-up", record.agent_at[seat],
              seat, order[seat]);
    }
    const bool mirror = ground_.division->mirror;
    const auto [key, first] = settled(deal, seating, seed);
    referee::DiceStream dice(key);
    require(record.first == first, "seat {} begins; expected seat {}", record.first, first);
    const std::size_t start_faults = check_absent(record);
    check_events(record, dice, start_faults, !mirror || seating == 0);
    ++checked_.games;
    for (const referee::Fault& fault : record.faults)
      count_fault(record, fault);
  }

  [[nodiscard]] std::vector<int> seating_order(const GameRecord& record, std::uint64_t deal,
                                               std::size_t seating) const {
    if (!ground_.tournament)
      return referee::seating_order(record.seats, deal, static_cast<int>(seating));
    std::vector<int> in_line(record.seats);  // a table is a line-up in the order of its seats
    std::iota(in_line.begin(), in_line.end(), 0);
    return in_line;
  }

  /// The key of the dice and who begins.
  [[nodiscard]] TournamentDivision::Settled settled(std::uint64_t deal, std::size_t seating,
                                                    const referee::Seed& seed) const {
    if (ground_.tournament) return ground_.tournament->at(deal);
    const auto number = static_cast<std::uint32_t>(seating);
    if (ground_.division->mirror)
      return {referee::deal_key(seed, ground_.rules->id(), ground_.names, deal), 0};
    const auto key = referee::deal_key(seed, ground_.rules->id(), ground_.names, deal, number);
    referee::DiceStream dice(key);
    return {key, rules::roll_for_start(*ground_.rules, [&](int seat, int round, int count) {
                   return dice.start(seat, round, count);
                 }).first};
  }

  /// Absent are those out before, and those who just did not start, whose faults come first.
  [[nodiscard]] std::size_t check_absent(const GameRecord& record) const {
    std::size_t start_faults = 0;
    require(record.absent >> record.seats == 0, "a seat is absent that is not there");
    for (int seat = 0; seat < record.seats; ++seat) {
      const auto agent = record.agent_at[static_cast<std::size_t>(seat)];
      const bool out = ((absent_ >> agent) & 1U) != 0;
      const bool absent = ((record.absent >> seat) & 1U) != 0;
      require(absent || !out, "seat {} plays, but its agent is out for its faults", seat);
      if (!absent || out) continue;
      const bool has_fault =
          start_faults < record.faults.size() && record.faults[start_faults].seat == seat;
      require(has_fault, "seat {} is absent without a fault", seat);
      ++start_faults;
    }
    return start_faults;
  }

  void check_events(const GameRecord& record, referee::DiceStream& dice, std::size_t next_fault,
                    bool counts) {
    Position end = referee::first_position(*ground_.rules, record);
    std::size_t event = 0;
    const auto visit = [&](const Step& step, const Position& before, const Position& after) {
      if (step.kind == Step::Kind::Throw) {
        check_throw(step, before, dice, event, counts);
      } else if (step.kind == Step::Kind::Forfeit) {
        const bool has_fault =
            next_fault < record.faults.size() && record.faults[next_fault].seat == step.seat;
        require(has_fault, "event {}: seat {} forfeits without a fault", event, step.seat);
        ++next_fault;
      } else {
        ++checked_.decisions;
      }
      require(before.phase != rules::Phase::Choose || step.kind == Step::Kind::Choice ||
                  step.seat == before.mover,
              "event {}: the decision is missing", event);
      // A throw and what is done with it are one event.
      const bool open = step.kind == Step::Kind::Throw && has_decision(record, event);
      if (!open) ++event;
      end = after;
    };
    const auto problem = referee::replay(*ground_.rules, record, visit);
    require(!problem, "{}", problem.value_or(""));
    require(next_fault == record.faults.size(), "a fault of seat {} without a forfeit",
            next_fault < record.faults.size() ? record.faults[next_fault].seat : 0);
    check_end(record, end);
  }

  [[nodiscard]] static bool has_decision(const GameRecord& record, std::size_t event) {
    return (record.events[event] >> 9U) != referee::kNoDecision;
  }

  void check_throw(const Step& step, const Position& before, referee::DiceStream& dice,
                   std::size_t event, bool counts) {
    const auto turn = before.turns[static_cast<std::size_t>(step.seat)];
    const rules::Dice due = dice.roll(step.seat, turn, before.roll, before.turn.dice);
    const auto shown = [&](rules::Dice d) { return rules::to_string(d, ground_.rules->faces()); };
    require(step.thrown == due, "event {}: seat {} threw {}; the seed gives {}", event, step.seat,
            shown(step.thrown), shown(due));
    ++checked_.throws;
    if (counts) checked_.dice.add(step.seat, before.roll, step.thrown);
  }

  void check_end(const GameRecord& record, const Position& end) const {
    const rules::Definition& definition = ground_.rules->definition();
    const auto places = rules::places(*ground_.rules, end);
    for (std::size_t seat = 0; seat < record.seats; ++seat) {
      require(record.totals[seat] == end.totals[seat], "seat {} has {} points; it played {}", seat,
              rules::show_points(definition, record.totals[seat]),
              rules::show_points(definition, end.totals[seat]));
      require(record.places[seat] == places[seat], "seat {} has place {}; it played place {}", seat,
              record.places[seat], places[seat]);
    }
    require(record.capped == end.capped, "the game is {}; it was {}",
            record.capped ? "capped" : "not capped", end.capped ? "capped" : "not capped");
  }

  void count_fault(const GameRecord& record, const referee::Fault& fault) {
    const auto agent = record.agent_at[static_cast<std::size_t>(fault.seat)];
    ++faults_[agent];
    if (fault.kind == referee::FaultKind::NeverReady) never_ready_ |= 1U << agent;
  }

  /// The faults' table says the same as the games.
  void check_fault_rows(const StoredDeal& deal, const std::vector<GameRecord>& games) const {
    std::size_t row = 0;
    for (const GameRecord& game : games) {
      for (const referee::Fault& fault : game.faults) {
        require(row < deal.faults.size(), "the row of a fault is missing; seating {}, seat {}",
                game.seating, fault.seat);
        const StoredFault& stored = deal.faults[row++];
        const Id agent =
            ground_.line_up->agents[game.agent_at[static_cast<std::size_t>(fault.seat)]];
        require(stored.seating == game.seating && stored.fault.seat == fault.seat &&
                    stored.agent == agent && stored.fault.kind == fault.kind &&
                    stored.fault.value == fault.value && stored.fault.detail == fault.detail,
                "the row of a fault differs from the game; seating {}, seat {}: {}", game.seating,
                fault.seat, to_string(fault.kind));
      }
    }
    require(row == deal.faults.size(), "{} rows of faults; its games have {}", deal.faults.size(),
            row);
  }

  const Ground& ground_;
  Checked& checked_;
  std::uint64_t next_deal_ = 0;
  std::vector<int> faults_;  // by agent, of the deals before
  unsigned never_ready_ = 0;
  unsigned absent_ = 0;
  std::optional<std::size_t> game_;
};

// --- dice ------------------------------------------------------------------------------------

/// Nothing where a cell expects fewer than five.
std::optional<DiceTest> chi_squared(std::string what, const std::vector<std::uint64_t>& counts,
                                    const std::vector<double>& chances) {
  DiceTest test;
  test.what = std::move(what);
  for (const std::uint64_t n : counts)
    test.count += n;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const double expected = static_cast<double>(test.count) * chances[i];
    if (expected < 5) return std::nullopt;
    const double off = static_cast<double>(counts[i]) - expected;
    test.chi_squared += off * off / expected;
  }
  test.degrees = static_cast<int>(counts.size()) - 1;
  test.p = boost::math::cdf(
      boost::math::complement(boost::math::chi_squared(test.degrees), test.chi_squared));
  return test;
}

void test_dice(std::string_view rules, const DiceCount& count, std::vector<DiceTest>& tests) {
  const auto add = [&](const std::string& what, const std::vector<std::uint64_t>& counts,
                       const std::vector<double>& chances) {
    if (auto test = chi_squared(fmt::format("{}: {}", rules, what), counts, chances))
      tests.push_back(*std::move(test));
  };
  const std::vector<double> even(rules::kFaces, 1.0 / rules::kFaces);
  for (std::size_t seat = 0; seat < count.by_seat.size(); ++seat)
    add(fmt::format("faces of seat {}", seat),
        {count.by_seat[seat].begin(), count.by_seat[seat].end()}, even);
  constexpr std::array<const char*, kRolls> kNames{"first", "second", "third", "later"};
  for (std::size_t roll = 0; roll < kRolls; ++roll)
    add(fmt::format("faces of {} throws", kNames[roll]),
        {count.by_roll[roll].begin(), count.by_roll[roll].end()}, even);
  std::vector<std::uint64_t> pairs;
  std::vector<double> chances;
  rules::for_each_roll(2, [&](rules::Dice dice) {
    const auto found = count.pairs.find(dice.packed());
    pairs.push_back(found == count.pairs.end() ? 0 : found->second);
    chances.push_back(rules::ways(dice) / 36.0);
  });
  add("pairs in throws of two", pairs, chances);
}

// --- the plan and the table ------------------------------------------------------------------

void check_seeds(const std::vector<Epoch>& epochs) {
  for (const Epoch& epoch : epochs) {
    require(referee::commitment({epoch.seed}) == epoch.commitment,
            "seed {}: its SHA-256 is not the commitment {}", epoch.id, epoch.commitment);
  }
}

/// Everybody meets as the schedule says; agents of one author may be kept apart.
void check_plan(const StoredLeague& league, const StoredDivision& division,
                const std::vector<StoredLineUp>& planned) {
  if (league.format != Format::RoundRobin) return;
  std::set<std::set<Id>> met;
  for (const StoredLineUp& line_up : planned) {
    const std::set<Id> agents(line_up.agents.begin(), line_up.agents.end());
    require(agents.size() == static_cast<std::size_t>(division.seats),
            "{}: line-up {} of {} agents", division.definition->id, line_up.id, agents.size());
    require(met.insert(agents).second, "{}: line-up {} is planned twice", division.definition->id,
            line_up.id);
    // Two names of it exchanged would have the same dice.
    const auto in_order = [&](Id id) { return std::ranges::find(league.entered, id); };
    require(std::ranges::is_sorted(line_up.agents, {}, in_order) &&
                in_order(line_up.agents.back()) != league.entered.end(),
            "{}: line-up {} does not have its agents in the order of the league",
            division.definition->id, line_up.id);
  }
  std::set<std::string> authors;
  bool apart = false;
  for (const StoredAgent& agent : league.agents)
    apart = apart || (!agent.author.empty() && !authors.insert(agent.author).second);
  const auto tables = round_robin(static_cast<int>(league.agents.size()), division.seats);
  require(apart || tables.size() == planned.size(), "{}: {} line-ups are planned; expected {}",
          division.definition->id, planned.size(), tables.size());
}

/// A league whose seeds are all published has been played to its end.
void check_complete(const StoredDivision& division, const std::vector<StoredLineUp>& planned,
                    const std::vector<Epoch>& epochs, std::span<const StoredAgent> agents) {
  const bool ended = !epochs.empty() && std::ranges::all_of(epochs, [](const Epoch& epoch) {
    return epoch.revealed && !epoch.open;
  });
  if (!ended) return;
  for (const StoredLineUp& line_up : planned) {
    require(line_up.played >= line_up.planned, "{}/{}: {} deals; the league is complete with {}",
            division.definition->id, line_up_name(line_up, agents), line_up.played,
            line_up.planned);
  }
}

/// Games that a table counts, and whom: what a table of another time differs in.
std::uint64_t games_of(const nlohmann::json& table) {
  std::uint64_t games = 0;
  for (const auto& division : table.at("divisions"))
    games += division.at("games").get<std::uint64_t>() +
             division.value("games_advised", std::uint64_t{0});
  return games;
}

std::multiset<std::string> entrants_of(const nlohmann::json& table) {
  std::multiset<std::string> names;
  for (const auto& division : table.at("divisions")) {
    for (const auto& agent : division.at("agents"))
      names.insert(fmt::format("{}: {} of {}", division.at("rules").get<std::string>(),
                               agent.at("name").get<std::string>(),
                               division.at("games_planned").get<std::uint64_t>()));
  }
  return names;
}

void check_table(const Store& store, const fs::path& file, std::vector<std::string>& notes) {
  std::ifstream stream(file);
  if (!stream) return notes.push_back("there is no table.json to compare with");
  nlohmann::json stored;
  const bool tournament = store.league().format == Format::Tournament;
  const nlohmann::json due =
      nlohmann::json::parse(tournament ? tournament_json(compute_tournament_table(store))
                                       : table_json(compute_table(store)));
  bool older = false;
  try {
    stored = nlohmann::json::parse(stream);
    older = entrants_of(stored) != entrants_of(due) || games_of(stored) < games_of(due);
  } catch (const nlohmann::json::exception&) {
    throw Discrepancy("table.json: it cannot be read as a table");
  }
  if (older)
    return notes.push_back(
        "table.json is of another stage of the league and was not compared; 'danno league table' "
        "writes it anew");
  require(games_of(stored) == games_of(due), "table.json: it counts {} games; {} are stored",
          games_of(stored), games_of(due));
  const nlohmann::json differences = nlohmann::json::diff(due, stored);
  if (differences.empty()) return;
  const nlohmann::json::json_pointer place(differences.front().at("path").get<std::string>());
  throw Discrepancy(fmt::format("table.json: {} is {}; the games give {}", place.to_string(),
                                stored.contains(place) ? stored.at(place).dump() : "missing",
                                due.contains(place) ? due.at(place).dump() : "none"));
}

// --- all of it -------------------------------------------------------------------------------

class LeagueCheck {
 public:
  LeagueCheck(const fs::path& folder, const OnVerified& on_verified)
      : folder_(folder), on_verified_(on_verified), store_(Store::open_to_read(folder)) {
    for (const Epoch& epoch : store_.all_epochs())
      epochs_.emplace(epoch.id, epoch);
  }

  Verification run(int threads) {
    Verification result;
    try {
      check_before();
      check_games(threads, result);
      if (!result.problem) check_after(result);
    } catch (const Discrepancy& discrepancy) {
      result.problem = discrepancy.what();
    }
    return result;
  }

 private:
  /// The plan, and who is in it.
  void check_before() {
    check_seeds(store_.all_epochs());
    const StoredLeague league = store_.league();
    const auto agents = store_.all_agents();
    const bool tournament = league.format == Format::Tournament;
    if (tournament) settle_tournaments(league);
    for (const StoredDivision& division : league.divisions) {
      if (tournament) break;
      // In this order: somebody may be playing the last deals.
      const auto epochs = store_.epochs(division);
      const auto planned = store_.line_ups(division);
      check_plan(league, division, planned);
      check_complete(division, planned, epochs, agents);
    }
    const std::uint64_t strays = store_.strays();
    require(strays == 0, "{} deals or faults of line-ups or deals that are not there", strays);
    divisions_ = store_.all_divisions();
    for (const StoredDivision& division : divisions_) {
      rules_.push_back(std::make_unique<rules::RuleSet>(*division.definition, division.seats,
                                                        division.parameters));
      for (const StoredLineUp& line_up : store_.all_line_ups(division))
        line_ups_.push_back(line_up);
      ends_.push_back(line_ups_.size());
    }
    for (std::size_t i = 0, division = 0; i < line_ups_.size(); ++i) {
      while (i >= ends_[division])
        ++division;
      grounds_.push_back(ground(division, line_ups_[i], agents));
    }
    checked_.resize(line_ups_.size());
  }

  /// The scheme, played again with the stored games, tells which games there should be.
  void settle_tournaments(const StoredLeague& league) {
    const auto epoch = tournament_epoch(store_);
    if (!epoch) return;
    for (const TournamentDivision& division : TournamentDivision::read(store_, *epoch)) {
      for (int number = 0; epoch->revealed && !epoch->open && number < league.repeat; ++number) {
        require(division.tell(number).finished,
                "{}: tournament {} is not finished, but its seed is published",
                division.ground().definition().id, number + 1);
      }
      auto settled = division.settle(league.repeat);
      for (const StoredDivision& table : division.tables()) {
        for (const auto& [agents, games] : settled) {
          if (agents.size() == static_cast<std::size_t>(table.seats))
            settled_[{table.id, agents}] = games;
        }
      }
    }
    is_tournament_ = true;
  }

  Ground ground(std::size_t division, const StoredLineUp& line_up,
                std::span<const StoredAgent> agents) {
    Ground ground{&divisions_[division], rules_[division].get(), &line_up, &epochs_, {}, {}, {}};
    for (const Id id : line_up.agents) {
      const auto found = std::ranges::find(agents, id, &StoredAgent::id);
      require(found != agents.end(), "{}: line-up {} has an agent that is not there",
              ground.rules->id(), line_up.id);
      ground.names.push_back(found->shown_name());
    }
    require(ground.names.size() == static_cast<std::size_t>(divisions_[division].seats),
            "{}: line-up {} of {} agents; expected {}", ground.rules->id(), line_up.id,
            ground.names.size(), divisions_[division].seats);
    ground.name = line_up_name(line_up, agents);
    if (is_tournament_) ground.tournament = settled_[{divisions_[division].id, line_up.agents}];
    return ground;
  }

  void check_games(int threads, Verification& result) {
    std::vector<std::thread> workers;
    std::exception_ptr error;
    for (int i = 0; i < threads; ++i) {
      workers.emplace_back([&] {
        try {
          work();
        } catch (...) {
          const std::scoped_lock lock(mutex_);
          if (!error) error = std::current_exception();
        }
      });
    }
    for (std::thread& worker : workers)
      worker.join();
    if (error) std::rethrow_exception(error);
    for (const Checked& checked : checked_) {
      result.games += checked.games;
      result.throws += checked.throws;
      result.decisions += checked.decisions;
      if (checked.problem && !result.problem) result.problem = checked.problem;
    }
  }

  /// Takes line-ups until there is none; those after one with a discrepancy need not be looked at.
  void work() {
    const Store store = Store::open_to_read(folder_);
    for (std::size_t i = next_++; i < line_ups_.size() && i < first_wrong_; i = next_++) {
      try {
        check_line_up(store, i);
      } catch (const Discrepancy& discrepancy) {
        checked_[i].problem = discrepancy.what();
        const std::scoped_lock lock(mutex_);
        first_wrong_ = std::min<std::size_t>(first_wrong_, i);
      }
    }
  }

  void check_line_up(const Store& store, std::size_t i) {
    constexpr std::uint64_t kTellEach = 256;
    Checked& checked = checked_[i];
    LineUpCheck check(grounds_[i], checked);
    std::uint64_t told = 0;
    const auto tell = [&] {
      const std::scoped_lock lock(mutex_);
      on_verified_(checked.games - told);
      told = checked.games;
    };
    store.visit_stored(line_ups_[i], 0, [&](const StoredDeal& deal) {
      check.check(deal);
      if (checked.games - told >= kTellEach) tell();
      return true;
    });
    tell();
  }

  /// The dice as a whole, and the table.
  void check_after(Verification& result) const {
    std::map<std::string_view, DiceCount> counts;
    for (std::size_t i = 0; i < grounds_.size(); ++i)
      counts[grounds_[i].rules->id()].add(checked_[i].dice);
    for (const auto& [rules, count] : counts)
      test_dice(rules, count, result.dice);
    for (const DiceTest& test : result.dice)
      require(test.p >= kLeastP, "{}: chi-squared {:.1f} of {} degrees, p = {:.1e}", test.what,
              test.chi_squared, test.degrees, test.p);
    check_table(store_, folder_ / "table.json", result.notes);
  }

  fs::path folder_;
  const OnVerified& on_verified_;
  Store store_;
  std::map<Id, Epoch> epochs_;
  std::vector<StoredDivision> divisions_;
  std::vector<std::unique_ptr<rules::RuleSet>> rules_;  // of the divisions
  std::vector<StoredLineUp> line_ups_;
  std::vector<std::size_t> ends_;  // of the divisions in line_ups_
  bool is_tournament_ = false;
  std::map<std::pair<Id, std::vector<Id>>, TournamentDivision::SettledGames> settled_;
  std::vector<Ground> grounds_;   // of the line-ups
  std::vector<Checked> checked_;  // of the line-ups
  std::mutex mutex_;
  std::atomic<std::size_t> next_{0};
  std::atomic<std::size_t> first_wrong_{SIZE_MAX};
};

}  // namespace

Verification verify(const fs::path& folder, int threads, const OnVerified& on_verified) {
  return LeagueCheck(folder, on_verified).run(std::max(threads, 1));
}

}  // namespace danno::leagues
