// SQLite as the store uses it: one connection, statements prepared once, rows, transactions.
//
// Whatever the disk or the file does wrong is a std::runtime_error of one line, with the file's
// name and the next step.
#pragma once

#include <sqlite3.h>

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

namespace danno::leagues::store {

/// What the file holds cannot be: it was damaged or tampered with.
class Damaged : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

class Database {
 public:
  /// `flags` as sqlite3_open_v2 takes them.
  Database(const std::filesystem::path& file, int flags);
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;
  ~Database();

  /// To read, also where nothing can be written.
  [[nodiscard]] static std::unique_ptr<Database> open_to_read(const std::filesystem::path& file);
  /// To look at a file that may be anybody's: nothing is written.
  [[nodiscard]] static std::unique_ptr<Database> open_untouched(const std::filesystem::path& file);

  [[nodiscard]] bool is_writable() const;
  /// One file again that needs no other beside it; others who read it now may prevent that.
  void leave_wal() noexcept;

  void execute(const char* sql);
  /// Prepared once for each text of SQL.
  sqlite3_stmt* prepare(const char* sql);
  [[nodiscard]] std::int64_t last_id() const { return sqlite3_last_insert_rowid(database_); }
  /// What others and this connection changed: as before only if the file holds the same.
  using Version = std::pair<std::int64_t, std::int64_t>;
  [[nodiscard]] Version version();
  [[nodiscard]] bool in_transaction() const { return sqlite3_get_autocommit(database_) == 0; }
  /// Throws what SQLite's result code means; Damaged where the file is.
  [[noreturn]] void fail(int code) const;

 private:
  /// As nobody writes it.
  [[nodiscard]] static std::unique_ptr<Database> open_immutable(const std::filesystem::path& file);
  /// Whether it can be read as it was opened.
  [[nodiscard]] bool answers();

  std::string file_;
  sqlite3* database_ = nullptr;
  std::map<std::string, sqlite3_stmt*, std::less<>> statements_;  // by their text
};

/// Bytes that are no text.
struct Blob {
  std::string bytes;
};

/// One execution of a statement: values in, rows out. Resets the statement when it goes, so a text
/// of SQL can be executed once at a time.
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

  /// Whether there is a (further) row.
  bool next();
  void run();
  /// Columns of the row, from 0.
  [[nodiscard]] std::int64_t number(int column) const;
  [[nodiscard]] std::string text(int column) const { return std::string(bytes(column)); }
  /// The same where SQLite holds it: until next().
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

/// All of it or nothing: rolls back unless it was committed.
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
