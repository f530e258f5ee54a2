// SQLite as the store uses it: one connection, statements prepared once, rows, transactions.
//
// Every failure of the disk or the file is a std::runtime_error whose message is one line with the
// file's name and the next step.
#pragma once

#include <sqlite3.h>

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace danno::leagues::store {

class Database {
 public:
  /// `flags` are those of sqlite3_open_v2.
  Database(const std::filesystem::path& file, int flags);
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;
  ~Database();

  /// Opens a file for reading, even if nothing can be written there. Throws OtherLeague for a
  /// folder or a pipe, as open_untouched() does.
  [[nodiscard]] static std::unique_ptr<Database> open_to_read(const std::filesystem::path& file);
  /// Opens a file of unknown origin for reading; never writes anything. Not for a file with a
  /// journal: has_journal().
  [[nodiscard]] static std::unique_ptr<Database> open_untouched(const std::filesystem::path& file);
  /// Returns whether a rollback journal lies beside the file. If it was left by a kill, SQLite
  /// takes back what it has when the file is opened for writing; until then the file may be
  /// half-written.
  [[nodiscard]] static bool has_journal(const std::filesystem::path& file);
  /// Returns the content of a database in memory as the bytes of a file.
  [[nodiscard]] std::string serialize();

  [[nodiscard]] bool is_writable() const;
  /// Leaves WAL mode, so that the league is a single file again. No effect while others read it.
  void leave_wal() noexcept;

  void execute(const char* sql);
  /// Returns the prepared statement; each text of SQL is prepared once.
  sqlite3_stmt* prepare(const char* sql);
  [[nodiscard]] std::int64_t last_id() const { return sqlite3_last_insert_rowid(database_); }
  [[nodiscard]] bool in_transaction() const { return sqlite3_get_autocommit(database_) == 0; }
  /// Throws the exception for an SQLite result code; OtherLeague if the file is no database, and
  /// Damaged if it is damaged.
  [[noreturn]] void fail(int code) const;

 private:
  /// Opens the file on the assumption that nobody writes it.
  [[nodiscard]] static std::unique_ptr<Database> open_immutable(const std::filesystem::path& file);
  /// Returns whether the file can be read as it was opened.
  [[nodiscard]] bool answers();

  std::string file_;
  sqlite3* database_ = nullptr;
  std::map<std::string, sqlite3_stmt*, std::less<>> statements_;  // indexed by their SQL
};

/// Bytes to store as an SQLite blob.
struct Blob {
  std::string bytes;
};

/// One execution of a statement: values in, rows out. The destructor resets the statement, so the
/// same SQL text cannot be executed twice at a time.
class Query {
 public:
  template <class... Values>
  Query(Database& database, const char* sql, const Values&... values)
      : database_(database), statement_(database.prepare(sql)) {
    int index = 0;
    (bind(++index, values), ...);
  }
  Query(const Query&) = delete;
  Query& operator=(const Query&) = delete;
  ~Query();

  /// Moves to the next row; returns false if there is none.
  bool next();
  void run();
  /// Returns a column of the row, counted from 0.
  template <class Number = std::int64_t>
  [[nodiscard]] Number number(int column) const {
    return static_cast<Number>(sqlite3_column_int64(statement_, column));
  }
  [[nodiscard]] std::string text(int column) const { return std::string(bytes(column)); }
  /// Returns a view of SQLite's own memory, valid until next().
  [[nodiscard]] std::string_view bytes(int column) const;
  [[nodiscard]] bool is_null(int column) const;
  [[nodiscard]] int columns() const;

 private:
  void bind(int index, std::int64_t value) { check(sqlite3_bind_int64(statement_, index, value)); }
  void bind(int index, int value) { bind(index, std::int64_t{value}); }
  void bind(int index, bool value) { bind(index, std::int64_t{value}); }
  void bind(int index, std::uint64_t value) { bind(index, static_cast<std::int64_t>(value)); }
  void bind(int index, std::string_view value);
  void bind(int index, const Blob& value);
  void check(int code) const {
    if (code != SQLITE_OK) database_.fail(code);
  }

  Database& database_;
  sqlite3_stmt* statement_;
};

/// Returns what `read` makes of each row.
template <class Read>
[[nodiscard]] auto read_all(Query rows, const Read& read) {
  std::vector<decltype(read(rows))> values;
  while (rows.next())
    values.push_back(read(rows));
  return values;
}
/// Returns the first column of the only row.
template <class Number = std::int64_t>
[[nodiscard]] Number read_number(Query row) {
  row.next();
  return row.number<Number>(0);
}
/// Returns the first column of each row.
[[nodiscard]] std::vector<std::string> read_texts(Query rows);

/// A transaction that is rolled back unless it is committed.
class Transaction {
 public:
  explicit Transaction(Database& database) : database_(database) {
    database_.execute("BEGIN IMMEDIATE");
  }
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;
  ~Transaction();

  void commit() { database_.execute("COMMIT"); }

 private:
  Database& database_;
};

}  // namespace danno::leagues::store
