// What a league's site shows, as plain values: made of the store (read_league.cpp), printed by
// pages.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "leagues/formats/pages.hpp"
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
  std::string name;                           ///< "koans"
  std::string folder;                         ///< "koans/"
  std::vector<store::StoredDivision> stored;  ///< One, or one for each size of table.
  tables::DivisionTable table;
  Survey survey;
  std::vector<ShownGame> games;  ///< By line-up and deal.
  /// By the line-up's name, "ada,bob", and deal: where it stands in `games`.
  std::map<std::pair<std::string, std::uint64_t>, std::size_t> game_pages;
  std::optional<formats::EventPages> event;  ///< Empty if the league's format adds nothing.
  std::vector<std::size_t> entrant_rows;     ///< By entrant of the event: its row in the table.

  [[nodiscard]] const rules::Definition& definition() const { return *stored.front().definition; }
  /// Where the line-up's games lie in the store.
  [[nodiscard]] const store::StoredDivision& stored_of(const store::StoredLineUp& line_up) const;
  /// Whether its games are played at tables of several sizes.
  [[nodiscard]] bool has_table_sizes() const { return stored.size() > 1; }
  /// Null where the deal has no page.
  [[nodiscard]] const ShownGame* find_game(const std::string& line_up, std::uint64_t deal) const;
  /// The last of the event's deals that has a page; null if none has.
  [[nodiscard]] const ShownGame* find_game(const formats::MetAgents& deals) const;
};

/// Whom and what a site is for.
struct ShownOptions {
  ShownFaults faults = ShownFaults::Kinds;
  bool authors = true;
  std::string address;    ///< Where it will be published, with its slash; empty: not known.
  std::string title;      ///< In place of the league's name; may be empty.
  std::string about;      ///< A paragraph under it; may be empty.
  std::string by_author;  ///< Pages of this author's agents and their games alone; empty: all.
};

struct ShownLeague {
  std::string name;
  ShownOptions options;
  FileNames files;
  std::vector<ShownDivision> divisions;
  std::optional<double> verified;  ///< Then the p-value of the dice; nothing: not verified here.
  std::string final_page = {};     ///< Of the final of this season, from the site's folder; or "".

  [[nodiscard]] const std::string& title() const {
    return options.title.empty() ? name : options.title;
  }
  /// Whether the agent has a page here.
  [[nodiscard]] bool has_page(const tables::TableRow& row) const {
    return options.by_author.empty() || row.author == options.by_author;
  }
};

}  // namespace danno::leagues::site
