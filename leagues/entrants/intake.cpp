#include "leagues/entrants/intake.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "leagues/base/escape.hpp"
#include "leagues/base/journal.hpp"
#include "leagues/base/whole_file.hpp"
#include "leagues/entrants/agent_build.hpp"
#include "leagues/entrants/agent_names.hpp"

namespace danno::leagues::entrants {
namespace {

namespace fs = std::filesystem;

constexpr const char* kStore = ".store";
constexpr const char* kVersions = "versions.ndjson";

}  // namespace

Intake::Intake(const fs::path& folder) : folder_(folder) {
  fs::create_directories(folder_ / kStore);
}

Entrant Intake::copy_and_build(const fs::path& agent, referee::sandbox::Isolation level,
                               const Claim& claim, const BuildLimits& limits) const {
  Entrant handed_in = read_agent_folder(agent);
  if (claim.author) handed_in.author = *claim.author;
  require_name(handed_in);
  // The copy is read again, as its folder is where it will run.
  Entrant staged = read_agent_folder(build_agent(agent, folder_ / kStore, level, limits));
  staged.author = handed_in.author;
  return staged;
}

void Intake::require_name(const Entrant& entrant) const {
  const std::string& name = entrant.agent.name;
  if (const auto problem = full_name_problem(entrant.author, name); !problem.empty())
    throw AgentError(problem);
  const std::string link = link_path(entrant);
  if (const auto there = fs::symlink_status(link); fs::exists(there) && !fs::is_symlink(there))
    throw AgentError(fmt::format("'{}' already exists and is not of an accepted agent", link));
}

Entrant Intake::staged(const std::string& hash, const Claim& claim) const {
  Entrant entrant = read_agent_folder(folder_ / kStore / hash);
  entrant.author = claim.author.value_or(entrant.author);
  return entrant;
}

void Intake::lock_build(const std::string& hash) const { base::sync_all(folder_ / kStore / hash); }

void Intake::forget(const std::string& hash) const {
  bool known = false;
  base::visit_json_lines(folder_ / kVersions, [&](const base::Json& line) {
    known = known || line.value("hash", "") == hash;
  });
  if (!known) fs::remove_all(folder_ / kStore / hash);
}

bool Intake::plays(const Entrant& staged) const {
  const fs::path link = link_path(staged);
  return fs::is_symlink(link) &&
         fs::read_symlink(link).filename() == staged.agent.folder.filename();
}

/// Writes the line before the link, so that no unrecorded version ever plays.
Intake::Taken Intake::take(const Entrant& staged, const Claim& claim) const {
  require_name(staged);
  const std::string hash = staged.agent.folder.filename().string();
  const History before = find_history(staged);
  const bool changed = !plays(staged);
  const bool is_new = before.hash != hash;
  // Nobody knows who handed in an agent without an author.
  if (is_new && before.versions > 0 && staged.author.empty() && !claim.replace)
    throw AgentError(fmt::format(
        "an agent '{}' without an author plays already; set author = \"…\" in agent.toml, or the "
        "organiser adds it with --as AUTHOR, or with --replace as its next version",
        staged.agent.name));
  const Taken taken{before.versions + (is_new ? 1 : 0), changed};
  if (is_new) {
    const base::Json line{{"name", staged.agent.name},
                          {"author", staged.author},
                          {"version", taken.version},
                          {"hash", hash}};
    base::Journal(folder_ / kVersions).append(line);
  }
  if (!changed) return taken;
  const fs::path link = link_path(staged);
  // A rename changes the link in one step, so a league that starts now finds one version.
  const fs::path draft = base::fresh_name_beside(link);
  fs::create_directory_symlink(fs::path(kStore) / hash, draft);
  fs::rename(draft, link);
  // The link is on the disk before the author is told.
  base::sync(folder_);
  return taken;
}

fs::path Intake::link_path(const Entrant& staged) const {
  return folder_ / base::to_file_name(agent_names(staged).full);
}

Intake::History Intake::find_history(const Entrant& entrant) const {
  History history;
  base::visit_json_lines(folder_ / kVersions, [&](const base::Json& line) {
    if (line.value("name", "") != entrant.agent.name || line.value("author", "") != entrant.author)
      return;
    history = {line.value("version", history.versions + 1), line.value("hash", "")};
  });
  return history;
}

std::map<std::string, AcceptedAgent> accepted_agents(const fs::path& folder) {
  std::map<std::string, AcceptedAgent> agents;
  base::visit_json_lines(folder / kVersions, [&](const base::Json& line) {
    const AcceptedAgent agent{line.value("author", ""), line.value("name", "")};
    agents[base::to_file_name(agent_names(agent.author, agent.name).full)] = agent;
  });
  return agents;
}

}  // namespace danno::leagues::entrants
