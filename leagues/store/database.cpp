#include "leagues/store/database.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <stdexcept>
#include <system_error>
#include <utility>

namespace danno::leagues {

Database::Database(const std::filesystem::path& file, int flags) : file_(file.string()) {
  const int code = sqlite3_open_v2(file_.c_str(), &database_, flags | SQLITE_OPEN_NOMUTEX, nullptr);
  if (code != SQLITE_OK) {
    sqlite3_close(std::exchange(database_, nullptr));
    fail(code);
  }
  sqlite3_busy_timeout(database_, 10'000);
  execute("PRAGMA foreign_keys = ON");
}

Database::~Database() {
  for (auto& [sql, statement] : statements_)
    sqlite3_finalize(statement);
  sqlite3_close(database_);
}

void Database::execute(const char* sql) {
  const int code = sqlite3_exec(database_, sql, nullptr, nullptr, nullptr);
  if (code != SQLITE_OK) fail(code);
}

sqlite3_stmt* Database::prepare(const char* sql) {
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
    next = "; make room and run the same command again, nothing that was stored is lost";
  if (primary == SQLITE_NOTADB || primary == SQLITE_CORRUPT)
    next = "; it is damaged or no database of danno's";
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

std::int64_t Query::number(int column) const { return sqlite3_column_int64(statement_, column); }

std::string_view Query::bytes(int column) const {
  const auto* const bytes = static_cast<const char*>(sqlite3_column_blob(statement_, column));
  return {bytes == nullptr ? "" : bytes,
          static_cast<std::size_t>(sqlite3_column_bytes(statement_, column))};
}

void Query::bind(int index, std::string_view value) {
  check(sqlite3_bind_text(statement_, index, value.data(), static_cast<int>(value.size()),
                          SQLITE_TRANSIENT));
}

void Query::bind(int index, const Blob& value) {
  check(sqlite3_bind_blob64(statement_, index, value.bytes.data(), value.bytes.size(),
                            SQLITE_TRANSIENT));
}

Transaction::~Transaction() {
  // SQLite has rolled back by itself where the disk was full.
  if (!database_.in_transaction()) return;
  try {
    database_.execute("ROLLBACK");
  } catch (const std::runtime_error&) {  // the error that led here is the one to tell
  }
}

}  // namespace danno::leagues
