// Part files: what was written is read again; what was changed or cut off is noticed.
#include "leagues/commands/cluster/part_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "referee/protocol/report.hpp"
#include "referee/rules/rule_set.hpp"
#include "tests/scratch_folder.hpp"
#include "tests/unit/played_games.hpp"

namespace danno::leagues::commands::cluster {
namespace {

namespace fs = std::filesystem;

class PartFile : public testing::Test {
 protected:
  PartFile() {
    line_up_.rules = &rules_;
    line_up_.agents.resize(2);
    line_up_.key_names = {"ada", "bob"};
    line_up_.seed = {"s"};
  }

  [[nodiscard]] std::vector<referee::play::DealResult> deals(std::uint64_t begin,
                                                             std::uint64_t end) const {
    return random_deals(line_up_, begin, end, {}).deals;
  }
  /// Two blocks, the second from another machine, and one deal with faults (deal 5).
  fs::path write_part() {
    PartWriter writer(folder_, 3, "node/1");
    writer.add(header_, 7, {}, deals(5, 6));
    PartHeader other = header_;
    other.host = "n2";
    writer.add(other, 8, {0}, deals(40, 41));
    writer.finish(other);
    return folder_ / "0003.part";
  }
  static std::string block_bytes(const fs::path& file) {
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
  }
  PartContents read(const std::string& bytes) const {
    const fs::path file = folder_ / "changed";
    std::ofstream(file, std::ios::binary) << bytes;
    return read_part_file(file);
  }

  ScratchFolder scratch_;
  fs::path folder_ = scratch_.path();
  rules::RuleSet rules_ = rules::make_rule_set(*rules::find_definition("koans"), 2);
  referee::play::LineUp line_up_;
  PartHeader header_{"plan", 3, "n1", "m", "files open", 1234};
};

std::vector<std::string> deal_texts(std::span<const referee::play::DealResult> deals) {
  std::vector<std::string> texts;
  for (const referee::play::DealResult& deal : deals) {
    texts.push_back(referee::record::encode_deal(deal.games));
    for (const auto& game : deal.games) {
      for (const auto& fault : game.faults)
        texts.push_back(referee::protocol::report_json(fault));
    }
  }
  return texts;
}

TEST_F(PartFile, IsReadAsItWasWritten) {
  const fs::path file = write_part();
  const PartContents contents = read_part_file(file);
  EXPECT_TRUE(contents.complete);
  EXPECT_EQ(contents.problem, "");
  ASSERT_EQ(contents.headers.size(), 2U);
  EXPECT_EQ(contents.headers[0], header_);
  EXPECT_EQ(contents.headers[1].host, "n2");
  ASSERT_EQ(contents.blocks.size(), 2U);
  EXPECT_EQ(contents.blocks[1].line_up, 8);
  EXPECT_EQ(contents.blocks[1].first, 40U);
  EXPECT_EQ(contents.blocks[1].absent, referee::record::AgentSet{0});
  EXPECT_EQ(contents.blocks[1].header, 1U);
  EXPECT_EQ(deal_texts(read_deals(file, contents.blocks[0])), deal_texts(deals(5, 6)));
  EXPECT_EQ(deal_texts(read_deals(file, contents.blocks[1])), deal_texts(deals(40, 41)));
}

TEST_F(PartFile, AnAttemptHasAFileOfItsOwnUntilItIsComplete) {
  PartWriter one(folder_, 3, "n1");
  PartWriter other(folder_, 3, "n1");
  EXPECT_EQ(part_files(folder_)[3].size(), 2U);
  one.finish(header_);
  const auto files = part_files(folder_)[3];
  ASSERT_EQ(files.size(), 2U);
  EXPECT_EQ(files[0], finished_part(folder_, 3));
  fs::remove(files[1]);  // as the first one does with leftovers
  EXPECT_NO_THROW(other.finish(header_));
}

TEST_F(PartFile, EveryByteThatIsFlippedIsNoticed) {
  const std::string bytes = block_bytes(write_part());
  const PartContents whole = read(bytes);
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    std::string changed = bytes;
    changed[at] = static_cast<char>(changed[at] ^ (1 << (at % 8)));
    const PartContents contents = read(changed);
    ASSERT_FALSE(contents.complete) << "byte " << at;
    ASSERT_NE(contents.problem, "") << "byte " << at;
    // The blocks before the fault count; the block with the fault does not.
    for (const PartBlock& block : contents.blocks)
      ASSERT_LE(block.offset + block.size + 32, at) << "byte " << at;
  }
  EXPECT_TRUE(whole.complete);
}

TEST_F(PartFile, EveryCutIsNoticed) {
  const std::string bytes = block_bytes(write_part());
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    const PartContents contents = read(bytes.substr(0, size));
    ASSERT_FALSE(contents.complete) << size;
    ASSERT_THAT(contents.problem, testing::StartsWith("cut off")) << size;
    for (const PartBlock& block : contents.blocks)
      ASSERT_LE(block.offset + block.size + 32, size);
  }
  EXPECT_THAT(read(bytes + "x").problem, testing::StartsWith("data after the end marker"));
}

TEST_F(PartFile, ABlockThatIsChangedAfterItWasListedIsNotRead) {
  const fs::path file = write_part();
  const PartBlock block = read_part_file(file).blocks[1];
  const std::string bytes = block_bytes(file);
  for (std::size_t at = block.offset - 36; at < block.offset + block.size; ++at) {
    std::string changed = bytes;
    changed[at] = static_cast<char>(changed[at] ^ 1);
    std::ofstream(file, std::ios::binary) << changed;
    EXPECT_THROW((void)read_packed_deals(file, block), std::runtime_error) << "byte " << at;
  }
}

TEST_F(PartFile, FramesThatAreLeftOutOrExchangedAreNoticed) {
  const fs::path file = write_part();
  const std::string bytes = block_bytes(file);
  const auto blocks = read_part_file(file).blocks;
  const std::size_t begin = blocks[0].offset - 4;
  const std::size_t end = blocks[0].offset + blocks[0].size + 32;
  EXPECT_THAT(read(bytes.substr(0, begin) + bytes.substr(end)).problem,
              testing::StartsWith("damaged after byte"));
  EXPECT_THAT(read(bytes.substr(0, end) + bytes.substr(begin)).problem,
              testing::StartsWith("damaged after byte"));
}

}  // namespace
}  // namespace danno::leagues::commands::cluster
