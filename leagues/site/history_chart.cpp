#include "leagues/site/history_chart.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "leagues/site/figures.hpp"
#include "leagues/site/standings.hpp"
#include "leagues/tables/table.hpp"

namespace danno::leagues::site {
namespace {

using tables::RatedStage;
using tables::RatingHistory;

constexpr std::size_t kMostDrawn = 6;  // there are six colours of agents
constexpr int kChartHeight = 200;
constexpr int kChartMargin = 20;
constexpr int kMostChartTicks = 5;

/// The rating of an agent after a stage; its interval is empty if it stands on too few deals.
std::optional<BelievedRating> rating_of(const RatedStage& stage, std::size_t agent) {
  const auto& rating = stage.agents[agent];
  if (!rating) return std::nullopt;
  BelievedRating shown{rating->elo, rating->elo_low, rating->elo_high};
  tables::drop_rough_interval(rating->deals, shown.low, shown.high);
  return shown;
}

std::string show_stage(const RatingHistory& history, const RatedStage& stage) {
  return history.stages_are == tables::StagesAre::Days ? show_date(stage.day())
                                                       : fmt::format("round {}", stage.number);
}

std::string stage_word(const RatingHistory& history) {
  return history.stages_are == tables::StagesAre::Days ? "day" : "round";
}

/// The lines of some agents, by their numbers in the history.
class HistoryChart {
 public:
  HistoryChart(const RatingHistory& history, const std::vector<std::size_t>& agents)
      : history_(history), agents_(agents) {
    for (const RatedStage& stage : history.stages) {
      for (const std::size_t agent : agents_) {
        const auto rating = rating_of(stage, agent);
        if (!rating) continue;
        low_ = std::min(low_, rating->low.value_or(rating->elo));
        high_ = std::max(high_, rating->high.value_or(rating->elo));
      }
    }
    if (high_ - low_ < 1) high_ = low_ + 1;
  }

  void draw(Element figure) const {
    Element svg = figure.add("svg", "elo");
    svg.set("role", "img")
        .set("aria-label",
             fmt::format("Elo by {}; the figures are in the table below", stage_word(history_)))
        .set("height", fmt::to_string(kChartHeight + 2 * kChartMargin));
    draw_axes(svg);
    for (std::size_t i = 0; i < agents_.size(); ++i)
      draw_agent(svg.add("g", fmt::format("agent s{}", i)), agents_[i]);
  }

 private:
  [[nodiscard]] std::string down(double elo) const {
    return fmt::to_string(kChartMargin +
                          std::lround(kChartHeight * (high_ - elo) / (high_ - low_)));
  }
  /// Stages that follow each other are as far apart as their days or rounds.
  [[nodiscard]] std::string across(const RatedStage& stage) const {
    const std::int64_t first = history_.stages.front().number;
    const auto all = static_cast<double>(history_.stages.back().number - first);
    return fmt::format("{:.1f}%", 9 + 88 * static_cast<double>(stage.number - first) / all);
  }

  void draw_axes(Element svg) const {
    for (const double tick : round_ticks(low_, high_, kMostChartTicks, 10)) {
      svg.add("line", tick == 0 ? "zero" : "grid")
          .set("x1", "8%")
          .set("x2", "100%")
          .set("y1", down(tick))
          .set("y2", down(tick));
      svg.add("text").set("x", "4%").set("y", down(tick)).text(tick == 0 ? "0" : show_whole(tick));
    }
    for (const auto& [stage, anchor] :
         {std::pair(&history_.stages.front(), "start"), std::pair(&history_.stages.back(), "end")})
      svg.add("text", anchor)
          .set("x", across(*stage))
          .set("y", fmt::to_string(kChartHeight + 2 * kChartMargin - 2))
          .text(show_stage(history_, *stage));
  }

  void draw_agent(Element mark, std::size_t agent) const {
    const RatedStage* before = nullptr;
    for (const RatedStage& stage : history_.stages) {
      const auto rating = rating_of(stage, agent);
      if (!rating) continue;
      const std::string x = across(stage);
      if (before != nullptr)
        mark.add("line")
            .set("x1", across(*before))
            .set("y1", down(before->agents[agent]->elo))
            .set("x2", x)
            .set("y2", down(rating->elo));
      if (rating->low && rating->high)
        mark.add("line", "range")
            .set("x1", x)
            .set("y1", down(*rating->high))
            .set("x2", x)
            .set("y2", down(*rating->low));
      mark.add("circle").set("cx", x).set("cy", down(rating->elo)).set("r", "3.5");
      before = &stage;
    }
  }

  const RatingHistory& history_;
  const std::vector<std::size_t>& agents_;
  double low_ = 0;
  double high_ = 0;
};

void add_rating(Element cell, const std::optional<BelievedRating>& rating) {
  if (!rating)
    cell.text("–");
  else
    cell.text(rating->low || rating->high ? show_rating(rating->elo, rating->low, rating->high)
                                          : show_whole(rating->elo));
}

/// How far the first agent was behind the best of its stage.
void add_gap(Element cell, const RatedStage& stage, std::size_t agent) {
  const auto& own = stage.agents[agent];
  double best = own ? own->elo : 0;
  for (const auto& other : stage.agents) {
    if (other) best = std::max(best, other->elo);
  }
  cell.text(!own ? "–" : best == own->elo ? "0" : show_whole(own->elo - best));
}

/// `gap` of the first agent: a column of its own.
void add_table(Element main, const SitePage& page, const RatingHistory& history,
               const std::vector<std::size_t>& agents, bool gap) {
  Element table = add_box(main, "Ratings by " + stage_word(history)).add("table", "narrow");
  Element head = table.add("thead").add("tr");
  add_head(head, page, history.stages_are == tables::StagesAre::Days ? "Day" : "Round", "");
  for (std::size_t i = 0; i < agents.size(); ++i) {
    Element name = head.add("th", fmt::format("n s{}", i));
    name.set("scope", "col").bot(history.names[agents[i]]);
  }
  if (gap) add_head(head, page, "Behind the best", "n");
  Element body = table.add("tbody");
  for (const RatedStage& stage : history.stages) {
    Element tr = body.add("tr");
    tr.add("th").set("scope", "row").text(show_stage(history, stage));
    for (const std::size_t agent : agents)
      add_rating(tr.add("td", "n"), rating_of(stage, agent));
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

void add_history(Element main, const SitePage& page, const ShownDivision& division) {
  if (!division.history) return;
  const RatingHistory& history = *division.history;
  std::vector<std::size_t> agents(std::min(history.names.size(), kMostDrawn));
  std::iota(agents.begin(), agents.end(), 0);
  add_heading(main, history);
  HistoryChart(history, agents).draw(main.add("figure", "history"));
  add_table(main, page, history, agents, false);
}

void add_history_of(Element main, const SitePage& page, const ShownDivision& division,
                    const tables::TableRow& row) {
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
  HistoryChart(history, agents).draw(main.add("figure", "history"));
  add_table(main, page, history, agents, agents.front() > 0);
}

}  // namespace danno::leagues::site
