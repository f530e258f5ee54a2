// What a league's site shows, as plain values: made of the store (site.cpp), printed by pages.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "leagues/site/choice.hpp"
#include "leagues/site/deal.hpp"
#include "leagues/site/paths.hpp"
#include "leagues/site/survey.hpp"
#include "leagues/tables/table.hpp"

namespace danno::leagues::site {

/// A deal with a page.
struct ShownGame {
  DealPlace deal;
  std::vector<std::string> names;  ///< Of the line-up.
  std::string path;                ///< Of its page, from the site's folder.
  std::vector<std::string> why;
};

struct ShownDivision {
  std::string name;    ///< "koans"
  std::string folder;  ///< "koans/"
  store::StoredDivision stored;
  tables::DivisionTable table;
  Survey survey;
  std::vector<ShownGame> games;                 ///< By line-up and deal.
  std::map<DealPlace, std::size_t> game_pages;  ///< Where a deal stands in `games`.
};

/// Whom and what a site is for.
struct ShownOptions {
  ShownFaults faults = ShownFaults::Kinds;
  bool authors = true;
  std::string address;    ///< Where it will be published, with its slash; empty: not known.
  std::string by_author;  ///< Pages of this author's agents and their games alone; empty: all.
};

struct ShownLeague {
  std::string name;
  ShownOptions options;
  FileNames files;
  std::vector<ShownDivision> divisions;
  std::optional<double> verified;  ///< Then the p-value of the dice; nothing: not verified here.

  /// Whether the agent has a page here.
  [[nodiscard]] bool has_page(const tables::TableRow& row) const {
    return options.by_author.empty() || row.author == options.by_author;
  }
};

}  // namespace danno::leagues::site
