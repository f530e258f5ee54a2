// Leagues that are played in parts: whatever the parts, attempts and merges, the store is that of
// one run; and what is not right comes into no store.
#include <danno/part.pb.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <set>

#include "leagues/commands/cluster/merge.hpp"
#include "leagues/commands/cluster/part_file.hpp"
#include "leagues/commands/cluster/plan_file.hpp"
#include "leagues/commands/cluster/play_part.hpp"
#include "leagues/commands/cluster/played_parts.hpp"
#include "leagues/report/block_luck.hpp"
#include "leagues/store/digester.hpp"
#include "leagues/store/pack.hpp"
#include "tests/unit/played_league.hpp"

namespace danno::leagues::commands::cluster {
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

  [[nodiscard]] store::Writer open() const {
    store::Writer store = store::Writer::open_to_play(out());
    schedule::sync_store(store, league_);
    return store;
  }
  PartsPlan plan(int parts) {
    auto plan = make_plan(
        league_,
        {.out = out(), .parts = parts, .danno = "1.2.3", .program = "/bin/danno", .on_build = {}},
        [](const store::Epoch&) {});
    return read_plan(plan->folder, "1.2.3");
  }
  static PartHeader make_header(const PartsPlan& plan, int part) {
    return {plan.id, part, "n" + std::to_string(part % 3), "m", "", 1};
  }
  static void play(const PartsPlan& plan, int part) {
    runner::RunOptions options;
    options.play = [](const referee::play::LineUp& line_up, std::uint64_t begin, std::uint64_t end,
                      referee::record::AgentSet absent) {
      return random_deals(line_up, begin, end, absent);
    };
    ASSERT_EQ(play_part(plan, make_header(plan, part), options, {}), runner::RunEnd::Complete);
  }
  /// Leaves the complete part as an attempt whose power was cut.
  static void cut_off(const PartsPlan& plan, int part, int percent) {
    const fs::path file = finished_part(plan.part_folder(), part);
    fs::path open = file;
    open.replace_extension("n1." + std::to_string(percent) + ".open");
    fs::rename(file, open);
    fs::resize_file(open, fs::file_size(open) * static_cast<unsigned>(percent) / 100);
  }
  MergeResult merge_now(const PartsPlan& plan, int threads = 2) const {
    store::Writer store = open_to_merge(out());
    return merge(store, out(), plan, threads, {});
  }
  void run_here() {
    store::Writer store = open();
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
  /// Returns what one run stores, in another folder.
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
      auto deals = read_deals(file, block);
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
    const MergeResult merged = merge_now(made);
    EXPECT_THAT(merged.refused, IsEmpty()) << seed;
    EXPECT_THAT(merged.parts_left, IsEmpty()) << seed;
    // Played before it was known that an agent is out.
    if (!merged.league_complete) run_here();
    EXPECT_EQ(stored(), one) << "seed " << seed << ", " << made.parts << " parts";
    site::publish_tables(open().reader(), out());
    EXPECT_EQ(problem(), "");
    fs::remove_all(out());
  }
}

TEST_F(Parts, BringTheLuckOfTheirGames) {
  const PartsPlan made = plan(6);
  for (int part = 1; part <= made.parts; ++part)
    play(made, part);
  ASSERT_THAT(merge_now(made).refused, IsEmpty());
  const std::string luck = "SELECT block || ' ' || basis || ' ' || hex(sums) FROM luck";
  const std::vector<std::string> merged = ask(luck);
  ASSERT_THAT(merged, testing::Not(IsEmpty()));
  sql("DELETE FROM luck");
  store::Writer store = open();
  report::store_luck(store.reader(), solver::unwatched);
  EXPECT_THAT(ask(luck), testing::IsSupersetOf(merged));
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
  EXPECT_TRUE(merge_now(first).was_merged);
}

