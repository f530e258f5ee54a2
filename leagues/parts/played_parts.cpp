#include "leagues/parts/played_parts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

namespace danno::leagues::parts {

using referee::play::DealResult;

namespace {

/// Why these cannot be what was played of the part; empty if they can. In a file that danno wrote,
/// each block lies in one of the plan's ranges, and no deal is in it twice.
std::string misplaced(const PartsPlan& plan, int part, const std::vector<PartBlock>& blocks) {
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
  PartContents contents = read_part_file(file);
  for (const PartHeader& header : contents.headers) {
    if (header.plan != plan_.id) return {false, true, "it is of another plan"};
    if (header.part != part) return {false, true, fmt::format("it is of part {}", header.part)};
  }
  if (std::string why = misplaced(plan_, part, contents.blocks); !why.empty())
    return {false, true, std::move(why)};
  const std::size_t before = sources_.size();
  for (const PartHeader& header : contents.headers) {
    Source& source = sources_.emplace_back();
    source.file = file;
    source.header = header;
  }
  Added added{contents.complete, false, std::move(contents.problem), std::move(contents.hash), {}};
  for (const PartBlock& block : contents.blocks) {
    all_.push_back({block, &sources_[before + block.header]});
    added.blocks.push_back(&all_.back());
    blocks_[block.line_up].push_back(&all_.back());
  }
  return added;
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

PlayedParts::Found PlayedParts::find(store::Id line_up, std::uint64_t begin, std::uint64_t end,
                                     referee::record::AgentSet absent) const {
  const PlayedBlock* const played = block_at(line_up, begin, absent);
  if (played == nullptr) return {};
  try {
    return {read_deals(*played, begin, end), played->source, {}};
  } catch (const std::exception& error) {
    return {{}, played->source, error.what()};
  }
}

std::vector<DealResult> read_deals(const PlayedBlock& played, std::uint64_t begin,
                                   std::uint64_t end) {
  std::vector<DealResult> deals = read_part_block(played.source->file, played.block);
  const auto first = static_cast<std::ptrdiff_t>(begin - played.block.first);
  deals.erase(deals.begin(), deals.begin() + first);
  deals.resize(std::min<std::size_t>(deals.size(), end - begin));
  return deals;
}

void Origins::set(store::Id line_up, std::uint64_t first, std::uint64_t end, Source* source) {
  const std::scoped_lock lock(mutex_);
  // Left of deals that were thrown away.
  auto old = ranges_.upper_bound({line_up, first});
  while (old != ranges_.end() && old->first.first == line_up && old->second.first < end)
    old = ranges_.erase(old);
  ranges_[{line_up, end}] = {first, source};
}

std::vector<Origins::Stretch> Origins::take(store::Id line_up, std::span<const DealResult> deals) {
  const std::scoped_lock lock(mutex_);
  std::vector<Stretch> stretches;
  while (!deals.empty()) {
    const std::uint64_t first = deals.front().deal;
    const auto range = ranges_.upper_bound({line_up, first});
    const std::uint64_t end = range->first.second;
    const std::size_t size = std::min<std::size_t>(deals.size(), end - first);
    stretches.push_back({deals.first(size), range->second.second});
    if (first + size == end) ranges_.erase(range);
    deals = deals.subspan(size);
  }
  return stretches;
}

}  // namespace danno::leagues::parts
