#include "leagues/cli/site_options.hpp"

#include <algorithm>
#include <iterator>

#include "leagues/base/number.hpp"
#include "leagues/cli/invocation.hpp"
#include "leagues/schedule/league_file.hpp"

namespace danno::leagues::cli {
namespace {

std::size_t parse_games(const std::string& text) {
  if (text == "all") return site::kAllGames;
  if (const auto games = base::parse_whole<std::size_t>(text)) return *games;
  throw UsageError("--games '{}'; expected a number from 0, or all", text);
}

/// Parses RULES/LINE-UP/DEAL, with or without a seating. Throws UsageError.
report::GameId parse_deal(const std::string& text) {
  if (auto id = report::parse_game_id(text)) return *id;
  if (auto id = report::parse_game_id(text + "/0")) return *id;
  throw UsageError("--game '{}'; expected RULES/LINE-UP/DEAL, as in koans/ada,bob/17", text);
}

std::string parse_address(const std::string& address) {
  const std::string_view problem = schedule::address_problem(address);
  if (!problem.empty()) throw UsageError("--address '{}'; {}", address, problem);
  return address.ends_with('/') ? address : address + '/';
}

site::FaultDetail parse_faults(const std::string& word) {
  if (word == "none") return site::FaultDetail::None;
  return word == "details" ? site::FaultDetail::Details : site::FaultDetail::Kinds;
}

void require_author(const store::Reader& store, const std::string& author) {
  if (author.empty()) return;
  const auto agents = store.league().agents;
  if (std::ranges::find(agents, author, &store::StoredAgent::author) != agents.end()) return;
  throw UsageError(
      "--by-author '{}': no agent of the league is by that author; expected a name as in the "
      "table's 'author'",
      author);
}

}  // namespace

void add_site_flags(Command command, SiteFlags& flags) {
  command.option(
      "--games N", flags.games,
      "deals per rule set that get a page, the most informative first; or all; default: 3 "
      "per agent, but 100 to 400");
  command.option("--game ID", flags.asked, "RULES/LINE-UP/DEAL: also write a page of this deal")
      .repeated();
  command.option("--faults", flags.faults, "what is shown of faults; default kinds")
      .choices({"none", "kinds", "details"});
  command.flag("--authors,!--no-authors", flags.authors, "show the names of authors");
  command.option("--address URL", flags.address,
                 "the address of the published site, for link previews");
  command.option("--by-author NAME", flags.by_author,
                 "only pages and games of this author's agents; other agents are only named");
}

site::SiteOptions site_options(const SiteFlags& flags, const schedule::SiteKeys& keys,
                               const store::Reader& store) {
  site::SiteOptions options;
  // A flag overrides the key of the league file.
  const auto games = flags.games ? flags.games : keys.games;
  const auto address = flags.address ? flags.address : keys.address;
  if (games) options.games = parse_games(*games);
  options.shown.faults = parse_faults(flags.faults.value_or(keys.faults));
  if (address) options.shown.address = parse_address(*address);
  std::ranges::transform(flags.asked, std::back_inserter(options.asked), parse_deal);
  options.shown.authors = flags.authors.value_or(keys.authors);
  options.shown.by_author = flags.by_author;
  options.shown.title = keys.title.value_or("");
  options.shown.about = keys.about.value_or("");
  require_author(store, flags.by_author);
  return options;
}

site::SiteOptionsFor make_site_options(const schedule::SiteKeys& keys) {
  return [keys](const store::Reader& store) { return site_options({}, keys, store); };
}

}  // namespace danno::leagues::cli
