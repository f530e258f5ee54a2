#include "leagues/store/league.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <glob.h>

#include <algorithm>
#include <map>

#include "leagues/suggest.hpp"
#include "leagues/text/toml_reader.hpp"
#include "leagues/plan/tournament.hpp"

namespace danno::leagues {
namespace {

namespace fs = std::filesystem;

const std::vector<std::string> kFormats{"round-robin", "gauntlet", "tournament"};
const std::vector<std::string> kRankings{"elo", "points"};
const std::vector<std::string> kAdvice{"off", "first-game", "always"};
const std::vector<std::string> kLevels{"strict", "confined", "none"};
constexpr std::int64_t kMaxDeals = 10'000'000;
constexpr std::int64_t kMaxRepeat = 10'000;
constexpr std::int64_t kMaxMilliseconds = 600'000;

/// Paths that match, sorted; relative patterns stand from `base`.
std::vector<fs::path> match_paths(const fs::path& base, const std::string& pattern) {
  glob_t found{};
  ::glob((base / pattern).c_str(), 0, nullptr, &found);
  std::vector<fs::path> paths(found.gl_pathv, found.gl_pathv + found.gl_pathc);
  ::globfree(&found);
  return paths;
}

/// A parameter as rules::set_parameter takes it.
std::optional<std::string> written(const toml::node& node) {
  if (node.is_string()) return node.as_string()->get();
  if (node.is_integer()) return std::to_string(node.as_integer()->get());
  if (node.is_floating_point()) return fmt::format("{}", node.as_floating_point()->get());
  if (node.is_boolean()) return node.as_boolean()->get() ? "true" : "false";
  return std::nullopt;
}

class FileReader {
 public:
  FileReader(const fs::path& file, Problems& problems)
      : file_(file), base_(fs::absolute(file).parent_path()), problems_(problems) {
    league_.limits.isolation = kDefaultIsolation;
  }

  League read(const toml::table& root) {
    TomlReader reader(root, "", problems_);
    if (const toml::table* const league = reader.table("league")) {
      read_league(*league, reader);
    } else if (!root.contains("league")) {
      problems_.add("no [league]; expected at least rules and agents in it");
    }
    if (const toml::table* const limits = reader.table("limits")) read_limits(*limits);
    if (const toml::table* const rules = reader.table("rules")) read_rules(*rules);
    read_agents(reader);
    reader.finish();
    return std::move(league_);
  }

 private:
  void read_league(const toml::table& table, TomlReader&) {
    TomlReader reader(table, "[league]", problems_);
    league_.name = reader.text("name").value_or(file_.stem().string());
    const bool plain = league_.name.find_first_not_of(
                           "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-") ==
                       std::string::npos;
    if (league_.name.empty() || !plain || league_.name.front() == '.') {
      reader.complain("name", "'name' is also a folder's; expected letters, digits, '.', '_', '-'");
    }
    const auto ids = reader.words("rules");
    league_.format = static_cast<Format>(reader.choice("format", kFormats).value_or(0));
    league_.seats = static_cast<int>(reader.integer("seats", 2, rules::kMaxSeats).value_or(2));
    league_.deals = static_cast<int>(reader.integer("deals", 1, kMaxDeals).value_or(200));
    check_seats(table, reader);
    challengers_ = reader.words("challengers");
    if (challengers_ && league_.format != Format::Gauntlet)
      reader.complain("challengers", "'challengers' are those of format = \"gauntlet\"");
    if (const toml::node* const node = reader.node("challengers"))
      challengers_at_ = node->source().begin;
    league_.mirror = reader.flag("mirror").value_or(league_.mirror);
    league_.rank_by = static_cast<RankBy>(reader.choice("rank_by", kRankings).value_or(0));
    agents_ = reader.text("agents");
    if (const toml::node* const node = reader.node("agents")) agents_at_ = node->source().begin;
    league_.max_per_author =
        static_cast<int>(reader.integer("max_per_author", 0, 1000).value_or(0));
    league_.repeat = static_cast<int>(reader.integer("repeat", 1, kMaxRepeat).value_or(1));
    if (table.contains("repeat") && league_.format != Format::Tournament)
      reader.complain("repeat", "'repeat' is that of format = \"tournament\"");
    league_.advice = static_cast<referee::Advice>(reader.choice("advice", kAdvice).value_or(0));
    league_.seed = reader.text("seed");
    if (league_.seed && league_.seed->empty())
      reader.complain("seed", "'seed' is empty; expected any text, or no such key");
    if (!table.contains("rules"))
      reader.complain(
          "rules",
          "no 'rules' in [league]; expected rules = [\"koans\"] or others of 'danno rules'");
    if (ids) add_divisions(*ids, reader);
    reader.finish();
  }

