// The attack suite: every attack at every level, as whoever runs the tests (root or an ordinary
// user; ctest runs it as both). At none an attack works, which shows that it is one; at confined
// and strict it fails, and the agent that made it plays on. Nothing is left of any.
#include <arpa/inet.h>
#include <fcntl.h>
#include <gmock/gmock.h>
#include <netinet/in.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>

#include <cstddef>
#include <cstring>
#include <random>

#include "tests/fault/launch.hpp"

namespace danno::referee::sandbox {
namespace {

namespace fs = std::filesystem;

/// The user who can make the attack at level none on any Linux; the control is tried there only.
enum class Control { Anyone, Root, Nobody };

struct Attack {
  const char* name;
  Control control;
};

// Nobody: closed at none, too (danno-init's own hygiene), or a matter of the machine.
constexpr Attack kAttacks[] = {
    {"read-canary", Control::Anyone},
    {"read-shadow", Control::Root},
    {"read-passwd", Control::Anyone},
    {"read-proc", Control::Anyone},
    {"read-own-maps", Control::Anyone},
    {"read-load", Control::Anyone},
    {"capabilities", Control::Root},
    {"read-link", Control::Anyone},
    {"inherited", Control::Nobody},
    {"environment", Control::Nobody},
    {"write", Control::Anyone},
    {"inodes", Control::Anyone},
    {"tcp", Control::Anyone},
    {"udp", Control::Anyone},
    {"path-socket", Control::Anyone},
    {"abstract-socket", Control::Anyone},
    {"netlink", Control::Anyone},
    {"vsock", Control::Nobody},
    {"signal-referee", Control::Anyone},
    {"signal-group", Control::Anyone},
    {"signal-parent", Control::Anyone},
    {"continue", Control::Anyone},
    {"continue-thread", Control::Anyone},
    {"continue-by-timer", Control::Anyone},
    {"continue-by-child", Control::Anyone},
    {"continue-by-parent", Control::Anyone},
    {"kill-itself", Control::Anyone},
    {"stop-itself", Control::Anyone},
    {"limit-time", Control::Anyone},
    {"trace-referee", Control::Root},
    {"read-memory", Control::Root},
    {"limit-referee", Control::Anyone},
    {"pin-referee", Control::Anyone},
    {"setuid", Control::Root},
    {"namespace", Control::Nobody},
    {"mount", Control::Root},
    {"keyring", Control::Anyone},
    {"bpf", Control::Root},
    {"perf", Control::Nobody},
    {"io-uring", Control::Nobody},
    {"userfaultfd", Control::Root},
    {"32-bit", Control::Nobody},
    {"posix-shm", Control::Anyone},
    {"sysv-shm", Control::Anyone},
    {"flock", Control::Anyone},
    {"lease", Control::Root},
    {"inotify", Control::Anyone},
    {"mincore", Control::Anyone},
    {"fadvise", Control::Anyone},
    {"readahead", Control::Anyone},
    {"sysinfo", Control::Anyone},
    {"memfd", Control::Anyone},
    {"shared-memory", Control::Anyone},
    {"huge-pages", Control::Nobody},
    {"merge-pages", Control::Nobody},
    {"socket-cookie", Control::Anyone},
    {"socket-buffer", Control::Anyone},
    {"shared-futex", Control::Anyone},
    {"nice", Control::Anyone},
    {"real-time", Control::Root},
    {"clock", Control::Root},
};

bool is_root() { return ::geteuid() == 0; }

long open_descriptors() {
  const fs::directory_iterator open("/proc/self/fd");
  return std::distance(begin(open), end(open));
}

/// The targets of an attacker.
class Targets {
 public:
  Targets() {
    scratch_.write("canary", "seed\n", 0644);
    tcp_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in here{};
    here.sin_family = AF_INET;
    here.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    EXPECT_EQ(::bind(tcp_, reinterpret_cast<const sockaddr*>(&here), sizeof here), 0);
    ::listen(tcp_, 64);
    by_path_ = listen_locally((scratch_.path() / "socket").string());
    by_name_ = listen_locally(std::string(1, '\0') + abstract_name());
  }
  Targets(const Targets&) = delete;
  Targets& operator=(const Targets&) = delete;
  ~Targets() {
    for (const int file : {tcp_, by_path_, by_name_})
      ::close(file);
  }

