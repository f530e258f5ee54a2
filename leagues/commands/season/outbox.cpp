#include "leagues/commands/season/outbox.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

#include "leagues/base/draft_folder.hpp"
#include "leagues/base/escape.hpp"
#include "leagues/base/json.hpp"
#include "leagues/base/outside_file.hpp"
#include "leagues/base/utc.hpp"
#include "leagues/base/whole_file.hpp"
#include "leagues/entrants/agent_names.hpp"
#include "leagues/entrants/intake.hpp"
#include "leagues/site/author_folder.hpp"
#include "leagues/site/author_pages.hpp"

namespace danno::leagues::commands::season {

namespace {

namespace fs = std::filesystem;
using base::escape_markdown;
using base::Json;
using site::AgentStanding;

constexpr std::int64_t kGrowth = 10;  // a report is rewritten after one tenth more games
constexpr std::size_t kReported = 3;  // of an agent: its last versions

constexpr const char* kWaiting = "waiting.json";
constexpr std::uint64_t kLargestList = 1 << 20;

/// Returns the text of an answer for the author: accepted, unchanged or refused.
std::string letter(const Answer& answer, const std::string& command) {
  const std::string& name = answer.agent.empty() ? answer.item : answer.agent;
  if (answer.verdict == SubmissionVerdict::Refused) {
    return refusal_letter(name, answer.refusal, answer.checked ? command : "");
  }
  std::string text = fmt::format("# {} plays\n\n{}\n", escape_markdown(name),
                                 answer.verdict == SubmissionVerdict::Taken
                                     ? "The first games of this version are in the next round."
                                     : "This version plays already.");
  if (!answer.refusal.evidence.empty()) text += "\nThings to improve:\n\n";
  for (const std::string& remark : answer.refusal.evidence)
    text += fmt::format("- {}\n", escape_markdown(remark));
  return text;
}

/// Returns the games of all versions of an agent.
std::int64_t count_games(const std::string& agent, const std::vector<AgentStanding>& standings) {
  std::int64_t games = 0;
  for (const AgentStanding& standing : standings)
    games += standing.full_name == agent ? standing.games : 0;
  return games;
}

/// The own names of an author's agents by full name.
using AgentsByName = std::map<std::string, std::string>;

/// Returns the standings of an author's agents.
std::vector<AgentStanding> select_standings(const AgentsByName& agents,
                                            const std::vector<AgentStanding>& standings) {
  std::vector<AgentStanding> own;
  std::ranges::copy_if(standings, std::back_inserter(own), [&](const AgentStanding& standing) {
    return agents.contains(standing.full_name);
  });
  return own;
}

/// Returns the page with the standings of an author's agents.
std::string overview(const std::string& author, const std::vector<AgentStanding>& standings) {
  std::string text = fmt::format(
      "# {}\n\n| agent | rules | place | Elo | games |\n| --- | --- | ---: | ---: | ---: |\n",
      escape_markdown(author));
  for (const AgentStanding& standing : standings) {
    text +=
        fmt::format("| {} | {} | {} of {} | {} | {} |\n", escape_markdown(standing.agent),
                    standing.rules, standing.rank, standing.agents, standing.elo, standing.games);
  }
  return text +
         "\nThe folder agents/ has the games, faults and worst results of each. The numbered files "
         "are the\nanswers to submissions.\n";
}

/// Returns the agents that play or have played, by author.
std::map<std::string, AgentsByName> agents_by_author(const store::Reader& store,
                                                     const fs::path& intake) {
  std::set<std::string> known;
  for (const store::StoredAgent& agent : store.all_agents())
    known.insert(agent.full_name());
  std::map<std::string, AgentsByName> agents;
  for (const auto& [file, agent] : entrants::accepted_agents(intake)) {
    const std::string full = entrants::agent_names(agent.author, agent.name).full;
    if (known.contains(full)) agents[agent.author].emplace(full, agent.name);
  }
  return agents;
}

/// Returns the answers in an author's list; none if it is missing or damaged.
Json read_answers(const fs::path& file) {
  const auto text = base::read_whole(file, kLargestList);
  const auto json = text ? base::try_parse_json(*text) : std::nullopt;
  const bool is_list = json && json->is_object() && json->contains("answers");
  return is_list ? json->at("answers") : Json::array();
}

/// Writes a list of one object for each line.
std::string list_text(const char* name, const Json& list) {
  Json object = Json::object();
  object[name] = list;
  return base::dump(object, 1) + "\n";
}

/// Writes the list of where an author's agents stand into the author's folder.
void list_standings(const fs::path& folder, const std::vector<AgentStanding>& standings) {
  Json list = Json::array();
  for (const AgentStanding& standing : standings) {
    list.push_back({{"agent", standing.agent},
                    {"rules", standing.rules},
                    {"place", standing.rank},
                    {"agents", standing.agents},
                    {"elo", standing.elo},
                    {"games", standing.games}});
  }
  base::write_whole(folder / "standings.json", list_text("standings", list));
}

}  // namespace

void list_answer(const fs::path& outbox, const Answer& answer, const std::string& letter) {
  const fs::path folder = outbox / base::to_file_name(answer.author);
  fs::create_directories(folder);
  const fs::path file = folder / "answers.json";
  Json answers = Json::array();
  for (const Json& known : read_answers(file)) {
    // The last answer is listed once more after a crash.
    if (known.value("number", std::uint64_t{0}) != answer.ticket) answers.push_back(known);
  }
  while (answers.size() >= kMostListed)
    answers.erase(answers.begin());
  answers.push_back({{"number", answer.ticket},
                     {"item", answer.item},
                     {"handed_in", base::format_utc(answer.handed_in)},
                     {"answered", base::format_utc(answer.answered)},
                     {"verdict", to_string(answer.verdict)},
                     {"agent", answer.agent},
                     {"letter", letter}});
  base::write_durable(file, list_text("answers", answers));
}

void write_letter(const fs::path& outbox, const Answer& answer, const std::string& command) {
  const fs::path folder = outbox / base::to_file_name(answer.author);
  fs::create_directories(folder);
  const std::string text =
      letter(answer, command) +
      fmt::format("\nHanded in as {} at {}, answered at {}.\n", escape_markdown(answer.item),
                  base::format_utc(answer.handed_in), base::format_utc(answer.answered));
  const std::string item = base::to_file_name(answer.item).substr(0, 100);
  const fs::path file = folder / fmt::format("{:06}-{}.md", answer.ticket, item);
  base::write_durable(file, text);
  // Whoever finds the answer in the list finds its letter and page.
  site::write_letter_page(file, answer.author);
  list_answer(outbox, answer, file.filename());
}

void list_waiting(const fs::path& outbox, const std::vector<Ticket>& queue, WaitingLists& written) {
  std::map<fs::path, Json> lists;
  // A list that was written before is written again, as nothing may wait any more.
  std::error_code error;
  fs::directory_iterator author(outbox, error);
  for (; !error && author != fs::directory_iterator(); author.increment(error)) {
    const fs::path file = author->path() / kWaiting;
    if (fs::exists(fs::symlink_status(file, error))) lists[file] = Json::array();
  }
  std::size_t place = 0;
  for (const Ticket& ticket : queue) {
    ++place;
    Json& list = lists[outbox / base::to_file_name(ticket.author) / kWaiting];
    if (list.is_null()) list = Json::array();
    if (list.size() == kMostListed) continue;
    list.push_back({{"number", ticket.number},
                    {"item", ticket.item},
                    {"handed_in", base::format_utc(ticket.handed_in)},
                    {"place", place}});
  }
  for (const auto& [file, list] : lists) {
    std::string text = list_text("waiting", list);
    if (std::exchange(written[file], text) == text) continue;
    fs::create_directories(file.parent_path());
    base::write_whole(file, text);
  }
}

void Reports::write(const schedule::SeasonKeys& keys, Submissions submissions,
                    PublishTrigger trigger, const solver::Watch& watch) {
  const store::Reader store = store::Reader::open_to_read(league_);
  const auto standings = site::compute_standings(store, watch);
  const bool open = submissions == Submissions::Open;
  // Authors see their own games only, or none, as long as the season is open.
  const bool hides = open && keys.games == schedule::PublicGames::None;
  const site::ReportScope scope{.seen = hides ? site::SeenGames::None : site::SeenGames::Own,
                                .versions = kReported};
  for (const auto& [author, own] : agents_by_author(store, keys.intake)) {
    const fs::path folder = keys.outbox / base::to_file_name(author) / place_;
    fs::create_directories(folder / "agents");
    const std::vector<AgentStanding> own_standings = select_standings(own, standings);
    base::write_whole(folder / "README.md", overview(author, own_standings));
    list_standings(folder, own_standings);
    for (const auto& [agent, name] : own) {
      const std::int64_t games = count_games(agent, standings);
      if (!is_due(agent, games, submissions, trigger)) continue;
      const fs::path report = folder / "agents" / base::to_file_name(name);
      // The report is written beside the old one and replaces it in one step, since an author may
      // be reading.
      const base::DraftFolder draft(folder / "agents");
      (void)site::write_author_folder(store, agent, standings, draft.path(), scope, watch);
      site::write_report_pages(draft.path(), place_.empty() ? "../../../" : "../../../../", watch);
      draft.replace(report);
      reported_[agent] = games;
    }
    site::write_author_page(keys.outbox / base::to_file_name(author), author);
  }
}

bool Reports::is_due(const std::string& agent, std::int64_t games, Submissions submissions,
                     PublishTrigger trigger) const {
  if (submissions == Submissions::Closed) return true;
  const auto found = reported_.find(agent);
  const std::int64_t before = found == reported_.end() ? 0 : found->second;
  return trigger == PublishTrigger::Idle
             ? games != before
             : games < before ||  // a new version begins with none
                   (games > 0 && games * kGrowth >= before * (kGrowth + 1));
}

}  // namespace danno::leagues::commands::season