  void check_seats(const toml::table& table, TomlReader& reader) {
    if (league_.format == Format::Gauntlet && league_.seats != 2)
      reader.complain("seats", "a gauntlet has two seats; expected seats = 2, or no such key");
    if (league_.format != Format::Tournament) return;
    league_.mirror = false;
    for (const char* const key : {"seats", "deals", "mirror", "rank_by"}) {
      if (table.contains(key))
        reader.complain(
            key, fmt::format("a tournament has its own scheme; expected no '{}' beside it", key));
    }
  }

  void add_divisions(const std::vector<std::string>& ids, TomlReader& reader) {
    std::vector<std::string> known;
    for (const rules::Definition* definition : rules::all_definitions())
      known.emplace_back(definition->id);
    for (const std::string& id : ids) {
      const rules::Definition* const definition = rules::find_definition(id);
      const auto same = [&](const DivisionSettings& one) { return one.definition == definition; };
      if (definition == nullptr) {
        const auto meant = closest(id, known);
        reader.complain("rules",
                        fmt::format("no rule set '{}'; {}", id,
                                    meant ? fmt::format("did you mean '{}'?", *meant)
                                          : fmt::format("expected {}", fmt::join(known, ", "))));
      } else if (std::ranges::any_of(league_.divisions, same)) {
        reader.complain("rules", fmt::format("the rule set '{}' is named twice", id));
      } else {
        league_.divisions.push_back({definition, definition->defaults(league_.seats), {}});
      }
    }
  }

  void read_limits(const toml::table& table) {
    TomlReader reader(table, "[limits]", problems_);
    referee::Limits& limits = league_.limits;
    const auto milliseconds = [&](std::string_view key, std::chrono::milliseconds otherwise) {
      return std::chrono::milliseconds(
          reader.integer(key, 1, kMaxMilliseconds).value_or(otherwise.count()));
    };
    limits.answer = milliseconds("answer_ms", limits.answer);
    limits.start = milliseconds("start_ms", limits.start);
    limits.max_faults =
        static_cast<int>(reader.integer("max_faults", 1, 1'000'000).value_or(limits.max_faults));
    limits.memory_mb =
        static_cast<int>(reader.integer("memory_mb", 0, 1'000'000).value_or(limits.memory_mb));
    if (const auto level = reader.choice("isolation", kLevels))
      limits.isolation = *referee::parse_isolation(kLevels[*level]);
    limits.freeze = reader.flag("freeze");
    reader.finish();
  }

  void read_rules(const toml::table& table) {
    for (auto&& [key, value] : table) {
      const std::string id(key.str());
      const auto division = std::ranges::find_if(
          league_.divisions, [&](const DivisionSettings& one) { return one.definition->id == id; });
      if (division == league_.divisions.end()) {
        problems_.add(key.source().begin,
                      fmt::format("[rules.{}]: '{}' is not among the rules of [league]", id, id));
      } else if (!value.is_table()) {
        problems_.add(value.source().begin,
                      fmt::format("'{}' is no table; expected [rules.{}]", id, id));
      } else {
        read_parameters(*value.as_table(), *division);
      }
    }
  }

