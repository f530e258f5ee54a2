// Lists: a division's games with pages, who beat whom, all authors, and the feed of agents'
// versions.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <vector>

#include "leagues/base/count.hpp"
#include "leagues/base/escape.hpp"
#include "leagues/report/history.hpp"
#include "leagues/site/figures.hpp"
#include "leagues/site/pages.hpp"
#include "leagues/site/standings.hpp"
#include "referee/record/sha256.hpp"

namespace danno::leagues::site {

namespace {

/// Adds why a deal is worth watching. Decisions of one agent stand together; each leads to itself.
void add_reasons(Element why, const std::string& path, const std::vector<Reason>& reasons) {
  for (auto reason = reasons.begin(); reason != reasons.end(); ++reason) {
    if (std::ranges::find(reasons.begin(), reason, reason->words, &Reason::words) != reason)
      continue;
    if (reason != reasons.begin()) why.text("; ");
    if (reason->step.empty()) {
      why.text(reason->words);
      continue;
    }
    why.add("a").link(path, reason->step).text(reason->words + ", " + reason->cost);
    for (auto next = std::next(reason); next != reasons.end(); ++next) {
      if (next->words != reason->words) continue;
      why.text(", ");
      why.add("a").link(path, next->step).text(next->cost);
    }
  }
}

void add_game(Element body, const SitePage& page, const PageGame& game) {
  const std::string path = page.to(game.path + ".html");
  Element tr = body.add("tr");
  Element link = tr.add("th").set("scope", "row").add("a").link(path);
  add_names(link, game.names);
  link.text(fmt::format(", deal {}", game.deal.deal));
  tr.add("td", "n").text(game.result);
  tr.add("td", "n").text(game.margin);
  add_reasons(tr.add("td"), path, game.why);
}

/// The number of agents up to which columns are named by more than numbers.
constexpr std::size_t kMostNamed = 12;

/// Returns the class of a result, `residual` standard errors from what the ratings expect. Below
/// two it is noise: from one on, a third of many cells would be tinted although all are as
/// expected.
std::string tint_class(double residual) {
  const double size = std::abs(residual);
  if (size < 2) return "";
  return fmt::format("{}{}", residual > 0 ? "up" : "down", size < 3 ? 2 : 3);
}

/// The score of the row against the column, a link to that result on the page of the row's agent.
void add_cell(Element tr, const SitePage& page, const PageDivision& division, std::size_t row,
              std::size_t column) {
  const auto met = row == column ? std::nullopt : division.table.head_to_head(row, column);
  if (!met) {
    tr.add("td", "soft").text(row == column ? "·" : "–");
    return;
  }
  Element cell = tr.add("td", tint_class(met->residual.value_or(0)));
  const report::TableRow& own = division.table.rows[row];
  Element place = cell;
  if (page.league().has_page(own) && division.table.rows.size() <= kMostOpponents + 1) {
    const FileNames& files = page.league().files;
    place = cell.add("a").link(page.to(division.folder + agent_page_path(files, own.name)),
                               against_id(files, division.table.rows[column].name));
  }
  place.text(fmt::format("{:.0f}", 100 * met->score()));
}

/// Adds an agent's number, which replaces its name where names are too wide.
void add_number(Element head, std::size_t row) {
  head.add("span", "number").text(fmt::format("{}", row + 1));
  head.text(" ");
}

/// Rows of one agent, one for each division.
using Agent = std::vector<std::pair<const PageDivision*, const report::TableRow*>>;
using Agents = std::map<std::string, Agent>;

/// An author's name may be anything, so the address is its hash, which other authors do not change.
std::string author_anchor(const std::string& author) {
  return "by-" + referee::record::sha256_hex(author).substr(0, 12);
}

std::map<std::string, Agents> agents_by_author(const PageLeague& league) {
  std::map<std::string, Agents> authors;
  for (const PageDivision& division : league.divisions) {
    for (const report::TableRow& row : division.table.rows)
      if (!row.author.empty()) authors[row.author][row.name].emplace_back(&division, &row);
  }
  return authors;
}

/// "hold: koans, rank 2–3 of 5, Elo +66 ± 4".
void add_agent(Element list, const SitePage& page, const Agent& agent) {
  Element item = list.add("li");
  add_agent_name(item, page, *agent.front().first, *agent.front().second);
  item.text(": ");
  for (std::size_t i = 0; i < agent.size(); ++i) {
    const auto& [division, row] = agent[i];
    item.text(i > 0 ? " · " : "")
        .add("a")
        .link(page.to(division->folder + "index.html"))
        .text(division->name);
    item.text(fmt::format(", rank {} of {}", format_ranks(*row), division->table.rows.size()));
    if (row->tally.games > 0) item.text(", Elo " + format_rating(row->rating()));
  }
}

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

/// Returns the entry of an agent's version and its ranks.
std::string feed_entry(const PageLeague& league, const PageDivision& division,
                       const report::TableRow& row) {
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

std::string head_to_head_page(const PageLeague& league, const PageDivision& division) {
  SitePage page(league, division.folder + "head-to-head.html", "Head to head – " + division.name,
                division.name);
  page.describe("Who beat whom in " + division.name + ".");
  page.main().add("h1").text("Head to head");
  add_head_to_head_grid(page.main(), page, division);
  return page.print();
}

std::string games_page(const PageLeague& league, const PageDivision& division, std::size_t part) {
  SitePage page(league, division.folder + paged("games", part),
                part_title("Games", part) + " – " + division.name, division.name);
  page.describe(fmt::format("{} of {} to watch.", base::format_count(division.games.size(), "deal"),
                            division.name));
  Element main = page.main();
  main.add("h1").text("Games to watch");
  main.add("p", "soft")
      .text(fmt::format(
          "{} of {}, the most informative ones, each with all its games; {} were played. "
          "Any other game: ",
          base::format_count(division.games.size(), "deal"), division.name,
          base::format_count(division.table.games, "game")))
      .add("code")
      .text("danno replay GAME --html game.html");
  if (league.options.by_author.empty()) {
    Element data = main.add("p", "soft small");
    data.text("Each is beside its page for danno audit (.txt) and, by ");
    data.add("a").link(page.to("game.schema.json")).text("this schema");
    data.text(", for programs (.jsonl).");
  }
  const std::size_t first = part * kRowsOfPage;
  const std::size_t end = std::min(division.games.size(), first + kRowsOfPage);
  std::vector<const PageGame*> games;
  for (std::size_t i = first; i < end; ++i)
    games.push_back(&division.games[i]);
  add_games(main, page, games);
  add_pager(main, page, division.folder, "games", part, count_pages(division.games.size()));
  return page.print();
}

void add_games(Element parent, const SitePage& page, const std::vector<const PageGame*>& games) {
  if (games.size() >= kFewestToFind) parent.add("div", "find");
  Element body = add_table(parent, page, "Games with a page", "games",
                           {{"Deal"}, {"Games won", "n"}, {"Margin", "n"}, {"Why"}});
  for (const PageGame* const game : games)
    add_game(body, page, *game);
}

void add_head_to_head_grid(Element parent, const SitePage& page, const PageDivision& division) {
  const ratings::HeadToHead& meetings = division.table.head_to_head;
  const std::size_t size = std::min(meetings.size(), kMostInSquare);
  Element table = add_box(parent, "Head to head in " + division.name)
                      .add("table", size > kMostNamed ? "square many" : "square");
  Element head = table.add("thead").add("tr");
  head.add("td");
  for (std::size_t i = 0; i < size; ++i) {
    Element cell = head.add("th", "cut");
    cell.set("scope", "col");
    add_number(cell, i);
    cell.bot(division.table.rows[i].name);
  }
  Element body = table.add("tbody");
  for (std::size_t i = 0; i < size; ++i) {
    Element tr = body.add("tr");
    Element name = tr.add("th", "cut");
    name.set("scope", "row");
    add_number(name, i);
    add_agent_name(name, page, division, division.table.rows[i]);
    for (std::size_t j = 0; j < size; ++j)
      add_cell(tr, page, division, i, j);
  }
  Element key = parent.add("p", "soft small");
  key.text(
      "Score of the row against the column in percent; a score leads to that result. Plain: "
      "as the ratings expect. Blue: the row "
      "did better by more than two standard errors, orange: worse. A frame: by more than three ");
  key.add("a").link(page.to("how.html"), "residual").text("standard errors");
  key.text(".");
  if (meetings.size() > size)
    key.text(fmt::format(" The first {}; each agent’s page has its own.", size));
}

bool has_authors(const PageLeague& league) {
  return league.options.authors && league.options.by_author.empty();
}

void add_author(Element parent, const SitePage& page, const std::string& author) {
  if (has_authors(page.league()))
    parent.add("a").link(page.to(kAuthorsPage), author_anchor(author)).bot(author);
  else
    parent.bot(author);
}

std::string authors_page(const PageLeague& league) {
  const auto authors = agents_by_author(league);
  SitePage page(league, kAuthorsPage, "Authors", "");
  page.describe(fmt::format("The programs of {}.", base::format_count(authors.size(), "author")));
  Element main = page.main();
  main.add("h1").text("Authors");
  if (authors.empty()) main.add("p").text("No agent names its author.");
  for (const auto& [author, agents] : authors) {
    main.add("h2").set("id", author_anchor(author)).bot(author);
    Element list = main.add("ul", "plain");
    for (const auto& [name, agent] : agents)
      add_agent(list, page, agent);
  }
  return page.print();
}

std::string describe_agent(const PageDivision& division, const report::TableRow& row) {
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
    const std::vector<report::TableRow>& rows = division.table.rows;
    for (std::size_t i = 0; i < std::min(rows.size(), kMostEntries); ++i) {
      if (rows[i].tally.games > 0) entries += feed_entry(league, division, rows[i]);
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
