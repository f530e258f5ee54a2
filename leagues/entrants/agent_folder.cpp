// Finds an agent by what a user types: a folder with agent.toml, a bundled agent, or a program with
// arguments. Messages about mistakes take most of the file.
#include "leagues/entrants/agent_folder.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <map>
#include <optional>
#include <set>
#include <sstream>

#include "leagues/base/outside_file.hpp"
#include "leagues/base/suggest.hpp"
#include "leagues/base/text.hpp"
#include "leagues/base/toml.hpp"
#include "leagues/entrants/agent_build.hpp"
#include "leagues/entrants/optimal_folder.hpp"
#include "leagues/entrants/scaffold.hpp"
#include "referee/record/sha256.hpp"

namespace danno::leagues::entrants {
namespace {

namespace fs = std::filesystem;

/// The longest name or author, in bytes.
constexpr std::size_t kMostName = 64;
constexpr std::size_t kMostParameters = 100;
/// The bytes of a command with its parameters; the launcher passes on some more.
constexpr std::size_t kMostCommand = 32 * 1024;
/// The program of an agent that is not to start.
constexpr const char* kNoAgent = "./no-agent";
/// The folders in which danno-init looks for programs. The user's PATH does not matter.
constexpr std::array<std::string_view, 3> kSandboxPath{"/usr/local/bin", "/usr/bin", "/bin"};

bool is_file(const fs::path& path) {
  std::error_code ignored;
  return fs::is_regular_file(path, ignored);
}

/// Returns the place where danno-init finds a program; empty if there is no such program.
fs::path place_in_sandbox(const std::string& program) {
  for (const std::string_view path : kSandboxPath) {
    const fs::path place = fs::path(path) / program;
    if (::access(place.c_str(), X_OK) == 0) return place;
  }
  return {};
}

/// Returns the place where the user's own shell finds a program; empty if it finds none.
std::string place_in_shell(const std::string& program) {
  const char* const path = std::getenv("PATH");
  std::istringstream folders(path == nullptr ? "" : path);
  for (std::string folder; std::getline(folders, folder, ':');) {
    const fs::path place = fs::path(folder) / program;
    if (place.is_absolute() && is_file(place) && ::access(place.c_str(), X_OK) == 0)
      return place.string();
  }
  return {};
}

/// Says that a program is missing in the sandbox, which shows agents the system's folders and not
/// the user's.
std::string missing_program(const std::string& program) {
  const std::string missing = fmt::format("no program '{}' in {}, where agents find programs; ",
                                          program, fmt::join(kSandboxPath, ", "));
  const std::string place = place_in_shell(program);
  if (place.empty()) return missing + "install it there";
  return fmt::format(
      "{}your shell finds it as {}: install it there, or put what it makes into the folder",
      missing, place);
}

/// Returns why a command needs a shell, since none reads it; empty if it needs none.
std::string shell_problem(const std::vector<std::string>& command, std::string_view key) {
  // Words and signs that mean something to a shell only.
  constexpr std::array<std::string_view, 6> kFirst{"cd", "source", ".", "export", "set", "exec"};
  constexpr std::array<std::string_view, 8> kAnywhere{"&&", "||", "|", ";", ">", ">>", "<", "2>"};
  const std::string& first = command.front();
  const bool assigns = first.find('/') == std::string::npos && first.find('=') != first.npos;
  const bool expands = first.starts_with('~') || first.starts_with('$');
  const bool is_shell = assigns || expands || std::ranges::find(kFirst, first) != kFirst.end();
  const auto found = std::ranges::find_first_of(command, kAnywhere);
  if (!is_shell && found == command.end()) return {};
  return fmt::format(
      "'{}' is for a shell, and no shell reads '{}'; agents start in their own folder: name the "
      "program, or put the commands into a script: {} = [\"sh\", \"start.sh\"]",
      is_shell ? first : *found, key, key);
}

/// Returns why a command names the agent's own file by its path on this machine, where a league
/// plays a copy; empty if it does not.
std::string own_path_problem(const std::vector<std::string>& command, const fs::path& folder) {
  for (const std::string& word : command) {
    std::error_code ignored;
    if (!word.starts_with('/') || !fs::exists(word, ignored)) continue;
    const fs::path own = fs::weakly_canonical(word).lexically_relative(fs::canonical(folder));
    if (own.empty() || own == "." || own.string().starts_with("..")) continue;
    return fmt::format(
        "'{}' is the agent's own file by an absolute path; write '{}', since a "
        "league plays a copy of the folder",
        word, (&word == &command.front() ? "." / own : own).string());
  }
  return {};
}

/// Returns why a program without a path, as "python3", cannot be started; empty if it can.
std::string bare_program_problem(const std::string& program, const fs::path& folder) {
  if (!place_in_sandbox(program).empty()) return {};
  if (!place_in_sandbox(program + "3").empty())  // python
    return fmt::format("no program '{0}'; did you mean '{0}3'?", program);
  if (program.find(' ') != std::string::npos)
    return fmt::format(
        "no program '{}'; each word is a string of its own, as in run = [\"python3\", "
        "\"agent.py\"]",
        program);
  if (place_in_shell(program).empty() && is_file(folder / program))
    return fmt::format(
        "no program '{0}' in {1}; it is a file of the folder: name its interpreter before it, as "
        "in run = [\"python3\", \"{0}\"], or write './{0}' if it is a program",
        program, fmt::join(kSandboxPath, ", "));
  return missing_program(program);
}

/// Returns why `command` cannot be tried in `folder`, after its `build` if it has one; empty if it
/// can.
std::string program_problem(const std::vector<std::string>& command, const fs::path& folder,
                            const std::vector<std::string>& build) {
  if (std::string problem = shell_problem(command, "run"); !problem.empty()) return problem;
  const std::string& program = command.front();
  if (program.empty()) return "'run' begins with an empty word; expected a program";
  if (program.find('/') == std::string::npos) return bare_program_problem(program, folder);
  const fs::path path = folder / program;
  std::error_code error;
  if (!fs::exists(path, error)) {
    const char* const script = "build.sh";
    return build.empty() && fs::exists(folder / script, error)
               ? fmt::format(
                     "no program '{}'; {} is there: run it, or say build = [\"sh\", \"{}\"] in {}",
                     program, script, script, kManifest)
               : fmt::format("no program '{}'", program);
  }
  if (!is_file(path)) return fmt::format("'{}' is not a program", program);
  if (::access(path.c_str(), X_OK) != 0) {
    return fmt::format("'{}' is not executable; try chmod +x, or name its interpreter before it",
                       program);
  }
  return {};
}

/// Returns why a file is not a program although it belongs to an agent's folder; empty if it may be
/// one.
std::string no_program(const std::string& word, const fs::path& base) {
  const fs::path path = base / word;
  if (!is_file(path) || ::access(path.c_str(), X_OK) == 0) return {};
  if (has_suffix(word, {".zip", ".tar", ".tar.gz", ".tgz", ".tar.xz"}))
    return fmt::format("'{}' is an archive; unpack it and give the folder with {}", word,
                       kManifest);
  const fs::path folder = path.parent_path();
  if (!is_agent_folder(folder)) return {};
  const fs::path named = fs::path(word).parent_path();
  return fmt::format("'{}' is a file of an agent; give its folder: {}", word,
                     named.empty() ? "." : named.string());
}

/// The folder may be one of an archive that was unpacked, with the agent's inside it.
std::string no_manifest(const std::string& word, const fs::path& base) {
  std::vector<std::string> inner;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(base / word, error)) {
    if (is_agent_folder(entry.path())) inner.push_back(entry.path().filename().string());
  }
  std::ranges::sort(inner);
  const std::string missing = fmt::format("the folder '{}' has no {}", word, kManifest);
  if (inner.empty()) return missing + "; 'danno new python FOLDER' makes one with all it needs";
  return fmt::format("{}, but '{}' has: give that one", missing,
                     (fs::path(word) / inner.front()).string());
}

/// A program that is no agent folder. It runs beside itself, or beside the first file among its
/// arguments where it is of the system, as an interpreter is; files among the arguments are found
/// wherever it runs.
Entrant from_program(std::vector<std::string> words, const fs::path& base) {
  Entrant entrant;
  fs::path named = words.front();
  const bool own = words.front().find('/') != std::string::npos;
  if (own) {
    named = fs::weakly_canonical(base / words.front());
    words.front() = named.string();
    if (!words.front().starts_with("/usr/")) entrant.agent.folder = named.parent_path();
  }
  for (std::size_t i = 1; i < words.size(); ++i) {
    const fs::path path = base / words[i];
    if (!is_file(path)) continue;
    // The agent starts in its own folder, so paths become absolute.
    words[i] = fs::canonical(path).string();
    if (!entrant.agent.folder.empty()) continue;
    named = words[i];
    entrant.agent.folder = named.parent_path();
  }
  const bool in_root = entrant.agent.folder == "/";
  std::error_code ignored;
  // The folder is shown to the agent. The root would show it the whole machine, and /usr is shown
  // anyway.
  if (in_root || !fs::is_directory(entrant.agent.folder, ignored)) entrant.agent.folder = "/usr";
  entrant.agent.name = named.stem().string();
  entrant.agent.problem = program_problem(words, entrant.agent.folder, {});
  if (in_root && entrant.agent.problem.empty()) {
    entrant.agent.problem = fmt::format(
        "'{}' is in /: an agent sees only its own folder; move it to one", named.string());
  }
  entrant.run = std::move(words);
  return with_parameters(std::move(entrant), {});
}

/// The limits for agents that are part of danno: their solved values may be large.
constexpr FolderLimits kOurs{.bytes = std::uintmax_t{1} << 40};

std::optional<Entrant> from_folder(const std::string& word, const fs::path& base) {
  if (is_agent_folder(base / word)) return read_agent_folder(base / word);
  const bool plain =
      word.find('/') == std::string::npos && !word.empty() && word != "." && word != "..";
  const fs::path bundled = bundled_agents() / word;
  if (!plain || is_file(base / word) || !is_agent_folder(bundled)) return std::nullopt;
  return read_agent_folder(word == "optimal" ? optimal_folder(bundled) : bundled, kOurs);
}

std::string no_such_agent(const std::string& word) {
  const auto names = bundled_agent_names();
  const std::string bundled = fmt::format("bundled: {}", fmt::join(names, ", "));
  return fmt::format("no program, folder or bundled agent '{}'; {}", word,
                     base::did_you_mean(word, names, bundled));
}

/// Returns what is wrong with a name that people read; empty if nothing is.
std::string word_problem(std::string_view what, std::string_view word) {
  if (word.size() > kMostName)
    return fmt::format("the {} '{}…' is too long; expected at most {} bytes", what,
                       word.substr(0, 20), kMostName);
  const auto is_control = [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; };
  if (std::ranges::any_of(word, is_control))
    return fmt::format("the {} holds a control character", what);
  return {};
}

class Hash {
 public:
  /// The length goes first, so that no two lists of parts hash alike.
  void add(std::string_view part) {
    const std::string length = std::to_string(part.size()) + ":";
    hash_.add(length);
    hash_.add(part);
  }
  void add_file(const fs::path& path) {
    try {
      const auto file = base::open_outside(path);
      add(std::to_string(fs::file_size(path)));
      std::array<char, 65536> buffer{};
      ssize_t got = 0;
      while ((got = ::read(file.get(), buffer.data(), buffer.size())) > 0)
        hash_.add({buffer.data(), static_cast<std::size_t>(got)});
    } catch (const base::OutsideFileError& error) {
      throw AgentError(fmt::format("'{}' {}", path.string(), error.what()));
    }
  }
  [[nodiscard]] std::string hex() { return referee::record::to_hex(hash_.finish()); }

