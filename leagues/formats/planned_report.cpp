#include "leagues/formats/planned_format.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "leagues/words/shown_count.hpp"

namespace danno::leagues::formats {
namespace {

using files::Json;
using words::show_count;

/// Why a line-up has deals left.
std::string why_left(const store::StoredLineUp& line_up, const store::StoredLeague& league) {
  if (line_up.played > 0) return "played in part";
  std::string changed;
  for (const store::StoredAgent& agent : league.agents) {
    const bool plays = std::ranges::find(line_up.agents, agent.id) != line_up.agents.end();
    if (plays && agent.version > 1) changed += (changed.empty() ? "" : ", ") + agent.shown_name();
  }
  return changed.empty() ? "not begun" : "not begun by the changed " + changed;
}

/// What a division has played, and what is left.
class DivisionStatus {
 public:
  DivisionStatus(const store::Reader& store, const store::StoredLeague& league,
                 const store::StoredDivision& division)
      : rules_(division.definition->id), faults_(store.faults(division).size()) {
    for (const store::StoredLineUp& line_up : store.line_ups(division)) {
      ++line_ups_;
      planned_ += line_up.planned;
      played_ += line_up.played;
      if (line_up.played >= line_up.planned) continue;
      left_.push_back({store::line_up_name(line_up, league.agents),
                       line_up.planned - line_up.played, why_left(line_up, league)});
    }
  }

  struct Left {
    std::string line_up;
    std::uint64_t deals = 0;
    std::string why;
  };
  [[nodiscard]] const std::vector<Left>& line_ups_left() const { return left_; }
  [[nodiscard]] std::uint64_t left() const { return planned_ - played_; }

  [[nodiscard]] Json json() const {
    Json left = Json::array();
    for (const Left& one : left_)
      left.push_back({{"line_up", one.line_up}, {"deals", one.deals}, {"why", one.why}});
    return {{"rules", rules_},           {"line_ups", line_ups_}, {"deals", played_},
            {"deals_planned", planned_}, {"faults", faults_},     {"left", left}};
  }
  [[nodiscard]] std::vector<std::string> cells() const {
    return {std::string(rules_), show_count(line_ups_), show_count(played_), show_count(left()),
            show_count(faults_)};
  }

 private:
  std::string_view rules_;
  std::size_t faults_;
  std::uint64_t line_ups_ = 0;
  std::uint64_t planned_ = 0;
  std::uint64_t played_ = 0;
  std::vector<Left> left_;
};

std::vector<std::string> lines_of(std::span<const DivisionStatus> divisions,
                                  std::uint64_t retired) {
  struct Reason {
    std::uint64_t line_ups = 0;
    std::uint64_t deals = 0;
  };
  std::map<std::string, Reason> reasons;
  for (const DivisionStatus& division : divisions) {
    for (const DivisionStatus::Left& left : division.line_ups_left()) {
      ++reasons[left.why].line_ups;
      reasons[left.why].deals += left.deals;
    }
  }
  std::vector<std::string> lines;
  if (!reasons.empty()) lines.emplace_back();
  for (const auto& [why, left] : reasons)
    lines.push_back(fmt::format("{} of {}: {}", show_count(left.deals, "deal"),
                                show_count(left.line_ups, "line-up"), why));
  if (retired == 0) return lines;
  lines.emplace_back();
  lines.push_back(
      fmt::format("{} deals of agents that left or changed are kept, and are in no table",
                  show_count(retired)));
  return lines;
}

}  // namespace

std::string PlannedReport::field(const store::League& league) const {
  return fmt::format("{} agents", league.entrants.size());
}

plan::LeagueStatus PlannedReport::status(const store::Reader& store) const {
  const store::StoredLeague league = store.league();
  const std::uint64_t retired = store.retired_deals();
  plan::LeagueStatus status;
  status.cells.headings = {"rules", "line-ups", "deals", "left", "faults"};
  Json divisions = Json::array();
  std::vector<DivisionStatus> all;
  std::uint64_t left = 0;
  for (const store::StoredDivision& division : league.divisions) {
    const DivisionStatus& one = all.emplace_back(store, league, division);
    divisions.push_back(one.json());
    status.cells.rows.push_back(one.cells());
    left += one.left();
  }
  status.json = {{"league", league.name},
                 {"complete", left == 0},
                 {"retired_deals", retired},
                 {"divisions", divisions}};
  status.headline = fmt::format(
      "{}: {}", league.name,
      left == 0 ? "complete" : fmt::format("{} deals are left to play", show_count(left)));
  status.lines = lines_of(all, retired);
  if (left > 0) status.way_on = "'danno league run FILE' plays them";
  return status;
}

}  // namespace danno::leagues::formats
