// Finds an agent by what a user types: a folder with agent.toml, a bundled agent, or a program with
// arguments. Messages about mistakes
// take most of the file.
for (const auto& [key, words] : {std::pair{"run", run}, std::pair{"build", build}}) {
  const std::string own = words ? own_path_problem(*words, folder) : "";
  if (!own.empty()) reader.complain(key, own);
}
reader.finish();
if (!problems.empty()) throw AgentError(problems.lines());

Entrant entrant;
entrant.agent.name = *name;
entrant.agent.folder = fs::canonical(folder);
entrant.run = *run;
entrant.author = author.value_or("");
entrant.build = build.value_or(std::vector<std::string>());
entrant.agent.problem = program_problem(entrant.run, entrant.agent.folder, entrant.build);
entrant.parameters = std::move(parameters);
return with_parameters(std::move(entrant), {});
}

Entrant with_parameters(Entrant entrant, std::span<const Parameter> values) {
  std::vector<Parameter> all(values.begin(), values.end());
  for (const Parameter& parameter : entrant.parameters) {
    if (std::ranges::find(values, parameter.name, &Parameter::name) == values.end())
      all.push_back(parameter);
  }
  std::string& problem = entrant.agent.problem;
  // New values may fill placeholders that were empty before.
  if (problem == missing_values(entrant.run, entrant.parameters)) problem.clear();
  if (problem.empty()) problem = missing_values(entrant.run, all);
  entrant.agent.command = command_with(entrant.run, all);
  require_short(entrant.agent.command);
  entrant.parameters = std::move(all);
  return entrant;
}

bool has_suffix(const fs::path& file, std::initializer_list<std::string_view> suffixes) {
  std::string name = file.filename();
  std::ranges::transform(name, name.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return std::ranges::any_of(suffixes,
                             [&](std::string_view suffix) { return name.ends_with(suffix); });
}

void mark_unstartable(referee::talk::Agent& agent, std::string problem) {
  // The agent must not see its folder, and no such program exists in /usr.
  agent.folder = "/usr";
  agent.command = {kNoAgent};
  agent.problem = std::move(problem);
}

bool is_unstartable(std::span<const std::string> command) {
  return command.size() == 1 && command.front() == kNoAgent;
}

std::vector<std::string> problem_lines(const Entrant& entrant) {
  if (!entrant.unreadable.empty()) return entrant.unreadable;
  std::vector<std::string> lines;
  std::istringstream problem(entrant.agent.problem);
  for (std::string line; std::getline(problem, line);)
    lines.push_back(line);
  return lines;
}

Entrant broken_agent(const fs::path& folder, const AgentError& error) {
  Entrant entrant;
  entrant.agent.name = (folder / "").parent_path().filename().string();
  if (!name_problem(entrant.agent.name).empty()) {
    Hash hash;
    hash.add(entrant.agent.name);
    entrant.agent.name = "folder-" + hash.hex().substr(0, 8);
  }
  entrant.unreadable = error.lines();
  mark_unstartable(entrant.agent, error.what());
  return entrant;
}

Entrant find_command(std::vector<std::string> words, const fs::path& base) {
  if (words.empty() || words.front().empty())
    throw AgentError("an agent is empty; expected [NAME=]COMMAND [ARG…]");
  if (auto entrant = from_folder(words.front(), base)) {
    entrant->run.insert(entrant->run.end(), words.begin() + 1, words.end());
    return with_parameters(*std::move(entrant), {});
  }
  const std::string first = words.front();
  std::error_code ignored;
  if (fs::is_directory(base / first, ignored)) throw AgentError(no_manifest(first, base));
  if (const std::string problem = no_program(first, base); !problem.empty())
    throw AgentError(problem);
  const bool plain = first.find('/') == std::string::npos;
  if (plain && is_file(base / first)) words.front() = "./" + first;
  Entrant entrant = from_program(std::move(words), base);
  const bool there =
      plain ? entrant.agent.command.front() != first : fs::exists(base / first, ignored);
  if (!there && !entrant.agent.problem.empty()) entrant.agent.problem = no_such_agent(first);
  return entrant;
}

namespace {

struct Argument {
  std::string name;  ///< Empty if none was given.
  std::vector<std::string> words;
};

/// Throws AgentError for a path that is written as Windows writes it.
void refuse_backslashes(std::string_view text, const fs::path& here) {
  std::string slashes(text);
  std::ranges::replace(slashes, '\\', '/');
  std::error_code ignored;
  if (slashes == text || !fs::exists(here / slashes, ignored)) return;
  throw AgentError(
      fmt::format("no program, folder or bundled agent '{}'; did you mean '{}'?", text, slashes));
}

/// `[NAME=]COMMAND [ARG…]`, or a path with blanks that is there.
Argument parse_argument(std::string_view text, const fs::path& here) {
  std::error_code ignored;
  if (fs::exists(here / text, ignored)) return {"", {std::string(text)}};
  refuse_backslashes(text, here);
  const std::size_t mark = text.find('=');
  if (mark != std::string_view::npos && mark < text.find_first_of("/ '\"") &&
      fs::exists(here / text.substr(mark + 1), ignored))
    return {std::string(text.substr(0, mark)), {std::string(text.substr(mark + 1))}};
  Argument argument{"", split_words(text)};
  if (argument.words.empty()) return argument;
  std::string& first = argument.words.front();
  const std::size_t sign = first.find('=');
  if (sign == std::string::npos || first.find('/') < sign) return argument;
  argument.name = first.substr(0, sign);
  if (const auto problem = name_problem(argument.name); !problem.empty()) throw AgentError(problem);
  first.erase(0, sign + 1);
  return argument;
}

Entrant find_or_broken(const std::vector<std::string>& words, const fs::path& here) {
  try {
    return find_command(words, here);
  } catch (const AgentError& error) {
    std::error_code ignored;
    const bool there =
        !words.empty() && !words.front().empty() && fs::is_directory(here / words.front(), ignored);
    if (!there) throw;
    return broken_agent(fs::canonical(here / words.front()), error);
  }
}

}  // namespace

Entrant find_agent(std::string_view argument) {
  const fs::path here = fs::current_path();
  const auto [name, words] = parse_argument(argument, here);
  Entrant entrant = find_or_broken(words, here);
  if (!entrant.agent.problem.empty() && entrant.agent.problem == no_such_agent(words.front()))
    throw AgentError(entrant.agent.problem);
  entrant.named = !name.empty();
  if (entrant.named) entrant.agent.name = name;
  if (const auto problem = name_problem(entrant.agent.name); !problem.empty())
    throw AgentError(problem);
  return entrant;
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
          fmt::format("two agents are named '{}'; expected another NAME=COMMAND for one", name));
    name += "#" + std::to_string(namesakes.count);
  }
}

