// Reads all that the pages show, once and before the first page is written. Deals are chosen here,
// because every page links to the chosen ones.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <variant>

#include "leagues/base/json.hpp"
#include "leagues/base/outside_file.hpp"
#include "leagues/ratings/solved_game.hpp"
#include "leagues/schedule/formats.hpp"
#include "leagues/site/figures.hpp"
#include "leagues/site/site.hpp"
#include "referee/record/sha256.hpp"

namespace danno::leagues::site {

namespace {

using base::Json;

FileNames file_names(const store::StoredLeague& league) {
  std::vector<std::string> names;
  for (const store::StoredAgent& agent : league.agents)
    names.push_back(agent.shown_name());
  return FileNames(std::move(names));
}

/// Returns whether a deal that the user asked for has been played.
bool is_stored(const store::Reader& store, const PageDivision& division,
               const store::StoredLineUp& line_up, std::uint64_t deal) {
  return !report::read_deal(store, division.stored_division(line_up), line_up, deal).empty();
}

/// Returns the deals of this division that the user asked for.
std::vector<Candidate> asked_for(const store::Reader& store, const SiteOptions& options,
                                 const PageDivision& division, const store::StoredLeague& league) {
  std::vector<Candidate> asked;
  for (const report::GameId& id : options.asked) {
    if (id.rules != division.name) continue;
    const auto* const found =
        report::find_line_up(id.line_up, division.survey.line_ups, league.agents);
    if (found == nullptr || !is_stored(store, division, *found, id.deal))
      throw store::WrongFolder(fmt::format("no game '{}' is stored", report::to_string(id)));
    asked.push_back({{found->id, id.deal}, {"asked for"}});
  }
  return asked;
}

/// Returns every stored deal as a candidate.
CandidatesOfKind all_deals(const Survey& survey) {
  std::vector<Candidate> all;
  for (const store::StoredLineUp& line_up : survey.line_ups) {
    for (std::uint64_t deal = 0; deal < line_up.played; ++deal)
      all.push_back({{line_up.id, deal}, {"one of all"}});
  }
  return {std::move(all)};
}

/// Returns the deals that the league's format names, of line-ups that are stored.
CandidatesOfKind deals_of_event(const PageDivision& division) {
  std::map<std::vector<store::Id>, store::Id> line_ups;
  for (const store::StoredLineUp& line_up : division.survey.line_ups)
    line_ups.emplace(line_up.agents, line_up.id);
  CandidatesOfKind candidates;
  for (const std::vector<schedule::NotedDeal>& named : division.event->deals) {
    std::vector<Candidate>& own = candidates.emplace_back();
    for (const schedule::NotedDeal& deal : named) {
      const auto line_up = line_ups.find(deal.agents);
      if (line_up != line_ups.end()) own.push_back({{line_up->second, deal.deal}, {deal.why}});
    }
  }
  return candidates;
}

Candidates collect_candidates(const store::Reader& store, const PageDivision& division,
                              const SiteOptions& options, const store::StoredLeague& stored) {
  Candidates candidates = division.survey.candidates;
  candidates.asked = asked_for(store, options, division, stored);
  if (division.event) candidates.kinds.insert(candidates.kinds.begin(), deals_of_event(division));
  const bool has_all = division.event && division.event->has_all_deals;
  if (!has_all && options.games == kAllGames)
    candidates.kinds.push_back(all_deals(division.survey));
  return candidates;
}

/// Adds the wins of each agent, shared ones by halves, and the lead in points of all games.
void add_result(PageGame& shown, const rules::Definition& definition,
                const std::vector<report::StoredGame>& games) {
  std::vector<double> wins(shown.names.size(), 0);
  std::vector<rules::Points> totals(shown.names.size(), 0);
  for (const report::StoredGame& game : games) {
    const referee::record::GameRecord& record = game.record;
    const auto firsts = std::count(record.places.begin(), record.places.begin() + record.seats, 1);
    for (std::size_t seat = 0; seat < record.seats; ++seat) {
      if (record.places[seat] == 1)
        wins[record.agent_at[seat]] += 1.0 / static_cast<double>(firsts);
      totals[record.agent_at[seat]] += record.totals[seat];
    }
  }
  shown.result = fmt::format("{:.3g}", fmt::join(wins, " : "));
  const auto most = static_cast<std::size_t>(std::ranges::max_element(totals) - totals.begin());
  std::ranges::sort(totals, std::greater());
  if (totals[0] > totals[1]) shown.leader = shown.names[most];
  shown.margin = format_grouped(definition, totals[0] - totals[1]);
}

void choose_games(const store::Reader& store, PageDivision& division, const PageLeague& league,
                  const store::StoredLeague& stored, const SiteOptions& options) {
  const Candidates candidates = collect_candidates(store, division, options, stored);
  const std::size_t limit = options.games.value_or(default_game_count(division.table.rows.size()));
  const auto is_shown = [&](const std::vector<std::string>& names) {
    return std::ranges::any_of(division.table.rows, [&](const report::TableRow& row) {
      return league.has_page(row) && std::ranges::find(names, row.name) != names.end();
    });
  };
  for (ChosenDeal& chosen : choose(candidates, limit)) {
    const store::StoredLineUp* const line_up = division.survey.find_line_up(chosen.deal.line_up);
    if (line_up == nullptr) continue;
    const std::vector<report::StoredGame> games =
        report::read_deal(store, division.stored_division(*line_up), *line_up, chosen.deal.deal);
    if (games.empty()) continue;
    std::vector<std::string> names = store::agent_names(*line_up, stored.agents);
    // An author's pages show only deals of the author's own agents.
    if (!is_shown(names)) continue;
    const std::string path = division.folder + deal_path(league.files, names, chosen.deal.deal);
    division.games.push_back(
        {chosen.deal, std::move(names), path, std::move(chosen.why), "", "", ""});
    add_result(division.games.back(), division.definition(), games);
  }
  std::ranges::sort(division.games, {},
                    [](const PageGame& game) { return std::pair(game.names, game.deal.deal); });
  for (std::size_t i = 0; i < division.games.size(); ++i) {
    const DealRef& deal = division.games[i].deal;
    const store::StoredLineUp& line_up = *division.survey.find_line_up(deal.line_up);
    division.game_pages.emplace(std::pair(store::line_up_name(line_up, stored.agents), deal.deal),
                                i);
  }
}

/// Returns the table row of each entrant of the event.
std::vector<std::size_t> entrant_rows(const PageDivision& division) {
  std::vector<std::size_t> rows;
  if (!division.event) return rows;
  for (const store::StoredAgent& agent : division.event->entrants) {
    const auto row =
        std::ranges::find(division.table.rows, agent.shown_name(), &report::TableRow::name);
    rows.push_back(static_cast<std::size_t>(row - division.table.rows.begin()));
  }
  return rows;
}

PageDivision shown(schedule::DivisionPages pages, const store::StoredLeague& stored) {
  PageDivision division;
  division.name = pages.stored.size() > 1 ? pages.stored.front().definition->id
                                          : report::division_name(pages.stored.front(), stored);
  division.folder = folder_of_division(division.name);
  division.stored = std::move(pages.stored);
  division.table = std::move(pages.table);
  division.event = std::move(pages.event);
  division.entrant_rows = entrant_rows(division);
  return division;
}

void read_pages(const store::Reader& store, const store::StoredLeague& stored, PageLeague& league,
                const solver::Watch& watch) {
  schedule::LeaguePages pages = schedule::find_format(stored.format).pages(store, watch);
  league.table_json = std::move(pages.table_json);
  for (schedule::DivisionPages& division : pages.divisions)
    league.divisions.push_back(shown(std::move(division), stored));
}

/// Reads histories by rounds if rounds are stored, otherwise by days. Each stage costs a fit, so
/// that nothing is computed if there is nothing to draw.
void read_histories(const store::Reader& store, const store::StoredLeague& stored,
                    PageLeague& league) {
  const bool has_rounds = std::ranges::any_of(
      stored.divisions, [&](const auto& division) { return store.count_rounds(division) > 1; });
  const bool has_days = std::ranges::any_of(league.divisions, [](const PageDivision& division) {
    return division.table.days.size() > 1;
  });
  if (!has_rounds && !has_days) return;
  if (!schedule::find_format(stored.format).why_no_history().empty()) return;
  const std::vector<report::RatingHistory> histories = report::compute_histories(
      store, has_rounds ? report::HistoryStep::Rounds : report::HistoryStep::Days);
  for (PageDivision& division : league.divisions) {
    // A division of several table sizes has no common history.
    if (division.stored.size() > 1) continue;
    const auto own =
        std::ranges::find(stored.divisions, division.stored.front().id, &store::StoredDivision::id);
    const auto& history = histories[static_cast<std::size_t>(own - stored.divisions.begin())];
    if (history.stages.size() > 1) division.history = history;
  }
}

void add_left_out(const PageDivision& division, PageLeague& league) {
  if (!division.survey.not_reviewed.empty())
    league.left_out.emplace_back(division.name + ": winning chances", division.survey.not_reviewed);
  if (!division.event) return;
  for (const auto& [what, why] : division.event->left_out)
    league.left_out.emplace_back(fmt::format("{}: {}", division.name, what), why);
}

/// Returns everything that pages say about a season.
Json season_json(const std::optional<SeasonFacts>& season) {
  if (!season) return nullptr;
  const auto seconds = [](const std::optional<std::chrono::sys_seconds>& time) {
    return time ? Json(time->time_since_epoch().count()) : Json(nullptr);
  };
  Json last = Json::array();
  for (const auto& [answered, agent, author] : season->last)
    last.push_back(Json::array({seconds(answered), agent, author}));
  return Json::array({season->is_final, season->is_closed, seconds(season->opens),
                      seconds(season->closes), season->web, season->max_mb, season->max_per_day,
                      season->queue, season->accepted, season->refused, last});
}

/// Serialises the options. It names every member, so that it does not compile if a new one is
/// missing.
Json options_json(const SiteOptions& options) {
  const auto& [shown, games, asked, verified] = options;
  const auto& [faults, authors, decisions, address, title, about, by_author, live, season] = shown;
  Json deals = Json::array();
  for (const report::GameId& id : asked)
    deals.push_back(report::to_string(id));
  return Json::array({static_cast<int>(faults), authors, decisions, address, title, about,
                      by_author, live.has_value(), games, deals, verified, season_json(season)});
}

/// Returns the values of each division, or why there are none.
Json values_json(const store::StoredLeague& league, const solver::Watch& watch) {
  Json values = Json::array();
  for (const store::StoredDivision& division : league.divisions) {
    const auto found = ratings::find_solved(*division.definition, division.parameters, watch);
    const auto* const solved = std::get_if<std::unique_ptr<const ratings::SolvedGame>>(&found);
    values.push_back(solved != nullptr ? (*solved)->name()
                                       : std::get<ratings::NotSolved>(found).reason);
  }
  return values;
}

}  // namespace

PageLeague read_league(const store::Reader& store, const SiteOptions& options,
                       const solver::Watch& watch) {
  const store::StoredLeague stored = store.league();
  PageLeague league{.name = stored.name,
                    .options = options.shown,
                    .files = file_names(stored),
                    .verified = options.verified};
  std::uint64_t read = 0;
  watch("divisions read", read, stored.divisions.size());
  read_pages(store, stored, league, watch);
  read_histories(store, stored, league);
  for (PageDivision& division : league.divisions) {
    watch("divisions read", read++, league.divisions.size());
    for (const store::StoredDivision& one : division.stored)
      division.last_game = std::max(division.last_game, store.last_played(one));
    division.survey = survey(store, division.stored, division.table, options.shown.faults, watch);
    choose_games(store, division, league, stored, options);
    add_left_out(division, league);
  }
  league.puzzles = choose_puzzles(league);
  return league;
}

std::optional<std::string> input_digest(const store::Reader& store, const SiteOptions& options,
                                        bool has_final, const solver::Watch& watch) {
  // A running league changes before its pages are read.
  if (options.shown.live) return std::nullopt;
  constexpr std::uint64_t kMostProgram = std::uint64_t{4} << 30;  // with its debug symbols
  // Another build may write other pages.
  const auto program = base::read_whole("/proc/self/exe", kMostProgram);
  if (!program) return std::nullopt;
  const Json parts =
      Json::array({referee::record::sha256_hex(*program), store.contents(), options_json(options),
                   values_json(store.league(), watch), has_final});
  return referee::record::sha256_hex(base::dump(parts));
}

}  // namespace danno::leagues::site
