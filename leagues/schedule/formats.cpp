#include "leagues/schedule/formats.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "leagues/base/count.hpp"

namespace danno::leagues::schedule {

bool has_ended(const store::Reader& store) {
  const base::Json settings = store.league().settings;
  // A closed season publishes its seeds while its last games are missing.
  if (settings.contains(kClosed)) return false;
  const auto publications = store.publications();
  const auto epochs = store.all_epochs();
  return (publications.empty() || publications.back().is_latest) && !epochs.empty() &&
         std::ranges::all_of(
             epochs, [](const store::Epoch& epoch) { return epoch.revealed && !epoch.open; });
}

const LeagueFormat& find_format(std::string_view name) {
  const auto all = all_formats();
  const auto found = std::ranges::find(all, name, &LeagueFormat::name);
  if (found == all.end())
    throw store::Damaged(fmt::format("league.db: league: no format '{}'", name));
  return **found;
}

const LeagueFormat& stored_format(const store::Reader& store) {
  return find_format(store.league().format);
}

std::string LeagueFormat::field(const store::League& league) const {
  return base::show_count(league.entrants.size(), "agent");
}

void sync_store(store::Writer& store, const store::League& league) {
  const Format& format = find_format(league.format);
  store.sync_with(league, format.line_ups(),
                  [&](const store::Reader& settled) { format.check_settled(settled); });
}

store::Writer open_to_play(const std::filesystem::path& folder, const store::League& league) {
  store::Writer store = store::Writer::open_to_play(folder);
  sync_store(store, league);
  return store;
}

void remove_league(const std::filesystem::path& folder, std::string_view key) {
  const std::filesystem::path file = folder / "league.db";
  if (!std::filesystem::exists(file)) return;
  // The lock is held while the files go, so that no run writes to them.
  const store::Writer held = store::Writer::open_to_play(folder);
  if (!held.reader().league().settings.contains(key)) return;
  for (const char* const end : {"", "-wal", "-shm"})
    std::filesystem::remove(file.string() + end);
}

store::Reader open_as_settled(const std::filesystem::path& folder, const store::League& league) {
  const Format& format = find_format(league.format);
  store::Reader store = store::Reader::open_as_settled(folder, league, format.line_ups());
  format.check_settled(store);
  return store;
}

}  // namespace danno::leagues::schedule
