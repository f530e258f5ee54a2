// Writes what an author may see of an agent's games. README.md is written first, with a mark in it:
// a report that was not finished is recognised by it and replaced.
#include "leagues/site/author_folder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "leagues/base/appended_file.hpp"
#include "leagues/base/count.hpp"
#include "leagues/base/escape.hpp"
#include "leagues/base/json.hpp"
#include "leagues/base/outside_file.hpp"
#include "leagues/base/whole_file.hpp"
#include "leagues/ratings/score_sheet.hpp"
#include "leagues/report/game_files.hpp"
#include "leagues/report/review.hpp"
#include "leagues/report/table.hpp"
#include "leagues/runner/fault_files.hpp"
#include "leagues/schedule/formats.hpp"
#include "referee/protocol/report.hpp"

namespace danno::leagues::site {

namespace {

namespace fs = std::filesystem;

constexpr const char* kGames = "games.ndjson";
constexpr const char* kReadme = "README.md";
/// Begins a table in every report's README.md: tells one without games.
constexpr std::string_view kStanding =
    "\n## Standing\n\n| version | rules | rank | Elo ±95 % | lost per game | games |\n";

/// Two agents under one rule set.
struct Matchup {
  std::string rules;
  std::string own;  ///< The name with its version, as for the opponent.
  std::string opponent;
  auto operator<=>(const Matchup&) const = default;
};

struct OpponentRecord {
  ratings::ScoreSheet sheet;
  std::int64_t faults = 0;
  std::optional<report::StoredGame> worst;
  std::string worst_totals;
  std::pair<int, rules::Points> worst_result;  ///< Half points and lead in it.
};

/// The faults of one version, for README.md.
struct VersionFaults {
  std::string text;
  std::string last_lines;  ///< The lines of stderr before the last fault.
};

class Gatherer {
 public:
  Gatherer(const store::Reader& store, const std::string& agent,
           const std::vector<AgentStanding>& standings, const fs::path& folder,
           const ReportScope& scope, const solver::Watch& watch)
      : store_(store),
        standings_(standings),
        folder_(folder),
        shows_games_(scope.seen == SeenGames::Own),
        watch_(watch) {
    for (const store::StoredAgent& stored : store.all_agents()) {
      if (stored.full_name() != agent) continue;
      ids_.push_back(stored.id);
      agent_ = stored.unversioned_name();
      versions_.push_back(stored.shown_name());
    }
    assert(!ids_.empty());
    const auto left_out =
        static_cast<std::ptrdiff_t>(ids_.size() - std::min(ids_.size(), scope.versions));
    ids_.erase(ids_.begin(), ids_.begin() + left_out);
    versions_.erase(versions_.begin(), versions_.begin() + left_out);
    std::ranges::reverse(versions_);
    fs::create_directories(folder);
    // First, so that a report that was not finished is known as one; the last one's until then.
    if (!fs::exists(folder / kReadme)) base::write_whole(folder / kReadme, kStanding);
    for (const char* const file : {kGames, "games", "faults"})
      fs::remove_all(folder / file);
    fs::create_directories(folder / "faults");
    if (shows_games_) lines_.emplace(folder / kGames, base::AppendedFile::Start::Empty);
  }

  AuthorFolder gather() {
    const std::uint64_t deals = report::count_deals(store_, ids_);
    std::uint64_t done = 0;
    const auto visit = [&](const report::StoredGame& game) {
      if (game.id.seating == 0) watch_("deals reported", done++, deals);
      take(game);
    };
    report::visit_games(store_, visit, ids_);
    if (shows_games_) {
      lines_->append(std::exchange(unwritten_, {}));
      for (const auto& [matchup, meeting] : meetings_)
        report::write_game_file(folder_ / "games", *meeting.worst);
    }
    base::write_whole(folder_ / kReadme, readme());
    return done_;
  }

 private:
  void write_line(const std::string& line) {
    constexpr std::size_t kEnough = 1 << 16;
    unwritten_ += line;
    if (unwritten_.size() >= kEnough) lines_->append(std::exchange(unwritten_, {}));
  }

  void take(report::StoredGame game) {
    // A fault of another agent may quote it; that it forfeited stands among the events.
    std::erase_if(game.record.faults, [&](const referee::record::Fault& fault) {
      return !is_own(game, static_cast<std::size_t>(fault.seat));
    });
    ++done_.games;
    if (shows_games_) write_line(report::game_json(game));
    for (std::size_t seat = 0; seat < game.record.seats; ++seat) {
      if (is_own(game, seat)) meet(game, seat);
    }
    for (const store::StoredFault& fault : game.faults) {
      if (std::ranges::find(ids_, fault.agent) != ids_.end()) write_fault(game, fault);
    }
  }

  [[nodiscard]] bool is_own(const report::StoredGame& game, std::size_t seat) const {
    return std::ranges::find(ids_, game.agents[game.record.agent_at.at(seat)]) != ids_.end();
  }

