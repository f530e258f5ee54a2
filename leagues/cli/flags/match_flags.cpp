#include "leagues/cli/flags/match_flags.hpp"

#include <fmt/format.h>

#include <utility>

#include "leagues/cli/flags/chosen_agents.hpp"
#include "leagues/cli/flags/page_file.hpp"
#include "leagues/cli/flags/place_to_write.hpp"
#include "leagues/words/shown_count.hpp"

namespace danno::leagues::cli::flags {
namespace {

void check_number(std::size_t agents) {
  const auto most = static_cast<std::size_t>(rules::kMaxSeats);
  if (agents < 2 || agents > most) {
    throw terminal::UsageError(
        fmt::format("a match of {}; expected 2 to {}", words::show_count(agents, "agent"), most));
  }
}

void choose_seed(referee::play::LineUp& line_up, const MatchArguments& arguments) {
  const bool typed = !arguments.seed.empty();
  line_up.seed = typed ? referee::record::Seed{arguments.seed} : referee::record::draw_seed();
  line_up.agent_secret =
      typed ? referee::record::Seed{arguments.agent_secret} : referee::record::draw_seed();
}

}  // namespace

std::unique_ptr<ChosenMatch> chosen_match(const MatchArguments& arguments,
                                          const terminal::Invocation& invocation) {
  check_number(arguments.agents.size());
  if (arguments.seed.empty() && !arguments.agent_secret.empty())
    throw terminal::UsageError(
        "--agent-secret goes with --seed: those of the match to be played again");
  if (arguments.more > 0 && !arguments.seed.empty())
    throw terminal::UsageError(
        fmt::format("--more {} --seed {}: a match goes on with its own seed; leave out --seed",
                    arguments.more, arguments.seed));
  if (arguments.more > 0 && arguments.deals)
    throw terminal::UsageError(
        fmt::format("--more {} --deals {}: one goes on, the other begins anew; leave out one",
                    arguments.more, *arguments.deals));
  archive::GamesFile::is_name(arguments.out) ? check_file_to_write("--out", arguments.out)
                                             : check_folder_to_write("--out", arguments.out);
  check_folder_to_write("--reports", arguments.line_up.reports);
  check_result_page_file(arguments.html);
  auto match = std::make_unique<ChosenMatch>(
      ChosenMatch{{}, arguments.line_up.rule_set(static_cast<int>(arguments.agents.size())), {}});
  match->entrants = chosen_agents(arguments.agents, match->rules,
                                  arguments.line_up.isolation_level(), invocation);
  referee::play::LineUp& line_up = match->line_up = arguments.line_up.line_up(match->rules);
  for (const entrants::Entrant& entrant : match->entrants) {
    line_up.agents.push_back(entrant.agent);
    line_up.key_names.push_back(entrant.agent.name);
  }
  choose_seed(line_up, arguments);
  if (arguments.fresh) line_up.limits.fresh = referee::talk::Fresh::Game;
  line_up.advice = arguments.advice ? referee::play::Advice::Always : referee::play::Advice::Off;
  return match;
}

void add_match_flags(Verb verb, MatchArguments& arguments) {
  verb.option("AGENT", arguments.agents,
              "[NAME=]COMMAND [ARG…] in one word: a program, a folder with agent.toml, or a "
              "bundled agent")
      .required()
      .several(64);
  add_line_up_flags(verb, arguments.line_up);
  verb.option("--deals", arguments.deals, "deals, each played in every seating; default 100")
      .range(1, 10'000'000);
  verb.option(
          "--more", arguments.more,
          "in place of --deals: go on with the last match of these two in the same folder; ± then "
          "holds however often one looks")
      .range(1, 10'000'000);
  verb.option("--seed", arguments.seed, "seed of the dice, any text; default: drawn").takes("S");
  verb.option("--agent-secret", arguments.agent_secret,
              "secret of the agents' own seeds, as printed by the match to be played again")
      .takes("S");
  verb.option(
          "--out", arguments.out,
          "keep all games there, or in one file: GAMES.txt, GAMES.jsonl; default: the last 20 in "
          "out/match, with --json none")
      .takes("DIR");
  verb.option(
          "--stderr", arguments.stderr_folder,
          "keep the last 64 KiB that each agent printed there; default: stderr/ beside the games")
      .takes("DIR");
  verb.option("--html", arguments.html,
              "write the result and a deal of it as a page for a browser, all in one file")
      .takes("FILE");
  verb.flag("--advice", arguments.advice, "every question carries advice; then nothing is rated");
  verb.flag("--fresh", arguments.fresh,
            "start every agent anew for every game; default: once for many games");
  verb.flag("--watch", arguments.watch,
            "show the first game throw by throw, at reading speed at a terminal");
}

}  // namespace danno::leagues::cli::flags
