#include "leagues/site/preview.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "leagues/site/dice.hpp"
#include "leagues/site/figures.hpp"
#include "leagues/site/lead.hpp"
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
    for (double y = 78; y <= 118; y += 4)
      picture.draw({x + 10, y}, {x + 50, y}, 24, kBlue);
    for (const auto& [column, row] : pips_of(face)) {
      const Point pip{x + 30 + (column - 1) * 17.0, 98 + (row - 1) * 17.0};
      picture.draw(pip, pip, 12, kPaper);
    }
    x -= 78;
  }
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
              double y) {
  const auto x = [&](double elo) {
    return kBarsFrom + (kRight - 20 - kBarsFrom) * (elo - range.low) / (range.high - range.low);
  };
  picture.write(in_ascii(show_ranks(row)), {kLeft, y}, 24, kSoft);
  picture.write(in_few_letters(row.name, kLongestName), {kLeft + 90, y}, 24, kInk);
  const std::string figure = in_ascii(show_whole(rating.elo));
  picture.write(figure, {kBarsFrom - 30 - width_of(figure, 24), y}, 24, kBlue);
  const double middle = y - 12;
  picture.draw({x(0), middle - 28}, {x(0), middle + 28}, 2, kLine);
  picture.draw({x(rating.low.value_or(rating.elo)), middle},
               {x(rating.high.value_or(rating.elo)), middle}, 6, kBlue);
  picture.draw({x(rating.elo), middle}, {x(rating.elo), middle}, 22, kBlue);
}

}  // namespace

std::string describe_division(const ShownDivision& division) {
  const tables::DivisionTable& table = division.table;
  std::string words;
  for (const Sentence& sentence : sentences_about(division))
    words += in_words(sentence) + ". ";
  return words + fmt::format("{} of {} by {}.",
                             words::show_count(static_cast<std::uint64_t>(table.games), "game"),
                             division.definition().title,
                             words::show_count(table.rows.size(), "program"));
}

std::string describe_agent(const ShownDivision& division, const TableRow& row) {
  std::string words = fmt::format("{} in {}: rank {} of {}", row.name, division.name,
                                  show_ranks(row), division.table.rows.size());
  if (row.tally.games == 0) return words + ", no games yet";
  return words +
         fmt::format(", Elo {}, score {} in {}", show_believed(row), percent(row.tally.score()),
                     words::show_count(static_cast<std::uint64_t>(row.tally.games), "game"));
}

std::string preview_picture(const ShownLeague& league, const ShownDivision& division) {
  Picture picture(kPreviewWidth, kPreviewHeight, kPaper);
  picture.write(in_few_letters(league.title(), 18), {kLeft, 110}, 42, kInk);
  picture.write(in_few_letters(in_ascii(division.definition().title), 36), {kLeft, 165}, 22, kSoft);
  draw_dice(picture);
  std::vector<const TableRow*> rows;
  std::vector<BelievedRating> ratings;
  for (const TableRow& row : division.table.rows) {
    const auto rating = believed_rating(row);
    if (!rating || rows.size() == kMostRows) continue;
    rows.push_back(&row);
    ratings.push_back(*rating);
  }
  const EloRange range = range_of(ratings);
  for (std::size_t i = 0; i < rows.size(); ++i)
    draw_row(picture, *rows[i], ratings[i], range, 250 + 64 * static_cast<double>(i));
  return picture.png();
}

std::string preview_path(const ShownDivision& division) { return division.folder + "preview.png"; }

}  // namespace danno::leagues::site