  void meet(const report::StoredGame& game, std::size_t own) {
    const referee::record::GameRecord& record = game.record;
    for (std::size_t seat = 0; seat < record.seats; ++seat) {
      if (seat == own) continue;
      OpponentRecord& meeting = meetings_[{game.id.rules, game.names[record.agent_at.at(own)],
                                           game.names[record.agent_at.at(seat)]}];
      const int halves = ratings::half_points(record.places[own], record.places[seat]);
      const std::pair result(halves, record.totals[own] - record.totals[seat]);
      ++meeting.sheet.games;
      meeting.sheet.meet(record.places[own], record.places[seat]);
      meeting.faults +=
          std::ranges::count(record.faults, static_cast<int>(own), &referee::record::Fault::seat);
      // A lost game with the largest deficit is the worst; the first of equals stays.
      if (meeting.worst && meeting.worst_result <= result) continue;
      meeting.worst = game;
      meeting.worst_result = result;
      meeting.worst_totals =
          fmt::format("{} : {}", rules::format_points(game.rules->definition(), record.totals[own]),
                      rules::format_points(game.rules->definition(), record.totals[seat]));
    }
  }

  void write_fault(const report::StoredGame& game, const store::StoredFault& fault) {
    const auto agent =
        static_cast<std::size_t>(std::ranges::find(game.agents, fault.agent) - game.agents.begin());
    const fs::path file = "faults" / runner::fault_file(game.id.rules, game.names, agent,
                                                        game.id.deal, game.id.seating)
                                         .filename();
    const std::string report = store_.fault_report(fault.id);
    base::write_whole(folder_ / file, report);
    if (shows_games_) report::write_game_file(folder_ / "games", game);
    ++done_.faults;
    tell_fault(referee::protocol::parse_report(report), file, game, faults_[game.names[agent]]);
  }

  /// Adds what the report says of the fault.
  void tell_fault(const referee::record::Fault& fault, const fs::path& file,
                  const report::StoredGame& game, VersionFaults& faults) const {
    faults.text += fmt::format(
        "- {}: {}{}\n\n      danno repeat '{}' AGENT\n\n", referee::record::to_string(fault.kind),
        base::escape_markdown(describe(fault.cause)),
        shows_games_ ? fmt::format(" (`{}`)", game_path(game)) : "", file.string());
    tell_output(fault, faults);
  }

  /// Adds what the agent wrote before a fault, unless the last report shows the same lines.
  static void tell_output(const referee::record::Fault& fault, VersionFaults& faults) {
    std::string printed;
    std::string lines;
    for (const auto& [stream, text] : referee::protocol::output_lines(*fault.evidence))
      (stream == "stdout" ? printed : lines) +=
          fmt::format("      {}\n", base::escape_terminal(text));
    if (!printed.empty()) faults.text += "  stdout:\n\n" + printed + "\n";
    if (fault.evidence->stderr_lines.empty()) return;
    faults.text +=
        lines == faults.last_lines ? "  stderr: the same\n\n" : "  stderr:\n\n" + lines + "\n";
    faults.last_lines = lines;
  }

  [[nodiscard]] std::string readme() const {
    std::string text = fmt::format("# {} in {}\n\n{}, {}.\n", base::escape_markdown(agent_),
                                   base::escape_markdown(store_.league().name),
                                   base::format_count(done_.games, "game"),
                                   base::format_count(done_.faults, "fault"));
    add_standings(text);
    add_faults(text);
    add_opponents(text);
    return text;
  }

  /// Adds one line for each rule set; versions that are in no table any more get none.
  void add_standings(std::string& text) const {
    text += kStanding;
    text += "|---|---|--:|--:|--:|--:|\n";
    for (const std::string& version : versions_) {
      const std::map<std::string, std::string> losses = compute_losses(version);
      std::set<std::string> listed;
      const auto add = [&](const std::string& rules, const std::string& cells,
                           const std::string& games) {
        const auto lost = losses.find(rules);
        text += fmt::format("| {} | {} | {} | {} | {} |\n", base::escape_markdown(version), rules,
                            cells, lost == losses.end() ? "-" : lost->second, games);
        listed.insert(rules);
      };
      for (const AgentStanding& standing : standings_) {
        if (standing.agent == version)
          add(standing.rules,
              fmt::format("{} of {} | {}", standing.rank, standing.agents, standing.elo),
              std::to_string(standing.games));
      }
      for (const auto& [rules, lost] : losses) {
        if (!listed.contains(rules)) add(rules, "- | -", "-");
      }
    }
    text +=
        "\nLost per game: the winning chance that its decisions gave away, if the best ones are "
        "known.";
    if (shows_games_)
      text += " `danno explain FILE` shows that for a game of two, decision by decision.";
    text += "\n";
  }

