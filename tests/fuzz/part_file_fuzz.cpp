// Any bytes as a part file, or as its frames, which get the sizes and hashes that fit: deals that
// are written again the same, or an error with its place. Any node writes into a plan's folder, so
// what is taken from a file never harms the one who takes it.
#include <danno/part.pb.h>

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "leagues/commands/cluster/part_file.hpp"
#include "leagues/commands/cluster/played_parts.hpp"
#include "leagues/store/digester.hpp"
#include "leagues/store/pack.hpp"
#include "referee/protocol/report.hpp"
#include "referee/record/record.hpp"
#include "tests/fuzz/input.hpp"
#include "tests/scratch_folder.hpp"

namespace cluster = danno::leagues::commands::cluster;
namespace fs = std::filesystem;
namespace store = danno::leagues::store;
namespace v1 = danno::v1;
using danno::fuzz::Input;
using danno::referee::play::DealResult;

namespace {

/// Packs the texts that the bytes hold, each behind its length.
std::string pack(const std::string& bytes) {
  Input input(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
  std::vector<std::string> texts;
  while (!input.is_empty())
    texts.push_back(input.block());
  return store::pack(texts);
}

/// Returns the frame with its games and reports packed, as the fuzzer makes no checksums.
std::string packed(const std::string& bytes) {
  v1::PartFrame frame;
  if (!frame.ParseFromString(bytes) || !frame.has_block()) return bytes;
  frame.mutable_block()->set_games(pack(frame.block().games()));
  if (!frame.block().reports().empty())
    frame.mutable_block()->set_reports(pack(frame.block().reports()));
  return frame.SerializeAsString();
}

std::string hash(const std::string& before, const std::string& bytes) {
  store::Digester digester;
  digester.add(before);
  digester.add(bytes);
  return digester.bytes();
}

std::string make_file(Input input) {
  if (input.byte() == 0) return input.rest();
  std::string file;
  for (std::string last = hash("", "danno part 1"); !input.is_empty();) {
    const std::string frame = packed(input.block());
    const auto size = static_cast<std::uint32_t>(frame.size());
    std::string prefixed(sizeof size, '\0');
    std::memcpy(prefixed.data(), &size, sizeof size);
    prefixed += frame;
    last = hash(last, prefixed);
    file += prefixed + last;
  }
  return file;
}

std::vector<std::string> texts(const std::vector<DealResult>& deals) {
  std::vector<std::string> texts;
  for (const DealResult& deal : deals) {
    texts.push_back(std::to_string(deal.deal) + danno::referee::record::encode_deal(deal.games));
    for (const auto& game : deal.games) {
      for (const auto& fault : game.faults)
        texts.push_back(danno::referee::protocol::report_json(fault));
    }
  }
  return texts;
}

/// Writes the deals of a block and reads them again.
void write_again(const cluster::PartHeader& header, const cluster::PartBlock& block,
                 const std::vector<DealResult>& deals) {
  const danno::ScratchFolder folder;
  cluster::PartWriter writer(folder.path(), 1, "fuzz");
  writer.add(header, block.line_up, block.absent, deals);
  writer.finish(header);
  const fs::path file = cluster::finished_part(folder.path(), 1);
  const cluster::PartContents again = cluster::read_part_file(file);
  assert(again.complete && again.headers == std::vector{header});
  std::vector<DealResult> read;
  for (const cluster::PartBlock& part : again.blocks) {
    for (DealResult& deal : cluster::read_deals(file, part))
      read.push_back(std::move(deal));
  }
  assert(texts(read) == texts(deals));
}

void check_contents(const fs::path& file, const cluster::PartContents& contents) {
  assert(contents.complete == contents.problem.empty());
  assert(contents.complete || contents.problem.find(" after byte ") != std::string::npos);
  for (const cluster::PartBlock& block : contents.blocks) {
    assert(block.deals > 0 && block.end() > block.first);
    assert(block.header < contents.headers.size());
    assert(block.offset + block.size <= fs::file_size(file));
    std::vector<DealResult> deals;
    try {
      deals = cluster::read_deals(file, block);
    } catch (const std::runtime_error& error) {
      assert(danno::fuzz::is_line(error.what()));
      continue;
    }
    assert(deals.size() == block.deals);
    write_again(contents.headers[block.header], block, deals);
  }
}

/// Takes what fits a plan of 100 deals of one line-up of two agents.
void take(const fs::path& file) {
  cluster::PartsPlan plan;
  plan.id = "plan";
  plan.agents.resize(2);
  plan.divisions.resize(1);
  plan.deals.push_back({.line_up = 7, .end = 100, .agents = {0, 1}, .faults = {0, 0}});
  cluster::PlayedParts parts(plan);
  const auto added = parts.add(file, 1);
  assert(!added.foreign || danno::fuzz::is_line(added.problem));
  cluster::PlannedDeals missing{.line_up = 7, .end = 100, .faults = {0, 0}};
  try {
    while (cluster::PlayedBlock* const block = parts.next_block(missing)) {
      const std::uint64_t before = missing.first;
      static_cast<void>(parts.take(*block, missing));
      assert(missing.first > before && missing.first <= missing.end);
    }
  } catch (const std::runtime_error& error) {
    assert(danno::fuzz::is_line(error.what()));
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const danno::ScratchFolder kFolder;
  const fs::path file = kFolder.path() / "0001.part";
  std::ofstream(file, std::ios::binary) << make_file(Input(data, size));
  check_contents(file, cluster::read_part_file(file));
  take(file);
  return 0;
}
