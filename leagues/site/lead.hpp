// Sentences about who leads a division. They follow from its ranges of ranks and claim no more.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "leagues/site/frame.hpp"

namespace danno::leagues::site {

/// The group of a row that is not rated.
inline constexpr int kNoGroup = -1;
/// Returns the group of each row whose agents can be compared because they met, directly or through
/// others, from 0 in the order of the rows. All rows are in one group if the table is ranked by
/// points, which compare everybody, or is one of tournaments, whose rows are not sorted by group.
[[nodiscard]] std::vector<int> groups_of(const ShownDivision& division);
/// Returns the number of groups; kNoGroup does not count.
[[nodiscard]] int count_groups(const std::vector<int>& groups);

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
[[nodiscard]] std::vector<Sentence> lead_of(std::span<const tables::TableRow> rows);

/// Returns those of the division. If not all of its agents can be compared, that is the only one.
[[nodiscard]] std::vector<Sentence> sentences_about(const ShownDivision& division);
/// Returns the sentence in plain text, without a full stop.
[[nodiscard]] std::string in_words(const Sentence& sentence);

/// Adds the same as a paragraph.
void add_lead(Element parent, const SitePage& page, const ShownDivision& division);

}  // namespace danno::leagues::site
