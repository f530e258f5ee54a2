// The launcher with real processes at every level: how they end, what they inherit, and that nobody
// is left.
#include "referee/sandbox/launcher.hpp"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <sched.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/wait.h>

#include <algorithm>
#include <sstream>
#include <thread>

#include "referee/sandbox/account.hpp"
#include "referee/sandbox/cgroup.hpp"
#include "referee/sandbox/init/tree.hpp"
#include "referee/sandbox/isolation.hpp"
#include "referee/sandbox/user_slot.hpp"
#include "referee/sandbox/watcher.hpp"
#include "tests/fault/launch.hpp"

namespace danno::referee::sandbox {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

class Launcher : public testing::TestWithParam<Isolation> {
 protected:
  std::unique_ptr<Process> start(std::vector<std::string> command) {
    return launch(launch_options(std::move(command), scratch_.path(), GetParam()));
  }
  std::unique_ptr<Process> shell(const std::string& script) { return start({"sh", "-c", script}); }
  ScratchFolder scratch_;
};

class LauncherAtNone : public testing::Test {
 protected:
  ScratchFolder scratch_;
};

TEST_P(Launcher, ReportsTheExitCode) {
  const Exit exit = await_exit(*shell("exit 7"));
  EXPECT_EQ(exit.kind, Exit::Kind::Code);
  EXPECT_EQ(exit.value, 7);
}

TEST_P(Launcher, ReportsTheSignal) {
  const Exit exit = await_exit(*shell("kill -SEGV $$"));
  EXPECT_EQ(exit.kind, Exit::Kind::Signal);
  EXPECT_EQ(exit.value, SIGSEGV);
}

TEST_P(Launcher, PassesBytesBothWaysAndTheEndOfInput) {
  auto agent = start({"cat"});
  send(*agent, "six dice\n");
  EXPECT_EQ(read_line(agent->stdout_fd()), "six dice\n");
  agent->close_stdin();
  EXPECT_EQ(agent->stdin_fd(), -1);
  EXPECT_EQ(await_exit(*agent).value, 0);
}

TEST_P(Launcher, SeesTheEndOfOutputOfAnAgentThatGoesOn) {
  auto agent = shell("exec >&-; read wait");
  EXPECT_EQ(read_all(agent->stdout_fd()), "");
  EXPECT_FALSE(agent->exit());
}

TEST_P(Launcher, StderrIsApart) {
  auto agent = shell("echo log >&2");
  EXPECT_EQ(read_all(agent->stderr_fd()), "log\n");
}

struct BadProgram {
  std::string text;
  int mode;
  int error;
};

TEST_P(Launcher, AProgramThatCannotBeExecutedIsNoFaultOfTheHarness) {
  const std::vector<BadProgram> programs = {
      {"#!/no/such/interpreter\n", 0755, ENOENT},
      {"#!/etc\n", 0755, EACCES},
      {"echo a script without its first line\n", 0755, ENOEXEC},
      {"", 0755, ENOEXEC},
      {"#!/bin/sh\n", 0644, EACCES},
  };
  for (const BadProgram& program : programs) {
    const auto path = scratch_.write("bot", program.text, program.mode);
    const Exit exit = await_exit(*start({path.string()}));
    EXPECT_EQ(exit.kind, Exit::Kind::ExecFailed) << program.text;
    EXPECT_EQ(exit.value, program.error) << program.text;
    EXPECT_THAT(exit.detail, StartsWith("cannot execute '" + path.string() + "'"));
  }
}

TEST_P(Launcher, TellsAMissingInterpreterFromAMissingProgram) {
  scratch_.write("bot", "#!/no/such/interpreter\n");
  EXPECT_THAT(await_exit(*start({"./bot"})).detail, HasSubstr("interpreter"));
  const Exit missing = await_exit(*start({"./nobody"}));
  EXPECT_EQ(missing.kind, Exit::Kind::ExecFailed);
  EXPECT_THAT(missing.detail, HasSubstr("No such file"));
  EXPECT_EQ(await_exit(*start({"no-such-program-in-path"})).value, ENOENT);
}

TEST_P(Launcher, AMissingFolderIsTheHarness) {
  EXPECT_THROW((void)launch(launch_options({"true"}, scratch_.path() / "nowhere")),
               std::system_error);
}

TEST_P(Launcher, GivesAnEnvironmentOfThreeAndTheFolder) {
  ASSERT_EQ(::setenv("DANNO_TEST_SECRET", "seed", 1), 0);
  auto agent = start({"/usr/bin/env"});
  EXPECT_EQ(read_all(agent->stdout_fd()), "PATH=/usr/local/bin:/usr/bin:/bin\nLANG=C.UTF-8\nHOME=" +
                                              scratch_.path().string() + "\n");
  ::unsetenv("DANNO_TEST_SECRET");
  auto where = start({"/bin/pwd"});
  EXPECT_EQ(read_all(where->stdout_fd()), scratch_.path().string() + "\n");
}

TEST_P(Launcher, InheritsThreeDescriptorsOnly) {
  // Open on purpose without close-on-exec, low and high.
  const int low = ::open("/dev/null", O_RDONLY);
  const int high = ::fcntl(low, F_DUPFD, 100);
  ASSERT_GE(high, 100);
  auto agent = start({"/usr/bin/python3", "-c",
                      "import os\n"
                      "for fd in range(1024):\n"
                      "  try: os.fstat(fd); print(fd)\n"
                      "  except OSError: pass"});
  EXPECT_EQ(read_all(agent->stdout_fd()), "0\n1\n2\n");
  ::close(low);
  ::close(high);
}

TEST_F(LauncherAtNone, ProcShowsThreeDescriptorsOnly) {
  const int extra = ::open("/dev/null", O_RDONLY);
  // ls has a fourth descriptor: the folder that it lists.
  auto agent = launch(launch_options({"ls", "/proc/self/fd"}, scratch_.path()));
  EXPECT_EQ(read_all(agent->stdout_fd()), "0\n1\n2\n3\n");
  ::close(extra);
}

TEST_F(LauncherAtNone, StartsWithSignalsAsAProgramExpectsThem) {
  sigset_t set;
  sigset_t before;
  ::sigemptyset(&set);
  ::sigaddset(&set, SIGTERM);
  ASSERT_EQ(::pthread_sigmask(SIG_BLOCK, &set, &before), 0);
  auto* const handler = ::signal(SIGPIPE, SIG_IGN);
  auto agent = launch(launch_options({"grep", "-E", "^Sig(Blk|Ign):\t0{16}$", "/proc/self/status"},
                                     scratch_.path()));
  ::signal(SIGPIPE, handler);
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  EXPECT_EQ(read_all(agent->stdout_fd()), "SigBlk:\t0000000000000000\nSigIgn:\t0000000000000000\n");
}

TEST_P(Launcher, HasASessionOfItsOwnAndLimits) {
  auto agent = start({"/usr/bin/python3", "-c",
                      "import os, resource as r\n"
                      "print(os.getsid(0), os.getpgid(0) == os.getpid())\n"
                      "print(*(r.getrlimit(x)[1] for x in (r.RLIMIT_CORE, r.RLIMIT_NOFILE)))"});
  std::istringstream output(read_all(agent->stdout_fd()));
  pid_t session = 0;
  std::string leads;
  std::string rest;
  output >> session >> leads;
  std::getline(output, rest, '\0');
  EXPECT_NE(session, ::getsid(0));
  EXPECT_EQ(leads, "True");
  EXPECT_EQ(rest, "\n0 128\n");
}

TEST_P(Launcher, BuriesWhatAnAgentForkedAndLeft) {
  auto agent = shell("sleep 1000 & exit 3");
  const Witness witness(*agent);
  EXPECT_EQ(await_exit(*agent).value, 3);
  agent->end();
  EXPECT_TRUE(witness.nobody_left());
}

TEST_P(Launcher, BuriesADaemonThatHoldsThePipes) {
  auto agent = shell("setsid sh -c 'trap \"\" TERM HUP; sleep 1000 & echo $!; wait' & wait");
  const Witness witness(*agent);
  EXPECT_NE(read_line(agent->stdout_fd()), "");
  EXPECT_FALSE(witness.nobody_left());
  agent->end();
  EXPECT_TRUE(witness.nobody_left());
}

TEST_P(Launcher, ADaemonDoesNotDelayTheNewsOfTheExit) {
  auto agent = start({"/usr/bin/python3", "-c",
                      "import os, time\n"
                      "r, w = os.pipe()\n"
                      "if os.fork() == 0:\n"
                      "  os.setsid()\n"
                      "  if os.fork() == 0:\n"
                      "    os.write(w, b'.')\n"
                      "    time.sleep(1000)\n"
                      "  os._exit(0)\n"
                      "os.read(r, 1); os._exit(4)"});
  const Witness witness(*agent);
  EXPECT_EQ(await_exit(*agent).value, 4);
  agent->end();
  EXPECT_TRUE(witness.nobody_left());
}

TEST_P(Launcher, EndsAnAgentThatIsStoppedAndOneThatIgnoresSignals) {
  auto stopped = shell("echo ready; while :; do sleep 1000; done");
  auto deaf = shell("trap '' TERM INT HUP; echo ready; while :; do sleep 1000; done");
  EXPECT_EQ(read_line(stopped->stdout_fd()), "ready\n");
  EXPECT_EQ(read_line(deaf->stdout_fd()), "ready\n");
  ::kill(stopped->agent_pid(), SIGSTOP);
  for (auto* agent : {stopped.get(), deaf.get()}) {
    const Exit exit = agent->end();
    EXPECT_EQ(exit.kind, Exit::Kind::Signal);
    EXPECT_EQ(exit.value, SIGKILL);
  }
}

TEST_P(Launcher, EndIsIdempotentAndKeepsTheFirstExit) {
  auto agent = shell("exit 5");
  await_exit(*agent);
  EXPECT_EQ(agent->end().value, 5);
  EXPECT_EQ(agent->end().value, 5);
  EXPECT_EQ(agent->status_fd(), -1);
}

TEST_P(Launcher, LeavesNoDescriptorAndNoZombie) {
  const auto count_open = [] {
    const std::filesystem::directory_iterator open("/proc/self/fd");
    return std::distance(begin(open), end(open));
  };
  shell("exit 0");  // whatever stays open for good
  const auto before = count_open();
  for (int i = 0; i < 20; ++i)
    shell("exit 0");
  EXPECT_EQ(count_open(), before);
  EXPECT_EQ(::waitpid(-1, nullptr, WNOHANG), -1);
  EXPECT_EQ(errno, ECHILD);
}

std::string read_word(const std::string& file, int place) {
  std::ifstream stream(file);
  std::string word;
  for (int i = 0; i <= place; ++i)
    stream >> word;
  return word;
}

/// The process of `program` with `word` in its command line; 0: none.
pid_t find_process(const std::string& program, const std::string& word) {
  for (const pid_t pid : processes_with(word)) {
    if (read_word("/proc/" + std::to_string(pid) + "/comm", 0) == program) return pid;
  }
  return 0;
}

/// Whether all of an agent's processes come to be stopped; what stands around them does not.
bool all_stop(const std::string& word) {
  const auto all_stopped = [&word] {
    return std::ranges::all_of(processes_with(word), [](pid_t pid) {
      const std::string folder = "/proc/" + std::to_string(pid);
      const std::string name = read_word(folder + "/comm", 0);
      return name == "bwrap" || name == "danno-init" || read_word(folder + "/stat", 2) == "T";
    });
  };
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::milliseconds(kPatienceMs);
  while (!all_stopped() && std::chrono::steady_clock::now() < deadline)
    ::sched_yield();
  return all_stopped();
}

std::uint64_t read_cpu_ns(const std::string& word) {
  std::uint64_t nanoseconds = 0;
  for (const pid_t pid : processes_with(word))
    nanoseconds += std::stoull(read_word("/proc/" + std::to_string(pid) + "/schedstat", 0));
  return nanoseconds;
}

TEST_P(Launcher, FreezesTheWholeTreeAndThawsIt) {
  const std::string word = unique_number();
  LaunchOptions order = launch_options(
      {"sh", "-c", "exec 3<&0; sh -c 'echo ready; read x; echo $x' " + word + " <&3 & wait"},
      scratch_.path(), GetParam());
  auto agent = launch(order);
  EXPECT_EQ(read_line(agent->stdout_fd()), "ready\n");
  agent->freeze();
  EXPECT_TRUE(all_stop(word));
  send(*agent, "moved\n");
  agent->thaw();
  EXPECT_EQ(read_line(agent->stdout_fd()), "moved\n");
}

/// The kernel continues a stopped group of processes when the parent that controlled it ends.
constexpr char kControlsAGroup[] =
    "import os, signal, sys\n"
    "signal.signal(signal.SIGHUP, signal.SIG_IGN)\n"
    "if os.fork() == 0:\n"
    "  os.setsid()\n"
    "  if os.fork() == 0:\n"
    "    os.setpgid(0, 0)\n"
    "    print('ready', flush=True)\n"
    "    while True: pass\n"
    "  os.execlp('sleep', 'sleep', sys.argv[1])\n"
    "os.wait()";

TEST_P(Launcher, StaysFrozenWhenAGroupIsOrphaned) {
  const std::string word = unique_number();
  scratch_.write("group.py", kControlsAGroup);
  LaunchOptions order =
      launch_options({"/usr/bin/python3", "group.py", word}, scratch_.path(), GetParam());
  auto agent = launch(order);
  EXPECT_EQ(read_line(agent->stdout_fd()), "ready\n");
  while (find_process("sleep", word) == 0) {
  }
  agent->freeze();
  ASSERT_TRUE(all_stop(word));
  ::kill(find_process("sleep", word), SIGKILL);
  while (find_process("sleep", word) != 0) {
  }
  // Time enough for a group that goes on.
  pollfd event{agent->status_fd(), POLLIN, 0};
  ::poll(&event, 1, 20);
  ASSERT_TRUE(all_stop(word));
  const auto used = read_cpu_ns(word);
  EXPECT_GT(used, 0U);
  ::poll(&event, 1, 50);
  EXPECT_EQ(read_cpu_ns(word), used);
}

/// A tree that is another one at each stop: it forks, loses children, and has threads in the end.
constexpr char kChanges[] =
    "import os, signal, sys, threading\n"
    "def spin():\n"
    "  while True: pass\n"
    "children = []\n"
    "for line in sys.stdin:\n"
    "  if line == 'thread\\n': threading.Thread(target=spin, daemon=True).start()\n"
    "  if line == 'end\\n':\n"
    "    os.kill(children[0], signal.SIGTERM)\n"
    "    os.waitpid(children.pop(0), 0)\n"
    "  if line == 'fork\\n':\n"
    "    child = os.fork()\n"
    "    if child == 0:\n"
    "      os.setsid()\n"
    "      if os.fork() == 0: os.setsid()\n"
    "      spin()\n"
    "    children.append(child)\n"
    "  print('ready', flush=True)";

TEST_P(Launcher, FreezesATreeThatChanges) {
  const std::string word = unique_number();
  scratch_.write("changes.py", kChanges);
  auto agent = start({"/usr/bin/python3", "changes.py", word});
  std::size_t processes = 1;
  for (const char* change : {"none", "fork", "fork", "end", "thread", "fork", "none"}) {
    send(*agent, std::string(change) + "\n");
    EXPECT_EQ(read_line(agent->stdout_fd()), "ready\n");
    // The child of a child that ended stays.
    processes += std::string_view(change) == "fork" ? 2U : 0U;
    processes -= std::string_view(change) == "end" ? 1U : 0U;
    while (processes_with(word).size() != processes) {
    }
    agent->freeze();
    ASSERT_TRUE(all_stop(word)) << change;
    const auto used = read_cpu_ns(word);
    pollfd event{agent->status_fd(), POLLIN, 0};
    ::poll(&event, 1, 20);
    EXPECT_EQ(read_cpu_ns(word), used) << change;
    agent->thaw();
  }
}

TEST_P(Launcher, StaysFrozenWhenSomebodyElseContinuesIt) {
  const std::string word = unique_number();
  LaunchOptions order = launch_options({"sleep", word}, scratch_.path(), GetParam());
  auto agent = launch(order);
  while (find_process("sleep", word) == 0) {
  }
  for (int time = 0; time < 3; ++time) {
    agent->freeze();
    ASSERT_TRUE(all_stop(word));
    ::kill(find_process("sleep", word), SIGCONT);
    ASSERT_TRUE(all_stop(word));
    agent->thaw();
  }
}

/// Threads, and children that left the session: all of them are to come along.
constexpr char kSpreadsOut[] =
    "import os, sys, threading, time\n"
    "if os.fork() == 0:\n"
    "  os.setsid()\n"
    "  if os.fork() == 0: pass\n"
    "threading.Thread(target=time.sleep, args=(3600,), daemon=True).start()\n"
    "print('ready', flush=True)\n"
    "while True: time.sleep(3600)";

/// Whether all threads of all processes with the word may run on just these processors.
bool all_run_on(const std::string& word, const cpu_set_t& processors) {
  for (const pid_t pid : processes_with(word)) {
    for (const auto& thread :
         std::filesystem::directory_iterator("/proc/" + std::to_string(pid) + "/task")) {
      cpu_set_t theirs;
      const pid_t number = std::stoi(thread.path().filename().string());
      if (::sched_getaffinity(number, sizeof theirs, &theirs) != 0) return false;
      if (!CPU_EQUAL(&theirs, &processors)) return false;
    }
  }
  return true;
}

TEST_P(Launcher, FollowsToTheProcessorsOfAnotherThread) {
  cpu_set_t all;
  ASSERT_EQ(::sched_getaffinity(0, sizeof all, &all), 0);
  if (CPU_COUNT(&all) < 2) GTEST_SKIP() << "needs two processors";
  const std::string word = unique_number();
  scratch_.write("spread.py", kSpreadsOut);
  auto agent = start({"/usr/bin/python3", "spread.py", word});
  for (int process = 0; process < 3; ++process)
    EXPECT_EQ(read_line(agent->stdout_fd()), "ready\n");
  agent->freeze();
  ASSERT_TRUE(all_stop(word));
  cpu_set_t one;
  CPU_ZERO(&one);
  int last = CPU_SETSIZE - 1;
  while (!CPU_ISSET(last, &all))
    --last;
  CPU_SET(last, &one);
  EXPECT_FALSE(all_run_on(word, one));
  std::thread([&] {
    ::sched_setaffinity(0, sizeof one, &one);
    agent->follow();
  }).join();
  EXPECT_EQ(processes_with(word).size(), 3U);
  EXPECT_TRUE(all_run_on(word, one));
}

TEST_F(LauncherAtNone, TheTimeThatAThawTakesIsWaitTime) {
  LaunchOptions order = launch_options({"cat"}, scratch_.path());
  auto agent = launch(order);
  send(*agent, "six\n");
  EXPECT_EQ(read_line(agent->stdout_fd()), "six\n");
  agent->freeze();
  std::vector<pid_t> children;
  init::append_descendants(::getpid(), children);
  const pid_t danno_init = children.front();
  ::kill(danno_init, SIGSTOP);
  const auto before = agent->wait_time();
  agent->thaw();
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_TRUE(agent->runnable());
  send(*agent, "dice\n");
  const auto end = std::chrono::steady_clock::now();
  ::kill(agent->agent_pid(), SIGCONT);  // so that it answers first
  EXPECT_EQ(read_line(agent->stdout_fd()), "dice\n");
  EXPECT_GE(agent->wait_time() - before, end - begin);
  ::kill(danno_init, SIGCONT);
  while (agent->runnable()) {
  }
  EXPECT_GE(agent->wait_time() - before, end - begin);
}

TEST_P(Launcher, WaitsOfChildrenAreSeen) {
  // Two children that compute share a processor, so one of them always waits.
  auto agent = start({"/usr/bin/python3", "-c",
                      "import os\n"
                      "os.sched_setaffinity(0, [min(os.sched_getaffinity(0))])\n"
                      "for _ in range(2):\n"
                      "    if os.fork() == 0:\n"
                      "        while True: pass\n"
                      "print('begun', flush=True)\n"
                      "os.wait()"});
  EXPECT_EQ(read_line(agent->stdout_fd()), "begun\n");
  (void)agent->look_at_tree();  // those of the start
  std::chrono::nanoseconds seen(0);
  for (int looks = 0; looks < 2000 && seen < std::chrono::milliseconds(100); ++looks) {
    ::poll(nullptr, 0, 5);
    seen += agent->look_at_tree().waited;
  }
  EXPECT_GE(seen, std::chrono::milliseconds(100));
}

TEST_P(Launcher, AccountsOfCpuTimeGrowWithWork) {
  auto agent = start({"/usr/bin/python3", "-c",
                      "import time, threading\n"
                      "def work():\n"
                      "  while time.process_time() < 0.2: pass\n"
                      "t = [threading.Thread(target=work) for i in range(4)]\n"
                      "[x.start() for x in t]; [x.join() for x in t]\n"
                      "print('done', flush=True); input()"});
  EXPECT_EQ(read_line(agent->stdout_fd()), "done\n");
  EXPECT_GE(agent->cpu_time(), std::chrono::milliseconds(200));
  EXPECT_GE(agent->wait_time(), std::chrono::nanoseconds(0));
  agent->end();
  EXPECT_GE(agent->cpu_time(), std::chrono::milliseconds(200));
}

TEST_P(Launcher, CountsTheCpuTimeOfChildren) {
  auto agent = start({"/usr/bin/python3", "-c",
                      "import os, time\n"
                      "if os.fork() == 0:\n"
                      "  while time.process_time() < 0.5: pass\n"
                      "  os._exit(0)\n"
                      "os.wait(); print('done', flush=True); input()"});
  EXPECT_EQ(read_line(agent->stdout_fd()), "done\n");
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(20);
  while (agent->cpu_time() < std::chrono::milliseconds(450) &&
         std::chrono::steady_clock::now() < deadline)
    ::sched_yield();
  EXPECT_GE(agent->cpu_time(), std::chrono::milliseconds(450));
}

/// Nobody waits for them, and they are gone before anybody looks.
TEST_P(Launcher, CountsTheCpuTimeOfChildrenThatVanishWhereAGroupDoes) {
  if (::geteuid() != 0 || !ControlGroup::can_make()) GTEST_SKIP() << "needs control groups";
  auto agent = start({"/usr/bin/python3", "-c",
                      "import os, signal, time\n"
                      "signal.signal(signal.SIGCHLD, signal.SIG_IGN)\n"
                      "for i in range(20):\n"
                      "  if os.fork() == 0:\n"
                      "    while time.process_time() < 0.006: pass\n"
                      "    os._exit(0)\n"
                      "  try: os.wait()\n"
                      "  except ChildProcessError: pass\n"
                      "print('done', flush=True); input()"});
  const auto before = agent->cpu_time();
  EXPECT_EQ(read_line(agent->stdout_fd()), "done\n");
  EXPECT_GE(agent->cpu_time() - before, std::chrono::milliseconds(110));
}

TEST(UserSlot, IsNotThatOfARefereeWithAnotherRun) {
  if (::geteuid() != 0) GTEST_SKIP() << "for root only";
  const UserSlot ours;
  constexpr int kNoMount = 77;
  const pid_t other = ::fork();
  if (other == 0) {
    if (::unshare(CLONE_NEWNS) != 0 ||
        ::mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0 ||
        ::mount("none", "/run", "tmpfs", 0, nullptr) != 0)
      ::_exit(kNoMount);
    ::_exit(UserSlot().user() == ours.user() ? 1 : 0);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(other, &status, 0), other);
  if (WEXITSTATUS(status) == kNoMount) GTEST_SKIP() << "nothing can be mounted here";
  EXPECT_EQ(status, 0);
}

TEST(UsedTime, IsThatOfAllWhoeverIsGone) {
  using namespace std::chrono_literals;
  UsedTime used;
  used.see({{1, {0ms, 0ms}}, {2, {5ms, 0ms}}, {3, {7ms, 0ms}}});
  EXPECT_EQ(used.sum(), 12ms);
  used.see({{1, {0ms, 0ms}}, {2, {6ms, 0ms}}});  // nobody waited for 3
  EXPECT_EQ(used.sum(), 13ms);
  used.see({{1, {0ms, 9ms}}});  // 1 waited for 2, which had used 3 ms more
  EXPECT_EQ(used.sum(), 16ms);
  used.see({{1, {0ms, 9ms}}, {2, {1ms, 0ms}}});  // another 2
  EXPECT_EQ(used.sum(), 17ms);
  used.see({{1, {0ms, 9ms}}, {4, {30ms, 0ms}}});
  EXPECT_EQ(used.sum(), 47ms);
}

/// All processes below, in a control group that can be frozen; empty: where there is none.
std::filesystem::path freezer_folder(pid_t root) {
  const std::filesystem::path group =
      "/sys/fs/cgroup/freezer/danno-test-" + std::to_string(::getpid());
  std::error_code error;
  if (::geteuid() != 0 || !std::filesystem::create_directory(group, error)) return {};
  std::vector<pid_t> all{root};
  init::append_descendants(root, all);
  for (const pid_t pid : all)
    std::ofstream(group / "cgroup.procs") << pid;
  return group;
}

void await_stillness(const Process& agent, bool still) {
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::milliseconds(kPatienceMs);
  while (agent.still_since().has_value() != still && std::chrono::steady_clock::now() < deadline)
    ::sched_yield();
  EXPECT_EQ(agent.still_since().has_value(), still);
}

TEST_P(Launcher, WhoIsStoppedFromOutsideWaits) {
  auto agent = start({"cat"});
  send(*agent, "six\n");
  EXPECT_EQ(read_line(agent->stdout_fd()), "six\n");
  for (const int signal : {SIGSTOP, SIGTSTP}) {
    EXPECT_FALSE(agent->still_since());
    const auto before = agent->wait_time();
    const auto begin = std::chrono::steady_clock::now();
    ::kill(agent->agent_pid(), signal);
    await_stillness(*agent, true);
    EXPECT_TRUE(agent->runnable());
    ::poll(nullptr, 0, 50);
    const auto end = std::chrono::steady_clock::now();
    ::kill(agent->agent_pid(), SIGCONT);
    await_stillness(*agent, false);
    EXPECT_GE(agent->wait_time() - before, std::chrono::milliseconds(50));
    EXPECT_LE(agent->wait_time() - before, end - begin + std::chrono::seconds(1));
  }
}

TEST_P(Launcher, WhoIsFrozenWithItsGroupWaits) {
  auto agent = start({"cat"});
  send(*agent, "six\n");
  EXPECT_EQ(read_line(agent->stdout_fd()), "six\n");
  const std::filesystem::path group = freezer_folder(agent->root_pid());
  if (group.empty()) GTEST_SKIP() << "needs root and the freezer of control groups, version 1";
  EXPECT_FALSE(agent->still_since());
  std::ofstream(group / "freezer.state") << "FROZEN";
  EXPECT_TRUE(agent->still_since());
  EXPECT_TRUE(agent->runnable());
  std::ofstream(group / "freezer.state") << "THAWED";
  await_stillness(*agent, false);
  agent->end();
  while (!std::filesystem::remove(group))
    ::sched_yield();
}

TEST(StopDetector, CountsWhatLiesBetweenTwoLooksIfOneOfThemSawIt) {
  using namespace std::chrono_literals;
  StopDetector detector;
  const StopDetector::time_point begin(1h);
  detector.look(false, begin);
  detector.look(true, begin + 100ms);
  EXPECT_EQ(detector.since(), begin);
  EXPECT_EQ(detector.sum(), 100ms);
  detector.look(true, begin + 5s);
  EXPECT_EQ(detector.since(), begin);
  detector.look(false, begin + 6s);
  EXPECT_FALSE(detector.since());
  EXPECT_EQ(detector.sum(), 6s);
  detector.look(true, begin + 60s);  // nobody looked for long
  EXPECT_EQ(detector.sum(), 6s + StopDetector::kLookBack);
}

TEST_P(Launcher, EndsWhoeverExceedsTheMemory) {
  // The hogs take memory at once, in small steps, and spread over children.
  const std::vector<std::string> hogs = {
      "b = b'x' * (150 << 20); input()", "b = []\nwhile True: b.append(bytearray(1 << 20))",
      "import os\nfor i in range(4):\n  if os.fork() == 0: b = b'x' * (30 << 20); input()\n"
      "input()"};
  for (const std::string& hog : hogs) {
    LaunchOptions order =
        launch_options({"/usr/bin/python3", "-c", hog}, scratch_.path(), GetParam());
    order.memory_mb = 64;
    auto agent = launch(order);
    const Exit exit = await_exit(*agent);
    EXPECT_EQ(exit.kind, Exit::Kind::Memory) << hog << exit.detail;
  }
}

TEST_P(Launcher, AKillFromOutsideIsNotTheAgents) {
  const std::string word = unique_number();
  auto agent = start({"sleep", word});
  pid_t sleeping = 0;
  while ((sleeping = find_process("sleep", word)) == 0) {
  }
  ::kill(sleeping, SIGKILL);
  const Exit exit = await_exit(*agent);
  EXPECT_EQ(exit.kind, Exit::Kind::Harness);
  EXPECT_EQ(exit.detail, "killed from outside by SIGKILL");
}

TEST_P(Launcher, AChildThatSharesItsParentsMemoryIsNotCountedTwice) {
  LaunchOptions order = launch_options({"/usr/bin/python3", "-c",
                                        "import os\n"
                                        "b = b'x' * (60 << 20)\n"
                                        "for i in range(3):\n"
                                        "  if os.fork() == 0: input()\n"
                                        "print('ready', flush=True); os.wait()"},
                                       scratch_.path(), GetParam());
  order.memory_mb = 128;
  auto agent = launch(order);
  EXPECT_EQ(read_line(agent->stdout_fd()), "ready\n");
  // Two looks of the watcher.
  pollfd event{agent->status_fd(), POLLIN, 0};
  while (!agent->exit() && ::poll(&event, 1, 100) > 0) {
  }
  EXPECT_FALSE(agent->exit());
}

TEST_P(Launcher, TheEndOfTheThreadThatStartedItKillsNobody) {
  std::unique_ptr<Process> agent;
  std::thread([&] { agent = start({"cat"}); }).join();
  send(*agent, "six\n");
  EXPECT_EQ(read_line(agent->stdout_fd()), "six\n");
  EXPECT_FALSE(agent->exit());
}

TEST_P(Launcher, NobodySurvivesAKilledReferee) {
  const std::string word = unique_number();
  std::array<int, 2> input{};
  std::array<int, 2> output{};
  ASSERT_EQ(::pipe2(input.data(), O_CLOEXEC), 0);
  ASSERT_EQ(::pipe2(output.data(), O_CLOEXEC), 0);
  const std::string script = "setsid sleep " + word + " & echo ready; wait";
  const std::string level(to_string(GetParam()));
  const pid_t referee = ::fork();
  if (referee == 0) {
    ::dup2(input[0], 0);
    ::dup2(output[1], 1);
    ::execl(DOOMED_REFEREE, "doomed_referee", level.c_str(), "3", scratch_.path().c_str(), "sh",
            "-c", script.c_str(), nullptr);
    ::_exit(127);
  }
  for (int i = 0; i < 3; ++i)
    EXPECT_EQ(read_line(output[0]), "ready\n");
  ::kill(referee, SIGKILL);
  ::waitpid(referee, nullptr, 0);
  EXPECT_TRUE(are_gone_within(word, std::chrono::milliseconds(kPatienceMs)));
  for (const int file : {input[0], input[1], output[0], output[1]})
    ::close(file);
}

INSTANTIATE_TEST_SUITE_P(Levels, Launcher,
                         testing::Values(Isolation::None, Isolation::Confined, Isolation::Strict),
                         [](const auto& level) { return std::string(to_string(level.param)); });

TEST(RoomForAgents, IsForAsManyAsTheMemoryHolds) {
  constexpr int kMoreThanThereIs = 1'000'000'000;
  EXPECT_EQ(room_for_agents(kMoreThanThereIs, Isolation::None), 0U);
  EXPECT_GE(room_for_agents(16, Isolation::None), room_for_agents(1024, Isolation::None));
  EXPECT_LE(room_for_agents(1, Isolation::Strict), 128U);
}

}  // namespace
}  // namespace danno::referee::sandbox