namespace {

void add_command(Hash& hash, const Entrant& entrant) {
  for (const std::string& word : entrant.agent.command)
    // Absolute paths differ between machines, so only the file's name counts.
    hash.add(word.starts_with('/') ? fs::path(word).filename().string() : word);
}

void add_to_hash(Hash& hash, const Entrant& entrant, const fs::path& file) {
  hash.add(file.string());
  hash.add_file(entrant.agent.folder / file);
}

}  // namespace

std::string content_hash(const Entrant& entrant) {
  Hash hash;
  add_command(hash, entrant);
  if (is_agent_folder(entrant.agent.folder)) {
    for (const fs::path& file : agent_files(entrant.agent.folder, kOurs))
      add_to_hash(hash, entrant, file);
    return hash.hex();
  }
  for (const std::string& word : entrant.agent.command) {
    const fs::path path = entrant.agent.folder / word;
    if (word.find('/') != std::string::npos && is_file(path)) hash.add_file(path);
  }
  return hash.hex();
}

std::string program_hash(const Entrant& entrant) {
  const fs::path& folder = entrant.agent.folder;
  if (!is_agent_folder(folder)) return content_hash(entrant);
  Hash hash;
  add_command(hash, entrant);
  for (const std::string& word : read_agent_folder(folder, kOurs).build)
    hash.add(word);
  for (const fs::path& file : agent_files(folder, kOurs)) {
    // The manifest also has the name and the author, which say nothing about how the agent plays.
    if (file != kManifest) add_to_hash(hash, entrant, file);
  }
  return hash.hex();
}

}  // namespace danno::leagues::entrants
