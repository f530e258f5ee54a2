// A division's table with a picture of all ratings and ranges on one axis.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "leagues/site/frame.hpp"

namespace danno::leagues::site {

// Sentences about who leads a division. They follow from its ranges of ranks and claim no more.

/// A sentence such as "hold and hold-py can't be told apart": the text before the names, the names,
/// and the text after them.
struct Sentence {
  std::string before;
  std::vector<std::string> names;
  std::string last_joint;  ///< The word between the last two names: "and" or "or".
  std::string after;
};

/// Returns the sentences, best agents first; none if there is nobody to compare. `rows` must be
/// comparable and sorted, best first; rows without a rating are ignored.
[[nodiscard]] std::vector<Sentence> leaders(std::span<const report::TableRow> rows);

/// Returns those of the division. If not all of its agents can be compared, that is the only one.
[[nodiscard]] std::vector<Sentence> sentences_about(const PageDivision& division);
/// Returns the sentence in plain text, without a full stop.
[[nodiscard]] std::string in_words(const Sentence& sentence);

/// Adds the same as a paragraph.
void add_leaders(Element parent, const SitePage& page, const PageDivision& division);

/// Adds rows [first, last) of the division's table, which form one group of comparable agents.
void add_standings(Element parent, const SitePage& page, const PageDivision& division,
                   std::size_t first, std::size_t last);

/// Adds the meaning of the picture's marks, in one line.
void add_standings_key(Element parent, const PageDivision& division);
/// Adds what is decided for a whole season, and what prevents comparing ratings.
void add_standings_notes(Element parent, const PageDivision& division);

/// Returns a rating such as "+544 ± 47" or "≥ +106"; "+544, too few deals" if its interval is
/// unreliable, "–" if nothing is known.
[[nodiscard]] std::string format_rating(const report::EloInterval& rating);
/// "3", "7–8".
[[nodiscard]] std::string format_ranks(int low, int high);
[[nodiscard]] std::string format_ranks(const report::TableRow& row);
/// Returns faults such as "crash 2, timeout 1"; "none" if there are none.
[[nodiscard]] std::string format_faults(const ratings::AgentTally& tally);

}  // namespace danno::leagues::site
