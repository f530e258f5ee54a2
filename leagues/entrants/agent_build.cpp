// Builds agents, in a store of folders that are named by the hash of their content.
//
// A build runs in the sandbox of an agent, in a copy that it may write to. Its time, memory, files
// and bytes are limited. Afterwards the copy is sealed: read-only, owned by us, without links. The
// name does not cover what the build makes, so the same source is built once and then found.
#include "leagues/entrants/agent_build.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <optional>
#include <regex>
#include <span>
#include <system_error>

#include "leagues/base/draft_folder.hpp"
#include "leagues/base/escape.hpp"
#include "leagues/entrants/scaffold.hpp"
#include "referee/protocol/agent_process.hpp"
#include "referee/record/sha256.hpp"

namespace danno::leagues::entrants {
namespace {

namespace fs = std::filesystem;
using std::chrono::steady_clock;

using namespace std::chrono_literals;

/// The time between two looks at the size of the folder.
constexpr auto kLook = 50ms;
constexpr std::size_t kReadLines = 1000;
constexpr std::size_t kShownLines = 8;
constexpr std::size_t kHashDigits = 64;
/// The bytes that other programs may write to the same disk meanwhile.
constexpr std::uintmax_t kOfOthers = std::uintmax_t{1} << 30;

/// Returns what is wrong with the size of the folder; empty if nothing is. If the build made a
/// folder unreadable, its bytes are missed in the free space of the disk.
std::string size_problem(const fs::path& folder, std::uintmax_t free_before,
                         const FolderLimits& limits) {
  const auto too_much = fmt::format("it wrote more than {} MiB", limits.bytes >> 20);
  std::error_code error;
  if (free_before > fs::space(folder, error).free + 2 * limits.bytes + kOfOthers) return too_much;
  // A file may vanish while it is looked at; it then counts nothing.
  std::uintmax_t bytes = 0;
  std::uintmax_t files = 0;
  fs::recursive_directory_iterator entry(folder, fs::directory_options::skip_permission_denied,
                                         error);
  for (; !error && entry != fs::recursive_directory_iterator(); entry.increment(error)) {
    std::error_code gone;
    const std::uintmax_t size =
        entry->symlink_status(gone).type() == fs::file_type::regular ? entry->file_size(gone) : 0;
    if (!gone) bytes += size;
    if (entry.depth() > limits.depth) return fmt::format("it made folders {} deep", limits.depth);
    if (entry->path().native().size() > folder.native().size() + limits.path)
      return fmt::format("it made paths of over {} bytes", limits.path);
    if (++files > limits.files) return fmt::format("it made more than {} files", limits.files);
    if (bytes > limits.bytes) return too_much;
  }
  return {};
}

void drain(int file, referee::protocol::LogTail& log) {
  std::array<char, 16 * 1024> bytes{};
  // A build that never stops writing is read as much as it is looked at.
  for (int reads = 0; reads < 64; ++reads) {
    const ssize_t got = ::read(file, bytes.data(), bytes.size());
    if (got <= 0) return;
    log.add({bytes.data(), static_cast<std::size_t>(got)});
  }
}

/// Returns whether a compiler reports an error here: "error:", "SyntaxError:", rustc's
/// "error[E0425]:", tsc's "error TS2304:", go's "./main.go:3:5:", or a linker's "undefined
/// reference".
bool tells_an_error(const std::string& line) {
  static const std::regex kError(
      R"([eE]rror(\[E\d{1,9}\]| [A-Z]{2}\d{1,9})?:|undefined reference to|^\S{1,200}\.go:\d{1,9}:)");
  return std::regex_search(line, kError);
}

/// Returns the build's output from its first error on, or its end if it names no error.
std::span<const std::string> worth_showing(std::span<const std::string> lines) {
  const auto error = std::ranges::find_if(lines, tells_an_error);
  if (error == lines.end()) return lines.last(std::min(lines.size(), kShownLines));
  lines = lines.subspan(static_cast<std::size_t>(error - lines.begin()));
  return lines.first(std::min(lines.size(), kShownLines));
}

AgentError build_error(const Entrant& entrant, const std::string& why,
                       const referee::protocol::LogTail& log) {
  std::string text =
      fmt::format("the build '{}' failed: {}",
                  base::escape_terminal(fmt::format("{}", fmt::join(entrant.build, " "))), why);
  const std::vector<std::string> lines = log.lines(kReadLines);
  for (const std::string& line : worth_showing(lines))
    text += "\n" + base::escape_terminal(line);
  return AgentError(text);
}

void run_build(const Entrant& entrant, const fs::path& folder, referee::sandbox::Isolation level,
               const BuildLimits& limits) {
  referee::sandbox::LaunchOptions order;
  order.command = entrant.build;
  order.folder = folder;
  order.isolation = level;
  order.memory_mb = limits.memory_mb;
  order.scratch = true;
  if (const std::string problem = build_problem(entrant.build); !problem.empty())
    throw build_error(entrant, problem, referee::protocol::LogTail());
  const auto deadline = steady_clock::now() + limits.time;
  const std::uintmax_t free_before = fs::space(folder).free;
  const auto process = referee::sandbox::launch(order);
  process->close_stdin();
  referee::protocol::LogTail log;
  std::optional<referee::sandbox::Exit> exit;
  while (!(exit = process->exit())) {
    ::poll(nullptr, 0, static_cast<int>(kLook.count()));
    drain(process->stdout_fd(), log);
    drain(process->stderr_fd(), log);
    std::string problem = size_problem(folder, free_before, limits.folder);
    if (steady_clock::now() > deadline)
      problem = fmt::format("it took more than {} s", limits.time.count());
    if (limits.stopped()) problem = "it was stopped";
    if (problem.empty()) continue;
    process->end();
    throw build_error(entrant, problem, log);
  }
  drain(process->stdout_fd(), log);
  drain(process->stderr_fd(), log);
  process->end();
  // An error of the sandbox is not the author's fault.
  if (exit->kind == referee::sandbox::Exit::Kind::Harness) throw std::runtime_error(exit->detail);
  if (exit->kind != referee::sandbox::Exit::Kind::Code || exit->value != 0)
    throw build_error(entrant, exit->detail, log);
  // The build may have ended between two looks.
  if (const std::string problem = size_problem(folder, free_before, limits.folder);
      !problem.empty())
    throw build_error(entrant, problem, log);
}

/// Gives the folder to the referee, read-only for all, with no more rights than each file needs.
/// Removes links, because the hash does not cover their targets.
void make_read_only(const fs::path& folder) {
  const auto own = [](const fs::path& path, unsigned mode) {
    if (::lchown(path.c_str(), ::geteuid(), ::getegid()) != 0) {
      throw std::system_error(errno, std::system_category(), path.string());
    }
    fs::permissions(path, fs::perms(mode));
  };
  own(folder, 0755);
  for (fs::recursive_directory_iterator entry(folder), end; entry != end; ++entry) {
    const fs::file_status status = entry->symlink_status();
    const bool program = (status.permissions() & fs::perms::owner_exec) != fs::perms::none;
    if (fs::is_directory(status)) {
      own(entry->path(), 0755);
    } else if (fs::is_regular_file(status)) {
      own(entry->path(), program ? 0555 : 0444);
    } else {
      fs::remove(entry->path());
    }
  }
}

/// Returns whether the folder was built already: a store names it by its hash and its files are
/// read-only.
bool is_built(const fs::path& folder) {
  const std::string name = folder.filename().string();
  if (name.size() != kHashDigits || !referee::record::is_hex(name)) return false;
  constexpr auto kWrite = fs::perms::owner_write | fs::perms::group_write | fs::perms::others_write;
  return std::ranges::all_of(agent_files(folder), [&](const fs::path& file) {
    return (fs::status(folder / file).permissions() & kWrite) == fs::perms::none;
  });
}

bool is_in(const fs::path& folder, const fs::path& parent) {
  std::error_code ignored;
  return fs::equivalent(folder.parent_path(), parent, ignored);
}

/// Returns whether agents need no copy. At `none` they are not isolated. With a root referee at
/// `confined`, they run as other users: they cannot write here and could not reach root's cache.
bool runs_where_it_lies(referee::sandbox::Isolation level) {
  return level == referee::sandbox::Isolation::None ||
         (level == referee::sandbox::Isolation::Confined && ::geteuid() == 0);
}

bool starts_from_copy(const Entrant& entrant, const fs::path& store,
                      referee::sandbox::Isolation level) {
  const fs::path& folder = entrant.agent.folder;
  if (runs_where_it_lies(level) && entrant.build.empty()) return false;
  const auto is_elsewhere = [&](const std::string& word) {
    return word.starts_with(folder.string() + "/");  // and would not be in the copy
  };
  if (!is_agent_folder(folder) || std::ranges::any_of(entrant.agent.command, is_elsewhere))
    return false;
  return !is_bundled(entrant) && !is_in(folder, store) && !is_built(folder);
}

}  // namespace

bool is_bundled(const Entrant& entrant) { return is_in(entrant.agent.folder, bundled_agents()); }

fs::path build_agent(const fs::path& folder, const fs::path& store,
                     referee::sandbox::Isolation level, const BuildLimits& limits,
                     const OnBuild& on_build) {
  const Entrant entrant = read_agent_folder(folder, limits.folder);
  const fs::path finished = store / content_hash(entrant);
  if (fs::exists(finished)) return finished;
  // A build that fails leaves nothing in the store.
  const base::DraftFolder draft(store);
  const fs::path copy = draft.path();
  copy_files(entrant.agent.folder, copy, limits.folder);
  if (!entrant.build.empty()) {
    if (on_build) on_build(entrant);
    run_build(entrant, copy, level, limits);
  }
  make_read_only(copy);
  fs::remove_all(referee::sandbox::temporary_folder(copy));
  // The build must not change the agent's name or command: restore the manifest.
  fs::remove_all(copy / "agent.toml");
  fs::copy_file(entrant.agent.folder / "agent.toml", copy / "agent.toml");
  fs::permissions(copy / "agent.toml", fs::perms(0444));
  draft.finish(finished);
  return finished;
}

void start_from_copy(Entrant& entrant, const fs::path& store, referee::sandbox::Isolation level,
                     const OnBuild& on_build) {
  referee::protocol::Agent& agent = entrant.agent;
  try {
    if (!starts_from_copy(entrant, store, level)) return;
    const auto tell = [&](const Entrant&) { on_build(entrant); };  // by the name it plays under
    agent.folder = build_agent(agent.folder, store, level, {}, tell);
    const bool was_there = agent.problem.empty();
    agent.problem = read_agent_folder(agent.folder).agent.problem;
    if (agent.problem.empty()) return;
    if (!entrant.build.empty())
      agent.problem = "after its build: " + agent.problem;
    else if (was_there)
      agent.problem += "; hidden folders are not part of an agent";
  } catch (const AgentError& error) {
    mark_unstartable(agent, error.what());
  }
}

}  // namespace danno::leagues::entrants
