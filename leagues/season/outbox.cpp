#include "leagues/season/outbox.hpp"

#include <fmt/format.h>

#include <optional>
#include <set>
#include <vector>

#include "leagues/archive/author_folder.hpp"
#include "leagues/season/anonymous.hpp"
#include "leagues/text/escape.hpp"
#include "leagues/text/file_name.hpp"
#include "leagues/text/utc.hpp"
#include "leagues/text/whole_file.hpp"

namespace danno::leagues::season {
namespace {

namespace fs = std::filesystem;
using archive::AgentStanding;
using text::escape_markdown;

constexpr std::int64_t kGrowth = 10;  // a report is written anew at one tenth more games

std::string letter(const Answer& answer, int version, const std::string& command) {
  const std::string& name = answer.agent.empty() ? answer.item : answer.agent;
  if (answer.verdict == Verdict::Refused) return refusal_letter(name, answer.refusal, command);
  std::string text = fmt::format(
      "# {} plays\n\nThis is version {}{}\n", escape_markdown(name), version,
      answer.verdict == Verdict::Taken ? ". Its first games are in the next round."
                                       : ", which played already: what was handed in is the same.");
  if (!answer.refusal.evidence.empty()) text += "\nTo look at:\n\n";
  for (const std::string& remark : answer.refusal.evidence)
    text += fmt::format("- {}\n", escape_markdown(remark));
  return text;
}

std::string agent_of(const AgentStanding& standing) {
  return standing.agent.substr(0, standing.agent.rfind('@'));
}

std::int64_t games_of(const std::string& agent, const std::vector<AgentStanding>& standings) {
  std::int64_t games = 0;
  for (const AgentStanding& standing : standings)
    games += agent_of(standing) == agent ? standing.games : 0;
  return games;
}

/// Where an author's agents stand.
std::string overview(const std::string& author, const std::set<std::string>& agents,
                     const std::vector<AgentStanding>& standings) {
  std::string text = fmt::format(
      "# {}\n\n| agent | rules | place | Elo | games |\n| --- | --- | ---: | ---: | ---: |\n",
      escape_markdown(author));
  for (const AgentStanding& standing : standings) {
    if (!agents.contains(agent_of(standing))) continue;
    text +=
        fmt::format("| {} | {} | {} of {} | {} | {} |\n", escape_markdown(standing.agent),
                    standing.rules, standing.rank, standing.agents, standing.elo, standing.games);
  }
  return text +
         "\nEach agent has a folder here with its games, faults and worst results. The "
         "numbered files are the\nanswers to what was handed in.\n";
}

}  // namespace

void write_letter(const fs::path& outbox, const Answer& answer, int version,
                  const std::string& command) {
  const fs::path folder = outbox / text::file_name_of(answer.author);
  fs::create_directories(folder);
  const std::string text =
      letter(answer, version, command) +
      fmt::format("\nHanded in as {} at {}, answered at {}.\n", escape_markdown(answer.item),
                  text::show_utc(answer.handed_in), text::show_utc(answer.answered));
  const std::string item = text::file_name_of(answer.item).substr(0, 100);
  text::write_whole(folder / fmt::format("{:06}-{}.md", answer.ticket, item), text);
}

void Reports::write(const plan::SeasonKeys& keys, bool open, const solver::Watch& watch) {
  const store::Store store = store::Store::open_to_read(league_);
  const auto standings = archive::compute_standings(store, watch);
  std::map<std::string, std::set<std::string>> agents;  // by author
  for (const store::StoredAgent& agent : store.league().agents) {
    if (!agent.author.empty()) agents[agent.author].insert(agent.name);
  }
  const auto seen = open && keys.games == plan::PublicGames::None ? archive::SeenGames::None
                                                                  : archive::SeenGames::Own;
  for (const auto& [author, own] : agents) {
    const fs::path folder = keys.outbox / text::file_name_of(author);
    fs::create_directories(folder);
    text::write_whole(folder / "README.md", overview(author, own, standings));
    std::optional<store::Store> anonymous;
    for (const std::string& agent : own) {
      const std::int64_t games = games_of(agent, standings);
      if (open && !is_due(agent, games)) continue;
      if (open && keys.anonymous && !anonymous) anonymous.emplace(open_anonymous(league_, author));
      const fs::path report = folder / text::file_name_of(agent);
      const fs::path draft = folder / ("." + report.filename().string() + ".new");
      fs::remove_all(draft);
      (void)archive::write_author_folder(anonymous ? *anonymous : store, agent, standings, draft,
                                         seen, watch);
      text::exchange(draft, report);
      reported_[agent] = games;
    }
  }
}

bool Reports::is_due(const std::string& agent, std::int64_t games) const {
  const auto before = reported_.find(agent);
  if (before == reported_.end()) return games > 0;
  return games < before->second ||  // a new version begins with none
         games * kGrowth >= before->second * (kGrowth + 1);
}

}  // namespace danno::leagues::season
