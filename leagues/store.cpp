#include "leagues/store.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sodium.h>
#include <sys/file.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <cerrno>
#include <nlohmann/json.hpp>
#include <set>
#include <system_error>
#include <utility>

#include "leagues/database.hpp"
#include "leagues/schedule.hpp"

namespace danno::leagues {
namespace {

namespace fs = std::filesystem;
using nlohmann::ordered_json;

/// Step i takes a database of schema i to schema i + 1. A step that was released never changes.
constexpr std::array kSteps{R"sql(
CREATE TABLE league (           -- one row: what is current
  name TEXT NOT NULL,
  settings TEXT NOT NULL        -- JSON: format, rank_by, divisions and agents by id
);
CREATE TABLE agent (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  version INTEGER NOT NULL,     -- ada, ada@2, …: another content is another version
  hash TEXT NOT NULL,           -- SHA-256 of command and files
  author TEXT NOT NULL,
  command TEXT NOT NULL,        -- JSON
  folder TEXT NOT NULL,
  UNIQUE (name, version)
);
CREATE TABLE division (
  id INTEGER PRIMARY KEY,
  rules TEXT NOT NULL,
  parameters TEXT NOT NULL,     -- JSON, as in the league file
  seats INTEGER NOT NULL,
  mirror INTEGER NOT NULL,
  advice INTEGER NOT NULL,      -- 0 off, 1 first-game, 2 always
  UNIQUE (rules, parameters, seats, mirror, advice)
);
CREATE TABLE line_up (
  id INTEGER PRIMARY KEY,
  division INTEGER NOT NULL REFERENCES division,
  agents TEXT NOT NULL,         -- JSON list of agent.id
  planned INTEGER NOT NULL,     -- deals; 0: of an agent that left or changed
  place INTEGER NOT NULL,       -- in the schedule
  UNIQUE (division, agents)
);
CREATE TABLE epoch (
  id INTEGER PRIMARY KEY,
  seed TEXT NOT NULL UNIQUE,
  commitment TEXT NOT NULL,     -- SHA-256 of the seed
  open INTEGER NOT NULL,        -- 1: the seed stood in the league file
  revealed INTEGER NOT NULL     -- 1: published with a finished league
);
CREATE TABLE conditions (
  id INTEGER PRIMARY KEY,
  isolation TEXT NOT NULL,
  layers TEXT NOT NULL,
  machine TEXT NOT NULL,
  limits TEXT NOT NULL,         -- JSON
  UNIQUE (isolation, layers, machine, limits)
);
CREATE TABLE deal (
  line_up INTEGER NOT NULL REFERENCES line_up,
  deal INTEGER NOT NULL,        -- counts the deals of the line-up from 0
  epoch INTEGER NOT NULL REFERENCES epoch,
  conditions INTEGER NOT NULL REFERENCES conditions,
  games BLOB NOT NULL           -- danno.v1.DealRecord (proto/danno/record.proto)
);
CREATE UNIQUE INDEX deal_of_line_up ON deal (line_up, deal);
CREATE TABLE fault (
  id INTEGER PRIMARY KEY,
  line_up INTEGER NOT NULL REFERENCES line_up,
  deal INTEGER NOT NULL,
  seating INTEGER NOT NULL,
  seat INTEGER NOT NULL,
  agent INTEGER NOT NULL REFERENCES agent,
  kind TEXT NOT NULL,
  value INTEGER NOT NULL,
  detail TEXT NOT NULL,
  report TEXT NOT NULL          -- JSON, for 'danno repeat'
);
CREATE INDEX fault_of_deal ON fault (line_up, deal);
CREATE INDEX fault_of_agent ON fault (agent);
)sql",
                            R"sql(
CREATE VIEW meeting AS          -- line-ups by their agents' names, and how far they are
  SELECT line_up.id AS line_up, rules,
    (SELECT group_concat(name || CASE version WHEN 1 THEN '' ELSE '@' || version END, ',')
       FROM json_each(agents) JOIN agent ON agent.id = value) AS agents,
    planned, (SELECT count(*) FROM deal WHERE deal.line_up = line_up.id) AS deals
  FROM line_up JOIN division ON division = division.id;
)sql"};
constexpr auto kSchemaVersion = static_cast<int>(kSteps.size());

std::vector<Id> parse_ids(const std::string& json) {
  return nlohmann::json::parse(json).get<std::vector<Id>>();
}

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

}  // namespace

