// league.db as it was, as it would be, and its digest: what tables that were published stand on.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <sstream>

#include "leagues/base/json.hpp"
#include "leagues/store/database.hpp"
#include "leagues/store/digester.hpp"
#include "leagues/store/rows.hpp"

namespace danno::leagues::store {
namespace {

/// Rows are added and never change, but for these columns; and blocks are added at the end.
const char* const kCurrentSnapshot = R"sql(SELECT json_object(
  'name', (SELECT name FROM league),
  'settings', (SELECT settings FROM league),
  'agents', (SELECT ifnull(max(id), 0) FROM agent),
  'divisions', (SELECT ifnull(max(id), 0) FROM division),
  'line_ups', (SELECT json_group_array(json_array(id, planned, place))
               FROM (SELECT id, planned, place FROM line_up ORDER BY id)),
  'epochs', (SELECT json_group_array(json_array(id, revealed))
             FROM (SELECT id, revealed FROM epoch ORDER BY id)),
  'conditions', (SELECT ifnull(max(id), 0) FROM conditions),
  'blocks', (SELECT ifnull(max(id), 0) FROM block),
  'faults', (SELECT ifnull(max(id), 0) FROM fault),
  'plans', (SELECT json_group_array(json_array(id, open)) FROM (SELECT id, open FROM plan
            ORDER BY id)),
  'rounds', (SELECT ifnull(max(id), 0) FROM round)))sql";

namespace fs = std::filesystem;

/// Temporary tables hide those of the file that have their names.
constexpr const char* kShadows = R"sql(
INSERT INTO temp.league
  SELECT json_extract(text, '$.name'), json_extract(text, '$.settings') FROM stage;
INSERT INTO temp.division
  SELECT * FROM main.division WHERE id <= (SELECT json_extract(text, '$.divisions') FROM stage);
INSERT INTO temp.agent
  SELECT * FROM main.agent WHERE id <= (SELECT json_extract(text, '$.agents') FROM stage);
INSERT INTO temp.line_up SELECT line_up.* FROM stage, json_each(text, '$.line_ups') AS was
  JOIN main.line_up ON line_up.id = json_extract(was.value, '$[0]');
UPDATE temp.line_up
  SET planned = json_extract(was.value, '$[1]'), place = json_extract(was.value, '$[2]')
  FROM stage, json_each(text, '$.line_ups') AS was
  WHERE line_up.id = json_extract(was.value, '$[0]');
INSERT INTO temp.epoch SELECT epoch.* FROM stage, json_each(text, '$.epochs') AS was
  JOIN main.epoch ON epoch.id = json_extract(was.value, '$[0]');
UPDATE temp.epoch SET revealed = json_extract(was.value, '$[1]')
  FROM stage, json_each(text, '$.epochs') AS was WHERE epoch.id = json_extract(was.value, '$[0]');
INSERT INTO temp.plan SELECT plan.* FROM stage, json_each(text, '$.plans') AS was
  JOIN main.plan ON plan.id = json_extract(was.value, '$[0]');
UPDATE temp.plan SET open = json_extract(was.value, '$[1]')
  FROM stage, json_each(text, '$.plans') AS was WHERE plan.id = json_extract(was.value, '$[0]');
CREATE TEMP VIEW conditions AS
  SELECT * FROM main.conditions WHERE id <= (SELECT conditions FROM temp.stage);
CREATE TEMP VIEW block AS SELECT * FROM main.block WHERE id <= (SELECT blocks FROM temp.stage);
CREATE TEMP VIEW fault AS SELECT * FROM main.fault WHERE id <= (SELECT faults FROM temp.stage);
CREATE TEMP VIEW round AS SELECT * FROM main.round WHERE id <= (SELECT rounds FROM temp.stage);
)sql";

