#include "leagues/commands/cluster/played_parts.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <ctime>
#include <exception>
#include <span>
#include <stdexcept>
#include <utility>

namespace danno::leagues::commands::cluster {

namespace fs = std::filesystem;
using referee::play::DealResult;

namespace {

/// Returns why these blocks cannot be what was played of the part; empty if they can. In a file
/// that danno wrote, each block lies in one of the plan's ranges, and no deal is in it twice.
std::string find_misplaced(const PartsPlan& plan, int part, std::vector<PartBlock> blocks) {
  std::multimap<store::Id, const PlannedDeals*> share;
  for (const PlannedDeals* const deals : part_deals(plan, part))
    share.emplace(deals->line_up, deals);
  for (const PartBlock& block : blocks) {
    const auto [begin, end] = share.equal_range(block.line_up);
    const bool is_ours = std::any_of(begin, end, [&](const auto& planned) {
      const PlannedDeals& deals = *planned.second;
      return block.first >= deals.first && block.first < deals.end &&
             block.deals <= deals.end - block.first;
    });
    if (!is_ours) {
      return fmt::format("{} deals from {} on of line-up {} are not of part {}", block.deals,
                         block.first, block.line_up, part);
    }
  }
  const auto place = [](const PartBlock& block) { return std::pair(block.line_up, block.first); };
  std::ranges::sort(blocks, {}, place);
  const auto twice = std::ranges::adjacent_find(blocks, [](const auto& one, const auto& next) {
    return one.line_up == next.line_up && one.end() > next.first;
  });
  if (twice == blocks.end()) return {};
  return fmt::format("deal {} of line-up {} is in it twice", (twice + 1)->first, twice->line_up);
}

/// Returns whether a game's agents are among the first `agents` of a line-up.
bool is_of_agents(const referee::record::GameRecord& game, std::size_t agents) {
  return std::ranges::all_of(std::span(game.agent_at).first(static_cast<std::size_t>(game.seats)),
                             [&](std::size_t agent) { return agent < agents; });
}

}  // namespace

PlayedParts::Added PlayedParts::add(const fs::path& file, int part) {
  PartContents contents;
  try {
    if (part < 1 || part > plan_.parts) return {false, true, "the plan has no such part"};
    if (!fs::is_regular_file(file)) return {false, true, "it is not a file"};
    contents = read_part_file(file);
  } catch (const std::exception& error) {
    return {false, true, error.what()};
  }
  for (const PartHeader& header : contents.headers) {
    if (header.plan != plan_.id) return {false, true, "it belongs to another plan"};
    if (header.part != part)
      return {false, true, fmt::format("it belongs to part {}", header.part)};
  }
  if (std::string why = find_misplaced(plan_, part, contents.blocks); !why.empty())
    return {false, true, std::move(why)};
  PlayedFile& added = files_.emplace_back();
  added.path = file;
  added.headers = std::move(contents.headers);
  for (const PartBlock& block : contents.blocks) {
    most_deals_ = std::max<std::uint64_t>(most_deals_, block.deals);
    blocks_.emplace(std::pair(block.line_up, block.first), PlayedBlock{block, &added});
  }
  return {contents.complete, false, std::move(contents.problem)};
}

PlayedBlock* PlayedParts::next_block(const PlannedDeals& missing) {
  // Blocks of several attempts may overlap. The search goes back as far as the longest block
  // reaches.
  auto after = blocks_.upper_bound({missing.line_up, missing.first});
  while (after != blocks_.begin()) {
    const auto& [line_up, first] = (--after)->first;
    if (line_up != missing.line_up || first + most_deals_ <= missing.first) break;
    PlayedBlock& played = after->second;
    if (missing.first < played.block.end() && played.block.absent == missing.absent &&
        !played.file->refused)
      return &played;
  }
  return nullptr;
}

std::vector<DealResult> PlayedParts::take(const PlayedBlock& played, PlannedDeals& missing) const {
  std::vector<DealResult> deals = read_deals(played.file->path, played.block);
  for (const DealResult& deal : deals) {
    if (!std::ranges::all_of(deal.games, [&](const auto& game) {
          return is_of_agents(game, missing.faults.size());
        }))
      throw std::runtime_error(
          fmt::format("deal {} is of agents that its line-up does not have", deal.deal));
  }
  // Only the deals that the line-up still needs are taken.
  deals.erase(deals.begin(),
              deals.begin() + static_cast<std::ptrdiff_t>(missing.first - played.block.first));
  deals.resize(std::min<std::size_t>(deals.size(), missing.end - missing.first));
  referee::play::LineUp line_up;
  line_up.limits = plan_.limits;
  // Deals after the one in which an agent went out do not count, because it would not have played
  // them.
  const auto count = referee::play::count_faults(line_up, deals, missing.absent, missing.faults);
  deals.resize(count.used);
  missing.first += count.used;
  missing.absent = count.absent;
  return deals;
}

// --- status --------------------------------------------------------------------------------------

namespace {

/// The seconds without a write after which a part is not expected to continue.
constexpr std::int64_t kStalled = 120;

/// Sets what the file of the latest attempt shows.
void add_attempt(PartStatus& status, const fs::path& file) {
  struct stat about {};
  std::error_code error;
  if (!fs::is_regular_file(file, error) || ::stat(file.c_str(), &about) != 0) return;
  const std::int64_t age = std::max<std::int64_t>(0, ::time(nullptr) - about.st_mtime);
  // The file written last is that of the latest attempt.
  if (status.written_s_ago && *status.written_s_ago <= age) return;
  const PartContents contents = read_part_file(file);
  std::uint64_t played = 0;
  std::uint64_t played_last = 0;  // by the last attempt
  for (const PartBlock& block : contents.blocks) {
    played += block.deals;
    if (block.header + 1 == contents.headers.size()) played_last += block.deals;
  }
  status.played = std::min(played, status.deals);
  status.written_s_ago = age;
  if (contents.headers.empty()) return;
  const PartHeader& last = contents.headers.back();
  status.host = last.host;
  if (last.begun > 0 && about.st_mtime > last.begun && played_last > 0)
    status.deals_per_s =
        static_cast<double>(played_last) / static_cast<double>(about.st_mtime - last.begun);
}

}  // namespace

std::vector<PartStatus> read_part_statuses(const PartsPlan& plan) {
  std::vector<PartStatus> statuses(static_cast<std::size_t>(plan.parts));
  for (std::size_t i = 0; i < statuses.size(); ++i)
    statuses[i].part = static_cast<int>(i) + 1;
  for (std::size_t i = 0; i < plan.deals.size(); ++i)
    statuses[static_cast<std::size_t>(part_number(plan, i) - 1)].deals +=
        plan.deals[i].end - plan.deals[i].first;
  for (const auto& [part, files] : part_files(plan.part_folder())) {
    if (part < 1 || part > plan.parts) continue;
    PartStatus& status = statuses[static_cast<std::size_t>(part - 1)];
    status.is_whole = files.front() == finished_part(plan.part_folder(), part);
    for (const fs::path& file : files) {
      if (!status.is_whole || file == files.front()) add_attempt(status, file);
    }
    // A stalled attempt is expected to play nothing more, so no time is promised.
    if (!status.is_whole && status.deals_per_s && status.written_s_ago <= kStalled)
      status.seconds_left = static_cast<double>(status.deals - status.played) / *status.deals_per_s;
  }
  return statuses;
}

}  // namespace danno::leagues::commands::cluster
