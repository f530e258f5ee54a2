// Makes the web pages of a league in a new folder and puts it in the place of the old one.
//
// The league is read once (read_league.cpp); each page is then a function of what was read.
// site.json has a hash of every file and of all inputs. If the inputs are the same and no file has
// changed, nothing is made.
#include "leagues/site/site.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "leagues/base/json.hpp"
#include "leagues/ratings/solved_game.hpp"
#include "leagues/report/game_files.hpp"
#include "leagues/site/frame.hpp"
#include "leagues/site/pages.hpp"
#include "leagues/site/playground.hpp"
#include "leagues/site/write.hpp"
#include "referee/record/sha256.hpp"

namespace danno::leagues::site {
namespace {

using base::Json;

/// The most bytes of games as JSON lines; further ones are left to 'danno league export'.
constexpr std::size_t kMostJson = 8'000'000;

/// Removes authors and faults from a file for programs if the pages do not show them. Types are
/// checked, because an agent may have the name of a key.
void hide(Json& value, const PageOptions& options) {
  if (!value.is_structured()) return;
  const auto has = [&](const char* key, Json::value_t type) {
    const auto found = value.find(key);
    return found != value.end() && found->type() == type;
  };
  if (!options.authors) {
    if (has("author", Json::value_t::string)) value["author"] = "";
    if (has("full_name", Json::value_t::string)) value.erase("full_name");
    if (has("full_names", Json::value_t::array)) value.erase("full_names");
  }
  if (options.faults == FaultDetail::None) {
    if (has("faults", Json::value_t::array)) value["faults"].clear();
    for (const char* const counts : {"faults", "faults_against"}) {
      if (has(counts, Json::value_t::object)) value[counts].clear();
    }
  }
  for (Json& inner : value)
    hide(inner, options);
}

/// The most characters of all values together; a rule set beyond them is solved in the page, or is
/// played without exact values.
constexpr std::size_t kMostValues = 200'000;

/// Returns the script of the league's exact values, by the names of their files.
std::string values_script(const PageLeague& league, const solver::Watch& watch) {
  std::string values;
  std::set<std::string> names;
  for (const PageDivision& division : league.divisions) {
    for (const store::StoredDivision& stored : division.stored) {
      const auto solved =
          ratings::known_values({*stored.definition, stored.seats, stored.parameters}, watch);
      if (solved == nullptr || !names.insert(solver::table_name(solved->rules)).second) continue;
      const std::string packed = referee::record::to_base64(solver::pack_table(*solved->table));
      if (values.size() + packed.size() > kMostValues) continue;
      values += fmt::format("\"{}\": \"{}\",\n", solver::table_name(solved->rules), packed);
    }
  }
  return fmt::format("globalThis.dannoValues = {{\n{}}};\n", values);
}

class SiteMaker {
 public:
  SiteMaker(const store::Reader& store, SiteFolder& folder, const SiteOptions& options,
            bool has_final, const solver::Watch& watch)
      : store_(store), watch_(watch), folder_(folder), league_(read_league(store, options, watch)) {
    league_.has_final = has_final;
  }

  /// Returns site.json.
  Json make(const std::optional<std::string>& input_digest) {
    folder_.write("index.html", index_page(league_));
    folder_.write("how.html", how_page(league_));
    if (league_.has_hand_in()) {
      folder_.write(kHandInPage, hand_in_page(league_));
      folder_.write(std::string(kHandInAssets.script_file), kHandInAssets.script);
    }
    if (has_authors(league_)) folder_.write(kAuthorsPage, authors_page(league_));
    for (const PageDivision& division : league_.divisions) {
      add_lists(division);
      add_event(division);
      add_agents(division);
      add_games(division);
    }
    add_assets(kDealAssets);
    add_assets(kLeagueAssets);
    if (!league_.puzzles.empty()) {
      folder_.write(kPuzzlePage, puzzle_page(league_));
      add_assets(kPuzzleAssets);
    }
    if (league_.options.by_author.empty()) add_playground();
    folder_.write("icon.svg", kIcon);
    if (!league_.options.address.empty()) folder_.write(kPreviewFile, kPreview);
    if (league_.options.by_author.empty()) add_data();
    return folder_.finish(about(), input_digest);
  }

 private:
  void add_assets(const Assets& assets) {
    folder_.write(std::string(assets.style_file), assets.style);
    folder_.write(std::string(assets.script_file), assets.script);
  }

