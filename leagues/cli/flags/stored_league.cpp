#include "leagues/cli/flags/stored_league.hpp"
#include "leagues/cli/flags/place_to_write.hpp"
#include "leagues/cli/flags/verb.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <sstream>
#include <system_error>
#include <vector>

#include "leagues/cli/terminal/invocation.hpp"
#include "leagues/formats/formats.hpp"
#include "leagues/plan/league_file.hpp"
#include "leagues/words/escape.hpp"

namespace danno::leagues::cli::flags {

namespace fs = std::filesystem;

void add_stored_league(Verb verb, StoredLeagueArguments& arguments) {
  verb.option("LEAGUE", arguments.league,
              "the league file, or the folder it is kept in; default league.toml");
  verb.option("--out", arguments.out, "the folder it is kept in").takes("DIR");
}

namespace {

template <typename Read>
auto read_with(Read read, const fs::path& file) {
  if (std::error_code unknown; !fs::exists(file, unknown) && !unknown) {
    throw terminal::UsageError(fmt::format("{}: no such file; 'danno league new' writes one",
                                           words::escape_terminal(file.string())));
  }
  try {
    return read(file);
  } catch (const plan::LeagueFileErrors& errors) {
    std::string text;
    for (const std::string& line : errors.lines())
      text += (text.empty() ? "" : "\nerror: ") + words::escape_terminal(line);
    throw terminal::UsageError(text);
  }
}

}  // namespace

store::League read_league(const fs::path& file) {
  return read_with(formats::read_league_file, file);
}

store::League read_league_terms(const fs::path& file) {
  return read_with(formats::read_league_terms, file);
}

plan::SiteKeys read_site_keys(const fs::path& file) {
  return read_with([](const fs::path& path) { return plan::read_site_keys(path); }, file);
}

plan::SeasonKeys read_season_keys(const fs::path& file) {
  return read_with(
      [](const fs::path& path) { return plan::read_season_keys(path, formats::all_formats()); },
      file);
}

fs::path league_folder(const store::League& league, const std::string& out) {
  check_folder_to_write("--out", out);
  return out.empty() ? fs::path("out") / league.name : fs::path(out);
}

fs::path stored_folder(const StoredLeagueArguments& arguments) {
  if (!arguments.out.empty()) return arguments.out;
  const std::string named = arguments.league.empty() ? "league.toml" : arguments.league;
  if (fs::is_directory(named)) return named;
  try {
    return league_folder(formats::read_league_terms(named), arguments.out);
  } catch (const plan::LeagueFileErrors& errors) {
    throw terminal::UsageError(words::escape_terminal(errors.lines().front()));
  }
}

std::optional<fs::path> league_file(const StoredLeagueArguments& arguments) {
  if (arguments.league.empty() && !arguments.out.empty()) return std::nullopt;
  const fs::path named = arguments.league.empty() ? "league.toml" : arguments.league;
  return fs::is_directory(named) ? std::nullopt : std::optional(named);
}

namespace {

[[noreturn]] void fail_form(const std::string& id) {
  if (archive::parse_game_id(id + "/0"))
    throw terminal::UsageError(
        fmt::format("'{0}' is a deal; name the seating of the game, too, as in {0}/0 or {0}/1",
                    words::escape_terminal(id)));
  throw terminal::UsageError(
      fmt::format("game '{}'; expected RULES/LINE-UP/DEAL/SEATING, as in koans/ada,bob/17/0",
                  words::escape_terminal(id)));
}

/// The same game with its agents in the order of their names, if that one is stored.
std::string in_stored_order(const store::Reader& store, archive::GameId id) {
  std::vector<std::string> names;
  std::istringstream line_up(id.line_up);
  for (std::string name; std::getline(line_up, name, ',');)
    names.push_back(name);
  std::ranges::sort(names);
  id.line_up = fmt::format("{}", fmt::join(names, ","));
  return archive::find_game(store, id) ? archive::to_string(id) : "";
}

[[noreturn]] void fail_missing(const store::Reader& store, const std::string& id,
                               const archive::GameId& parsed) {
  if (const std::string stored = in_stored_order(store, parsed); !stored.empty())
    throw terminal::UsageError(fmt::format("no game '{}' is stored; did you mean '{}'?",
                                           words::escape_terminal(id),
                                           words::escape_terminal(stored)));
  throw terminal::UsageError(fmt::format(
      "no game '{}' is stored; a line-up is its agents by name, as in ada,bob@2; deals and "
      "seatings count from 0",
      words::escape_terminal(id)));
}

}  // namespace

archive::StoredGame require_game(const store::Reader& store, const std::string& id) {
  const auto parsed = archive::parse_game_id(id);
  if (!parsed) fail_form(id);
  auto game = archive::find_game(store, *parsed);
  if (!game) fail_missing(store, id, *parsed);
  return *std::move(game);
}

StoredDealOfGame require_deal(const store::Reader& store, const std::string& id) {
  auto parsed = archive::parse_game_id(id);
  if (!parsed) parsed = archive::parse_game_id(id + "/0");
  if (!parsed) fail_form(id);
  StoredDealOfGame deal{archive::find_deal(store, *parsed),
                        static_cast<std::size_t>(parsed->seating)};
  if (deal.meant >= deal.games.size()) fail_missing(store, id, *parsed);
  return deal;
}

}  // namespace danno::leagues::cli::flags