TEST_F(Parts, ALineUpThatHasAGapWaits) {
  league_.entrants.pop_back();
  league_.divisions.pop_back();
  league_.limits.max_faults = 99;
  const PartsPlan made = plan(4);  // of one line-up: five deals each
  play(made, 1);
  play(made, 3);
  MergeResult merged = merge_now(made);
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
    const MergeResult merged = merge_now(made);
    ASSERT_EQ(merged.refused.size(), 1U) << told;
    EXPECT_THAT(merged.refused.front(),
                testing::AllOf(HasSubstr("0001.part: koans/ada,bob/5/1"), HasSubstr(told)));
    EXPECT_THAT(merged.parts_left, ElementsAre(1));
    EXPECT_GT(merged.deals, 0U);
    // The store has what part 2 played, and nothing of a file that lies anywhere.
    for (std::size_t i = 0; i < made.deals.size(); ++i) {
      const PlannedDeals& deals = made.deals[i];
      if (part_number(made, i) != 1) continue;
      EXPECT_THAT(ask("SELECT 1 FROM block WHERE line_up = " + std::to_string(deals.line_up) +
                      " AND first < " + std::to_string(deals.end) + " AND first + deals > " +
                      std::to_string(deals.first)),
                  IsEmpty());
    }
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
  const MergeResult merged = merge_now(made);
  EXPECT_THAT(merged.refused, ElementsAre(HasSubstr("0002.part: it belongs to part 1"),
                                          HasSubstr("0003.part: cut off or damaged after byte "),
                                          HasSubstr("0007.part: the plan has no such part")));
  EXPECT_THAT(merged.parts_left, testing::AnyOf(ElementsAre(2), ElementsAre(2, 3)));
  EXPECT_FALSE(is_whole(made, 3));
  fs::remove(file(2));
  fs::remove(file(7));
  play(made, 2);
  play(made, 3);
  EXPECT_TRUE(merge_now(made).league_complete);

  league_.deals = 30;
  const PartsPlan other = plan(4);
  fs::copy_file(file(1), finished_part(other.part_folder(), 1));
  EXPECT_THAT(merge_now(other).refused,
              ElementsAre(HasSubstr("0001.part: it belongs to another plan")));
}

/// A part file of these frames, each with the right hash.
void write_frames(const fs::path& file, const std::vector<v1::PartFrame>& frames) {
  const auto block_hash = [](const std::string& before, const std::string& bytes) {
    store::Digester digester;
    digester.add(before);
    digester.add(bytes);
    return digester.bytes();
  };
  std::ofstream out(file, std::ios::binary);
  std::string hash = block_hash("", "danno part 1");
  for (const v1::PartFrame& frame : frames) {
    const std::string text = frame.SerializeAsString();
    std::string bytes;
    for (unsigned byte = 0; byte < 4; ++byte)
      bytes.push_back(static_cast<char>((text.size() >> (8 * byte)) & 0xFFU));
    hash = block_hash(hash, bytes += text);
    out << bytes << hash;
  }
}

