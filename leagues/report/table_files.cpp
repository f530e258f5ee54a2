#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>
#include <utility>

#include "leagues/base/escape.hpp"
#include "leagues/base/json.hpp"
#include "leagues/base/whole_file.hpp"
#include "leagues/report/history.hpp"
#include "leagues/report/json.hpp"
#include "leagues/report/table.hpp"

namespace danno::leagues::report {

namespace {

namespace fs = std::filesystem;
using base::Json;

constexpr std::size_t kNameColumn = 2;
constexpr std::size_t kNameColumnOfMeetings = 1;

/// Returns the adjusted rating as an object, or null.
Json adjusted_json(const TableRow& row) {
  if (!row.adjusted) return nullptr;
  const EloInterval rating = row.adjusted_rating()->reliable();
  return {{"elo", rounded_or_null(rating.elo)},
          {"elo_low", rounded_or_null(rating.low)},
          {"elo_high", rounded_or_null(rating.high)},
          {"luck", rounded(row.adjusted->luck)},
          {"luck_z", rounded_or_null(row.adjusted->luck_z)}};
}

std::optional<double> number_or_none(const Json& value) {
  return value.is_null() ? std::nullopt : std::optional(value.get<double>());
}

std::optional<AdjustedRating> read_adjusted(const Json& json) {
  if (json.is_null()) return std::nullopt;
  const auto number = [&](const char* key) { return number_or_none(json.at(key)); };
  return AdjustedRating{json.at("elo").get<double>(), number("elo_low"), number("elo_high"),
                        json.at("luck").get<double>(), number("luck_z")};
}

Json day_json(const std::optional<Days>& days, std::chrono::sys_days Days::*day) {
  return days ? Json(show_day((*days).*day)) : Json(nullptr);
}

Json row_json(const TableRow& row) {
  const EloInterval raw = row.raw_rating().reliable();
  const auto of_play = [&](double figure) {
    return row.has_score() ? Json(rounded(figure)) : Json(nullptr);
  };
  Json json{{"rank", row.rank},
            {"rank_low", row.rank_low},
            {"rank_high", row.rank_high},
            {"name", row.name},
            {"author", row.author},
            {"version", row.version},
            {"hash", short_hash(row.hash)},
            {"first_day", day_json(row.days, &Days::first)},
            {"last_day", day_json(row.days, &Days::last)},
            {"elo", rounded_or_null(raw.elo)},
            {"elo_low", rounded_or_null(raw.low)},
            {"elo_high", rounded_or_null(raw.high)},
            {"games", row.tally.games},
            {"deals", row.tally.deals},
            {"score", of_play(row.tally.score())},
            {"points", of_play(row.tally.points())},
            {"win_share", of_play(row.tally.win_share())},
            {"average_opponent", rounded_or_null(row.average_opponent)},
            {"los_next", rounded_or_null(row.los_next)},
            {"adjusted", adjusted_json(row)},
            {"faults", faults_json(row.tally)}};
  if (row.full_name != row.name) json["full_name"] = row.full_name;
  if (row.decided) {
    json["decided_rank_low"] = row.decided->low;
    json["decided_rank_high"] = row.decided->high;
  }
  return json;
}

/// Returns the meetings as squares; rows and columns are in the order of `names`.
Json head_to_head_json(const DivisionTable& division) {
  const ratings::HeadToHead& meetings = division.head_to_head;
  if (meetings.size() == 0) return nullptr;
  Json names = Json::array();
  for (std::size_t i = 0; i < meetings.size(); ++i)
    names.push_back(division.rows[i].name);
  const auto square = [&](const auto& cell) {
    Json rows = Json::array();
    for (std::size_t i = 0; i < meetings.size(); ++i) {
      base::JsonRow row;
      for (std::size_t j = 0; j < meetings.size(); ++j) {
        if (const auto met = meetings(i, j)) {
          cell(*met, row);
        } else {
          row.add(nullptr);
        }
      }
      rows.push_back(row.take());
    }
    return rows;
  };
  using ratings::Meeting;
  // Squares are large, and a list in braces would copy them.
  Json json{{"names", names}};
  using base::JsonRow;
  json["games"] = square([](const Meeting& met, JsonRow& row) { row.add(met.games); });
  json["wins"] = square([](const Meeting& met, JsonRow& row) { row.add(met.wins); });
  json["ties"] = square([](const Meeting& met, JsonRow& row) { row.add(met.ties); });
  json["score"] = square([](const Meeting& met, JsonRow& row) { row.add(rounded(met.score())); });
  json["residual"] = square([](const Meeting& met, JsonRow& row) {
    if (met.residual) return row.add(rounded(*met.residual));
    row.add(nullptr);
  });
  return json;
}

/// Takes over what follows from other adjusted ratings. Rows that `agents` does not name stay as
/// they were.
void take_rows(DivisionTable& division, const Json& agents) {
  std::vector<std::size_t> order;  // by row, its place before
  for (const Json& agent : agents) {
    const auto row =
        std::ranges::find(division.rows, agent.at("name").get<std::string>(), &TableRow::name);
    if (row == division.rows.end()) continue;
    order.push_back(static_cast<std::size_t>(row - division.rows.begin()));
    row->rated_by = division.rated_by;
    row->rank = agent.at("rank").get<int>();
    row->rank_low = agent.at("rank_low").get<int>();
    row->rank_high = agent.at("rank_high").get<int>();
    row->average_opponent = number_or_none(agent.at("average_opponent"));
    row->los_next = number_or_none(agent.at("los_next"));
    row->adjusted = read_adjusted(agent.at("adjusted"));
  }
  // The new order must have each row exactly once; otherwise the file is another league's.
  std::vector<std::size_t> sorted = order;
  std::ranges::sort(sorted);
  std::vector<std::size_t> all(division.rows.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  if (sorted != all) return;
  std::vector<TableRow> rows;
  for (const std::size_t before : order)
    rows.push_back(std::move(division.rows[before]));
  division.rows = std::move(rows);
  // Rated rows come first; those that met nobody keep their places behind them.
  const std::size_t met = division.head_to_head.size();
  const auto is_met = [met](std::size_t row) { return row < met; };
  if (!std::ranges::is_partitioned(order, is_met)) return;
  division.head_to_head = division.head_to_head.reordered(std::span(order).first(met));
}

void add_row(std::string& text, const std::vector<std::string>& cells) {
  for (const std::string& cell : cells)
    text += fmt::format("| {} ", base::escape_markdown(cell));
  text += "|\n";
}

}  // namespace

double rounded(double value) { return std::round(value * 1e6) / 1e6; }

Json rounded_or_null(std::optional<double> value) {
  return value ? Json(rounded(*value)) : Json(nullptr);
}

Json faults_json(const ratings::AgentTally& tally) {
  Json faults = Json::object();
  for (const auto& [kind, count] : tally.faults)
    faults[std::string(referee::record::to_string(kind))] = count;
  return faults;
}

Json epoch_json(const store::Epoch& epoch) {
  const auto published = [&](const std::string& secret) {
    return epoch.revealed ? Json(secret) : Json(nullptr);
  };
  Json json{
      {"commitment", epoch.commitment}, {"seed", published(epoch.seed)}, {"open", epoch.open}};
  if (epoch.agent_secret.empty()) return json;
  json["agent_commitment"] = epoch.agent_commitment;
  json["agent_secret"] = published(epoch.agent_secret);
  return json;
}

std::string short_hash(const std::string& hash) { return hash.substr(0, 12); }

std::string csv_or_empty(std::optional<double> value) {
  return value ? fmt::format("{:.4f}", *value) : "";
}

std::string csv_cells(const EloInterval& rating) {
  const EloInterval filed = rating.reliable();
  return fmt::format("{},{},{}", csv_or_empty(filed.elo), csv_or_empty(filed.low),
                     csv_or_empty(filed.high));
}

Json division_json(const DivisionTable& division) {
  Json agents = Json::array();
  for (const TableRow& row : division.rows)
    agents.push_back(row_json(row));
  Json seeds = Json::array();
  for (const store::Epoch& epoch : division.epochs)
    seeds.push_back(epoch_json(epoch));
  Json days = Json::array();
  for (const std::chrono::sys_days day : division.days)
    days.push_back(show_day(day));
  Json json{
      {"rules", division.rules},
      {"seats", division.seats},
      {"rank_by", store::to_string(division.rank_by)},
      {"rated_by", to_string(division.rated_by)},
      {"games", division.games},
      {"games_planned", division.games_planned},
      {"games_advised", division.games_advised},
      {"days", days},
      {"mirror", division.mirror},
      {"connected", division.connected},
      {"isolation", division.isolation},
      {"isolation_layers", division.isolation_layers},
      {"seeds", seeds},
      {"records", division.records},
      {"values", division.values.empty() ? Json(nullptr) : Json(division.values)},
      {"not_adjusted", division.not_adjusted.empty() ? Json(nullptr) : Json(division.not_adjusted)},
      {"agents", agents}};
  json["head_to_head"] = head_to_head_json(division);
  if (division.rating == &ratings::kBradleyTerry && division.rating_failed.empty()) return json;
  json["rating"] = division.rating->id;
  json["rating_failed"] =
      division.rating_failed.empty() ? Json(nullptr) : Json(division.rating_failed);
  return json;
}

std::string division_markdown(const DivisionTable& division) {
  std::string text;
  add_markdown_table(text, table_cells(division), kNameColumn, table_notes(division));
  const TableCells meetings = meeting_cells(division);
  if (meetings.rows.empty()) return text;
  text += fmt::format("\n### {}: who beat whom\n\n", division.rules);
  add_markdown_table(text, meetings, kNameColumnOfMeetings, meeting_notes());
  return text;
}

std::string table_json(const LeagueTable& table) {
  Json divisions = Json::array();
  for (const DivisionTable& division : table.divisions)
    divisions.push_back(division_json(division));
  Json json{{"league", table.name},
            {"version", kTablesVersion},
            {"digest", store::whole_digest(table.digests)}};
  json["divisions"] = std::move(divisions);
  return base::dump(json, 2) + "\n";
}

std::string table_markdown(const LeagueTable& table) {
  std::string text = fmt::format("# {}\n", base::escape_markdown(table.name));
  for (const DivisionTable& division : table.divisions) {
    text += fmt::format("\n## {}\n\n", division.rules);
    text += division_markdown(division);
  }
  return text;
}

std::string table_csv(const LeagueTable& table) {
  std::string text =
      ""
      "rules,seats,rank,rank_low,rank_high,name,author,elo,elo_low,elo_high,games,deals,score,"
      "points,win_share,average_opponent,los_next,faults,adjusted_elo,adjusted_low,adjusted_high,"
      "luck,luck_z,rated_by\r\n";
  for (const DivisionTable& division : table.divisions) {
    for (const TableRow& row : division.rows) {
      const ratings::AgentTally& tally = row.tally;
      text += fmt::format("{},{},{},{},{},{},{},", division.rules, division.seats, row.rank,
                          row.rank_low, row.rank_high, base::escape_csv(row.name),
                          base::escape_csv(row.author));
      text += fmt::format("{},{},{},", csv_cells(row.raw_rating()), tally.games, tally.deals);
      text += row.has_score() ? fmt::format("{:.5f},{:.5f},{:.5f},", tally.score(), tally.points(),
                                            tally.win_share())
                              : ",,,";
      text +=
          fmt::format("{},{},{},", csv_or_empty(row.average_opponent), csv_or_empty(row.los_next),
                      tally.faults.empty() ? "" : base::escape_csv(show_faults(tally)));
      text += row.adjusted ? fmt::format("{},{:.6f},{}", csv_cells(*row.adjusted_rating()),
                                         row.adjusted->luck, csv_or_empty(row.adjusted->luck_z))
                           : ",,,,";
      text += fmt::format(",{}\r\n", to_string(division.rated_by));
    }
  }
  return text;
}

std::vector<TableFile> table_files(const LeagueTable& table) {
  return {{"table.json", table_json(table)},
          {"table.md", table_markdown(table)},
          {"table.csv", table_csv(table)},
          {"head-to-head.csv", head_to_head_csv(table)}};
}

bool merge_published_adjustments(LeagueTable& table, const std::string& json) {
  const auto text = [](const Json& value) {
    return value.is_null() ? std::string() : value.get<std::string>();
  };
  bool any = false;
  const Json divisions = base::parse_json(json).at("divisions");
  for (std::size_t i = 0; i < table.divisions.size(); ++i) {
    DivisionTable& due = table.divisions[i];
    const Json& division = divisions.at(i);
    const std::string values = text(division.at("values"));
    const std::string not_adjusted = text(division.at("not_adjusted"));
    // Both machines know the same values, so the figures must agree.
    if (values == due.values && not_adjusted == due.not_adjusted) continue;
    any = true;
    due.values = values;
    due.not_adjusted = not_adjusted;
    const std::string rated_by = division.at("rated_by").get<std::string>();
    due.rated_by = rated_by == to_string(RatedBy::Adjusted) ? RatedBy::Adjusted : RatedBy::Raw;
    take_rows(due, division.at("agents"));
  }
  return any;
}

void add_markdown_table(std::string& text, const TableCells& cells, std::size_t name_column,
                        const std::vector<Note>& notes) {
  add_row(text, cells.headings);
  for (std::size_t i = 0; i < cells.headings.size(); ++i)
    text += i == name_column || i + 1 == cells.headings.size() ? "| --- " : "| ---: ";
  text += "|\n";
  for (const auto& row : cells.rows)
    add_row(text, row);
  if (!notes.empty()) text += "\n";
  for (const Note& note : notes)
    text += "- " + base::escape_markdown(note.text) + "\n";
}

}  // namespace danno::leagues::report
