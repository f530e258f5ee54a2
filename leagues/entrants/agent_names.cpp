#include "leagues/entrants/agent_names.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

#include "leagues/base/escape.hpp"
#include "leagues/base/suggest.hpp"

namespace danno::leagues::entrants {

namespace fs = std::filesystem;

namespace {

/// The author of the bundled agents. Everybody knows them by their names alone.
constexpr std::string_view kBundledAuthor = "danno";

bool has_full_name(std::string_view author) { return !author.empty() && author != kBundledAuthor; }

/// Returns what stands before the name. The first slash ends the author, so it has none itself.
std::string author_prefix(std::string_view author) {
  std::string prefix;
  for (const char letter : author) {
    if (letter == '/')
      prefix += "%2F";
    else if (letter == '%')
      prefix += "%25";
    else
      prefix += letter;
  }
  return prefix + '/';
}

}  // namespace

AgentNames agent_names(std::string_view author, std::string_view own) {
  const std::string prefix = has_full_name(author) ? author_prefix(author) : "";
  return {std::string(own), prefix + std::string(own)};
}

AgentNames agent_names(const Entrant& entrant) {
  const std::string before = author_prefix(entrant.author);
  const std::string_view name = entrant.agent.name;
  const bool is_full = has_full_name(entrant.author) && name.starts_with(before);
  return agent_names(entrant.author, is_full ? name.substr(before.size()) : name);
}

const std::string& shown_name(const AgentNames& names, bool has_namesake) {
  return has_namesake ? names.full : names.own;
}

void mark_namesakes(std::span<Entrant> entrants) {
  std::map<std::string, int> count;
  for (const Entrant& entrant : entrants)
    ++count[agent_names(entrant).own];
  for (Entrant& entrant : entrants) {
    const AgentNames names = agent_names(entrant);
    entrant.agent.name = shown_name(names, count.at(names.own) > 1);
  }
}

std::string full_name_problem(std::string_view author, std::string_view own) {
  constexpr std::size_t kLongest = 200;  // file names have at most 255 bytes
  if (auto problem = name_problem(own); !problem.empty()) return problem;
  if (auto problem = author_problem(author); !problem.empty()) return problem;
  const AgentNames names = agent_names(author, own);
  if (const std::size_t size = base::to_file_name(names.full).size(); size > kLongest)
    return fmt::format("the name '{}' takes {} bytes as a file name; expected at most {}",
                       names.full, size, kLongest);
  return {};
}

std::vector<std::size_t> agents_named(std::string_view text, std::span<const AgentNames> agents) {
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < agents.size(); ++i) {
    if (agents[i].full == text) return {i};
    if (agents[i].own == text) found.push_back(i);
  }
  return found;
}

std::vector<std::string> own_names(std::span<const AgentNames> agents) {
  std::vector<std::string> own;
  for (const AgentNames& names : agents)
    own.push_back(names.own);
  return own;
}

std::string describe_namesakes(std::string_view text, std::span<const AgentNames> agents) {
  std::vector<std::string> full;
  for (const std::size_t agent : agents_named(text, agents))
    full.push_back(agents[agent].full);
  return fmt::format("several agents are named '{}'; expected one of {}", text,
                     fmt::join(full, ", "));
}

std::variant<std::size_t, std::string> find_named(std::string_view text,
                                                  std::span<const AgentNames> agents) {
  const std::vector<std::size_t> found = agents_named(text, agents);
  if (found.size() == 1) return found.front();
  if (!found.empty()) return describe_namesakes(text, agents);
  return fmt::format("no agent '{}'; {}", text, base::describe_choices(text, own_names(agents)));
}

bool lists_agents(std::string_view text, std::span<const AgentNames> agents) {
  if (agents.empty()) return text.empty();
  for (const std::string& name : {agents.front().own, agents.front().full}) {
    if (!text.starts_with(name)) continue;
    std::string_view rest = text.substr(name.size());
    // A name may contain a comma, so each form is tried to the end.
    if (agents.size() > 1 && rest.starts_with(',') &&
        lists_agents(rest.substr(1), agents.subspan(1)))
      return true;
    if (agents.size() == 1 && rest.empty()) return true;
  }
  return false;
}

namespace {

/// The last `parts` parts of a path.
std::string last_parts(const fs::path& path, std::size_t parts) {
  std::vector<fs::path> all(path.begin(), path.end());
  fs::path tail;
  for (std::size_t i = all.size() - std::min(parts, all.size()); i < all.size(); ++i)
    tail /= all[i];
  return tail.string();
}

/// Gives agents of one name, from several folders, the shortest ends of the folders' paths that
/// differ.
void name_by_folder(std::span<Entrant* const> namesakes) {
  std::set<fs::path> folders;
  for (const Entrant* entrant : namesakes)
    folders.insert(entrant->agent.folder);
  if (folders.size() == 1) return;
  // The ends grow part by part until all differ.
  std::set<std::string> tails;
  std::size_t parts = 0;
  do {
    ++parts;
    tails.clear();
    for (const fs::path& folder : folders)
      tails.insert(last_parts(folder, parts));
  } while (tails.size() < folders.size());
  const auto is_bad = [](const std::string& tail) { return !name_problem(tail).empty(); };
  if (std::ranges::any_of(tails, is_bad)) return;
  for (Entrant* entrant : namesakes)
    entrant->agent.name = last_parts(entrant->agent.folder, parts);
}

}  // namespace

void disambiguate_names(std::span<Entrant> entrants) {
  std::map<std::string, std::vector<Entrant*>> by_name;
  for (Entrant& entrant : entrants) {
    if (!entrant.named) by_name[entrant.agent.name].push_back(&entrant);
  }
  for (const auto& [name, namesakes] : by_name)
    name_by_folder(namesakes);
  struct Namesakes {
    int count = 0;
    bool named = false;
  };
  std::map<std::string, Namesakes> seen;
  for (Entrant& entrant : entrants) {
    std::string& name = entrant.agent.name;
    Namesakes& namesakes = seen[name];
    namesakes.named = namesakes.named || entrant.named;
    if (++namesakes.count == 1) continue;
    if (namesakes.named)
      throw AgentError(
          fmt::format("two agents are named '{}'; give one another name: NAME=COMMAND", name));
    name += "#" + std::to_string(namesakes.count);
  }
}

}  // namespace danno::leagues::entrants
