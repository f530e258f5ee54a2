// The store tells its user what to do where SQLite, the disk or the permissions fail.
#include "leagues/store/database.hpp"

#include <gmock/gmock.h>
#include <sys/resource.h>
#include <unistd.h>

#include <csignal>
#include <fstream>

#include "leagues/base/whole_file.hpp"
#include "leagues/store/stored.hpp"
#include "tests/scratch_folder.hpp"

namespace danno::leagues::store {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::ThrowsMessage;

constexpr int kCreate = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;

/// While it lives, root has the rights of another user, so that permissions hold for the test.
class WithoutRootRights {
 public:
  WithoutRootRights() { set_user(::getuid() == 0 ? 65534 : ::getuid()); }
  WithoutRootRights(const WithoutRootRights&) = delete;
  WithoutRootRights& operator=(const WithoutRootRights&) = delete;
  ~WithoutRootRights() { set_user(::getuid()); }

 private:
  static void set_user(::uid_t user) { EXPECT_EQ(::seteuid(user), 0); }
};

/// While it lives, no file can be written, as on a broken disk.
class WithoutWrites {
 public:
  WithoutWrites() {
    static_cast<void>(std::signal(SIGXFSZ, SIG_IGN));
    EXPECT_EQ(::getrlimit(RLIMIT_FSIZE, &before_), 0);
    ::rlimit limit = before_;
    limit.rlim_cur = 0;
    EXPECT_EQ(::setrlimit(RLIMIT_FSIZE, &limit), 0);
  }
  WithoutWrites(const WithoutWrites&) = delete;
  WithoutWrites& operator=(const WithoutWrites&) = delete;
  ~WithoutWrites() {
    EXPECT_EQ(::setrlimit(RLIMIT_FSIZE, &before_), 0);
    static_cast<void>(std::signal(SIGXFSZ, SIG_DFL));
  }

 private:
  ::rlimit before_{};
};

class Databases : public testing::Test {
 protected:
  void SetUp() override {
    Database database(file_, kCreate);
    database.execute("CREATE TABLE one (number INTEGER UNIQUE); INSERT INTO one VALUES (7)");
  }
  [[nodiscard]] static std::int64_t number_in(Database& database) {
    Query row(database, "SELECT number FROM one");
    EXPECT_TRUE(row.next());
    return row.number(0);
  }
  [[nodiscard]] fs::path beside(const char* end) const { return file_.string() + end; }

