#include "leagues/site/preview.hpp"

#include <fmt/format.h>

#include "leagues/site/figures.hpp"
#include "leagues/site/lead.hpp"
#include "leagues/site/standings.hpp"
#include "leagues/words/shown_count.hpp"

namespace danno::leagues::site {

using tables::TableRow;

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

std::string describe_pair(const ShownDivision& division, std::size_t one, std::size_t other) {
  const std::string& name = division.table.rows[one].name;
  const std::string& against = division.table.rows[other].name;
  const Against result = *division.survey.against(static_cast<int>(one), static_cast<int>(other));
  std::string words = fmt::format(
      "{} scored {} of {} against {} in {}", name, percent(result.score),
      words::show_count(static_cast<std::uint64_t>(result.games), "game"), against, division.name);
  if (result.low && result.high)
    words += fmt::format(", 95 % from {} to {}", percent(*result.low), percent(*result.high));
  return words + ".";
}

std::string describe_event(const ShownDivision& division, const formats::EventPage& own) {
  std::string words = fmt::format("{} in {}: {}", own.title, division.name, own.summary);
  for (std::size_t i = 0; i < own.winners.size(); ++i) {
    const auto entrant = static_cast<std::size_t>(own.winners[i]);
    words += i == 0 ? ", won by " : i + 1 < own.winners.size() ? ", " : " and ";
    words += division.table.rows[division.entrant_rows[entrant]].name;
  }
  return words + (own.winners.empty() ? ", not finished." : ".");
}

}  // namespace danno::leagues::site
