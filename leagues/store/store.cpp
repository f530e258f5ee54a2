#include "leagues/store/store.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <map>
#include <system_error>
#include <utility>

#include "leagues/base/json.hpp"
#include "leagues/base/outside_file.hpp"
#include "leagues/base/utc.hpp"
#include "leagues/base/whole_file.hpp"
#include "leagues/store/database.hpp"
#include "leagues/store/league.hpp"
#include "leagues/store/rows.hpp"

namespace danno::leagues::store {

using base::Json;
namespace {

namespace fs = std::filesystem;

/// Locks the folder for one writing process. The kernel frees the lock when the process ends,
/// however it ends.
referee::sandbox::Descriptor lock_folder(const fs::path& folder) {
  referee::sandbox::Descriptor fd(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!fd) throw std::system_error(errno, std::generic_category(), folder.string());
  if (::flock(fd.get(), LOCK_EX | LOCK_NB) == 0) return fd;
  if (errno != EWOULDBLOCK)
    throw std::system_error(errno, std::generic_category(), folder.string());
  throw LeagueBusy(fmt::format(
      "a league is already running in {}; 'danno league status --out {}' shows how far it is",
      folder.string(), folder.string()));
}

/// Makes league.db under another name and renames it, so that a kill leaves all of it or nothing.
void create_database(const fs::path& file) {
  // A journal of a database that is gone would be taken for one of the new file.
  for (const char* const beside : {"-journal", "-wal", "-shm"})
    fs::remove(file.string() + beside);
  base::write_secret(file, new_database());
}

/// Makes league.db if it does not exist. Leaves another program's file as it is.
void require_ours(const fs::path& file) {
  const fs::file_status status = fs::status(file);
  if (!fs::exists(status) || (fs::is_regular_file(status) && fs::is_empty(file)))
    return create_database(file);
  if (Database::has_journal(file)) {
    // SQLite takes back what a kill left of the last change, once the file is opened for writing.
    constexpr std::size_t kHeader = 100;
    std::array<char, kHeader> header{};
    const auto database = base::open_outside(file);
    const ssize_t got = ::read(database.get(), header.data(), header.size());
    if (!is_danno_header({header.data(), static_cast<std::size_t>(std::max<ssize_t>(got, 0))}))
      throw other_program(file);
    return;
  }
  const auto database = Database::open_untouched(file);
  if (!has_schema(*database, file)) create_database(file);
}

/// Returns the version of an agent with this content, a new one if the content is new.
Id sync_agent(Database& database, const entrants::Entrant& entrant) {
  const std::string name = entrants::agent_names(entrant).own;
  const std::string hash = entrants::content_hash(entrant);
  Query known(database, "SELECT id FROM agent WHERE name = ? AND author = ? AND hash = ?", name,
              entrant.author, hash);
  if (known.next()) return known.number(0);
  Query(database,
        "INSERT INTO agent (name, version, hash, author, command, folder) VALUES (?1, (SELECT "
        "count(*) FROM agent WHERE name = ?1 AND author = ?3) + 1, ?2, ?3, ?4, ?5)",
        name, hash, entrant.author, base::dump(Json(entrant.agent.command)),
        entrant.agent.folder.string())
      .run();
  return database.last_id();
}

/// Returns the division with these rules and settings, a new one if it is not stored.
Id sync_division(Database& database, const DivisionSettings& division, const League& league,
                 int seats) {
  const std::string parameters = base::dump(
      rules_json(*division.definition,
                 seats == league.seats ? division.parameters : division.parameters_for(seats)));
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

/// Checks that the folder holds this league. If the plan fixes every game, entrants, rules and seed
/// must also be those that it began with.
void check_same_league(Database& database, const std::string& name, const Json& settings) {
  Query row(database, "SELECT name, settings FROM league");
  if (!row.next()) return;
  if (row.text(0) != name) {
    throw OtherLeague(
        fmt::format("the folder holds the league '{}', and this one is '{}'; --out DIR plays it in "
                    "another folder, name = \"{}\" in the league file continues that one",
                    row.text(0), name, row.text(0)));
  }
  // Only formats that fix every game keep the seed in their settings.
  const Json before = base::parse_json(row.text(1));
  for (const Json* const keeper : {&before, &settings}) {
    if (!keeper->contains("seed") || nlohmann::json(before) == nlohmann::json(settings)) continue;
    throw OtherLeague(fmt::format(
        "a {} keeps the entrants, rules and seed it began with, and this league differs; --out DIR "
        "plays it in another folder",
        keeper->at("format").get<std::string>()));
  }
}

/// Checks that a rule file has the same text as when its games were played.
void check_same_rules(Database& database, const DivisionSettings& division) {
  Query rows(database,
             "SELECT parameters FROM division WHERE rules = ? AND EXISTS (SELECT 1 FROM line_up"
             " JOIN block ON block.line_up = line_up.id WHERE line_up.division = division.id)",
             std::string(division.definition->id));
  while (rows.next()) {
    const Json before = base::parse_json(rows.text(0));
    const std::string text = before.value(kRuleFile, "");
    if (text == division.definition->text) continue;
    throw OtherLeague(fmt::format(
        "the rules of '{}' have changed since games were played by them; --out DIR plays the "
        "league in another folder, another id in the file begins another division",
        division.definition->id));
  }
}

/// Stores the league's agents and returns them by name and author.
std::vector<StoredAgent> sync_agents(Database& database, const League& league) {
  std::map<std::pair<std::string, std::string>, const entrants::Entrant*> entrants;
  for (const entrants::Entrant& entrant : league.entrants)
    entrants.emplace(std::pair(entrants::agent_names(entrant).own, entrant.author), &entrant);
  std::vector<StoredAgent> agents;
  for (const auto& [names, entrant] : entrants)
    agents.push_back({sync_agent(database, *entrant), names.first, 1, names.second});
  return agents;
}

/// Returns the deals, the author limit and the challengers that decide which line-ups are planned.
StoredPlan make_plan(const League& league, std::span<const StoredAgent> agents) {
  StoredPlan plan{static_cast<std::uint64_t>(league.deals), league.max_per_author, {}};
  for (const StoredAgent& agent : agents) {
    if (std::ranges::count(league.challengers, agent.full_name()) > 0)
      plan.challengers.push_back(agent.id);
  }
  return plan;
}

/// Returns whether exactly these line-ups are planned, as plan_line_ups() would leave them. There
/// are many, and mostly nothing has changed.
bool are_planned(Database& database, Id division, std::uint64_t deals,
                 const std::vector<std::vector<Id>>& line_ups) {
  Query rows(database,
             "SELECT agents, place, planned FROM line_up NOT INDEXED"
             " WHERE division = ? AND planned > 0 ORDER BY id",
             division);
  std::size_t place = 0;
  while (rows.next()) {
    const bool same = place < line_ups.size() && std::cmp_equal(rows.number(1), place) &&
                      std::cmp_equal(rows.number(2), deals) &&
                      rows.bytes(0) == fmt::format("[{}]", fmt::join(line_ups[place], ","));
    if (!same) return false;
    ++place;
  }
  return place == line_ups.size();
}

/// Plans these line-ups. Agents stand in the order of their names, so that the league file may list
/// them in any order.
void plan_line_ups(Database& database, Id division, std::uint64_t deals,
                   const std::vector<std::vector<Id>>& line_ups) {
  if (are_planned(database, division, deals, line_ups)) return;
  // Every line-up is withdrawn first; those of the plan come back, with no fewer deals than were
  // played.
  Query(database, "UPDATE line_up SET planned = 0 WHERE division = ? AND planned > 0", division)
      .run();
  int place = 0;
  for (const std::vector<Id>& agents : line_ups) {
    Query(database,
          "INSERT INTO line_up (division, agents, planned, place) VALUES (?1, ?2, ?3, ?4)"
          " ON CONFLICT (division, agents) DO UPDATE SET place = ?4, planned = max(?3,"
          " ifnull((SELECT max(first + deals) FROM block WHERE line_up = line_up.id), 0))",
          division, fmt::format("[{}]", fmt::join(agents, ",")), deals, place++)
        .run();
  }
}

/// Keeps only what is played planned, for a format that plans as it proceeds. Line-ups keep their
/// places, so interruptions do not change the schedule.
void plan_what_is_played(Database& database, Id division, std::span<const StoredAgent> agents) {
  Json playing = Json::array();
  for (const StoredAgent& agent : agents)
    playing.push_back(agent.id);
  Query(database,
        "UPDATE line_up SET planned = CASE WHEN EXISTS (SELECT 1 FROM json_each(agents)"
        " WHERE value NOT IN (SELECT value FROM json_each(?2))) THEN 0"
        " ELSE ifnull((SELECT max(first + deals) FROM block WHERE line_up = line_up.id), 0) END"
        " WHERE division = ?1",
        division, base::dump(playing))
      .run();
}

Json make_settings(const League& league, const StoredLeague& stored,
                   const std::vector<Id>& divisions) {
  std::vector<Id> agents;
  for (const StoredAgent& agent : stored.agents)
    agents.push_back(agent.id);
  Json settings{{"format", league.format},
                {"rank_by", to_string(league.rank_by)},
                {"divisions", divisions},
                {"agents", agents}};
  if (league.rating != &ratings::kBradleyTerry) settings["rating"] = league.rating->id;
  if (!league.has_fixed_games) {
    settings["deals"] = league.deals;
    settings["max_per_author"] = league.max_per_author;
    settings["challengers"] = stored.plan->challengers;
  }
  settings.update(league.format_keys);
  if (league.has_fixed_games) settings["seed"] = Json(league.seed);
  return settings;
}

}  // namespace

entrants::AgentNames StoredAgent::versioned_names() const {
  return entrants::agent_names(author, version == 1 ? name : fmt::format("{}@{}", name, version));
}

std::vector<entrants::AgentNames> versioned_names(std::span<const StoredAgent> agents) {
  std::vector<entrants::AgentNames> names;
  for (const StoredAgent& agent : agents)
    names.push_back(agent.versioned_names());
  return names;
}

Reader::Reader(std::unique_ptr<Database> database) : database_(std::move(database)) {}
Reader::Reader(Reader&&) noexcept = default;
Reader::~Reader() = default;

Store::Store(std::unique_ptr<Database> database, referee::sandbox::Descriptor hold)
    : Reader(std::move(database)), hold_(std::move(hold)) {}
Store::Store(Store&&) noexcept = default;
Store::~Store() {
  if (is_open() && hold_) database().leave_wal();
}

Store Store::open_to_play(const fs::path& folder) {
  if (fs::exists(fs::symlink_status(folder)) && !fs::is_directory(folder))
    throw WrongFolder(
        fmt::format("{}: not a folder; expected one, or a new name", folder.string()));
  fs::create_directories(folder);
  referee::sandbox::Descriptor hold = lock_folder(folder);
  const fs::path file = folder / "league.db";
  require_ours(file);
  auto database = std::make_unique<Database>(file, SQLITE_OPEN_READWRITE);
  // The seed is in it.
  fs::permissions(file, fs::perms::owner_read | fs::perms::owner_write);
  database->execute("PRAGMA journal_mode = WAL");
  // Everything published, such as a seed's commitment, must be on the disk.
  database->execute("PRAGMA synchronous = FULL");
  return {std::move(database), std::move(hold)};
}

Reader Reader::open_to_read(const fs::path& folder) {
  const fs::path file = folder / "league.db";
  const auto no_league = [&] {
    return NoLeague(fmt::format("no league in {}; 'danno league run FILE --out {}' plays one",
                                folder.string(), folder.string()));
  };
  if (!fs::exists(file)) throw no_league();
  auto database = Database::open_to_read(file);
  if (!has_schema(*database, file)) throw no_league();
  // A run that was killed early left the tables without a league.
  if (!Query(*database, "SELECT 1 FROM league").next()) throw no_league();
  return Reader(std::move(database));
}

void Store::sync_with(const League& league, const PlanLineUps& plan,
                      const std::function<void(const Reader&)>& check) {
  Change change(database(), *this);
  // Luck of blocks that a user deleted by hand may remain, and new blocks could get their ids.
  database().execute("DELETE FROM luck WHERE block NOT IN (SELECT id FROM block)");
  sync_rows(league, plan);
  if (check) check(*this);
  change.commit();
}

void Store::sync_rows(const League& league, const PlanLineUps& plan) {
  const bool keeps = league.has_fixed_games;
  StoredLeague stored;
  stored.format = league.format;
  stored.agents = sync_agents(database(), league);
  stored.plan = make_plan(league, stored.agents);
  stored.settings = league.format_keys;
  const int fewest = keeps ? 2 : league.seats;
  const int most = keeps ? rules::kMaxSeats : league.seats;
  std::vector<Id> divisions;
  for (const DivisionSettings& division : league.divisions) {
    check_same_rules(database(), division);
    for (int seats = fewest; seats <= most; ++seats) {
      divisions.push_back(sync_division(database(), division, league, seats));
      if (plan && league.deals > 0) {
        plan_line_ups(database(), divisions.back(), *stored.plan->deals, plan(stored, seats));
      } else if (!keeps) {
        plan_what_is_played(database(), divisions.back(), stored.agents);
      }
    }
  }
  if (!keeps) {
    Query(database(),
          "UPDATE line_up SET planned = 0 WHERE planned > 0 AND division NOT IN"
          " (SELECT value FROM json_each(?))",
          base::dump(Json(divisions)))
        .run();
  }
  const Json settings = make_settings(league, stored, divisions);
  check_same_league(database(), league.name, settings);
  database().execute("DELETE FROM league");
  Query(database(), "INSERT INTO league (name, settings) VALUES (?, ?)", league.name,
        base::dump(settings))
      .run();
}

StoredLineUp Store::plan_table(const StoredDivision& division, const std::vector<Id>& agents,
                               std::uint64_t deal, std::uint64_t place) {
  Change change(database(), *this);
  const std::string ids = base::dump(Json(agents));
  Query(database(),
        "INSERT INTO line_up (division, agents, planned, place) VALUES (?1, ?2, ?3, ?4)"
        " ON CONFLICT (division, agents) DO UPDATE SET planned = max(planned, ?3)",
        division.id, ids, deal + 1, place)
      .run();
  Query found(database(), "SELECT id, planned FROM line_up WHERE division = ? AND agents = ?",
              division.id, ids);
  found.next();
  const StoredLineUp line_up{found.number(0), agents, static_cast<std::uint64_t>(found.number(1)),
                             0};
  change.commit();
  return line_up;
}

void Store::close_schedule() {
  Change change(database(), *this);
  database().execute(
      "UPDATE line_up SET planned ="
      " ifnull((SELECT sum(deals) FROM block WHERE line_up = line_up.id), 0) WHERE planned > 0");
  database().execute("UPDATE league SET settings = json_set(settings, '$.deals', NULL)");
  change.commit();
}

std::vector<StoredRound> Reader::rounds(const StoredDivision& division) const {
  std::vector<StoredRound> rounds;
  Query rows(*database_, "SELECT id, begun, plan FROM round WHERE division = ? ORDER BY id",
             division.id);
  while (rows.next()) {
    auto plan = base::try_parse_json(rows.text(2));
    if (!plan || !plan->is_object())
      throw Damaged(
          fmt::format("league.db: round {}: its plan is not a JSON object", rows.number(0)));
    rounds.push_back({rows.number(0),
                      std::chrono::sys_seconds(std::chrono::seconds(rows.number(1))),
                      std::move(*plan)});
  }
  return rounds;
}

std::uint64_t Reader::count_rounds(const StoredDivision& division) const {
  Query query(*database_, "SELECT count(*) FROM round WHERE division = ?", division.id);
  query.next();
  return static_cast<std::uint64_t>(query.number(0));
}

StoredRound Store::add_round(const StoredDivision& division, Json plan,
                             std::span<const RoundTable> tables) {
  Change change(database(), *this);
  plan["tables"] = Json::array();
  for (const RoundTable& table : tables) {
    Query count(database(), "SELECT count(*) FROM line_up WHERE division = ?", division.id);
    count.next();
    const StoredLineUp line_up =
        plan_table(division, table.agents, 0, static_cast<std::uint64_t>(count.number(0)));
    Query stored(database(), "SELECT ifnull(max(first + deals), 0) FROM block WHERE line_up = ?",
                 line_up.id);
    stored.next();
    const auto first = static_cast<std::uint64_t>(stored.number(0));
    (void)plan_table(division, table.agents, first + table.deals - 1, 0);
    plan["tables"].push_back(Json::array({line_up.id, first, first + table.deals}));
  }
  const auto now = base::utc_now();
  Query(database(), "INSERT INTO round (division, begun, plan) VALUES (?, ?, ?)", division.id,
        now.time_since_epoch().count(), base::dump(plan))
      .run();
  const StoredRound round{database().last_id(), now, std::move(plan)};
  change.commit();
  return round;
}

Epoch Store::current_epoch(const std::optional<std::string>& seed) {
  const std::vector<PlanOfParts> plans = this->plans();
  for (const Epoch& epoch : all_epochs()) {
    const bool secret = !epoch.open && !epoch.revealed &&
                        std::ranges::count(plans, epoch.id, &PlanOfParts::epoch) == 0;
    if (seed ? epoch.seed == *seed : secret) return epoch;
  }
  return add_epoch(seed);
}

Epoch Store::add_epoch(const std::optional<std::string>& seed) {
  Epoch epoch;
  epoch.open = epoch.revealed = seed.has_value();
  epoch.seed = seed ? *seed : referee::record::draw_seed().text;
  epoch.commitment = referee::record::commitment({epoch.seed});
  if (!seed) {
    epoch.agent_secret = referee::record::draw_seed().text;
    epoch.agent_commitment = referee::record::commitment({epoch.agent_secret});
  }
  Change change(database(), *this);
  Query(database(),
        "INSERT INTO epoch (seed, commitment, agent_secret, agent_commitment, open, revealed)"
        " VALUES (?, ?, ?, ?, ?, ?)",
        epoch.seed, epoch.commitment, epoch.agent_secret, epoch.agent_commitment, epoch.open,
        epoch.revealed)
      .run();
  epoch.id = database().last_id();
  change.commit();
  return epoch;
}

Store::BegunPlan Store::begin_plan(const std::optional<std::string>& seed, const fs::path& folder,
                                   int parts) {
  Change change(database(), *this);
  BegunPlan plan{0, seed ? current_epoch(seed) : add_epoch({})};
  Query(database(), "INSERT INTO plan (epoch, folder, parts, open) VALUES (?, ?, ?, 1)",
        plan.epoch.id, folder.string(), parts)
      .run();
  plan.id = database().last_id();
  change.commit();
  return plan;
}

void Store::end_plan(Id plan) {
  Change change(database(), *this);
  Query(database(), "UPDATE plan SET open = 0 WHERE id = ?", plan).run();
  change.commit();
}

void Store::reveal_seeds() {
  Change change(database(), *this);
  database().execute("UPDATE epoch SET revealed = 1");
  change.commit();
}

Id Store::conditions_id(const Conditions& conditions) {
  const std::string limits = base::dump(limits_json(conditions.limits));
  Change change(database(), *this);
  Query(database(),
        "INSERT OR IGNORE INTO conditions (isolation, layers, machine, limits) VALUES (?, ?, ?, ?)",
        conditions.isolation, conditions.layers, conditions.machine, limits)
      .run();
  Query found(
      database(),
      "SELECT id FROM conditions WHERE isolation = ? AND layers = ? AND machine = ? AND limits = ?",
      conditions.isolation, conditions.layers, conditions.machine, limits);
  found.next();
  const Id id = found.number(0);
  change.commit();
  return id;
}

}  // namespace danno::leagues::store
