#include "leagues/cli/stored_league.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <sstream>
#include <system_error>
#include <variant>

#include "leagues/base/escape.hpp"
#include "leagues/base/suggest.hpp"
#include "leagues/base/toml.hpp"
#include "leagues/cli/interrupt.hpp"
#include "leagues/cli/invocation.hpp"
#include "leagues/cli/line_up_options.hpp"
#include "leagues/cli/output_files.hpp"
#include "leagues/schedule/league_file.hpp"
#include "leagues/schedule/season_file.hpp"

namespace danno::leagues::cli {

namespace fs = std::filesystem;

void add_stored_league(Command command, StoredLeagueArguments& arguments) {
  command.option("LEAGUE", arguments.league,
                 "the league file, or the league's folder; default league.toml");
  command.option("--out DIR", arguments.out, "the league's folder");
}

namespace {

constexpr std::string_view kLeagueAdvice = "'danno league new' writes one";

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
  const auto near = base::closest(path.filename().string(), names);
  return near ? (path.parent_path() / *near).string() : "";
}

/// Reads a file and turns its problems into a UsageError, with the lines that they are about.
/// `advice` is the next step where no file of a similar name is there.
template <typename Read>
auto read_with(Read read, const fs::path& file, std::string_view advice) {
  // A missing file is the most frequent mistake.
  if (std::error_code unknown; !fs::exists(file, unknown) && !unknown) {
    const std::string near = file_nearby(file.string());
    throw UsageError("{}: no such file; {}", file.string(),
                     near.empty() ? std::string(advice)
                                  : fmt::format("did you mean '{}'?", base::escape_terminal(near)));
  }
  if (std::error_code unknown; fs::is_directory(file, unknown)) {
    throw UsageError("{} is a folder; expected a league file such as league.toml", file.string());
  }
  try {
    return read(file);
  } catch (const schedule::LeagueFileErrors& errors) {
    std::vector<std::string> lines;
    for (const std::string& line : errors.lines())
      lines.push_back(base::escape_terminal(line) +
                      base::escape_lines(base::toml_excerpt(line, file)));
    throw usage_error(lines);
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
      throw UsageError("{} is over 64 MiB; expected a written game", name);
  }
  if (std::ferror(stream) != 0)
    throw UsageError("{} cannot be read: {}", name, std::strerror(errno));
  return text;
}

}  // namespace

store::League read_league(const fs::path& file) {
  return read_with([](const fs::path& league) { return schedule::read_league_file(league); }, file,
                   kLeagueAdvice);
}

schedule::LeagueKeys read_league_terms(const fs::path& file) {
  return read_with(schedule::read_league_terms, file, kLeagueAdvice);
}

schedule::SeasonKeys read_season_keys(const fs::path& file) {
  return read_with(schedule::read_season_keys, file,
                   "expected a league file with [season], such as season.toml");
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
  if (std::error_code unknown; !fs::exists(named, unknown) && !unknown)
    throw UsageError(
        "{}: no such file or folder; expected a league file such as league.toml, or a league's "
        "folder such as out/spring",
        named);
  try {
    return league_folder(schedule::read_league_terms(named).league, arguments.out);
  } catch (const schedule::LeagueFileErrors& errors) {
    throw UsageError(base::escape_terminal(errors.lines().front()));
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
  if (report::parse_game_id(id + "/0"))
    throw UsageError("'{0}' is a deal; name the seating of the game, too, as in {0}/0 or {0}/1",
                     id);
  throw UsageError("game '{}'; expected RULES/LINE-UP/DEAL/SEATING, as in koans/ada,bob/17/0", id);
}

/// The same game with its agents in the order of their names, if that one is stored.
std::string in_stored_order(const store::Reader& store, report::GameId id) {
  std::vector<std::string> names;
  std::istringstream line_up(id.line_up);
  for (std::string name; std::getline(line_up, name, ',');)
    names.push_back(name);
  std::ranges::sort(names);
  id.line_up = fmt::format("{}", fmt::join(names, ","));
  return report::find_game(store, id) ? report::to_string(id) : "";
}

/// Says which game may be meant, as none has this id.
[[noreturn]] void fail_missing(const store::Reader& store, const std::string& id,
                               const report::GameId& parsed) {
  if (const std::string stored = in_stored_order(store, parsed); !stored.empty())
    throw UsageError("no game '{}' is stored; did you mean '{}'?", id, stored);
  throw UsageError(
      "no game '{}' is stored; a line-up is its agents by name, as in ada,bob@2; deals and "
      "seatings count from 0",
      id);
}

}  // namespace

