#include "leagues/cli/flags/play_flags.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "leagues/cli/flags/place_to_write.hpp"
#include "leagues/cli/terminal/invocation.hpp"
#include "leagues/words/escape.hpp"
#include "referee/record/written_game.hpp"
#include "referee/rules/rule_set.hpp"

namespace danno::leagues::cli::flags {

std::vector<std::string> chosen_people(const PlayArguments& arguments) {
  check_folder_to_write("--out", arguments.out);
  std::vector<std::string> people = arguments.people;
  if (people.empty()) people.emplace_back("you");
  for (const std::string& name : people) {
    if (name.empty() || referee::record::written_name(name) != name)
      throw terminal::UsageError(fmt::format(
          "--person '{}'; expected letters A to Z, digits and ._-", words::escape_terminal(name)));
    if (std::ranges::count(people, name) > 1)
      throw terminal::UsageError(fmt::format("--person '{}' is given twice", name));
  }
  return people;
}

std::vector<std::string> chosen_opponents(const PlayArguments& arguments, std::size_t people) {
  std::vector<std::string> opponents = arguments.opponents;
  if (opponents.empty() && people == 1) opponents.emplace_back("hold");
  const std::size_t seats = people + opponents.size();
  if (seats > rules::kMaxSeats)
    throw terminal::UsageError(
        fmt::format("a game of {}; expected 2 to {}", seats, rules::kMaxSeats));
  return opponents;
}

void add_play_flags(Verb verb, PlayArguments& arguments) {
  verb.option("OPPONENT", arguments.opponents, "bots, as in 'danno match'; default: hold")
      .several(64);
  verb.option("--person", arguments.people, "who plays at this terminal; default: you")
      .takes("NAME")
      .repeated();
  add_game_flags(verb, arguments.line_up);
  verb.option("--seed", arguments.seed, "seed of the dice, any text; default: drawn").takes("S");
  verb.option("--out", arguments.out, "the games are kept there").takes("DIR").shows_default();
}

}  // namespace danno::leagues::cli::flags
