#include "leagues/parts/played_parts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

namespace danno::leagues::parts {

using referee::play::DealResult;

PlayedParts::Added PlayedParts::add(const std::filesystem::path& file, int part) {
  const PartContents contents = read_part_file(file);
  for (const PartHeader& header : contents.headers) {
    if (header.plan != plan_) return {false, true, "it is of another plan"};
    if (header.part != part) return {false, true, fmt::format("it is of part {}", header.part)};
  }
  const std::size_t before = sources_.size();
  for (const PartHeader& header : contents.headers) {
    Source& source = sources_.emplace_back();
    source.file = file;
    source.header = header;
  }
  for (const PartBlock& block : contents.blocks)
    blocks_[block.line_up].push_back({block, &sources_[before + block.header]});
  return {contents.complete, false, contents.problem};
}

void PlayedParts::visit(const std::function<void(const PartBlock&, Source&)>& visit) const {
  for (const auto& [line_up, places] : blocks_) {
    for (const Place& place : places)
      visit(place.block, *place.source);
  }
}

PlayedParts::Found PlayedParts::find(store::Id line_up, std::uint64_t begin, std::uint64_t end,
                                     std::uint8_t absent) const {
  const auto found = blocks_.find(line_up);
  if (found == blocks_.end()) return {};
  for (const auto& [block, source] : found->second) {
    if (begin < block.first || begin >= block.first + block.deals || absent != block.absent ||
        source->refused)
      continue;
    try {
      std::vector<DealResult> deals = read_part_block(source->file, block);
      deals.erase(deals.begin(), deals.begin() + static_cast<std::ptrdiff_t>(begin - block.first));
      deals.resize(std::min<std::size_t>(deals.size(), end - begin));
      return {std::move(deals), source, {}};
    } catch (const std::runtime_error& error) {
      return {{}, source, error.what()};
    }
  }
  return {};
}

void Origins::set(store::Id line_up, std::uint64_t first, std::uint64_t end, const Source* source) {
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
