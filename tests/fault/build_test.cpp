// agent.toml's build, at every level: what it makes, what it cannot do, and what it leaves.
#include "leagues/entrants/agent_build.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "danno/agent.pb.h"
#include "tests/fault/launch.hpp"

namespace danno::leagues::entrants {
namespace {

namespace fs = std::filesystem;
using referee::sandbox::Isolation;
using testing::HasSubstr;
using testing::Not;

class Build : public testing::TestWithParam<Isolation> {
 protected:
  /// An agent whose build is this shell script.
  fs::path agent(const std::string& script) {
    scratch_.write("agent.toml", "name = 'ada'\nrun = ['./bot']\nbuild = ['sh', 'build.sh']\n",
                   0644);
    scratch_.write("build.sh", script, 0644);
    return scratch_.path();
  }
  fs::path build(const std::string& script, const BuildLimits& limits = {}) {
    return build_agent(agent(script), store_.path(), GetParam(), limits);
  }
  std::string error(const std::string& script, const BuildLimits& limits = {}) {
    try {
      build(script, limits);
    } catch (const AgentError& error) {
      return error.what();
    }
    return "built";
  }
  bool store_is_empty() { return fs::is_empty(store_.path()); }

  ScratchFolder scratch_;
  ScratchFolder store_;
};

std::string read_text(const fs::path& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST_P(Build, MakesAProgramThatRunsAndIsReadOnly) {
  const fs::path built = build("printf '#!/bin/sh\necho built\n' > bot && chmod 6755 bot");
  auto agent =
      referee::sandbox::launch(referee::sandbox::launch_options({"./bot"}, built, GetParam()));
  EXPECT_EQ(referee::sandbox::read_line(agent->stdout_fd()), "built\n");
  EXPECT_EQ(fs::status(built / "bot").permissions(), fs::perms(0555));
  EXPECT_EQ(fs::status(built / "agent.toml").permissions(), fs::perms(0444));
  EXPECT_EQ(built.filename(), content_hash(read_agent_folder(scratch_.path())));
}

TEST_P(Build, RunsOnceForWhatItIsMadeFrom) {
  const std::string script = "head -c 30 /dev/urandom | od > stamp";
  const std::string stamp = read_text(build(script) / "stamp");
  EXPECT_EQ(read_text(build(script) / "stamp"), stamp);
  EXPECT_NE(read_text(build(script + "\n# changed\n") / "stamp"), stamp);
}

TEST_P(Build, HasAPlaceForWhatIsNotKept) {
  const fs::path built = build(
      "echo one > $TMPDIR/one && mkdir $XDG_CACHE_HOME/two && touch $XDG_CACHE_HOME/two/three &&"
      " chmod 0 $TMPDIR/one $XDG_CACHE_HOME/two && test $TMPDIR != $HOME && touch bot");
  std::vector<std::string> left;
  for (const auto& entry : fs::directory_iterator(built))
    left.push_back(entry.path().filename());
  EXPECT_THAT(left, testing::UnorderedElementsAre("agent.toml", "bot", "build.sh"));
}

/// Go reads go.mod under a lock.
TEST_P(Build, MayLockItsFiles) {
  EXPECT_EQ(read_text(build("flock -n build.sh -c 'echo locked > bot'") / "bot"), "locked\n");
}

TEST_P(Build, WithoutACommandIsACopy) {
  scratch_.write("agent.toml", "name = 'ada'\nrun = ['./bot']\n", 0644);
  scratch_.write("bot", "#!/bin/sh\necho copied\n");
  const fs::path built = build_agent(scratch_.path(), store_.path(), GetParam());
  EXPECT_EQ(read_text(built / "bot"), "#!/bin/sh\necho copied\n");
}

TEST_P(Build, EndsAtItsLimits) {
  BuildLimits limits;
  limits.folder.bytes = 8 << 20;
  EXPECT_THAT(error("yes | head -c 64M > big; sleep 1000", limits), HasSubstr("8 MiB"));
  limits.folder.files = 1000;
  EXPECT_THAT(error("i=0; while :; do i=$((i+1)); : > $i; done", limits), HasSubstr("1000 files"));
  EXPECT_THAT(error("while mkdir deep && cd deep; do :; done; sleep 1000", limits),
              HasSubstr("deep"));
  limits.time = std::chrono::seconds(1);
  EXPECT_THAT(error("sleep 1000", limits), HasSubstr("more than 1 s"));
  EXPECT_TRUE(store_is_empty());
}

TEST_P(Build, CannotSayWhoItIsOrLeaveALink) {
  const fs::path built =
      build("rm agent.toml; echo 'name = \"bob\"' > agent.toml; ln -s /etc/passwd data");
  EXPECT_EQ(read_agent_folder(built).agent.name, "ada");
  EXPECT_FALSE(fs::exists(fs::symlink_status(built / "data")));
}

TEST_P(Build, ReachesNothingButItsFolder) {
  const auto canary = store_.write("canary", "seed\n", 0644);
  const fs::path sign = canary.string() + ".sign";
  const fs::path built =
      build(fmt::format("cat {0} > read; (: > {0}.sign); "
                        "python3 -c 'import socket; socket.socket()' && : > network; :",
                        canary.string()));
  const bool control = GetParam() == Isolation::None;
  EXPECT_EQ(read_text(built / "read"), control ? "seed\n" : "");
  EXPECT_EQ(fs::exists(sign), control);
  EXPECT_EQ(fs::exists(built / "network"), control);
}

TEST_P(Build, ALinkOutOfTheFolderIsRefused) {
  fs::create_symlink("/etc/hostname", scratch_.path() / "data");
  EXPECT_THAT(error("true"), HasSubstr("'data' is a link out of the folder"));
}

TEST_P(Build, GoesByMake) {
  scratch_.write("Makefile", "bot: a.sh\n\tcp a.sh bot\n\tchmod +x bot\n", 0644);
  const auto source = scratch_.write("a.sh", "new", 0644);
  const auto stale = scratch_.write("bot", "old");
  fs::last_write_time(stale, fs::last_write_time(source) - std::chrono::hours(1));
  EXPECT_EQ(read_text(build("make") / "bot"), "new");
}

class Start : public Build {
 protected:
  Entrant start(const fs::path& folder) {
    Entrant entrant = read_agent_folder(folder);
    start_from_copy(entrant, store_.path(), GetParam(), [&](const Entrant&) { ++builds_; });
    return entrant;
  }
  int builds_ = 0;
};

TEST_P(Start, IsFromACopyThatNobodyMayWriteIn) {
  scratch_.write("agent.toml", "name = 'ada'\nrun = ['./bot']\n", 0644);
  scratch_.write("bot", "#!/bin/sh\n");
  const Entrant ada = start(scratch_.path());
  const bool root = ::geteuid() == 0;
  if (GetParam() == Isolation::None || (GetParam() == Isolation::Confined && root)) {
    EXPECT_EQ(ada.agent.folder, fs::canonical(scratch_.path()));
    return;
  }
  EXPECT_EQ(ada.agent.folder, store_.path() / content_hash(read_agent_folder(scratch_.path())));
  const auto agent = referee::sandbox::launch(referee::sandbox::launch_options(
      {"python3", "-c",
       "try: open('bot', 'r+b')\nexcept OSError as error: print(error.errno, flush=True)"},
      ada.agent.folder, GetParam()));
  EXPECT_EQ(referee::sandbox::read_line(agent->stdout_fd()), fmt::format("{}\n", EACCES));
}

TEST_P(Start, TellsThatAHiddenFolderIsNoPartOfIt) {
  if (GetParam() != Isolation::Strict) GTEST_SKIP() << "not everybody's starts from a copy there";
  scratch_.write("agent.toml", "name = 'ada'\nrun = ['.venv/python3']\n", 0644);
  fs::create_directory(scratch_.path() / ".venv");
  fs::create_symlink("/usr/bin/python3", scratch_.path() / ".venv/python3");
  EXPECT_THAT(start(scratch_.path()).agent.problem, HasSubstr("hidden folders are not part"));
}

TEST_P(Start, BuildsOnce) {
  const fs::path source = agent("echo '#!/bin/sh' > bot; chmod +x bot");
  const Entrant ada = start(source);
  EXPECT_EQ(ada.agent.problem, "");
  EXPECT_EQ(start(source).agent.folder, ada.agent.folder);
  EXPECT_EQ(start(ada.agent.folder).agent.folder, ada.agent.folder) << "what is built is not built";
  EXPECT_EQ(builds_, 1);
}

TEST_P(Start, IsOfNothingWhereABuildFails) {
  scratch_.write("bot", "#!/bin/sh\necho the program of yesterday\n");
  const Entrant ada = start(agent("echo bot.c:3: no such header >&2; exit 2"));
  EXPECT_THAT(ada.agent.problem, HasSubstr("bot.c:3: no such header"));
  const auto process = referee::sandbox::launch(
      referee::sandbox::launch_options(ada.agent.command, ada.agent.folder, GetParam()));
  EXPECT_EQ(referee::sandbox::await_exit(*process).kind, referee::sandbox::Exit::Kind::ExecFailed);
}

TEST_P(Build, ThatFailsIsShownFromItsFirstErrorOn) {
  EXPECT_EQ(
      error("echo reading; echo 'bot.c:3: error: no such header'; echo '  3 | #include'; exit 2"),
      "the build 'sh build.sh' failed: exit code 2\n"
      "bot.c:3: error: no such header\n  3 | #include");
  EXPECT_EQ(error("echo one; echo two; exit 1"),
            "the build 'sh build.sh' failed: exit code 1\none\ntwo");
  EXPECT_TRUE(store_is_empty());
}

TEST_P(Start, TellsThatABuildMadeNoProgram) {
  EXPECT_EQ(start(agent("true")).agent.problem, "after its build: no program './bot'");
}

TEST_P(Build, MakesAnAgentInCppWithLibprotobuf) {
  if (GetParam() != Isolation::Strict) GTEST_SKIP() << "the strictest will do: it takes long";
  const fs::path root = PROJECT_ROOT;
  fs::create_directory(scratch_.path() / "danno");
  fs::copy_file(root / "proto/danno/agent.proto", scratch_.path() / "danno/agent.proto");
  fs::copy_file(root / "sdk/cpp/danno.hpp", scratch_.path() / "danno.hpp");
  scratch_.write("bot.cpp",
                 "#include \"danno.hpp\"\n"
                 "int main() { return danno::play([](const danno::Question& question) {\n"
                 "  return question.may_bank(0) ? danno::bank(0) : danno::roll(0); }); }\n",
                 0644);
  const fs::path built = build(
      "set -e; protoc --cpp_out=. danno/agent.proto\n"
      "g++ -std=c++20 -I. bot.cpp danno/agent.pb.cc -o bot -lprotobuf-lite\n");
  auto agent =
      referee::sandbox::launch(referee::sandbox::launch_options({"./bot"}, built, GetParam()));
  v1::ToAgent hello;
  hello.mutable_hello()->set_protocol(1);
  hello.mutable_hello()->set_games(1);
  const std::string body = hello.SerializeAsString();
  referee::sandbox::send(*agent, static_cast<char>(body.size()) + body);
  EXPECT_NE(referee::sandbox::read_all(agent->stdout_fd(), 1), "");
}

constexpr auto kName = [](const auto& level) { return std::string(to_string(level.param)); };
const auto kLevels = testing::Values(Isolation::None, Isolation::Confined, Isolation::Strict);
INSTANTIATE_TEST_SUITE_P(Levels, Build, kLevels, kName);
INSTANTIATE_TEST_SUITE_P(Levels, Start, kLevels, kName);

}  // namespace
}  // namespace danno::leagues::entrants
