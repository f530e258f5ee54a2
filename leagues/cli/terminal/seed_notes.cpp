#include "leagues/cli/terminal/seed_notes.hpp"

#include "leagues/cli/terminal/print.hpp"
#include "leagues/words/escape.hpp"

namespace danno::leagues::cli::terminal {

void tell_commitments(std::string_view dice, std::string_view agents) {
  print_note("the seed's SHA-256 is {}\nthe agents' secret's SHA-256 is {}\n", dice, agents);
}

void tell_epoch(const store::Epoch& epoch) {
  if (epoch.open) {
    print_note("open seed '{}'\n", words::escape_terminal(epoch.seed));
    warn_of_short_seed(epoch.seed);
  } else {
    tell_commitments(epoch.commitment, epoch.agent_commitment);
  }
}

void warn_of_short_seed(std::string_view seed) {
  constexpr std::size_t kLeastCharacters = 128 / 4;
  if (seed.size() >= kLeastCharacters) return;
  print_note("warning: an agent might guess a seed of {} characters; {} hex digits are safe\n",
             seed.size(), kLeastCharacters);
}

}  // namespace danno::leagues::cli::terminal