  [[nodiscard]] std::vector<std::string> command(const std::string& attack) const {
    sockaddr_in here{};
    socklen_t length = sizeof here;
    ::getsockname(tcp_, reinterpret_cast<sockaddr*>(&here), &length);
    return {"./attacker",
            attack,
            std::to_string(::getpid()),
            (scratch_.path() / "canary").string(),
            std::to_string(ntohs(here.sin_port)),
            (scratch_.path() / "socket").string(),
            abstract_name()};
  }

 private:
  static int listen_locally(const std::string& name) {
    const int file = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_un here{};
    here.sun_family = AF_UNIX;
    std::memcpy(here.sun_path, name.data(), name.size());
    const auto length = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + name.size());
    EXPECT_EQ(::bind(file, reinterpret_cast<const sockaddr*>(&here), length), 0);
    ::listen(file, 64);
    return file;
  }
  [[nodiscard]] std::string abstract_name() const { return scratch_.path().filename(); }

  ScratchFolder scratch_;
  int tcp_ = -1;
  int by_path_ = -1;
  int by_name_ = -1;
};

class Attacks : public testing::TestWithParam<Isolation> {
 protected:
  void SetUp() override {
    fs::copy_file(ATTACKER, folder_.path() / "attacker");
    fs::copy_file(BOMB, folder_.path() / "bomb.py");
    for (const auto& file : fs::directory_iterator(folder_.path())) {
      fs::permissions(file, fs::perms(0755));
    }
    ::setenv("DANNO_TEST_SECRET", "seed", 1);
  }
  void TearDown() override { ::unsetenv("DANNO_TEST_SECRET"); }

  LaunchOptions order(std::vector<std::string> command) {
    LaunchOptions order = launch_options(std::move(command), folder_.path(), GetParam());
    order.memory_mb = 128;
    return order;
  }

