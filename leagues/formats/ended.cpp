#include "leagues/formats/ended.hpp"

#include <algorithm>

namespace danno::leagues::formats {

bool has_ended(const store::Reader& store) {
  const files::Json settings = store.league().settings;
  if (settings.contains(kClosed)) return false;
  const auto publications = store.publications();
  const auto epochs = store.all_epochs();
  return (publications.empty() || publications.back().is_latest) && !epochs.empty() &&
         std::ranges::all_of(
             epochs, [](const store::Epoch& epoch) { return epoch.revealed && !epoch.open; });
}

}  // namespace danno::leagues::formats