  ScratchFolder scratch_;
  const fs::path file_ = scratch_.path() / "one.db";
};

TEST_F(Databases, ThatAreMissingAreNamedWithTheReason) {
  EXPECT_THAT([&] { Database(scratch_.path() / "none.db", SQLITE_OPEN_READWRITE); },
              ThrowsMessage<std::runtime_error>((scratch_.path() / "none.db").string() +
                                                ": unable to open database file"));
}

TEST_F(Databases, ThatAreClosedOrNeverOpenedTakeNoMemory) {
  const auto open_and_close = [&] {
    EXPECT_THROW(Database(scratch_.path() / "none.db", SQLITE_OPEN_READWRITE), std::runtime_error);
    Database database(file_, SQLITE_OPEN_READONLY);
    EXPECT_EQ(number_in(database), 7);
  };
  open_and_close();  // SQLite keeps some memory since its first use
  const auto before = sqlite3_memory_used();
  open_and_close();
  EXPECT_EQ(sqlite3_memory_used(), before);
}

TEST_F(Databases, OfAnotherUserSayHowTheyCanBeRead) {
  fs::permissions(file_, fs::perms::none);
  const WithoutRootRights user;
  EXPECT_THAT([&] { Database(file_, SQLITE_OPEN_READONLY); },
              ThrowsMessage<std::runtime_error>(
                  file_.string() +
                  ": this user may not read it; its owner may let others: chmod "
                  "a+r " +
                  file_.string()));
}

TEST_F(Databases, AreReadUnderAnyName) {
  const fs::path odd = scratch_.path() / "100%20 sure?yes#no.db";
  fs::copy_file(file_, odd);
  EXPECT_EQ(number_in(*Database::open_untouched(odd)), 7);
}

TEST_F(Databases, ThatAreNoneAreNamedAndNotTheirUri) {
  std::ofstream(file_) << std::string(4096, 'x');
  const auto told = ThrowsMessage<OtherLeague>(
      file_.string() +
      " is not a database; expected one that danno wrote; move it away, or use "
      "another folder");
  EXPECT_THAT([&] { static_cast<void>(Database::open_to_read(file_)); }, told);
  EXPECT_THAT([&] { static_cast<void>(number_in(*Database::open_untouched(file_))); }, told);
}

TEST_F(Databases, WithWrongPagesOrTablesAreDamaged) {
  EXPECT_THAT([&] { Query(*Database::open_to_read(file_), "SELECT * FROM two").run(); },
              ThrowsMessage<Damaged>(HasSubstr("no such table: two; it is damaged")));
  std::fstream stream(file_, std::ios::in | std::ios::out | std::ios::binary);
  stream.seekp(4096);
  stream << std::string(4096, '\xff');
  stream.close();
  EXPECT_THAT([&] { static_cast<void>(number_in(*Database::open_to_read(file_))); },
              ThrowsMessage<Damaged>(HasSubstr("malformed; it is damaged")));
}

TEST_F(Databases, WithoutAWayToWriteBesideAreRead) {
  Database(file_, SQLITE_OPEN_READWRITE).execute("PRAGMA journal_mode = WAL");
  // SQLite follows no link, so it cannot write its index of readers.
  fs::create_symlink("nothing", beside("-shm"));
  EXPECT_EQ(number_in(*Database::open_to_read(file_)), 7);
  EXPECT_FALSE(Database::open_to_read(file_)->is_writable());
}

TEST_F(Databases, WithAJournalOrLogThatCannotBeReadAreRefused) {
  const auto refused = [&](const char* end) {
    return ThrowsMessage<std::runtime_error>(
        file_.string() + ": a run that was killed left one.db" + end +
        ", which can be read only where it can be written; copy the folder to where you may "
        "write, and read it there");
  };
  const auto open = [&] { static_cast<void>(Database::open_to_read(file_)); };
  {
    std::ofstream(beside("-journal")) << "x";
    fs::permissions(file_, fs::perms(0444));
    fs::permissions(scratch_.path(), fs::perms(0555));
    const WithoutRootRights user;
    EXPECT_THAT(open, refused("-journal"));
  }
  fs::permissions(scratch_.path(), fs::perms(0755));
  fs::permissions(file_, fs::perms(0644));
  fs::remove(beside("-journal"));
  Database(file_, SQLITE_OPEN_READWRITE).execute("PRAGMA journal_mode = WAL");
  fs::create_symlink("nothing", beside("-shm"));
  std::ofstream(beside("-wal")) << "x";
  EXPECT_THAT(open, refused("-wal"));
}

TEST_F(Databases, HaveAJournalOnlyIfItHasContent) {
  EXPECT_FALSE(Database::has_journal(file_));
  std::ofstream(beside("-journal")).flush();
  EXPECT_FALSE(Database::has_journal(file_));
  std::ofstream(beside("-journal")) << "x";
  EXPECT_TRUE(Database::has_journal(file_));
}

TEST_F(Databases, AreReadTogetherWithTheirLogAndLeftWithoutTraceWhereItIsEmpty) {
  Database writer(file_, SQLITE_OPEN_READWRITE);
  writer.execute("PRAGMA journal_mode = WAL; UPDATE one SET number = 8");
  EXPECT_EQ(number_in(*Database::open_untouched(file_)), 8);
  Query(writer, "PRAGMA wal_checkpoint(TRUNCATE)").run();
  const fs::path copy = scratch_.path() / "copy.db";
  fs::copy_file(file_, copy);
  fs::copy_file(beside("-wal"), copy.string() + "-wal");
  EXPECT_EQ(number_in(*Database::open_untouched(copy)), 8);
  EXPECT_FALSE(fs::exists(copy.string() + "-shm"));
}

TEST_F(Databases, AreWritableIfTheyAndTheirFolderAre) {
  EXPECT_TRUE(Database(file_, SQLITE_OPEN_READWRITE).is_writable());
  EXPECT_FALSE(Database(file_, SQLITE_OPEN_READONLY).is_writable());
}

TEST_F(Databases, ThatAreReadOnlyTellWhereToGoOn) {
  Database database(file_, SQLITE_OPEN_READONLY);
  EXPECT_THAT([&] { database.execute("DELETE FROM one"); },
              ThrowsMessage<std::runtime_error>(
                  file_.string() + ": attempt to write a readonly database; copy the folder to "
                                   "where you may write, and run the same command there"));
}

TEST_F(Databases, WithoutRoomTellThatNothingIsLost) {
  Database database(file_, SQLITE_OPEN_READWRITE);
  database.execute("PRAGMA max_page_count = 3");
  EXPECT_THAT([&] { database.execute("CREATE TABLE two (a); CREATE TABLE three (a)"); },
              ThrowsMessage<std::runtime_error>(file_.string() + ": database or disk is full" +
                                                std::string(base::kMakeRoom) +
                                                ", nothing that was stored is lost"));
}

TEST_F(Databases, OnABrokenDiskTellWhatIsWrongWithItOnce) {
  Database database(file_, SQLITE_OPEN_READWRITE);
  {
    const WithoutWrites limit;
    EXPECT_THAT(
        [&] { database.execute("CREATE TABLE two (a); CREATE TABLE three (a)"); },
        ThrowsMessage<std::runtime_error>(file_.string() + ": disk I/O error: File too large"));
  }
  EXPECT_THAT(
      [&] { Query(database, "INSERT INTO one VALUES (7)").run(); },
      ThrowsMessage<std::runtime_error>(file_.string() + ": UNIQUE constraint failed: one.number"));
}

TEST_F(Databases, HaveNoRowThatRefersToNothing) {
  Database database(file_, SQLITE_OPEN_READWRITE);
  database.execute("CREATE TABLE two (one INTEGER REFERENCES one (number))");
  EXPECT_THROW(database.execute("INSERT INTO two VALUES (1)"), std::runtime_error);
  database.execute("INSERT INTO two VALUES (7)");
}

TEST_F(Databases, WaitForAnotherWriterButNotToLeaveTheirLog) {
  Database database(file_, SQLITE_OPEN_READWRITE);
  const auto wait = [&] {
    Query row(database, "PRAGMA busy_timeout");
    EXPECT_TRUE(row.next());
    return row.number(0);
  };
  EXPECT_EQ(wait(), 10'000);
  database.leave_wal();
  EXPECT_EQ(wait(), 0);
}

TEST_F(Databases, ForgetATransactionThatIsNotCommitted) {
  Database database(file_, SQLITE_OPEN_READWRITE);
  for (const bool commits : {false, true}) {
    {
      Transaction transaction(database);
      database.execute("UPDATE one SET number = 9");
      if (commits) transaction.commit();
    }
    EXPECT_FALSE(database.in_transaction());
    EXPECT_EQ(number_in(database), commits ? 9 : 7);
  }
}

TEST_F(Databases, GiveAQueryNoValueOfTheOneBefore) {
  Database database(file_, SQLITE_OPEN_READONLY);
  const char* const sql = "SELECT ?1, ?2, ?3";
  {
    Query row(database, sql, 5, std::string_view("text"), Blob{std::string("\0x", 2)});
    ASSERT_TRUE(row.next());
    EXPECT_EQ(row.columns(), 3);
    EXPECT_FALSE(row.is_null(0));
    EXPECT_EQ(row.number(0), 5);
    EXPECT_EQ(row.text(1), "text");
    EXPECT_EQ(row.bytes(2), std::string_view("\0x", 2));
    EXPECT_FALSE(row.next());
  }
  Query row(database, sql);
  ASSERT_TRUE(row.next());
  EXPECT_TRUE(row.is_null(0));
  EXPECT_EQ(row.bytes(0), "");
}

}  // namespace
}  // namespace danno::leagues::store
