#include "leagues/cli/flags/stored_league.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>
#include <sstream>
#include <system_error>
#include <vector>

#include "leagues/cli/flags/line_up_flags.hpp"
#include "leagues/cli/flags/place_to_write.hpp"
#include "leagues/cli/flags/verb.hpp"
#include "leagues/cli/terminal/invocation.hpp"
#include "leagues/files/toml_reader.hpp"
#include "leagues/formats/formats.hpp"
#include "leagues/plan/league_file.hpp"
#include "leagues/words/escape.hpp"
#include "leagues/words/suggest.hpp"

namespace danno::leagues::cli::flags {

namespace fs = std::filesystem;

void add_stored_league(Verb verb, StoredLeagueArguments& arguments) {
  verb.option("LEAGUE", arguments.league,
              "the league file, or the folder it is kept in; default league.toml");
  verb.option("--out", arguments.out, "the folder it is kept in").takes("DIR");
}

namespace {

/// Reads a file and turns its problems into a UsageError, with the lines that they are about.
template <typename Read>
auto read_with(Read read, const fs::path& file) {
  // A missing file is the most frequent mistake, and has advice of its own.
  if (std::error_code unknown; !fs::exists(file, unknown) && !unknown) {
    throw terminal::UsageError(fmt::format("{}: no such file; 'danno league new' writes one",
                                           words::escape_terminal(file.string())));
  }
  try {
    return read(file);
  } catch (const plan::LeagueFileErrors& errors) {
    std::string text;
    for (const std::string& line : errors.lines())
      text += (text.empty() ? "" : "\nerror: ") + words::escape_terminal(line) +
              words::escape_lines(files::toml_excerpt(line, file));
    throw terminal::UsageError(text);
  }
}

using referee::record::LineProblem;

/// Reads a stream to its end. Throws UsageError if it is too long for a written game.
std::string read_stream(std::FILE* stream, const std::string& name) {
  constexpr std::size_t kMostBytes = std::size_t{64} << 20;
  std::string text;
  char buffer[1 << 16];
  while (const std::size_t n = std::fread(buffer, 1, sizeof buffer, stream)) {
    text.append(buffer, n);
    if (text.size() > kMostBytes)
      throw terminal::UsageError(fmt::format("{} is over 64 MiB; expected a written game", name));
  }
  if (std::ferror(stream) != 0)
    throw terminal::UsageError(fmt::format("{} cannot be read: {}", name, std::strerror(errno)));
  return text;
}

/// The file beside `file` whose name is probably meant; empty if no name is close.
std::string file_nearby(const std::string& file) {
  const std::filesystem::path path(file);
  const std::filesystem::path folder = path.has_parent_path() ? path.parent_path() : ".";
  std::vector<std::string> names;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
    if (entry.is_regular_file(error)) names.push_back(entry.path().filename().string());
  }
  std::ranges::sort(names);
  const auto near = words::closest(path.filename().string(), names);
  return near ? (path.parent_path() / *near).string() : "";
}

}  // namespace

store::League read_league(const fs::path& file) {
  return read_with(formats::read_league_file, file);
}

store::League read_league_terms(const fs::path& file) {
  return read_with(formats::read_league_terms, file);
}

gate::CheckOrder check_order(const std::string& file, const std::vector<std::string>& rules) {
  constexpr const char* kUsual = "league.toml";
  gate::CheckOrder order;
  order.limits.isolation = store::kDefaultIsolation;
  if (!file.empty() || fs::exists(kUsual)) {
    const store::League league = read_league_terms(file.empty() ? kUsual : file);
    order.limits = league.limits;
    for (const store::DivisionSettings& division : league.divisions)
      order.rules.push_back(division.definition);
  }
  // The rules of the command line replace those of the file.
  if (!rules.empty()) order.rules.clear();
  const bool all = rules.size() == 1 && rules.front() == "all";
  for (const std::string& id : all ? std::vector<std::string>() : rules)
    order.rules.push_back(&chosen_rules(id));
  if (all) order.rules.assign(rules::all_definitions().rbegin(), rules::all_definitions().rend());
  if (order.rules.empty()) order.rules.push_back(&chosen_rules("koans"));
  return order;
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
  // A folder is the league itself; its file may be gone or changed.
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

/// Says what is wrong with a word that is no game's id.
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

/// Says which game may be meant, as none has this id.
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
  // The id of a deal has no seating; the first one stands for all.
  if (!parsed) parsed = archive::parse_game_id(id + "/0");
  if (!parsed) fail_form(id);
  StoredDealOfGame deal{archive::find_deal(store, *parsed),
                        static_cast<std::size_t>(parsed->seating)};
  if (deal.meant >= deal.games.size()) fail_missing(store, id, *parsed);
  return deal;
}

void refuse_mixed_isolation(const store::Reader& store, std::string_view now) {
  for (const store::StoredDivision& division : store.league().divisions) {
    auto levels = store.isolation_levels(division);
    if (std::ranges::find(levels, now) == levels.end()) levels.emplace_back(now);
    // Agents play differently where less is allowed, so their results are not comparable.
    if (levels.size() < 2) continue;
    throw terminal::UsageError(
        fmt::format("{}: games at isolation {} would share a table; --out DIR plays them anew "
                    "elsewhere",
                    division.definition->id, fmt::join(levels, " and ")));
  }
}

std::string read_written_file(const std::string& file) {
  if (file == "-") return read_stream(stdin, "stdin");
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> stream(std::fopen(file.c_str(), "rb"),
                                                               std::fclose);
  if (stream == nullptr) {
    throw terminal::UsageError(fmt::format("{} cannot be opened: {}; expected a written game", file,
                                           std::strerror(errno)));
  }
  return read_stream(stream.get(), file);
}

void require_league_of(const std::string& what, const char* verb,
                       const StoredLeagueArguments& league) {
  if (!league.league.empty() || !league.out.empty() || std::filesystem::exists("league.toml"))
    return;
  const std::string shown = words::escape_terminal(what);
  if (const std::string near = file_nearby(what); !near.empty())
    throw terminal::UsageError(
        fmt::format("'{}' is not a file; did you mean '{}'?", shown, words::escape_terminal(near)));
  throw terminal::UsageError(
      fmt::format("'{0}' is not a file, and no league.toml is here; if it is of a league: 'danno "
                  "{1} {0} LEAGUE'",
                  shown, verb));
}

std::string show_problem(const std::string& file, const LineProblem& problem) {
  return fmt::format("{}:{}: {}", file == "-" ? "stdin" : file, problem.line,
                     words::escape_terminal(problem.message));
}

void add_written_rules(Verb verb, std::string& rules) {
  verb.option("--rules", rules, "the rule file of a written game that does not have its rules")
      .takes("FILE");
}

const rules::Definition* written_rules(const std::string& rules) {
  return rules.empty() ? nullptr : &chosen_rules(rules);
}

referee::record::WrittenGame require_written_game(const std::string& file,
                                                  const std::string& rules) {
  auto parsed = referee::record::parse_written_game(read_written_file(file), written_rules(rules));
  if (const auto* const problem = std::get_if<LineProblem>(&parsed))
    throw terminal::UsageError(show_problem(file, *problem));
  return std::get<referee::record::WrittenGame>(std::move(parsed));
}

archive::GameView require_legal(const std::string& file,
                                std::variant<archive::GameView, LineProblem> viewed) {
  if (const auto* const problem = std::get_if<LineProblem>(&viewed))
    throw terminal::UsageError(show_problem(file, *problem));
  return std::get<archive::GameView>(std::move(viewed));
}

}  // namespace danno::leagues::cli::flags
