#include "leagues/cli/run_log.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "referee/record/log.hpp"
#include "tests/scratch_folder.hpp"

namespace danno::leagues::cli {
namespace {

namespace fs = std::filesystem;

class RunLogTest : public testing::Test {
 protected:
  [[nodiscard]] std::vector<std::string> lines() const {
    std::vector<std::string> all;
    std::ifstream stream(file_);
    for (std::string line; std::getline(stream, line);)
      all.push_back(line);
    return all;
  }

  const ScratchFolder scratch_;
  const fs::path file_ = scratch_.path() / "danno.log";
  const referee::sandbox::IsolationState promised_{referee::sandbox::Isolation::None,
                                                   {{"files", "open: all", true, ""}}};
  Invocation invocation_;
};

TEST_F(RunLogTest, BeginsWithWhatTheMachinePromisedAndEndsWithTheExitCode) {
  {
    RunLog log(invocation_, file_, promised_);
    EXPECT_EQ(log.end(4), 4);
  }
  const auto all = lines();
  ASSERT_EQ(all.size(), 3U);
  EXPECT_NE(all[0].find("Z event=run pid="), std::string::npos) << all[0];
  EXPECT_NE(all[1].find(" event=isolation level=none files=\"open: all\""), std::string::npos)
      << all[1];
  EXPECT_NE(all[2].find(" event=run-end exit=4 load="), std::string::npos) << all[2];
}

TEST_F(RunLogTest, WhatWasNeverEndedEndedByAnException) {
  { const RunLog log(invocation_, file_, promised_); }
  EXPECT_NE(lines().back().find(" event=run-end exit=exception load="), std::string::npos);
}

TEST_F(RunLogTest, TakesEventsOnlyWhileItLives) {
  EXPECT_FALSE(referee::record::logs());
  {
    const RunLog log(invocation_, file_, promised_);
    EXPECT_TRUE(referee::record::logs());
  }
  EXPECT_FALSE(referee::record::logs());
  const auto before = lines();
  referee::record::log_event("fault", {});
  EXPECT_EQ(lines(), before);
}

TEST_F(RunLogTest, HostileWordsStayOnTheirLineAndInTheirQuotes) {
  {
    const RunLog log(invocation_, file_, promised_);
    referee::record::log_event(
        "fault",
        {{"agent", "::error::\x1b[2J\nevent=end \"quoted\" \\"}, {"detail", ""}, {"value", -1}});
  }
  const auto all = lines();
  ASSERT_EQ(all.size(), 4U);
  const std::string ending =
      R"( event=fault agent="\x3a:error::\x1b[2J\x0aevent=end \"quoted\" \\" detail="" value=-1)";
  EXPECT_TRUE(all[2].ends_with(ending)) << all[2];
}

TEST_F(RunLogTest, ItsFilesAreBoundedInNumberAndSize) {
  constexpr std::size_t kBytes = 1000;
  {
    const RunLog log(invocation_, file_, promised_, kBytes);
    for (int i = 0; i < 500; ++i)
      referee::record::log_event("start", {{"agent", "hold"}, {"number", i}});
  }
  std::size_t files = 0;
  for (const auto& entry : fs::directory_iterator(scratch_.path())) {
    ++files;
    EXPECT_LE(entry.file_size(), kBytes) << entry.path();
  }
  EXPECT_EQ(files, RunLog::kFiles);
  EXPECT_TRUE(fs::exists(scratch_.path() / "danno.4.log"));
}

TEST_F(RunLogTest, AFileThatCannotBeWrittenIsAWarning) {
  std::ofstream(scratch_.path() / "taken") << "no folder";
  testing::internal::CaptureStderr();
  {
    const RunLog log(invocation_, scratch_.path() / "taken" / "danno.log", promised_);
    referee::record::log_event("fault", {});
  }
  const std::string output = testing::internal::GetCapturedStderr();
  EXPECT_EQ(output.find("warning: the log cannot be written: "), 0U) << output;
  EXPECT_EQ(std::ranges::count(output, '\n'), 1) << output;
}

TEST_F(RunLogTest, VerboseShowsTheSameOnStderrWithoutAFile) {
  invocation_.verbose = true;
  testing::internal::CaptureStderr();
  { const RunLog log(invocation_, "", promised_); }
  const std::string output = testing::internal::GetCapturedStderr();
  EXPECT_NE(output.find(" event=isolation level=none"), std::string::npos) << output;
}

}  // namespace
}  // namespace danno::leagues::cli
