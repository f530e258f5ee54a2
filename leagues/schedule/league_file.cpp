// Reads a league file. All problems are collected with their lines, so that a user mends them in
// one go; a problem that follows from another is not reported.
#include "leagues/schedule/league_file.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <glob.h>
#include <strings.h>

#include <algorithm>
#include <limits>
#include <map>
#include <system_error>

#include "leagues/base/count.hpp"
#include "leagues/base/suggest.hpp"
#include "leagues/base/toml.hpp"
#include "leagues/entrants/agent_names.hpp"
#include "leagues/entrants/intake.hpp"
#include "leagues/schedule/formats.hpp"
#include "leagues/schedule/rule_file.hpp"
#include "leagues/schedule/season_file.hpp"

namespace danno::leagues::schedule {
namespace {

namespace fs = std::filesystem;

/// Returns the paths that match, sorted. Relative patterns start from `base`, whose own name is no
/// pattern.
std::vector<fs::path> match_paths(const fs::path& base, const std::string& pattern) {
  std::string quoted;
  for (const char c : base.string()) {
    // A folder named "a*" above the file must match itself only.
    if (std::string_view("*?[\\").find(c) != std::string_view::npos) quoted += '\\';
    quoted += c;
  }
  glob_t found{};
  ::glob((fs::path(quoted) / pattern).c_str(), 0, nullptr, &found);
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

/// Growing: all, but there may be too few agents.
enum class Reads { All, Growing, Terms };

class FileReader {
 public:
  FileReader(const fs::path& file, base::Problems& problems, KeptRules& kept)
      : file_(file), base_(fs::absolute(file).parent_path()), problems_(problems), kept_(kept) {}

  LeagueKeys read(const toml::table& root, Reads reads) {
    reads_ = reads;
    base::TomlReader reader(root, "", problems_);
    for (const char* const name : {"league", "limits", "rules", "agent", "site", "season", "final"})
      (void)reader.node(name);  // an unknown table's problem lists them so
    if (!root.contains("league"))
      problems_.add("no [league]; expected at least rules and agents in it");
    for (const KeyTable& table : tables_) {
      const toml::table* const found = table.name == "agent" ? nullptr : reader.table(table.name);
      if (found == nullptr) continue;
      base::TomlReader keys(*found, fmt::format("[{}]", table.name), problems_);
      read_table(keys, table.keys);
    }
    if (const toml::table* const league = root["league"].as_table()) check_league(*league);
    if (const toml::table* const site = root["site"].as_table()) check_site(*site);
    if (const toml::table* const rules = reader.table("rules")) read_rules(*rules);
    if (reads != Reads::Terms) read_agents(reader);
    (void)reader.table("final");
    check_season(root, values_.season, problems_);
    for (fs::path* const folder : {&values_.season.inbox, &values_.season.outbox})
      *folder = base_ / *folder;
    reader.finish();
    return std::move(values_);
  }

 private:
  void check_league(const toml::table& table) {
    base::TomlReader& reader = keys_.emplace(table, "[league]", problems_);
    league_.name = values_.name.value_or(file_.stem().string());
    if (!is_league_name(league_.name)) {
      reader.complain(
          "name", "'name' is also the name of a folder; expected letters, digits, '.', '_', '-'");
    }
    if (const toml::node* const node = table.get("agents")) agents_at_ = node->source().begin;
    read_format_keys(reader);
    if (const auto* const model = ratings::find_rating_model(values_.rating))
      league_.rating = model;
    if (league_.seed && league_.seed->empty())
      reader.complain("seed", "'seed' is empty; expected any text, or no such key");
    if (!table.contains("rules"))
      reader.complain(
          "rules",
          "no 'rules' in [league]; expected rules = [\"koans\"] or others of 'danno rules'");
    for (const std::string& id : values_.rules)
      add_division(id, reader);
  }

  /// Reads the keys of the league's format. A key of another one gets a reason of its own.
  void read_format_keys(base::TomlReader& reader) {
    format_ = &find_format(league_.format);
    for (const FileKey& key : tables_.front().keys) {
      const bool is_own = std::ranges::count(key.formats, league_.format) > 0;
      if (!key.formats.empty() && !is_own && reader.contains(key.name))
        reader.complain(key.name, fmt::format("'{}' is for format = \"{}\"", key.name,
                                              fmt::join(key.formats, "\" or \"")));
      if (!is_own || key.kind == KeyKind::Words || key.kind == KeyKind::Other) continue;
      base::Json value = read_value(reader, key);
      if (value.is_null() && !key.standard.empty()) value = base::parse_json(key.standard);
      if (!value.is_null()) league_.format_keys[key.name] = std::move(value);
    }
    FormatKeys keys = format_keys();
    format_->read_keys(league_, keys);
  }

  void check_site(const toml::table& table) {
    base::TomlReader reader(table, "[site]", problems_);
    SiteKeys& site = values_.site;
    if (const toml::node* const node = reader.node("games"); node != nullptr && node->is_string()) {
      site.games = reader.text("games");
      if (site.games != "all")
        reader.complain("games", "'games': expected a number from 0, or \"all\"");
    } else if (const auto games =
                   reader.integer("games", 0, std::numeric_limits<std::int64_t>::max())) {
      site.games = fmt::to_string(*games);
    }
    if (site.address && !address_problem(*site.address).empty())
      reader.complain("address", fmt::format("'address': {}", address_problem(*site.address)));
  }

  FormatKeys format_keys() {
    return {*keys_, base_, [this](std::size_t entrant, const std::string& problem) {
              problems_.add(places_[entrant], problem);
            }};
  }

  void add_division(const std::string& id, base::TomlReader& reader) {
    std::error_code error;
    const bool is_file = names_rule_file(id);
    const fs::path path = is_file ? fs::weakly_canonical(base_ / id, error) : fs::path();
    const auto kept = path.empty() ? kept_.end() : kept_.find(path);
    if (is_file && kept == kept_.end() && !fs::exists(base_ / id, error)) {
      all_rules_known_ = false;
      reader.complain(
          "rules", fmt::format("no rule file '{}'; expected its path relative to this file", id));
      return;
    }
    // A rule file's problems have its own name and lines.
    std::vector<std::string> in_file;
    const rules::Definition* const definition =
        kept != kept_.end() ? kept->second
        : is_file           ? read_rule_file(file_.parent_path() / id, in_file)
                            : rules::find_definition(id);
    if (!path.empty() && definition != nullptr) kept_.emplace(path, definition);
    // Ids name folders, and some file systems take upper and lower case as one.
    const auto same = [&](const store::DivisionSettings& one) {
      return definition != nullptr &&
             ::strcasecmp(one.definition->id.c_str(), definition->id.c_str()) == 0;
    };
    if (!in_file.empty()) {
      all_rules_known_ = false;
      for (std::string& line : in_file)
        problems_.add_other(std::move(line));
    } else if (definition == nullptr) {
      std::vector<std::string> known;
      for (const rules::Definition* one : rules::all_definitions())
        known.emplace_back(one->id);
      reader.complain("rules",
                      fmt::format("no rule set '{}'; {}", id, base::describe_choices(id, known)));
    } else if (const auto twice = std::ranges::find_if(league_.divisions, same);
               twice != league_.divisions.end()) {
      const bool other_case = twice->definition->id != definition->id;
      reader.complain("rules",
                      fmt::format("the rule set '{}' is named twice{}", definition->id,
                                  other_case ? "; upper and lower case count as the same" : ""));
    } else {
      league_.divisions.push_back({definition, definition->defaults(league_.seats), {}});
    }
  }

  void read_rules(const toml::table& table) {
    for (auto&& [key, value] : table) {
      const std::string id(key.str());
      const auto division = std::ranges::find_if(
          league_.divisions,
          [&](const store::DivisionSettings& one) { return one.definition->id == id; });
      if (division == league_.divisions.end()) {
        if (!all_rules_known_) continue;  // it may be that of a file that is wrong
        problems_.add(key.source().begin,
                      fmt::format("[rules.{}]: '{}' is not among the rules of [league]", id, id));
      } else if (!value.is_table()) {
        problems_.add(value.source().begin,
                      fmt::format("'{}' is not a table; expected [rules.{}]", id, id));
      } else {
        read_parameters(*value.as_table(), *division);
      }
    }
  }

  void read_parameters(const toml::table& table, store::DivisionSettings& division) {
    for (auto&& [key, value] : table) {
      const auto text = written(value);
      const auto problem =
          text ? rules::set_parameter(*division.definition, division.parameters, key.str(), *text)
               : "expected a number, true or false";
      if (!problem) {
        division.settings.emplace_back(std::string(key.str()), *text);
        continue;
      }
      std::vector<std::string> known;
      for (const auto& parameter :
           rules::list_parameters(*division.definition, division.parameters))
        known.emplace_back(parameter.name);
      const bool stranger = std::ranges::find(known, key.str()) == known.end();
      const auto meant = stranger ? base::closest(key.str(), known) : std::nullopt;
      problems_.add(
          stranger ? key.source().begin : value.source().begin,
          meant ? fmt::format("unknown key '{}'; did you mean '{}'?", key.str(), *meant)
                : fmt::format("'{}' of {}: {}", key.str(), division.definition->id, *problem));
    }
    const std::string problem = parameters_problem(*division.definition, division.parameters);
    if (!problem.empty())
      problems_.add(table.source().begin,
                    fmt::format("[rules.{}]: {}", division.definition->id, problem));
  }

  void read_agents(base::TomlReader& root) {
    if (values_.agents) add_matching(*values_.agents);
    if (const toml::node* const node = root.node("agent")) {
      const toml::array* const list = node->as_array();
      if (list == nullptr || !list->is_array_of_tables()) {
        root.complain("agent", "'agent' is not a list of tables; expected [[agent]]");
      } else {
        for (const toml::node& item : *list)
          add_listed(*item.as_table());
      }
    } else if (keys_ && agents_at_.line == 0 && reads_ != Reads::Growing) {
      keys_->complain("agents",
                      "no 'agents' in [league]; expected agents = \"bots/*\", the agents' folders, "
                      "or tables [[agent]]");
    }
    // The number and the format are checked last, as they depend on all agents.
    check_names();
    check_number();
    if (!problems_.empty() || lacks_agents() || reads_ == Reads::Growing) return;
    FormatKeys keys = format_keys();
    format_->check_entrants(league_, keys);
  }

  /// The agents that were accepted into folders, by folder. Each folder's list is read once.
  using Accepted = std::map<fs::path, std::map<std::string, entrants::AcceptedAgent>>;

  void add_matching(const std::string& pattern) {
    if (pattern.empty()) {
      problems_.add(agents_at_,
                    "'agents' is empty; expected agents = \"bots/*\", the agents' folders");
      return;
    }
    const std::size_t before = league_.entrants.size();
    Accepted accepted;
    for (const fs::path& path : match_paths(base_, pattern))
      add_if_agent(path, accepted);
    if (league_.entrants.size() == before && reads_ != Reads::Growing) {
      std::error_code ignored;
      const bool around = fs::is_directory(base_ / pattern, ignored);
      const std::string inside = (fs::path(pattern) / "*").string();
      problems_.add(agents_at_,
                    fmt::format("no folder with agent.toml matches '{}' in {}{}", pattern,
                                base_.string(), around ? "; did you mean '" + inside + "'?" : ""));
    }
  }

  void add_if_agent(const fs::path& path, Accepted& accepted) {
    std::error_code error;
    const bool folder = fs::is_directory(path, error);
    const bool link = fs::is_symlink(fs::symlink_status(path, error));
    const bool broken_link = link && !fs::exists(path, error);
    // Plain files beside the agents' folders are ignored.
    if (!folder && !broken_link) return;
    if (folder && !entrants::is_agent_folder(path)) {
      league_.notes.push_back(fmt::format("{} has no agent.toml and is left out", path.string()));
      return;
    }
    const auto [known, is_new] = accepted.try_emplace(path.parent_path());
    if (is_new) known->second = entrants::accepted_agents(path.parent_path());
    entrants::Entrant entrant = read_or_broken(path);
    // The intake knows who handed an agent in; its own agent.toml may claim anything.
    const auto vouched = known->second.find(path.filename().string());
    if (vouched != known->second.end()) {
      entrant.author = vouched->second.author;
      entrant.agent.name = vouched->second.name;
    } else if (link && !broken_link && fs::read_symlink(path, error).parent_path() == ".store") {
      problems_.add(agents_at_,
                    fmt::format("{0}/{1} is not in {0}/versions.ndjson; hand it in "
                                "again with 'danno league add'",
                                path.parent_path().filename().string(), path.filename().string()));
    }
    add(agents_at_, std::move(entrant));
  }

  /// One student's broken folder must not stop the league of the others.
  static entrants::Entrant read_or_broken(const fs::path& folder) {
    try {
      return entrants::read_agent_folder(folder);
    } catch (const entrants::AgentError& error) {
      return entrants::broken_agent(folder, error);
    }
  }

  /// A folder, or a program that is a bot by itself.
  [[nodiscard]] entrants::Entrant read_at(const std::string& path) const {
    if (entrants::is_agent_folder(base_ / path)) return read_or_broken(base_ / path);
    entrants::Entrant entrant = entrants::find_command({path}, base_);
    if (!entrant.agent.problem.empty() && !fs::exists(base_ / path))
      throw entrants::AgentError(entrant.agent.problem);
    return entrant;
  }

  void add_listed(const toml::table& table) {
    base::TomlReader reader(table, "[[agent]]", problems_);
    values_.agent = {};
    read_table(reader, tables_.back().keys);
    const auto& [path, name, run, author, fresh] = values_.agent;
    const auto at = table.source().begin;
    // Both or neither leave open what the agent is.
    if (table.contains("path") == table.contains("run")) {
      problems_.add(at, "an [[agent]] has either 'path', or 'name' and 'run'");
      return;
    }
    if (!path && !run) return;  // reported already: wrong type
    if (path && path->empty()) {
      reader.complain("path", "'path' is empty; expected the agent's folder, or its program");
      return;
    }
    if (run && run->front().empty()) {
      reader.complain("run", "'run' names no program; expected as in run = [\"hold\"]");
      return;
    }
    if (run && !table.contains("name")) problems_.add(at, "an [[agent]] with 'run' has no 'name'");
    try {
      entrants::Entrant entrant = path ? read_at(*path) : entrants::find_command(*run, base_);
      if (name) entrant.agent.name = *name;
      if (author) entrant.author = *author;
      entrant.agent.fresh = fresh;
      add(at, std::move(entrant));
    } catch (const entrants::AgentError& error) {
      problems_.add(at, error.what());
    }
  }

  void add(const toml::source_position& at, entrants::Entrant entrant) {
    if (const auto problem = entrants::full_name_problem(entrant.author, entrant.agent.name);
        !problem.empty())
      problems_.add(at, problem);
    league_.entrants.push_back(std::move(entrant));
    places_.push_back(at);
  }

  void check_names() {
    std::map<std::string, std::size_t> first;
    for (std::size_t i = 0; i < league_.entrants.size(); ++i) {
      const entrants::Entrant& entrant = league_.entrants[i];
      const auto [name, full] = entrants::agent_names(entrant);
      const auto [earlier, is_new] = first.emplace(full, i);
      if (is_new) continue;
      problems_.add(places_[i],
                    fmt::format("two agents are named '{}' ({} and {}); give one another name",
                                name, league_.entrants[earlier->second].agent.folder.string(),
                                entrant.agent.folder.string()));
    }
    entrants::mark_namesakes(league_.entrants);
  }

  [[nodiscard]] bool lacks_agents() const {
    return static_cast<int>(league_.entrants.size()) < league_.seats;
  }

  void check_number() {
    if (lacks_agents() && problems_.empty() && reads_ != Reads::Growing) {
      problems_.add(agents_at_, fmt::format("{} for tables of {} seats; expected at least {}",
                                            base::format_count(league_.entrants.size(), "agent"),
                                            league_.seats, league_.seats));
    }
    if (league_.max_per_author == 0) return;
    std::map<std::string, int> of_author;
    for (std::size_t i = 0; i < league_.entrants.size(); ++i) {
      const std::string& author = league_.entrants[i].author;
      // Each author is reported once: at the first agent beyond the limit.
      if (author.empty() || ++of_author[author] != league_.max_per_author + 1) continue;
      problems_.add(places_[i],
                    fmt::format("more than max_per_author = {} agents of the author '{}'",
                                league_.max_per_author, author));
    }
    check_authors();
  }

  /// Reports a league in which no table can be filled, so that it would end without a game.
  void check_authors() {
    const std::size_t most = max_agents_at_one_table(league_);
    if (most >= static_cast<std::size_t>(league_.seats)) return;
    if (!keys_ || !problems_.empty() || lacks_agents() || reads_ == Reads::Growing) return;
    keys_->complain("max_per_author",
                    fmt::format("the agents of only {} cannot fill a table of {}; expected more "
                                "authors, or no 'max_per_author'",
                                base::format_count(most, "author"), league_.seats));
  }

  fs::path file_;
  fs::path base_;
  bool all_rules_known_ = true;
  base::Problems& problems_;
  KeptRules& kept_;
  Reads reads_ = Reads::All;
  LeagueKeys values_;
  store::League& league_ = values_.league;
  std::vector<KeyTable> tables_ = key_tables(values_);
  const Format* format_ = nullptr;
  std::optional<base::TomlReader> keys_;  // of [league]
  toml::source_position agents_at_{};
  std::vector<toml::source_position> places_;  // of the entrants
};

}  // namespace

bool is_league_name(std::string_view name) {
  return !name.empty() && name.front() != '.' &&
         name.find_first_not_of(
             "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-") ==
             std::string_view::npos;
}

std::string_view address_problem(std::string_view address) {
  const bool web = address.starts_with("https://") || address.starts_with("http://");
  const bool plain = std::ranges::all_of(address, [](char c) { return '!' <= c && c <= '~'; });
  if (web && plain && address.find_first_of("?#\"<>") == std::string_view::npos) return "";
  return "expected where the site will be published, as in https://example.org/league/";
}

LeagueFileErrors::LeagueFileErrors(std::vector<std::string> lines)
    : std::runtime_error(fmt::format("{}", fmt::join(lines, "\n"))), lines_(std::move(lines)) {}

namespace {

/// Checks [final]. The file's [league] must be without problems.
void check_final(const fs::path& file, toml::table table, const std::string& season,
                 base::Problems& problems, KeptRules& kept) {
  if (!table.contains("final")) return;
  const toml::source_position at = table.get("final")->source().begin;
  const toml::table final = final_table(std::move(table), season);
  const store::League league = FileReader(file, problems, kept).read(final, Reads::Terms).league;
  if (problems.empty() && league.deals == 0)
    problems.add(at, fmt::format("a final of format = \"{}\" never ends; expected another format",
                                 league.format));
}

LeagueKeys read_parsed(const fs::path& file, std::optional<toml::table> table, Reads reads,
                       base::Problems& problems, KeptRules& kept) {
  if (!table) throw LeagueFileErrors(problems.lines());
  LeagueKeys keys = FileReader(file, problems, kept).read(*table, reads);
  if (problems.empty()) check_final(file, std::move(*table), keys.league.name, problems, kept);
  if (!problems.empty()) throw LeagueFileErrors(problems.lines());
  return keys;
}

LeagueKeys read_file(const fs::path& file, Reads reads, KeptRules kept = {}) {
  base::Problems problems(file.string());
  return read_parsed(file, base::parse_toml_file(file.string(), problems), reads, problems, kept);
}

}  // namespace

store::League read_league_file(const fs::path& file, const KeptRules& kept) {
  return read_file(file, Reads::All, kept).league;
}

store::League read_growing_league(const fs::path& file, std::string_view text, KeptRules& kept) {
  base::Problems problems(file.string());
  return read_parsed(file, base::parse_toml(text, problems), Reads::Growing, problems, kept).league;
}

LeagueKeys read_league_terms(const fs::path& file) { return read_file(file, Reads::Terms); }

}  // namespace danno::leagues::schedule
