#include "leagues/site/curve.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "leagues/site/figures.hpp"
#include "leagues/site/game_rows.hpp"

namespace danno::leagues::site {
namespace {

using archive::GameView;

/// The drawing's own units; it is stretched over the width of the page.
constexpr int kWidth = 1000;
constexpr int kHeight = 200;

int across(double rows, std::size_t of) {
  return static_cast<int>(std::lround(kWidth * rows / static_cast<double>(of)));
}
int down(double share) { return static_cast<int>(std::lround(kHeight * (1 - share))); }

/// A point after every throw and every decision: luck and play are segments of their own.
std::string chance_path(const GameView& game, const std::vector<GameRow>& rows) {
  const bool first_begins = game.agent_at[0] == 0;
  const double start = game.account->start;
  std::string path = fmt::format("V{}", down(first_begins ? start : 1 - start));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto add = [&](const archive::ViewedStep* step, double x) {
      if (step != nullptr)
        path += fmt::format("L{} {}", across(x, rows.size()), down(chance_of_first(game, *step)));
    };
    const auto x = static_cast<double>(i);
    add(rows[i].thrown, rows[i].done == nullptr ? x + 1 : x + 0.5);
    add(rows[i].done, x + 1);
  }
  return path;
}

/// One path, filled from and to the middle: the first agent's colour above it, the second's below.
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
  const auto& totals = game.end.totals;
  const auto most = static_cast<double>(
      std::max(*std::max_element(totals.begin(), totals.end()), game.rules->parameters().target));
  for (std::size_t seat = 0; seat < game.agent_at.size(); ++seat) {
    std::string path = fmt::format(
        "M0 {}", down(game.steps.empty() ? 0 : game.steps[0].before.totals[seat] / most));
    rules::Points total = game.steps.empty() ? 0 : game.steps[0].before.totals[seat];
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const rules::Points next = rows[i].last().after.totals[seat];
      if (next == total) continue;
      total = next;
      path += fmt::format("H{}V{}", across(static_cast<double>(i + 1), rows.size()),
                          down(total / most));
    }
    svg.add("path", fmt::format("line s{}", game.agent_at[seat]))
        .set("d", path + fmt::format("H{}", kWidth));
  }
}

/// A circle of the first agent, a triangle of the second: size is the root of the cost.
void add_mark(Element marks, const ShownDeal& deal, std::size_t game, const GameRow& row,
              double x) {
  const GameView& view = deal.games[game];
  const std::size_t agent = agent_of(view, row);
  const double size = 4 + 10 * std::sqrt(row.cost());
  Element link = marks.add("a", fmt::format("s{}", agent));
  link.link("", step_id(game, row.number));
  link.set("aria-label", fmt::format("step {}: {} gave away {} %", row.number, deal.agents[agent],
                                     show_percent(row.cost())));
  Element place = link.add("svg");
  place.set("x", fmt::format("{:.1f}%", 100 * x));
  place.set("y", fmt::format("{:.1f}%", 100 * (1 - chance_of_first(view, row.last()))));
  if (agent == 0) {
    place.add("circle").set("r", fmt::format("{:.1f}", size));
  } else {
    place.add("path").set("d", fmt::format("M0-{0:.1f} {0:.1f} {0:.1f}H-{0:.1f}z", size));
  }
}

void add_marks(Element svg, const ShownDeal& deal, std::size_t game,
               const std::vector<GameRow>& rows) {
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (rows[i].cost() > kMistake)
      add_mark(svg, deal, game, rows[i],
               static_cast<double>(i + 1) / static_cast<double>(rows.size()));
  }
}

void add_key(Element figure, const ShownDeal& deal, const GameView& view) {
  Element key = figure.add("figcaption", "soft small");
  if (view.account) {
    key.add("span", "s0").text("▲ ").bot(deal.agents[0]).text(" wins");
    key.add("span", "s1").text("▼ ").bot(deal.agents[1]).text(" wins");
    key.add("span").text("winning chance, if both play best from there · ● ▲ mistakes over 2 %");
    return;
  }
  for (const std::size_t agent : view.agent_at)
    key.add("span", fmt::format("s{}", agent)).text("― ").bot(deal.agents[agent]);
  key.add("span").text("totals; no winning chances: " + view.left_out);
}

}  // namespace

void add_curve(Element section, const ShownDeal& deal, std::size_t game) {
  const GameView& view = deal.games[game];
  const std::vector<GameRow> rows = rows_of(view);
  if (rows.empty()) return;
  Element figure = section.add("figure", "curve");
  Element box = figure.add("div");
  Element lines = box.add("svg", "lines");
  lines.set("viewBox", fmt::format("0 0 {} {}", kWidth, kHeight));
  lines.set("preserveAspectRatio", "none").set("aria-hidden", "true");
  Element marks = box.add("svg", "marks");
  marks.set("role", "group");
  marks.set("aria-label", view.account ? "Winning chance, with links to mistakes" : "Totals");
  if (view.account) {
    add_chances(lines, view, rows, fmt::format("fill-{}", game));
    add_marks(marks, deal, game, rows);
  } else {
    add_totals(lines, view, rows);
  }
  add_key(figure, deal, view);
}

}  // namespace danno::leagues::site