  void read_parameters(const toml::table& table, DivisionSettings& division) {
    for (auto&& [key, value] : table) {
      const auto text = written(value);
      const auto problem =
          text ? rules::set_parameter(*division.definition, division.parameters, key.str(), *text)
               : "expected a number, true or false";
      if (!problem) {
        division.told.emplace_back(std::string(key.str()), *text);
        continue;
      }
      std::vector<std::string> known;
      for (const auto& parameter :
           rules::list_parameters(*division.definition, division.parameters))
        known.emplace_back(parameter.name);
      const bool stranger = std::ranges::find(known, key.str()) == known.end();
      const auto meant = stranger ? closest(key.str(), known) : std::nullopt;
      problems_.add(
          stranger ? key.source().begin : value.source().begin,
          meant ? fmt::format("unknown key '{}'; did you mean '{}'?", key.str(), *meant)
                : fmt::format("'{}' of {}: {}", key.str(), division.definition->id, *problem));
    }
  }

  void read_agents(TomlReader& root) {
    if (agents_) add_matching(*agents_);
    if (const toml::node* const node = root.node("agent")) {
      const toml::array* const list = node->as_array();
      if (list == nullptr || !list->is_array_of_tables()) {
        root.complain("agent", "'agent' is no list of tables; expected [[agent]]");
      } else {
        for (const toml::node& item : *list)
          add_told(*item.as_table());
      }
    }
    check_names();
    check_number();
    if (league_.format == Format::Tournament && problems_.empty()) check_tables();
    if (league_.format == Format::Gauntlet && problems_.empty()) settle_challengers();
  }

  void add_matching(const std::string& pattern) {
    const std::size_t before = league_.entrants.size();
    for (const fs::path& path : match_paths(base_, pattern)) {
      if (!fs::is_directory(path)) continue;
      if (!fs::exists(path / "agent.toml")) {
        league_.notes.push_back(fmt::format("{} has no agent.toml and is left out", path.string()));
        continue;
      }
      add(agents_at_, read_or_broken(path));
    }
    if (league_.entrants.size() == before) {
      problems_.add(agents_at_, fmt::format("no folder with agent.toml matches '{}' in {}", pattern,
                                            base_.string()));
    }
  }

  /// One student's broken agent.toml must not stop the league of the others.
  static Entrant read_or_broken(const fs::path& folder) {
    try {
      return read_agent_folder(folder);
    } catch (const AgentError& error) {
      Entrant entrant;
      entrant.agent.name = folder.filename().string();
      entrant.agent.folder = fs::canonical(folder);
      entrant.agent.command = {"./agent.toml"};  // starts no program: never-ready
      entrant.problem = error.what();
      return entrant;
    }
  }

  void add_told(const toml::table& table) {
    TomlReader reader(table, "[[agent]]", problems_);
    const auto path = reader.text("path");
    const auto name = reader.text("name");
    const auto run = reader.words("run");
    const auto author = reader.text("author");
    reader.finish();
    const auto at = table.source().begin;
    if (table.contains("path") == table.contains("run")) {
      problems_.add(at, "an [[agent]] has either 'path', or 'name' and 'run'");
      return;
    }
    if (!path && !run) return;  // told already: of another type
    if (run && !table.contains("name")) problems_.add(at, "an [[agent]] with 'run' has no 'name'");
    try {
      Entrant entrant = find_command(run ? *run : std::vector<std::string>{*path}, base_);
      if (path && !entrant.problem.empty() && !fs::exists(base_ / *path))
        throw AgentError(entrant.problem);
      if (name) entrant.agent.name = *name;
      if (author) entrant.author = *author;
      add(at, std::move(entrant));
    } catch (const AgentError& error) {
      problems_.add(at, error.what());
    }
  }

  void add(const toml::source_position& at, Entrant entrant) {
    if (const auto problem = name_problem(entrant.agent.name); !problem.empty())
      problems_.add(at, problem);
    league_.entrants.push_back(std::move(entrant));
    places_.push_back(at);
  }

  void check_names() {
    std::map<std::string, std::size_t> first;
    for (std::size_t i = 0; i < league_.entrants.size(); ++i) {
      const referee::Agent& agent = league_.entrants[i].agent;
      const auto [earlier, is_new] = first.emplace(agent.name, i);
      if (is_new) continue;
      problems_.add(places_[i],
                    fmt::format("two agents are named '{}' ({} and {}); give one another name",
                                agent.name, league_.entrants[earlier->second].agent.folder.string(),
                                agent.folder.string()));
    }
  }

