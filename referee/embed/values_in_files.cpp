#include <algorithm>
#include <filesystem>
#include <stdexcept>

#include "referee/embed/solved_values.hpp"
#include "referee/solver/value_file.hpp"

namespace danno::referee::embed {

std::unique_ptr<const solver::ValueTable> find_table(const rules::RuleSet& two,
                                                     const ValuesSource& source) {
  const std::filesystem::path path =
      source.file ? std::filesystem::path(*source.file) : solver::cached_table(two);
  if (auto table = solver::load_intact(two, path)) return table;
  if (!source.solves)
    throw std::invalid_argument("no values of " + std::string(two.id()) + " in " + path.string());
  static_cast<void>(solver::solve_into(two, std::max(source.threads, 1), path));
  return std::make_unique<const solver::ValueTable>(two, solver::map_table(path));
}

}  // namespace danno::referee::embed