/// Makes the connection show the store as it was at `snapshot`.
void look_at(Database& database, const std::string& snapshot) {
  database.execute("PRAGMA temp_store = MEMORY");
  // This table comes first: a publication without a snapshot belongs to what is stored now.
  const std::string published = fmt::format(
      "CREATE TEMP TABLE published AS SELECT digests, ifnull(stage, ({})) AS stage"
      " FROM main.published ORDER BY rowid",
      kCurrentSnapshot);
  database.execute(published.c_str());
  // Tables whose rows may change are copied; the others get views that end at their last row of
  // then.
  const std::vector<std::string> tables =
      read_texts({database,
                  "SELECT sql FROM main.sqlite_master WHERE type = 'table'"
                  " AND name IN ('league', 'division', 'agent', 'line_up', 'epoch', 'plan')"});
  for (const std::string& sql : tables)
    database.execute(
        ("CREATE TEMP TABLE" + sql.substr(std::string_view("CREATE TABLE").size())).c_str());
  database.execute(
      "CREATE TEMP TABLE stage (text TEXT, conditions INTEGER, blocks INTEGER, faults INTEGER,"
      " rounds INTEGER)");
  Query(
      database,
      "INSERT INTO stage SELECT ?1, json_extract(?1, '$.conditions'), json_extract(?1, '$.blocks'),"
      " json_extract(?1, '$.faults'), json_extract(?1, '$.rounds')",
      snapshot)
      .run();
  database.execute(kShadows);
}

/// The digests' format stands in docs/league-db.md.
struct DigestedTable {
  const char* name;
  std::size_t keys;     ///< The number of leading columns that identify a row.
  const char* columns;  ///< nullptr: digest_deals().
  const char* from;
  bool only_if_any = false;
};
constexpr const char* kReports = "report";
constexpr std::array kDigestedTables{
    DigestedTable{"league", 0, "name, settings", "league"},
    DigestedTable{"agent", 1, "id, name, version, hash, author, command, folder",
                  "agent ORDER BY id"},
    DigestedTable{"division", 1, "id, rules, parameters, seats, mirror, advice",
                  "division ORDER BY id"},
    DigestedTable{"line_up", 1, "id, division, agents, planned, place", "line_up ORDER BY id"},
    DigestedTable{"epoch", 1,
                  "id, seed, commitment, agent_secret, agent_commitment, open, revealed",
                  "epoch ORDER BY id"},
    DigestedTable{"conditions", 1, "id, isolation, layers, machine, limits",
                  "conditions ORDER BY id"},
    DigestedTable{"deal", 1, nullptr, nullptr},
    DigestedTable{"fault", 4, "line_up, deal, seating, seat, agent, kind, value, detail",
                  "fault ORDER BY line_up, deal, seating, seat"},
    DigestedTable{kReports, 4, "line_up, deal, seating, seat, report",
                  "fault ORDER BY line_up, deal, seating, seat"},
    // The plan of a typed seed is left out: it holds no secret that somebody could throw away.
    DigestedTable{"plan", 1, "id, epoch, folder, parts, open",
                  "plan WHERE epoch IN (SELECT id FROM epoch WHERE NOT open) ORDER BY id", true},
    DigestedTable{"round", 1, "id, division, plan", "round ORDER BY id", true}};

/// Reads a digest of a publication; a wrong type counts as an empty text, which equals no digest.
TableDigest read_digest(const std::string& table, const base::Json& json) {
  const auto text_at = [&](const char* key) {
    const bool has = json.is_object() && json.contains(key) && json.at(key).is_string();
    return has ? json.at(key).get<std::string>() : "";
  };
  return {table, text_at("digest"), text_at("rows")};
}

/// Adds every row of a query, as docs/league-db.md writes values.
template <class RowDigest>
void digest_rows(Query rows, RowDigest& digester) {
  for (; rows.next(); digester.end_row()) {
    for (int column = 0; column < rows.columns(); ++column)
      digester.add_value(rows.is_null(column) ? std::nullopt : std::optional(rows.bytes(column)));
  }
}

}  // namespace

std::string whole_digest(const Digests& digests) {
  Digester digester;
  for (const TableDigest& one : digests) {
    if (one.table != kReports) digester.add(fmt::format("{} {}\n", one.table, one.digest));
  }
  return digester.hex();
}

std::vector<std::string> marked_columns(std::string_view table) {
  const auto found = std::ranges::find(kDigestedTables, table, &DigestedTable::name);
  if (found == kDigestedTables.end() || found->columns == nullptr) return {};
  std::vector<std::string> columns;
  std::istringstream text(found->columns);
  for (std::string column; text >> column;)
    columns.push_back(column.substr(0, column.find(',')));
  columns.erase(columns.begin(), columns.begin() + static_cast<std::ptrdiff_t>(found->keys));
  return columns;
}

