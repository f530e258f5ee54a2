// The content of a league's site as plain values: read_league.cpp reads them, pages.hpp prints
// them.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "leagues/report/history.hpp"
#include "leagues/report/table.hpp"
#include "leagues/schedule/league_format.hpp"
#include "leagues/site/deal.hpp"
#include "leagues/site/puzzles.hpp"
#include "leagues/site/survey.hpp"

namespace danno::leagues::site {

/// File names for agents' names, valid on every system: no two differ only by case, and none is a
/// reserved name of Windows.
class FileNames {
 public:
  /// `names` are the shown names of all agents that of() is called for.
  explicit FileNames(std::vector<std::string> names);

  /// Returns "ada", "a%2Fb", or "Ada~2" if both "Ada" and "ada" exist, in byte order; "con~2" and
  /// "nul~2.x" for reserved names.
  [[nodiscard]] const std::string& of(const std::string& name) const { return files_.at(name); }
  /// Returns a name for agents that meet, such as "ada+bob". If it is longer than 100 bytes, it
  /// consists of its first 60, `~` and 12 digits of its SHA-256.
  [[nodiscard]] std::string of_line_up(std::span<const std::string> names) const;

 private:
  std::map<std::string, std::string> files_;
};

/// Returns a division's folder with a final slash: "koans/", "koans%231/".
[[nodiscard]] std::string folder_of_division(std::string_view division);
/// Returns "rules/koans.html".
[[nodiscard]] std::string rules_path(std::string_view division);
/// These return paths below that folder.
[[nodiscard]] std::string agent_page_path(const FileNames& files, const std::string& name);
[[nodiscard]] std::string deal_path(const FileNames& files, std::span<const std::string> line_up,
                                    std::uint64_t deal);  // without extension
/// Returns the id of the row about an opponent on an agent's page: "against-ada".
[[nodiscard]] std::string against_id(const FileNames& files, const std::string& opponent);
/// The page counts from 0.
[[nodiscard]] std::string paged(std::string_view stem, std::size_t page);

/// Returns the relative path from the page at `path` to the site's folder: "", "../", "../../".
[[nodiscard]] std::string way_up(std::string_view path);

/// A deal with a page.
struct PageGame {
  DealRef deal;
  std::vector<std::string> names;  ///< The names in the line-up.
  std::string path;                ///< The path of its page, relative to the site's folder.
  std::vector<Reason> why;
  std::string result;  ///< The games that each agent won, as "2 : 0".
  std::string margin;  ///< The points between the first and the second in all games.
  std::string leader;  ///< The agent with most points in all games; empty if two have them.
};

struct PageDivision {
  std::string name;                           ///< The name, such as "koans".
  std::string folder;                         ///< The folder, such as "koans/".
  std::vector<store::StoredDivision> stored;  ///< One, or one for each table size.
  report::DivisionTable table;
  Survey survey;
  std::vector<PageGame> games;  ///< Sorted by line-up and deal.
  /// Indices into `games`, by the line-up's name, such as "ada,bob", and deal.
  std::map<std::pair<std::string, std::uint64_t>, std::size_t> game_pages;
  std::optional<std::chrono::sys_seconds> last_game;  ///< When the last games were stored.
  /// Empty unless it was played on two days or in two rounds or more, and its format has a history.
  std::optional<report::RatingHistory> history;
  std::optional<schedule::EventPages> event;  ///< Empty if the league's format adds nothing.
  std::vector<std::size_t> entrant_rows;  ///< The row in the table of each entrant of the event.

