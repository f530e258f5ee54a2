#include "leagues/archive/grade_sheet.hpp"

#include <fmt/format.h>

#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "leagues/formats/formats.hpp"
#include "leagues/text/escape.hpp"
#include "leagues/text/json.hpp"

namespace danno::leagues::archive {
namespace {

/// "ada" for "ada@2": a gradebook knows no versions.
std::string name_of(const text::Json& agent) {
  std::string name = agent.at("name").get<std::string>();
  const std::string version = fmt::format("@{}", agent.at("version").get<int>());
  if (name.ends_with(version)) name.resize(name.size() - version.size());
  return name;
}

/// Of one agent in one division of table.json.
std::optional<double> grade_of(const text::Json& agent, const Scale& scale) {
  const text::Json& score = agent.at("score");
  if (agent.at("games").get<std::int64_t>() == 0) return std::nullopt;
  return scale.low + (scale.high - scale.low) * (score.is_null() ? 0 : score.get<double>());
}

std::optional<double> mean(const std::vector<std::optional<double>>& grades) {
  double sum = 0;
  int count = 0;
  for (const auto& grade : grades) {
    sum += grade.value_or(0);
    count += grade ? 1 : 0;
  }
  return count == 0 ? std::nullopt : std::optional(sum / count);
}

std::string cell(const std::optional<double>& grade) {
  return grade ? fmt::format(",{:.2f}", *grade) : ",";
}

}  // namespace

std::string grade_sheet(const store::Store& store, const Scale& scale, const solver::Watch& watch) {
  // The one thing that the tables of all formats share.
  const auto json = text::Json::parse(formats::format_of(store).tables(store, watch).json());
  const text::Json& divisions = json.at("divisions");
  std::string text = "author,agent";
  std::map<std::pair<std::string, std::string>, std::vector<std::optional<double>>> grades;
  for (std::size_t i = 0; i < divisions.size(); ++i) {
    const text::Json& division = divisions.at(i);
    text += "," + division.at("rules").get<std::string>();
    for (const text::Json& agent : division.at("agents")) {
      auto& own = grades[{agent.at("author").get<std::string>(), name_of(agent)}];
      own.resize(divisions.size());
      own[i] = grade_of(agent, scale);
    }
  }
  text += ",grade\r\n";
  for (const auto& [agent, own] : grades) {
    text += text::escape_csv(agent.first) + "," + text::escape_csv(agent.second);
    for (const auto& grade : own)
      text += cell(grade);
    text += cell(mean(own)) + "\r\n";
  }
  return text;
}

}  // namespace danno::leagues::archive
