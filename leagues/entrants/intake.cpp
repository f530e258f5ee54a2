#include "leagues/entrants/intake.hpp"

#include <fmt/format.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "leagues/agent_build.hpp"
#include "leagues/play/fault_files.hpp"

namespace danno::leagues {
namespace {

namespace fs = std::filesystem;
using nlohmann::ordered_json;

constexpr const char* kStore = ".store";
constexpr const char* kVersions = "versions.ndjson";

}  // namespace

Intake::Intake(const fs::path& folder) : folder_(folder) {
  fs::create_directories(folder_ / kStore);
}

Entrant Intake::stage(const fs::path& agent, referee::Isolation level) const {
  return read_agent_folder(build_agent(agent, folder_ / kStore, level));
}

Intake::Taken Intake::take(const Entrant& staged) const {
  const fs::path target = fs::path(kStore) / staged.agent.folder.filename();
  const fs::path link = link_of(staged);
  const int before = versions_of(staged.agent.name);
  if (fs::is_symlink(link) && fs::read_symlink(link) == target) return {before, false};
  const fs::path draft = link.string() + ".new";
  fs::remove(draft);
  fs::create_directory_symlink(target, draft);
  fs::rename(draft, link);
  const ordered_json line{{"name", staged.agent.name},
                          {"author", staged.author},
                          {"version", before + 1},
                          {"hash", target.filename().string()}};
  std::ofstream file(folder_ / kVersions, std::ios::app);
  file << line.dump(-1, ' ', false, ordered_json::error_handler_t::replace) << "\n" << std::flush;
  if (!file) throw std::runtime_error((folder_ / kVersions).string() + " cannot be written");
  return {before + 1, true};
}

/// Names that are one file name are told apart by a part of the hash of the first version.
fs::path Intake::link_of(const Entrant& staged) const {
  const fs::path plain = folder_ / file_name_of(staged.agent.name);
  for (const fs::path& link :
       {plain,
        fs::path(plain.string() + "-" + staged.agent.folder.filename().string().substr(0, 8))}) {
    if (!fs::is_symlink(link)) return link;
    if (read_agent_folder(link).agent.name == staged.agent.name) return link;
  }
  throw AgentError(fmt::format("'{}' is there already, under another name", plain.string()));
}

int Intake::versions_of(const std::string& name) const {
  int count = 0;
  std::ifstream file(folder_ / kVersions);
  for (std::string line; std::getline(file, line);) {
    const auto json = ordered_json::parse(line, nullptr, /*allow_exceptions=*/false);
    if (json.is_object() && json.value("name", "") == name) ++count;
  }
  return count;
}

}  // namespace danno::leagues
