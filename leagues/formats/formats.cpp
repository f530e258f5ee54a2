#include "leagues/formats/formats.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "leagues/plan/league_file.hpp"
#include "leagues/store/database.hpp"

namespace danno::leagues::formats {

namespace {

const RegisteredFormat& find(std::string_view name) {
  const auto all = registered_formats();
  const auto found = std::ranges::find(
      all, name, [](const RegisteredFormat& format) { return format.plan.name(); });
  if (found == all.end())
    throw store::Damaged(fmt::format("league.db: league: no format '{}'", name));
  return *found;
}

}  // namespace

std::span<const plan::Format* const> all_formats() {
  static const std::vector<const plan::Format*> kPlans = [] {
    std::vector<const plan::Format*> plans;
    for (const RegisteredFormat& format : registered_formats())
      plans.push_back(&format.plan);
    return plans;
  }();
  return kPlans;
}

const plan::Format& find_format(std::string_view name) { return find(name).plan; }
const Report& find_report(std::string_view name) { return find(name).report; }

const plan::Format& format_of(const store::Reader& store) {
  return find_format(store.league().format);
}

const Report& report_of(const store::Reader& store) { return find_report(store.league().format); }

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
               [&](const store::Reader& settled) { format.check_settled(settled); });
}

store::Store open_to_play(const std::filesystem::path& folder, const store::League& league) {
  store::Store store = store::Store::open_to_play(folder);
  settle(store, league);
  return store;
}

store::Reader open_as_settled(const std::filesystem::path& folder, const store::League& league) {
  const plan::Format& format = find_format(league.format);
  store::Reader store = store::Reader::open_as_settled(folder, league, format.line_ups());
  format.check_settled(store);
  return store;
}

}  // namespace danno::leagues::formats