std::string StoredAgent::shown_name() const {
  return version == 1 ? name : fmt::format("{}@{}", name, version);
}

namespace {

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

/// 0: nothing is in it yet. Throws where a newer danno wrote it.
int schema_version(Database& database, const fs::path& file) {
  Query query(database, "PRAGMA user_version");
  query.next();
  const std::int64_t version = query.number(0);
  if (version > kSchemaVersion) {
    throw std::runtime_error(
        fmt::format("{}: schema {}; this danno knows schemas up to {}: use a newer one",
                    file.string(), version, kSchemaVersion));
  }
  return static_cast<int>(version);
}

void migrate(Database& database, const fs::path& file) {
  const auto version = static_cast<std::size_t>(schema_version(database, file));
  if (version == kSteps.size()) return;
  Transaction transaction(database);
  for (std::size_t step = version; step < kSteps.size(); ++step)
    database.execute(kSteps[step]);
  database.execute(fmt::format("PRAGMA user_version = {}", kSchemaVersion).c_str());
  transaction.commit();
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

/// Columns: rules, parameters, seats, mirror, advice.
StoredDivision read_division(Id id, const Query& row) {
  const std::string rules_id = row.text(0);
  StoredDivision division;
  division.id = id;
  division.seats = static_cast<int>(row.number(2));
  division.mirror = row.number(3) != 0;
  division.advice = static_cast<referee::Advice>(row.number(4));
  division.definition = rules::find_definition(rules_id);
  if (division.definition == nullptr)
    throw std::runtime_error(fmt::format("league.db: no rule set '{}'", rules_id));
  division.parameters = division.definition->defaults(2);
  const nlohmann::json json = nlohmann::json::parse(row.text(1));
  for (const auto& [name, value] : json.items()) {
    const auto problem = rules::set_parameter(*division.definition, division.parameters, name,
                                              value.get<std::string>());
    if (problem) throw std::runtime_error(fmt::format("league.db: {}: {}", rules_id, *problem));
  }
  return division;
}

/// Columns: id, line_up, deal, agent, kind, value, detail, seat, seating.
StoredFault read_fault(const Query& row) {
  StoredFault stored;
  stored.id = row.number(0);
  stored.line_up = row.number(1);
  stored.deal = static_cast<std::uint64_t>(row.number(2));
  stored.agent = row.number(3);
  const auto kind = referee::parse_fault_kind(row.text(4));
  if (!kind) throw std::runtime_error(fmt::format("league.db: no kind of fault '{}'", row.text(4)));
  stored.fault.kind = *kind;
  stored.fault.value = static_cast<int>(row.number(5));
  stored.fault.detail = row.text(6);
  stored.fault.seat = static_cast<int>(row.number(7));
  stored.seating = static_cast<int>(row.number(8));
  return stored;
}

}  // namespace

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
  if (version < kSchemaVersion) (void)open_to_play(folder);  // brings it up to date
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

StoredLeague Store::league() const {
  Query row(*database_, "SELECT name, settings FROM league");
  if (!row.next())
    throw NoLeague("league.db holds no league yet; 'danno league run FILE' plays one");
  StoredLeague league;
  league.name = row.text(0);
  const auto settings = nlohmann::json::parse(row.text(1));
  const auto is = [&](const char* key, std::string_view value) {
    return settings.at(key).get<std::string>() == value;
  };
  for (const Format format : {Format::RoundRobin, Format::Gauntlet, Format::Tournament}) {
    if (is("format", to_string(format))) league.format = format;
  }
  league.rank_by = is("rank_by", to_string(RankBy::Points)) ? RankBy::Points : RankBy::Elo;
  league.repeat = settings.value("repeat", 1);
  league.apart = settings.value("apart", false);
  for (const auto& id : settings.at("divisions")) {
    Query found(*database_,
                "SELECT rules, parameters, seats, mirror, advice FROM division WHERE id = ?",
                id.get<Id>());
    if (!found.next()) throw std::runtime_error("league.db: a division is missing");
    league.divisions.push_back(read_division(id.get<Id>(), found));
  }
  for (const auto& id : settings.at("agents")) {
    Query found(*database_, "SELECT name, version, author FROM agent WHERE id = ?", id.get<Id>());
    if (!found.next()) throw std::runtime_error("league.db: an agent is missing");
    league.agents.push_back(
        {id.get<Id>(), found.text(0), static_cast<int>(found.number(1)), found.text(2)});
  }
  std::ranges::sort(league.agents, {}, &StoredAgent::name);
  return league;
}

std::vector<StoredLineUp> Store::line_ups(const StoredDivision& division) const {
  Query rows(*database_,
             "SELECT id, agents, planned, (SELECT count(*) FROM deal WHERE deal.line_up = "
             "line_up.id AND deal < planned)"
             " FROM line_up WHERE division = ? AND planned > 0 ORDER BY place",
             division.id);
  std::vector<StoredLineUp> line_ups;
  while (rows.next()) {
    line_ups.push_back({rows.number(0), parse_ids(rows.text(1)),
                        static_cast<std::uint64_t>(rows.number(2)),
                        static_cast<std::uint64_t>(rows.number(3))});
  }
  return line_ups;
}

std::uint64_t Store::retired_deals() const {
  Query row(*database_,
            "SELECT count(*) FROM deal JOIN line_up ON line_up = line_up.id WHERE planned = 0");
  row.next();
  return static_cast<std::uint64_t>(row.number(0));
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

std::vector<Epoch> Store::epochs(const StoredDivision& division) const {
  Query rows(*database_,
             // The first deal of an epoch will do: deals are many.
             "SELECT id, seed, commitment, open, revealed FROM epoch WHERE EXISTS"
             " (SELECT 1 FROM line_up CROSS JOIN deal ON deal.line_up = line_up.id"
             "  WHERE division = ? AND planned > 0 AND deal.epoch = epoch.id)"
             " ORDER BY id",
             division.id);
  std::vector<Epoch> epochs;
  while (rows.next())
    epochs.push_back(
        {rows.number(0), rows.text(1), rows.text(2), rows.number(3) != 0, rows.number(4) != 0});
  return epochs;
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

std::vector<std::string> Store::conditions_of(const StoredDivision& division,
                                              const char* column) const {
  const std::string query = fmt::format(
      "SELECT DISTINCT {0} FROM conditions WHERE EXISTS"
      " (SELECT 1 FROM line_up CROSS JOIN deal ON deal.line_up = line_up.id"
      "  WHERE division = ? AND planned > 0 AND deal.conditions = conditions.id) ORDER BY {0}",
      column);
  Query rows(*database_, query.c_str(), division.id);
  std::vector<std::string> values;
  while (rows.next())
    values.push_back(rows.text(0));
  return values;
}

std::vector<std::string> Store::isolation_levels(const StoredDivision& division) const {
  return conditions_of(division, "isolation");
}

std::vector<std::string> Store::isolation_layers(const StoredDivision& division) const {
  return conditions_of(division, "layers");
}

void Store::add_deals(const StoredLineUp& line_up, const Epoch& epoch, Id conditions,
                      std::span<const referee::DealResult> deals) {
  Transaction transaction(*database_);
  for (const referee::DealResult& deal : deals) {
    Query(*database_,
          "INSERT INTO deal (line_up, deal, epoch, conditions, games) VALUES (?, ?, ?, ?, ?)",
          line_up.id, deal.deal, epoch.id, conditions, Blob{referee::encode_deal(deal.games)})
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

void Store::visit_deals(const StoredDivision& division, const VisitDeal& visit) const {
  for (const StoredLineUp& line_up : line_ups(division)) {
    Query rows(*database_,
               "SELECT deal, games FROM deal WHERE line_up = ? AND deal < ? ORDER BY deal",
               line_up.id, line_up.planned);
    while (rows.next())
      visit(line_up,
            {static_cast<std::uint64_t>(rows.number(0)), referee::decode_deal(rows.text(1))});
  }
}

void Store::visit_faulty_deals(const StoredLineUp& line_up, const VisitDeal& visit) const {
  Query rows(*database_,
             "SELECT deal, games FROM deal WHERE line_up = ?1 AND deal IN"
             " (SELECT deal FROM fault WHERE line_up = ?1) ORDER BY deal",
             line_up.id);
  while (rows.next())
    visit(line_up,
          {static_cast<std::uint64_t>(rows.number(0)), referee::decode_deal(rows.text(1))});
}

std::vector<StoredFault> Store::faults(const StoredDivision& division) const {
  Query rows(*database_,
             "SELECT fault.id, line_up, deal, agent, kind, value, detail, seat, seating FROM fault"
             " JOIN line_up ON line_up = line_up.id WHERE division = ? AND deal < planned"
             " ORDER BY place, deal, seating, seat",
             division.id);
  std::vector<StoredFault> faults;
  while (rows.next()) {
    faults.push_back(read_fault(rows));
  }
  return faults;
}

std::string Store::fault_report(Id fault) const {
  Query row(*database_, "SELECT report FROM fault WHERE id = ?", fault);
  return row.next() ? row.text(0) : "";
}

std::vector<StoredDivision> Store::all_divisions() const {
  Query rows(*database_,
             "SELECT rules, parameters, seats, mirror, advice, id FROM division ORDER BY id");
  std::vector<StoredDivision> divisions;
  while (rows.next())
    divisions.push_back(read_division(rows.number(5), rows));
  return divisions;
}

std::vector<StoredAgent> Store::all_agents() const {
  Query rows(*database_, "SELECT id, name, version, author FROM agent ORDER BY id");
  std::vector<StoredAgent> agents;
  while (rows.next())
    agents.push_back(
        {rows.number(0), rows.text(1), static_cast<int>(rows.number(2)), rows.text(3)});
  return agents;
}

std::vector<Epoch> Store::all_epochs() const {
  Query rows(*database_, "SELECT id, seed, commitment, open, revealed FROM epoch ORDER BY id");
  std::vector<Epoch> epochs;
  while (rows.next())
    epochs.push_back(
        {rows.number(0), rows.text(1), rows.text(2), rows.number(3) != 0, rows.number(4) != 0});
  return epochs;
}

std::vector<StoredLineUp> Store::all_line_ups(const StoredDivision& division) const {
  Query rows(*database_,
             "SELECT id, agents, planned, (SELECT count(*) FROM deal WHERE deal.line_up = "
             "line_up.id) FROM line_up WHERE division = ? ORDER BY planned = 0, place, id",
             division.id);
  std::vector<StoredLineUp> line_ups;
  while (rows.next()) {
    line_ups.push_back({rows.number(0), parse_ids(rows.text(1)),
                        static_cast<std::uint64_t>(rows.number(2)),
                        static_cast<std::uint64_t>(rows.number(3))});
  }
  return line_ups;
}

void Store::visit_stored(const StoredLineUp& line_up, std::uint64_t from,
                         const std::function<bool(const StoredDeal&)>& visit) const {
  // The open query keeps the others at its moment, should somebody be playing.
  Query rows(*database_,
             "SELECT deal, epoch, games, json_extract(limits, '$.max_faults') FROM deal"
             " LEFT JOIN conditions ON conditions = conditions.id"
             " WHERE line_up = ? AND deal >= ? ORDER BY deal",
             line_up.id, from);
  while (rows.next()) {
    StoredDeal deal;
    deal.deal = static_cast<std::uint64_t>(rows.number(0));
    deal.epoch = rows.number(1);
    deal.games = rows.text(2);
    deal.max_faults = static_cast<int>(rows.number(3));
    Query faults(*database_,
                 "SELECT id, line_up, deal, agent, kind, value, detail, seat, seating FROM fault"
                 " WHERE line_up = ? AND deal = ? ORDER BY id",
                 line_up.id, deal.deal);
    while (faults.next())
      deal.faults.push_back(read_fault(faults));
    if (!visit(deal)) return;
  }
}

std::uint64_t Store::strays() const {
  Query row(*database_,
            "SELECT (SELECT count(*) FROM deal WHERE line_up NOT IN (SELECT id FROM line_up))"
            " + (SELECT count(*) FROM fault WHERE NOT EXISTS (SELECT 1 FROM deal WHERE"
            " deal.line_up = fault.line_up AND deal.deal = fault.deal))");
  row.next();
  return static_cast<std::uint64_t>(row.number(0));
}

std::string Store::records_digest(const StoredDivision& division) const {
  crypto_hash_sha256_state state;
  crypto_hash_sha256_init(&state);
  for (const StoredLineUp& line_up : line_ups(division)) {
    Query rows(*database_, "SELECT games FROM deal WHERE line_up = ? AND deal < ? ORDER BY deal",
               line_up.id, line_up.planned);
    while (rows.next()) {
      const std::string games = rows.text(0);
      crypto_hash_sha256_update(&state, reinterpret_cast<const unsigned char*>(games.data()),
                                games.size());
    }
  }
  std::array<unsigned char, crypto_hash_sha256_BYTES> digest{};
  crypto_hash_sha256_final(&state, digest.data());
  std::string hex;
  for (const unsigned char byte : digest)
    hex += fmt::format("{:02x}", byte);
  return hex;
}

}  // namespace danno::leagues