  /// Returns the share of chances lost to mistakes, by rule set whose best decisions are known.
  [[nodiscard]] std::map<std::string, std::string> compute_losses(
      const std::string& version) const {
    std::map<std::string, std::string> losses;
    for (const report::Review& review : report::review_agent(store_, version, watch_).divisions) {
      if (review.decisions == 0) continue;
      losses[std::string(review.definition->id)] = base::format_chance(review.lost_a_game());
    }
    return losses;
  }

  void add_faults(std::string& text) const {
    if (faults_.empty()) return;
    text += "\n## Faults\n\nAGENT is your folder; `repeat` sends it the same questions again.\n\n";
    for (const std::string& version : versions_) {
      const auto found = faults_.find(version);
      if (found == faults_.end()) continue;
      if (versions_.size() > 1) text += fmt::format("### {}\n\n", base::escape_markdown(version));
      text += found->second.text;
    }
  }

  void add_opponents(std::string& text) const {
    text += "\n## Opponents, worst first\n\n";
    if (shows_games_)
      text +=
          "`danno audit FILE` shows the worst game, points yours first; every game is in "
          "`games.ndjson`.\n\n";
    text += "| rules | version | against | games | score | faults |";
    text += shows_games_ ? " worst game | its points |\n" : "\n";
    text += "|---|---|---|--:|--:|--:|";
    text += shows_games_ ? "---|--:|\n" : "\n";
    // The worst score of the newest version comes first.
    std::vector<std::pair<Matchup, const OpponentRecord*>> sorted;
    for (const auto& [matchup, record] : meetings_)
      sorted.emplace_back(matchup, &record);
    std::ranges::stable_sort(sorted, {}, [&](const auto& entry) {
      const auto version = std::ranges::find(versions_, entry.first.own) - versions_.begin();
      return std::pair(version, entry.second->sheet.score());
    });
    for (const auto& [matchup, record] : sorted) {
      text +=
          fmt::format("| {} | {} | {} | {} | {:.1f} % | {} |", matchup.rules,
                      base::escape_markdown(matchup.own), base::escape_markdown(matchup.opponent),
                      record->sheet.games, 100 * record->sheet.score(), record->faults);
      text += shows_games_
                  ? fmt::format(" `{}` | {} |\n", game_path(*record->worst), record->worst_totals)
                  : "\n";
    }
  }

  [[nodiscard]] static std::string game_path(const report::StoredGame& game) {
    return (fs::path("games") / report::game_file(game)).string();
  }

  const store::Reader& store_;
  std::string agent_;  ///< Its name as people see it.
  const std::vector<AgentStanding>& standings_;
  const fs::path& folder_;
  bool shows_games_;
  const solver::Watch& watch_;
  std::vector<store::Id> ids_;
  std::vector<std::string> versions_;  ///< "ada@2", "ada".
  std::optional<base::AppendedFile> lines_;
  std::string unwritten_;  // lines
  std::map<Matchup, OpponentRecord> meetings_;
  std::map<std::string, VersionFaults> faults_;  ///< Indexed by version.
  AuthorFolder done_;
};

}  // namespace

std::vector<AgentStanding> compute_standings(const store::Reader& store,
                                             const solver::Watch& watch) {
  std::vector<AgentStanding> standings;
  // The one thing that the tables of all formats share.
  const auto json = base::parse_json(schedule::stored_format(store).tables(store, watch).json());
  for (const base::Json& division : json.at("divisions")) {
    const base::Json& agents = division.at("agents");
    for (const base::Json& agent : agents) {
      const bool adjusted = division.at("rated_by").get<std::string>() == "adjusted";
      const base::Json& own =
          adjusted && !agent.at("adjusted").is_null() ? agent.at("adjusted") : agent;
      const auto number = [&](const char* key) {
        const base::Json& value = own.at(key);
        return value.is_null() ? std::nullopt : std::optional(value.get<double>());
      };
      const auto games = agent.at("games").get<std::int64_t>();
      const std::int64_t deals = agent.value("deals", games);
      const auto name = agent.at("name").get<std::string>();
      std::string full_name = agent.value("full_name", name);
      if (agent.at("version").get<int>() > 1) full_name.erase(full_name.rfind('@'));
      standings.push_back(
          {division.at("rules").get<std::string>(), name, std::move(full_name),
           agent.at("rank").get<int>(), agents.size(),
           report::format_elo({number("elo"), number("elo_low"), number("elo_high"), deals}),
           games});
    }
  }
  return standings;
}

bool may_be_author_folder(const fs::path& folder) {
  if (!fs::exists(folder)) return true;
  if (!fs::is_directory(folder)) return false;
  if (fs::is_empty(folder)) return true;
  const auto text = base::read_whole(folder / kReadme);
  return text && text->find(kStanding) != std::string::npos;
}

AuthorFolder write_author_folder(const store::Reader& store, const std::string& agent,
                                 const std::vector<AgentStanding>& standings,
                                 const fs::path& folder, const ReportScope& scope,
                                 const solver::Watch& watch) {
  return Gatherer(store, agent, standings, folder, scope, watch).gather();
}

}  // namespace danno::leagues::site
