// The roots of the deals of whole line-ups, as the digest of all deals found them: who reads the
// same deals in the same state of the file needs not hash them again.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "leagues/store/database.hpp"
#include "leagues/store/deal_tree.hpp"
#include "leagues/store/stored.hpp"

namespace danno::leagues::store {

class LineUpRoots {
 public:
  /// `version` is one from before their blocks were read.
  explicit LineUpRoots(Database::Version version) : version_(version) {}

  /// Adds that of all stored deals of a line-up; ids must rise.
  void add(Id line_up, const DealTree::Hash& root) { roots_.emplace_back(line_up, root); }
  /// Returns the root that was added last.
  [[nodiscard]] const DealTree::Hash& last() const { return roots_.back().second; }
  /// Returns the root of the line-up, whose blocks were read before the file had this version;
  /// nullptr if it is not known.
  [[nodiscard]] const DealTree::Hash* find(Id line_up, Database::Version version) const;
  /// Whether as many were found as there are: they take room that is then better used.
  [[nodiscard]] bool are_used() const { return found_ >= roots_.size(); }

 private:
  Database::Version version_;
  std::vector<std::pair<Id, DealTree::Hash>> roots_;
  mutable std::size_t found_ = 0;
};

}  // namespace danno::leagues::store
