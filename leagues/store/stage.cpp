// league.db as it was, as it would be, and its digest: what tables that were published stand on.
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>

#include <array>

#include "leagues/store/database.hpp"
#include "leagues/store/digester.hpp"
#include "leagues/store/rows.hpp"
#include "leagues/store/store.hpp"
#include "leagues/text/json.hpp"

namespace danno::leagues::store {
/// Rows are added and never change, but for these columns; and blocks are added at the end.
const char* const kStage = R"sql(SELECT json_patch(json_object(
  'name', (SELECT name FROM league),
  'settings', (SELECT settings FROM league),
  'agents', (SELECT json_group_array(json_array(id, author))
             FROM (SELECT id, author FROM agent ORDER BY id)),
  'divisions', (SELECT ifnull(max(id), 0) FROM division),
  'line_ups', (SELECT json_group_array(json_array(id, planned, place))
               FROM (SELECT id, planned, place FROM line_up ORDER BY id)),
  'epochs', (SELECT json_group_array(json_array(id, revealed))
             FROM (SELECT id, revealed FROM epoch ORDER BY id)),
  'conditions', (SELECT ifnull(max(id), 0) FROM conditions),
  'blocks', (SELECT ifnull(max(id), 0) FROM block),
  'faults', (SELECT ifnull(max(id), 0) FROM fault)),
  iif(EXISTS (SELECT 1 FROM round), json_object('rounds', (SELECT max(id) FROM round)), '{}')))sql";

namespace {

namespace fs = std::filesystem;

/// Temporary tables hide those of the file that have their names.
constexpr const char* kShadows = R"sql(
INSERT INTO temp.league
  SELECT json_extract(text, '$.name'), json_extract(text, '$.settings') FROM stage;
INSERT INTO temp.division
  SELECT * FROM main.division WHERE id <= (SELECT json_extract(text, '$.divisions') FROM stage);
INSERT INTO temp.agent SELECT agent.* FROM stage, json_each(text, '$.agents') AS was
  JOIN main.agent ON agent.id = json_extract(was.value, '$[0]');
UPDATE temp.agent SET author = json_extract(was.value, '$[1]')
  FROM stage, json_each(text, '$.agents') AS was WHERE agent.id = json_extract(was.value, '$[0]');
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
CREATE TEMP VIEW conditions AS
  SELECT * FROM main.conditions WHERE id <= (SELECT conditions FROM temp.stage);
CREATE TEMP VIEW block AS SELECT * FROM main.block WHERE id <= (SELECT blocks FROM temp.stage);
CREATE TEMP VIEW fault AS SELECT * FROM main.fault WHERE id <= (SELECT faults FROM temp.stage);
CREATE TEMP VIEW round AS SELECT * FROM main.round WHERE id <= (SELECT rounds FROM temp.stage);
)sql";

void look_at(Database& database, const std::string& stage) {
  database.execute("PRAGMA temp_store = MEMORY");
  std::vector<std::string> tables;
  {
    Query rows(database,
               "SELECT sql FROM main.sqlite_master WHERE type = 'table'"
               " AND name IN ('league', 'division', 'agent', 'line_up', 'epoch')");
    while (rows.next())
      tables.push_back(rows.text(0));
  }
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
      stage)
      .run();
  database.execute(kShadows);
}

/// The digests' format stands in docs/league-db.md: never change what an older file was digested
/// by.
struct DigestedTable {
  const char* name;
  const char* rows;  ///< nullptr: Store::digest_deals().
};
constexpr std::array kDigestedTables{
    DigestedTable{"league", "SELECT name, settings FROM league"},
    DigestedTable{"agent",
                  "SELECT id, name, version, hash, author, command, folder FROM agent ORDER BY id"},
    DigestedTable{"division",
                  "SELECT id, rules, parameters, seats, mirror, advice FROM division ORDER BY id"},
    DigestedTable{"line_up",
                  "SELECT id, division, agents, planned, place FROM line_up ORDER BY id"},
    DigestedTable{
        "epoch",
        "SELECT id, seed, commitment, open, revealed, agent_secret, agent_commitment FROM epoch"
        " ORDER BY id"},
    DigestedTable{"conditions",
                  "SELECT id, isolation, layers, machine, limits FROM conditions ORDER BY id"},
    DigestedTable{"deal", nullptr},
    DigestedTable{"fault",
                  "SELECT id, line_up, deal, seating, seat, agent, kind, value, detail, report"
                  " FROM fault ORDER BY id"}};
