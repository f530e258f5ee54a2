#include "leagues/cli/flags/chosen_kept_match.hpp"

#include <fmt/format.h>

#include <stdexcept>
#include <utility>

#include "leagues/cli/terminal/invocation.hpp"
#include "leagues/entrants/agent_files.hpp"
#include "leagues/play/kept_match.hpp"

namespace danno::leagues::cli::flags {

std::vector<std::string> hashes_of(std::span<const entrants::Entrant> entrants) {
  std::vector<std::string> hashes;
  for (const entrants::Entrant& entrant : entrants)
    hashes.push_back(entrants::content_hash(entrant));
  return hashes;
}

play::MatchResult read_kept_match(const std::filesystem::path& folder, std::uint64_t more,
                                  std::span<const entrants::Entrant> entrants,
                                  referee::play::LineUp& line_up) {
  if (entrants.size() != 2)
    throw terminal::UsageError(
        fmt::format("--more {} of {} agents; expected 2", more, entrants.size()));
  try {
    play::KeptMatch kept = play::read_kept_match(folder, line_up, hashes_of(entrants));
    line_up.seed.text = kept.seed;
    line_up.agent_secret.text = kept.agent_secret;
    return std::move(kept.result);
  } catch (const std::runtime_error& error) {
    throw terminal::UsageError(fmt::format("--more {}: {}", more, error.what()));
  }
}

void require_same_values(const play::MatchResult& before, std::uint64_t more,
                         const scores::SolvedGame* values) {
  if (before.values.empty() || (values != nullptr && values->name() == before.values)) return;
  throw terminal::UsageError(fmt::format(
      "--more {}: the match is luck-adjusted by the values {}; {} here: play a new one", more,
      before.values, values == nullptr ? "there are none" : values->name() + " are"));
}

}  // namespace danno::leagues::cli::flags
