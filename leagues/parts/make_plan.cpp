#include "leagues/parts/make_plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <stdexcept>
#include <system_error>
#include <unordered_map>
#include <utility>

#include "leagues/files/draft_folder.hpp"
#include "leagues/formats/formats.hpp"
#include "leagues/parts/agent_costs.hpp"
#include "leagues/play/stored_faults.hpp"
#include "leagues/words/escape.hpp"
#include "referee/talk/conversation.hpp"

namespace danno::leagues::parts {
namespace {

namespace fs = std::filesystem;

/// Seconds of one core that a part should take: long against its start, short to lose.
constexpr double kPartSeconds = 20 * 60;

void check_may_plan(const store::Reader& store, const store::League& league) {
  // A ladder plans no deals, and a tournament not even line-ups.
  if (league.deals == 0 || !formats::find_format(league.format).line_ups()) {
    throw PlanError(fmt::format(
        "a {} cannot be planned in parts: what comes next follows from results; 'danno league run' "
        "plays it",
        league.format));
  }
  for (const store::PlanOfParts& plan : store.plans()) {
    if (!plan.open) continue;
    throw PlanError(fmt::format(
        "plan {} is open: {}; 'danno league merge' ends it when all of it is played, 'danno league "
        "plan --drop {}' gives it up",
        plan.id, plan.folder, plan.id));
  }
}

fs::path folder_for(const store::Reader& store, const PlanOrder& order) {
  return order.to.empty() ? order.out / fmt::format("plan-{}", store.plans().size() + 1) : order.to;
}

fs::path make_folder(const store::Reader& store, const PlanOrder& order) {
  const fs::path folder = folder_for(store, order);
  if (fs::exists(folder) && !(fs::is_directory(folder) && fs::is_empty(folder))) {
    throw PlanError(fmt::format("{}: it exists; expected a folder that is new or empty: --to",
                                folder.string()));
  }
  const fs::path parts = folder / "parts";
  std::error_code error;
  if (fs::create_directories(parts, error); error) {
    throw std::runtime_error(fmt::format("{}: {}; --to PLAN names another folder for the plan",
                                         parts.string(), error.message()));
  }
  return folder;
}

/// Makes copies and starts each agent once. By name.
std::map<std::string, PlannedAgent> freeze_agents(store::League& league, const fs::path& folder,
                                                  const entrants::OnBuild& on_build) {
  std::map<std::string, PlannedAgent> agents;
  for (entrants::Entrant& entrant : league.entrants) {
    PlannedAgent agent;
    if (!entrants::is_bundled(entrant)) {
      entrants::start_from_copy(entrant, fs::absolute(folder) / "agents", league.limits.isolation,
                                on_build);
    }
    agent.agent = entrant.agent;
    agent.agent.folder = fs::absolute(agent.agent.folder);
    agent.ready = !referee::talk::try_start(agent.agent, league.limits);
    agents.emplace(entrant.agent.name, std::move(agent));
  }
  return agents;
}

int parts_for(double seconds, const PlanOrder& order) {
  if (order.parts > 0) return order.parts;
  const double parts = std::ceil(seconds / kPartSeconds);
  return static_cast<int>(std::clamp(parts, 1.0, static_cast<double>(order.most_parts)));
}

double seconds_of_all(const PartsPlan& plan) {
  double all = 0;
  for (const PlannedDeals& deals : plan.deals)
    all += static_cast<double>(deals.end - deals.first) * seconds_of(plan, deals);
  return all;
}

/// Into how many pieces these are cut: none has more deals than a part on average, or takes longer
/// than one, if that is long at all.
std::uint64_t pieces_of(const PlannedDeals& deals, std::uint64_t deals_of_a_part, double seconds,
                        double seconds_of_a_part) {
  constexpr double kLong = 60;
  const std::uint64_t count = deals.end - deals.first;
  const std::uint64_t by_count = (count + deals_of_a_part - 1) / deals_of_a_part;
  if (seconds < kLong) return by_count;
  const auto by_time = static_cast<std::uint64_t>(std::ceil(seconds / seconds_of_a_part));
  return std::min(count, std::max(by_count, by_time));
}

std::vector<PlannedDeals> cut(const PartsPlan& plan) {
  const std::uint64_t all = count_deals(plan);
  const auto parts = static_cast<std::uint64_t>(plan.parts);
  const double part = seconds_of_all(plan) / plan.parts;
  std::vector<PlannedDeals> pieces;
  for (const PlannedDeals& deals : plan.deals) {
    const std::uint64_t count = deals.end - deals.first;
    const std::uint64_t cuts =
        pieces_of(deals, (all + parts - 1) / parts,
                  static_cast<double>(count) * seconds_of(plan, deals), part);
    const std::uint64_t size = (count + cuts - 1) / cuts;
    for (std::uint64_t first = deals.first; first < deals.end; first += size) {
      PlannedDeals& piece = pieces.emplace_back(deals);
      piece.first = first;
      piece.end = std::min(deals.end, first + size);
    }
  }
  return pieces;
}

/// What is missing, in the order of the schedule.
class MissingOfLeague {
 public:
  MissingOfLeague(store::Store& store, const store::League& league, PartsPlan& plan)
      : store_(store), league_(store.league()), faults_(store, league.limits), plan_(plan) {
    for (const store::StoredDivision& division : league_.divisions)
      plan.divisions.push_back({division.definition, division.parameters, division.seats,
                                division.mirror, division.advice});
  }

