#include "leagues/store.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sodium.h>
#include <sqlite3.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <cerrno>
#include <nlohmann/json.hpp>
#include <set>
#include <system_error>
#include <utility>

#include "leagues/schedule.hpp"

namespace danno::leagues {
namespace {

namespace fs = std::filesystem;
using nlohmann::ordered_json;

constexpr int kSchemaVersion = 1;
constexpr const char* kSchema = R"sql(
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
)sql";

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
  return ordered_json{{"answer_ms", limits.answer.count()},
                      {"start_ms", limits.start.count()},
                      {"memory_mb", limits.memory_mb},
                      {"max_faults", limits.max_faults}}
      .dump();
}

bool share_an_author(const std::vector<Entrant>& entrants, const std::vector<int>& table) {
  std::set<std::string> authors;
  return std::ranges::any_of(table, [&](int agent) {
    const std::string& author = entrants[static_cast<std::size_t>(agent)].author;
    return !author.empty() && !authors.insert(author).second;
  });
}

}  // namespace

std::string StoredAgent::shown_name() const {
  return version == 1 ? name : fmt::format("{}@{}", name, version);
}

/// The open database, and the hold on its folder.
class Store::Connection {
 public:
  Connection(const fs::path& folder, int flags) : file_((folder / "league.db").string()) {
    const int code =
        sqlite3_open_v2(file_.c_str(), &database_, flags | SQLITE_OPEN_NOMUTEX, nullptr);
    if (code != SQLITE_OK) {
      sqlite3_close(std::exchange(database_, nullptr));
      fail(code);
    }
    sqlite3_busy_timeout(database_, 10'000);
    execute("PRAGMA foreign_keys = ON");
  }
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;
  ~Connection() {
    for (auto& [sql, statement] : statements_)
      sqlite3_finalize(statement);
    sqlite3_close(database_);
    if (folder_fd_ >= 0) ::close(folder_fd_);
  }

  void hold(int folder_fd) { folder_fd_ = folder_fd; }

  void execute(const char* sql) {
    const int code = sqlite3_exec(database_, sql, nullptr, nullptr, nullptr);
    if (code != SQLITE_OK) fail(code);
  }

  /// Prepared once for each text of SQL, which must outlive the connection.
  sqlite3_stmt* prepare(const char* sql) {
    sqlite3_stmt*& statement = statements_[sql];
    if (statement == nullptr) {
      const int code =
          sqlite3_prepare_v3(database_, sql, -1, SQLITE_PREPARE_PERSISTENT, &statement, nullptr);
      if (code != SQLITE_OK) fail(code);
    }
    return statement;
  }

  [[nodiscard]] Id last_id() const { return sqlite3_last_insert_rowid(database_); }
  [[nodiscard]] bool in_transaction() const { return sqlite3_get_autocommit(database_) == 0; }

  [[noreturn]] void fail(int code) const {
    const std::string why = database_ == nullptr ? sqlite3_errstr(code) : sqlite3_errmsg(database_);
    const int primary = code & 0xFF;
    std::string next;
    if (primary == SQLITE_FULL)
      next = "; make room and run the same command again, nothing that was stored is lost";
    if (primary == SQLITE_NOTADB || primary == SQLITE_CORRUPT)
      next = "; it is damaged or no database of danno's";
    throw std::runtime_error(fmt::format("{}: {}{}", file_, why, next));
  }

 private:
  std::string file_;
  sqlite3* database_ = nullptr;
  int folder_fd_ = -1;
  std::map<const char*, sqlite3_stmt*> statements_;
};

namespace {

/// Bytes that are no text.
struct Blob {
  std::string bytes;
};

/// One execution of a statement: values in, rows out. Resets the statement when it goes.
template <class Connection>
class Query {
 public:
  template <class... Values>
  Query(Connection& connection, const char* sql, const Values&... values)
      : connection_(connection), statement_(connection.prepare(sql)) {
    int index = 0;
    (bind(++index, values), ...);
  }
  Query(const Query&) = delete;
  Query& operator=(const Query&) = delete;
  ~Query() {
    sqlite3_reset(statement_);
    sqlite3_clear_bindings(statement_);
  }

