#include "leagues/cli/flags/site_flags.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <iterator>

#include "leagues/cli/terminal/invocation.hpp"
#include "leagues/text/escape.hpp"

namespace danno::leagues::cli::flags {
namespace {

using text::escape_terminal;

std::optional<std::size_t> parse_games(const std::string& text) {
  if (text == "all") return std::nullopt;
  std::size_t games = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), games);
  if (error != std::errc() || end != text.data() + text.size()) {
    throw terminal::UsageError(
        fmt::format("--games '{}'; expected a number from 0, or all", escape_terminal(text)));
  }
  return games;
}

/// RULES/LINE-UP/DEAL, with or without a seating.
archive::GameId parse_deal(const std::string& text) {
  if (auto id = archive::parse_game_id(text)) return *id;
  if (auto id = archive::parse_game_id(text + "/0")) return *id;
  throw terminal::UsageError(fmt::format(
      "--game '{}'; expected RULES/LINE-UP/DEAL, as in koans/ada,bob/17", escape_terminal(text)));
}

std::string parse_address(std::string address) {
  if (address.empty()) return address;
  const bool web = address.starts_with("https://") || address.starts_with("http://");
  const bool plain = std::ranges::all_of(address, [](char c) { return '!' <= c && c <= '~'; });
  if (!web || !plain || address.find_first_of("?#\"<>") != std::string::npos) {
    throw terminal::UsageError(
        fmt::format("--address '{}'; expected where the site will be published, as in "
                    "https://example.org/league/",
                    escape_terminal(address)));
  }
  if (!address.ends_with('/')) address += '/';
  return address;
}

site::ShownFaults parse_faults(const std::string& word) {
  if (word == "none") return site::ShownFaults::None;
  return word == "details" ? site::ShownFaults::Details : site::ShownFaults::Kinds;
}

void require_author(const store::Store& store, const std::string& author) {
  if (author.empty()) return;
  const auto agents = store.league().agents;
  if (std::ranges::find(agents, author, &store::StoredAgent::author) != agents.end()) return;
  throw terminal::UsageError(fmt::format(
      "--by-author '{}': no agent of the league is by that author; expected a name as in the "
      "table's 'author'",
      escape_terminal(author)));
}

}  // namespace

void add_site_flags(Verb verb, SiteFlags& flags) {
  verb.option("--games", flags.games,
              "deals of a rule set that get a page, the most telling first; or all")
      .takes("N")
      .shows_default();
  verb.option("--game", flags.asked, "RULES/LINE-UP/DEAL: this deal, too").takes("ID").repeated();
  verb.option("--faults", flags.faults, "what is shown of faults")
      .one_of({"none", "kinds", "details"})
      .shows_default();
  verb.flag("--authors,!--no-authors", flags.authors, "show the names of authors");
  verb.option("--address", flags.address, "where it will be published, for link previews")
      .takes("URL");
  verb.option("--by-author", flags.by_author,
              "only pages and games of this author's agents; others are names")
      .takes("NAME");
}

site::SiteOptions site_options(const SiteFlags& flags, const store::Store& store) {
  site::SiteOptions options;
  options.games = parse_games(flags.games);
  std::ranges::transform(flags.asked, std::back_inserter(options.asked), parse_deal);
  options.shown.faults = parse_faults(flags.faults);
  options.shown.authors = flags.authors;
  options.shown.address = parse_address(flags.address);
  options.shown.by_author = flags.by_author;
  require_author(store, flags.by_author);
  return options;
}

}  // namespace danno::leagues::cli::flags