  void collect(std::map<std::string, PlannedAgent> agents) {
    std::unordered_map<store::Id, std::uint32_t> numbers;
    for (const store::StoredAgent& stored : league_.agents) {
      numbers.emplace(stored.id, static_cast<std::uint32_t>(plan_.agents.size()));
      plan_.agents.push_back(std::move(agents.at(stored.name)));
      plan_.agents.back().agent.name = stored.shown_name();
      plan_.agents.back().hash = stored.hash;  // files were hashed when the league was settled
    }
    const auto fixtures = formats::find_format(league_.format).fixtures(store_, {});
    for (const plan::Fixture& fixture : fixtures->next(store_)) {
      PlannedDeals& deals = plan_.deals.emplace_back();
      deals.line_up = fixture.line_up.id;
      deals.division = division_of(fixture.division->id);
      for (const store::Id agent : fixture.line_up.agents)
        deals.agents.push_back(numbers.at(agent));
      deals.first = fixture.first;
      deals.end = fixture.end;
      play::Task task;
      faults_.add_to(task, fixture);
      deals.absent = task.absent;
      deals.faults = std::move(task.faults);
    }
  }

 private:
  [[nodiscard]] std::uint32_t division_of(store::Id id) const {
    const auto found = std::ranges::find(league_.divisions, id, &store::StoredDivision::id);
    return static_cast<std::uint32_t>(found - league_.divisions.begin());
  }

  store::Store& store_;
  store::StoredLeague league_;
  play::StoredFaults faults_;
  PartsPlan& plan_;
};

}  // namespace

std::optional<PartsPlan> make_plan(store::Store& store, store::League& league,
                                   const PlanOrder& order,
                                   const std::function<void(const store::Epoch&)>& on_epoch) {
  check_may_plan(store, league);
  if (formats::find_format(league.format).count(store).finished) return std::nullopt;
  PartsPlan plan;
  plan.danno = order.danno;
  plan.league = league.name;
  plan.limits = league.limits;
  plan.folder = make_folder(store, order);
  MissingOfLeague missing(store, league, plan);
  missing.collect(freeze_agents(league, plan.folder, order.on_build));
  measure_agents(plan);
  plan.parts = parts_for(seconds_of_all(plan), order);
  plan.deals = cut(plan);
  const auto begun = store.begin_plan(league.seed, fs::absolute(plan.folder), plan.parts);
  try {
    plan.number = begun.id;
    plan.commitment = begun.epoch.commitment;
    on_epoch(begun.epoch);
    write_plan(plan, {begun.epoch.seed, begun.epoch.agent_secret});
  } catch (...) {
    store.end_plan(begun.id);
    throw;
  }
  return plan;
}

ForeseenPlan foresee_plan(const store::League& league, const PlanOrder& order) {
  const plan::Format& format = formats::find_format(league.format);
  const files::DraftFolder draft(fs::temp_directory_path());
  const bool is_there = fs::exists(order.out / "league.db");
  // What is made here is only read: it may lose its lock.
  const store::Reader store =
      is_there ? store::Reader::open_as_settled(order.out, league, format.line_ups())
               : formats::open_to_play(draft.path(), league);  // NOLINT(cppcoreguidelines-slicing)
  check_may_plan(store, league);
  const plan::GameCount games = format.count(store);
  return {folder_for(store, order),
          parts_for(static_cast<double>(games.planned - games.stored) / kGamesPerSecond, order)};
}

void give_up_plan(store::Store& store, store::Id number) {
  const auto plans = store.plans();
  const auto found = std::ranges::find(plans, number, &store::PlanOfParts::id);
  if (found == plans.end() || !found->open) {
    throw PlanError(
        fmt::format("plan {}; expected an open one: 'danno league status' lists them", number));
  }
  store.end_plan(number);
}

}  // namespace danno::leagues::parts
