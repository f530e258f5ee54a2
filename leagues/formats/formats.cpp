#include "leagues/formats/formats.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "leagues/plan/league_file.hpp"
#include "leagues/store/database.hpp"

namespace danno::leagues::formats {

const plan::Format& find_format(std::string_view name) {
  const auto found = std::ranges::find(all_formats(), name, &plan::Format::name);
  if (found == all_formats().end())
    throw store::Damaged(fmt::format("league.db: league: no format '{}'", name));
  return **found;
}

const plan::Format& format_of(const store::Store& store) {
  return find_format(store.league().format);
}

store::League read_league_file(const std::filesystem::path& file) {
  return plan::read_league_file(file, all_formats());
}

store::League read_growing_league(const std::filesystem::path& file, std::string_view text) {
  return plan::read_growing_league(file, text, all_formats());
}

store::League read_league_terms(const std::filesystem::path& file) {
  return plan::read_league_terms(file, all_formats());
}

void settle(store::Store& store, const store::League& league) {
  const plan::Format& format = find_format(league.format);
  store.settle(league, format.line_ups(),
               [&](const store::Store& settled) { format.check_settled(settled); });
}

store::Store open_to_play(const std::filesystem::path& folder, const store::League& league) {
  store::Store store = store::Store::open_to_play(folder);
  settle(store, league);
  return store;
}

store::Store open_as_settled(const std::filesystem::path& folder, const store::League& league) {
  const plan::Format& format = find_format(league.format);
  store::Store store = store::Store::open_as_settled(folder, league, format.line_ups());
  format.check_settled(store);
  return store;
}

}  // namespace danno::leagues::formats
