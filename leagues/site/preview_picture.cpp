#include "leagues/site/preview_picture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "leagues/site/dice.hpp"
#include "leagues/site/figures.hpp"
#include "leagues/site/game_rows.hpp"
#include "leagues/site/picture.hpp"
#include "leagues/site/standings.hpp"
#include "leagues/words/shown_count.hpp"

namespace danno::leagues::site {
namespace {

using tables::TableRow;

constexpr int kPreviewWidth = 1200;
constexpr int kPreviewHeight = 630;
constexpr double kLeft = 80;
constexpr double kRight = kPreviewWidth - 80;
constexpr double kBarsFrom = 620;
constexpr std::size_t kMostRows = 6;
constexpr std::size_t kLongestName = 16;  // letters
constexpr Colour kPaper{255, 255, 255};
constexpr Colour kInk{26, 27, 31};
constexpr Colour kSoft{92, 96, 104};
constexpr Colour kLine{223, 225, 229};
constexpr Colour kBlue{0, 103, 168};
/// An agent's, by its place in the line-up, as in the style.
constexpr std::array<Colour, 6> kAgents{
    {kBlue, {179, 71, 0}, {91, 108, 0}, {138, 47, 143}, {0, 117, 109}, {107, 89, 73}}};
constexpr double kChartTop = 275;
constexpr double kChartBottom = 560;

std::string in_few_letters(std::string words, std::size_t most) {
  std::size_t letters = 0;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if ((static_cast<unsigned char>(words[i]) & 0xC0) == 0x80 || letters++ < most) continue;
    return words.substr(0, i) + "..";
  }
  return words;
}

/// The typographic signs of figures are not of ASCII.
std::string in_ascii(std::string words) {
  for (const auto& [sign, plain] :
       {std::pair("−", "-"), {"–", "-"}, {"’", "'"}, {"≥", ">"}, {"≤", "<"}}) {
    for (std::size_t at = words.find(sign); at != std::string::npos; at = words.find(sign))
      words.replace(at, std::string_view(sign).size(), plain);
  }
  return words;
}

void draw_dice(Picture& picture) {
  double x = kRight - 60;
  for (const char face : std::string_view("351")) {
    for (int y = 78; y <= 118; y += 4)
      picture.draw({x + 10, 1.0 * y}, {x + 50, 1.0 * y}, 24, kBlue);
    for (const auto& [column, row] : pips_of(face)) {
      const Point pip{x + 30 + (column - 1) * 17.0, 98 + (row - 1) * 17.0};
      picture.draw(pip, pip, 12, kPaper);
    }
    x -= 78;
  }
}

/// A picture with its head: what it is about, and a line below.
Picture titled(const std::string& title, const std::string& line) {
  Picture picture(kPreviewWidth, kPreviewHeight, kPaper);
  picture.write(in_few_letters(title, 18), {kLeft, 110}, 42, kInk);
  picture.write(in_few_letters(in_ascii(line), 56), {kLeft, 165}, 22, kSoft);
  draw_dice(picture);
  return picture;
}

/// Of the rows that are shown.
struct EloRange {
  double low = 0;
  double high = 0;
};

EloRange range_of(const std::vector<BelievedRating>& ratings) {
  EloRange range;
  for (const BelievedRating& rating : ratings) {
    range.low = std::min(range.low, rating.low.value_or(rating.elo));
    range.high = std::max(range.high, rating.high.value_or(rating.elo));
  }
  if (range.high - range.low < 1) range.high = range.low + 1;
  return range;
}

void draw_row(Picture& picture, const TableRow& row, const BelievedRating& rating, EloRange range,
              double y, Colour ink) {
  const auto x = [&](double elo) {
    return kBarsFrom + (kRight - 20 - kBarsFrom) * (elo - range.low) / (range.high - range.low);
  };
  picture.write(in_ascii(show_ranks(row)), {kLeft, y}, 24, kSoft);
  picture.write(in_few_letters(row.name, kLongestName), {kLeft + 110, y}, 24, ink);
  const std::string figure = in_ascii(show_whole(rating.elo));
  picture.write(figure, {kBarsFrom - 30 - width_of(figure, 24), y}, 24, kBlue);
  const double middle = y - 12;
  picture.draw({x(0), middle - 28}, {x(0), middle + 28}, 2, kLine);
  picture.draw({x(rating.low.value_or(rating.elo)), middle},
               {x(rating.high.value_or(rating.elo)), middle}, 6, kBlue);
  picture.draw({x(rating.elo), middle}, {x(rating.elo), middle}, 22, kBlue);
}

/// The first of these rows that are rated, one below the other.
void draw_rows(Picture& picture, std::span<const TableRow> all, const TableRow* own) {
  std::vector<const TableRow*> rows;
  std::vector<BelievedRating> ratings;
  for (const TableRow& row : all) {
    const auto rating = believed_rating(row);
    if (!rating || rows.size() == kMostRows) continue;
    rows.push_back(&row);
    ratings.push_back(*rating);
  }
  const EloRange range = range_of(ratings);
  for (std::size_t i = 0; i < rows.size(); ++i)
    draw_row(picture, *rows[i], ratings[i], range, 250 + 64 * static_cast<double>(i),
             own == nullptr || own == rows[i] ? kInk : kSoft);
}

/// A bar from one x to another.
void draw_bar(Picture& picture, double from, double to, double y, Colour ink) {
  if (to - from > 40) picture.draw({from + 20, y}, {to - 20, y}, 40, ink);
}

/// Lines through points given as shares of the chart's width and height, from the lower left.
void draw_course(Picture& picture, const std::vector<Point>& points, Colour ink) {
  const auto place = [](Point point) {
    return Point{kLeft + (kRight - kLeft) * point.x,
                 kChartBottom - (kChartBottom - kChartTop) * point.y};
  };
  for (std::size_t i = 1; i < points.size(); ++i)
    picture.draw(place(points[i - 1]), place(points[i]), 5, ink);
}

double share_of(std::size_t step, const archive::GameView& game) {
  return static_cast<double>(step) /
         static_cast<double>(std::max<std::size_t>(1, game.steps.size()));
}

void draw_chances(Picture& picture, const archive::GameView& game) {
  for (const double share : {0.0, 0.5, 1.0})
    draw_course(picture, {{0, share}, {1, share}}, kLine);
  const double start = game.account->start;
  std::vector<Point> points{{0, game.agent_at[0] == 0 ? start : 1 - start}};
  for (std::size_t i = 0; i < game.steps.size(); ++i)
    points.push_back({share_of(i + 1, game), chance_of_first(game, game.steps[i])});
  draw_course(picture, points, kBlue);
}

void draw_totals(Picture& picture, const archive::GameView& game) {
  draw_course(picture, {{0, 0}, {1, 0}}, kLine);
  const auto& ends = game.end.totals;
  const auto most = static_cast<double>(
      std::max(*std::max_element(ends.begin(), ends.end()), game.rules->parameters().target));
  for (std::size_t seat = 0; seat < game.agent_at.size(); ++seat) {
    std::vector<Point> points;
    for (std::size_t i = 0; i < game.steps.size(); ++i)
      points.push_back(
          {share_of(i + 1, game), static_cast<double>(game.steps[i].after.totals[seat]) / most});
    draw_course(picture, points, kAgents.at(game.agent_at[seat]));
  }
}

/// "ada 53", each in its colour, three in a line.
void write_ends(Picture& picture, const ShownDeal& deal, const archive::GameView& game) {
  constexpr std::size_t kInLine = 3;
  for (std::size_t agent = 0; agent < deal.agents.size(); ++agent) {
    const auto seat =
        static_cast<std::size_t>(std::ranges::find(game.agent_at, agent) - game.agent_at.begin());
    const std::string words = in_few_letters(deal.agents[agent], 10) + " " +
                              show_grouped(game.rules->definition(), game.end.totals[seat]);
    const std::size_t line = agent / kInLine;
    const Point at{kLeft + (kRight - kLeft) / kInLine * static_cast<double>(agent % kInLine),
                   208 + 34 * static_cast<double>(line)};
    picture.write(words, at, 20, kAgents.at(agent));
  }
}

}  // namespace