  /// Whether there is a (further) row.
  bool next() {
    const int code = sqlite3_step(statement_);
    if (code != SQLITE_ROW && code != SQLITE_DONE) connection_.fail(code);
    return code == SQLITE_ROW;
  }
  void run() {
    while (next()) {
    }
  }
  [[nodiscard]] std::int64_t number(int column) const {
    return sqlite3_column_int64(statement_, column);
  }
  [[nodiscard]] std::string text(int column) const {
    const auto* const bytes = static_cast<const char*>(sqlite3_column_blob(statement_, column));
    return {bytes == nullptr ? "" : bytes,
            static_cast<std::size_t>(sqlite3_column_bytes(statement_, column))};
  }

 private:
  void bind(int index, std::int64_t value) { check(sqlite3_bind_int64(statement_, index, value)); }
  void bind(int index, int value) { bind(index, std::int64_t{value}); }
  void bind(int index, bool value) { bind(index, std::int64_t{value}); }
  void bind(int index, std::uint64_t value) { bind(index, static_cast<std::int64_t>(value)); }
  void bind(int index, std::string_view value) {
    check(sqlite3_bind_text(statement_, index, value.data(), static_cast<int>(value.size()),
                            SQLITE_TRANSIENT));
  }
  void bind(int index, const Blob& value) {
    check(sqlite3_bind_blob64(statement_, index, value.bytes.data(), value.bytes.size(),
                              SQLITE_TRANSIENT));
  }
  void check(int code) {
    if (code != SQLITE_OK) connection_.fail(code);
  }

  Connection& connection_;
  sqlite3_stmt* statement_;
};

/// Rolls back unless it was committed.
template <class Connection>
class Transaction {
 public:
  explicit Transaction(Connection& connection) : connection_(connection) {
    connection_.execute("BEGIN IMMEDIATE");
  }
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;
  ~Transaction() {
    // SQLite has rolled back by itself where the disk was full.
    if (!connection_.in_transaction()) return;
    try {
      connection_.execute("ROLLBACK");
    } catch (const std::runtime_error&) {  // the error that led here is the one to tell
    }
  }
  void commit() { connection_.execute("COMMIT"); }

 private:
  Connection& connection_;
};

int lock_folder(const fs::path& folder) {
  const int fd = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0) throw std::system_error(errno, std::generic_category(), folder.string());
  if (::flock(fd, LOCK_EX | LOCK_NB) == 0) return fd;
  const int code = errno;
  ::close(fd);
  if (code != EWOULDBLOCK) throw std::system_error(code, std::generic_category(), folder.string());
  throw LeagueBusy(fmt::format(
      "a league is already running in {}; 'danno league status --out {}' shows how far it is",
      folder.string(), folder.string()));
}

template <class Connection>
int schema_version(Connection& connection) {
  Query query(connection, "PRAGMA user_version");
  query.next();
  return static_cast<int>(query.number(0));
}

template <class Connection>
void check_version(Connection& connection, const fs::path& folder) {
  const int version = schema_version(connection);
  if (version == kSchemaVersion) return;
  throw std::runtime_error(fmt::format("{}: schema {}; this danno reads schema {}",
                                       (folder / "league.db").string(), version, kSchemaVersion));
}

/// The current version of an agent, a new one where its content is new.
template <class Connection>
Id settle_agent(Connection& connection, const Entrant& entrant) {
  const std::string& name = entrant.agent.name;
  const std::string hash = content_hash(entrant);
  Query newest(connection,
               "SELECT id, version, hash FROM agent WHERE name = ? ORDER BY version DESC LIMIT 1",
               name);
  int version = 1;
  if (newest.next()) {
    if (newest.text(2) == hash) return newest.number(0);
    version = static_cast<int>(newest.number(1)) + 1;
  }
  Query(
      connection,
      "INSERT INTO agent (name, version, hash, author, command, folder) VALUES (?, ?, ?, ?, ?, ?)",
      name, version, hash, entrant.author,
      ordered_json(entrant.agent.command)
          .dump(-1, ' ', false, ordered_json::error_handler_t::replace),
      entrant.agent.folder.string())
      .run();
  return connection.last_id();
}

template <class Connection>
Id settle_division(Connection& connection, const DivisionSettings& division, const League& league,
                   int seats) {
  const std::string parameters =
      to_json(*division.definition,
              seats == league.seats ? division.parameters : division.parameters_for(seats));
  const std::string id(division.definition->id);
  const auto advice = static_cast<int>(league.advice);
  Query(connection,
        "INSERT OR IGNORE INTO division (rules, parameters, seats, mirror, advice) VALUES (?, ?, "
        "?, ?, ?)",
        id, parameters, seats, league.mirror, advice)
      .run();
  Query found(connection,
              "SELECT id FROM division WHERE rules = ? AND parameters = ? AND seats = ? AND mirror "
              "= ? AND advice = ?",
              id, parameters, seats, league.mirror, advice);
  found.next();
  return found.number(0);
}

std::ptrdiff_t count_challengers(const League& league, const std::vector<int>& table) {
  return std::ranges::count_if(table, [&](int agent) {
    const std::string& name = league.entrants[static_cast<std::size_t>(agent)].agent.name;
    return std::ranges::find(league.challengers, name) != league.challengers.end();
  });
}

/// Once a tournament is begun, nothing about it may change.
template <class Connection>
void check_same_tournament(Connection& connection, const ordered_json& settings) {
  Query row(connection, "SELECT settings FROM league");
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

template <class Connection>
void plan_line_ups(Connection& connection, Id division, const League& league,
                   const std::vector<Id>& agents) {
  int place = 0;
  for (const std::vector<int>& table : round_robin(static_cast<int>(agents.size()), league.seats)) {
    if (league.max_per_author > 0 && share_an_author(league.entrants, table)) continue;
    if (league.format == Format::Gauntlet && count_challengers(league, table) != 1) continue;
    ordered_json ids = ordered_json::array();
    for (const int agent : table)
      ids.push_back(agents[static_cast<std::size_t>(agent)]);
    Query(connection,
          "INSERT INTO line_up (division, agents, planned, place) VALUES (?1, ?2, ?3, ?4)"
          " ON CONFLICT (division, agents) DO UPDATE SET planned = ?3, place = ?4",
          division, ids.dump(), league.deals, place++)
        .run();
  }
}

/// Columns: rules, parameters, seats, mirror, advice.
template <class Row>
StoredDivision read_division(Id id, const Row& row) {
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
                                              value.template get<std::string>());
    if (problem) throw std::runtime_error(fmt::format("league.db: {}: {}", rules_id, *problem));
  }
  return division;
}

