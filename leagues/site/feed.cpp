// The feed of a site: an entry for each version of an agent and its ranks.
#include <fmt/format.h>

#include <algorithm>

#include "leagues/base/count.hpp"
#include "leagues/base/escape.hpp"
#include "leagues/report/history.hpp"
#include "leagues/site/figures.hpp"
#include "leagues/site/html.hpp"
#include "leagues/site/pages.hpp"
#include "leagues/site/standings.hpp"

namespace danno::leagues::site {
namespace {

using report::TableRow;

constexpr std::size_t kMostEntries = 100;

/// Escapes text of any origin: it then contains neither control characters nor markup.
std::string xml(std::string_view text) { return base::escape_xml(base::escape_controls(text)); }

/// Returns an id that needs no address and stays when the site moves (RFC 4151).
std::string entry_id(const PageLeague& league, const std::string& what) {
  return fmt::format("tag:danno.invalid,2026:{}{}", percent_encoded(league.name), what);
}

std::string moment(const std::optional<std::chrono::sys_days>& day) {
  return report::format_day(day.value_or(std::chrono::sys_days())) + "T00:00:00Z";
}

std::optional<std::chrono::sys_days> last_day(const PageDivision& division) {
  if (division.table.days.empty()) return std::nullopt;
  return *division.table.days.rbegin();
}

std::string entry(const PageLeague& league, const PageDivision& division, const TableRow& row) {
  const std::string page = division.folder + agent_page_path(league.files, row.name);
  const auto day = row.days ? std::optional(row.days->last) : last_day(division);
  return fmt::format(
      "<entry>\n<title>{}</title>\n<id>{}</id>\n<updated>{}</updated>\n<link href=\"{}\"/>\n"
      "<author><name>{}</name></author>\n<summary>{}</summary>\n</entry>\n",
      xml(fmt::format("{}, version {}: rank {} in {}", row.name, row.version, format_ranks(row),
                      division.name)),
      xml(entry_id(league, fmt::format("/{}/v{}/{}-{}", percent_encoded(page), row.version,
                                       row.rank_low, row.rank_high))),
      moment(day), xml(league.options.address + percent_encoded(page)),
      xml(league.options.authors && !row.author.empty() ? row.author : league.title()),
      xml(describe_agent(division, row)));
}

}  // namespace

std::string describe_agent(const PageDivision& division, const TableRow& row) {
  std::string words = fmt::format("{} in {}: rank {} of {}", row.name, division.name,
                                  format_ranks(row), division.table.rows.size());
  if (row.tally.games == 0) return words + ", no games yet";
  return words + fmt::format(", Elo {}, score {} in {}", format_rating(row.rating()),
                             percent(row.tally.score()),
                             base::format_count(row.tally.games, "game"));
}

std::string feed(const PageLeague& league) {
  std::optional<std::chrono::sys_days> day;
  std::string entries;
  for (const PageDivision& division : league.divisions) {
    day = std::max(day, last_day(division));
    const std::vector<TableRow>& rows = division.table.rows;
    for (std::size_t i = 0; i < std::min(rows.size(), kMostEntries); ++i) {
      if (rows[i].tally.games > 0) entries += entry(league, division, rows[i]);
    }
  }
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<feed xmlns=\"http://www.w3.org/2005/Atom\">\n"
      "<title>{}</title>\n<id>{}</id>\n<updated>{}</updated>\n{}"
      "<link href=\"{}index.html\"/>\n{}</feed>\n",
      xml(league.title()), xml(entry_id(league, "")), moment(day),
      league.options.address.empty()
          ? ""
          : fmt::format("<link rel=\"self\" href=\"{}feed.xml\"/>\n", xml(league.options.address)),
      xml(league.options.address), entries);
}

}  // namespace danno::leagues::site
