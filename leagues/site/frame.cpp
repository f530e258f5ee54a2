#include "leagues/site/frame.hpp"

#include <fmt/format.h>

#include <array>

#include "leagues/base/count.hpp"
#include "leagues/base/escape.hpp"
#include "leagues/report/history.hpp"
#include "leagues/site/pages.hpp"
#include "leagues/site/playground.hpp"

namespace danno::leagues::site {

namespace {

/// The positions of the pips by face, in a square of three by three, counted from the upper left.
constexpr std::array<std::string_view, 7> kPips{"", "4", "08", "048", "0268", "02468", "023568"};
constexpr int kDie = 44;
constexpr int kStep = 52;

void add_die(Element svg, int x, char face) {
  svg.add("rect")
      .set("x", fmt::to_string(x))
      .set("y", "1")
      .set("width", fmt::to_string(kDie))
      .set("height", fmt::to_string(kDie))
      .set("rx", "9");
  for (const char pip : kPips.at(static_cast<std::size_t>(face - '0'))) {
    svg.add("circle")
        .set("cx", fmt::to_string(x + ((pip - '0') % 3 + 1) * kDie / 4))
        .set("cy", fmt::to_string(1 + ((pip - '0') / 3 + 1) * kDie / 4))
        .set("r", "4");
  }
}

constexpr std::size_t kMostInHeader = 6;

void add_footer(Element body, const PageLeague& league, const SitePage& page) {
  std::int64_t games = 0;
  std::set<std::chrono::sys_days> days;
  for (const PageDivision& division : league.divisions) {
    games += division.table.games;
    days.insert(division.table.days.begin(), division.table.days.end());
  }
  Element footer = body.add("footer");
  footer.text(
      fmt::format("Made by danno {} from {}", DANNO_VERSION, base::format_count(games, "game")));
  if (!days.empty()) footer.text(", " + format_days({*days.begin(), *days.rbegin()}));
  footer.text(" · ").add("a").link(page.to("how.html")).text("How to read this");
  footer.text(" · every number can be made again: ").add("code").text("danno league verify");
  if (!league.options.by_author.empty()) return;
  Element data = footer.add("p");
  data.text("Data: ");
  for (const std::string file :
       {"table.json", "table.schema.json", "game.schema.json", "table.csv", "head-to-head.csv"}) {
    if (file == "head-to-head.csv" && !league.has_head_to_head_file()) continue;
    data.add("a").link(page.to(file)).text(file);
    data.text(" · ");
  }
  data.add("a").link(page.to("feed.xml")).text("feed of versions and ranks");
}

}  // namespace

void add_dice(Element parent, std::string_view faces) {
  const int width = static_cast<int>(faces.size()) * kStep - (kStep - kDie) + 2;
  Element svg = parent.add("svg", "art");
  svg.set("aria-hidden", "true")
      .set("viewBox", fmt::format("0 0 {} {}", width, kDie + 2))
      .set("width", fmt::to_string(width))
      .set("height", fmt::to_string(kDie + 2));
  int x = 1;
  for (const char face : faces) {
    add_die(svg, x, face);
    x += kStep;
  }
}

const std::string_view kIcon =
    R"(<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect x="1" y="1" width="30" height="30" rx="7" fill="#0067a8"/><g fill="#fff"><circle cx="9" cy="9" r="3"/><circle cx="23" cy="9" r="3"/><circle cx="16" cy="16" r="3"/><circle cx="9" cy="23" r="3"/><circle cx="23" cy="23" r="3"/></g></svg>
)";

SitePage::SitePage(const PageLeague& league, std::string path, const std::string& heading,
                   std::string_view current, const Assets& assets)
    : league_(league), path_(std::move(path)), assets_(assets), main_(page_.body.root()) {
  page_.title = heading.empty() ? league.title() : heading + " – " + league.title();
  if (!league.options.address.empty()) {
    page_.address = league.options.address + percent_encoded(path_);
    page_.image = league.options.address + kPreviewFile;
  }
  describe("A league of programs that play Greed, a dice game.");
  page_.sends = &assets == &kHandInAssets;
  Element head = page_.body.root().add("header");
  add_navigation(head.add("nav"), current);
  add_colour_switch(head);
  main_ = page_.body.root().add("main");
  const bool is_looked_into = &assets == &kDealAssets;  // a deal does not change
  if (league.options.live && !is_looked_into) main_.set("data-live");
}