  [[nodiscard]] const rules::Definition& definition() const { return *stored.front().definition; }
  /// Returns the division in which the line-up's games are stored.
  [[nodiscard]] const store::StoredDivision& stored_division(
      const store::StoredLineUp& line_up) const;
  /// Returns whether its games are played at tables of several sizes.
  [[nodiscard]] bool has_table_sizes() const { return stored.size() > 1; }
  /// Returns null if the deal has no page.
  [[nodiscard]] const PageGame* find_game(const std::string& line_up, std::uint64_t deal) const;
  /// Returns the last of the event's deals that has a page; null if none has.
  [[nodiscard]] const PageGame* find_game(const schedule::MetAgents& deals) const;
};

/// A moment of a league that is being played and whose pages are rebuilt.
struct Live {
  double games_per_s = 0;  ///< 0: nobody plays just now.
  std::chrono::sys_seconds at;
};

/// A submission that plays now.
struct AcceptedSubmission {
  std::chrono::sys_seconds answered;
  std::string agent;
  std::string author;
  bool operator==(const AcceptedSubmission&) const = default;
};

/// The facts about a season that its pages show, beside its games.
struct SeasonFacts {
  bool is_final = false;  ///< True for the pages of the season's final.
  bool is_closed = false;
  std::optional<std::chrono::sys_seconds> opens;
  std::optional<std::chrono::sys_seconds> closes;
  /// The address of the season's pages, if authors hand in there; otherwise empty.
  std::string web;
  std::uint64_t max_mb = 0;  ///< The size of a submission.
  int max_per_day = 0;       ///< Submissions of an author in a day.
  std::size_t queue = 0;     ///< Submissions that wait for an answer.
  std::uint64_t accepted = 0;
  std::uint64_t refused = 0;
  /// The last accepted ones, newest first. A refusal is a matter of its author alone.
  std::vector<AcceptedSubmission> last = {};
  bool operator==(const SeasonFacts&) const = default;
};

/// The audience and the purpose of a site.
struct PageOptions {
  FaultDetail faults = FaultDetail::Kinds;
  bool authors = true;
  bool decisions = true;  ///< False while a season keeps its games to itself.
  std::string address;    ///< The address of publication, with a final slash; empty if not known.
  std::string title;      ///< Replaces the league's name; may be empty.
  std::string about;      ///< A paragraph under the title; may be empty.
  std::string by_author;  ///< If set, only this author's agents and their games get pages.
  std::optional<Live> live = {};           ///< Unset: the pages are of the store alone.
  std::optional<SeasonFacts> season = {};  ///< Unset: the league is no season.
};

/// A head-to-head.csv of more agents is larger than all pages together.
inline constexpr std::size_t kMostInHeadToHeadFile = 400;

struct PageLeague {
  std::string name;
  PageOptions options;
  FileNames files;
  std::vector<PageDivision> divisions = {};
  std::optional<double> verified =
      {};                            ///< Then the p-value of the dice; nothing: not verified here.
  std::vector<Puzzle> puzzles = {};  ///< Those of "What would you do?"; empty: it has no such page.
  /// True if the season's final has pages. nginx shows both in one site; as files they lie apart.
  bool has_final = false;
  std::string table_json = {};  ///< The league's own table.json.
  /// Pairs of what was left out and why.
  std::vector<std::pair<std::string, std::string>> left_out = {};

  [[nodiscard]] const std::string& title() const {
    return options.title.empty() ? name : options.title;
  }
  /// Returns whether authors hand in on these pages.
  [[nodiscard]] bool has_hand_in() const {
    return options.season && !options.season->web.empty() && !options.season->is_final;
  }
  /// Returns the path to the season's final from the site's folder; empty if there is none.
  [[nodiscard]] std::string final_page() const {
    if (!has_final) return "";
    return has_hand_in() ? "final/index.html" : "../final/site/index.html";
  }
  /// Returns the path to the season's pages from those of its final.
  [[nodiscard]] std::string season_page() const {
    return options.season->web.empty() ? "../../site/index.html" : "../index.html";
  }
  /// Returns whether head-to-head.csv is among its files; the league's folder has it in any case.
  [[nodiscard]] bool has_head_to_head_file() const;
  /// Returns whether the agent has a page here.
  [[nodiscard]] bool has_page(const report::TableRow& row) const {
    return options.by_author.empty() || row.author == options.by_author;
  }
};

}  // namespace danno::leagues::site
