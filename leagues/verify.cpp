#include "leagues/verify/verify.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <fstream>
#include <map>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <set>
#include <thread>

#include "leagues/archive/export.hpp"
#include "leagues/plan/schedule.hpp"
#include "leagues/tables/table.hpp"
#include "leagues/tournament/report.hpp"
#include "leagues/tournament/store.hpp"
#include "leagues/verify_line_up.hpp"

namespace danno::leagues {
namespace {

namespace fs = std::filesystem;

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
    const auto by_name = [&](Id id) {
      return std::ranges::find(league.agents, id, &StoredAgent::id);
    };
    require(std::ranges::is_sorted(line_up.agents, {}, by_name) &&
                by_name(line_up.agents.back()) != league.agents.end(),
            "{}: line-up {} does not have its agents in the order of their names",
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

/// Names of the solved values that the divisions' adjusted ratings stand on.
std::vector<nlohmann::json> values_of(const nlohmann::json& table) {
  std::vector<nlohmann::json> values;
  for (const auto& division : table.at("divisions"))
    values.push_back(division.value("values", nlohmann::json()));
  return values;
}

void forget_adjusted(nlohmann::json& table) {
  for (auto& division : table.at("divisions")) {
    division.erase("values");
    for (auto& agent : division.at("agents"))
      agent.erase("adjusted");
  }
}

void check_table(const Store& store, const fs::path& file, std::vector<std::string>& notes) {
  std::ifstream stream(file);
  if (!stream) return notes.push_back("there is no table.json to compare with");
  nlohmann::json stored;
  const bool tournament = store.league().format == Format::Tournament;
  nlohmann::json due =
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
  if (values_of(stored) != values_of(due)) {
    notes.push_back(
        "table.json was made with other solved values than are here; its adjusted ratings were not "
        "compared");
    forget_adjusted(stored);
    forget_adjusted(due);
  }
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
      if (tournament) break;  // its tables are planned as it comes to them
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
      grounds_.back().name =
          division_name(divisions_[division], league) + "/" + line_up_name(line_ups_[i], agents);
    }
    checked_.resize(line_ups_.size());
  }

  /// The scheme, played again with the stored games, tells which games there should be.
  void settle_tournaments(const StoredLeague& league) {
    is_tournament_ = true;
    const auto epoch = tournament_epoch(store_);
    if (!epoch) return;
    for (const TournamentDivision& division : TournamentDivision::read(store_, *epoch)) {
      for (int number = 0; epoch->revealed && !epoch->open && number < league.repeat; ++number) {
        require(division.tell(number).finished,
                "{}: tournament {} is not finished, but its seed is published",
                division.ground().definition().id, number + 1);
      }
      const auto settled = division.settle(league.repeat);
      for (const StoredDivision& table : division.tables()) {
        for (const auto& [agents, games] : settled) {
          if (agents.size() == static_cast<std::size_t>(table.seats))
            settled_[{table.id, agents}] = games;
        }
      }
    }
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
    std::map<std::string_view, DiceTally> dice;
    for (std::size_t i = 0; i < grounds_.size(); ++i)
      dice[grounds_[i].rules->id()].add(checked_[i].dice);
    for (const auto& [rules, tally] : dice) {
      for (DiceTest& test : tally.tests()) {
        test.what = fmt::format("{}: {}", rules, test.what);
        result.dice.push_back(std::move(test));
      }
    }
    const auto worst = std::ranges::min_element(result.dice, {}, &DiceTest::p);
    require(overall_p(result.dice) >= kLeastP, "{}: chi-squared {:.1f} of {} degrees, p = {:.1e}",
            worst->what, worst->chi_squared, worst->degrees, worst->p);
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
  /// By stored division and agents at the seats.
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
