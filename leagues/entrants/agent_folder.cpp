#include "leagues/entrants/agent_folder.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sodium.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <fstream>
#include <map>

#include "leagues/optimal_folder.hpp"
#include "leagues/entrants/shipped.hpp"
#include "leagues/text/toml_reader.hpp"

namespace danno::leagues {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kManifest = "agent.toml";
/// Where danno-init looks for programs, whatever PATH the user has.
constexpr std::array<std::string_view, 3> kSandboxPath{"/usr/local/bin", "/usr/bin", "/bin"};

bool is_agent_folder(const fs::path& path) {
  std::error_code ignored;
  return fs::is_regular_file(path / kManifest, ignored);
}

bool is_file(const fs::path& path) {
  std::error_code ignored;
  return fs::is_regular_file(path, ignored);
}

/// Empty: `command` can be tried in `folder`.
std::string program_problem(const std::vector<std::string>& command, const fs::path& folder) {
  const std::string& program = command.front();
  if (program.find('/') == std::string::npos) {
    for (const std::string_view path : kSandboxPath) {
      if (::access((fs::path(path) / program).c_str(), X_OK) == 0) return {};
    }
    return fmt::format(
        "no program '{}' in /usr/local/bin, /usr/bin, /bin; write './{}' for one of the agent's "
        "own",
        program, program);
  }
  const fs::path path = folder / program;
  if (!fs::exists(path)) return fmt::format("no program '{}'", path.string());
  if (!is_file(path)) return fmt::format("'{}' is no program", path.string());
  if (::access(path.c_str(), X_OK) != 0) {
    return fmt::format("'{}' is not executable; try chmod +x, or name its interpreter before it",
                       path.string());
  }
  return {};
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
    words[i] = fs::canonical(path).string();
    if (!entrant.agent.folder.empty()) continue;
    named = words[i];
    entrant.agent.folder = named.parent_path();
  }
  const bool in_root = entrant.agent.folder == "/";
  if (in_root || entrant.agent.folder.empty()) entrant.agent.folder = "/usr";
  entrant.agent.name = named.stem().string();
  entrant.problem = program_problem(words, entrant.agent.folder);
  if (in_root && entrant.problem.empty()) {
    entrant.problem = fmt::format(
        "'{}' lies in /, and an agent's folder is all it is shown; give it a folder of its own",
        named.string());
  }
  entrant.agent.command = std::move(words);
  return entrant;
}

std::optional<fs::path> find_folder(const std::string& word, const fs::path& base) {
  if (is_agent_folder(base / word)) return base / word;
  const bool plain =
      word.find('/') == std::string::npos && !word.empty() && word != "." && word != "..";
  if (plain && !is_file(base / word) && is_agent_folder(bundled_agents() / word)) {
    return word == "optimal" ? optimal_folder(bundled_agents() / word) : bundled_agents() / word;
  }
  return std::nullopt;
}

std::string known_agents() {
  const auto names = bundled_agent_names();
  return names.empty() ? "none" : fmt::format("{}", fmt::join(names, ", "));
}

class Hash {
 public:
  Hash() { crypto_hash_sha256_init(&state_); }
  /// The length goes first, so that no two lists of parts hash alike.
  void add(std::string_view part) {
    const std::string length = std::to_string(part.size()) + ":";
    add_bytes(length);
    add_bytes(part);
  }
  void add_file(const fs::path& path) {
    std::ifstream stream(path, std::ios::binary);
    add(std::to_string(fs::file_size(path)));
    std::array<char, 65536> buffer{};
    while (stream.read(buffer.data(), buffer.size()) || stream.gcount() > 0) {
      add_bytes({buffer.data(), static_cast<std::size_t>(stream.gcount())});
    }
  }
  [[nodiscard]] std::string hex() {
    std::array<unsigned char, crypto_hash_sha256_BYTES> digest{};
    crypto_hash_sha256_final(&state_, digest.data());
    std::string text;
    for (const unsigned char byte : digest)
      text += fmt::format("{:02x}", byte);
    return text;
  }

 private:
  void add_bytes(std::string_view bytes) {
    crypto_hash_sha256_update(&state_, reinterpret_cast<const unsigned char*>(bytes.data()),
                              bytes.size());
  }
  crypto_hash_sha256_state state_{};
};

}  // namespace

std::vector<std::string> split_words(std::string_view text) {
  std::vector<std::string> words;
  std::string word;
  bool open = false;  // a word has begun, be it empty
  char quote = '\0';
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const bool escapes = c == '\\' && quote != '\'' && i + 1 < text.size() &&
                         (quote == '\0' || text[i + 1] == '"' || text[i + 1] == '\\');
    if (escapes) {
      word += text[++i];
      open = true;
    } else if (quote != '\0') {
      if (c == quote) {
        quote = '\0';
      } else {
        word += c;
      }
    } else if (c == '\'' || c == '"') {
      quote = c;
      open = true;
    } else if (c == ' ' || c == '\t' || c == '\n') {
      if (open) words.push_back(word);
      word.clear();
      open = false;
    } else {
      word += c;
      open = true;
    }
  }
  if (quote != '\0')
    throw AgentError(fmt::format("agent '{}': a quote {} is not closed", text, quote));
  if (open) words.push_back(word);
  return words;
}

