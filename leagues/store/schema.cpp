#include "leagues/store/rows.hpp"

#include <fmt/format.h>

#include <map>

namespace danno::leagues::store {
namespace {

// The schema of league.db:
//
//  league ── division ── line_up ── block ── games      a deal is a place in a block
//                           │         ├──── luck
//                           │         ├──── epoch        its seed
//                           │         └──── conditions   machine, isolation, limits
//                           └─ fault ── agent
//
// A block holds up to kLargestBlock deals of a line-up that follow each other. Its games are packed
// into one frame (pack.cpp), its hashes are nodes of a tree (deal_tree.cpp), and its sums are
// encoded numbers (ratings/deal_sums.cpp).
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
  author TEXT NOT NULL,         -- whose name it is; two authors may have the same
  command TEXT NOT NULL,        -- JSON
  folder TEXT NOT NULL,
  UNIQUE (name, author, version)
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
  agent_secret TEXT NOT NULL,   -- of the agents' own seeds; empty: the seed was typed
  agent_commitment TEXT NOT NULL,  -- its SHA-256
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
CREATE TABLE block (            -- deals of a line-up that follow each other, committed together
  id INTEGER PRIMARY KEY,
  line_up INTEGER NOT NULL REFERENCES line_up,
  first INTEGER NOT NULL,       -- the index of its first deal
  deals INTEGER NOT NULL,
  epoch INTEGER NOT NULL REFERENCES epoch,
  conditions INTEGER NOT NULL REFERENCES conditions,
  at INTEGER NOT NULL,          -- when they were stored: seconds from 1970-01-01, UTC
  nodes BLOB NOT NULL,          -- hashes of its games
  sums BLOB NOT NULL            -- of its results; empty: only the games tell them
);
CREATE UNIQUE INDEX block_of_line_up ON block (line_up, first, deals);
CREATE TABLE games (
  block INTEGER PRIMARY KEY REFERENCES block,
  games BLOB NOT NULL           -- a Zstandard frame: danno.v1.DealRecord of every deal
);
CREATE TABLE luck (             -- of the games of a block
  block INTEGER PRIMARY KEY REFERENCES block ON DELETE CASCADE,
  basis TEXT NOT NULL,          -- the solved values, and the version of the sums
  sums BLOB NOT NULL
);
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
CREATE TABLE plan (             -- deals that are played elsewhere, in parts
  id INTEGER PRIMARY KEY,
  epoch INTEGER NOT NULL REFERENCES epoch,
  folder TEXT NOT NULL,
  parts INTEGER NOT NULL,
  open INTEGER NOT NULL         -- 0: merged whole, or given up
);
CREATE TABLE round (            -- of a ladder: what it chose to play, and what was decided before
  id INTEGER PRIMARY KEY,
  division INTEGER NOT NULL REFERENCES division,
  begun INTEGER NOT NULL,       -- seconds from 1970-01-01, UTC
  plan TEXT NOT NULL            -- JSON
);
CREATE INDEX round_of_division ON round (division);
CREATE TABLE published (        -- what the tables' files were made of; more than one row: a
                                -- writer died between them
  digests TEXT NOT NULL,        -- JSON: of every table above
  stage TEXT                    -- JSON: what was stored then; NULL: all that is stored now
);
CREATE VIEW deal AS WITH RECURSIVE one(line_up, deal, remaining, epoch, conditions, day, block) AS (
  SELECT line_up, first, deals, epoch, conditions, at / 86400, id FROM block
  UNION ALL
  SELECT line_up, deal + 1, remaining - 1, epoch, conditions, day, block FROM one WHERE remaining > 1
) SELECT line_up, deal, epoch, conditions, day, block FROM one;
CREATE VIEW meeting AS          -- line-ups by their agents' names, and how far they are
  SELECT line_up.id AS line_up, rules,
    (SELECT group_concat(
        iif(author <> '' AND EXISTS (SELECT 1 FROM agent AS other
          WHERE other.name = agent.name AND other.author <> agent.author), author || '/', '')
        || name || iif(version = 1, '', '@' || version), ',')
       FROM json_each(agents) JOIN agent ON agent.id = value) AS agents,
    planned,
    (SELECT ifnull(sum(deals), 0) FROM block WHERE block.line_up = line_up.id) AS deals
  FROM line_up JOIN division ON division = division.id;
)sql";
/// A file of another schema is refused. Of 1, blocks had a day in place of a time; of 2, a name had
/// one author. No version of danno with them was released.
constexpr int kSchemaVersion = 3;

/// "DNNO".
constexpr int kApplicationId = 0x444E4E4F;

/// Returns whether the file is danno's, or an empty database that nobody has claimed.
bool is_ours(Database& database) {
  const std::int64_t application = read_number({database, "PRAGMA application_id"});
  if (application != 0) return application == kApplicationId;
  return read_number({database, "PRAGMA user_version"}) == 0 &&
         read_number({database, "SELECT count(*) FROM sqlite_master"}) == 0;
}

/// The SQL of each object by its kind and name; of an index that SQLite made by itself, none.
std::map<std::string, std::string> schema_objects(Database& database) {
  std::map<std::string, std::string> objects;
  Query rows(database, "SELECT type || ' ' || name, ifnull(sql, '') FROM main.sqlite_master");
  while (rows.next())
    objects[rows.text(0)] = rows.text(1);
  return objects;
}

}  // namespace

std::string schema_problem(Database& database) {
  Database fresh(":memory:", SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE);
  fresh.execute(kSchema);
  // The SQL text is compared, so a changed constraint or view is found, too.
  const auto due = schema_objects(fresh);
  const auto found = schema_objects(database);
  for (const auto& [object, sql] : due) {
    const auto same = found.find(object);
    if (same == found.end()) return object + " is missing";
    if (same->second != sql)
      return fmt::format("{} is not that of schema {}", object, kSchemaVersion);
  }
  for (const auto& [object, sql] : found) {
    if (!due.contains(object))
      return fmt::format("{} does not belong to schema {}", object, kSchemaVersion);
  }
  return "";
}

OtherLeague other_program(const std::filesystem::path& file) {
  return OtherLeague(
      fmt::format("{} is another program's database and was left as it is; --out DIR keeps the "
                  "league in another folder",
                  file.string()));
}

bool has_schema(Database& database, const std::filesystem::path& file) {
  if (!is_ours(database)) {
    throw other_program(file);
  }
  const std::int64_t version = read_number({database, "PRAGMA user_version"});
  if (version != 0 && version != kSchemaVersion) {
    throw OtherLeague(
        fmt::format("{}: schema {}; this danno knows schema {}: use the one that wrote it",
                    file.string(), version, kSchemaVersion));
  }
  return version != 0;
}

// The whole file is made in memory, so that it can be written in one step.
std::string new_database() {
  Database database(":memory:", SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE);
  Transaction transaction(database);
  database.execute(kSchema);
  database.execute(fmt::format("PRAGMA application_id = {}", kApplicationId).c_str());
  database.execute(fmt::format("PRAGMA user_version = {}", kSchemaVersion).c_str());
  transaction.commit();
  return database.serialize();
}

bool is_danno_header(std::string_view first_bytes) {
  // Bytes 68 to 71 of the header are the application id: https://sqlite.org/fileformat.html
  constexpr std::size_t kPlace = 68;
  std::int64_t application = 0;
  for (std::size_t i = kPlace; i < kPlace + 4 && i < first_bytes.size(); ++i)
    application = application << 8 | static_cast<unsigned char>(first_bytes[i]);
  return application == kApplicationId;
}

}  // namespace danno::leagues::store
