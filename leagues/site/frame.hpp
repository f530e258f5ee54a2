// The frame of every page of a site: the links to other pages, and what the site was made from.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

#include "leagues/site/html.hpp"
#include "leagues/site/page.hpp"
#include "leagues/site/view.hpp"

namespace danno::leagues::site {

/// Adds dice in a row, each face a digit from 1 to 6. People who cannot see them miss nothing.
void add_dice(Element parent, std::string_view faces);

/// The site's icon: a die, as the content of an SVG file.
extern const std::string_view kIcon;

/// The page of the league's puzzles, and its title.
inline constexpr const char* kPuzzlePage = "puzzle.html";
inline constexpr const char* kPuzzleTitle = "What would you do?";

/// A page of a site, at a path relative to its folder.
class SitePage {
 public:
  /// `heading` begins the title, such as "hold – koans". `current` is its header link, or "".
  SitePage(const PageLeague& league, std::string path, const std::string& heading,
           std::string_view current, const Assets& assets = kLeagueAssets);

  [[nodiscard]] Element main() { return main_; }
  [[nodiscard]] const PageLeague& league() const { return league_; }
  [[nodiscard]] const std::string& path() const { return path_; }
  /// Returns the relative path from this page to `path`, which is relative to the site's folder.
  [[nodiscard]] std::string to(const std::string& path) const { return way_up(path_) + path; }

  /// Sets what a preview of a link says: words of any origin.
  void describe(const std::string& words);

  /// Adds the footer and returns the file's content.
  [[nodiscard]] std::string print();

 private:
  void add_navigation(Element header, std::string_view current);

  const PageLeague& league_;
  std::string path_;
  const Assets& assets_;
  Page page_;
  Element main_;
};

/// Adds the agent's name, as a link if it has a page.
void add_agent_name(Element parent, const SitePage& page, const PageDivision& division,
                    const report::TableRow& row);

/// Adds the name of an entrant of the division's event in the same way.
void add_entrant(Element parent, const SitePage& page, const PageDivision& division, int entrant);

/// Adds names such as "ada – bob".
void add_names(Element parent, const std::vector<std::string>& names);

/// Adds a <th> of a column, with `scope` set. `about` is the section of how.html about it, or "".
void add_head(Element row, const SitePage& page, std::string_view text, std::string_view classes,
              std::string_view about = "");

/// A column's title; `about` is the section of how.html about it, or "".
struct Heading {
  std::string_view title;
  std::string_view classes = {};
  std::string_view about = {};
};
/// Adds a table in a box of its own and returns its body. `label` describes it as in add_box().
Element add_table(Element parent, const SitePage& page, const std::string& label,
                  std::string_view classes, std::initializer_list<Heading> headings);

/// Adds links to the pages of a long list, such as "1 2 3"; the current one is not a link. Adds
/// nothing for a single page.
void add_pager(Element parent, const SitePage& page, std::string_view folder, std::string_view stem,
               std::size_t current, std::size_t pages);

/// Returns the title of a part of a list, counted from 0: "koans", "koans, part 2".
[[nodiscard]] std::string part_title(std::string_view title, std::size_t part);

/// Returns "2026-11-21", or "2026-11-21 to 2026-11-24".
[[nodiscard]] std::string format_days(const report::Days& days);

/// Returns a day for people, such as "24 Nov 2026".
[[nodiscard]] std::string format_date(std::chrono::sys_days day);

/// Returns a minute for people, such as "24 Nov 2026, 06:40 UTC".
[[nodiscard]] std::string format_minute(std::chrono::sys_seconds time);

}  // namespace danno::leagues::site