std::string division_picture(const ShownLeague& league, const ShownDivision& division) {
  Picture picture = titled(league.title(), division.definition().title);
  draw_rows(picture, division.table.rows, nullptr);
  return picture.png();
}

std::string agent_picture(const ShownDivision& division, std::size_t row) {
  const std::vector<TableRow>& rows = division.table.rows;
  const TableRow& own = rows[row];
  std::string line = fmt::format("{}, rank {} of {}", division.name, show_ranks(own), rows.size());
  if (own.tally.games > 0) line += ", score " + percent(own.tally.score());
  Picture picture = titled(own.name, line);
  const std::size_t last = std::min(rows.size(), std::max(row + 3, kMostRows));
  const std::size_t first = last - std::min(last, kMostRows);
  draw_rows(picture, std::span(rows).subspan(first, last - first), &own);
  return picture.png();
}

std::string pair_picture(const ShownDivision& division, std::size_t one, std::size_t other) {
  const Against result = *division.survey.against(static_cast<int>(one), static_cast<int>(other));
  Picture picture =
      titled("Head to head",
             fmt::format("{}, {}", division.name,
                         words::show_count(static_cast<std::uint64_t>(result.games), "game")));
  double y = 300;
  for (const auto& [row, score] : {std::pair(one, result.score), {other, 1 - result.score}}) {
    const Colour ink = kAgents.at(row == one ? 0 : 1);
    picture.write(in_few_letters(division.table.rows[row].name, kLongestName), {kLeft, y}, 34, ink);
    picture.write(percent(score), {kRight - width_of(percent(score), 34), y}, 34, ink);
    y += 200;
  }
  const double middle = kLeft + (kRight - kLeft) * result.score;
  draw_bar(picture, kLeft, middle - 4, 382, kAgents[0]);
  draw_bar(picture, middle + 4, kRight, 382, kAgents[1]);
  return picture.png();
}

std::string event_picture(const ShownDivision& division, const formats::EventPage& own) {
  Picture picture = titled(own.title, division.name + ", " + own.summary);
  picture.write(own.winners.empty() ? "being played" : "won by", {kLeft, 280}, 26, kSoft);
  double y = 360;
  for (const int winner : own.winners) {
    if (y > 560) break;
    const std::size_t row = division.entrant_rows[static_cast<std::size_t>(winner)];
    picture.write(in_few_letters(division.table.rows[row].name, kLongestName), {kLeft, y}, 44,
                  kBlue);
    y += 80;
  }
  return picture.png();
}

std::string deal_picture(const ShownDeal& deal) {
  const archive::GameView& game = deal.games[deal.opens];
  Picture picture =
      titled("A game of Greed",
             deal.division + (game.account ? ", winning chance of " + deal.agents[0] : ", points"));
  write_ends(picture, deal, game);
  if (game.account)
    draw_chances(picture, game);
  else
    draw_totals(picture, game);
  return picture.png();
}

}  // namespace danno::leagues::site