  ScratchFolder folder_;
};

bool works_at_none(Control control) {
  return control == Control::Anyone || (control == Control::Root && is_root());
}

TEST_P(Attacks, FailWhereTheLevelSaysSoAndTheAgentPlaysOn) {
  const Targets targets;
  launch(order({"true"}))->end();  // whatever stays open for good
  const auto descriptors = open_descriptors();
  for (const Attack& attack : kAttacks) {
    SCOPED_TRACE(attack.name);
    auto agent = launch(order(targets.command(attack.name)));
    const Witness witness(*agent);
    const std::string verdict = read_line(agent->stdout_fd());
    if (GetParam() != Isolation::None) {
      EXPECT_EQ(verdict, "closed\n");
    } else if (works_at_none(attack.control)) {
      EXPECT_EQ(verdict, "open\n");
    }
    send(*agent, "my answer\n");
    EXPECT_EQ(read_line(agent->stdout_fd()), "my answer\n");
    const Exit exit = await_exit(*agent);
    EXPECT_EQ(exit.kind, Exit::Kind::Code) << exit.detail;
    EXPECT_EQ(exit.value, 0);
    agent->end();
    EXPECT_TRUE(witness.nobody_left());
  }
  EXPECT_EQ(open_descriptors(), descriptors);
}

TEST_P(Attacks, MemoryBombsAreContained) {
  for (const char* bomb :
       {"private", "shared", "memfd", "children", "sockets", "page-tables", "mappings"}) {
    SCOPED_TRACE(bomb);
    LaunchOptions bombing = order({"/usr/bin/python3", "bomb.py", bomb});
    const bool control = GetParam() == Isolation::None;
    if (control) bombing.memory_mb = 0;
    auto agent = launch(bombing);
    const Witness witness(*agent);
    EXPECT_EQ(read_line(agent->stdout_fd()), control ? "boom\n" : "");
    agent->end();
    EXPECT_TRUE(witness.nobody_left());
  }
}

TEST_P(Attacks, ForkAndThreadBombsAreContainedAndBuried) {
  for (const char* bomb : {"forks", "threads"}) {
    SCOPED_TRACE(bomb);
    LaunchOptions bombing = order({"/usr/bin/python3", "bomb.py", bomb});
    bombing.memory_mb = 0;  // the count of processes alone is to stop it
    auto agent = launch(bombing);
    const Witness witness(*agent);
    const std::string output = read_line(agent->stdout_fd());
    if (GetParam() != Isolation::None) {
      EXPECT_EQ(output, "");
    } else if (!is_root()) {
      EXPECT_EQ(output, "boom\n");
    }
    agent->end();
    EXPECT_TRUE(witness.nobody_left());
  }
}

TEST_P(Attacks, NoFileOfDannoIsVisible) {
  if (GetParam() != Isolation::Strict) GTEST_SKIP() << "promised at level strict only";
  for (const fs::path& path : {fs::read_symlink("/proc/self/exe"), fs::path(ATTACKER)}) {
    auto agent = launch(order({"cat", path.string()}));
    EXPECT_EQ(read_all(agent->stdout_fd()), "");
    EXPECT_NE(await_exit(*agent).value, 0);
  }
}

struct Channel {
  const char* name;
  Control control = Control::Anyone;
  bool closed_at_confined = true;
};

// Access times are the machine's own: only a read-only mount, as at strict, keeps them still.
constexpr Channel kChannels[] = {
    {"lock"},
    {"record-lock"},
    {"sign"},
    {"modify-time"},
    {"access-time", Control::Nobody, false},
    {"abstract-socket"},
    {"loopback"},
    {"message-queue"},
    {"shared-memory"},
    {"inotify"},
    {"futex"},
    {"signal"},
    {"priority"},
};

/// Two agents of one folder, as one agent in two seatings would be.
TEST_P(Attacks, TwoAgentsCannotPassABit) {
  fs::copy_file(CHANNEL, folder_.path() / "channel.py");
  folder_.write("unread", "", 0644);
  for (const Channel& channel : kChannels) {
    SCOPED_TRACE(channel.name);
    static int count = 0;
    const std::string key = std::to_string(::getpid() * 100 + ++count);
    auto receiver = launch(order({"/usr/bin/python3", "channel.py", "receive", channel.name, key}));
    const std::string ready = read_line(receiver->stdout_fd());
    ASSERT_THAT(ready, testing::StartsWith("ready ")) << read_all(receiver->stderr_fd());
    const std::string pid = ready.substr(6, ready.size() - 7);
    auto sender = launch(order({"/usr/bin/python3", "channel.py", "send", channel.name, key, pid}));
    ASSERT_EQ(read_line(sender->stdout_fd()), "sent\n") << read_all(sender->stderr_fd());
    send(*receiver, "look\n");
    const std::string verdict = read_line(receiver->stdout_fd());
    if (GetParam() == Isolation::None) {
      EXPECT_TRUE(verdict == "open\n" || !works_at_none(channel.control)) << verdict;
    } else if (GetParam() == Isolation::Strict || channel.closed_at_confined) {
      EXPECT_EQ(verdict, "closed\n");
    }
  }
}

TEST_P(Attacks, HonestInterpretersPlay) {
  const std::vector<std::vector<std::string>> agents = {
      {"/usr/bin/python3", "-c",
       "import asyncio, threading\n"
       "async def main():\n"
       "  a = await asyncio.to_thread(input)\n"
       "  await asyncio.sleep(0.001)\n"
       "  print(a, flush=True)\n"
       "t = threading.Thread(target=lambda: asyncio.run(main())); t.start(); t.join()"},
      {"/usr/bin/python3", "-c",
       "import subprocess\n"
       "print(subprocess.run(['cat'], input=input(), text=True, capture_output=True).stdout, "
       "flush=True)"}};
  for (const auto& command : agents) {
    auto agent = launch(order(command));
    send(*agent, "six\n");
    EXPECT_EQ(read_line(agent->stdout_fd()), "six\n") << read_all(agent->stderr_fd());
    EXPECT_EQ(await_exit(*agent).value, 0);
  }
}

TEST_P(Attacks, NodeWithAWorkerPlays) {
  if (::access("/usr/bin/node", X_OK) != 0) GTEST_SKIP() << "node is not installed";
  auto agent =
      launch(order({"/usr/bin/node", "-e",
                    "const { Worker } = require('worker_threads');\n"
                    "const w = new Worker(\"const { parentPort } = require('worker_threads');"
                    "parentPort.on('message', m => parentPort.postMessage(m))\", { eval: true });\n"
                    "w.on('message', m => { process.stdout.write(m); process.exit(0); });\n"
                    "process.stdin.on('data', d => w.postMessage(d.toString()));"}));
  send(*agent, "six\n");
  EXPECT_EQ(read_line(agent->stdout_fd()), "six\n") << read_all(agent->stderr_fd());
  EXPECT_EQ(await_exit(*agent).value, 0);
}

/// Java's loader looks for its libraries beside the program, which only /proc/self/exe tells.
TEST_P(Attacks, JavaStarts) {
  if (::access("/usr/bin/java", X_OK) != 0) GTEST_SKIP() << "java is not installed";
  auto agent = launch(order({"java", "-Xmx64m", "-version"}));
  EXPECT_EQ(await_exit(*agent).value, 0) << read_all(agent->stderr_fd());
}

TEST_P(Attacks, OfProcOnlyTheAgentsOwnLinksAreThere) {
  if (GetParam() != Isolation::Strict) GTEST_SKIP() << "promised at level strict only";
  auto agent = launch(order({"/bin/sh", "-c",
                             "readlink /proc/self/exe; stat -c %h /proc; cat /proc/self/smaps; "
                             "stat /proc/1 /danno-proc/1 /danno-proc/self"}));
  const std::string shell = fs::canonical("/bin/sh");
  EXPECT_EQ(read_all(agent->stdout_fd()), shell + "\n3\n");
  EXPECT_EQ(await_exit(*agent).value, 1);
}

/// The referee is killed at a random moment of its agents' start or soon after.
TEST_P(Attacks, NobodySurvivesARefereeThatIsKilledAtAnyMoment) {
  const int kills = GetParam() == Isolation::Strict ? 200 : 40;
  std::mt19937 random(20'000);
  std::uniform_int_distribution<int> microseconds(0, 60'000);
  const std::string word = unique_number();
  const std::string level(to_string(GetParam()));
  for (int i = 0; i < kills; ++i) {
    const pid_t referee = ::fork();
    if (referee == 0) {
      const int nothing = ::open("/dev/null", O_RDWR);
      ::dup2(nothing, 1);
      ::execl(DOOMED_REFEREE, "doomed_referee", level.c_str(), "2", folder_.path().c_str(), "sleep",
              word.c_str(), nullptr);
      ::_exit(127);
    }
    ::poll(nullptr, 0, microseconds(random) / 1000);
    ::kill(referee, SIGKILL);
    ::waitpid(referee, nullptr, 0);
    ASSERT_TRUE(are_gone_within(word, std::chrono::seconds(1))) << "kill " << i;
  }
}

INSTANTIATE_TEST_SUITE_P(Levels, Attacks,
                         testing::Values(Isolation::None, Isolation::Confined, Isolation::Strict),
                         [](const auto& level) { return std::string(to_string(level.param)); });

}  // namespace
}  // namespace danno::referee::sandbox
