#include "leagues/store/line_up_roots.hpp"

#include <algorithm>

namespace danno::leagues::store {

const DealTree::Hash* LineUpRoots::find(Id line_up, Database::Version version) const {
  if (version != version_) return nullptr;
  const auto found =
      std::ranges::lower_bound(roots_, line_up, {}, [](const auto& one) { return one.first; });
  if (found == roots_.end() || found->first != line_up) return nullptr;
  ++found_;
  return &found->second;
}

}  // namespace danno::leagues::store
