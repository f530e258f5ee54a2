// Writes tables as files, and the cross table of who beat whom for people.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <numeric>
#include <span>
#include <utility>

#include "leagues/base/count.hpp"
#include "leagues/base/escape.hpp"
#include "leagues/report/columns.hpp"
#include "leagues/report/history.hpp"
#include "leagues/report/table.hpp"

namespace danno::leagues::report {

namespace {

namespace fs = std::filesystem;
using base::Json;

std::optional<double> number_or_none(const Json& value) {
  return value.is_null() ? std::nullopt : std::optional(value.get<double>());
}

std::optional<AdjustedRating> read_adjusted(const Json& json) {
  if (json.is_null()) return std::nullopt;
  const auto number = [&](const char* key) { return number_or_none(json.at(key)); };
  return AdjustedRating{json.at("elo").get<double>(), number("elo_low"), number("elo_high"),
                        json.at("luck").get<double>(), number("luck_z")};
}

void add_agent(OutputTable& table, const TableRow& row) {
  const auto day = [&](auto end) { return row.days ? Json(format_day((*row.days).*end)) : Json(); };
  table.add({.key = "rank", .heading = "rank"}, row.rank);
  table.add({.key = "rank_low"}, row.rank_low);
  table.add({.key = "rank_high"}, row.rank_high);
  table.add({.heading = "range"}, format_ranks(row.rank_low, row.rank_high));
  table.add({.key = "name", .heading = "agent", .is_text = true}, row.name);
  table.add({.heading = "decided", .is_optional = true},
            row.decided ? Json(format_ranks(row.decided->low, row.decided->high)) : Json());
  table.add({.key = "author"}, row.author);
  table.add({.json = "version"}, row.version);
  table.add({.json = "hash"}, short_hash(row.hash));
  table.add({.json = "first_day"}, day(&Days::first));
  table.add({.json = "last_day"}, day(&Days::last));
}

void add_figures(OutputTable& table, const TableRow& row) {
  const EloInterval raw = row.raw_rating().reliable();
  const char* const other_kind = row.rated_by == RatedBy::Adjusted ? "raw" : "adjusted";
  const auto of_play = [&](double figure) { return row.has_score() ? Json(figure) : Json(); };
  table.add({.heading = "Elo ±95 %"}, format_elo(row.rating()));
  table.add({.heading = other_kind}, format_elo(row.other_rating()));
  table.add({.key = "elo"}, raw.elo);
  table.add({.key = "elo_low"}, raw.low);
  table.add({.key = "elo_high"}, raw.high);
  table.add({.key = "games", .heading = "games"}, row.tally.games);
  table.add({.key = "deals", .heading = "deals"}, row.tally.deals);
  table.add({.key = "score", .heading = "score", .digits = 5, .show = base::format_chance},
            of_play(row.tally.score()));
  table.add({.key = "points", .heading = "points", .digits = 5, .show = three_digits},
            of_play(row.tally.points()));
  table.add({.key = "win_share", .heading = "wins", .digits = 5, .show = base::format_chance},
            of_play(row.tally.win_share()));
  table.add({.key = "average_opponent", .heading = "opponents", .show = whole_elo},
            row.average_opponent);
  table.add({.key = "los_next", .heading = "LOS", .show = whole_percent, .none = ""}, row.los_next);
}

void add_luck_and_faults(OutputTable& table, const TableRow& row) {
  const std::string faults = format_faults(row.tally);
  const EloInterval elo = row.adjusted_rating().reliable();
  const AdjustedRating luck = row.adjusted.value_or(AdjustedRating());
  const auto of_luck = [&](Json value) { return row.adjusted ? std::move(value) : Json(); };
  const auto decided = [&](auto end) { return row.decided ? Json((*row.decided).*end) : Json(); };
  table.add({.json = "adjusted"}, of_luck({{"elo", rounded(luck.elo)},
                                           {"elo_low", rounded_or_null(elo.low)},
                                           {"elo_high", rounded_or_null(elo.high)},
                                           {"luck", rounded(luck.luck)},
                                           {"luck_z", rounded_or_null(luck.luck_z)}}));
  table.add({.json = "faults"}, faults_json(row.tally));
  table.add({.csv = "faults"}, row.tally.faults.empty() ? Json() : Json(faults));
  table.add({.heading = "faults", .is_text = true}, row.never_ready ? "never-ready" : faults);
  table.add({.csv = "adjusted_elo"}, elo.elo);
  table.add({.csv = "adjusted_low"}, elo.low);
  table.add({.csv = "adjusted_high"}, elo.high);
  table.add({.csv = "luck", .digits = 6}, of_luck(luck.luck));
  table.add({.csv = "luck_z"}, luck.luck_z);
  table.add({.csv = "rated_by"}, to_string(row.rated_by));
  table.add({.json = "full_name", .is_optional = true},
            row.full_name == row.name ? Json() : Json(row.full_name));
  table.add({.json = "decided_rank_low", .is_optional = true}, decided(&RankRange::low));
  table.add({.json = "decided_rank_high", .is_optional = true}, decided(&RankRange::high));
}

/// Describes a row for all outputs.
void add_row(OutputTable& table, const DivisionTable& division, const TableRow& row) {
  table.rows.emplace_back();
  table.add({.csv = "rules"}, division.rules);
  table.add({.csv = "seats"}, division.seats);
  add_agent(table, row);
  add_figures(table, row);
  add_luck_and_faults(table, row);
}

/// Describes the rows of some divisions.
OutputTable describe(std::span<const DivisionTable> divisions) {
  OutputTable table;
  for (const DivisionTable& division : divisions) {
    for (const TableRow& row : division.rows)
      add_row(table, division, row);
  }
  if (table.rows.empty()) {  // The columns are there without agents, too.
    add_row(table, {}, {});
    table.rows.clear();
  }
  return table;
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

constexpr std::size_t kMostRead = 30;
/// The standard errors that a good table has by chance: of a hundred pairs the largest is about
/// this.
constexpr double kTelling = 3;

std::string format_meeting(const std::optional<ratings::Meeting>& met) {
  if (!met) return "";
  if (met->all_even) return "even";
  std::string text = fmt::format("{:.0f}", 100 * met->score());
  if (met->residual && std::abs(*met->residual) > kTelling)
    text += ' ' + format_signed(*met->residual, 1);
  return text;
}

/// Returns the CSV names of agents that met at least one opponent.
std::vector<std::string> csv_names(const DivisionTable& division) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < division.head_to_head.size(); ++i)
    names.push_back(base::escape_csv(division.rows[i].name));
  return names;
}

void add_fixed(std::string& text, double value, int digits) {
  std::array<char, 64> room{};
  const auto [end, error] = std::to_chars(room.data(), room.data() + room.size(), value,
                                          std::chars_format::fixed, digits);
  text.append(room.data(), end);
}

/// The lines of the agent in this row. There may be a million in all.
void add_csv_lines(std::string& text, const DivisionTable& division,
                   const std::vector<std::string>& names, std::size_t row) {
  for (std::size_t column = 0; column < names.size(); ++column) {
    const std::optional<ratings::Meeting> met = division.head_to_head(row, column);
    if (!met) continue;
    for (const std::string* const word : {&division.rules, &names[row], &names[column]})
      text.append(*word) += ',';
    for (const std::int64_t number : {met->games, met->wins, met->ties, met->losses()}) {
      const fmt::format_int digits(number);
      text.append(digits.data(), digits.size()) += ',';
    }
    add_fixed(text, met->score(), 5);
    text += ',';
    if (met->residual) add_fixed(text, *met->residual, 4);
    text += "\r\n";
  }
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

TableCells table_cells(const DivisionTable& division) {
  TableCells shown = to_cells(describe({&division, 1}));
  shown.optional_columns = {"opponents", "deals", "LOS", "games", "range"};
  // The score of two players gives their wins and points, so a narrow table drops these first.
  const std::ptrdiff_t before = division.seats == 2 ? 0 : 1;
  shown.optional_columns.insert(shown.optional_columns.begin() + before, {"wins", "points"});
  return shown;
}

TableCells meeting_cells(const DivisionTable& division) {
  const ratings::HeadToHead& meetings = division.head_to_head;
  if (meetings.size() < 2 || meetings.size() > kMostRead) return {};
  OutputTable table;
  for (std::size_t i = 0; i < meetings.size(); ++i) {
    table.rows.emplace_back();
    table.add({.heading = "#"}, i + 1);
    table.add({.heading = "agent", .is_text = true}, division.rows[i].name);
    for (std::size_t j = 0; j < meetings.size(); ++j)
      table.add({.heading = std::to_string(j + 1)}, format_meeting(meetings(i, j)));
  }
  TableCells cells = to_cells(table);
  // A narrow terminal drops the opponents from the last to the second.
  cells.optional_columns.assign(cells.headings.rbegin(), cells.headings.rend() - 3);
  return cells;
}

std::string head_to_head_csv(const LeagueTable& table) {
  std::string text = "rules,agent,opponent,games,wins,ties,losses,score,residual\r\n";
  for (const DivisionTable& division : table.divisions) {
    const std::vector<std::string> names = csv_names(division);
    const std::size_t begin = text.size();
    for (std::size_t i = 0; i < names.size(); ++i) {
      add_csv_lines(text, division, names, i);
      // All agents at once: to grow, a text needs twice its room.
      if (i == 0) text.reserve(text.size() + (text.size() - begin) * names.size() * 9 / 8);
    }
  }
  return text;
}

std::vector<Note> meeting_notes() {
  return {
      {"a cell: the score in per cent against the agent of that number, 'even' if every deal "
       "was; after it, if beyond 3, how many standard errors that is from what the ratings "
       "expect; table.json and head-to-head.csv have wins, ties, losses and every residual",
       "a cell: the score in %; after it, beyond 3, standard errors from what is expected"}};
}

Json division_json(const DivisionTable& division) {
  Json seeds = Json::array();
  for (const store::Epoch& epoch : division.epochs)
    seeds.push_back(epoch_json(epoch));
  Json days = Json::array();
  for (const std::chrono::sys_days day : division.days)
    days.push_back(format_day(day));
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
      {"agents", to_json(describe({&division, 1}), rounded)}};
  json["head_to_head"] = head_to_head_json(division);
  if (division.rating == &ratings::kBradleyTerry && division.rating_failed.empty()) return json;
  json["rating"] = division.rating->id;
  json["rating_failed"] =
      division.rating_failed.empty() ? Json(nullptr) : Json(division.rating_failed);
  return json;
}

std::string division_markdown(const DivisionTable& division) {
  std::string text = to_markdown(table_cells(division), table_notes(division));
  const TableCells meetings = meeting_cells(division);
  if (meetings.rows.empty()) return text;
  text += fmt::format("\n### {}: who beat whom\n\n", division.rules);
  text += to_markdown(meetings, meeting_notes());
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

std::string table_csv(const LeagueTable& table) { return to_csv(describe(table.divisions)); }

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

}  // namespace danno::leagues::report
