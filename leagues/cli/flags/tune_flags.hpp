// The command line of 'danno tune' and the objects that its values describe.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "leagues/cli/flags/line_up_flags.hpp"
#include "leagues/cli/flags/verb.hpp"
#include "leagues/entrants/agent_folder.hpp"
#include "leagues/tune/tune.hpp"

namespace danno::leagues::cli::flags {

struct TuneArguments {
  std::string bot;
  std::vector<std::string> sets;
  std::vector<std::string> opponents;
  int seats = 2;
  double within = 2;
  std::uint64_t max_deals = 30'000;
  std::string seed;
  std::string out;
  std::string html;
  bool apply = false;
  LineUpFlags line_up;
};

/// Adds the flags; `arguments` must live as long as the verb.
void add_tune_flags(Verb verb, TuneArguments& arguments);

// All functions below throw UsageError.

/// Returns the space of --set.
[[nodiscard]] tune::Space chosen_space(const TuneArguments& arguments);
[[nodiscard]] tune::TuneTerms chosen_tune_terms(const TuneArguments& arguments);
/// Returns the bot as it plays now, from its copy. Checks that it has these parameters, with values
/// of that kind.
[[nodiscard]] entrants::Entrant chosen_bot(const TuneArguments& arguments, const tune::Space& space,
                                           referee::sandbox::Isolation level,
                                           const terminal::Invocation& invocation);
/// Returns the folder of --out, or one that follows from the bot and the seed.
[[nodiscard]] std::filesystem::path tune_folder(const TuneArguments& arguments,
                                                const entrants::Entrant& bot);
/// Returns the agent.toml that --apply changes; empty if there is none. Checks that --apply can.
[[nodiscard]] std::filesystem::path manifest_of(const TuneArguments& arguments,
                                                const entrants::Entrant& bot,
                                                const tune::Space& space);

}  // namespace danno::leagues::cli::flags
