#include "leagues/site/pages.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "leagues/report/table.hpp"
#include "leagues/site/chart.hpp"
#include "leagues/site/figures.hpp"
#include "leagues/site/standings.hpp"

namespace danno::leagues::site {
namespace {

using report::HistoryPoint;
using report::RatingHistory;

constexpr std::size_t kMostDrawn = 6;  // there are six colours of agents

/// The rating of an agent after a stage, without an unreliable interval.
std::optional<report::EloInterval> find_rating(const HistoryPoint& stage, std::size_t agent) {
  const auto& rating = stage.agents[agent];
  if (!rating) return std::nullopt;
  return report::elo_interval(*rating).reliable();
}

std::string format_stage(const RatingHistory& history, const HistoryPoint& stage) {
  return history.step == report::HistoryStep::Days ? format_date(stage.day())
                                                   : fmt::format("round {}", stage.number);
}

std::string stage_word(const RatingHistory& history) {
  return history.step == report::HistoryStep::Days ? "day" : "round";
}

/// Draws the lines of some agents, by their numbers in the history. Stages that follow each other
/// are as far apart as their days or rounds.
void draw(Element figure, const RatingHistory& history, const std::vector<std::size_t>& agents) {
  double low = 0;
  double high = 0;
  for (const HistoryPoint& stage : history.stages) {
    for (const std::size_t agent : agents) {
      const auto rating = find_rating(stage, agent);
      if (!rating) continue;
      low = std::min(low, rating->low.value_or(*rating->elo));
      high = std::max(high, rating->high.value_or(*rating->elo));
    }
  }
  RatingChart chart(
      figure, fmt::format("Elo by {}; the figures are in the table below", stage_word(history)),
      low, high);
  const std::int64_t first = history.stages.front().number;
  const auto all = static_cast<double>(history.stages.back().number - first);
  for (std::size_t i = 0; i < agents.size(); ++i) {
    Element marks = chart.add_marks(fmt::format("agent s{}", i));
    std::optional<ChartPlace> before;
    for (const HistoryPoint& stage : history.stages) {
      const auto rating = find_rating(stage, agents[i]);
      if (!rating) continue;
      const double share = static_cast<double>(stage.number - first) / all;
      const ChartPlace here = chart.at(share, *rating->elo);
      if (before) add_line(marks, *before, here);
      chart.add_rating(marks, share, *rating->elo, rating->low, rating->high);
      before = here;
    }
  }
  chart.add_label(0, format_stage(history, history.stages.front()), "start");
  chart.add_label(1, format_stage(history, history.stages.back()), "end");
}

void add_rating(Element cell, const std::optional<report::EloInterval>& rating) {
  if (!rating)
    cell.text("–");
  else
    cell.text(rating->low || rating->high ? format_rating(*rating) : format_whole(*rating->elo));
}

/// Adds the distance of the first agent to the best one of its stage.
void add_gap(Element cell, const HistoryPoint& stage, std::size_t agent) {
  const auto& own = stage.agents[agent];
  double best = own ? own->elo : 0;
  for (const auto& other : stage.agents) {
    if (other) best = std::max(best, other->elo);
  }
  cell.text(!own ? "–" : best == own->elo ? "0" : format_whole(own->elo - best));
}

/// Adds the ratings as a table. With `gap`, the first agent's lead has a column of its own.
void add_table(Element main, const SitePage& page, const RatingHistory& history,
               const std::vector<std::size_t>& agents, bool gap) {
  Element table = add_box(main, "Ratings by " + stage_word(history)).add("table", "narrow");
  Element head = table.add("thead").add("tr");
  add_head(head, page, history.step == report::HistoryStep::Days ? "Day" : "Round", "");
  for (std::size_t i = 0; i < agents.size(); ++i) {
    Element name = head.add("th", fmt::format("n s{}", i));
    name.set("scope", "col").bot(history.names[agents[i]]);
  }
  if (gap) add_head(head, page, "Behind the best", "n");
  Element body = table.add("tbody");
  for (const HistoryPoint& stage : history.stages) {
    Element tr = body.add("tr");
    tr.add("th").set("scope", "row").text(format_stage(history, stage));
    for (const std::size_t agent : agents)
      add_rating(tr.add("td", "n"), find_rating(stage, agent));
    if (gap) add_gap(tr.add("td", "n"), stage, agents.front());
  }
}

void add_heading(Element main, const RatingHistory& history) {
  main.add("h2").set("id", "history").text("Rating over time");
  main.add("p", "soft small")
      .text(fmt::format("Raw Elo by all games until the end of each {}, with 95 % intervals.",
                        stage_word(history)));
}

}  // namespace

void add_history(Element main, const SitePage& page, const PageDivision& division) {
  if (!division.history) return;
  const RatingHistory& history = *division.history;
  std::vector<std::size_t> agents(std::min(history.names.size(), kMostDrawn));
  std::iota(agents.begin(), agents.end(), 0);
  add_heading(main, history);
  draw(main.add("figure", "history"), history, agents);
  add_table(main, page, history, agents, false);
}

void add_agent_history(Element main, const SitePage& page, const PageDivision& division,
                       const report::TableRow& row) {
  if (!division.history) return;
  const RatingHistory& history = *division.history;
  const auto own = std::ranges::find(history.names, row.name);
  if (own == history.names.end()) return;
  std::vector<std::size_t> agents{static_cast<std::size_t>(own - history.names.begin())};
  if (agents.front() > 0) agents.push_back(0);
  add_heading(main, history);
  if (row.version > 1) {
    main.add("p", "soft small")
        .text(
            fmt::format("Of version {}, the one that plays now; earlier versions played as agents "
                        "of their own.",
                        row.version));
  }
  draw(main.add("figure", "history"), history, agents);
  add_table(main, page, history, agents, agents.front() > 0);
}

}  // namespace danno::leagues::site
