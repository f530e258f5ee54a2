// What a league's site shows, as plain values: made of the store (read_league.cpp), printed by
// pages.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "leagues/formats/rounds.hpp"
#include "leagues/formats/tournament/table.hpp"
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

/// What the tournaments of a division add to its table.
struct ShownTournaments {
  formats::tournament::TournamentDivisionTable table;
  int repeat = 1;
  std::vector<store::StoredAgent> entrants;
  std::size_t pages = 0;  ///< The first so many tournaments have one.
};

/// What the rounds of a knock-out or a Swiss event add to the table of a division.
struct ShownRounds {
  formats::RoundsReport report;
  std::string title;  ///< "Knock-out"
  bool finished = false;
  std::vector<store::StoredAgent> entrants;
};

struct ShownDivision {
  std::string name;                           ///< "koans"
  std::string folder;                         ///< "koans/"
  std::vector<store::StoredDivision> stored;  ///< One; of tournaments one a size of table, from 2.
  tables::DivisionTable table;
  Survey survey;
  std::vector<ShownGame> games;  ///< By line-up and deal.
  /// By the line-up's name, "ada,bob", and deal: where it stands in `games`.
  std::map<std::pair<std::string, std::uint64_t>, std::size_t> game_pages;
  std::optional<ShownTournaments> tournaments;  ///< Nothing in leagues of another format.
  std::optional<ShownRounds> rounds;            ///< Likewise.
  std::vector<std::size_t> entrant_rows;        ///< Of either, by entrant: its row in the table.

  [[nodiscard]] const rules::Definition& definition() const { return *stored.front().definition; }
  /// Where the line-up's games lie in the store.
  [[nodiscard]] const store::StoredDivision& stored_of(const store::StoredLineUp& line_up) const;
  /// Fills entrant_rows.
  void set_entrants(std::span<const store::StoredAgent> entrants);
  /// Null where the deal has no page.
  [[nodiscard]] const ShownGame* find_game(const std::string& line_up, std::uint64_t deal) const;
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

  [[nodiscard]] const std::string& title() const {
    return options.title.empty() ? name : options.title;
  }
  /// Whether the agent has a page here.
  [[nodiscard]] bool has_page(const tables::TableRow& row) const {
    return options.by_author.empty() || row.author == options.by_author;
  }
};

}  // namespace danno::leagues::site