/// Digested where there are any: so the digest of other leagues stays what it was.
constexpr DigestedTable kRounds{"round", "SELECT id, division, plan FROM round ORDER BY id"};

std::string digest_rows(Query rows) {
  Digester digester;
  while (rows.next()) {
    for (int column = 0; column < rows.columns(); ++column)
      digester.add_value(rows.is_null(column) ? std::nullopt : std::optional(rows.bytes(column)));
    digester.add("\n");
  }
  return digester.hex();
}

/// Whether somebody plays: who only looks takes the lock for no longer than this.
bool is_held(const fs::path& folder) {
  const referee::sandbox::Descriptor fd(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  return fd && ::flock(fd.get(), LOCK_SH | LOCK_NB) != 0;
}

}  // namespace

std::string whole_digest(const Digests& digests) {
  Digester digester;
  for (const auto& [table, digest] : digests)
    digester.add(fmt::format("{} {}\n", table, digest));
  return digester.hex();
}

Store Store::open_as_of(const fs::path& folder, const std::string& stage) {
  Store store = open_to_read(folder);
  look_at(*store.database_, stage);
  Query row(*store.database_, "SELECT json_extract(text, '$.schema') FROM temp.stage");
  store.digests_rows_ = row.next() && row.number(0) == 4;
  return store;
}

Store Store::open_as_settled(const fs::path& folder, const League& league,
                             const PlanLineUps& plan) {
  Store store = open_to_read(folder);
  look_at(*store.database_, store.stage());
  store.settle_rows(league, plan);
  return store;
}

std::string Store::stage() const {
  const Database::Version version = database_->version();  // before: somebody may be playing
  if (!stage_ || stage_->version != version) {
    Query row(*database_, kStage);
    row.next();
    stage_ = {version, row.text(0)};
  }
  return stage_->text;
}

Digests Store::digests() const {
  Digests digests;
  const auto digest_of = [this](const char* rows) {
    if (rows != nullptr) return digest_rows({*database_, rows});
    return digests_rows_ ? digest_deal_rows() : digest_deals();
  };
  for (const auto& [name, rows] : kDigestedTables)
    digests.emplace_back(name, digest_of(rows));
  if (Query(*database_, "SELECT 1 FROM round").next())
    digests.emplace_back(kRounds.name, digest_of(kRounds.rows));
  return digests;
}

std::vector<Publication> Store::publications() const {
  // In one query: somebody may be playing.
  const std::string query = fmt::format(
      "SELECT digests, ifnull(stage, ({0})), stage IS NULL OR json_remove(stage, '$.schema') = "
      "({0})"
      " FROM published ORDER BY rowid",
      kStage);
  Query rows(*database_, query.c_str());
  std::vector<Publication> publications;
  while (rows.next()) {
    Publication publication{{}, rows.text(1), rows.number(2) != 0};
    const auto digests = text::Json::try_parse(rows.is_null(0) ? "{}" : rows.text(0));
    if (!digests || !digests->is_object())
      throw Damaged("league.db: published: digests are no JSON object");
    for (const auto& [table, digest] : digests->members())
      publication.digests.emplace_back(table, digest.is_string() ? digest.get<std::string>() : "");
    publications.push_back(std::move(publication));
  }
  return publications;
}

bool Store::is_writable() const { return other_names_.empty() && database_->is_writable(); }

void Store::publish(const Digests& digests, const std::string& stage,
                    const std::function<void()>& write_files) {
  text::Json json = text::Json::object();
  for (const auto& [table, digest] : digests)
    json[table] = digest;
  Transaction announcement(*database_);
  // A run that holds the folder has settled it and may go on; one that comes waits here.
  const bool is_latest = (hold_ || !is_held(folder_)) && stage == this->stage();
  Query(*database_, "INSERT INTO published (digests, stage) VALUES (?1, iif(?2, NULL, ?3))",
        json.dump(), is_latest, stage)
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
