// What stands on every page of a site: the way to the others, and what the site is made of.
#pragma once

#include <string>
#include <string_view>

#include "leagues/site/page.hpp"
#include "leagues/site/view.hpp"

namespace danno::leagues::site {

/// A page of a site, at a path from its folder.
class SitePage {
 public:
  /// `heading` leads the title: "hold – koans"; `current` is the header's link that is this page,
  /// "" for none.
  SitePage(const ShownLeague& league, std::string path, const std::string& heading,
           std::string_view current);

  [[nodiscard]] Element main() { return main_; }
  [[nodiscard]] const ShownLeague& league() const { return league_; }
  [[nodiscard]] const std::string& path() const { return path_; }
  /// From this page to a path from the site's folder.
  [[nodiscard]] std::string to(const std::string& path) const { return way_up(path_) + path; }

  /// Puts the footer under main and gives the file's content.
  [[nodiscard]] std::string print();

 private:
  const ShownLeague& league_;
  std::string path_;
  Page page_;
  Element main_;
};

/// The agent's name, a link if it has a page.
void add_agent_name(Element parent, const SitePage& page, const ShownDivision& division,
                    const tables::TableRow& row);

/// The same of an entrant of the division's event.
void add_entrant(Element parent, const SitePage& page, const ShownDivision& division, int entrant);

/// "ada – bob"
void add_names(Element parent, const std::vector<std::string>& names);

/// A box that a wide table scrolls in, with its name for who cannot see it.
Element add_box(Element parent, const std::string& label);

/// A <th> of a column, `scope` set; `about` is the part of how.html that explains it, or "".
void add_head(Element row, const SitePage& page, std::string_view text, std::string_view classes,
              std::string_view about = "");

/// Pages of a long list: "1 2 3", the current one not a link. Nothing for one page.
void add_pager(Element parent, const SitePage& page, std::string_view folder, std::string_view stem,
               std::size_t current, std::size_t pages);

/// The title of a part of a list, from 0: "koans", "koans, part 2".
[[nodiscard]] std::string part_of(std::string_view title, std::size_t part);

/// "2026-11-21", or "2026-11-21 to 2026-11-24"; empty for none.
[[nodiscard]] std::string show_days(const std::set<std::chrono::sys_days>& days);

}  // namespace danno::leagues::site