  /// Adds the machine-readable files. A single-author site omits them, because they cover all
  /// agents.
  void add_data() {
    folder_.write("table.json", shown_table_json());
    folder_.write("table.schema.json", kTableSchema);
    folder_.write("game.schema.json", kGameSchema);
    folder_.write("feed.xml", feed(league_));
    report::LeagueTable table{league_.name, {}, {}};
    for (const PageDivision& division : league_.divisions)
      table.divisions.push_back(shown_table(division));
    folder_.write("table.csv", report::table_csv(table));
    if (league_.has_head_to_head_file())
      folder_.write("head-to-head.csv", report::head_to_head_csv(table));
    else
      league_.left_out.emplace_back(
          "head-to-head.csv",
          fmt::format("of over {} agents; the league's folder has it", kMostInHeadToHeadFile));
  }

  void add_playground() {
    if (!has_playground()) {
      league_.left_out.emplace_back("the pages to play in",
                                    "this danno was built without a compiler for WebAssembly");
      return;
    }
    folder_.write(std::string(kDannoWasmFile), kDannoWasm);
    folder_.write(std::string(kApiFile), kApiScript);
    folder_.write(std::string(kDannoValuesFile), values_script(league_, watch_));
    folder_.write(kPlayPage, play_page(league_));
    add_assets(kPlayAssets);
    folder_.write(kWritePage, write_page(league_));
    add_assets(write_assets());
  }

  void add_lists(const PageDivision& division) {
    folder_.write(rules_path(division.name), rules_page(league_, division));
    const std::size_t tables = std::max<std::size_t>(1, count_pages(division.table.rows.size()));
    for (std::size_t i = 0; i < tables; ++i)
      folder_.write(division.folder + paged("index", i), division_page(league_, division, i));
    for (std::size_t i = 0; i < count_pages(division.games.size()); ++i)
      folder_.write(division.folder + paged("games", i), games_page(league_, division, i));
    if (division.table.head_to_head.size() > kSquareInDivision)
      folder_.write(division.folder + "head-to-head.html", head_to_head_page(league_, division));
  }

  void add_event(const PageDivision& division) {
    if (!division.event) return;
    for (const schedule::EventPage& own : division.event->pages)
      folder_.write(event_path(division, own), event_page(league_, division, own));
  }

  void add_agents(const PageDivision& division) {
    for (std::size_t row = 0; row < division.table.rows.size(); ++row) {
      const report::TableRow& agent = division.table.rows[row];
      if (!league_.has_page(agent)) continue;
      watch_("pages of agents written", row, division.table.rows.size());
      const std::string path = division.folder + agent_page_path(league_.files, agent.name);
      folder_.write(path, agent_page(league_, division, row));
    }
  }

  void add_games(const PageDivision& division) {
    std::map<store::Id, report::Chances> chances;  // by stored division
    std::size_t done = 0;
    for (const PageGame& game : division.games) {
      watch_("pages of games written", done++, division.games.size());
      const store::StoredLineUp& line_up = *division.survey.find_line_up(game.deal.line_up);
      const store::StoredDivision& stored = division.stored_division(line_up);
      const rules::RuleSet rules(*stored.definition, stored.seats, stored.parameters);
      const auto own = chances.try_emplace(stored.id, rules, watch_).first;
      add_game(division, game, report::read_deal(store_, stored, line_up, game.deal.deal),
               own->second);
    }
  }

  void add_game(const PageDivision& division, const PageGame& game,
                const std::vector<report::StoredGame>& games, report::Chances& chances) {
    PageDeal shown = make_page_deal(games, chances);
    for (auto reason = game.why.begin(); reason != game.why.end(); ++reason) {
      // A deal may be chosen for the same reason by two agents; the words appear once.
      if (std::ranges::find(game.why.begin(), reason, reason->words, &Reason::words) == reason)
        shown.why += (shown.why.empty() ? "" : "; ") + reason->words;
    }
    shown.faults = league_.options.faults;
    if (league_.options.by_author.empty()) {
      for (const std::string& name : game.names)
        shown.agent_pages.push_back("../" + agent_page_path(league_.files, name));
    }
    std::string lines;
    for (const report::StoredGame& one : games) {
      lines += game_line(one);
      const std::string written = fmt::format("{}-{}.txt", game.path, one.id.seating);
      folder_.write(written, report::game_text(one));
      shown.written.push_back(written.substr(written.rfind('/') + 1));
    }
    // The pages stay; only the files for programs are limited.
    if (json_bytes_ + lines.size() <= kMostJson) {
      json_bytes_ += lines.size();
      folder_.write(game.path + ".jsonl", lines);
      shown.as_json = game.path.substr(game.path.rfind('/') + 1) + ".jsonl";
    }
    SitePage page(league_, game.path + ".html",
                  fmt::format("{}, deal {} – {}", deal_title(shown), game.deal.deal, division.name),
                  "", kDealAssets);
    page.describe(deal_description(shown));
    add_deal(page.main(), shown);
    folder_.write(page.path(), page.print());
  }