  void check_number() {
    const auto agents = static_cast<int>(league_.entrants.size());
    if (agents < league_.seats && problems_.empty()) {
      problems_.add(agents_at_,
                    fmt::format("{} agent{} for tables of {} seats; expected at least {}", agents,
                                agents == 1 ? "" : "s", league_.seats, league_.seats));
    }
    if (league_.max_per_author == 0) return;
    std::map<std::string, int> of_author;
    for (std::size_t i = 0; i < league_.entrants.size(); ++i) {
      const std::string& author = league_.entrants[i].author;
      if (author.empty() || ++of_author[author] != league_.max_per_author + 1) continue;
      problems_.add(places_[i],
                    fmt::format("more than max_per_author = {} agents of the author '{}'",
                                league_.max_per_author, author));
    }
  }

  /// Agents of one author cannot be kept apart where they are more than the first stage's tables.
  void check_tables() {
    if (league_.max_per_author == 0) return;
    const auto entrants = static_cast<int>(league_.entrants.size());
    const auto tables = static_cast<int>(table_sizes(entrants).size());
    std::map<std::string, int> of_author;
    for (std::size_t i = 0; i < league_.entrants.size(); ++i) {
      const std::string& author = league_.entrants[i].author;
      if (author.empty() || ++of_author[author] != tables + 1) continue;
      problems_.add(places_[i],
                    fmt::format("{} or more agents of the author '{}'; {} entrants sit at {} "
                                "table{}, and agents of one author share none",
                                tables + 1, author, entrants, tables, tables == 1 ? "" : "s"));
    }
  }

  void settle_challengers() {
    std::vector<std::string> known;
    for (const Entrant& entrant : league_.entrants)
      known.push_back(entrant.agent.name);
    for (const std::string& name : challengers_.value_or(std::vector{known.front()})) {
      if (std::ranges::find(known, name) == known.end()) {
        const auto meant = closest(name, known);
        problems_.add(
            challengers_at_,
            meant ? fmt::format("no agent '{}'; did you mean '{}'?", name, *meant)
                  : fmt::format("no agent '{}'; expected {}", name, fmt::join(known, ", ")));
      } else if (std::ranges::find(league_.challengers, name) == league_.challengers.end()) {
        league_.challengers.push_back(name);
      }
    }
    const std::size_t challengers = league_.challengers.size();
    if (problems_.empty() && (challengers == 0 || challengers == known.size())) {
      problems_.add(challengers_at_,
                    "a gauntlet is challengers against the others; expected some of both");
    }
  }

  fs::path file_;
  fs::path base_;
  Problems& problems_;
  League league_;
  std::optional<std::vector<std::string>> challengers_;
  toml::source_position challengers_at_{};
  std::optional<std::string> agents_;
  toml::source_position agents_at_{};
  std::vector<toml::source_position> places_;  // of the entrants
};

}  // namespace

std::string_view to_string(Format format) { return kFormats[static_cast<std::size_t>(format)]; }
std::string_view to_string(RankBy rank_by) { return kRankings[static_cast<std::size_t>(rank_by)]; }

rules::Parameters DivisionSettings::parameters_for(int seats) const {
  rules::Parameters other = definition->defaults(seats);
  for (const auto& [name, value] : told)
    static_cast<void>(rules::set_parameter(*definition, other, name, value));  // taken before
  return other;
}

LeagueFileErrors::LeagueFileErrors(std::vector<std::string> lines)
    : std::runtime_error(fmt::format("{}", fmt::join(lines, "\n"))), lines_(std::move(lines)) {}

League read_league_file(const fs::path& file) {
  Problems problems(file.string());
  const auto table = parse_toml(file.string(), problems);
  if (!table) throw LeagueFileErrors(problems.lines());
  League league = FileReader(file, problems).read(*table);
  if (!problems.empty()) throw LeagueFileErrors(problems.lines());
  return league;
}

}  // namespace danno::leagues
