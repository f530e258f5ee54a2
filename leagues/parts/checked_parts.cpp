#include "leagues/parts/checked_parts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <random>
#include <variant>

#include "leagues/parts/checked_file.hpp"
#include "leagues/scores/luck_sums.hpp"
#include "leagues/tables/block_luck.hpp"
#include "referee/solver/share_out.hpp"

namespace danno::leagues::parts {
namespace {

namespace fs = std::filesystem;

/// By the code that computed it where it was played; on one thread, because blocks are shared out.
std::string luck_of(const PlayedBlock& played, const verify::Ground& ground,
                    const scores::SolvedGame& solved) {
  std::string found;
  tables::LuckOfBlocks luck(
      *ground.division, solved,
      [&](const store::StoredBlock&, const scores::LuckSums& sums) {
        found = scores::encode_luck(sums);
      },
      1);
  luck.add({}, read_part_block(played.source->file, played.block));
  luck.finish();
  return found;
}

}  // namespace

std::string CheckedParts::add(int part, const PlayedParts::Added& added) {
  const fs::path path = checked_file(plan_.part_folder(), part);
  if (!fs::exists(path)) return {};
  const auto checked = read_checked(path);
  if (!checked) return "it is damaged";
  if (checked->part_hash != added.hash || checked->blocks.size() != added.blocks.size() ||
      checked->luck_bases.size() != plan_.divisions.size())
    return "it was made of another file";
  if (divisions_.empty()) {
    for (const PlannedDeals& deals : plan_.deals)
      divisions_.emplace(deals.line_up, deals.division);
  }
  files_.push_back({path, added.blocks});
  for (std::size_t i = 0; i < added.blocks.size(); ++i) {
    added.blocks[i]->checked = checked->blocks[i];
    settle_luck(checked->luck_bases, *added.blocks[i]);
  }
  return {};
}

void CheckedParts::settle_luck(const std::vector<std::string>& bases, PlayedBlock& block) {
  const std::size_t division = divisions_.at(block.block.line_up);
  if (bases[division].empty() || solved(division) == nullptr ||
      bases[division] != bases_.at(division))
    block.checked->luck.clear();
}

const scores::SolvedGame* CheckedParts::solved(std::size_t division) {
  const auto [place, is_new] = solved_.try_emplace(division);
  if (is_new) {
    const PlannedDivision& planned = plan_.divisions[division];
    auto found = scores::find_solved(*planned.definition, planned.parameters);
    if (auto* const game = std::get_if<std::unique_ptr<const scores::SolvedGame>>(&found)) {
      bases_[division] = scores::luck_basis(**game);
      place->second = std::move(*game);
    }
  }
  return place->second.get();
}

const std::string& CheckedParts::luck_basis(store::Id line_up) const {
  return bases_.at(divisions_.at(line_up));
}

std::vector<CheckedParts::Drawn> CheckedParts::draw(const IsNeeded& is_needed) {
  std::mt19937_64 random{std::random_device{}()};
  std::vector<Drawn> drawn;
  for (File& file : files_) {
    std::vector<PlayedBlock*> needed;
    std::ranges::copy_if(file.blocks, std::back_inserter(needed),
                         [&](const PlayedBlock* block) { return is_needed(*block); });
    std::vector<PlayedBlock*> some;
    std::ranges::sample(needed, std::back_inserter(some), kDrawnBlocks, random);
    for (PlayedBlock* const block : some)
      drawn.push_back({&file, block, block == some.front()});
  }
  return drawn;
}

void CheckedParts::check(Drawn& drawn) const {
  const PlayedBlock& played = *drawn.block;
  const verify::Ground ground = ground_(played.block.line_up);
  try {
    CheckedBlock found =
        check_block(played.source->file, played.block, ground, plan_.limits.max_faults);
    found.luck = played.checked->luck;
    found.host = played.block.header;
    if (drawn.with_luck && !found.luck.empty())
      found.luck = luck_of(played, ground, *solved_.at(divisions_.at(played.block.line_up)));
    if (found == *played.checked) return;
    drawn.lie = fmt::format("what it says of {}, deals {} to {}, does not follow from their games",
                            ground.name, played.block.first, played.end() - 1);
  } catch (const std::runtime_error& error) {
    drawn.lie = fmt::format("it calls right what is not: {}", error.what());
  }
}

std::vector<std::string> CheckedParts::believe(int threads, const IsNeeded& is_needed) {
  std::vector<Drawn> drawn = draw(is_needed);
  solver::share_out(threads, static_cast<int>(drawn.size()),
                    [&](int, int task) { check(drawn[static_cast<std::size_t>(task)]); });
  std::vector<std::string> lies;
  const File* liar = nullptr;
  for (const Drawn& one : drawn) {
    if (one.lie.empty() || one.file == liar) continue;
    liar = one.file;
    lies.push_back(fmt::format("{}: {}", one.file->path.string(), one.lie));
    for (PlayedBlock* const block : one.file->blocks)
      block->checked.reset();
  }
  return lies;
}

}  // namespace danno::leagues::parts
