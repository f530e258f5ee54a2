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

#include "leagues/archive/anchored_grades.hpp"
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
using AgentGrades = std::vector<std::optional<AnchoredGrade>>;

double kept_within(const Scale& scale, double grade) {
  const auto [low, high] = std::minmax(scale.low, scale.high);
  return std::clamp(grade, low, high);
}

/// The anchored grades of a division, by agent as shown; empty without anchors.
using GradesByName = std::map<std::string, AnchoredGrade>;

std::vector<GradesByName> rate(const store::Reader& store, const Grading& grading) {
  const store::StoredLeague league = store.league();
  std::vector<GradesByName> divisions(league.divisions.size());
  if (grading.anchors.empty()) return divisions;
  if (const std::string_view why = formats::report_of(store).why_no_history(); !why.empty())
    throw std::invalid_argument(fmt::format("{}; expected a league that is rated", why));
  for (std::size_t i = 0; i < divisions.size(); ++i) {
    const store::StoredDivision& division = league.divisions[i];
    const tables::DivisionRatings rated = tables::rate_division(store, league, division);
    const auto grades = anchored_grades(rated, grading, std::string(division.definition->id));
    for (std::size_t agent = 0; agent < grades.size(); ++agent) {
      if (grades[agent]) divisions[i].emplace(rated.names[agent], *grades[agent]);
    }
  }
  return divisions;
}

/// Of one agent in one division of table.json.
std::optional<AnchoredGrade> grade_of(const files::Json& agent, const Grading& grading,
                                      const GradesByName& anchored) {
  if (agent.at("games").get<std::int64_t>() == 0) return std::nullopt;
  const files::Json& score = agent.at("score");
  const auto& [low, high] = grading.scale;
  if (score.is_null()) return AnchoredGrade{low};
  if (grading.anchors.empty()) return AnchoredGrade{low + (high - low) * score.get<double>()};
  const auto found = anchored.find(agent.at("name").get<std::string>());
  return found == anchored.end() ? std::nullopt : std::optional(found->second);
}

/// Divisions throw dice of their own, so errors add up in squares.
std::optional<AnchoredGrade> mean(const AgentGrades& grades) {
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
  return AnchoredGrade{sum / count,
                       bounded ? std::optional(std::sqrt(squares) / count) : std::nullopt};
}

std::string cells(const std::optional<AnchoredGrade>& grade, const Grading& grading) {
  std::string text = grade ? fmt::format(",{:.2f}", grade->grade) : ",";
  if (grading.anchors.empty()) return text;
  return text + (grade && grade->error ? fmt::format(",{:.2f}", *grade->error) : ",");
}

std::string heading(const std::string& name, const Grading& grading) {
  return "," + name + (grading.anchors.empty() ? "" : "," + name + "_error");
}

/// What a gradebook joins a line on.
std::string key_of(const std::string& author, const std::string& agent,
                   const std::set<std::string>& authors) {
  if (!author.empty()) return author;
  return authors.contains(agent) ? agent + " (no author)" : agent;
}

}  // namespace

GradeSheet grade_sheet(const store::Reader& store, const Grading& grading,
                       const solver::Watch& watch) {
  const std::vector<GradesByName> rated = rate(store, grading);
  // The one thing that the tables of all formats share.
  const auto json = files::Json::parse(formats::report_of(store).tables(store, watch).json());
  const files::Json& divisions = json.at("divisions");
  GradeSheet sheet{"author,agent", {}};
  std::map<std::pair<std::string, std::string>, AgentGrades> grades;  // by author and agent
  std::set<std::string> authors;
  for (std::size_t i = 0; i < divisions.size(); ++i) {
    const files::Json& agents = divisions.at(i).at("agents");
    sheet.csv += heading(divisions.at(i).at("rules").get<std::string>(), grading);
    for (std::size_t agent = 0; agent < agents.size(); ++agent) {
      const auto author = agents.at(agent).at("author").get<std::string>();
      authors.insert(author);
      AgentGrades& all = grades[{author, name_of(agents.at(agent))}];
      all.resize(divisions.size());
      all[i] = grade_of(agents.at(agent), grading, rated[i]);
      if (all[i]) all[i]->grade = kept_within(grading.scale, all[i]->grade);
    }
  }
  sheet.csv += heading("grade", grading) + "\r\n";
  for (const auto& [agent, own] : grades) {
    if (agent.first.empty()) sheet.authorless.push_back(agent.second);
    sheet.csv += words::escape_csv(key_of(agent.first, agent.second, authors)) + "," +
                 words::escape_csv(agent.second);
    for (const auto& grade : own)
      sheet.csv += cells(grade, grading);
    sheet.csv += cells(mean(own), grading) + "\r\n";
  }
  return sheet;
}

}  // namespace danno::leagues::archive