/// Columns: id, line_up, deal, agent, kind, value, detail, seat, seating.
template <class Row>
StoredFault read_fault(const Row& row) {
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

Store::Store(std::unique_ptr<Connection> connection) : connection_(std::move(connection)) {}
Store::Store(Store&&) noexcept = default;
Store::~Store() = default;

Store Store::open_to_play(const fs::path& folder) {
  fs::create_directories(folder);
  const int lock = lock_folder(folder);
  std::unique_ptr<Connection> connection;
  try {
    connection = std::make_unique<Connection>(folder, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE);
  } catch (...) {
    ::close(lock);
    throw;
  }
  connection->hold(lock);
  // The seed is in it.
  fs::permissions(folder / "league.db", fs::perms::owner_read | fs::perms::owner_write);
  connection->execute("PRAGMA journal_mode = WAL");
  connection->execute("PRAGMA synchronous = NORMAL");
  if (schema_version(*connection) == 0) {
    Transaction transaction(*connection);
    connection->execute(kSchema);
    connection->execute(fmt::format("PRAGMA user_version = {}", kSchemaVersion).c_str());
    transaction.commit();
  }
  check_version(*connection, folder);
  return Store(std::move(connection));
}

Store Store::open_to_read(const fs::path& folder) {
  if (!fs::exists(folder / "league.db")) {
    throw NoLeague(fmt::format("no league in {}; 'danno league run FILE --out {}' plays one",
                               folder.string(), folder.string()));
  }
  // Readers of a WAL database write its index of readers, too.
  auto connection = std::make_unique<Connection>(folder, SQLITE_OPEN_READWRITE);
  check_version(*connection, folder);
  return Store(std::move(connection));
}

void Store::settle(const League& league) {
  Transaction transaction(*connection_);
  ordered_json agents = ordered_json::array();
  std::vector<Id> ids;
  for (const Entrant& entrant : league.entrants) {
    ids.push_back(settle_agent(*connection_, entrant));
    agents.push_back(ids.back());
  }
  const bool tournament = league.format == Format::Tournament;
  if (!tournament) connection_->execute("UPDATE line_up SET planned = 0");
  ordered_json divisions = ordered_json::array();
  for (const DivisionSettings& division : league.divisions) {
    for (int seats = tournament ? 2 : league.seats;
         seats <= (tournament ? rules::kMaxSeats : league.seats); ++seats) {
      divisions.push_back(settle_division(*connection_, division, league, seats));
      if (!tournament) plan_line_ups(*connection_, divisions.back(), league, ids);
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
  check_same_tournament(*connection_, settings);
  connection_->execute("DELETE FROM league");
  Query(*connection_, "INSERT INTO league (name, settings) VALUES (?, ?)", league.name,
        settings.dump())
      .run();
  transaction.commit();
}

void Store::plan_no_more(const StoredLineUp& line_up) {
  Query(*connection_,
        "UPDATE line_up SET planned = (SELECT count(*) FROM deal WHERE line_up = ?1) WHERE id = ?1",
        line_up.id)
      .run();
}

StoredLeague Store::league() const {
  Query row(*connection_, "SELECT name, settings FROM league");
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
    Query found(*connection_,
                "SELECT rules, parameters, seats, mirror, advice FROM division WHERE id = ?",
                id.get<Id>());
    if (!found.next()) throw std::runtime_error("league.db: a division is missing");
    league.divisions.push_back(read_division(id.get<Id>(), found));
  }
  for (const auto& id : settings.at("agents")) {
    Query found(*connection_, "SELECT name, version, author FROM agent WHERE id = ?", id.get<Id>());
    if (!found.next()) throw std::runtime_error("league.db: an agent is missing");
    league.agents.push_back(
        {id.get<Id>(), found.text(0), static_cast<int>(found.number(1)), found.text(2)});
    league.entered.push_back(id.get<Id>());
  }
  std::ranges::sort(league.agents, {}, &StoredAgent::name);
  return league;
}

std::vector<StoredLineUp> Store::line_ups(const StoredDivision& division) const {
  Query rows(*connection_,
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

StoredLineUp Store::plan_table(const StoredDivision& division, const std::vector<Id>& agents,
                               std::uint64_t deal, std::uint64_t place) {
  const std::string ids = ordered_json(agents).dump();
  Query(*connection_,
        "INSERT INTO line_up (division, agents, planned, place) VALUES (?1, ?2, ?3, ?4)"
        " ON CONFLICT (division, agents) DO UPDATE SET planned = max(planned, ?3)",
        division.id, ids, deal + 1, place)
      .run();
  Query found(*connection_, "SELECT id, planned FROM line_up WHERE division = ? AND agents = ?",
              division.id, ids);
  found.next();
  return {found.number(0), agents, static_cast<std::uint64_t>(found.number(1)), 0};
}

std::uint64_t Store::retired_deals() const {
  Query row(*connection_,
            "SELECT count(*) FROM deal JOIN line_up ON line_up = line_up.id WHERE planned = 0");
  row.next();
  return static_cast<std::uint64_t>(row.number(0));
}

Epoch Store::current_epoch(const std::optional<std::string>& seed) {
  const auto read = [](const auto& row) {
    return Epoch{row.number(0), row.text(1), row.text(2), row.number(3) != 0, row.number(4) != 0};
  };
  if (seed) {
    Query found(*connection_,
                "SELECT id, seed, commitment, open, revealed FROM epoch WHERE seed = ?", *seed);
    if (found.next()) return read(found);
  } else {
    Query found(
        *connection_,
        "SELECT id, seed, commitment, open, revealed FROM epoch WHERE open = 0 AND revealed = 0");
    if (found.next()) return read(found);
  }
  const referee::Seed drawn = seed ? referee::Seed{*seed} : referee::draw_seed();
  Epoch epoch{0, drawn.text, referee::commitment(drawn), seed.has_value(), seed.has_value()};
  Query(*connection_, "INSERT INTO epoch (seed, commitment, open, revealed) VALUES (?, ?, ?, ?)",
        epoch.seed, epoch.commitment, epoch.open, epoch.revealed)
      .run();
  epoch.id = connection_->last_id();
  return epoch;
}

std::vector<Epoch> Store::epochs(const StoredDivision& division) const {
  Query rows(*connection_,
             "SELECT id, seed, commitment, open, revealed FROM epoch WHERE id IN"
             " (SELECT DISTINCT epoch FROM deal JOIN line_up ON line_up = line_up.id WHERE "
             "division = ? AND planned > 0)"
             " ORDER BY id",
             division.id);
  std::vector<Epoch> epochs;
  while (rows.next())
    epochs.push_back(
        {rows.number(0), rows.text(1), rows.text(2), rows.number(3) != 0, rows.number(4) != 0});
  return epochs;
}

void Store::reveal_seeds() { connection_->execute("UPDATE epoch SET revealed = 1"); }

Id Store::conditions_id(const Conditions& conditions) {
  const std::string limits = to_json(conditions.limits);
  Query(*connection_,
        "INSERT OR IGNORE INTO conditions (isolation, layers, machine, limits) VALUES (?, ?, ?, ?)",
        conditions.isolation, conditions.layers, conditions.machine, limits)
      .run();
  Query found(
      *connection_,
      "SELECT id FROM conditions WHERE isolation = ? AND layers = ? AND machine = ? AND limits = ?",
      conditions.isolation, conditions.layers, conditions.machine, limits);
  found.next();
  return found.number(0);
}

std::vector<std::string> Store::isolation_levels(const StoredDivision& division) const {
  Query rows(*connection_,
             "SELECT DISTINCT isolation FROM conditions WHERE id IN"
             " (SELECT DISTINCT conditions FROM deal JOIN line_up ON line_up = line_up.id"
             "  WHERE division = ? AND planned > 0) ORDER BY isolation",
             division.id);
  std::vector<std::string> levels;
  while (rows.next())
    levels.push_back(rows.text(0));
  return levels;
}

void Store::add_deals(const StoredLineUp& line_up, const Epoch& epoch, Id conditions,
                      std::span<const referee::DealResult> deals) {
  Transaction transaction(*connection_);
  for (const referee::DealResult& deal : deals) {
    Query(*connection_,
          "INSERT INTO deal (line_up, deal, epoch, conditions, games) VALUES (?, ?, ?, ?, ?)",
          line_up.id, deal.deal, epoch.id, conditions, Blob{referee::encode_deal(deal.games)})
        .run();
    for (const referee::GameRecord& game : deal.games) {
      for (const referee::Fault& fault : game.faults) {
        const Id agent = line_up.agents[game.agent_at[static_cast<std::size_t>(fault.seat)]];
        Query(*connection_,
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
    Query rows(*connection_,
               "SELECT deal, games FROM deal WHERE line_up = ? AND deal < ? ORDER BY deal",
               line_up.id, line_up.planned);
    while (rows.next())
      visit(line_up,
            {static_cast<std::uint64_t>(rows.number(0)), referee::decode_deal(rows.text(1))});
  }
}

void Store::visit_faulty_deals(const StoredLineUp& line_up, const VisitDeal& visit) const {
  Query rows(*connection_,
             "SELECT deal, games FROM deal WHERE line_up = ?1 AND deal IN"
             " (SELECT deal FROM fault WHERE line_up = ?1) ORDER BY deal",
             line_up.id);
  while (rows.next())
    visit(line_up,
          {static_cast<std::uint64_t>(rows.number(0)), referee::decode_deal(rows.text(1))});
}

std::vector<StoredFault> Store::faults(const StoredDivision& division) const {
  Query rows(*connection_,
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
  Query row(*connection_, "SELECT report FROM fault WHERE id = ?", fault);
  return row.next() ? row.text(0) : "";
}

std::vector<StoredDivision> Store::all_divisions() const {
  Query rows(*connection_,
             "SELECT rules, parameters, seats, mirror, advice, id FROM division ORDER BY id");
  std::vector<StoredDivision> divisions;
  while (rows.next())
    divisions.push_back(read_division(rows.number(5), rows));
  return divisions;
}

std::vector<StoredAgent> Store::all_agents() const {
  Query rows(*connection_, "SELECT id, name, version, author FROM agent ORDER BY id");
  std::vector<StoredAgent> agents;
  while (rows.next())
    agents.push_back(
        {rows.number(0), rows.text(1), static_cast<int>(rows.number(2)), rows.text(3)});
  return agents;
}

std::vector<Epoch> Store::all_epochs() const {
  Query rows(*connection_, "SELECT id, seed, commitment, open, revealed FROM epoch ORDER BY id");
  std::vector<Epoch> epochs;
  while (rows.next())
    epochs.push_back(
        {rows.number(0), rows.text(1), rows.text(2), rows.number(3) != 0, rows.number(4) != 0});
  return epochs;
}

std::vector<StoredLineUp> Store::all_line_ups(const StoredDivision& division) const {
  Query rows(*connection_,
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
  Query rows(*connection_,
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
    Query faults(*connection_,
                 "SELECT id, line_up, deal, agent, kind, value, detail, seat, seating FROM fault"
                 " WHERE line_up = ? AND deal = ? ORDER BY id",
                 line_up.id, deal.deal);
    while (faults.next())
      deal.faults.push_back(read_fault(faults));
    if (!visit(deal)) return;
  }
}

std::uint64_t Store::strays() const {
  Query row(*connection_,
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
    Query rows(*connection_, "SELECT games FROM deal WHERE line_up = ? AND deal < ? ORDER BY deal",
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
