// danno league status: what is played and what is left.
#include <memory>

#include "leagues/cli/flags/stored_league.hpp"
#include "leagues/cli/terminal/show_league.hpp"
#include "leagues/cli/verbs/verbs.hpp"
#include "leagues/formats/formats.hpp"
#include "leagues/parts/plan_status.hpp"
#include "leagues/season/outbox.hpp"

namespace danno::leagues::cli::verbs {
namespace {

/// As the next run will find it, where its league file was named; a season's process has settled it
/// itself.
store::Reader open_for_status(const flags::StoredLeagueArguments& arguments,
                              const std::filesystem::path& folder, bool is_season) {
  const auto file = flags::league_file(arguments);
  if (!file || is_season) return store::Reader::open_to_read(folder);
  return formats::open_as_settled(folder, flags::read_league(*file));
}

plan::LeagueStatus read_status(const flags::StoredLeagueArguments& arguments) {
  const auto folder = flags::stored_folder(arguments);
  const auto season = season::read_status(folder);
  const store::Reader store = open_for_status(arguments, folder, season.has_value());
  plan::LeagueStatus status = formats::format_of(store).status(store);
  parts::add_open_plans(status, store);
  if (season) {
    status.json["season"] = *season;
    status.headline = status.json.at("league").get<std::string>() + ": a season";
    status.lines = season::status_lines(*season);
    status.lines.insert(status.lines.begin(), "");
    status.way_on.clear();
  }
  return status;
}

}  // namespace

void add_status(flags::Verb league, terminal::Invocation& invocation) {
  const flags::Verb verb =
      league.add(invocation, {.name = "status",
                              .summary = "what is played and what is left",
                              .group = "Verbs",
                              .examples = "  danno league status league.toml\n"
                                          "  danno league status out/spring --json"});
  verb.json_flag(invocation);
  const auto arguments = std::make_shared<flags::StoredLeagueArguments>();
  flags::add_stored_league(verb, *arguments);
  verb.runs([arguments, &invocation] { terminal::show(read_status(*arguments), invocation); });
}

}  // namespace danno::leagues::cli::verbs
