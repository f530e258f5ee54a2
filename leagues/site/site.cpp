#include "leagues/site/site.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>

#include "leagues/archive/game_files.hpp"
#include "leagues/site/assets.hpp"
#include "leagues/site/frame.hpp"
#include "leagues/site/pages.hpp"
#include "leagues/site/write.hpp"
#include "leagues/text/json.hpp"

namespace danno::leagues::site {
namespace {

using text::Json;

FileNames file_names(const store::StoredLeague& league) {
  std::vector<std::string> names;
  for (const store::StoredAgent& agent : league.agents)
    names.push_back(agent.shown_name());
  return FileNames(std::move(names));
}

/// Those that were asked for and are this division's.
std::vector<Candidate> asked_for(const SiteOptions& options, const ShownDivision& division,
                                 const store::StoredLeague& league) {
  std::vector<Candidate> asked;
  for (const archive::GameId& id : options.asked) {
    if (id.rules != division.name) continue;
    const auto line_up = std::ranges::find_if(division.survey.line_ups, [&](const auto& one) {
      return store::line_up_name(one.second, league.agents) == id.line_up;
    });
    if (line_up == division.survey.line_ups.end() || id.deal >= line_up->second.planned)
      throw store::WrongFolder(fmt::format("no game '{}' is stored", archive::to_string(id)));
    asked.push_back({{line_up->first, id.deal}, "asked for"});
  }
  return asked;
}

/// Every stored deal, where all are wanted.
std::vector<std::vector<Candidate>> all_deals(const Survey& survey) {
  std::vector<std::vector<Candidate>> all(1);
  for (const auto& [id, line_up] : survey.line_ups) {
    for (std::uint64_t deal = 0; deal < line_up.played; ++deal)
      all.front().push_back({{id, deal}, "one of all"});
  }
  return all;
}

void choose_games(ShownDivision& division, const ShownLeague& league,
                  const store::StoredLeague& stored, const SiteOptions& options) {
  Candidates candidates = division.survey.candidates;
  candidates.asked = asked_for(options, division, stored);
  if (!options.games) candidates.kinds.push_back(all_deals(division.survey));
  const std::size_t limit = options.games.value_or(std::numeric_limits<std::size_t>::max());
  const auto is_shown = [&](const std::vector<std::string>& names) {
    return std::ranges::any_of(division.table.rows, [&](const tables::TableRow& row) {
      return league.has_page(row) && std::ranges::find(names, row.name) != names.end();
    });
  };
  for (ChosenDeal& chosen : choose(candidates, limit)) {
    const auto line_up = division.survey.line_ups.find(chosen.deal.line_up);
    if (line_up == division.survey.line_ups.end()) continue;
    std::vector<std::string> names = store::names_of(line_up->second, stored.agents);
    if (!is_shown(names)) continue;
    const std::string path = division.folder + deal_path(league.files, names, chosen.deal.deal);
    division.games.push_back({chosen.deal, std::move(names), path, std::move(chosen.why)});
  }
  std::ranges::sort(division.games, {},
                    [](const ShownGame& game) { return std::pair(game.names, game.deal.deal); });
  for (std::size_t i = 0; i < division.games.size(); ++i)
    division.game_pages.emplace(division.games[i].deal, i);
}

class SiteMaker {
 public:
  SiteMaker(const store::Store& store, const std::filesystem::path& folder,
            const SiteOptions& options, const solver::Watch& watch)
      : store_(store),
        options_(options),
        watch_(watch),
        stored_(store.league()),
        league_{stored_.name, options.shown, file_names(stored_), {}, options.verified},
        folder_(folder) {}

  MadeSite make() {
    read();
    page("index.html", index_page(league_));
    page("how.html", how_page(league_));
    for (const ShownDivision& division : league_.divisions) {
      add_lists(division);
      add_agents(division);
      add_games(division);
    }
    folder_.write("danno.css", kStyle);
    folder_.write("danno.js", kScript);
    if (league_.options.by_author.empty()) folder_.write("table.json", table_json_);
    folder_.finish(about());
    made_.bytes = folder_.bytes();
    return std::move(made_);
  }

