// The flags of `danno play`.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "leagues/cli/flags/line_up_flags.hpp"
#include "leagues/cli/flags/verb.hpp"

namespace danno::leagues::cli::flags {

struct PlayArguments {
  std::vector<std::string> opponents;
  std::vector<std::string> people;
  std::string seed;
  std::string out = "out/play";
  LineUpFlags line_up;
};

/// Returns the names of those who play at the terminal. Throws UsageError, also if --out is no
/// folder.
[[nodiscard]] std::vector<std::string> chosen_people(const PlayArguments& arguments);

/// Returns the bots against so many people, as they are named. Throws UsageError.
[[nodiscard]] std::vector<std::string> chosen_opponents(const PlayArguments& arguments,
                                                        std::size_t people);

/// Adds the flags; `arguments` must live as long as the verb.
void add_play_flags(Verb verb, PlayArguments& arguments);

}  // namespace danno::leagues::cli::flags
