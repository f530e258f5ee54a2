#include "leagues/commands/gate/resumable_gauntlet.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "leagues/schedule/formats.hpp"
#include "leagues/schedule/planned/planned.hpp"
#include "referee/protocol/report.hpp"

namespace danno::leagues::commands::gate {
namespace {

/// The epoch of the deals that are there; of a new attempt one that no deal was played with.
store::Epoch choose_epoch(store::Writer& store, const store::StoredDivision& division,
                          const std::optional<std::string>& seed) {
  const std::vector<store::Epoch> used = store.reader().epochs(division);
  if (!used.empty()) return used.front();
  // Deals of an earlier attempt are judged, so their seed may be published, and the next one is
  // new.
  if (store.reader().unscheduled_deals() > 0) store.reveal_seeds();
  return store.current_epoch(seed);
}

/// Returns whether the stored deals belong to the same attempt, so that it continues or shows its
/// verdict.
bool goes_on(const store::Reader& store, const store::StoredLeague& stored,
             const store::League& league) {
  const auto terms = league.format_keys.at(kTerms).get<std::string>();
  if (stored.settings.value(kTerms, std::string()) != terms) return false;
  const std::vector<store::Epoch> epochs = store.all_epochs();
  // A judged attempt whose limit of deals was raised would be a second chance with known results.
  const bool judged = !epochs.empty() && epochs.back().revealed;
  return !judged || league.deals <= stored.settings.value(kMostDeals, 0);
}

/// Returns the league in the store; nullopt if nothing is stored yet.
std::optional<store::StoredLeague> stored_league(const store::Reader& store) {
  try {
    return store.league();
  } catch (const store::NoLeague&) {
    return std::nullopt;
  }
}

/// Throws store::OtherLeague if another command made the stored league: it lacks a key of this one.
void require_own_league(const store::StoredLeague& stored, const store::League& league) {
  for (const auto& [key, value] : league.format_keys.items()) {
    if (!stored.settings.contains(key))
      throw store::OtherLeague(
          fmt::format("the league '{}' is stored in the folder; expected deals of 'danno {}' or "
                      "nothing there; use another --out",
                      stored.name, league.name));
  }
}

/// Returns the first name attempt-1, attempt-2, … that is free.
std::filesystem::path free_name(const std::filesystem::path& folder) {
  for (int number = 1;; ++number) {
    const std::filesystem::path name = folder / fmt::format("attempt-{}", number);
    if (!std::filesystem::exists(std::filesystem::symlink_status(name))) return name;
  }
}

store::Id agent_id(const store::StoredLeague& league, const std::string& name) {
  return std::ranges::find(league.agents, name, &store::StoredAgent::name)->id;
}

}  // namespace

std::optional<MovedAttempt> move_other_attempt(const std::filesystem::path& folder,
                                               const store::League& league) {
  constexpr const char* kFile = "league.db";
  if (!std::filesystem::exists(folder / kFile)) return std::nullopt;
  MovedAttempt moved;
  {
    store::Writer store = store::Writer::open_to_play(folder);
    const auto stored = stored_league(store.reader());
    if (!stored) return std::nullopt;
    require_own_league(*stored, league);
    if (goes_on(store.reader(), *stored, league)) return std::nullopt;
    // The deals stay as a league of their own, with their seeds revealed, so that the attempt can
    // be verified.
    moved.terms = stored->settings.value(kTerms, std::string());
    store.close_schedule();
    store.reveal_seeds();
  }
  moved.folder = free_name(folder);
  std::filesystem::create_directory(moved.folder);
  std::filesystem::rename(folder / kFile, moved.folder / kFile);
  return moved;
}

void set_common_dice(store::League& league, std::vector<std::string> challengers) {
  schedule::planned::set_gauntlet_of_common_dice(league, std::move(challengers));
}

store::League make_league(const char* name, const referee::play::LineUp& common, int seats,
                          std::uint64_t deals, std::vector<entrants::Entrant> entrants) {
  store::League league;
  league.name = name;
  league.divisions.push_back({&common.rules->definition(), common.rules->parameters()});
  league.deals = static_cast<int>(deals);
  league.limits = common.limits;
  league.seats = seats;
  league.entrants = std::move(entrants);
  for (entrants::Entrant& entrant : league.entrants)
    entrant.author.clear();
  return league;
}

void ResumableGauntlet::sync_with(const store::League& league,
                                  std::span<const GauntletTable> tables,
                                  const store::Conditions& conditions,
                                  const std::optional<std::string>& seed) {
  if (const auto stored = stored_league(store_.reader())) require_own_league(*stored, league);
  // One transaction does all: new games beside published seeds look like an attempt that ended
  // without them.
  schedule::sync_store(store_, league, [&](const store::Reader& settled) {
    schedule::refuse_mixed_isolation(settled, league.limits.isolation);
    epoch_ = choose_epoch(store_, settled.league().divisions.front(), seed);
  });
  league_ = store_.reader().league();
  line_ups_.clear();
  const std::vector<store::StoredLineUp> planned =
      store_.reader().line_ups(league_.divisions.front());
  for (GauntletTable table : tables) {
    // Line-ups list their agents in the order of the names.
    std::ranges::sort(table);
    std::vector<store::Id> agents;
    for (const std::string& name : table)
      agents.push_back(agent_id(league_, name));
    line_ups_.push_back(*std::ranges::find(planned, agents, &store::StoredLineUp::agents));
  }
  conditions_ = store_.conditions_id(conditions);
}

void ResumableGauntlet::set_dice(std::size_t table, referee::play::LineUp& line_up) const {
  line_up.key_names =
      schedule::find_format(league_.format)
          .names_in_keys(league_, store::key_names(line_ups_[table], league_.agents));
  line_up.seed = {epoch_.seed};
  line_up.agent_secret = {epoch_.agent_secret};
}

void ResumableGauntlet::visit(
    std::size_t at_once,
    const std::function<void(std::size_t table, std::span<const referee::play::DealResult>)>& visit)
    const {
  const store::StoredDivision& division = league_.divisions.front();
  // Games in the store have no evidence of their faults; it is in the reports.
  std::map<std::tuple<store::Id, std::uint64_t, int, int>, store::Id> reports;
  for (const store::StoredFault& fault : store_.reader().faults(division))
    reports[{fault.line_up, fault.deal, fault.seating, fault.fault.seat}] = fault.id;
  // Deals come table by table.
  std::size_t table = 0;
  std::vector<referee::play::DealResult> deals;
  const auto flush = [&] {
    if (!deals.empty()) visit(table, deals);
    deals.clear();
  };
  store_.reader().visit_deals(division, [&](const store::StoredLineUp& line_up,
                                            const referee::play::DealResult& stored) {
    const auto found = std::ranges::find(line_ups_, line_up.id, &store::StoredLineUp::id);
    if (found == line_ups_.end()) return;
    const auto index = static_cast<std::size_t>(found - line_ups_.begin());
    if (index != table || deals.size() == at_once) flush();
    table = index;
    referee::play::DealResult& deal = deals.emplace_back(stored);
    for (referee::record::GameRecord& game : deal.games) {
      for (referee::record::Fault& fault : game.faults)
        fault.evidence =
            referee::protocol::parse_report(
                store_.reader().fault_report(
                    reports[{line_up.id, deal.deal, static_cast<int>(game.seating), fault.seat}]))
                .evidence;
    }
  });
  flush();
}

void ResumableGauntlet::add(std::size_t table, std::span<const referee::play::DealResult> deals) {
  store_.add_deals(line_ups_[table], epoch_, conditions_, deals);
}

void ResumableGauntlet::close() {
  store_.close_schedule();
  store_.reveal_seeds();
}

}  // namespace danno::leagues::commands::gate
