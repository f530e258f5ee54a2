#include <stdexcept>

#include "referee/embed/solved_values.hpp"

namespace danno::referee::embed {

std::unique_ptr<const solver::ValueTable> find_table(const rules::RuleSet& two,
                                                     const ValuesSource& source) {
  if (source.file || !source.solves)
    throw std::invalid_argument("there are no files here; the values must be solved");
  return std::make_unique<const solver::ValueTable>(two, join(solver::solve_table(two, 1)));
}

}  // namespace danno::referee::embed
