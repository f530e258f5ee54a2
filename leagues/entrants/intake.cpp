#include "leagues/entrants/intake.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "leagues/base/escape.hpp"
#include "leagues/base/journal.hpp"
#include "leagues/base/whole_file.hpp"
#include "leagues/entrants/agent_build.hpp"

namespace danno::leagues::entrants {
namespace {

namespace fs = std::filesystem;

constexpr const char* kStore = ".store";
constexpr const char* kVersions = "versions.ndjson";

/// Visits the accepted versions in the order in which they were accepted.
void visit_versions(const fs::path& folder, const std::function<void(const base::Json&)>& visit) {
  base::visit_json_lines(folder / kVersions, visit);
}

AgentError unowned(const std::string& name) {
  return AgentError(fmt::format(
      "the name '{}' belongs to an agent without an author, perhaps of somebody else; take another "
      "name and set author = \"…\" in agent.toml, or the organiser adds it with --replace",
      name));
}

}  // namespace

Intake::Intake(const fs::path& folder) : folder_(folder) {
  fs::create_directories(folder_ / kStore);
}

Entrant Intake::copy_and_build(const fs::path& agent, referee::sandbox::Isolation level,
                               const Claim& claim, const BuildLimits& limits) const {
  Entrant handed_in = read_agent_folder(agent);
  if (claim.author) handed_in.author = *claim.author;
  // A name that belongs to somebody else is refused before anything is built.
  require_name(handed_in, claim);
  // The copy is read again, as its folder is where it will run.
  Entrant staged = read_agent_folder(build_agent(agent, folder_ / kStore, level, limits));
  staged.author = handed_in.author;
  return staged;
}

void Intake::require_name(const Entrant& entrant, const Claim& claim) const {
  const History history = find_history(entrant.agent.name);
  if (history.versions == 0 || history.author == entrant.author || claim.replace) return;
  if (history.author.empty()) throw unowned(entrant.agent.name);
  throw AgentError(fmt::format(
      "the name '{}' is another author's: '{}', not '{}'; take another name, or the organiser "
      "adds it with --as '{}' or --replace",
      entrant.agent.name, history.author, entrant.author, history.author));
}

Entrant Intake::staged(const std::string& hash, const Claim& claim) const {
  Entrant entrant = read_agent_folder(folder_ / kStore / hash);
  entrant.author = claim.author.value_or(entrant.author);
  return entrant;
}

void Intake::lock_build(const std::string& hash) const { base::sync_all(folder_ / kStore / hash); }

void Intake::forget(const std::string& hash) const {
  bool known = false;
  visit_versions(folder_,
                 [&](const base::Json& line) { known = known || line.value("hash", "") == hash; });
  if (!known) fs::remove_all(folder_ / kStore / hash);
}

bool Intake::plays(const Entrant& staged) const {
  const fs::path link = link_path(staged);
  return fs::is_symlink(link) &&
         fs::read_symlink(link).filename() == staged.agent.folder.filename();
}

/// Writes the line before the link, so that no unrecorded version ever plays.
Intake::Taken Intake::take(const Entrant& staged, const Claim& claim) const {
  require_name(staged, claim);  // somebody else may have taken it since
  const std::string hash = staged.agent.folder.filename().string();
  const fs::path target = fs::path(kStore) / hash;
  const History before = find_history(staged.agent.name);
  const bool changed = !plays(staged);
  const bool is_new = before.versions == 0 || before.hash != hash;
  if (is_new && before.versions > 0 && before.author.empty() && !claim.replace)
    throw unowned(staged.agent.name);
  const Taken taken{before.versions + (is_new ? 1 : 0), changed};
  // A version that returns is a new line; the same one by another author, too.
  if (is_new || before.author != staged.author) {
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
  fs::create_directory_symlink(target, draft);
  fs::rename(draft, link);
  // The link is on the disk before the author is told.
  base::sync(folder_);
  return taken;
}

/// Returns the agent's link. If two names give one file name, a part of the first version's hash
/// distinguishes them.
fs::path Intake::link_path(const Entrant& staged) const {
  const fs::path plain = folder_ / base::to_file_name(staged.agent.name);
  for (const fs::path& link :
       {plain,
        fs::path(plain.string() + "-" + staged.agent.folder.filename().string().substr(0, 8))}) {
    if (!fs::exists(fs::symlink_status(link))) return link;
    if (fs::is_symlink(link) && read_agent_folder(link).agent.name == staged.agent.name)
      return link;
  }
  throw AgentError(fmt::format("'{}' already exists under another name", plain.string()));
}

Intake::History Intake::find_history(const std::string& name) const {
  History history;
  visit_versions(folder_, [&](const base::Json& line) {
    if (line.value("name", "") != name) return;
    history = {line.value("version", history.versions + 1), line.value("author", ""),
               line.value("hash", "")};
  });
  return history;
}

IntakeAuthors intake_authors(const fs::path& folder) {
  IntakeAuthors authors;
  visit_versions(folder, [&](const base::Json& line) {
    authors[line.value("name", "")] = line.value("author", "");
  });
  return authors;
}

}  // namespace danno::leagues::entrants
