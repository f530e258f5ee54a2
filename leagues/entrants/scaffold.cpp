#include "leagues/entrants/scaffold.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "leagues/base/escape.hpp"
#include "leagues/base/outside_file.hpp"
#include "leagues/base/whole_file.hpp"
#include "leagues/entrants/agent_folder.hpp"
#include "referee/sandbox/locate.hpp"

namespace danno::leagues::entrants {

namespace {

namespace fs = std::filesystem;

/// The names in the templates that a new agent's own names replace.
constexpr std::string_view kTemplateName = "mybot";
constexpr std::string_view kTemplateCompetition = "mycup";
constexpr std::string_view kTemplateRules = "koans";

void replace_all(std::string& text, std::string_view from, std::string_view to) {
  for (std::size_t at = text.find(from); at != std::string::npos;
       at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
}

void fill_in(const fs::path& file, std::string_view from, std::string_view to) {
  std::string text = base::read_whole(file).value_or("");
  replace_all(text, from, to);
  base::write_whole(file, text);
}

/// The folder's own name; throws where no agent may be called so.
std::string scaffold_name(const fs::path& folder) {
  const std::string name = folder_name(folder);
  if (const std::string problem = name_problem(name); !problem.empty()) throw AgentError(problem);
  if (name.find_first_of("\"'\\`| ") != std::string::npos)
    throw AgentError("the name holds a quote, a blank, '|' or '\\'; expected letters and digits");
  if (name.starts_with('-'))
    throw AgentError("the name begins with '-', as flags do; expected a letter or digit first");
  return name;
}

void copy_template(const fs::path& from, const fs::path& folder) {
  if (fs::exists(folder) && (!fs::is_directory(folder) || !fs::is_empty(folder))) {
    throw AgentError(fmt::format("'{}' already exists; choose another name, or remove it",
                                 base::escape_terminal(folder.string())));
  }
  fs::create_directories(folder);
  fs::copy(from, folder, fs::copy_options::recursive);
  fs::remove_all(folder / "__pycache__");  // pip compiles all Python that it installs
}

}  // namespace

fs::path bundled_agents() { return referee::sandbox::find_folder("agents"); }

std::vector<std::string> bundled_agent_names() {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(bundled_agents())) {
    if (fs::exists(entry.path() / "agent.toml")) names.push_back(entry.path().filename().string());
  }
  std::ranges::sort(names);
  return names;
}

fs::path agent_templates() { return referee::sandbox::find_folder("templates"); }

std::vector<std::string> scaffold_languages() {
  std::vector<std::string> languages;
  for (const auto& entry : fs::directory_iterator(agent_templates()))
    languages.push_back(entry.path().filename().string());
  std::ranges::sort(languages);
  return languages;
}

std::string_view scaffold_needs(std::string_view language) {
  if (language == "cpp") return "g++ and libprotobuf-dev";
  if (language == "go") return "Go 1.18 or later: golang-go";
  if (language == "java") return "Java 17 or later: default-jdk-headless";
  if (language == "js") return "Node 18 or later: nodejs";
  if (language == "python") return "Python 3.8 or later: python3";
  if (language == "rust") return "Rust 1.63 or later: rustc";
  return {};
}

void make_scaffold(std::string_view language, const fs::path& folder, std::string_view rules) {
  const std::string name = scaffold_name(folder);
  copy_template(agent_templates() / language, folder);
  for (const char* file : {"agent.toml", "README.md"}) {
    fill_in(folder / file, kTemplateRules, rules);
    fill_in(folder / file, kTemplateName, name);
  }
}

void make_competition(const fs::path& folder) {
  copy_template(referee::sandbox::find_folder("competition"), folder);
  fill_in(folder / "README.md", kTemplateCompetition, folder_name(folder));
  make_scaffold("python", folder / "bots/example", kTemplateRules);
}

std::string folder_name(const fs::path& folder) {
  return fs::absolute(folder / "").parent_path().filename().string();
}

}  // namespace danno::leagues::entrants