 private:
  referee::record::Sha256 hash_;
};

/// Reads one value of `parameters`; nullopt and a problem if it is not a value.
std::optional<Parameter> read_parameter(base::TomlReader& reader, const std::string& name,
                                        const toml::node& node) {
  if (!is_parameter_name(name)) {
    reader.complain(name, fmt::format("'{}' is not a parameter's name; expected letters, digits "
                                      "and _, no digit first, at most {} bytes",
                                      name.substr(0, kMostName), kMostName));
  } else if (const auto* const integer = node.as_integer()) {
    return Parameter{name, std::to_string(integer->get()), Parameter::Kind::Integer};
  } else if (const auto* const decimal = node.as_floating_point();
             decimal != nullptr && std::isfinite(decimal->get())) {
    return Parameter{name, fmt::format("{}", decimal->get()), Parameter::Kind::Decimal};
  } else if (node.is_string()) {
    if (auto word = reader.text(name))
      return Parameter{name, *std::move(word), Parameter::Kind::Word};
  } else {
    reader.complain(
        name, fmt::format("'{}' is neither a number nor text; expected {} = 300", name, name));
  }
  return std::nullopt;
}

/// Reads `parameters = { threshold = 300 }`.
std::vector<Parameter> read_parameters(base::TomlReader& reader) {
  std::vector<Parameter> parameters;
  const toml::table* const table = reader.table("parameters");
  if (table == nullptr) return parameters;
  if (table->size() > kMostParameters) {
    reader.complain("parameters", fmt::format("'parameters' has {} values; expected at most {}",
                                              table->size(), kMostParameters));
    return parameters;
  }
  base::TomlReader inner = reader.inner(*table, "parameters");
  for (const auto& [key, node] : *table) {
    if (auto parameter = read_parameter(inner, std::string(key.str()), node))
      parameters.push_back(*std::move(parameter));
  }
  return parameters;
}

/// Throws AgentError if the launcher could not pass the command on.
void require_short(const std::vector<std::string>& command) {
  std::size_t bytes = 0;
  for (const std::string& word : command)
    bytes += word.size() + 1;
  if (bytes > kMostCommand)
    throw AgentError(
        fmt::format("{}: 'run' with its parameters is {} bytes long; expected at most {}",
                    kManifest, bytes, kMostCommand));
}

/// Takes one character, without the backslash before it if it is escaped.
void take_character(std::string_view& text, bool escaped, std::string& word) {
  if (escaped) text.remove_prefix(1);
  word += text.front();
  text.remove_prefix(1);
}

/// Takes a text in quotes. Between double quotes a backslash escapes a quote or a backslash, as in
/// a shell.
void take_quoted(std::string_view& text, std::string& word) {
  const char quote = text.front();
  text.remove_prefix(1);
  while (!text.empty() && text.front() != quote) {
    const bool escaped = quote == '"' && (text.starts_with("\\\"") || text.starts_with("\\\\"));
    take_character(text, escaped, word);
  }
  if (text.empty()) throw AgentError(fmt::format("a quote {} is not closed", quote));
  text.remove_prefix(1);
}

/// Takes what is quoted, or one character.
void take_piece(std::string_view& text, std::string& word) {
  if (text.front() == '\'' || text.front() == '"') return take_quoted(text, word);
  take_character(text, text.front() == '\\' && text.size() > 1, word);
}

}  // namespace

