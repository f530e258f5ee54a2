#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cmath>
#include <nlohmann/json.hpp>
#include <system_error>

#include "leagues/tables/table.hpp"
#include "leagues/table_json.hpp"
#include "leagues/text/escape.hpp"

namespace danno::leagues {
namespace {

namespace fs = std::filesystem;
using nlohmann::ordered_json;

constexpr std::size_t kNameColumn = 2;

ordered_json adjusted_json(const std::optional<AdjustedRating>& adjusted) {
  if (!adjusted) return nullptr;
  return {{"elo", rounded(adjusted->elo)},
          {"elo_low", rounded_or_null(adjusted->elo_low)},
          {"elo_high", rounded_or_null(adjusted->elo_high)},
          {"luck", rounded(adjusted->luck)},
          {"luck_z", rounded_or_null(adjusted->luck_z)}};
}

ordered_json row_json(const TableRow& row) {
  return {{"rank", row.rank},
          {"rank_low", row.rank_low},
          {"rank_high", row.rank_high},
          {"name", row.name},
          {"author", row.author},
          {"elo", rounded_or_null(row.elo)},
          {"elo_low", rounded_or_null(row.elo_low)},
          {"elo_high", rounded_or_null(row.elo_high)},
          {"games", row.tally.games},
          {"deals", row.tally.deals},
          {"score", rounded(row.tally.score())},
          {"points", rounded(row.tally.points())},
          {"win_share", rounded(row.tally.win_share())},
          {"average_opponent", rounded_or_null(row.average_opponent)},
          {"los_next", rounded_or_null(row.los_next)},
          {"adjusted", adjusted_json(row.adjusted)},
          {"faults", faults_json(row.tally)}};
}

ordered_json division_json(const DivisionTable& division) {
  ordered_json agents = ordered_json::array();
  for (const TableRow& row : division.rows)
    agents.push_back(row_json(row));
  ordered_json seeds = ordered_json::array();
  for (const Epoch& epoch : division.epochs)
    seeds.push_back(epoch_json(epoch));
  return {
      {"rules", division.rules},
      {"seats", division.seats},
      {"rank_by", to_string(division.rank_by)},
      {"games", division.games},
      {"games_planned", division.games_planned},
      {"games_advised", division.games_advised},
      {"mirror", division.mirror},
      {"connected", division.connected},
      {"isolation", division.isolation},
      {"isolation_layers", division.isolation_layers},
      {"seeds", seeds},
      {"records", division.records},
      {"values", division.values.empty() ? ordered_json(nullptr) : ordered_json(division.values)},
      {"agents", agents}};
}

void add_markdown_row(std::string& text, const std::vector<std::string>& cells) {
  for (const std::string& cell : cells)
    text += "| " + cell + " ";
  text += "|\n";
}

}  // namespace

double rounded(double value) { return std::round(value * 1e6) / 1e6; }

ordered_json rounded_or_null(std::optional<double> value) {
  return value ? ordered_json(rounded(*value)) : ordered_json(nullptr);
}

ordered_json faults_json(const AgentTally& tally) {
  ordered_json faults = ordered_json::object();
  for (const auto& [kind, count] : tally.faults)
    faults[std::string(referee::to_string(kind))] = count;
  return faults;
}

ordered_json epoch_json(const Epoch& epoch) {
  return {{"commitment", epoch.commitment},
          {"seed", epoch.revealed ? ordered_json(epoch.seed) : ordered_json(nullptr)},
          {"open", epoch.open}};
}

std::string csv_or_empty(std::optional<double> value) {
  return value ? fmt::format("{:.4f}", *value) : "";
}

void write_whole(const fs::path& path, std::string_view content) {
  const fs::path draft = path.string() + ".new";
  const auto fail = [&](int code) {
    ::unlink(draft.c_str());
    throw std::system_error(code, std::generic_category(), "cannot write " + path.string());
  };
  const int fd = ::open(draft.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  if (fd < 0) fail(errno);
  int code = 0;
  while (!content.empty() && code == 0) {
    const ssize_t written = ::write(fd, content.data(), content.size());
    if (written >= 0) {
      content.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno != EINTR) {
      code = errno;
    }
  }
  if (::close(fd) != 0 && code == 0) code = errno;
  if (code == 0 && ::rename(draft.c_str(), path.c_str()) != 0) code = errno;
  if (code != 0) fail(code);
}

std::string table_json(const LeagueTable& table) {
  ordered_json divisions = ordered_json::array();
  for (const DivisionTable& division : table.divisions)
    divisions.push_back(division_json(division));
  const ordered_json json{{"league", table.name}, {"divisions", divisions}};
  return json.dump(2, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

std::string table_markdown(const LeagueTable& table) {
  std::string text = fmt::format("# {}\n", escape_markdown(table.name));
  for (const DivisionTable& division : table.divisions) {
    text += fmt::format("\n## {}\n\n", division.rules);
    TableCells cells = table_cells(division);
    add_markdown_row(text, cells.headings);
    for (std::size_t i = 0; i < cells.headings.size(); ++i)
      text += i == kNameColumn || i + 1 == cells.headings.size() ? "| --- " : "| ---: ";
    text += "|\n";
    for (auto& row : cells.rows) {
      row[kNameColumn] = escape_markdown(row[kNameColumn]);
      add_markdown_row(text, row);
    }
    text += "\n";
    for (const std::string& note : table_notes(division))
      text += "- " + escape_markdown(note) + "\n";
  }
  return text;
}

std::string table_csv(const LeagueTable& table) {
  std::string text =
      "rules,seats,rank,rank_low,rank_high,name,author,elo,elo_low,elo_high,games,deals,score,"
      "points,win_share,"
      "average_opponent,los_next,faults,adjusted_elo,adjusted_low,adjusted_high,luck,luck_z\r\n";
  for (const DivisionTable& division : table.divisions) {
    for (const TableRow& row : division.rows) {
      const AgentTally& tally = row.tally;
      text +=
          fmt::format("{},{},{},{},{},{},{},", division.rules, division.seats, row.rank,
                      row.rank_low, row.rank_high, escape_csv(row.name), escape_csv(row.author));
      text += fmt::format("{},{},{},{},{},", csv_or_empty(row.elo), csv_or_empty(row.elo_low),
                          csv_or_empty(row.elo_high), tally.games, tally.deals);
      text +=
          fmt::format("{:.5f},{:.5f},{:.5f},", tally.score(), tally.points(), tally.win_share());
      text +=
          fmt::format("{},{},{},", csv_or_empty(row.average_opponent), csv_or_empty(row.los_next),
                      tally.faults.empty() ? "" : escape_csv(show_faults(tally)));
      const AdjustedRating adjusted = row.adjusted.value_or(AdjustedRating());
      text += row.adjusted
                  ? fmt::format("{:.4f},{},{},{:.6f},{}\r\n", adjusted.elo,
                                csv_or_empty(adjusted.elo_low), csv_or_empty(adjusted.elo_high),
                                adjusted.luck, csv_or_empty(adjusted.luck_z))
                  : ",,,,\r\n";
    }
  }
  return text;
}

void write_table_files(const LeagueTable& table, const fs::path& folder) {
  write_whole(folder / "table.json", table_json(table));
  write_whole(folder / "table.md", table_markdown(table));
  write_whole(folder / "table.csv", table_csv(table));
}

}  // namespace danno::leagues
