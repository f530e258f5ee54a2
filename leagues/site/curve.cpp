// Draws a game: the winning chance after every throw and decision, or the totals if the game is not
// solved. Lines are stretched over the width of the page by the browser. Labels and marks are
// placed by percent, so that letters and circles keep their shape.
#include "leagues/site/deal_parts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "leagues/site/figures.hpp"

namespace danno::leagues::site {
namespace {

using report::GameView;

/// The drawing's own units; it is stretched over the width of the page.
constexpr int kWidth = 1000;
constexpr int kHeight = 200;
constexpr int kMostHeights = 4;
constexpr int kMostSteps = 5;
constexpr double kLabel = 0.13;  ///< The height of a label at the end of a curve.

/// Returns the place of a row in the drawing's units.
int across(double rows, std::size_t of) {
  return static_cast<int>(std::lround(kWidth * rows / static_cast<double>(of)));
}
/// Returns the height of a share, counted from the top.
int down(double share) { return static_cast<int>(std::lround(kHeight * (1 - share))); }
std::string format_css_percent(double share) { return fmt::format("{:.1f}%", 100 * share); }

/// Returns the most that the axis of totals shows.
rules::Points largest_total(const GameView& game) {
  const auto& totals = game.end.totals;
  return std::max(*std::max_element(totals.begin(), totals.end()), game.rules->parameters().target);
}

/// Returns the path of the chance, with a point after every throw and every decision: luck and play
/// are segments of their own.
std::string chance_path(const GameView& game, const std::vector<GameRow>& rows) {
  const bool first_begins = game.agent_at[0] == 0;
  const double start = game.account->start;
  std::string path = fmt::format("V{}", down(first_begins ? start : 1 - start));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto add = [&](const report::ViewedStep* step, double x) {
      if (step != nullptr)
        path += fmt::format("L{} {}", across(x, rows.size()), down(chance_of_first(game, *step)));
    };
    const auto x = static_cast<double>(i);
    add(rows[i].thrown, rows[i].done == nullptr ? x + 1 : x + 0.5);
    add(rows[i].done, x + 1);
  }
  return path;
}

/// Adds one path, filled from and to the middle: the first agent's colour above it, the second's
/// below.
void add_chances(Element svg, const GameView& game, const std::vector<GameRow>& rows,
                 const std::string& id) {
  Element fill = svg.add("linearGradient");
  fill.set("id", id).set("x2", "0").set("y2", fmt::to_string(kHeight));
  fill.set("gradientUnits", "userSpaceOnUse");
  fill.add("stop", "s0").set("offset", ".5");
  fill.add("stop", "s1").set("offset", ".5");
  svg.add("path")
      .set("fill", fmt::format("url(#{})", id))
      .set("d", fmt::format("M0 {0}{1}V{0}z", kHeight / 2, chance_path(game, rows)));
}

void add_totals(Element svg, const GameView& game, const std::vector<GameRow>& rows) {
  const auto most = static_cast<double>(largest_total(game));
  for (std::size_t seat = 0; seat < game.agent_at.size(); ++seat) {
    std::string path = fmt::format(
        "M0 {}", down(game.steps.empty() ? 0 : game.steps[0].before.totals[seat] / most));
    rules::Points total = game.steps.empty() ? 0 : game.steps[0].before.totals[seat];
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const rules::Points next = rows[i].last().after.totals[seat];
      // A total changes in steps, so the line has a corner only where it does.
      if (next == total) continue;
      total = next;
      path += fmt::format("H{}V{}", across(static_cast<double>(i + 1), rows.size()),
                          down(total / most));
    }
    svg.add("path", fmt::format("line s{}", game.agent_at[seat]))
        .set("d", path + fmt::format("H{}", kWidth));
  }
}

/// Adds a circle for the first agent or a triangle for the second; the size is the root of the
/// cost.
void add_mark(Element marks, const PageDeal& deal, std::size_t game, const GameRow& row, double x) {
  const GameView& view = deal.games[game];
  const std::size_t agent = row_agent(view, row);
  const double size = 4 + 10 * std::sqrt(row.cost());
  Element link = marks.add("a", fmt::format("s{}", agent));
  link.link("", step_id(game, row.number));
  link.set("aria-label", fmt::format("step {}: {} gave away {} %", row.number, deal.agents[agent],
                                     format_percent(row.cost())));
  Element place = link.add("svg");
  place.set("x", format_css_percent(x));
  place.set("y", format_css_percent(1 - chance_of_first(view, row.last())));
  if (agent == 0) {
    place.add("circle").set("r", fmt::format("{:.1f}", size));
  } else {
    place.add("path").set("d", fmt::format("M0-{0:.1f} {0:.1f} {0:.1f}H-{0:.1f}z", size));
  }
}

void add_marks(Element svg, const PageDeal& deal, std::size_t game,
               const std::vector<GameRow>& rows) {
  for (const std::size_t i : costliest_mistakes(rows))
    add_mark(svg, deal, game, rows[i],
             static_cast<double>(i + 1) / static_cast<double>(rows.size()));
}