std::vector<std::string> split_words(std::string_view text) {
  std::vector<std::string> words;
  bool in_word = false;
  while (!text.empty()) {
    const bool blank = std::string_view(" \t\n").find(text.front()) != std::string_view::npos;
    if (blank) {
      text.remove_prefix(1);
    } else {
      if (!in_word) words.emplace_back();
      take_piece(text, words.back());
    }
    in_word = !blank;
  }
  return words;
}

std::string program_place(const std::vector<std::string>& run) {
  if (run.front().find('/') != std::string::npos) return {};
  std::error_code ignored;
  return fs::canonical(place_in_sandbox(run.front()), ignored).string();
}

std::string other_place(const std::vector<std::string>& run) {
  const std::string place = place_in_shell(run.front());
  std::error_code ignored;
  return fs::canonical(place, ignored) == program_place(run) ? "" : place;
}

std::string author_problem(std::string_view author) { return word_problem("author", author); }

std::string build_problem(const std::vector<std::string>& build) {
  if (std::string problem = shell_problem(build, "build"); !problem.empty()) return problem;
  const std::string& program = build.front();
  const bool is_there =
      program.find('/') != std::string::npos || !place_in_sandbox(program).empty();
  return is_there ? std::string() : missing_program(program);
}

std::string name_problem(std::string_view name) {
  if (name.empty()) return fmt::format("a name is empty; expected 1 to {} bytes", kMostName);
  if (auto problem = word_problem("name", name); !problem.empty()) return problem;
  // danno itself adds "@2" to versions and "#2" to copies.
  const std::size_t mark = name.find_last_of("@#");
  if (mark != std::string_view::npos && mark > 0 && mark + 1 < name.size() &&
      name.find_first_not_of("0123456789", mark + 1) == std::string_view::npos) {
    return fmt::format(
        "the name '{}' ends like a version; expected a name without @ or # and a number at its end",
        name);
  }
  if (name.ends_with(" out")) {
    return fmt::format(
        "the name '{}' ends in ' out', which marks an agent that is out; expected another name",
        name);
  }
  return {};
}

