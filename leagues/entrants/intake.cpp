#include "leagues/entrants/intake.hpp"

#include <fmt/format.h>

#include <fstream>

#include "leagues/entrants/agent_build.hpp"
#include "leagues/text/file_name.hpp"
#include "leagues/text/json.hpp"

namespace danno::leagues::entrants {
namespace {

namespace fs = std::filesystem;

constexpr const char* kStore = ".store";
constexpr const char* kVersions = "versions.ndjson";

}  // namespace

Intake::Intake(const fs::path& folder) : folder_(folder) {
  fs::create_directories(folder_ / kStore);
}

Entrant Intake::stage(const fs::path& agent, referee::sandbox::Isolation level,
                      const Claim& claim) const {
  Entrant handed_in = read_agent_folder(agent);
  if (claim.author) handed_in.author = *claim.author;
  require_name(handed_in, claim);
  Entrant staged = read_agent_folder(build_agent(agent, folder_ / kStore, level));
  staged.author = handed_in.author;
  return staged;
}

void Intake::require_name(const Entrant& entrant, const Claim& claim) const {
  const History history = history_of(entrant.agent.name);
  if (history.versions == 0 || history.author == entrant.author || claim.replace) return;
  throw AgentError(fmt::format(
      "the name '{}' is another author's: '{}', not '{}'; take another name, or the organiser "
      "adds it with --as '{}' or --replace",
      entrant.agent.name, history.author, entrant.author, history.author));
}

Intake::Taken Intake::take(const Entrant& staged, const Claim& claim) const {
  require_name(staged, claim);  // somebody else may have taken it since
  const fs::path target = fs::path(kStore) / staged.agent.folder.filename();
  const fs::path link = link_of(staged);
  const auto [before, author] = history_of(staged.agent.name);
  const bool changed = !fs::is_symlink(link) || fs::read_symlink(link) != target;
  if (!changed && author == staged.author) return {before, false};
  const fs::path draft = link.string() + ".new";
  fs::remove(draft);
  fs::create_directory_symlink(target, draft);
  fs::rename(draft, link);
  const text::Json line{{"name", staged.agent.name},
                        {"author", staged.author},
                        {"version", before + (changed ? 1 : 0)},
                        {"hash", target.filename().string()}};
  std::ofstream file(folder_ / kVersions, std::ios::app);
  file << line.dump() << "\n" << std::flush;
  if (!file) throw std::runtime_error((folder_ / kVersions).string() + " cannot be written");
  return {before + (changed ? 1 : 0), changed};
}

/// Names that are one file name are told apart by a part of the hash of the first version.
fs::path Intake::link_of(const Entrant& staged) const {
  const fs::path plain = folder_ / text::file_name_of(staged.agent.name);
  for (const fs::path& link :
       {plain,
        fs::path(plain.string() + "-" + staged.agent.folder.filename().string().substr(0, 8))}) {
    if (!fs::is_symlink(link)) return link;
    if (read_agent_folder(link).agent.name == staged.agent.name) return link;
  }
  throw AgentError(fmt::format("'{}' is there already, under another name", plain.string()));
}

Intake::History Intake::history_of(const std::string& name) const {
  History history;
  std::ifstream file(folder_ / kVersions);
  for (std::string line; std::getline(file, line);) {
    const auto json = text::Json::try_parse(line);
    if (!json || !json->is_object() || json->value("name", "") != name) continue;
    history = {json->value("version", history.versions + 1), json->value("author", "")};
  }
  return history;
}

}  // namespace danno::leagues::entrants
