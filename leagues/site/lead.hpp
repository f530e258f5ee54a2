// Who leads a division, in sentences that follow from its ranges of ranks and say no more than they
// do.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "leagues/site/frame.hpp"

namespace danno::leagues::site {

/// "hold and hold-py can't be told apart": names, what follows the last one, and what stands before
/// the first.
struct Sentence {
  std::string before;
  std::vector<std::string> names;
  std::string last_joint;  ///< Between the last two names: "and", "or".
  std::string after;
};

/// Best first; none where there is nobody to compare. The rows can be compared, best first; rows
/// without a rating are left out.
[[nodiscard]] std::vector<Sentence> lead_of(std::span<const tables::TableRow> rows);

/// The same as a paragraph; where not all agents can be compared, it says that.
void add_lead(Element parent, const SitePage& page, const ShownDivision& division);

}  // namespace danno::leagues::site
