#include "leagues/schedule/formats.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>

#include "leagues/base/count.hpp"
#include "referee/sandbox/isolation.hpp"

namespace danno::leagues::schedule {
namespace {

/// Returns whether no seed is secret, and none was typed.
bool has_published_seeds(const store::Reader& store) {
  const auto epochs = store.all_epochs();
  return !epochs.empty() && std::ranges::all_of(epochs, [](const store::Epoch& epoch) {
    return epoch.revealed && !epoch.open;
  });
}

}  // namespace

void refuse_mixed_isolation(const store::Reader& store, referee::sandbox::Isolation level) {
  const std::string now(to_string(level));
  for (const store::StoredDivision& division : store.league().divisions) {
    auto levels = store.isolation_levels(division);
    if (std::ranges::find(levels, now) == levels.end()) levels.push_back(now);
    if (levels.size() < 2) continue;
    throw store::OtherLeague(
        fmt::format("{}: games at isolation {} would share a table; --out DIR plays a new league",
                    division.definition->id, fmt::join(levels, " and ")));
  }
}

bool has_ended(const store::Reader& store) {
  const base::Json settings = store.league().settings;
  // A closed season publishes its seeds while its last games are missing.
  if (settings.contains(kClosed)) return false;
  const auto publications = store.publications();
  return (publications.empty() || publications.back().is_latest) && has_published_seeds(store);
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
  return base::format_count(league.entrants.size(), "agent");
}

std::size_t max_agents_at_one_table(const store::League& league) {
  if (league.max_per_author == 0) return league.entrants.size();
  std::set<std::string> authors;
  std::size_t without = 0;
  for (const entrants::Entrant& entrant : league.entrants) {
    if (entrant.author.empty())
      ++without;
    else
      authors.insert(entrant.author);
  }
  return authors.size() + without;
}

std::vector<int> number_authors(const store::StoredLeague& league) {
  std::map<std::string, int> numbers;
  std::vector<int> authors;
  for (const store::StoredAgent& agent : league.agents) {
    // An agent without an author is an author of its own.
    const int next = static_cast<int>(authors.size());
    authors.push_back(agent.author.empty() ? next
                                           : numbers.emplace(agent.author, next).first->second);
  }
  return authors;
}

void sync_store(store::Writer& store, const store::League& league, const CheckSettled& check) {
  const Format& format = find_format(league.format);
  store.sync_with(league, format.line_ups(), [&](const store::Reader& settled) {
    format.check_settled(settled);
    if (check) check(settled);
  });
}

void sync_to_play(store::Writer& store, const store::League& league) {
  sync_store(store, league, [&](const store::Reader& settled) {
    refuse_mixed_isolation(settled, league.limits.isolation);
    // An ended league that grows gets its next seed at once: without a secret seed it would be
    // taken for an ended one that lacks games, by whoever publishes or verifies before the run
    // draws a seed.
    const Format& format = find_format(league.format);
    if (!league.has_fixed_games && has_published_seeds(settled) && !format.count(settled).finished)
      static_cast<void>(store.current_epoch(league.seed));
  });
}

store::Writer open_to_play(const std::filesystem::path& folder, const store::League& league) {
  store::Writer store = store::Writer::open_to_play(folder);
  sync_to_play(store, league);
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
