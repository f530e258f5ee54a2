#include "leagues/site/history_chart.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "leagues/site/figures.hpp"
#include "leagues/site/standings.hpp"
#include "leagues/tables/table.hpp"

namespace danno::leagues::site {
namespace {

using tables::RatedDay;
using tables::RatingHistory;

constexpr std::size_t kMostDrawn = 6;  // there are six colours of agents
constexpr int kChartHeight = 200;
constexpr int kChartMargin = 20;
constexpr int kMostChartTicks = 5;

/// The rating of an agent after a day; its interval is empty if it stands on too few deals.
std::optional<BelievedRating> rating_of(const RatedDay& day, std::size_t agent) {
  const auto& rating = day.agents[agent];
  if (!rating) return std::nullopt;
  BelievedRating shown{rating->elo, rating->elo_low, rating->elo_high};
  tables::drop_rough_interval(rating->deals, shown.low, shown.high);
  return shown;
}

class HistoryChart {
 public:
  explicit HistoryChart(const RatingHistory& history)
      : history_(history), agents_(std::min(history.names.size(), kMostDrawn)) {
    for (const RatedDay& day : history.days) {
      for (std::size_t agent = 0; agent < agents_; ++agent) {
        const auto rating = rating_of(day, agent);
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
        .set("aria-label", "Elo by day; the figures are in the table below")
        .set("height", fmt::to_string(kChartHeight + 2 * kChartMargin));
    draw_axes(svg);
    for (std::size_t agent = 0; agent < agents_; ++agent)
      draw_agent(svg.add("g", fmt::format("agent s{}", agent)), agent);
  }

 private:
  [[nodiscard]] std::string down(double elo) const {
    return fmt::to_string(kChartMargin +
                          std::lround(kChartHeight * (high_ - elo) / (high_ - low_)));
  }
  /// Days that follow each other are as far apart as their dates.
  [[nodiscard]] std::string across(const RatedDay& day) const {
    const auto since = [&](const RatedDay& to) {
      return static_cast<double>((to.day - history_.days.front().day).count());
    };
    return fmt::format("{:.1f}%", 9 + 88 * since(day) / since(history_.days.back()));
  }

  void draw_axes(Element svg) const {
    const double step = std::max(10.0, round_step(high_ - low_, kMostChartTicks));
    for (double tick = std::ceil(low_ / step) * step; tick <= high_; tick += step) {
      svg.add("line", tick == 0 ? "zero" : "grid")
          .set("x1", "8%")
          .set("x2", "100%")
          .set("y1", down(tick))
          .set("y2", down(tick));
      svg.add("text").set("x", "4%").set("y", down(tick)).text(tick == 0 ? "0" : show_whole(tick));
    }
    for (const auto& [day, anchor] :
         {std::pair(&history_.days.front(), "start"), std::pair(&history_.days.back(), "end")})
      svg.add("text", anchor)
          .set("x", across(*day))
          .set("y", fmt::to_string(kChartHeight + 2 * kChartMargin - 2))
          .text(show_date(day->day));
  }

  void draw_agent(Element mark, std::size_t agent) const {
    const RatedDay* before = nullptr;
    for (const RatedDay& day : history_.days) {
      const auto rating = rating_of(day, agent);
      if (!rating) continue;
      const std::string x = across(day);
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
      before = &day;
    }
  }

  const RatingHistory& history_;
  std::size_t agents_;
  double low_ = 0;
  double high_ = 0;
};

void add_table(Element main, const SitePage& page, const ShownDivision& division) {
  const RatingHistory& history = *division.history;
  const std::size_t agents = std::min(history.names.size(), kMostDrawn);
  Element table = add_box(main, "Ratings by day").add("table", "narrow");
  Element head = table.add("thead").add("tr");
  add_head(head, page, "Day", "");
  for (std::size_t agent = 0; agent < agents; ++agent) {
    Element name = head.add("th", fmt::format("n s{}", agent));
    name.set("scope", "col").bot(history.names[agent]);
  }
  Element body = table.add("tbody");
  for (const RatedDay& day : history.days) {
    Element tr = body.add("tr");
    tr.add("th").set("scope", "row").text(show_date(day.day));
    for (std::size_t agent = 0; agent < agents; ++agent) {
      const auto rating = rating_of(day, agent);
      Element cell = tr.add("td", "n");
      if (!rating)
        cell.text("–");
      else
        cell.text(rating->low || rating->high ? show_rating(rating->elo, rating->low, rating->high)
                                              : show_whole(rating->elo));
    }
  }
}

}  // namespace

void add_history(Element main, const SitePage& page, const ShownDivision& division) {
  if (!division.history) return;
  main.add("h2").set("id", "history").text("Rating over time");
  main.add("p", "soft small")
      .text("Raw Elo by all games until the end of each day, with 95 % intervals.");
  HistoryChart(*division.history).draw(main.add("figure", "history"));
  add_table(main, page, division);
}

}  // namespace danno::leagues::site
