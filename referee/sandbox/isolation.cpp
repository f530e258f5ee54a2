#include "referee/sandbox/isolation.hpp"

#include <arpa/inet.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <poll.h>
#include <stddef.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cinttypes>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <map>
#include <mutex>
#include <sstream>
#include <system_error>

#include "referee/sandbox/bubblewrap.hpp"
#include "referee/sandbox/cgroup.hpp"
#include "referee/sandbox/descriptor.hpp"
#include "referee/sandbox/locate.hpp"
#include "referee/sandbox/seccomp.hpp"
#include "referee/sandbox/sweeper.hpp"
#include "referee/sandbox/user_slot.hpp"
#include "referee/sandbox/watcher.hpp"

namespace danno::referee::sandbox {
namespace {

constexpr std::uint64_t kOwnMegabytes = 128;  // MB, of the referee, its store and its tables
constexpr std::size_t kMostAgents = 128;

namespace fs = std::filesystem;

constexpr auto kProbeTimeout = std::chrono::seconds(10);

/// The targets that the probe tries to reach: a file, four listeners, a process. The destructor
/// removes them.
class ProbeTargets {
 public:
  ProbeTargets() {
    folder_ = make_swept_folder(find_temporary_folder() / "danno-probe-");
    fs::permissions(folder_, fs::perms(0755));
    std::ofstream(folder_ / "canary") << "seed\n";
    fs::permissions(folder_ / "canary", fs::perms(0644));
    tcp_ = listen_at_loopback(SOCK_STREAM);
    udp_ = listen_at_loopback(SOCK_DGRAM);
    by_path_ = listen_locally((folder_ / "socket").string());
    by_name_ = listen_locally(std::string(1, '\0') + abstract_name());
    // This descriptor lacks close-on-exec on purpose: the launcher must close it.
    inheritable_ = Descriptor(::open("/dev/null", O_RDONLY));
  }
  ProbeTargets(const ProbeTargets&) = delete;
  ProbeTargets& operator=(const ProbeTargets&) = delete;
  ~ProbeTargets() {
    std::error_code error;
    fs::remove_all(folder_, error);
    forget_swept(folder_);
  }

  [[nodiscard]] std::vector<std::string> arguments() const {
    return {(folder_ / "canary").string(), bound_port(tcp_), bound_port(udp_),
            (folder_ / "socket").string(), abstract_name(),  std::to_string(::getpid())};
  }

 private:
  static Descriptor listen_at_loopback(int type) {
    Descriptor file(::socket(AF_INET, type | SOCK_CLOEXEC, 0));
    sockaddr_in here{};
    here.sin_family = AF_INET;
    here.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (::bind(file.get(), reinterpret_cast<const sockaddr*>(&here), sizeof here) != 0) {
      throw_errno("bind");
    }
    if (type == SOCK_STREAM) ::listen(file.get(), 4);
    return file;
  }

  static Descriptor listen_locally(const std::string& name) {
    Descriptor file(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
    sockaddr_un here{};
    here.sun_family = AF_UNIX;
    std::memcpy(here.sun_path, name.data(), std::min(name.size(), sizeof here.sun_path - 1));
    const auto length = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + name.size());
    if (::bind(file.get(), reinterpret_cast<const sockaddr*>(&here), length) != 0) {
      throw_errno("bind");
    }
    ::listen(file.get(), 4);
    return file;
  }

  static std::string bound_port(const Descriptor& file) {
    sockaddr_in here{};
    socklen_t length = sizeof here;
    if (::getsockname(file.get(), reinterpret_cast<sockaddr*>(&here), &length) != 0) {
      throw_errno("getsockname");
    }
    return std::to_string(ntohs(here.sin_port));
  }

  [[nodiscard]] std::string abstract_name() const { return folder_.filename().string(); }