Entrant read_agent_folder(const fs::path& folder, const FolderLimits& limits) {
  // The files are counted before any is read, so that a huge folder is refused early.
  static_cast<void>(agent_files(folder, limits));
  base::Problems problems(kManifest);
  const auto table = base::parse_toml(read_manifest(folder), problems);
  if (!table) throw AgentError(problems.lines());
  base::TomlReader reader(*table, "", problems);
  const auto name = reader.text("name");
  const auto run = reader.words("run");
  const auto author = reader.text("author");
  const auto build = reader.words("build");
  auto parameters = read_parameters(reader);
  if (!table->contains("name")) problems.add("no 'name'; expected name = \"…\"");
  if (!table->contains("run")) problems.add("no 'run'; expected run = [\"./program\"]");
  if (name && !name_problem(*name).empty()) reader.complain("name", name_problem(*name));
  if (author && !author_problem(*author).empty())
    reader.complain("author", author_problem(*author));
  // All problems of a manifest are collected, so that a user mends them at once.
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
  const std::string name = base::to_lower(file.filename().string());
  return std::ranges::any_of(suffixes,
                             [&](std::string_view suffix) { return name.ends_with(suffix); });
}

void mark_unstartable(referee::protocol::Agent& agent, std::string problem) {
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

/// Parses `[NAME=]COMMAND [ARG…]`, or a path with blanks that exists.
Argument parse_argument(std::string_view text, const fs::path& here) {
  std::error_code ignored;
  if (fs::exists(here / text, ignored)) return {"", {std::string(text)}};
  refuse_backslashes(text, here);
  const std::size_t mark = text.find('=');
  if (mark != std::string_view::npos && mark < text.find_first_of(" '\"") &&
      fs::exists(here / text.substr(mark + 1), ignored))
    return {std::string(text.substr(0, mark)), {std::string(text.substr(mark + 1))}};
  Argument argument{"", split_words(text)};
  if (argument.words.empty()) return argument;
  std::string& first = argument.words.front();
  const std::size_t sign = first.find('=');
  // A path may have an equals sign; a full name such as "Ann/ada" has a slash.
  if (sign == std::string::npos || first.starts_with('/') || first.starts_with('.'))
    return argument;
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
