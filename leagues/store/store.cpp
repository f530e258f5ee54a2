#include "leagues/store/store.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>

#include <algorithm>
#include <cerrno>
#include <nlohmann/json.hpp>
#include <set>
#include <system_error>
#include <utility>

#include "leagues/store/database.hpp"
#include "leagues/plan/schedule.hpp"
#include "leagues/store/schema.hpp"

namespace danno::leagues {
namespace {

namespace fs = std::filesystem;
using nlohmann::ordered_json;

std::string to_json(const rules::Definition& definition, const rules::Parameters& parameters) {
  ordered_json json = ordered_json::object();
  for (const auto& parameter : rules::list_parameters(definition, parameters))
    json[std::string(parameter.name)] = parameter.value;
  return json.dump();
}

std::string to_json(const referee::Limits& limits) {
  ordered_json json{{"answer_ms", limits.answer.count()},
                    {"start_ms", limits.start.count()},
                    {"memory_mb", limits.memory_mb},
                    {"max_faults", limits.max_faults}};
  if (limits.freeze) json["freeze"] = *limits.freeze;
  return json.dump();
}

referee::Descriptor lock_folder(const fs::path& folder) {
  referee::Descriptor fd(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!fd) throw std::system_error(errno, std::generic_category(), folder.string());
  if (::flock(fd.get(), LOCK_EX | LOCK_NB) == 0) return fd;
  if (errno != EWOULDBLOCK)
    throw std::system_error(errno, std::generic_category(), folder.string());
  throw LeagueBusy(fmt::format(
      "a league is already running in {}; 'danno league status --out {}' shows how far it is",
      folder.string(), folder.string()));
}

/// The version of an agent with this content, a new one where the content is new.
Id settle_agent(Database& database, const Entrant& entrant) {
  const std::string& name = entrant.agent.name;
  const std::string hash = content_hash(entrant);
  Query known(database, "SELECT id FROM agent WHERE name = ? AND hash = ?", name, hash);
  if (known.next()) return known.number(0);
  Query(database,
        "INSERT INTO agent (name, version, hash, author, command, folder) VALUES (?1, (SELECT "
        "count(*) FROM agent WHERE name = ?1) + 1, ?2, ?3, ?4, ?5)",
        name, hash, entrant.author,
        ordered_json(entrant.agent.command)
            .dump(-1, ' ', false, ordered_json::error_handler_t::replace),
        entrant.agent.folder.string())
      .run();
  return database.last_id();
}

Id settle_division(Database& database, const DivisionSettings& division, const League& league,
                   int seats) {
  const std::string parameters =
      to_json(*division.definition,
              seats == league.seats ? division.parameters : division.parameters_for(seats));
  const std::string id(division.definition->id);
  const auto advice = static_cast<int>(league.advice);
  Query(database,
        "INSERT OR IGNORE INTO division (rules, parameters, seats, mirror, advice) VALUES (?, ?, "
        "?, ?, ?)",
        id, parameters, seats, league.mirror, advice)
      .run();
  Query found(database,
              "SELECT id FROM division WHERE rules = ? AND parameters = ? AND seats = ? AND mirror "
              "= ? AND advice = ?",
              id, parameters, seats, league.mirror, advice);
  found.next();
  return found.number(0);
}

/// Once a tournament is begun, nothing about it may change.
void check_same_tournament(Database& database, const ordered_json& settings) {
  Query row(database, "SELECT settings FROM league");
  if (!row.next()) return;
  const ordered_json before = ordered_json::parse(row.text(0));
  const auto is_tournament = [](const ordered_json& json) {
    return json.at("format") == to_string(Format::Tournament);
  };
  if ((is_tournament(before) || is_tournament(settings)) && before != settings) {
    throw OtherLeague(
        "a tournament keeps the entrants, rules and seed it began with, and this league differs; "
        "--out DIR plays it in another folder");
  }
}

/// Agents that may meet, a round robin's or a gauntlet's; entrants[i] is agent i of the table.
bool is_played(const League& league, const std::vector<const Entrant*>& entrants,
               const std::vector<int>& table) {
  std::set<std::string> authors;
  std::ptrdiff_t challengers = 0;
  for (const int agent : table) {
    const Entrant& entrant = *entrants[static_cast<std::size_t>(agent)];
    const bool shares = !entrant.author.empty() && !authors.insert(entrant.author).second;
    if (shares && league.max_per_author > 0) return false;
    challengers += std::ranges::count(league.challengers, entrant.agent.name);
  }
  return league.format != Format::Gauntlet || challengers == 1;
}

/// Agents stand in the order of their names, here and in every line-up: so the league file may list
/// them in any order.
void plan_line_ups(Database& database, Id division, const League& league,
                   const std::vector<const Entrant*>& entrants, const std::vector<Id>& ids) {
  int place = 0;
  for (const std::vector<int>& table : round_robin(static_cast<int>(ids.size()), league.seats)) {
    if (!is_played(league, entrants, table)) continue;
    ordered_json agents = ordered_json::array();
    for (const int agent : table)
      agents.push_back(ids[static_cast<std::size_t>(agent)]);
    Query(database,
          "INSERT INTO line_up (division, agents, planned, place) VALUES (?1, ?2, ?3, ?4)"
          " ON CONFLICT (division, agents) DO UPDATE SET planned = ?3, place = ?4",
          division, agents.dump(), league.deals, place++)
        .run();
  }
}

}  // namespace

std::string StoredAgent::shown_name() const {
  return version == 1 ? name : fmt::format("{}@{}", name, version);
}

Store::Store(std::unique_ptr<Database> database, referee::Descriptor hold)
    : database_(std::move(database)), hold_(std::move(hold)) {}
Store::Store(Store&&) noexcept = default;
Store::~Store() = default;

Store Store::open_to_play(const fs::path& folder) {
  fs::create_directories(folder);
  referee::Descriptor hold = lock_folder(folder);
  const fs::path file = folder / "league.db";
  auto database = std::make_unique<Database>(file, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE);
  // The seed is in it.
  fs::permissions(file, fs::perms::owner_read | fs::perms::owner_write);
  database->execute("PRAGMA journal_mode = WAL");
  // What was told, as a seed's commitment, is on the disk.
  database->execute("PRAGMA synchronous = FULL");
  migrate(*database, file);
  return {std::move(database), std::move(hold)};
}

Store Store::open_to_read(const fs::path& folder) {
  const fs::path file = folder / "league.db";
  const auto no_league = [&] {
    return NoLeague(fmt::format("no league in {}; 'danno league run FILE --out {}' plays one",
                                folder.string(), folder.string()));
  };
  if (!fs::exists(file)) throw no_league();
  // Readers of a WAL database write its index of readers, too.
  auto database = std::make_unique<Database>(file, SQLITE_OPEN_READWRITE);
  const int version = schema_version(*database, file);
  if (version == 0) throw no_league();
  if (!is_current(version)) (void)open_to_play(folder);  // brings it up to date
  return {std::move(database), {}};
}

void Store::settle(const League& league) {
  std::vector<const Entrant*> entrants;
  for (const Entrant& entrant : league.entrants)
    entrants.push_back(&entrant);
  std::ranges::sort(entrants, {}, [](const Entrant* entrant) { return entrant->agent.name; });

  Transaction transaction(*database_);
  std::vector<Id> agents;
  for (const Entrant* const entrant : entrants)
    agents.push_back(settle_agent(*database_, *entrant));
  const bool tournament = league.format == Format::Tournament;
  if (!tournament) database_->execute("UPDATE line_up SET planned = 0");
  std::vector<Id> divisions;
  for (const DivisionSettings& division : league.divisions) {
    for (int seats = tournament ? 2 : league.seats;
         seats <= (tournament ? rules::kMaxSeats : league.seats); ++seats) {
      divisions.push_back(settle_division(*database_, division, league, seats));
      if (!tournament) plan_line_ups(*database_, divisions.back(), league, entrants, agents);
    }
  }
  ordered_json settings{{"format", to_string(league.format)},
                        {"rank_by", to_string(league.rank_by)},
                        {"divisions", divisions},
                        {"agents", agents}};
  if (tournament) {
    settings["repeat"] = league.repeat;
    settings["apart"] = league.max_per_author > 0;
    settings["seed"] = league.seed ? ordered_json(*league.seed) : ordered_json(nullptr);
  }
  check_same_tournament(*database_, settings);
  database_->execute("DELETE FROM league");
  Query(*database_, "INSERT INTO league (name, settings) VALUES (?, ?)", league.name,
        settings.dump())
      .run();
  transaction.commit();
}

StoredLineUp Store::plan_table(const StoredDivision& division, const std::vector<Id>& agents,
                               std::uint64_t deal, std::uint64_t place) {
  const std::string ids = ordered_json(agents).dump();
  Query(*database_,
        "INSERT INTO line_up (division, agents, planned, place) VALUES (?1, ?2, ?3, ?4)"
        " ON CONFLICT (division, agents) DO UPDATE SET planned = max(planned, ?3)",
        division.id, ids, deal + 1, place)
      .run();
  Query found(*database_, "SELECT id, planned FROM line_up WHERE division = ? AND agents = ?",
              division.id, ids);
  found.next();
  return {found.number(0), agents, static_cast<std::uint64_t>(found.number(1)), 0};
}

void Store::plan_no_more(const StoredLineUp& line_up) {
  Query(*database_,
        "UPDATE line_up SET planned = (SELECT count(*) FROM deal WHERE line_up = ?1) WHERE id = ?1",
        line_up.id)
      .run();
}

Epoch Store::current_epoch(const std::optional<std::string>& seed) {
  const auto read = [](const auto& row) {
    return Epoch{row.number(0), row.text(1), row.text(2), row.number(3) != 0, row.number(4) != 0};
  };
  if (seed) {
    Query found(*database_, "SELECT id, seed, commitment, open, revealed FROM epoch WHERE seed = ?",
                *seed);
    if (found.next()) return read(found);
  } else {
    Query found(
        *database_,
        "SELECT id, seed, commitment, open, revealed FROM epoch WHERE open = 0 AND revealed = 0");
    if (found.next()) return read(found);
  }
  const referee::Seed drawn = seed ? referee::Seed{*seed} : referee::draw_seed();
  Epoch epoch{0, drawn.text, referee::commitment(drawn), seed.has_value(), seed.has_value()};
  Query(*database_, "INSERT INTO epoch (seed, commitment, open, revealed) VALUES (?, ?, ?, ?)",
        epoch.seed, epoch.commitment, epoch.open, epoch.revealed)
      .run();
  epoch.id = database_->last_id();
  return epoch;
}

void Store::reveal_seeds() { database_->execute("UPDATE epoch SET revealed = 1"); }

Id Store::conditions_id(const Conditions& conditions) {
  const std::string limits = to_json(conditions.limits);
  Query(*database_,
        "INSERT OR IGNORE INTO conditions (isolation, layers, machine, limits) VALUES (?, ?, ?, ?)",
        conditions.isolation, conditions.layers, conditions.machine, limits)
      .run();
  Query found(
      *database_,
      "SELECT id FROM conditions WHERE isolation = ? AND layers = ? AND machine = ? AND limits = ?",
      conditions.isolation, conditions.layers, conditions.machine, limits);
  found.next();
  return found.number(0);
}

void Store::add_deals(const StoredLineUp& line_up, const Epoch& epoch, Id conditions,
                      std::span<const referee::DealResult> deals) {
  const auto today = std::chrono::floor<std::chrono::days>(std::chrono::system_clock::now());
  const std::int64_t day = today.time_since_epoch().count();
  Transaction transaction(*database_);
  for (const referee::DealResult& deal : deals) {
    Query(*database_,
          "INSERT INTO deal (line_up, deal, epoch, conditions, games, day)"
          " VALUES (?, ?, ?, ?, ?, ?)",
          line_up.id, deal.deal, epoch.id, conditions, Blob{referee::encode_deal(deal.games)}, day)
        .run();
    for (const referee::GameRecord& game : deal.games) {
      for (const referee::Fault& fault : game.faults) {
        const Id agent = line_up.agents[game.agent_at[static_cast<std::size_t>(fault.seat)]];
        Query(*database_,
              "INSERT INTO fault (line_up, deal, seating, seat, agent, kind, value, detail, report)"
              " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
              line_up.id, deal.deal, static_cast<int>(game.seating), fault.seat, agent,
              referee::to_string(fault.kind), fault.value, fault.detail, fault.report)
            .run();
      }
    }
  }
  transaction.commit();
}

}  // namespace danno::leagues