  /// Returns the league's own table.json, without what the pages do not show.
  [[nodiscard]] std::string shown_table_json() const {
    if (shows_all()) return league_.table_json;
    Json json = base::parse_json(league_.table_json);
    hide(json, league_.options);
    return base::dump(json, 2) + "\n";
  }

  [[nodiscard]] report::DivisionTable shown_table(const PageDivision& division) const {
    report::DivisionTable table = division.table;
    for (report::TableRow& row : table.rows) {
      if (!league_.options.authors) row.author.clear();
      if (league_.options.faults == FaultDetail::None) row.tally.faults.clear();
    }
    return table;
  }

  [[nodiscard]] bool shows_all() const {
    return league_.options.authors && league_.options.faults != FaultDetail::None;
  }

  /// Returns the line of 'danno league export --json', without what the pages do not show.
  [[nodiscard]] std::string game_line(const report::StoredGame& game) const {
    Json json = report::game_object(game);
    if (league_.options.faults != FaultDetail::Details) {
      for (Json& fault : json.at("faults"))
        fault["detail"] = "";
    }
    hide(json, league_.options);
    return base::dump(json) + "\n";
  }

  [[nodiscard]] Json about() const {
    Json divisions = Json::array();
    for (const PageDivision& division : league_.divisions) {
      Json seeds = Json::array();
      for (const store::Epoch& epoch : division.table.epochs) {
        seeds.push_back({{"commitment", epoch.commitment},
                         {"seed", epoch.revealed ? Json(epoch.seed) : Json(nullptr)}});
      }
      divisions.push_back({{"rules", division.name},
                           {"seats", division.table.seats},
                           {"agents", division.table.rows.size()},
                           {"games", division.table.games},
                           {"games_shown", division.games.size()},
                           {"seeds", seeds},
                           {"records", division.table.records},
                           {"verified", league_.verified ? Json(true) : Json(nullptr)}});
    }
    Json left_out = Json::array();
    for (const auto& [what, why] : league_.left_out)
      left_out.push_back({{"what", what}, {"why", why}});
    return {{"danno_site", 1},
            {"league", league_.name},
            {"divisions", divisions},
            {"left_out", left_out}};
  }

  const store::Reader& store_;
  const solver::Watch& watch_;
  SiteFolder& folder_;
  PageLeague league_;
  std::size_t json_bytes_ = 0;
};

/// Returns what site.json records about the pages.
MadeSite described(const Json& about) {
  MadeSite made;
  for (const auto& [path, hash] : about.at("files").items())
    made.pages += path.ends_with(".html") ? 1 : 0;
  for (const Json& division : about.at("divisions"))
    made.games += division.at("games_shown").get<std::size_t>();
  for (const Json& one : about.at("left_out"))
    made.left_out.emplace_back(one.at("what").get<std::string>(), one.at("why").get<std::string>());
  return made;
}

}  // namespace

MadeSite make_site(const store::Reader& store, const std::filesystem::path& folder,
                   const SiteOptions& options, const solver::Watch& watch) {
  SiteFolder files(folder, watch);
  const bool has_final =
      std::filesystem::exists(folder.parent_path() / "final" / kFolder / "site.json");
  const auto of =
      input_digest(store, options, has_final, watch);  // read first: the league may be playing
  const auto before = of ? files.kept(*of) : std::nullopt;
  MadeSite made =
      described(before ? *before : SiteMaker(store, files, options, has_final, watch).make(of));
  made.is_new = !before;
  made.bytes = files.bytes();
  return made;
}

}  // namespace danno::leagues::site