std::string name_problem(std::string_view name) {
  if (name.empty()) return "a name is empty; expected 1 to 64 bytes";
  if (name.size() > 64)
    return fmt::format("the name '{}…' is too long; expected at most 64 bytes", name.substr(0, 20));
  const auto is_control = [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; };
  if (std::ranges::any_of(name, is_control)) return "a name holds a control character";
  const std::size_t mark = name.find_last_of("@#");
  if (mark != std::string_view::npos && mark > 0 && mark + 1 < name.size() &&
      name.find_first_not_of("0123456789", mark + 1) == std::string_view::npos) {
    return fmt::format("the name '{}' ends like a version; expected none with @ or # and a number",
                       name);
  }
  return {};
}

Entrant read_agent_folder(const fs::path& folder) {
  const std::string manifest = (folder / kManifest).string();
  Problems problems(manifest);
  const auto table = parse_toml(manifest, problems);
  if (!table) throw AgentError(problems.lines().front());
  TomlReader reader(*table, "", problems);
  const auto name = reader.text("name");
  const auto run = reader.words("run");
  const auto author = reader.text("author");
  const auto build = reader.words("build");
  if (!table->contains("name")) problems.add("no 'name'; expected name = \"…\"");
  if (!table->contains("run")) problems.add("no 'run'; expected run = [\"./program\"]");
  if (name && !name_problem(*name).empty()) reader.complain("name", name_problem(*name));
  if (!problems.empty()) throw AgentError(problems.lines().front());

  Entrant entrant;
  entrant.agent.name = *name;
  entrant.agent.folder = fs::canonical(folder);
  entrant.agent.command = *run;
  entrant.author = author.value_or("");
  entrant.build = build.value_or(std::vector<std::string>());
  entrant.problem = program_problem(entrant.agent.command, entrant.agent.folder);
  if (!entrant.problem.empty() && !entrant.build.empty()) entrant.problem += "; build it first";
  return entrant;
}

Entrant find_command(std::vector<std::string> words, const fs::path& base) {
  if (words.empty() || words.front().empty())
    throw AgentError("an agent is empty; expected [NAME=]COMMAND [ARG…]");
  if (const auto folder = find_folder(words.front(), base)) {
    Entrant entrant = read_agent_folder(*folder);
    entrant.agent.command.insert(entrant.agent.command.end(), words.begin() + 1, words.end());
    return entrant;
  }
  const std::string first = words.front();
  if (fs::is_directory(base / first))
    throw AgentError(fmt::format("the folder '{}' has no agent.toml", first));
  const bool plain = first.find('/') == std::string::npos;
  if (plain && is_file(base / first)) words.front() = "./" + first;
  Entrant entrant = from_program(std::move(words), base);
  if (plain && !entrant.problem.empty() && entrant.agent.command.front() == first) {
    entrant.problem =
        fmt::format("no program, folder or bundled agent '{}'; bundled: {}", first, known_agents());
  }
  return entrant;
}

Entrant find_agent(std::string_view argument) {
  std::vector<std::string> words = split_words(argument);
  std::string name;
  if (!words.empty()) {
    const std::size_t sign = words.front().find('=');
    if (sign != std::string::npos && words.front().find('/') > sign) {
      name = words.front().substr(0, sign);
      if (const auto problem = name_problem(name); !problem.empty()) throw AgentError(problem);
      words.front().erase(0, sign + 1);
    }
  }
  Entrant entrant = find_command(std::move(words), fs::current_path());
  entrant.named = !name.empty();
  if (entrant.named) entrant.agent.name = name;
  if (const auto problem = name_problem(entrant.agent.name); !problem.empty())
    throw AgentError(problem);
  return entrant;
}

void number_namesakes(std::span<Entrant> entrants) {
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

std::vector<fs::path> agent_files(const fs::path& folder) {
  std::vector<fs::path> files;
  for (auto entry =
           fs::recursive_directory_iterator(folder, fs::directory_options::skip_permission_denied);
       entry != fs::recursive_directory_iterator(); ++entry) {
    const std::string name = entry->path().filename().string();
    if (entry->is_directory() && (name == "__pycache__" || name.front() == '.')) {
      entry.disable_recursion_pending();
    } else if (entry->is_regular_file()) {
      files.push_back(entry->path().lexically_relative(folder));
    }
  }
  std::ranges::sort(files);
  return files;
}

std::string content_hash(const Entrant& entrant) {
  Hash hash;
  for (const std::string& word : entrant.agent.command)
    hash.add(word.starts_with('/') ? fs::path(word).filename().string() : word);
  if (is_agent_folder(entrant.agent.folder)) {
    for (const fs::path& file : agent_files(entrant.agent.folder)) {
      hash.add(file.string());
      hash.add_file(entrant.agent.folder / file);
    }
    return hash.hex();
  }
  for (const std::string& word : entrant.agent.command) {
    const fs::path path = entrant.agent.folder / word;
    if (word.find('/') != std::string::npos && is_file(path)) hash.add_file(path);
  }
  return hash.hex();
}

}  // namespace danno::leagues