bool is_at_rest(const fs::path& folder) { return !fs::exists(folder / "league.db-wal"); }

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

Reader Reader::open_at(const fs::path& folder, const std::string& snapshot) {
  Reader reader = open_to_read(folder);
  look_at(*reader.database_, snapshot);
  return reader;
}

Reader Reader::open_as_settled(const fs::path& folder, const League& league,
                               const PlanLineUps& plan) {
  Reader reader = open_at(folder, open_to_read(folder).snapshot());
  sync_rows(*reader.database_, league, plan);
  return reader;
}

Change::Change(Database& database) {
  if (!database.in_transaction()) transaction_.emplace(database);
  static const std::string kSql =
      fmt::format("UPDATE published SET stage = ({}) WHERE stage IS NULL", kCurrentSnapshot);
  Query(database, kSql.c_str()).run();
}

std::string Reader::snapshot() const {
  Query row(*database_, kCurrentSnapshot);
  row.next();
  return row.text(0);
}

Digests Reader::digests() const {
  Digests digests;
  for (const DigestedTable& table : kDigestedTables) {
    RowDigester digester(table.keys);
    if (table.columns == nullptr) {
      digest_deals(*database_, digester);
    } else {
      const std::string query = fmt::format("SELECT {} FROM {}", table.columns, table.from);
      digest_rows({*database_, query.c_str()}, digester);
    }
    std::string marks = digester.take_marks();
    // Tables that most leagues do not use are left out, so that their digests stay those without
    // them.
    if (table.only_if_any && marks.empty()) continue;
    digests.push_back({table.name, digester.hex(), std::move(marks)});
  }
  return digests;
}

std::string Reader::contents() const {
  Digester digester;
  const auto add = [&](const std::string& query) {
    digester.add(query);
    digest_rows({*database_, query.c_str()}, digester);
  };
  Query tables(*database_,
               "SELECT name FROM main.sqlite_master WHERE type = 'table' AND name <> 'published'"
               " AND name NOT LIKE 'sqlite@_%' ESCAPE '@' ORDER BY name");
  while (tables.next())
    add(fmt::format("SELECT * FROM {} ORDER BY 1", tables.text(0)));
  add(fmt::format("SELECT digests, stage IS NULL OR stage = ({}) FROM published ORDER BY rowid",
                  kCurrentSnapshot));
  return digester.hex();
}

std::vector<Publication> Reader::publications() const {
  // One query reads both, because another process may be playing.
  const std::string query = fmt::format(
      "SELECT digests, ifnull(stage, ({0})), stage IS NULL OR stage = ({0}) FROM published"
      " ORDER BY rowid",
      kCurrentSnapshot);
  Query rows(*database_, query.c_str());
  std::vector<Publication> publications;
  while (rows.next()) {
    Publication publication{{}, rows.text(1), rows.number(2) != 0};
    const auto digests = base::try_parse_json(rows.text(0));
    if (!digests || !digests->is_object())
      throw Damaged("league.db: published: digests are not a JSON object");
    for (const auto& [table, row] : digests->items())
      publication.digests.push_back(read_digest(table, row));
    publications.push_back(std::move(publication));
  }
  return publications;
}

bool Reader::is_writable() const { return database_->is_writable(); }

void Reader::publish(const Digests& digests, const std::string& snapshot,
                     const std::function<void()>& write_files) {
  base::Json json = base::Json::object();
  for (const TableDigest& one : digests) {
    base::Json& row = json[one.table] = {{"digest", one.digest}};
    row["rows"] = one.marks;  // long, and a list in braces would copy it
  }
  // The row is announced before the files are written. A kill between them leaves two rows, and the
  // files belong to one of both.
  Transaction announcement(*database_);
  Query(*database_,
        fmt::format("INSERT INTO published (digests, stage) VALUES (?, nullif(?, ({})))",
                    kCurrentSnapshot)
            .c_str(),
        base::dump(json), snapshot)
      .run();
  const Id row = database_->last_id();
  announcement.commit();
  Transaction publication(*database_);
  Query announced(*database_, "SELECT 1 FROM published WHERE rowid = ?", row);
  if (!announced.next()) return;  // somebody else has written later ones
  write_files();
  Query(*database_, "DELETE FROM published WHERE rowid < ?", row).run();
  publication.commit();
}

}  // namespace danno::leagues::store
