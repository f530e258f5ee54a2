// danno league site: a stored league as a folder of pages.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <memory>

#include "leagues/cli/flags/stored_league.hpp"
#include "leagues/cli/flags/verb.hpp"
#include "leagues/cli/terminal/interrupt.hpp"
#include "leagues/cli/terminal/progress.hpp"
#include "leagues/cli/verbs/verbs.hpp"
#include "leagues/play/runner.hpp"
#include "leagues/site/site.hpp"
#include "leagues/site/write.hpp"
#include "leagues/text/escape.hpp"
#include "leagues/text/json.hpp"
#include "leagues/text/shown_count.hpp"
#include "leagues/verify/verify.hpp"

namespace danno::leagues::cli::verbs {
namespace {

namespace fs = std::filesystem;
using text::Json;

struct Arguments {
  flags::StoredLeagueArguments league;
  std::string to;
  std::string games = "200";
  std::vector<std::string> asked;
  bool verify = false;
  std::string faults = "kinds";
  bool authors = true;
  std::string address;
  std::string by_author;
};

std::optional<std::size_t> parse_games(const std::string& text) {
  if (text == "all") return std::nullopt;
  std::size_t games = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), games);
  if (error != std::errc() || end != text.data() + text.size()) {
    throw terminal::UsageError(
        fmt::format("--games '{}'; expected a number from 0, or all", text::escape_terminal(text)));
  }
  return games;
}

/// RULES/LINE-UP/DEAL, with or without a seating.
archive::GameId parse_deal(const std::string& text) {
  if (auto id = archive::parse_game_id(text)) return *id;
  if (auto id = archive::parse_game_id(text + "/0")) return *id;
  throw terminal::UsageError(
      fmt::format("--game '{}'; expected RULES/LINE-UP/DEAL, as in koans/ada,bob/17",
                  text::escape_terminal(text)));
}

std::string parse_address(std::string address) {
  if (address.empty()) return address;
  const bool web = address.starts_with("https://") || address.starts_with("http://");
  const bool plain = std::ranges::all_of(
      address, [](char c) { return '!' <= c && c <= '~' && c != '"' && c != '<' && c != '>'; });
  if (!web || !plain || address.find_first_of("?#") != std::string::npos) {
    throw terminal::UsageError(
        fmt::format("--address '{}'; expected where the site will be published, as in "
                    "https://example.org/league/",
                    text::escape_terminal(address)));
  }
  if (!address.ends_with('/')) address += '/';
  return address;
}

site::SiteOptions options_of(const Arguments& arguments) {
  site::SiteOptions options;
  options.games = parse_games(arguments.games);
  std::ranges::transform(arguments.asked, std::back_inserter(options.asked), parse_deal);
  options.shown.faults = arguments.faults == "none"      ? site::ShownFaults::None
                         : arguments.faults == "details" ? site::ShownFaults::Details
                                                         : site::ShownFaults::Kinds;
  options.shown.authors = arguments.authors;
  options.shown.address = parse_address(arguments.address);
  options.shown.by_author = arguments.by_author;
  return options;
}

void require_author(const store::Store& store, const std::string& author) {
  if (author.empty()) return;
  const auto agents = store.league().agents;
  if (std::ranges::find(agents, author, &store::StoredAgent::author) != agents.end()) return;
  throw terminal::UsageError(
      fmt::format("--by-author '{}': no agent of the league is by that "
                  "author; expected a name as in the table's 'author'",
                  text::escape_terminal(author)));
}

/// The p-value of the dice, if all of it holds; else tells what does not.
std::optional<double> verified(const fs::path& folder, terminal::Invocation& invocation) {
  const verify::Verification found = verify::verify(
      folder, play::available_cores(), [](std::uint64_t) { terminal::stop_if_asked(); });
  if (!found.problem) return verify::overall_p(found.dice);
  fmt::print(stderr, "wrong: {}; the site is as it was\n", text::escape_terminal(*found.problem));
  invocation.exit_code = terminal::kFails;
  return std::nullopt;
}

void tell(const fs::path& folder, const site::MadeSite& made,
          const terminal::Invocation& invocation) {
  const std::string index = (folder / "index.html").string();
  if (invocation.json) {
    Json left_out = Json::array();
    for (const auto& [what, why] : made.left_out)
      left_out.push_back({{"what", what}, {"why", why}});
    fmt::print("{}\n", Json{{"site", index},
                            {"pages", made.pages},
                            {"bytes", made.bytes},
                            {"games", made.games},
                            {"left_out", left_out}}
                           .dump());
    return;
  }
  fmt::print("{}  {} pages, {:.1f} MB\n", text::escape_terminal(index),
             text::show_count(made.pages), static_cast<double>(made.bytes) / 1e6);
  if (invocation.quiet) return;
  for (const auto& [what, why] : made.left_out)
    fmt::print(stderr, "left out: {}: {}\n", what, text::escape_terminal(why));
}

void make(const Arguments& arguments, terminal::Invocation& invocation) {
  site::SiteOptions options = options_of(arguments);
  const fs::path league = flags::stored_folder(arguments.league);
  const store::Store now = store::Store::open_to_read(league);
  if (const std::string why = site::why_no_site(now.league()); !why.empty())
    throw terminal::UsageError(why);
  require_author(now, arguments.by_author);
  const terminal::Interrupts interrupts(terminal::Work::Compute);
  if (arguments.verify) {
    options.verified = verified(league, invocation);
    if (!options.verified) return;
  }
  const store::Store store = store::Store::open_as_of(league, now.stage());  // somebody may play
  const fs::path folder = arguments.to.empty() ? league / "site" : fs::path(arguments.to);
  try {
    tell(folder, site::make_site(store, folder, options, terminal::watch_for(invocation)),
         invocation);
  } catch (const site::NotASite& error) {
    throw terminal::UsageError(fmt::format("{}; choose another --to", error.what()));
  }
}

}  // namespace

void add_site(flags::Verb league, terminal::Invocation& invocation) {
  const flags::Verb verb =
      league.add(invocation, {.name = "site",
                              .summary = "the league as a folder of web pages",
                              .group = "Verbs",
                              .examples = "  danno league site league.toml\n"
                                          "  danno league site out/spring --to public --verify"});
  verb.json_flag(invocation);
  const auto arguments = std::make_shared<Arguments>();
  flags::add_stored_league(verb, arguments->league);
  verb.option("--to", arguments->to, "the folder to write; default site in the league's")
      .takes("FOLDER");
  verb.option("--games", arguments->games,
              "deals of a rule set that get a page, the most telling first; or all")
      .takes("N")
      .shows_default();
  verb.option("--game", arguments->asked, "RULES/LINE-UP/DEAL: this deal, too")
      .takes("ID")
      .repeated();
  verb.flag("--verify", arguments->verify, "'danno league verify' first; the pages say so");
  verb.option("--faults", arguments->faults, "what is shown of faults")
      .one_of({"none", "kinds", "details"})
      .shows_default();
  verb.flag("--authors,!--no-authors", arguments->authors, "show the names of authors");
  verb.option("--address", arguments->address, "where it will be published, for link previews")
      .takes("URL");
  verb.option("--by-author", arguments->by_author,
              "only pages and games of this author's agents; others are names")
      .takes("NAME");
  verb.runs([arguments, &invocation] { make(*arguments, invocation); });
}

}  // namespace danno::leagues::cli::verbs
