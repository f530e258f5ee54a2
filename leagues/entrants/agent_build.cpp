#include "leagues/agent_build.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <optional>
#include <system_error>

#include "leagues/entrants/draft_folder.hpp"
#include "leagues/text/escape.hpp"
#include "referee/talk/agent_process.hpp"

namespace danno::leagues {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;
using std::chrono::steady_clock;

/// How often the folder is counted.
constexpr auto kLook = 50ms;
constexpr std::size_t kShownLines = 5;
constexpr int kDeepest = 100;
/// Others write to the same disk.
constexpr std::uintmax_t kOfOthers = std::uintmax_t{1} << 30;

bool is_within(const fs::path& path, const fs::path& folder) {
  return std::ranges::mismatch(folder, path).in1 == folder.end();
}

/// A link to a secret of ours would make the agent's own file of it.
void copy_files(const fs::path& folder, const fs::path& to, std::uintmax_t bytes) {
  for (const fs::path& file : agent_files(folder)) {
    const fs::path source = fs::canonical(folder / file);
    if (!is_within(source, fs::canonical(folder))) {
      throw AgentError(fmt::format("'{}' is a link out of the folder", file.string()));
    }
    const std::uintmax_t size = fs::file_size(source);
    if (size > bytes) throw AgentError("the folder is too big");
    bytes -= size;
    fs::create_directories((to / file).parent_path());
    fs::copy_file(source, to / file);
    fs::permissions(to / file, fs::perms::owner_write, fs::perm_options::add);
  }
}

/// What is wrong with the size of the folder; empty: nothing. A folder that the build shut against
/// us counts by what is missing on the disk.
std::string size_problem(const fs::path& folder, std::uintmax_t free_before,
                         const BuildLimits& limits) {
  const auto too_much = fmt::format("it wrote more than {} MiB", limits.bytes >> 20);
  std::error_code error;
  if (free_before > fs::space(folder, error).free + 2 * limits.bytes + kOfOthers) return too_much;
  std::uintmax_t bytes = 0;
  std::uintmax_t files = 0;
  fs::recursive_directory_iterator entry(folder, fs::directory_options::skip_permission_denied,
                                         error);
  for (; !error && entry != fs::recursive_directory_iterator(); entry.increment(error)) {
    std::error_code gone;
    const std::uintmax_t size =
        entry->symlink_status(gone).type() == fs::file_type::regular ? entry->file_size(gone) : 0;
    if (!gone) bytes += size;
    if (entry.depth() > kDeepest) return fmt::format("it made folders {} deep", kDeepest);
    if (++files > limits.files) return fmt::format("it made more than {} files", limits.files);
    if (bytes > limits.bytes) return too_much;
  }
  return {};
}

void drain(int file, referee::LogTail& log) {
  std::array<char, 16 * 1024> bytes{};
  // A build that never stops writing is read as much as it is looked at.
  for (int reads = 0; reads < 64; ++reads) {
    const ssize_t got = ::read(file, bytes.data(), bytes.size());
    if (got <= 0) return;
    log.add({bytes.data(), static_cast<std::size_t>(got)});
  }
}

AgentError build_error(const Entrant& entrant, const std::string& why,
                       const referee::LogTail& log) {
  return AgentError(
      fmt::format("agent '{}': the build '{}' failed: {}; its last words: {}",
                  escape_terminal(entrant.agent.name),
                  escape_terminal(fmt::format("{}", fmt::join(entrant.build, " "))), why,
                  escape_terminal(fmt::format("{}", fmt::join(log.lines(kShownLines), " | ")))));
}

void run_build(const Entrant& entrant, const fs::path& folder, referee::Isolation level,
               const BuildLimits& limits) {
  referee::LaunchOrder order;
  order.command = entrant.build;
  order.folder = folder;
  order.isolation = level;
  order.memory_mb = limits.memory_mb;
  order.scratch = true;
  const auto deadline = steady_clock::now() + limits.time;
  const std::uintmax_t free_before = fs::space(folder).free;
  const auto process = referee::launch(order);
  process->close_stdin();
  referee::LogTail log;
  std::optional<referee::Exit> exit;
  while (!(exit = process->exit())) {
    ::poll(nullptr, 0, static_cast<int>(kLook.count()));
    drain(process->stdout_fd(), log);
    drain(process->stderr_fd(), log);
    std::string problem = size_problem(folder, free_before, limits);
    if (steady_clock::now() > deadline)
      problem = fmt::format("it took more than {} s", limits.time.count());
    if (problem.empty()) continue;
    process->end();
    throw build_error(entrant, problem, log);
  }
  drain(process->stdout_fd(), log);
  drain(process->stderr_fd(), log);
  process->end();
  if (exit->kind == referee::Exit::Kind::Harness) throw std::runtime_error(exit->detail);
  if (exit->kind != referee::Exit::Kind::Code || exit->value != 0)
    throw build_error(entrant, exit->detail, log);
}

/// Ours again, readable to all, writable to nobody, with no more rights than a file needs. Links
/// go: what they lead to is not in the hash.
void seal(const fs::path& folder) {
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

}  // namespace

fs::path build_agent(const fs::path& folder, const fs::path& store, referee::Isolation level,
                     const BuildLimits& limits) {
  const Entrant entrant = read_agent_folder(folder);
  const fs::path finished = store / content_hash(entrant);
  if (fs::exists(finished)) return finished;
  const DraftFolder draft(store);
  const fs::path copy = draft.path();
  copy_files(entrant.agent.folder, copy, limits.bytes);
  if (!entrant.build.empty()) run_build(entrant, copy, level, limits);
  seal(copy);
  // Who it is and how it runs was said before the build.
  fs::remove_all(copy / "agent.toml");
  fs::copy_file(entrant.agent.folder / "agent.toml", copy / "agent.toml");
  fs::permissions(copy / "agent.toml", fs::perms(0444));
  draft.finish(finished);
  return finished;
}

}  // namespace danno::leagues
