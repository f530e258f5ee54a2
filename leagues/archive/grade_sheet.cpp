#include "leagues/archive/grade_sheet.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <stdexcept>
#include <utility>
#include <vector>

#include "leagues/archive/rated_grades.hpp"
#include "leagues/files/json.hpp"
#include "leagues/formats/formats.hpp"
#include "leagues/tables/division_ratings.hpp"
#include "leagues/words/escape.hpp"

namespace danno::leagues::archive {
namespace {

/// "ada" for "ada@2": a gradebook knows no versions.
std::string name_of(const files::Json& agent) {
  std::string name = agent.at("name").get<std::string>();
  const std::string version = fmt::format("@{}", agent.at("version").get<int>());
  if (name.ends_with(version)) name.resize(name.size() - version.size());
  return name;
}

/// Grades of one agent, by division; none: no games.
using AgentGrades = std::vector<std::optional<RatedGrade>>;

double kept_within(const Scale& scale, double grade) {
  const auto [low, high] = std::minmax(scale.low, scale.high);
  return std::clamp(grade, low, high);
}

/// The grades of a division, by agent as shown.
using GradesByName = std::map<std::string, RatedGrade>;

/// Uses the table's own ratings, which have no covariance there.
GradesByName grades_without_errors(const files::Json& agents, const Scale& scale) {
  std::vector<std::string> names;
  std::vector<double> elos;
  for (const files::Json& agent : agents) {
    if (agent.at("elo").is_null()) continue;
    names.push_back(agent.at("name").get<std::string>());
    elos.push_back(agent.at("elo").get<double>());
  }
  GradesByName grades;
  for (std::size_t i = 0; i < names.size(); ++i)
    grades.emplace(names[i],
                   RatedGrade{scale.low + (scale.high - scale.low) * mean_chance(elos, i)});
  return grades;
}

/// `divisions` are those of table.json.
std::vector<GradesByName> rate(const store::Reader& store, const Grading& grading,
                               const files::Json& divisions, const solver::Watch& watch) {
  const std::string_view why = formats::report_of(store).why_no_history();
  if (!why.empty() && !grading.anchors.empty())
    throw std::invalid_argument(fmt::format("{}; expected a league that is rated", why));
  const store::StoredLeague league = store.league();
  std::vector<GradesByName> grades(divisions.size());
  for (std::size_t i = 0; i < divisions.size(); ++i) {
    if (!why.empty()) {
      grades[i] = grades_without_errors(divisions.at(i).at("agents"), grading.scale);
      continue;
    }
    const store::StoredDivision& division = league.divisions[i];
    const tables::DivisionRatings rated = tables::rate_division(store, league, division, watch);
    const auto own = rated_grades(rated, grading, std::string(division.definition->id));
    for (std::size_t agent = 0; agent < own.size(); ++agent) {
      if (own[agent]) grades[i].emplace(rated.names[agent], *own[agent]);
    }
  }
  return grades;
}

/// Of one agent in one division of table.json.
std::optional<RatedGrade> grade_of(const files::Json& agent, const Scale& scale,
                                   const GradesByName& grades) {
  if (agent.at("games").get<std::int64_t>() == 0) return std::nullopt;
  if (agent.at("score").is_null()) return RatedGrade{scale.low};
  const auto found = grades.find(agent.at("name").get<std::string>());
  return found == grades.end() ? std::nullopt : std::optional(found->second);
}

/// Divisions throw dice of their own, so errors add up in squares.
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

std::string heading(const std::string& name) { return "," + name + "," + name + "_error"; }

/// What a gradebook joins a line on.
std::string key_of(const std::string& author, const std::string& agent,
                   const std::set<std::string>& authors) {
  if (!author.empty()) return author;
  return authors.contains(agent) ? agent + " (no author)" : agent;
}

}  // namespace

GradeSheet grade_sheet(const store::Reader& store, const Grading& grading,
                       const solver::Watch& watch) {
  // The one thing that the tables of all formats share.
  const auto json = files::parse_json(formats::report_of(store).tables(store, watch).json());
  const files::Json& divisions = json.at("divisions");
  const std::vector<GradesByName> rated = rate(store, grading, divisions, watch);
  GradeSheet sheet{"author,agent", {}};
  std::map<std::pair<std::string, std::string>, AgentGrades> grades;  // by author and agent
  std::set<std::string> authors;
  for (std::size_t i = 0; i < divisions.size(); ++i) {
    const files::Json& agents = divisions.at(i).at("agents");
    sheet.csv += heading(divisions.at(i).at("rules").get<std::string>());
    for (std::size_t agent = 0; agent < agents.size(); ++agent) {
      const auto author = agents.at(agent).at("author").get<std::string>();
      authors.insert(author);
      AgentGrades& all = grades[{author, name_of(agents.at(agent))}];
      all.resize(divisions.size());
      all[i] = grade_of(agents.at(agent), grading.scale, rated[i]);
      if (all[i]) all[i]->grade = kept_within(grading.scale, all[i]->grade);
    }
  }
  sheet.csv += heading("grade") + "\r\n";
  for (const auto& [agent, own] : grades) {
    if (agent.first.empty()) sheet.authorless.push_back(agent.second);
    sheet.csv += words::escape_csv(key_of(agent.first, agent.second, authors)) + "," +
                 words::escape_csv(agent.second);
    for (const auto& grade : own)
      sheet.csv += cells(grade);
    sheet.csv += cells(mean(own)) + "\r\n";
  }
  return sheet;
}

}  // namespace danno::leagues::archive