void SitePage::add_navigation(Element header, std::string_view current) {
  const PageLeague& league = league_;
  header.set("aria-label", "Pages of this site");
  add_dice(header, "5");
  const auto link = [&](std::string_view text, const std::string& to) {
    Element anchor = header.add("a").link(this->to(to)).bot(text);
    if (text == current) anchor.set("aria-current", "page");
    header.text(" ");
  };
  link(league.title(), "index.html");
  if (league.divisions.size() <= kMostInHeader) {
    for (const PageDivision& division : league.divisions)
      link(division.name, division.folder + "index.html");
  }
  if (league.has_hand_in()) link("Hand in", kHandInPage);
  if (league.has_final) link("The final", league.final_page());
  if (league.options.season && league.options.season->is_final)
    link("The season", league.season_page());
  if (!league.puzzles.empty()) link(kPuzzleTitle, kPuzzlePage);
  if (has_playground() && league.options.by_author.empty()) {
    link(kPlayLink, kPlayPage);
    link(kWriteTitle, kWritePage);
  }
  link("How to read this", "how.html");
}

void SitePage::describe(const std::string& words) {
  page_.description = base::escape_controls(words);
}

std::string SitePage::print() {
  add_footer(page_.body.root(), league_, *this);
  if (league_.options.by_author.empty()) page_.feed = to("feed.xml");
  return print_page(page_, way_up(path_), assets_);
}

void add_agent_name(Element parent, const SitePage& page, const PageDivision& division,
                    const report::TableRow& row) {
  const PageLeague& league = page.league();
  if (!league.has_page(row)) {
    parent.bot(row.name);
    return;
  }
  parent.add("a")
      .link(page.to(division.folder + agent_page_path(league.files, row.name)))
      .bot(row.name);
}

void add_entrant(Element parent, const SitePage& page, const PageDivision& division, int entrant) {
  const std::size_t row = division.entrant_rows[static_cast<std::size_t>(entrant)];
  add_agent_name(parent, page, division, division.table.rows[row]);
}

void add_names(Element parent, const std::vector<std::string>& names) {
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i > 0) parent.text(" – ");
    parent.bot(names[i]);
  }
}

void add_head(Element row, const SitePage& page, std::string_view text, std::string_view classes,
              std::string_view about) {
  Element head = row.add("th", classes);
  head.set("scope", "col");
  if (about.empty())
    head.text(text);
  else
    head.add("a").link(page.to("how.html"), about).text(text);
}

Element add_table(Element parent, const SitePage& page, const std::string& label,
                  std::string_view classes, std::initializer_list<Heading> headings) {
  Element table = add_box(parent, label).add("table", classes);
  Element head = table.add("thead").add("tr");
  for (const auto& [title, own, about] : headings)
    add_head(head, page, title, own, about);
  return table.add("tbody");
}

void add_pager(Element parent, const SitePage& page, std::string_view folder, std::string_view stem,
               std::size_t current, std::size_t pages) {
  if (pages < 2) return;
  Element nav = parent.add("nav", "pager");
  nav.set("aria-label", "Further parts of this list");
  for (std::size_t i = 0; i < pages; ++i) {
    Element part = nav.add(i == current ? "strong" : "a");
    if (i != current) part.link(page.to(std::string(folder) + paged(stem, i)));
    part.text(fmt::format("{}", i + 1));
    nav.text(" ");
  }
}

std::string part_title(std::string_view title, std::size_t part) {
  return part == 0 ? std::string(title) : fmt::format("{}, part {}", title, part + 1);
}

std::string format_days(const report::Days& days) {
  const std::string first = report::format_day(days.first);
  const std::string last = report::format_day(days.last);
  return first == last ? first : fmt::format("{} to {}", first, last);
}

std::string format_date(std::chrono::sys_days day) {
  constexpr std::array kMonths{"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                               "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
  const std::chrono::year_month_day date(day);
  return fmt::format("{} {} {}", static_cast<unsigned>(date.day()),
                     kMonths.at(static_cast<unsigned>(date.month()) - 1),
                     static_cast<int>(date.year()));
}

std::string format_minute(std::chrono::sys_seconds time) {
  const auto day = std::chrono::floor<std::chrono::days>(time);
  const std::chrono::hh_mm_ss since(time - day);
  return fmt::format("{}, {:02}:{:02} UTC", format_date(day), since.hours().count(),
                     since.minutes().count());
}

}  // namespace danno::leagues::site