/// Adds a line across at each share of the height, with its number beside it.
void add_heights(Element lines, Element axis, const GameView& view) {
  const auto add = [&](double share, const std::string& number) {
    lines.add("path", "grid").set("d", fmt::format("M0 {}H{}", down(share), kWidth));
    axis.add("text").set("x", "100%").set("y", format_css_percent(1 - share)).text(number);
  };
  if (view.account) {
    for (const int percent : {0, 50, 100})
      add(percent / 100.0, fmt::format("{} %", percent));
    return;
  }
  const auto most = static_cast<double>(largest_total(view));
  for (const double height : round_ticks(0, most, kMostHeights))
    add(height / most,
        format_grouped(view.rules->definition(), static_cast<rules::Points>(std::lround(height))));
}

/// Adds the numbers of steps below the curve.
void add_steps_axis(Element axis, const std::vector<GameRow>& rows) {
  const auto last = static_cast<double>(rows.back().number);
  const std::vector<double> ticks = round_ticks(1, last, kMostSteps);
  for (const double step : ticks) {
    const auto row = std::ranges::find_if(
        rows, [&](const GameRow& one) { return static_cast<double>(one.number) >= step; });
    const auto place = static_cast<double>(row - rows.begin() + 1);
    axis.add("text")
        .set("x", format_css_percent(place / static_cast<double>(rows.size())))
        .set("y", "1em")
        .text(fmt::format("{}{:.0f}", step == ticks.front() ? "step " : "", step));
  }
}

/// Returns the heights of the agents' labels, as shares from the top, spread so that none overlap.
std::vector<double> places_of_ends(const GameView& view) {
  std::vector<double> places(view.agent_at.size());
  if (view.account) return {0, 1};
  for (std::size_t seat = 0; seat < places.size(); ++seat)
    places[view.agent_at[seat]] =
        1 - static_cast<double>(view.end.totals[seat]) / static_cast<double>(largest_total(view));
  std::vector<std::size_t> order(places.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, {}, [&](std::size_t agent) { return places[agent]; });
  // Labels are pushed down until none overlap, then up from the lower edge.
  for (std::size_t i = 1; i < order.size(); ++i)
    places[order[i]] = std::max(places[order[i]], places[order[i - 1]] + kLabel);
  double below = 1 + kLabel;
  for (std::size_t i = order.size(); i-- > 0;) {
    places[order[i]] = std::min(places[order[i]], below - kLabel);
    below = places[order[i]];
  }
  return places;
}

/// Adds each agent's final total beside the end of its curve.
void add_ends(Element svg, const PageDeal& deal, const GameView& view) {
  const std::vector<double> places = places_of_ends(view);
  for (std::size_t seat = 0; seat < view.agent_at.size(); ++seat) {
    const std::size_t agent = view.agent_at[seat];
    Element place = svg.add("svg").set("y", format_css_percent(places[agent]));
    Element label = place.add("foreignObject").set("width", "100%").set("y", "-10");
    label.set("height", "20");
    Element words = label.add("div", fmt::format("s{}", agent)).bot(deal.agents[agent]);
    words.text(" ").add("b").text(format_grouped(view.rules->definition(), view.end.totals[seat]));
  }
}

void add_key(Element figure, const PageDeal& deal, const GameView& view) {
  Element key = figure.add("figcaption", "soft small");
  if (!view.account) {
    key.add("span").text("totals by step; no winning chances: " + view.left_out);
    return;
  }
  key.add("span")
      .text("chance that ")
      .bot(deal.agents[0])
      .text(" wins, if both play best from there");
  for (std::size_t agent = 0; agent < deal.agents.size(); ++agent) {
    const std::string colour = fmt::format("s{}", agent);
    key.add("span", colour).text("■ ").bot(deal.agents[agent]).text(" ahead");
    key.add("span", colour)
        .text(agent == 0 ? "● mistake of " : "▲ mistake of ")
        .bot(deal.agents[agent])
        .text(", over 2 %");
  }
}

}  // namespace

void add_curve(Element section, const PageDeal& deal, std::size_t game) {
  const GameView& view = deal.games[game];
  const std::vector<GameRow> rows = game_rows(view);
  if (rows.empty()) return;
  Element figure = section.add("figure", "curve");
  Element box = figure.add("div", "chart");
  Element axis = box.add("svg", "axis").set("aria-hidden", "true");
  Element lines = box.add("svg", "lines");
  lines.set("viewBox", fmt::format("0 0 {} {}", kWidth, kHeight));
  lines.set("preserveAspectRatio", "none").set("aria-hidden", "true");
  Element marks = box.add("svg", "marks");
  marks.set("role", "group");
  marks.set("aria-label", view.account ? "Winning chance, with links to mistakes" : "Totals");
  add_heights(lines, axis, view);
  if (view.account) {
    add_chances(lines, view, rows, fmt::format("fill-{}", game));
    add_marks(marks, deal, game, rows);
  } else {
    add_totals(lines, view, rows);
  }
  add_ends(box.add("svg", "ends"), deal, view);
  add_steps_axis(box.add("svg", "axis under").set("aria-hidden", "true"), rows);
  add_key(figure, deal, view);
}

}  // namespace danno::leagues::site