  fs::path folder_;
  Descriptor tcp_;
  Descriptor udp_;
  Descriptor by_path_;
  Descriptor by_name_;
  Descriptor inheritable_;
};

std::string read_to_end(Process& agent) {
  std::string text;
  std::array<char, 4096> bytes{};
  pollfd event{agent.stdout_fd(), POLLIN, 0};
  const auto milliseconds = static_cast<int>(std::chrono::milliseconds(kProbeTimeout).count());
  while (::poll(&event, 1, milliseconds) > 0) {
    const ssize_t got = ::read(agent.stdout_fd(), bytes.data(), bytes.size());
    if (got <= 0) break;
    text.append(bytes.data(), static_cast<std::size_t>(got));
  }
  return text;
}

Exit await_exit(Process& agent) {
  const auto deadline = std::chrono::steady_clock::now() + kProbeTimeout;
  pollfd event{agent.status_fd(), POLLIN, 0};
  while (std::chrono::steady_clock::now() < deadline) {
    if (const auto exit = agent.exit()) return *exit;
    ::poll(&event, 1, 100);
  }
  return agent.end();
}

LaunchOptions probe_options(Isolation level, std::vector<std::string> arguments) {
  LaunchOptions options;
  const fs::path program = find_probe();
  options.folder = program.parent_path();
  options.command = {"./" + program.filename().string()};
  options.command.insert(options.command.end(), arguments.begin(), arguments.end());
  options.isolation = level;
  options.memory_mb = 64;
  return options;
}

/// Returns whether this process runs in a chroot(2). In it nothing is mounted at /, and the kernel
/// grants no user namespace.
bool in_chroot() {
  std::ifstream mounts("/proc/self/mountinfo");
  for (std::string line; std::getline(mounts, line);) {
    std::istringstream words(line);
    std::string id, parent, device, root, point;
    if (words >> id >> parent >> device >> root >> point && point == "/") return false;
  }
  return true;
}

bool has_bubblewrap() { return ::access("/usr/bin/bwrap", X_OK) == 0; }

/// Returns what to do if strict fails. The likeliest cause is tested first.
std::string remedy_for_strict() {
  if (!has_bubblewrap()) return "apt-get install bubblewrap, or use --isolation confined";
  if (first_line("/proc/sys/user/max_user_namespaces") == "0") {
    return "allow user namespaces: sysctl user.max_user_namespaces=15000";
  }
  if (first_line("/proc/sys/kernel/unprivileged_userns_clone") == "0") {
    return "allow user namespaces: sysctl kernel.unprivileged_userns_clone=1";
  }
  if (first_line("/proc/sys/kernel/apparmor_restrict_unprivileged_userns") == "1") {
    return "load the AppArmor profile that lets bwrap make user namespaces (Ubuntu 24.04: "
           "apt-get install apparmor-profiles, then see docs/security.md)";
  }
  if (fs::exists("/.dockerenv") || fs::exists("/run/.containerenv")) {
    return "in a container: start it with docs/docker-seccomp.json (docs/security.md), or use "
           "--isolation confined";
  }
  if (in_chroot()) {
    return "a chroot has no user namespaces: use a container (docs/install.md), or --isolation "
           "confined";
  }
  return "see docs/security.md, or use --isolation confined";
}

IsolationState cannot_set_up(Isolation level, const std::string& why) {
  return {level,
          {{"set-up", why, false,
            level == Isolation::Strict ? remedy_for_strict() : "see docs/security.md"}}};
}

/// Returns whether the level promises the layer. Level none promises only what the launcher itself
/// does.
bool is_promised(Isolation level, const std::string& layer) {
  return level != Isolation::None || layer == "descriptors" || layer == "environment";
}

std::vector<Layer> read_findings(Isolation level, const std::string& output) {
  std::vector<Layer> layers;
  std::istringstream lines(output);
  for (std::string line; std::getline(lines, line);) {
    const auto blank = line.find(' ');
    if (blank == std::string::npos) continue;
    Layer layer{line.substr(0, blank), line.substr(blank + 1), true, ""};
    layer.holds = layer.state == "closed" || !is_promised(level, layer.name);
    if (!layer.holds) layer.remedy = "a security hole in danno or this kernel: please report it";
    layers.push_back(std::move(layer));
  }
  return layers;
}

Layer memory_layer() {
  const bool grouped = ControlGroup::can_make();
  return {"memory",
          grouped ? fmt::format("counted by the kernel (cgroup v{})", our_groups()->version)
                  : fmt::format("counted every {} ms, without kernel memory for files and pipes",
                                kWatchInterval.count()),
          true, ""};
}

Layer user_layer(Isolation level) {
  if (::geteuid() != 0) return {"user", "the referee's own", true, ""};
  if (level == Isolation::None) return {"user", "root", true, ""};
  return {"user", "one of its own for each agent", true, ""};
}

IsolationState probe_by_launching(Isolation level) {
  if (level == Isolation::Strict && !has_bubblewrap())
    return cannot_set_up(level, "bubblewrap is not installed");
  const ProbeTargets targets;
  auto agent = launch(probe_options(level, targets.arguments()));
  const std::string output = read_to_end(*agent);
  const Exit exit = await_exit(*agent);
  if (exit.kind != Exit::Kind::Code || exit.value != 0) return cannot_set_up(level, exit.detail);
  IsolationState state{level, read_findings(level, output)};
  state.layers.push_back(user_layer(level));
  state.layers.push_back(memory_layer());
  return state;
}

/// Returns MemAvailable of proc(5) in bytes.
std::uint64_t available_memory() {
  std::ifstream file("/proc/meminfo");
  std::string line;
  while (std::getline(file, line)) {
    std::uint64_t kib = 0;
    if (std::sscanf(line.c_str(), "MemAvailable: %" SCNu64 " kB", &kib) == 1) return kib << 10U;
  }
  return 0;
}

/// Returns what an error says after its first words. It is one line, unless several layers fail.
std::string reason(const IsolationState& state) {
  if (std::ranges::count(state.layers, false, &Layer::holds) != 1)
    return "\n" + failed_layers(state);
  const Layer& layer = *std::ranges::find(state.layers, false, &Layer::holds);
  return fmt::format(": {}{}{}", layer.state, layer.remedy.empty() ? "" : "; ", layer.remedy);
}

}  // namespace

bool IsolationState::holds() const {
  return std::ranges::all_of(layers, [](const Layer& layer) { return layer.holds; });
}

std::string summary(const IsolationState& state) {
  std::string text(to_string(state.level));
  const char* separator = ": ";
  for (const Layer& layer : state.layers) {
    text += fmt::format("{}{} {}", separator, layer.name, layer.state);
    separator = ", ";
  }
  return text;
}

std::string failed_layers(const IsolationState& state) {
  std::string text;
  for (const Layer& layer : state.layers) {
    if (layer.holds) continue;
    text += fmt::format("{}: {}\n", layer.name, layer.state);
    if (!layer.remedy.empty()) text += fmt::format("  -> {}\n", layer.remedy);
  }
  return text;
}

IsolationState probe(Isolation level) {
  try {
    IsolationState state = probe_by_launching(level);
    if (level != Isolation::Strict || state.holds() || !shows_proc()) return state;
    // A container that hides parts of its /proc allows no new mount of it. Agents then go without
    // it.
    hide_proc();
    return probe_by_launching(level);
  } catch (const std::runtime_error& error) {
    return {level, {{"set-up", error.what(), false, ""}}};  // it says itself what to do
  }
}

std::size_t room_for_agents(int memory_mb, Isolation level) {
  const bool root = ::geteuid() == 0;
  if (level == Isolation::Confined && !root) return 0;  // RLIMIT_NPROC counts all of a user
  const auto least = least_memory_limit();
  const std::uint64_t free = available_memory();
  const std::uint64_t bytes = least ? std::min(least->bytes, free) : free;
  const std::uint64_t megabytes = std::max(bytes >> 20, kOwnMegabytes) - kOwnMegabytes;
  const int each = memory_mb == 0 ? LaunchOptions().memory_mb : memory_mb;
  // Other referees may need users of the range, too.
  const std::size_t users = root ? UserSlot::count() / 2 : kMostAgents;
  return std::min<std::size_t>({megabytes / static_cast<std::uint64_t>(each), users, kMostAgents});
}

std::uint64_t memory_needed(std::size_t agents, int memory_mb) {
  return agents * static_cast<std::uint64_t>(memory_mb) + kOwnMegabytes;
}

std::string memory_shortage(std::size_t agents, int memory_mb) {
  const auto least = least_memory_limit();
  const std::uint64_t needed = memory_needed(agents, memory_mb);
  if (memory_mb == 0 || !least || least->bytes >> 20 >= needed) return {};
  return fmt::format(
      "this job may use {} MB of memory (limit of {}), and {} agents of memory_mb = {} may need {} "
      "MB; where it runs out, their games are void",
      least->bytes >> 20, least->group.string(), agents, memory_mb, needed);
}

IsolationUnavailable::IsolationUnavailable(IsolationState found)
    : std::runtime_error(fmt::format("isolation {} is not available on this machine{}",
                                     to_string(found.level), reason(found))),
      state_(std::move(found)) {}

const IsolationState& require(Isolation level) {
  static std::mutex mutex;
  static std::map<Isolation, IsolationState> known;
  const std::lock_guard lock(mutex);
  auto found = known.find(level);
  if (found == known.end()) found = known.emplace(level, probe(level)).first;
  if (!found->second.holds()) throw IsolationUnavailable(found->second);
  return found->second;
}

}  // namespace danno::referee::sandbox