/// The frames of a complete part with one block.
std::vector<v1::PartFrame> block_frames(const PartsPlan& plan, int part,
                                        const v1::PartBlock& block) {
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
  write_frames(file(2), block_frames(made, 2, block));
  const PlannedDeals& third = made.deals[2];
  block.set_line_up(static_cast<std::uint32_t>(third.line_up));
  block.set_first(third.first);
  block.set_deals(4'000'000'000U);
  write_frames(file(3), block_frames(made, 3, block));
  const PlannedDeals& fourth = made.deals[3];
  block.set_line_up(static_cast<std::uint32_t>(fourth.line_up));
  block.set_first(fourth.first);
  block.set_deals(static_cast<std::uint32_t>(fourth.end - fourth.first));
  write_frames(file(4), block_frames(made, 4, block));
  const PartContents fifth = read_part_file(file(5));
  PartWriter twice(made.part_folder(), 5, "n");
  for (int i = 0; i < 2; ++i) {
    const PartBlock& first = fifth.blocks.front();
    twice.add(make_header(made, 5), first.line_up, first.absent, read_deals(file(5), first));
  }
  twice.finish(make_header(made, 5));
  fs::remove(file(6));
  fs::create_directory(file(6));
  const MergeResult merged = merge_now(made);
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
  write_frames(file, block_frames(made, 1, block));
  EXPECT_THAT(merge_now(made).refused,
              ElementsAre(HasSubstr("its bytes are not those that danno writes")));
  EXPECT_THAT(ask("SELECT 1 FROM block"), IsEmpty());
}

TEST_F(Parts, APlanIsOpenUntilItsFolderIsGone) {
  league_.seed.reset();
  const PartsPlan made = plan(2);
  EXPECT_THAT([&] { plan(3); }, testing::ThrowsMessage<PlanError>(HasSubstr("plan 1 is open: ")));
  fs::rename(made.folder, out() / "away");
  const PartsPlan other = plan(3);
  EXPECT_EQ(other.folder.filename(), "plan-2");
  EXPECT_NE(other.commitment, made.commitment);
  fs::rename(out() / "away", made.folder);
  EXPECT_THAT([&] { merge_now(made); },
              testing::ThrowsMessage<PlanError>(HasSubstr("this plan has ended")));
  run_here();
  EXPECT_THAT(verified().notes,
              testing::Contains(HasSubstr("no deal was stored with it; it was that of plan 1")));
}

TEST_F(Parts, APlanThatWasKilledIsInNobodysWay) {
  fs::create_directories(out() / "plan.draft/agents/x");
  std::ofstream(out() / "plan.draft/plan.json") << "half";
  const PartsPlan made = plan(2);
  EXPECT_EQ(made.folder.filename(), "plan-1");
  EXPECT_FALSE(fs::exists(out() / "plan.draft"));
  // The plan is left as if it had been killed before the folder had its name.
  fs::rename(made.folder, out() / "plan.draft");
  EXPECT_EQ(plan(2).folder.filename(), "plan-2");
}

TEST_F(Parts, TheScriptForSlurmNamesThePlanAndItsParts) {
  const PartsPlan made = plan(3);
  const std::string script = read("plan-1/run.slurm");
  for (const std::string& line :
       {std::string("#SBATCH --array=1-3\n"), "plan=" + made.folder.string() + "\n",
        std::string("danno=/bin/danno\n"), std::string("--part \"$part/3\" --for 25m")})
    EXPECT_THAT(script, HasSubstr(line));
  EXPECT_THAT(script, testing::Not(testing::ContainsRegex("@[A-Z]+@")));
}

TEST_F(Parts, WhatIsNoRegularFileIsRefused) {
  const PartsPlan made = plan(3);
  const auto file = [&](int part) { return finished_part(made.part_folder(), part); };
  ASSERT_EQ(::mkfifo(file(1).c_str(), 0600), 0);
  fs::create_symlink("/dev/zero", file(2));
  std::ofstream(file(3)) << "";
  fs::resize_file(file(3), std::uintmax_t{1} << 36U);
  EXPECT_THAT(merge_now(made).refused, ElementsAre(HasSubstr("0001.part: it is not a file"),
                                                   HasSubstr("0002.part: it is not a file"),
                                                   HasSubstr("0003.part: damaged after byte 0")));
  EXPECT_THAT(read_part_statuses(made), testing::SizeIs(3));
  fs::remove(made.folder / "plan.json");
  ASSERT_EQ(::mkfifo((made.folder / "plan.json").c_str(), 0600), 0);
  EXPECT_THROW((void)read_plan(made.folder, "1.2.3"), PlanError);
}

TEST_F(Parts, TheStatusTellsHowFarEachPartIs) {
  const PartsPlan made = plan(3);
  play(made, 1);
  play(made, 2);
  cut_off(made, 2, 60);
  const auto statuses = read_part_statuses(made);
  ASSERT_THAT(statuses, testing::SizeIs(3));
  EXPECT_TRUE(statuses[0].is_whole);
  EXPECT_EQ(statuses[0].played, count_deals(made, 1));
  EXPECT_EQ(statuses[0].host, "n1");
  EXPECT_FALSE(statuses[0].seconds_left);
  EXPECT_FALSE(statuses[1].is_whole);
  EXPECT_GT(statuses[1].played, 0U);
  EXPECT_LT(statuses[1].played, statuses[1].deals);
  EXPECT_TRUE(statuses[1].seconds_left);
  EXPECT_EQ(statuses[2].host, "");
  EXPECT_EQ(statuses[2].deals, count_deals(made, 3));
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
  EXPECT_NO_THROW(
      require_planned_agents(made, 1));  // they did not start when it was planned either
  made.agents.front().ready = true;
  EXPECT_NO_THROW(require_planned_agents(made, 1));
  std::ofstream(made.agents.front().agent.folder / "x") << "changed";
  EXPECT_THAT([&] { require_planned_agents(made, 1); },
              testing::ThrowsMessage<std::runtime_error>(
                  testing::AllOf(HasSubstr(" cannot play this: agent 'ada': the agent in "),
                                 HasSubstr("is not the one that was planned; play it elsewhere"))));
}

TEST_F(Parts, AnAgentThatStartedWhenItWasPlannedAndNotHereIsNotAtFault) {
  PartsPlan made = plan(1);
  for (PlannedAgent& agent : made.agents)
    agent.ready = true;
  bool starts_once = false;
  std::set<std::string> started;
  runner::RunOptions options;
  options.play = [&](const referee::play::LineUp& line_up, std::uint64_t begin, std::uint64_t end,
                     referee::record::AgentSet absent) {
    referee::play::Batch batch = random_deals(line_up, begin, end, absent);
    for (std::size_t i = 0; i < line_up.key_names.size(); ++i) {
      if (!starts_once || !started.insert(line_up.key_names[i]).second) batch.never_ready.add(i);
    }
    return batch;
  };
  const auto play_and_exit = [&] {  // what it throws stops the process's games
    try {
      (void)play_part(made, make_header(made, 1), options, {});
    } catch (const std::runtime_error& error) {
      std::fprintf(stderr, "%s\n", error.what());
      std::_Exit(3);
    }
  };
  EXPECT_EXIT(play_and_exit(), testing::ExitedWithCode(3),
              " cannot play this: agent '[^']+': it did not get ready; play it elsewhere");
  starts_once = true;  // what starts here, and fails later, is the agent's own fault
  EXPECT_EQ(play_part(made, make_header(made, 1), options, {}), runner::RunEnd::Complete);
}

class PartsThatAreStopped : public Parts {};  // last: nothing is played after a stop

TEST_F(PartsThatAreStopped, KeepNoDealInWhichAnAgentWasKilledJustBefore) {
  const PartsPlan made = plan(1);
  runner::RunOptions options;
  int calls = 0;
  options.play = [&](const referee::play::LineUp& line_up, std::uint64_t begin, std::uint64_t end,
                     referee::record::AgentSet absent) {
    referee::play::Batch batch = random_deals(line_up, begin, end, absent);
    if (++calls < 2) return batch;
    referee::record::Fault fault = referee::record::make_fault(referee::record::Killed{15});
    fault.evidence = std::make_shared<const referee::record::Evidence>();
    batch.deals.front().games.front().faults.push_back(fault);
    referee::play::request_stop();
    return batch;
  };
  EXPECT_EQ(play_part(made, make_header(made, 1), options, {}), runner::RunEnd::Interrupted);
  const auto files = part_files(made.part_folder())[1];
  ASSERT_EQ(files.size(), 1U);
  const PartContents contents = read_part_file(files.front());
  ASSERT_EQ(contents.blocks.size(), 1U);
  for (const DealResult& deal : read_deals(files.front(), contents.blocks.front())) {
    for (const auto& game : deal.games) {
      for (const auto& fault : game.faults)
        EXPECT_NE(fault.value, 15);
    }
  }
}

TEST_F(Parts, OfAnotherIsolationLevelThanTheStoredGamesAreNotMerged) {
  const PartsPlan plan = this->plan(2);
  play(plan, 1);
  EXPECT_GT(merge_now(plan).deals, 0U);
  sql("UPDATE conditions SET isolation = 'strict'");
  play(plan, 2);
  EXPECT_THROW(merge_now(plan), store::OtherLeague);
}

}  // namespace
}  // namespace danno::leagues::commands::cluster
