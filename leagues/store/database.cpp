#include "leagues/store/database.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <new>
#include <stdexcept>
#include <system_error>
#include <utility>

#include "leagues/base/whole_file.hpp"
#include "leagues/store/stored.hpp"

namespace danno::leagues::store {
namespace {

namespace fs = std::filesystem;

/// Returns a URI by which SQLite takes no lock and looks for no file beside:
/// https://sqlite.org/uri.html
std::string immutable_uri(const fs::path& file) {
  std::string uri = "file:";
  for (const char c : fs::absolute(file).string()) {
    if (c == '%' || c == '?' || c == '#')
      uri += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    else
      uri += c;
  }
  return uri + "?immutable=1";
}

bool has_content(const fs::path& file) {
  std::error_code missing;
  const auto size = fs::file_size(file, missing);
  return !missing && size > 0;
}

/// Returns whether there is a write-ahead log, which has what was committed last.
bool has_wal(const fs::path& file) { return has_content(file.string() + "-wal"); }

constexpr const char* kExpected =
    "expected one that danno wrote; move it away, or use another folder";

/// Throws OtherLeague for what is no file. SQLite would wait for the other end of a pipe.
void require_file(const fs::path& file) {
  const fs::file_status status = fs::status(file);
  if (fs::exists(status) && !fs::is_regular_file(status)) {
    throw OtherLeague(fmt::format("{} is not a regular file; {}", file.string(), kExpected));
  }
}

std::runtime_error unreadable(const fs::path& file, const char* beside) {
  return std::runtime_error(
      fmt::format("{}: a run that was killed left {}{}, which can be read only where it can be "
                  "written; copy the folder to where you may write, and read it there",
                  file.string(), file.filename().string(), beside));
}

}  // namespace

Database::Database(const fs::path& file, int flags) : file_(file.string()) {
  const int code = sqlite3_open_v2(file_.c_str(), &database_, flags | SQLITE_OPEN_NOMUTEX, nullptr);
  if (code != SQLITE_OK) {
    const int system = database_ == nullptr ? 0 : sqlite3_system_errno(database_);
    sqlite3_close(std::exchange(database_, nullptr));
    if (system == EACCES) {
      throw std::runtime_error(fmt::format(
          "{}: this user may not read it; its owner may let others: chmod a+r {}", file_, file_));
    }
    fail(code);
  }
  // Another process may commit just now; its transactions are short.
  sqlite3_busy_timeout(database_, 10'000);
  execute("PRAGMA foreign_keys = ON");
}

Database::~Database() {
  for (auto& [sql, statement] : statements_)
    sqlite3_finalize(statement);
  sqlite3_close(database_);
}

std::unique_ptr<Database> Database::open_to_read(const fs::path& file) {
  require_file(file);
  // A reader of a WAL file writes its index of readers. SQLite opens it read-only if it must.
  auto database = std::make_unique<Database>(file, SQLITE_OPEN_READWRITE);
  if (database->answers()) return database;
  if (has_wal(file)) throw unreadable(file, "-wal");
  if (has_journal(file)) throw unreadable(file, "-journal");
  return open_immutable(file);
}

std::unique_ptr<Database> Database::open_untouched(const fs::path& file) {
  require_file(file);
  if (has_wal(file)) return std::make_unique<Database>(file, SQLITE_OPEN_READONLY);
  return open_immutable(file);
}

bool Database::has_journal(const fs::path& file) { return has_content(file.string() + "-journal"); }

std::string Database::serialize() {
  sqlite3_int64 size = 0;
  const std::unique_ptr<unsigned char, decltype(&sqlite3_free)> bytes(
      sqlite3_serialize(database_, "main", &size, 0), &sqlite3_free);
  if (bytes == nullptr) throw std::bad_alloc();
  return {reinterpret_cast<const char*>(bytes.get()), static_cast<std::size_t>(size)};
}

std::unique_ptr<Database> Database::open_immutable(const fs::path& file) {
  auto database =
      std::make_unique<Database>(immutable_uri(file), SQLITE_OPEN_READONLY | SQLITE_OPEN_URI);
  // Messages name the file, and not its URI.
  database->file_ = file.string();
  return database;
}

bool Database::answers() {
  const int code =
      sqlite3_exec(database_, "SELECT count(*) FROM sqlite_master", nullptr, nullptr, nullptr);
  const int primary = code & 0xFF;
  if (code != SQLITE_OK && primary != SQLITE_CANTOPEN && primary != SQLITE_READONLY) fail(code);
  return code == SQLITE_OK;
}

bool Database::is_writable() const {
  return sqlite3_db_readonly(database_, "main") == 0 &&
         ::access(fs::absolute(file_).parent_path().c_str(), W_OK) == 0;
}

// A league at rest is one file without a log, so that it can be copied and read anywhere. Another
// process that still reads prevents this, which is no error.
void Database::leave_wal() noexcept {
  sqlite3_busy_timeout(database_, 0);
  for (const char* const sql : {"PRAGMA wal_checkpoint(TRUNCATE)", "PRAGMA journal_mode = DELETE"})
    sqlite3_exec(database_, sql, nullptr, nullptr, nullptr);
}

void Database::execute(const char* sql) {
  const int code = sqlite3_exec(database_, sql, nullptr, nullptr, nullptr);
  if (code != SQLITE_OK) fail(code);
}

sqlite3_stmt* Database::prepare(const char* sql) {
  // Statements are prepared once and kept, because a run stores thousands of blocks.
  if (const auto known = statements_.find(std::string_view(sql)); known != statements_.end())
    return known->second;
  sqlite3_stmt* statement = nullptr;
  const int code =
      sqlite3_prepare_v3(database_, sql, -1, SQLITE_PREPARE_PERSISTENT, &statement, nullptr);
  if (code != SQLITE_OK) fail(code);
  return statements_.emplace(sql, statement).first->second;
}

void Database::fail(int code) const {
  std::string why = database_ == nullptr ? sqlite3_errstr(code) : sqlite3_errmsg(database_);
  const int primary = code & 0xFF;
  const int system = database_ == nullptr ? 0 : sqlite3_system_errno(database_);
  if (primary == SQLITE_IOERR && system != 0) why += ": " + std::generic_category().message(system);
  std::string next;
  if (primary == SQLITE_FULL || system == ENOSPC || system == EDQUOT)
    next = fmt::format("{}, nothing that was stored is lost", base::kMakeRoom);
  if (primary == SQLITE_READONLY)
    next = "; copy the folder to where you may write, and run the same command there";
  if (primary == SQLITE_NOTADB)
    throw OtherLeague(fmt::format("{} is not a database; {}", file_, kExpected));
  // SQLITE_ERROR means that a table or column is missing, or that a text is not JSON.
  if (primary == SQLITE_CORRUPT || primary == SQLITE_ERROR)
    throw Damaged(fmt::format("{}: {}; it is damaged or no database of danno's", file_, why));
  throw std::runtime_error(fmt::format("{}: {}{}", file_, why, next));
}

Query::~Query() {
  sqlite3_reset(statement_);
  sqlite3_clear_bindings(statement_);
}

bool Query::next() {
  const int code = sqlite3_step(statement_);
  if (code != SQLITE_ROW && code != SQLITE_DONE) database_.fail(code);
  return code == SQLITE_ROW;
}

void Query::run() {
  while (next()) {
  }
}

std::string_view Query::bytes(int column) const {
  const auto* const bytes = static_cast<const char*>(sqlite3_column_blob(statement_, column));
  return {bytes == nullptr ? "" : bytes,
          static_cast<std::size_t>(sqlite3_column_bytes(statement_, column))};
}

bool Query::is_null(int column) const {
  return sqlite3_column_type(statement_, column) == SQLITE_NULL;
}

int Query::columns() const { return sqlite3_column_count(statement_); }

void Query::bind(int index, std::string_view value) {
  check(sqlite3_bind_text(statement_, index, value.data(), static_cast<int>(value.size()),
                          SQLITE_TRANSIENT));
}

void Query::bind(int index, const Blob& value) {
  check(sqlite3_bind_blob64(statement_, index, value.bytes.data(), value.bytes.size(),
                            SQLITE_TRANSIENT));
}

std::vector<std::string> read_texts(Query rows) {
  std::vector<std::string> texts;
  while (rows.next())
    texts.push_back(rows.text(0));
  return texts;
}

Transaction::~Transaction() {
  // SQLite has rolled back by itself where the disk was full.
  if (!database_.in_transaction()) return;
  try {
    database_.execute("ROLLBACK");
  } catch (const std::runtime_error&) {  // the error that led here is the one to tell
  }
}

}  // namespace danno::leagues::store
