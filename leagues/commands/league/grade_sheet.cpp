#include "leagues/commands/league/grade_sheet.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <stdexcept>
#include <utility>
#include <vector>

#include "leagues/base/escape.hpp"
#include "leagues/base/json.hpp"
#include "leagues/report/division_ratings.hpp"
#include "leagues/schedule/formats.hpp"

namespace danno::leagues::commands::league {

namespace {

using ratings::AgentRating;
using ratings::Ratings;

struct RatedAnchor {
  std::size_t agent = 0;  ///< Its number.
  double elo = 0;
  double grade = 0;
};

/// Returns whether a shown name is this one, with or without a version.
bool is_called(const std::string& shown, const std::string& name) {
  return shown == name || (shown.starts_with(name + "@") &&
                           shown.find_first_not_of("0123456789", name.size() + 1) == shown.npos);
}

/// Returns the anchors with a rating, by rising Elo.
std::vector<RatedAnchor> rated_anchors(const report::DivisionRatings& rated, const Grading& grading,
                                       const std::string& rules) {
  std::vector<RatedAnchor> anchors;
  for (const GradeAnchor& anchor : grading.anchors) {
    const auto found = std::ranges::find_if(
        rated.names, [&](const std::string& shown) { return is_called(shown, anchor.agent); });
    if (found == rated.names.end())
      throw std::invalid_argument(fmt::format(
          "'{}' is not rated in {}; expected an agent that played there", anchor.agent, rules));
    const auto agent = static_cast<std::size_t>(found - rated.names.begin());
    anchors.push_back({agent, rated.ratings.agents[agent].elo, anchor.grade});
  }
  std::ranges::sort(anchors, {}, &RatedAnchor::elo);
  // Scales may fall, as where 1 is the best grade.
  const double direction = grading.scale.high - grading.scale.low;
  for (std::size_t i = 1; i < anchors.size(); ++i) {
    const RatedAnchor& better = anchors[i];
    const RatedAnchor& worse = anchors[i - 1];
    if (better.elo > worse.elo && (better.grade - worse.grade) * direction > 0) continue;
    throw std::invalid_argument(
        fmt::format("{} rates {} at {:+.0f} and {} at {:+.0f}, but the grades {:g} and {:g} go the "
                    "other way; expected grades in the order of the ratings",
                    rules, rated.names[worse.agent], worse.elo, rated.names[better.agent],
                    better.elo, worse.grade, better.grade));
  }
  for (const RatedAnchor& anchor : anchors) {
    if (rated.ratings.agents[anchor.agent].component !=
        rated.ratings.agents[anchors.front().agent].component)
      throw std::invalid_argument(
          fmt::format("{} and {} never met in {}, not even indirectly; expected anchors that did",
                      rated.names[anchors.front().agent], rated.names[anchor.agent], rules));
  }
  return anchors;
}

/// A grade as a function of the ratings: its value, and how it changes with each of them. What it
/// rests on is unbounded where an agent won or lost everything.
struct GradeFunction {
  double value = 0;
  std::vector<double> slopes;  ///< The slope per point of Elo, indexed by agent.
  bool bounded = true;
};

/// Grades by the mean winning chance against the others of the agent's group.
GradeFunction grade_among(const Ratings& ratings, const Scale& scale, std::size_t agent) {
  const AgentRating& own = ratings.agents[agent];
  std::vector<std::size_t> others;
  for (std::size_t i = 0; i < ratings.agents.size(); ++i) {
    if (i != agent && ratings.agents[i].component == own.component) others.push_back(i);
  }
  GradeFunction grade{scale.low, std::vector<double>(ratings.agents.size()), own.se.has_value()};
  for (const std::size_t other : others) {
    const double chance = ratings::expected_score(own.elo - ratings.agents[other].elo);
    const double part = (scale.high - scale.low) / static_cast<double>(others.size());
    const double slope = part * chance * (1 - chance) / ratings::kEloPerNat;
    grade.value += part * chance;
    grade.slopes[agent] += slope;
    grade.slopes[other] -= slope;
  }
  return grade;
}

/// Grades by straight lines between the anchors, continued beyond the first and the last.
GradeFunction grade_between(const Ratings& ratings, const std::vector<RatedAnchor>& anchors,
                            std::size_t agent) {
  const double elo = ratings.agents[agent].elo;
  const auto above =
      std::ranges::upper_bound(anchors.begin() + 1, anchors.end() - 1, elo, {}, &RatedAnchor::elo);
  const RatedAnchor& low = *(above - 1);
  const RatedAnchor& high = *above;
  const double share = (elo - low.elo) / (high.elo - low.elo);
  const double slope = (high.grade - low.grade) / (high.elo - low.elo);
  GradeFunction grade{low.grade + slope * (elo - low.elo),
                      std::vector<double>(ratings.agents.size()), true};
  grade.slopes[agent] += slope;
  grade.slopes[low.agent] -= slope * (1 - share);
  grade.slopes[high.agent] -= slope * share;
  if (agent == low.agent || agent == high.agent) {  // what was said has no error
    std::ranges::fill(grade.slopes, 0);
    return grade;
  }
  for (const std::size_t one : {agent, low.agent, high.agent})
    grade.bounded = grade.bounded && ratings.agents[one].se.has_value();
  return grade;
}

/// Returns half of the 95 % interval, by the delta method. The agent's own interval says how many
/// errors that is: its quantile knows the number of deals.
std::optional<double> grade_error(const Ratings& ratings, const GradeFunction& grade,
                                  const AgentRating& agent) {
  if (grade.bounded && std::ranges::count(grade.slopes, 0.0) == std::ssize(grade.slopes)) return 0;
  if (!grade.bounded || !agent.elo_low || !agent.elo_high || *agent.se <= 0) return std::nullopt;
  double variance = 0;
  for (std::size_t i = 0; i < grade.slopes.size(); ++i) {
    if (grade.slopes[i] == 0) continue;
    for (std::size_t j = 0; j < grade.slopes.size(); ++j)
      variance += grade.slopes[i] * ratings.covariance(i, j) * grade.slopes[j];
  }
  const double quantile = (*agent.elo_high - *agent.elo_low) / 2 / *agent.se;
  return quantile * std::sqrt(std::max(variance, 0.0));
}

/// Returns the name without its version ("ada" for "ada@2"), because a gradebook knows no versions.
std::string unversioned_name(const base::Json& agent) {
  std::string name = agent.at("name").get<std::string>();
  const std::string version = fmt::format("@{}", agent.at("version").get<int>());
  if (name.ends_with(version)) name.resize(name.size() - version.size());
  return name;
}

/// Grades of one agent, by division; none: no games.
using AgentGrades = std::vector<std::optional<RatedGrade>>;

/// The grades of a division, by agent as shown.
using GradesByName = std::map<std::string, RatedGrade>;

/// Grades by the mean winning chance against each of the others, whoever the agent met: the table's
/// own ratings have no covariance there.
GradesByName grades_without_errors(const base::Json& agents, const Scale& scale) {
  std::vector<std::string> names;
  std::vector<double> elos;
  for (const base::Json& agent : agents) {
    if (agent.at("elo").is_null()) continue;
    names.push_back(agent.at("name").get<std::string>());
    elos.push_back(agent.at("elo").get<double>());
  }
  GradesByName grades;
  for (std::size_t i = 0; i < names.size(); ++i) {
    double chances = 0;
    for (std::size_t other = 0; other < elos.size(); ++other)
      chances += other == i ? 0 : ratings::expected_score(elos[i] - elos[other]);
    const double mean = elos.size() < 2 ? 0 : chances / static_cast<double>(elos.size() - 1);
    grades.emplace(names[i], RatedGrade{scale.low + (scale.high - scale.low) * mean});
  }
  return grades;
}

/// Returns the grades of each division. `divisions` are those of table.json.
std::vector<GradesByName> rate(const store::Reader& store, const Grading& grading,
                               const base::Json& divisions, const solver::Watch& watch) {
  const std::string_view why = schedule::stored_format(store).why_no_history();
  if (!why.empty() && !grading.anchors.empty())
    throw std::invalid_argument(fmt::format("{}; expected a rated league", why));
  const store::StoredLeague league = store.league();
  std::vector<GradesByName> grades(divisions.size());
  for (std::size_t i = 0; i < divisions.size(); ++i) {
    if (!why.empty()) {
      grades[i] = grades_without_errors(divisions.at(i).at("agents"), grading.scale);
      continue;
    }
    const store::StoredDivision& division = league.divisions[i];
    const report::DivisionRatings rated = report::rate_division(store, league, division, watch);
    const auto own = rated_grades(rated, grading, std::string(division.definition->id));
    for (std::size_t agent = 0; agent < own.size(); ++agent) {
      if (own[agent]) grades[i].emplace(rated.names[agent], *own[agent]);
    }
  }
  return grades;
}

/// Returns the grade of an agent in a division of table.json; nullopt if it has none.
std::optional<RatedGrade> find_grade(const base::Json& agent, const Scale& scale,
                                     const GradesByName& grades) {
  if (agent.at("games").get<std::int64_t>() == 0) return std::nullopt;
  if (agent.at("score").is_null()) return RatedGrade{scale.low};
  const auto found = grades.find(agent.at("name").get<std::string>());
  return found == grades.end() ? std::nullopt : std::optional(found->second);
}

/// Returns the mean of the grades. Divisions throw dice of their own, so errors add up in squares.
std::optional<RatedGrade> mean(const AgentGrades& grades) {
  double sum = 0;
  double squares = 0;
  int count = 0;
  bool bounded = true;
  for (const auto& grade : grades) {
    if (!grade) continue;
    ++count;
    sum += grade->grade;
    bounded = bounded && grade->error;
    squares += std::pow(grade->error.value_or(0), 2);
  }
  if (count == 0) return std::nullopt;
  return RatedGrade{sum / count,
                    bounded ? std::optional(std::sqrt(squares) / count) : std::nullopt};
}

std::string cells(const std::optional<RatedGrade>& grade) {
  return (grade ? fmt::format(",{:.2f}", grade->grade) : ",") +
         (grade && grade->error ? fmt::format(",{:.2f}", *grade->error) : ",");
}

/// Calls each anchor by the name that the table shows. Throws std::invalid_argument if it names
/// several agents.
void call_as_shown(std::vector<GradeAnchor>& anchors,
                   const std::vector<store::StoredAgent>& agents) {
  std::vector<entrants::AgentNames> names;
  for (const store::StoredAgent& agent : agents)
    names.push_back(agent.names());
  for (GradeAnchor& anchor : anchors) {
    const std::vector<std::size_t> meant = entrants::agents_named(anchor.agent, names);
    if (meant.size() > 1)
      throw std::invalid_argument(entrants::describe_namesakes(anchor.agent, names));
    if (meant.size() == 1) anchor.agent = agents[meant.front()].unversioned_name();
  }
}

std::string heading(const std::string& name) { return "," + name + "," + name + "_error"; }

/// Returns the column by which a gradebook joins a line.
std::string join_key(const std::string& author, const std::string& agent,
                     const std::set<std::string>& authors) {
  if (!author.empty()) return author;
  return authors.contains(agent) ? agent + " (no author)" : agent;
}

}  // namespace

std::vector<std::optional<RatedGrade>> rated_grades(const report::DivisionRatings& rated,
                                                    const Grading& grading,
                                                    const std::string& rules) {
  const Ratings& ratings = rated.ratings;
  const bool anchored = !grading.anchors.empty();
  const std::vector<RatedAnchor> anchors =
      anchored ? rated_anchors(rated, grading, rules) : std::vector<RatedAnchor>();
  std::vector<std::optional<RatedGrade>> grades(ratings.agents.size());
  for (std::size_t agent = 0; agent < grades.size(); ++agent) {
    const AgentRating& rating = ratings.agents[agent];
    // An agent that met nobody has no rating to grade.
    if (std::ranges::count(ratings.agents, rating.component, &AgentRating::component) < 2) continue;
    if (anchored && rating.component != ratings.agents[anchors.front().agent].component) continue;
    const GradeFunction grade = anchored ? grade_between(ratings, anchors, agent)
                                         : grade_among(ratings, grading.scale, agent);
    grades[agent] = RatedGrade{grade.value, grade_error(ratings, grade, rating)};
  }
  return grades;
}

GradeSheet grade_sheet(const store::Reader& store, Grading grading, const solver::Watch& watch) {
  call_as_shown(grading.anchors, store.league().agents);
  // The one thing that the tables of all formats share.
  const auto json = base::parse_json(schedule::stored_format(store).tables(store, watch).json());
  const base::Json& divisions = json.at("divisions");
  const std::vector<GradesByName> rated = rate(store, grading, divisions, watch);
  GradeSheet sheet{"author,agent", {}};
  std::map<std::pair<std::string, std::string>, AgentGrades> grades;  // by author and agent
  std::set<std::string> authors;
  const auto [low, high] = std::minmax(grading.scale.low, grading.scale.high);
  for (std::size_t i = 0; i < divisions.size(); ++i) {
    const base::Json& agents = divisions.at(i).at("agents");
    sheet.csv += heading(divisions.at(i).at("rules").get<std::string>());
    for (const base::Json& agent : agents) {
      const auto author = agent.at("author").get<std::string>();
      authors.insert(author);
      AgentGrades& all = grades[{author, unversioned_name(agent)}];
      all.resize(divisions.size());
      all[i] = find_grade(agent, grading.scale, rated[i]);
      // Anchors may put a grade beyond the scale.
      if (all[i]) all[i]->grade = std::clamp(all[i]->grade, low, high);
    }
  }
  sheet.csv += heading("grade") + "\r\n";
  for (const auto& [agent, own] : grades) {
    if (agent.first.empty()) sheet.authorless.push_back(agent.second);
    sheet.csv += base::escape_csv(join_key(agent.first, agent.second, authors)) + "," +
                 base::escape_csv(agent.second);
    for (const auto& grade : own)
      sheet.csv += cells(grade);
    sheet.csv += cells(mean(own)) + "\r\n";
  }
  return sheet;
}

}  // namespace danno::leagues::commands::league
