// Leagues that are played in parts: whatever the parts, attempts and merges, the store is that of
// one run; and what is not right comes into no store.
#include <danno/part.pb.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>
#include <thread>

#include "leagues/parts/check_played.hpp"
#include "leagues/parts/checked_file.hpp"
#include "leagues/parts/checked_parts.hpp"
#include "leagues/parts/differing_nodes.hpp"
#include "leagues/parts/drop_part.hpp"
#include "leagues/parts/make_plan.hpp"
#include "leagues/parts/merge.hpp"
#include "leagues/parts/part_file.hpp"
#include "leagues/parts/planned_line_ups.hpp"
#include "leagues/parts/play_part.hpp"
#include "leagues/scores/deal_sums.hpp"
#include "leagues/store/digester.hpp"
#include "leagues/store/pack.hpp"
#include "tests/unit/played_league.hpp"

namespace danno::leagues::parts {
namespace {

using referee::play::DealResult;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class Parts : public PlayedLeague {
 protected:
  Parts() {
    league_.seed = "s";
    league_.limits.isolation = referee::sandbox::Isolation::None;
    for (const char* const id : {"koans", "dollar"}) {
      const rules::Definition* const definition = rules::find_definition(id);
      league_.divisions.push_back({definition, definition->defaults(2)});
    }
  }

  [[nodiscard]] store::Store open() const {
    store::Store store = store::Store::open_to_play(out());
    formats::settle(store, league_);
    return store;
  }
  PartsPlan plan(int parts) {
    store::Store store = open();
    auto plan = make_plan(
        store, league_, {.out = out(), .to = {}, .parts = parts, .danno = "1.2.3", .on_build = {}},
        [](const store::Epoch&) {});
    return read_plan(plan->folder, "1.2.3");
  }
  static PartHeader header_of(const PartsPlan& plan, int part) {
    return {plan.id, part, "n" + std::to_string(part % 3), "", "m", "none", ""};
  }
  static void play(const PartsPlan& plan, int part) { play(plan, part, header_of(plan, part)); }
  static void play(const PartsPlan& plan, int part, const PartHeader& header) {
    PartOrder order{part, header, {}};
    order.options.play = [](const referee::play::LineUp& line_up, std::uint64_t begin,
                            std::uint64_t end, referee::record::AgentSet absent) {
      return random_deals(line_up, begin, end, absent);
    };
    ASSERT_EQ(play_part(plan, order, {}), play::RunEnd::Complete);
  }
  /// Leaves the complete part as an attempt whose power was cut.
  static void cut_off(const PartsPlan& plan, int part, int percent) {
    const fs::path file = finished_part(plan.part_folder(), part);
    fs::path open = file;
    open.replace_extension("n1." + std::to_string(percent) + ".open");
    fs::rename(file, open);
    fs::resize_file(open, fs::file_size(open) * static_cast<unsigned>(percent) / 100);
  }
  /// As 'danno league play' does at the end of a part.
  static void check(const PartsPlan& plan, int part) {
    check_played(plan, part, 2, solver::unwatched);
    ASSERT_TRUE(is_checked(plan, part));
  }
  static void play_and_check(const PartsPlan& plan) {
    for (int part = 1; part <= plan.parts; ++part) {
      play(plan, part);
      check(plan, part);
    }
  }
  /// Changes what a part's file of checks says.
  static void change_checked(const PartsPlan& plan, int part,
                             const std::function<void(CheckedPart&)>& change) {
    const fs::path file = checked_file(plan.part_folder(), part);
    CheckedPart checked = read_checked(file).value();
    change(checked);
    write_checked(file, checked);
  }
  Merged merge_now(const PartsPlan& plan, int threads = 2) const {
    store::Store store = open_to_merge(out());
    return merge(store, out(), plan, {.threads = threads, .play = {}}, {});
  }
  void run_here() {
    store::Store store = open();
    run(store,
        [](const referee::play::LineUp& line_up, std::uint64_t begin, std::uint64_t end,
           referee::record::AgentSet absent) { return random_deals(line_up, begin, end, absent); });
  }

  /// All that a table follows from, and the reports of faults.
  [[nodiscard]] std::vector<std::string> stored() const {
    std::vector<std::string> rows = ask(
        "SELECT line_up || ' ' || deal || ' ' || seating || ' ' || seat || ' ' || agent || ' ' || "
        "kind || ' ' || value || ' ' || detail || ' ' || report FROM fault ORDER BY 1");
    for (const store::TableDigest& one : store::Reader::open_to_read(out()).digests())
      rows.push_back(one.table + " " + one.digest);
    return rows;
  }
  /// Of one run, in another folder.
  std::vector<std::string> stored_by_one_run() {
    run_here();
    std::vector<std::string> rows = stored();
    fs::remove_all(out());
    return rows;
  }

  static std::set<std::string> files_in(const fs::path& folder) {
    std::set<std::string> files;
    for (const auto& entry : fs::recursive_directory_iterator(folder))
      files.insert(fs::relative(entry.path(), folder).string());
    return files;
  }

  /// Writes the part anew with the deals of its first block that has a fault changed.
  static void lie(const PartsPlan& plan, int part,
                  const std::function<void(referee::record::GameRecord&)>& change) {
    const fs::path file = finished_part(plan.part_folder(), part);
    const PartContents contents = read_part_file(file);
    PartWriter writer(plan.part_folder(), part, "liar");
    bool lied = false;
    for (const PartBlock& block : contents.blocks) {
      auto deals = read_part_block(file, block);
      for (DealResult& deal : deals) {
        if (std::exchange(lied, lied || deal.deal == 5) == lied) continue;
        change(deal.games[1]);
      }
      writer.add(contents.headers[block.header], block.line_up, block.absent, deals);
    }
    ASSERT_TRUE(lied);
    writer.finish(contents.headers.front());
  }
};

TEST_F(Parts, ComeToTheStoreOfOneRunWhateverTheirNumberCutsAndOrder) {
  const auto one = stored_by_one_run();
  for (unsigned seed = 0; seed < 6; ++seed) {
    std::mt19937 random(seed);
    const auto below = [&](int end) { return static_cast<int>(random() % unsigned(end)); };
    const PartsPlan made = plan(1 + below(9));
    std::vector<int> order;
    for (int part = 1; part <= made.parts; ++part)
      order.insert(order.end(), 3, part);  // who retries too much
    std::ranges::shuffle(order, random);
    for (const int part : order) {
      play(made, part);
      if (below(2) == 0) check(made, part);
      if (below(2) == 0) cut_off(made, part, below(101));
      if (below(3) == 0) (void)merge_now(made, 1 + below(3));
      if (!store::Reader::open_to_read(out()).plans().back().open) break;
    }
    if (!store::Reader::open_to_read(out()).plans().back().open) {
      EXPECT_EQ(stored(), one) << "seed " << seed;
      fs::remove_all(out());
      continue;
    }
    for (int part = 1; part <= made.parts; ++part)
      play(made, part);
    const Merged merged = merge_now(made);
    EXPECT_THAT(merged.refused, IsEmpty()) << seed;
    EXPECT_THAT(merged.parts_left, IsEmpty()) << seed;
    // Played before it was known that an agent is out.
    if (!merged.league_complete) run_here();
    EXPECT_EQ(stored(), one) << "seed " << seed << ", " << made.parts << " parts";
    archive::publish_tables(*std::make_unique<store::Store>(open()), out());
    EXPECT_EQ(problem(), "");
    fs::remove_all(out());
  }
}

TEST_F(Parts, ThatWereCheckedComeToTheSameStoreAndTables) {
  const auto one = stored_by_one_run();
  std::vector<std::string> tables;
  for (const bool checked : {false, true}) {
    const PartsPlan made = plan(3);
    for (int part = 1; part <= 3; ++part) {
      play(made, part);
      if (checked) check(made, part);
    }
    const Merged merged = merge_now(made);
    EXPECT_THAT(merged.refused, IsEmpty());
    EXPECT_THAT(merged.notes, IsEmpty());
    EXPECT_EQ(!ask("SELECT 1 FROM luck").empty(), checked);
    EXPECT_EQ(stored(), one);
    archive::publish_tables(*std::make_unique<store::Store>(open()), out());
    tables.push_back(read("table.json"));
    EXPECT_EQ(problem(), "");
    fs::remove_all(out());
  }
  EXPECT_EQ(tables[0], tables[1]);
}

TEST_F(Parts, WhoseChecksLieAreCheckedAgainAndTheLieIsNamed) {
  const std::vector<std::pair<std::string, std::function<void(CheckedBlock&)>>> lies{
      {"sums", [](CheckedBlock& block) { block.sums.back() ^= 1; }},
      {"hashes", [](CheckedBlock& block) { block.nodes.front() ^= 1; }},
      {"faults", [](CheckedBlock& block) { block.has_faults = !block.has_faults; }}};
  for (const auto& [what, lie] : lies) {
    const PartsPlan made = plan(2);
    play_and_check(made);
    change_checked(made, 1,
                   [&](CheckedPart& checked) { std::ranges::for_each(checked.blocks, lie); });
    const Merged merged = merge_now(made);
    EXPECT_THAT(merged.refused,
                ElementsAre(testing::AllOf(HasSubstr("0001.checked: what it says of "),
                                           HasSubstr(" does not follow from their games"))))
        << what;
    if (!merged.league_complete) run_here();
    EXPECT_EQ(problem(), "") << what;
    fs::remove_all(out());
  }
}

TEST_F(Parts, WhoseLuckIsALieAreCheckedAgain) {
  league_.divisions.pop_back();  // the values of koans are always here
  const PartsPlan made = plan(1);
  play_and_check(made);
  change_checked(made, 1, [](CheckedPart& checked) {
    ASSERT_THAT(checked.luck_bases, ElementsAre(HasSubstr("koans")));
    for (CheckedBlock& block : checked.blocks)
      block.luck.back() ^= 1;
  });
  EXPECT_THAT(merge_now(made).refused, ElementsAre(HasSubstr("0001.checked: what it says of ")));
  EXPECT_THAT(ask("SELECT 1 FROM luck"), IsEmpty());
  EXPECT_EQ(problem(), "");
}

TEST_F(Parts, ThatWereCalledRightAndAreNotAreRefused) {
  league_.entrants.pop_back();
  league_.divisions.pop_back();  // so few blocks that all are drawn
  const PartsPlan made = plan(1);
  play_and_check(made);
  lie(made, 1, [](referee::record::GameRecord& game) { ++game.totals[0]; });
  const PartContents contents = read_part_file(finished_part(made.part_folder(), 1));
  ASSERT_LE(contents.blocks.size(), kDrawnBlocks);
  change_checked(made, 1, [&](CheckedPart& checked) { checked.part_hash = contents.hash; });
  EXPECT_THAT(merge_now(made).refused,
              ElementsAre(HasSubstr("0001.checked: it calls right what is not: koans/ada,cy/5/1: "),
                          HasSubstr("0001.part: koans/ada,cy/5/1: ")));
}

TEST_F(Parts, ThatAreWrongAreFoundWhereTheyWerePlayed) {
  const PartsPlan made = plan(1);
  play(made, 1);
  lie(made, 1, [](referee::record::GameRecord& game) { ++game.totals[0]; });
  EXPECT_THAT([&] { check_played(made, 1, 2, solver::unwatched); },
              testing::ThrowsMessage<std::runtime_error>(
                  testing::AllOf(HasSubstr("0001.part: koans/ada,bob/5/1: "),
                                 HasSubstr("; remove it and play the part again"))));
  EXPECT_FALSE(is_checked(made, 1));
}

TEST_F(Parts, WithChecksOfAnotherFileOrDamagedOnesAreCheckedHere) {
  const auto one = stored_by_one_run();
  const PartsPlan made = plan(3);
  play_and_check(made);
  const auto file = [&](int part) { return checked_file(made.part_folder(), part); };
  fs::copy_file(file(1), file(2), fs::copy_options::overwrite_existing);
  fs::resize_file(file(3), fs::file_size(file(3)) - 1);
  change_checked(made, 1, [](CheckedPart& checked) { checked.part_hash.back() ^= 1; });
  EXPECT_FALSE(is_checked(made, 1));
  EXPECT_FALSE(is_checked(made, 3));
  const Merged merged = merge_now(made);
  EXPECT_THAT(merged.refused, IsEmpty());
  EXPECT_THAT(merged.notes, ElementsAre(HasSubstr("0001.checked: it was made of another file; "),
                                        HasSubstr("0002.checked: it was made of another file; "),
                                        HasSubstr("0003.checked: it is damaged; ")));
  if (!merged.league_complete) run_here();
  EXPECT_EQ(stored(), one);
}

TEST_F(Parts, EveryChangedByteOfAFileOfChecksIsNoticed) {
  const PartsPlan made = plan(6);
  play(made, 1);
  check(made, 1);
  const fs::path file = checked_file(made.part_folder(), 1);
  std::ifstream stream(file, std::ios::binary);
  const std::string whole{std::istreambuf_iterator<char>(stream), {}};
  for (std::size_t i = 0; i < whole.size(); ++i) {
    std::string changed = whole;
    changed[i] ^= 4;
    std::ofstream(file, std::ios::binary) << changed;
    EXPECT_FALSE(read_checked(file)) << i;
    std::ofstream(file, std::ios::binary) << whole.substr(0, i);
    EXPECT_FALSE(read_checked(file)) << i;
  }
}

TEST_F(Parts, ThatAreCheckedTwiceAtOnceHaveOneWholeFileOfChecks) {
  const fs::path file = checked_file(out(), 1);
  fs::create_directories(out());
  const auto write = [&](std::size_t blocks) {
    for (int time = 0; time < 100; ++time) {
      write_checked(file, {"hash", {}, std::vector<CheckedBlock>(blocks)});
      EXPECT_TRUE(read_checked(file));
    }
  };
  std::thread other(write, 20'000);
  write(1);
  other.join();
  EXPECT_THAT(std::distance(fs::directory_iterator(out()), {}), 1);
}

TEST_F(Parts, AMachineThatDiffersIsNamedByItsChecks) {
  const PartsPlan made = plan(3);
  play_and_check(made);
  const auto differing = [&] { return differing_nodes(made, Compared::FaultsAndScores); };
  EXPECT_THAT(differing(), IsEmpty());
  change_checked(made, 2, [](CheckedPart& checked) {
    for (CheckedBlock& block : checked.blocks) {
      auto sums = scores::decode_sums(block.sums).value();
      sums.faults[{0, referee::record::FaultKind::Timeout}] += 12;
      block.sums = scores::encode_sums(sums);
    }
  });
  const auto found = differing();
  ASSERT_FALSE(found.empty());
  EXPECT_EQ(found[0].host, "n2");
  EXPECT_THAT(found[0].parts, ElementsAre(2));
  EXPECT_EQ(found[0].found.trait, ratings::PlaceTrait::Timeouts);
  EXPECT_THAT(text_of(found[0], "plan"), HasSubstr("--exclude=n2"));
  // What was checked of an earlier state of the part tells nothing of it.
  fs::remove(finished_part(made.part_folder(), 2));
  PartHeader elsewhere = header_of(made, 2);
  elsewhere.host = "n9";
  play(made, 2, elsewhere);
  EXPECT_FALSE(is_checked(made, 2));
  EXPECT_THAT(differing(), IsEmpty());
}

TEST_F(Parts, WhoseMergeWasKilledLoseNoReportOfAFault) {
  run_here();
  const auto reports = files_in(out() / "faults");
  ASSERT_THAT(reports, testing::Not(IsEmpty()));
  fs::remove_all(out());
  const PartsPlan made = plan(2);
  play(made, 1);
  (void)merge_now(made);
  fs::remove_all(out() / "faults");  // stored, and not yet written
  play(made, 2);
  (void)merge_now(made);
  EXPECT_EQ(files_in(out() / "faults"), reports);
}

TEST_F(Parts, TakeTurnsWithRuns) {
  const auto one = stored_by_one_run();
  league_.deals = 7;
  run_here();
  league_.deals = 20;
  const PartsPlan first = plan(3);
  play(first, 2);
  EXPECT_THAT(merge_now(first).parts_left, ElementsAre(1, 3));
  run_here();
  EXPECT_EQ(stored(), one);
  EXPECT_EQ(merge_now(first).deals_left, 0U);
  EXPECT_THAT([&] { merge_now(first); },
              testing::ThrowsMessage<PlanError>(HasSubstr("merged whole or given up")));
}

TEST_F(Parts, ALineUpThatHasAGapWaits) {
  league_.entrants.pop_back();
  league_.divisions.pop_back();
  league_.limits.max_faults = 99;
  const PartsPlan made = plan(4);  // of one line-up: five deals each
  play(made, 1);
  play(made, 3);
  Merged merged = merge_now(made);
  EXPECT_EQ(merged.deals, 5U);
  EXPECT_THAT(merged.parts_left, ElementsAre(2, 4));
  EXPECT_EQ(merged.deals_left, 15U);
  play(made, 2);
  merged = merge_now(made);
  EXPECT_EQ(merged.deals, 10U);
  EXPECT_THAT(merged.parts_left, ElementsAre(4));
  play(made, 4);
  EXPECT_TRUE(merge_now(made).league_complete);
  EXPECT_EQ(problem(), "");
}

TEST_F(Parts, ThatLieAreRefusedWithTheGame) {
  using referee::record::GameRecord;
  const std::vector<std::pair<std::string, std::function<void(GameRecord&)>>> lies{
      {"event ", [](GameRecord& game) { game.events.front() ^= 1U; }},
      {" points; it played ", [](GameRecord& game) { ++game.totals[0]; }},
      {" has place ", [](GameRecord& game) { std::swap(game.places[0], game.places[1]); }},
      {"fault", [](GameRecord& game) { game.faults.clear(); }},
      {" is absent without a fault", [](GameRecord& game) { game.absent = {0}; }},
      {" sits at seat ", [](GameRecord& game) { std::swap(game.agent_at[0], game.agent_at[1]); }}};
  for (const auto& [told, change] : lies) {
    const PartsPlan made = plan(2);
    play(made, 1);
    play(made, 2);
    lie(made, 1, change);
    const Merged merged = merge_now(made);
    ASSERT_EQ(merged.refused.size(), 1U) << told;
    EXPECT_THAT(merged.refused.front(),
                testing::AllOf(HasSubstr("0001.part: koans/ada,bob/5/1"), HasSubstr(told)));
    EXPECT_THAT(merged.parts_left, ElementsAre(1));
    EXPECT_GT(merged.deals, 0U);
    EXPECT_THAT(ask("SELECT 1 FROM block WHERE line_up = 1 AND first <= 5 AND first + deals > 5"),
                IsEmpty());
    fs::remove(finished_part(made.part_folder(), 1));
    play(made, 1);
    EXPECT_TRUE(merge_now(made).league_complete);
    EXPECT_EQ(problem(), "");
    fs::remove_all(out());
  }
}

TEST_F(Parts, ThatAreOfAnotherPlanOrPartOrDamagedAreNamedAndTheOthersTaken) {
  const PartsPlan made = plan(4);
  for (int part = 1; part <= 4; ++part)
    play(made, part);
  const auto file = [&](int part) { return finished_part(made.part_folder(), part); };
  fs::copy_file(file(1), file(2), fs::copy_options::overwrite_existing);
  fs::copy_file(file(1), file(7));
  fs::resize_file(file(3), fs::file_size(file(3)) - 1);
  const Merged merged = merge_now(made);
  EXPECT_THAT(merged.refused, ElementsAre(HasSubstr("0002.part: it is of part 1"),
                                          HasSubstr("0003.part: cut off or damaged after byte "),
                                          HasSubstr("0007.part: the plan has no such part")));
  EXPECT_THAT(merged.parts_left, testing::AnyOf(ElementsAre(2), ElementsAre(2, 3)));
  EXPECT_FALSE(part_progress(made, 3).complete);
  fs::remove(file(2));
  fs::remove(file(7));
  play(made, 2);
  play(made, 3);
  EXPECT_TRUE(merge_now(made).league_complete);

  league_.deals = 30;
  const PartsPlan other = plan(4);
  fs::copy_file(file(1), finished_part(other.part_folder(), 1));
  EXPECT_THAT(merge_now(other).refused, ElementsAre(HasSubstr("0001.part: it is of another plan")));
}

/// A part file of these frames, each with the right hash.
void write_frames(const fs::path& file, const std::vector<v1::PartFrame>& frames) {
  const auto hash_of = [](const std::string& before, const std::string& bytes) {
    store::Digester digester;
    digester.add(before);
    digester.add(bytes);
    return digester.bytes();
  };
  std::ofstream out(file, std::ios::binary);
  std::string hash = hash_of("", "danno part 1");
  for (const v1::PartFrame& frame : frames) {
    const std::string text = frame.SerializeAsString();
    std::string bytes;
    for (unsigned byte = 0; byte < 4; ++byte)
      bytes.push_back(static_cast<char>((text.size() >> (8 * byte)) & 0xFFU));
    hash = hash_of(hash, bytes += text);
    out << bytes << hash;
  }
}

/// The frames of a complete part with one block.
std::vector<v1::PartFrame> frames_of(const PartsPlan& plan, int part, const v1::PartBlock& block) {
  std::vector<v1::PartFrame> frames(3);
  frames[0].mutable_header()->set_plan(plan.id);
  frames[0].mutable_header()->set_part(static_cast<std::uint32_t>(part));
  *frames[1].mutable_block() = block;
  frames[2].mutable_end()->set_deals(block.deals());
  return frames;
}

TEST_F(Parts, ThatHoldWhatIsNotTheirsAreNamedAndTheOthersTaken) {
  const PartsPlan made = plan(6);
  const auto file = [&](int part) { return finished_part(made.part_folder(), part); };
  for (int part = 1; part <= 6; ++part)
    play(made, part);
  v1::PartBlock block;
  block.set_games("no games");
  block.set_line_up(999);
  block.set_deals(1);
  write_frames(file(2), frames_of(made, 2, block));
  const PlannedDeals& third = made.deals[2];
  block.set_line_up(static_cast<std::uint32_t>(third.line_up));
  block.set_first(third.first);
  block.set_deals(4'000'000'000U);
  write_frames(file(3), frames_of(made, 3, block));
  const PlannedDeals& fourth = made.deals[3];
  block.set_line_up(static_cast<std::uint32_t>(fourth.line_up));
  block.set_first(fourth.first);
  block.set_deals(static_cast<std::uint32_t>(fourth.end - fourth.first));
  write_frames(file(4), frames_of(made, 4, block));
  const PartContents fifth = read_part_file(file(5));
  PartWriter twice(made.part_folder(), 5, "n");
  for (int i = 0; i < 2; ++i) {
    const PartBlock& first = fifth.blocks.front();
    twice.add(header_of(made, 5), first.line_up, first.absent, read_part_block(file(5), first));
  }
  twice.finish(header_of(made, 5));
  fs::remove(file(6));
  fs::create_directory(file(6));
  const Merged merged = merge_now(made);
  EXPECT_THAT(merged.refused,
              testing::UnorderedElementsAre(
                  HasSubstr("0002.part: 1 deals from 0 on of line-up 999 are not of part 2"),
                  testing::AllOf(HasSubstr("0003.part: 4000000000 deals from "),
                                 HasSubstr(" are not of part 3")),
                  HasSubstr("0004.part: stored games are damaged"), HasSubstr("is in it twice"),
                  HasSubstr("0006.part: it is not a file")));
  EXPECT_GT(merged.deals, 0U);
  EXPECT_THAT(merged.parts_left, testing::Contains(2));
  fs::remove(file(6));
  for (int part = 2; part <= 6; ++part) {
    fs::remove(file(part));
    play(made, part);
  }
  EXPECT_THAT(merge_now(made).refused, IsEmpty());
  EXPECT_EQ(problem(), "");
}

TEST_F(Parts, ThatAreNotWrittenAsDannoWritesAreRefused) {
  const PartsPlan made = plan(1);
  play(made, 1);
  const fs::path file = finished_part(made.part_folder(), 1);
  const PartContents contents = read_part_file(file);
  const PartBlock& first = contents.blocks.front();
  std::vector<std::string> games = store::unpack(read_packed_deals(file, first).games);
  games.front() += "\x7a\x01x";  // a field that no record has
  v1::PartBlock block;
  block.set_line_up(first.line_up);
  block.set_first(first.first);
  block.set_deals(1);
  block.set_games(store::pack(std::vector{games.front()}));
  write_frames(file, frames_of(made, 1, block));
  EXPECT_THAT(merge_now(made).refused,
              ElementsAre(HasSubstr("its bytes are not those that danno writes")));
  EXPECT_THAT(ask("SELECT 1 FROM block"), IsEmpty());
}

TEST_F(Parts, APlanIsMadeOnceAndGivenUpOnce) {
  league_.seed.reset();
  const PartsPlan made = plan(2);
  EXPECT_THAT([&] { plan(3); }, testing::ThrowsMessage<PlanError>(HasSubstr("plan 1 is open: ")));
  {
    store::Store store = open();
    give_up_plan(store, 1);
    EXPECT_THAT([&] { give_up_plan(store, 1); },
                testing::ThrowsMessage<PlanError>(HasSubstr("plan 1; expected an open one")));
  }
  EXPECT_THROW(merge_now(made), PlanError);
  run_here();
  EXPECT_THAT(verified().notes,
              testing::Contains(HasSubstr("no deal was stored with it; it was that of plan 1")));
  league_.deals = 22;
  EXPECT_NE(plan(2).commitment, made.commitment);
}

TEST_F(Parts, APlanIsReadByTheSameDannoOnly) {
  const PartsPlan made = plan(2);
  EXPECT_THAT([&] { (void)read_plan(made.folder, "1.2.4"); },
              testing::ThrowsMessage<PlanError>(HasSubstr("danno 1.2.3 made this plan")));
  EXPECT_THAT([&] { (void)read_plan(folder_, "1.2.3"); },
              testing::ThrowsMessage<PlanError>(HasSubstr("no plan in ")));
  const std::string whole = read("plan-1/plan.json");
  for (std::size_t size = 0; size + 2 < whole.size(); size += 7) {
    write("plan-1/plan.json", whole.substr(0, size));
    EXPECT_THAT([&] { (void)read_plan(made.folder, "1.2.3"); },
                testing::ThrowsMessage<PlanError>(HasSubstr("it is damaged")));
  }
  write("plan-1/plan.json", whole);
  write("plan-1/seed", "{}");
  EXPECT_THAT([&] { (void)read_seeds(made); },
              testing::ThrowsMessage<PlanError>(HasSubstr("another seed")));
}

TEST_F(Parts, AgentsThatDifferOnThisMachineAreNamed) {
  PartsPlan made = plan(1);
  EXPECT_EQ(why_unfit(made, 1), "");  // they did not start when it was planned either
  made.agents.front().ready = true;
  EXPECT_EQ(why_unfit(made, 1), "");
  std::ofstream(made.agents.front().agent.folder / "x") << "changed";
  EXPECT_THAT(why_unfit(made, 1), HasSubstr("is not what was planned"));
}

TEST_F(Parts, AnAgentThatStartedWhenItWasPlannedAndNotHereIsNotAtFault) {
  PartsPlan made = plan(1);
  made.agents.front().ready = true;
  bool starts = false;
  const auto play =
      require_starts(made, [&](const referee::play::LineUp& line_up, std::uint64_t begin,
                               std::uint64_t end, referee::record::AgentSet absent) {
        referee::play::Batch batch = random_deals(line_up, begin, end, absent);
        if (!starts) batch.never_ready = {0, 1};
        return batch;
      });
  const PlannedLineUps line_ups(made);
  const auto line_up = line_ups.make(made.deals.front());
  EXPECT_THAT([&] { (void)play(*line_up, 0, 1, {}); },
              testing::ThrowsMessage<std::runtime_error>(HasSubstr(
                  " cannot play this: agent 'ada': it did not get ready; play it elsewhere")));
  starts = true;
  (void)play(*line_up, 0, 1, {});
  starts = false;
  EXPECT_EQ(play(*line_up, 1, 2, {}).never_ready,
            (referee::record::AgentSet{0, 1}));  // it starts here: its own fault
}

TEST_F(Parts, ThatWereInventedAreFoundByPlayingDrawnDealsAgain) {
  const auto again = [](const referee::play::LineUp& line_up, std::uint64_t begin,
                        std::uint64_t end, referee::record::AgentSet absent) {
    return random_deals(line_up, begin, end, absent);
  };
  const PartsPlan made = plan(3);
  for (const int part : {1, 2, 3})
    play(made, part);
  const auto invented = [&](const referee::play::LineUp& line_up, std::uint64_t begin,
                            std::uint64_t end, referee::record::AgentSet absent) {
    referee::play::Batch batch = again(line_up, begin, end, absent);
    const auto& names = line_up.key_names;
    if (names.front() == "ada" && names.back() == "bob")
      batch.deals.front().games.front().events.push_back(0);
    return batch;
  };
  store::Store store = open_to_merge(out());
  const Merged merged = merge(store, out(), made, {2, 1'000'000, invented}, {});
  EXPECT_EQ(merged.replayed.undecided, 0U);
  EXPECT_GT(merged.replayed.same, 0U);
  EXPECT_GT(merged.replayed.different, 0U);
  EXPECT_THAT(merged.refused,
              testing::Contains(HasSubstr(": played again, twice, its agents decide otherwise")));
  EXPECT_THAT(merged.parts_left, testing::Not(IsEmpty()));
  std::uint64_t calls = 0;
  const auto fickle = [&](const referee::play::LineUp& line_up, std::uint64_t begin,
                          std::uint64_t end, referee::record::AgentSet absent) {
    referee::play::Batch batch = again(line_up, begin, end, absent);
    batch.deals.front().games.front().events.resize(++calls % 7);
    return batch;
  };
  const Merged other = merge(store, out(), made, {2, 5, fickle}, {});
  EXPECT_EQ(other.replayed.undecided, 5U);
  EXPECT_THAT(other.refused, IsEmpty());
  EXPECT_TRUE(other.league_complete);
}

TEST_F(Parts, ThatAreDroppedAreMissingAgain) {
  league_.divisions.pop_back();
  const auto one = stored_by_one_run();
  const PartsPlan made = plan(3);
  play_and_check(made);
  ASSERT_TRUE(merge_now(made).league_complete);
  archive::publish_tables(*std::make_unique<store::Store>(open()), out());
  {
    store::Store store = open();
    EXPECT_EQ(drop_part(store, out(), made, 2), 20U);
    EXPECT_EQ(drop_part(store, out(), made, 2), 0U);
    EXPECT_THAT([&] { drop_part(store, out(), made, 4); },
                testing::ThrowsMessage<PlanError>(HasSubstr("part 4; expected 1/3 to 3/3")));
  }
  archive::publish_tables(*std::make_unique<store::Store>(open()), out());
  EXPECT_EQ(problem(), "");
  EXPECT_THAT(part_files(made.part_folder()), testing::SizeIs(2));
  EXPECT_FALSE(fs::exists(checked_file(made.part_folder(), 2)));
  run_here();
  EXPECT_EQ(stored(), one);
  archive::publish_tables(*std::make_unique<store::Store>(open()), out());
  EXPECT_EQ(problem(), "");
}

class PartsThatAreStopped : public Parts {};  // last: nothing is played after a stop

TEST_F(PartsThatAreStopped, KeepNoDealInWhichAnAgentWasKilledJustBefore) {
  const PartsPlan made = plan(1);
  PartOrder order{1, header_of(made, 1), {}};
  int calls = 0;
  order.options.play = [&](const referee::play::LineUp& line_up, std::uint64_t begin,
                           std::uint64_t end, referee::record::AgentSet absent) {
    referee::play::Batch batch = random_deals(line_up, begin, end, absent);
    if (++calls < 2) return batch;
    referee::record::Fault fault = referee::record::fault_of(referee::record::Killed{15});
    fault.evidence = std::make_shared<const referee::record::Evidence>();
    batch.deals.front().games.front().faults.push_back(fault);
    referee::play::request_stop();
    return batch;
  };
  EXPECT_EQ(play_part(made, order, {}), play::RunEnd::Interrupted);
  const auto files = part_files(made.part_folder())[1];
  ASSERT_EQ(files.size(), 1U);
  const PartContents contents = read_part_file(files.front());
  ASSERT_EQ(contents.blocks.size(), 1U);
  for (const DealResult& deal : read_part_block(files.front(), contents.blocks.front())) {
    for (const auto& game : deal.games) {
      for (const auto& fault : game.faults)
        EXPECT_NE(fault.value, 15);
    }
  }
}

}  // namespace
}  // namespace danno::leagues::parts
