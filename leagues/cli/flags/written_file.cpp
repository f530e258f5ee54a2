#include "leagues/cli/flags/written_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>
#include <vector>

#include "leagues/cli/flags/chosen_rules.hpp"
#include "leagues/cli/terminal/invocation.hpp"
#include "leagues/words/escape.hpp"
#include "leagues/words/suggest.hpp"

namespace danno::leagues::cli::flags {
namespace {

using referee::record::LineProblem;

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
