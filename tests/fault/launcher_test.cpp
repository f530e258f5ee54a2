// The launcher with real processes at level none: how they end, what they inherit, and that nobody
// is left.
#include "referee/launcher.hpp"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <signal.h>
#include <sys/wait.h>

#include <sstream>

#include "tests/fault/launch.hpp"

namespace danno::referee {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

class Launcher : public testing::Test {
 protected:
  std::unique_ptr<Process> start(std::vector<std::string> command) {
    return launch(order_of(std::move(command), scratch_.path()));
  }
  std::unique_ptr<Process> shell(const std::string& script) { return start({"sh", "-c", script}); }
  ScratchFolder scratch_;
};

TEST_F(Launcher, ReportsTheExitCode) {
  const Exit exit = await_exit(*shell("exit 7"));
  EXPECT_EQ(exit.kind, Exit::Kind::Code);
  EXPECT_EQ(exit.value, 7);
}

TEST_F(Launcher, ReportsTheSignal) {
  const Exit exit = await_exit(*shell("kill -SEGV $$"));
  EXPECT_EQ(exit.kind, Exit::Kind::Signal);
  EXPECT_EQ(exit.value, SIGSEGV);
}

TEST_F(Launcher, PassesBytesBothWaysAndTheEndOfInput) {
  auto agent = start({"cat"});
  send(*agent, "six dice\n");
  EXPECT_EQ(read_line(agent->stdout_fd()), "six dice\n");
  agent->close_stdin();
  EXPECT_EQ(agent->stdin_fd(), -1);
  EXPECT_EQ(await_exit(*agent).value, 0);
}

TEST_F(Launcher, SeesTheEndOfOutputOfAnAgentThatGoesOn) {
  auto agent = shell("exec >&-; read wait");
  EXPECT_EQ(read_all(agent->stdout_fd()), "");
  EXPECT_FALSE(agent->exit());
}

TEST_F(Launcher, StderrIsApart) {
  auto agent = shell("echo log >&2");
  EXPECT_EQ(read_all(agent->stderr_fd()), "log\n");
}

struct BadProgram {
  std::string text;
  int mode;
  int error;
};

TEST_F(Launcher, AProgramThatCannotBeExecutedIsNoFaultOfTheHarness) {
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

TEST_F(Launcher, TellsAMissingInterpreterFromAMissingProgram) {
  scratch_.write("bot", "#!/no/such/interpreter\n");
  EXPECT_THAT(await_exit(*start({"./bot"})).detail, HasSubstr("interpreter"));
  const Exit missing = await_exit(*start({"./nobody"}));
  EXPECT_EQ(missing.kind, Exit::Kind::ExecFailed);
  EXPECT_THAT(missing.detail, HasSubstr("No such file"));
  EXPECT_EQ(await_exit(*start({"no-such-program-in-path"})).value, ENOENT);
}

TEST_F(Launcher, AMissingFolderIsTheHarness) {
  auto agent = launch(order_of({"true"}, scratch_.path() / "nowhere"));
  const Exit exit = await_exit(*agent);
  EXPECT_EQ(exit.kind, Exit::Kind::Harness);
  EXPECT_THAT(exit.detail, HasSubstr("folder"));
}

TEST_F(Launcher, GivesAnEnvironmentOfThreeAndTheFolder) {
  ASSERT_EQ(::setenv("DANNO_TEST_SECRET", "seed", 1), 0);
  auto agent = start({"/usr/bin/env"});
  EXPECT_EQ(read_all(agent->stdout_fd()), "PATH=/usr/local/bin:/usr/bin:/bin\nLANG=C.UTF-8\nHOME=" +
                                              scratch_.path().string() + "\n");
  ::unsetenv("DANNO_TEST_SECRET");
  auto where = start({"/bin/pwd"});
  EXPECT_EQ(read_all(where->stdout_fd()), scratch_.path().string() + "\n");
}

TEST_F(Launcher, InheritsThreeDescriptorsOnly) {
  // Open on purpose without close-on-exec, low and high.
  const int low = ::open("/dev/null", O_RDONLY);
  const int high = ::fcntl(low, F_DUPFD, 100);
  ASSERT_GE(high, 100);
  // ls has a fourth descriptor: the folder that it lists.
  auto agent = start({"ls", "/proc/self/fd"});
  EXPECT_EQ(read_all(agent->stdout_fd()), "0\n1\n2\n3\n");
  ::close(low);
  ::close(high);
}

TEST_F(Launcher, StartsWithSignalsAsAProgramExpectsThem) {
  sigset_t set;
  sigset_t before;
  ::sigemptyset(&set);
  ::sigaddset(&set, SIGTERM);
  ASSERT_EQ(::pthread_sigmask(SIG_BLOCK, &set, &before), 0);
  auto* const handler = ::signal(SIGPIPE, SIG_IGN);
  auto agent = start({"grep", "-E", "^Sig(Blk|Ign):\t0{16}$", "/proc/self/status"});
  ::signal(SIGPIPE, handler);
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  EXPECT_EQ(read_all(agent->stdout_fd()), "SigBlk:\t0000000000000000\nSigIgn:\t0000000000000000\n");
}

TEST_F(Launcher, HasASessionOfItsOwnAndLimits) {
  auto agent = start({"/usr/bin/python3", "-c",
                      "import os, resource as r\n"
                      "print(os.getsid(0), os.getpgid(0) == os.getpid())\n"
                      "print(*(r.getrlimit(x)[1] for x in (r.RLIMIT_CORE, r.RLIMIT_NOFILE)))\n"
                      "print(r.getrlimit(r.RLIMIT_DATA)[1] >> 20)"});
  std::istringstream output(read_all(agent->stdout_fd()));
  pid_t session = 0;
  std::string leads;
  std::string rest;
  output >> session >> leads;
  std::getline(output, rest, '\0');
  EXPECT_NE(session, ::getsid(0));
  EXPECT_EQ(leads, "True");
  EXPECT_EQ(rest, "\n0 256\n576\n");
}

TEST_F(Launcher, BuriesWhatAnAgentForkedAndLeft) {
  auto agent = shell("sleep 1000 & echo $!; exit 3");
  const pid_t left = std::stoi(read_line(agent->stdout_fd()));
  EXPECT_EQ(await_exit(*agent).value, 3);
  EXPECT_TRUE(is_gone_within(left, kPatienceMs));
}

TEST_F(Launcher, BuriesADaemonThatHoldsThePipes) {
  auto agent = shell("setsid sh -c 'trap \"\" TERM HUP; sleep 1000 & echo $!; wait' & wait");
  const pid_t daemon = std::stoi(read_line(agent->stdout_fd()));
  agent->end();
  EXPECT_TRUE(is_gone_within(daemon, 0));
}

TEST_F(Launcher, ADaemonDoesNotDelayTheNewsOfTheExit) {
  auto agent = start({"/usr/bin/python3", "-c",
                      "import os, time\n"
                      "r, w = os.pipe()\n"
                      "if os.fork() == 0:\n"
                      "  os.setsid()\n"
                      "  if os.fork() == 0:\n"
                      "    print(os.getpid(), flush=True)\n"
                      "    os.write(w, b'.')\n"
                      "    time.sleep(1000)\n"
                      "  os._exit(0)\n"
                      "os.read(r, 1); os._exit(4)"});
  EXPECT_EQ(await_exit(*agent).value, 4);
  const pid_t daemon = std::stoi(read_line(agent->stdout_fd()));
  agent->end();
  EXPECT_TRUE(is_gone_within(daemon, 0));
}

TEST_F(Launcher, EndsAnAgentThatStoppedItselfAndOneThatIgnoresSignals) {
  auto stopped = shell("echo ready; kill -STOP $$");
  auto deaf = shell("trap '' TERM INT HUP; echo ready; while :; do sleep 1000; done");
  EXPECT_EQ(read_line(stopped->stdout_fd()), "ready\n");
  EXPECT_EQ(read_line(deaf->stdout_fd()), "ready\n");
  for (auto* agent : {stopped.get(), deaf.get()}) {
    const Exit exit = agent->end();
    EXPECT_EQ(exit.kind, Exit::Kind::Signal);
    EXPECT_EQ(exit.value, SIGKILL);
  }
}

TEST_F(Launcher, EndIsIdempotentAndKeepsTheFirstExit) {
  auto agent = shell("exit 5");
  await_exit(*agent);
  EXPECT_EQ(agent->end().value, 5);
  EXPECT_EQ(agent->end().value, 5);
  EXPECT_EQ(agent->status_fd(), -1);
}

TEST_F(Launcher, LeavesNoDescriptorAndNoZombie) {
  const auto count_open = [] {
    const std::filesystem::directory_iterator open("/proc/self/fd");
    return std::distance(begin(open), end(open));
  };
  const auto before = count_open();
  for (int i = 0; i < 20; ++i)
    shell("exit 0");
  EXPECT_EQ(count_open(), before);
  EXPECT_EQ(::waitpid(-1, nullptr, WNOHANG), -1);
  EXPECT_EQ(errno, ECHILD);
}

TEST_F(Launcher, FreezesTheWholeTreeAndThawsIt) {
  LaunchOrder order = order_of({"sh", "-c", "cat & wait"}, scratch_.path());
  order.freezable = true;
  order.command.back() = "exec 3<&0; cat <&3 & echo $!; wait";
  auto agent = launch(order);
  const std::string cat = read_line(agent->stdout_fd());
  const auto state = [&cat] {
    std::ifstream stat("/proc/" + cat.substr(0, cat.size() - 1) + "/stat");
    std::string field;
    stat >> field >> field >> field;
    return field;
  };
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(20);
  agent->freeze();
  while (state() != "T" && std::chrono::steady_clock::now() < deadline) {
  }
  EXPECT_EQ(state(), "T");
  send(*agent, "moved\n");
  agent->thaw();
  EXPECT_EQ(read_line(agent->stdout_fd()), "moved\n");
}

TEST_F(Launcher, AccountsOfCpuTimeGrowWithWork) {
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

TEST_F(Launcher, NobodySurvivesAKilledReferee) {
  std::array<int, 2> input{};
  std::array<int, 2> output{};
  ASSERT_EQ(::pipe2(input.data(), O_CLOEXEC), 0);
  ASSERT_EQ(::pipe2(output.data(), O_CLOEXEC), 0);
  const pid_t referee = ::fork();
  if (referee == 0) {
    ::dup2(input[0], 0);
    ::dup2(output[1], 1);
    ::execl(DOOMED_REFEREE, "doomed_referee", "none", "3", scratch_.path().c_str(), "sh", "-c",
            "setsid sleep 1000 & echo $!; wait", nullptr);
    ::_exit(127);
  }
  std::vector<pid_t> sleepers;
  for (int i = 0; i < 3; ++i)
    sleepers.push_back(std::stoi(read_line(output[0])));
  ::kill(referee, SIGKILL);
  ::waitpid(referee, nullptr, 0);
  for (const pid_t sleeper : sleepers)
    EXPECT_TRUE(is_gone_within(sleeper, kPatienceMs));
  for (const int file : {input[0], input[1], output[0], output[1]})
    ::close(file);
}

}  // namespace
}  // namespace danno::referee