report::StoredGame require_game(const store::Reader& store, const std::string& id) {
  const auto parsed = report::parse_game_id(id);
  if (!parsed) fail_form(id);
  auto game = report::find_game(store, *parsed);
  if (!game) fail_missing(store, id, *parsed);
  return *std::move(game);
}

StoredDealOfGame require_deal(const store::Reader& store, const std::string& id) {
  auto parsed = report::parse_game_id(id);
  // The id of a deal has no seating; the first one stands for all.
  if (!parsed) parsed = report::parse_game_id(id + "/0");
  if (!parsed) fail_form(id);
  StoredDealOfGame deal{report::find_deal(store, *parsed),
                        static_cast<std::size_t>(parsed->seating)};
  if (deal.meant >= deal.games.size()) fail_missing(store, id, *parsed);
  return deal;
}

std::string read_written_file(const std::string& file) {
  if (file == "-") return read_stream(stdin, "stdin");
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> stream(std::fopen(file.c_str(), "rb"),
                                                               std::fclose);
  if (stream == nullptr) {
    throw UsageError("{} cannot be opened: {}; expected a written game", file,
                     std::strerror(errno));
  }
  return read_stream(stream.get(), file);
}

void require_league_for(const std::string& what, const char* command,
                        const StoredLeagueArguments& league) {
  if (!league.league.empty() || !league.out.empty() || std::filesystem::exists("league.toml"))
    return;
  if (const std::string near = file_nearby(what); !near.empty())
    throw UsageError("'{}' is not a file; did you mean '{}'?", what, near);
  throw UsageError(
      "'{0}' is not a file, and no league.toml is here; if it is a game of a league: 'danno "
      "{1} {0} LEAGUE'",
      what, command);
}

std::string format_problem(const std::string& file, const LineProblem& problem) {
  return fmt::format("{}:{}: {}", file == "-" ? "stdin" : file, problem.line,
                     base::escape_terminal(problem.message));
}

void add_written_rules(Command command, std::string& rules) {
  command.option("--rules FILE", rules,
                 "the rule file of a written game that does not contain its rules");
}

const rules::Definition* written_rules(const std::string& rules) {
  return rules.empty() ? nullptr : &resolve_rules(rules);
}

referee::record::WrittenGame require_written_game(const std::string& file,
                                                  const std::string& rules) {
  auto parsed = referee::record::parse_written_game(read_written_file(file), written_rules(rules));
  if (const auto* const problem = std::get_if<LineProblem>(&parsed))
    throw UsageError(format_problem(file, *problem));
  return std::get<referee::record::WrittenGame>(std::move(parsed));
}

report::GameView view_written_game(const std::string& file,
                                   const referee::record::WrittenGame& game,
                                   const Invocation& invocation) {
  const Interrupts interrupts(Work::Compute);
  const auto rules = report::written_rules(game);
  // The progress that a watch shows ends with it, before anything else is printed.
  report::Chances chances(*rules, watch_for(invocation));
  auto viewed = report::view_game(game, rules, chances);
  if (const auto* const problem = std::get_if<LineProblem>(&viewed))
    throw UsageError(format_problem(file, *problem));
  return std::get<report::GameView>(std::move(viewed));
}

}  // namespace danno::leagues::cli