 private:
  void read() {
    tables::LeagueTable tables = tables::compute_table(store_, watch_);
    table_json_ = tables::table_json(tables);
    for (std::size_t i = 0; i < tables.divisions.size(); ++i) {
      ShownDivision& division = league_.divisions.emplace_back();
      division.stored = stored_.divisions[i];
      division.name = archive::division_name(division.stored, stored_);
      division.folder = folder_of_division(division.name);
      division.table = std::move(tables.divisions[i]);
      division.survey = survey(store_, division.stored, division.table, watch_);
      if (!division.survey.not_reviewed.empty())
        made_.left_out.emplace_back(division.name + ": winning chances",
                                    division.survey.not_reviewed);
      choose_games(division, league_, stored_, options_);
    }
  }

  void page(const std::string& path, const std::string& content) {
    folder_.write(path, content);
    ++made_.pages;
  }

  void add_lists(const ShownDivision& division) {
    const auto parts = [](std::size_t rows) { return (rows + kRowsOfPage - 1) / kRowsOfPage; };
    for (std::size_t i = 0; i < std::max<std::size_t>(1, parts(division.table.rows.size())); ++i)
      page(division.folder + paged("index", i), division_page(league_, division, i));
    for (std::size_t i = 0; i < parts(division.games.size()); ++i)
      page(division.folder + paged("games", i), games_page(league_, division, i));
    if (division.table.head_to_head.size() > kSquareInDivision)
      page(division.folder + "head-to-head.html", head_to_head_page(league_, division));
  }

  void add_agents(const ShownDivision& division) {
    for (std::size_t row = 0; row < division.table.rows.size(); ++row) {
      const tables::TableRow& agent = division.table.rows[row];
      if (!league_.has_page(agent)) continue;
      watch_("pages of agents written", row, division.table.rows.size());
      page(division.folder + agent_page_path(league_.files, agent.name),
           agent_page(league_, division, row));
    }
  }

  void add_games(const ShownDivision& division) {
    const rules::RuleSet rules(*division.stored.definition, division.stored.seats,
                               division.stored.parameters);
    archive::Chances chances(rules, watch_);
    std::size_t done = 0;
    for (const ShownGame& game : division.games) {
      watch_("pages of games written", done++, division.games.size());
      add_game(division, game, chances);
    }
    made_.games += division.games.size();
  }

  void add_game(const ShownDivision& division, const ShownGame& game, archive::Chances& chances) {
    const store::StoredLineUp& line_up = division.survey.line_ups.at(game.deal.line_up);
    const std::vector<archive::StoredGame> games =
        archive::read_deal(store_, division.stored, line_up, game.deal.deal);
    if (games.empty()) return;
    ShownDeal shown;
    shown.division = division.name;
    shown.agents = game.names;
    shown.same_dice = games.front().same_dice;
    shown.why = fmt::format("{}", fmt::join(game.why, "; "));
    shown.commitment = games.front().commitment;
    shown.seed = games.front().seed;
    shown.faults = league_.options.faults;
    if (league_.options.by_author.empty()) {
      for (const std::string& name : game.names)
        shown.agent_pages.push_back("../" + agent_page_path(league_.files, name));
    }
    for (const archive::StoredGame& one : games) {
      shown.games.push_back(archive::view_game(one, chances));
      const std::string written = fmt::format("{}-{}.txt", game.path, one.id.seating);
      folder_.write(written, archive::game_text(one));
      shown.written.push_back(written.substr(written.rfind('/') + 1));
    }
    SitePage page(league_, game.path + ".html",
                  fmt::format("{} – {}", deal_title(shown), division.name), "");
    add_deal(page.main(), shown);
    this->page(page.path(), page.print());
  }

  [[nodiscard]] Json about() const {
    Json divisions = Json::array();
    for (const ShownDivision& division : league_.divisions) {
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
    return {{"danno_site", 1}, {"league", league_.name}, {"divisions", divisions}};
  }

  const store::Store& store_;
  const SiteOptions& options_;
  const solver::Watch& watch_;
  store::StoredLeague stored_;
  ShownLeague league_;
  SiteFolder folder_;
  std::string table_json_;
  MadeSite made_;
};

}  // namespace

std::string why_no_site(std::string_view format) {
  return format == "tournament"
             ? "a league of tournaments has no site yet; 'danno league table' shows it"
             : "";
}

MadeSite make_site(const store::Store& store, const std::filesystem::path& folder,
                   const SiteOptions& options, const solver::Watch& watch) {
  return SiteMaker(store, folder, options, watch).make();
}

}  // namespace danno::leagues::site
