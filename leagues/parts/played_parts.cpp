#include "leagues/parts/played_parts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <map>
#include <utility>

namespace danno::leagues::parts {

using referee::play::DealResult;

namespace {

/// Returns why these blocks cannot be what was played of the part; empty if they can. In a file
/// that danno wrote, each block lies in one of the plan's ranges, and no deal is in it twice.
std::string find_misplaced(const PartsPlan& plan, int part, const std::vector<PartBlock>& blocks) {
  std::multimap<store::Id, const PlannedDeals*> share;
  for (std::size_t i = 0; i < plan.deals.size(); ++i) {
    if (part_of(plan, i) == part) share.emplace(plan.deals[i].line_up, &plan.deals[i]);
  }
  std::map<std::pair<store::Id, std::uint64_t>, std::uint64_t> seen;  // line-up, end -> first
  for (const PartBlock& block : blocks) {
    const auto [begin, end] = share.equal_range(block.line_up);
    const auto holds = [&](const auto& planned) {
      const PlannedDeals& deals = *planned.second;
      return block.first >= deals.first && block.first < deals.end &&
             block.deals <= deals.end - block.first;
    };
    if (std::none_of(begin, end, holds)) {
      return fmt::format("{} deals from {} on of line-up {} are not of part {}", block.deals,
                         block.first, block.line_up, part);
    }
    const std::uint64_t last = block.first + block.deals;
    const auto next = seen.upper_bound({block.line_up, block.first});
    if (next != seen.end() && next->first.first == block.line_up && next->second < last) {
      return fmt::format("deal {} of line-up {} is in it twice",
                         std::max(block.first, next->second), block.line_up);
    }
    seen[{block.line_up, last}] = block.first;
  }
  return {};
}

}  // namespace

PlayedParts::Added PlayedParts::add(const std::filesystem::path& file, int part) {
  PartContents contents;
  try {
    if (part < 1 || part > plan_.parts) return {false, true, "the plan has no such part"};
    if (!std::filesystem::is_regular_file(file)) return {false, true, "it is not a file"};
    contents = read_part_file(file);
  } catch (const std::exception& error) {
    return {false, true, error.what()};
  }
  for (const PartHeader& header : contents.headers) {
    if (header.plan != plan_.id) return {false, true, "it is of another plan"};
    if (header.part != part) return {false, true, fmt::format("it is of part {}", header.part)};
  }
  if (std::string why = find_misplaced(plan_, part, contents.blocks); !why.empty())
    return {false, true, std::move(why)};
  const std::size_t before = sources_.size();
  for (const PartHeader& header : contents.headers) {
    Source& source = sources_.emplace_back();
    source.file = file;
    source.header = header;
  }
  for (const PartBlock& block : contents.blocks) {
    all_.push_back({block, &sources_[before + block.header]});
    blocks_[block.line_up].push_back(&all_.back());
  }
  return {contents.complete, false, std::move(contents.problem)};
}

PlayedBlock* PlayedParts::block_at(store::Id line_up, std::uint64_t deal,
                                   referee::record::AgentSet absent) const {
  const auto found = blocks_.find(line_up);
  if (found == blocks_.end()) return nullptr;
  const auto place = std::ranges::find_if(found->second, [&](const PlayedBlock* played) {
    return deal >= played->block.first && deal < played->end() && absent == played->block.absent &&
           !played->source->refused;
  });
  return place == found->second.end() ? nullptr : *place;
}

PlayedParts::TakenDeals PlayedParts::take(const PlayedBlock& played,
                                          LineUpProgress& progress) const {
  const PartBlock& block = played.block;
  TakenDeals taken{.absent = progress.absent};
  taken.is_whole = !block.has_faults && progress.next == block.first &&
                   played.end() <= progress.end &&
                   store::deals_of_block(block.first, block.deals) == block.deals;
  if (taken.is_whole) {
    progress.next = played.end();
    return taken;
  }
  std::vector<DealResult> deals = read_part_block(played.source->file, block);
  deals.erase(deals.begin(),
              deals.begin() + static_cast<std::ptrdiff_t>(progress.next - block.first));
  deals.resize(std::min<std::size_t>(deals.size(), progress.end - progress.next));
  referee::play::LineUp line_up;
  line_up.limits = plan_.limits;
  const auto count = referee::play::count_faults(line_up, deals, progress.absent, progress.faults);
  deals.resize(count.used);
  progress.next += count.used;
  progress.absent = count.absent;
  taken.deals = std::move(deals);
  return taken;
}

}  // namespace danno::leagues::parts
