// The digests of what is stored, and the store as it was at an earlier snapshot.
#include <fmt/format.h>

#include "leagues/store/digester.hpp"
#include "tests/unit/leagues/store/by_hand.hpp"

namespace danno::leagues::store {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::ThrowsMessage;

class Snapshots : public LeagueByHand {
 protected:
  static std::vector<std::string> tables(const Digests& digests) {
    std::vector<std::string> names;
    for (const TableDigest& one : digests)
      names.push_back(one.table);
    return names;
  }
  /// The digest of this text.
  static std::string digest(const std::string& text) {
    Digester digester;
    digester.add(text);
    return digester.hex();
  }
};

TEST_F(Snapshots, HaveADigestOfEveryTableButOfEmptyPlansAndRounds) {
  Writer store = settle();
  const auto shown = [&] { return tables(store.reader().digests()); };
  EXPECT_THAT(shown(), ElementsAre("league", "agent", "division", "line_up", "epoch", "conditions",
                                   "deal", "fault", "report"));
  static_cast<void>(store.begin_plan("s", "typed", 2));
  EXPECT_EQ(shown().size(), 9U);
  static_cast<void>(store.begin_plan(std::nullopt, "drawn", 3));
  EXPECT_EQ(shown().back(), "plan");
  const Digests digests = store.reader().digests();
  EXPECT_EQ(digests.back().digest, digest("1:2,1:2,5:drawn,1:3,1:1,\n"));
  static_cast<void>(store.add_round(division(store.reader()), {}, {}));
  ASSERT_EQ(shown().size(), 11U);
  EXPECT_EQ(shown().back(), "round");
  EXPECT_EQ(store.reader().digests().back().digest, digest("1:1,1:1,13:{\"tables\":[]},\n"));
}

TEST_F(Snapshots, HaveDigestsThatCoverTheirNamesButNoReports) {
  EXPECT_EQ(whole_digest({{"a", "12", "marks"}, {"report", "99", ""}, {"b", "34", ""}}),
            digest("a 12\nb 34\n"));
}

TEST_F(Snapshots, MarkTheColumnsBehindTheKeys) {
  EXPECT_THAT(marked_columns("league"), ElementsAre("name", "settings"));
  EXPECT_THAT(marked_columns("fault"), ElementsAre("agent", "kind", "value", "detail"));
  EXPECT_THAT(marked_columns("round"), ElementsAre("division", "plan"));
  EXPECT_THAT(marked_columns("deal"), IsEmpty());
  EXPECT_THAT(marked_columns("none"), IsEmpty());
}

TEST_F(Snapshots, ShowWhatWasThereThen) {
  Writer store = settle();
  const std::vector<std::function<void()>> changes{
      [] {},
      [&] {
        add(store, 1, 0, 3, {0, 2});
      },
      [&] { add(store, 1, 3, 5, {4}); },
      [&] {
        static_cast<void>(store.conditions_id({"x", "x", "x", {}}));
      },
      [&] { static_cast<void>(store.current_epoch("another")); },
      [&] { static_cast<void>(store.begin_plan(std::nullopt, "plan", 2)); },
      [&] { store.end_plan(1); },
      [&] { store.reveal_seeds(); },
      [&] {
        static_cast<void>(
            store.add_round(division(store.reader()), {}, std::vector<RoundTable>{{{1, 2}, 40}}));
      },
      [&] {
        league_.mirror = false;
        std::ofstream(folder_ / "ada" / "agent.toml") << "changed";
        store.sync_with(league_, every_pair);
      },
      [&] { store.close_schedule(); },
  };
  std::vector<std::pair<std::string, Digests>> snapshots;
  std::set<std::string> different;
  for (const auto& change : changes) {
    change();
    snapshots.emplace_back(store.reader().snapshot(), store.reader().digests());
    EXPECT_TRUE(different.insert(snapshots.back().first).second) << snapshots.size();
  }
  for (const auto& [snapshot, digests] : snapshots) {
    const Reader then = Reader::open_at(out(), snapshot);
    EXPECT_EQ(then.digests(), digests) << snapshot;
    EXPECT_EQ(then.snapshot(), snapshot);
  }
}

TEST_F(Snapshots, ArePublishedUntilSomethingIsStored) {
  Writer store = settle();
  Reader& reader = store.reader();
  const auto shown = [&] {
    std::vector<std::string> all;
    for (const Publication& one : reader.publications()) {
      all.push_back(fmt::format("{} {} {}", one.digests.front().digest, one.digests.front().marks,
                                one.is_latest ? "latest" : one.snapshot));
    }
    return all;
  };
  const std::string first = reader.snapshot();
  bool written = false;
  reader.publish({{"a", "1", "x"}}, first, [&] { written = true; });
  EXPECT_TRUE(written);
  EXPECT_THAT(shown(), ElementsAre("1 x latest"));
  add(store, 1, 0, 1);
  EXPECT_THAT(shown(), ElementsAre("1 x " + first));
  // A writer that dies leaves both, as its files may be there or not.
  struct Killed {};
  EXPECT_THROW(reader.publish({{"a", "2", "y"}}, reader.snapshot(), [] { throw Killed(); }),
               Killed);
  EXPECT_THAT(shown(), ElementsAre("1 x " + first, "2 y latest"));
  reader.publish({{"a", "3", "z"}}, first, [] {});
  EXPECT_THAT(shown(), ElementsAre("3 z " + first));
}

TEST_F(Snapshots, OfAWrongTypeEqualNoDigest) {
  Writer store = settle();
  const Reader& reader = store.reader();
  store.reader().publish({}, reader.snapshot(), [] {});
  sql(R"(UPDATE published SET digests = '{"a": 5, "b": {}, "c": {"digest": 7, "rows": "x"}}')");
  const std::vector<Publication> found = reader.publications();
  ASSERT_EQ(found.size(), 1U);
  EXPECT_THAT(found.front().digests, ElementsAre(TableDigest{"a", "", ""}, TableDigest{"b", "", ""},
                                                 TableDigest{"c", "", "x"}));
  for (const char* const digests : {"5", "{"}) {
    sql(fmt::format("UPDATE published SET digests = '{}'", digests));
    EXPECT_THAT([&] { static_cast<void>(reader.publications()); },
                ThrowsMessage<Damaged>("league.db: published: digests are not a JSON object"));
  }
}

TEST_F(Snapshots, HaveContentsThatChangeWithEveryRow) {
  Writer store = settle();
  Reader& reader = store.reader();
  add(store, 1, 0, 2, {1});
  const std::string before = reader.contents();
  EXPECT_EQ(reader.contents(), before);
  std::set<std::string> all{before};
  const std::vector<std::function<void()>> changes{
      [&] { sql("UPDATE fault SET report = '{}'"); },
      [&] { sql("UPDATE block SET at = at + 1"); },
      [&] { sql("UPDATE games SET games = x'00'"); },
      [&] { reader.publish({}, reader.snapshot(), [] {}); },
      [&] { sql("UPDATE published SET stage = '{}'"); },
  };
  for (const auto& change : changes) {
    change();
    EXPECT_TRUE(all.insert(reader.contents()).second) << all.size();
  }
}

}  // namespace
}  // namespace danno::leagues::store
