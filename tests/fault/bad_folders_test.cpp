// Folders that would hang, crash or starve whoever reads them: each is refused by name, in an
// intake and in a league, and nobody else is held up.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>

#include <functional>
#include <string_view>

#include "leagues/entrants/agent_folder.hpp"
#include "leagues/schedule/formats.hpp"
#include "leagues/schedule/league_file.hpp"
#include "tests/fault/launch.hpp"

namespace danno::leagues::entrants {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

constexpr const char* kGood = "name = 'ada'\nrun = ['sh', 'bot.sh']\n";

void write(const fs::path& file, const std::string& text) {
  fs::remove(file);
  std::ofstream(file) << text;
}

std::string repeated(std::string_view part, int times) {
  std::string text;
  for (int i = 0; i < times; ++i)
    text += part;
  return text;
}

void make_socket(const fs::path& folder) {
  const int file = ::socket(AF_UNIX, SOCK_STREAM, 0);
  sockaddr_un address{AF_UNIX, {}};
  (folder / "door").string().copy(address.sun_path, sizeof address.sun_path - 1);
  ASSERT_EQ(::bind(file, reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
  ::close(file);
}

/// A folder that was handed in, and what its author must be told of it.
struct Bad {
  const char* name;
  std::function<void(const fs::path&)> make;  ///< In a folder that is good so far.
  const char* told;
  bool root_can_read = false;
};
void PrintTo(const Bad& bad, std::ostream* out) { *out << bad.name; }

const Bad kBad[] = {
    {"LongCommand",
     [](const fs::path& folder) {
       write(folder / "agent.toml", "name = 'ada'\nrun = ['" + std::string(60'000, 'x') + "']\n");
     },
     "'run' is 60001 bytes long; expected at most 16384"},
    {"VeryLongCommand",
     [](const fs::path& folder) {
       write(folder / "agent.toml", "name = 'ada'\nrun = ['" + std::string(70'000, 'x') + "']\n");
     },
     "'agent.toml' is longer than 64 KiB"},
    {"NulInTheCommand",
     [](const fs::path& folder) {
       write(folder / "agent.toml", "name = 'ada'\nrun = [\"sh\\u0000\"]\n");
     },
     "'run' holds a NUL byte"},
    {"NulInTheBuild",
     [](const fs::path& folder) {
       write(folder / "agent.toml", std::string(kGood) + "build = [\"sh\\u0000\"]\n");
     },
     "'build' holds a NUL byte"},
    {"LongAuthor",
     [](const fs::path& folder) {
       write(folder / "agent.toml",
             std::string(kGood) + "author = '" + std::string(65, 'a') + "'\n");
     },
     "agent.toml:3:10: the author 'aaaaaaaaaaaaaaaaaaaa…' is too long"},
    {"AuthorOfTwoLines",
     [](const fs::path& folder) {
       write(folder / "agent.toml", std::string(kGood) + "author = \"a\\nb\"\n");
     },
     "the author holds a control character"},
    {"DeepKeys",
     [](const fs::path& folder) {
       write(folder / "agent.toml", std::string(kGood) + repeated("a.", 30'000) + "a = 1\n");
     },
     "agent.toml: more than 1000 dots between keys"},
    {"DeepQuotedKeys",
     [](const fs::path& folder) {
       write(folder / "agent.toml",
             std::string(kGood) + "x = \"\"\"a\"\"\"\"\"\n" + repeated("''.", 15'000) + "a = 1\n");
     },
     "more than 1000 dots between keys"},
    {"DeepLists",
     [](const fs::path& folder) {
       write(folder / "agent.toml", std::string(kGood) + "x = " + std::string(30'000, '[') + "\n");
     },
     "agent.toml:3:"},
    {"PipeForManifest",
     [](const fs::path& folder) {
       fs::remove(folder / "agent.toml");
       ::mkfifo((folder / "agent.toml").c_str(), 0644);
     },
     "'agent.toml' is a named pipe"},
    {"DeviceForManifest",
     [](const fs::path& folder) {
       fs::remove(folder / "agent.toml");
       fs::create_symlink("/dev/zero", folder / "agent.toml");
     },
     "'agent.toml' is a link out of the folder"},
    {"LinkForManifest",
     [](const fs::path& folder) {
       fs::rename(folder / "agent.toml", folder / "other.toml");
       fs::create_symlink("other.toml", folder / "agent.toml");
     },
     "'agent.toml' is a link; expected the file itself"},
    {"FolderForManifest",
     [](const fs::path& folder) {
       fs::remove(folder / "agent.toml");
       fs::create_directory(folder / "agent.toml");
     },
     "'agent.toml' is not a regular file"},
    {"LoopOfLinks",
     [](const fs::path& folder) {
       fs::create_symlink("b", folder / "a");
       fs::create_symlink("a", folder / "b");
     },
     "is a link that leads nowhere"},
    {"LinkToItsOwnFolder",
     [](const fs::path& folder) { fs::create_directory_symlink(".", folder / "again"); },
     "'again' is a link to a folder"},
    {"LinkOutOfTheFolder",
     [](const fs::path& folder) { fs::create_symlink("/etc/hostname", folder / "data"); },
     "'data' is a link out of the folder"},
    {"Pipe", [](const fs::path& folder) { ::mkfifo((folder / "pipe").c_str(), 0644); },
     "'pipe' is a named pipe; an agent's folder holds files and folders only"},
    {"Socket", make_socket, "'door' is a socket"},
    {"SparseFile",
     [](const fs::path& folder) {
       write(folder / "big", "");
       fs::resize_file(folder / "big", std::uintmax_t{10} << 30);
     },
     "more than 512 MiB of files, the last of them 'big'"},
    {"DeepFolders",
     [](const fs::path& folder) { fs::create_directories(folder / repeated("d/", 120)); },
     "folders 100 deep"},
    {"LongPaths",
     [](const fs::path& folder) {
       fs::create_directories(folder / repeated(std::string(250, 'd') + "/", 6));
     },
     "a path of over 1024 bytes"},
    {"UnreadableFile",
     [](const fs::path& folder) {
       write(folder / "secret", "x");
       fs::permissions(folder / "secret", fs::perms::none);
     },
     "'secret' cannot be read: Permission denied", true},
    {"UnreadableFolder",
     [](const fs::path& folder) {
       fs::create_directory(folder / "secrets");
       fs::permissions(folder / "secrets", fs::perms::none);
     },
     "'secrets' cannot be read: Permission denied", true},
    {"UnreadableManifest",
     [](const fs::path& folder) { fs::permissions(folder / "agent.toml", fs::perms::none); },
     "'agent.toml' cannot be read: Permission denied", true},
    {"Unreadable", [](const fs::path& folder) { fs::permissions(folder, fs::perms::none); },
     "the folder cannot be read: Permission denied", true},
};

class BadFolders : public testing::Test {
 protected:
  BadFolders() { fs::create_directory(scratch_.path() / "bots"); }
  ~BadFolders() override {
    std::error_code ignored;
    for (const char* shut : {"", "secret", "secrets", "agent.toml"})
      fs::permissions(bot("bad") / shut, fs::perms::owner_all, ignored);
  }

  [[nodiscard]] fs::path bot(const std::string& name) const {
    return scratch_.path() / "bots" / name;
  }
  void add_good(const std::string& name) const {
    fs::create_directory(bot(name));
    write(bot(name) / "agent.toml", "name = '" + name + "'\nrun = ['sh', 'bot.sh']\n");
    write(bot(name) / "bot.sh", "");
  }

  ScratchFolder scratch_;
};

class BadFolder : public BadFolders, public testing::WithParamInterface<Bad> {};

TEST_P(BadFolder, IsRefusedByNameAndInALeagueNeverReady) {
  if (GetParam().root_can_read && ::geteuid() == 0) GTEST_SKIP() << "root reads everything";
  for (const char* name : {"ada", "bad", "bob"})
    add_good(name);
  GetParam().make(bot("bad"));
  try {
    static_cast<void>(read_agent_folder(bot("bad")));
    ADD_FAILURE() << "taken";
  } catch (const AgentError& error) {
    EXPECT_THAT(error.what(), HasSubstr(GetParam().told));
    EXPECT_EQ(error.lines().size(), 1U);
  }
  write(scratch_.path() / "league.toml", "[league]\nrules = ['koans']\nagents = 'bots/*'\n");
  const store::League league = schedule::read_league_file(scratch_.path() / "league.toml");
  ASSERT_EQ(league.entrants.size(), 3U);
  const Entrant& bad = league.entrants[1];
  EXPECT_EQ(bad.agent.name, "bad");
  EXPECT_THAT(bad.agent.problem, HasSubstr(GetParam().told));
  EXPECT_EQ(content_hash(bad), content_hash(broken_agent("bad", AgentError(""))));
  EXPECT_EQ(league.entrants[2].agent.problem, "");
  auto process = referee::sandbox::launch(
      referee::sandbox::launch_options(bad.agent.command, bad.agent.folder));
  EXPECT_EQ(referee::sandbox::await_exit(*process).kind, referee::sandbox::Exit::Kind::ExecFailed);
}

INSTANTIATE_TEST_SUITE_P(All, BadFolder, testing::ValuesIn(kBad),
                         [](const auto& bad) { return std::string(bad.param.name); });

TEST_F(BadFolders, AreCountedNoFurtherThanTheLimit) {
  add_good("many");
  FolderLimits limits;
  limits.files = 100;
  for (int i = 0; i < 200; ++i)
    write(bot("many") / std::to_string(i), "");
  try {
    static_cast<void>(agent_files(bot("many"), limits));
    ADD_FAILURE() << "taken";
  } catch (const AgentError& error) {
    EXPECT_TRUE(std::string_view(error.what())
                    .starts_with("more than 100 files and folders, the last of them in '"))
        << error.what();
  }
}

TEST_F(BadFolders, AreCopiedAsPlainFilesOfOurs) {
  add_good("ada");
  fs::create_directory(bot("ada") / "part");
  write(bot("ada") / "part/tool", "#!/bin/sh\n");
  fs::permissions(bot("ada") / "part/tool", fs::perms(06750));
  fs::last_write_time(bot("ada") / "part/tool",
                      fs::file_time_type::clock::now() + std::chrono::hours(1000));
  fs::create_symlink("part/tool", bot("ada") / "near");
  fs::create_symlink(bot("ada") / "part/tool", bot("ada") / "absolute");
  const fs::path copy = bot("copy");
  fs::create_directory(copy);
  copy_files(bot("ada"), copy, {});
  EXPECT_EQ(agent_files(copy), agent_files(bot("ada")));
  for (const char* file : {"part/tool", "near", "absolute"}) {
    EXPECT_EQ(fs::symlink_status(copy / file).type(), fs::file_type::regular) << file;
    EXPECT_EQ(fs::status(copy / file).permissions(), fs::perms(0755)) << file;
    EXPECT_EQ(fs::file_size(copy / file), 10U) << file;
  }
  EXPECT_EQ(fs::status(copy / "bot.sh").permissions(), fs::perms(0644));
  EXPECT_LE(fs::last_write_time(copy / "part/tool"), fs::file_time_type::clock::now());
  EXPECT_EQ(fs::last_write_time(copy / "bot.sh"), fs::last_write_time(bot("ada") / "bot.sh"));
}

TEST_F(BadFolders, AreNotCopiedWhereALinkTookTheirPlace) {
  add_good("ada");
  fs::create_directory(bot("copy"));
  fs::create_directory_symlink("ada", bot("link"));
  EXPECT_THROW(copy_files(bot("link"), bot("copy"), {}), AgentError);
  EXPECT_TRUE(fs::is_empty(bot("copy")));
}

TEST_F(BadFolders, DeepKeysWithinTheLimitAreRead) {
  add_good("deep");
  write(bot("deep") / "agent.toml", repeated("a.", 1000) + "a = 1\n");
  try {
    static_cast<void>(read_agent_folder(bot("deep")));
    ADD_FAILURE() << "taken";
  } catch (const AgentError& error) {
    EXPECT_THAT(error.what(), HasSubstr("unknown key 'a'"));
  }
}

TEST_F(BadFolders, DotsInStringsAreNotCounted) {
  add_good("dots");
  const std::string dots(2000, '.');
  write(bot("dots") / "agent.toml",
        "name = 'dots' # " + dots + "\nrun = ['sh', \"" + dots + "\", '''\n" + dots + "''']\n");
  EXPECT_EQ(read_agent_folder(bot("dots")).agent.command.size(), 3U);
}

TEST_F(BadFolders, LinksOfALeagueThatLeadNowhereAreNeverReady) {
  add_good("ada");
  fs::create_directory_symlink(".store/gone", bot("bob"));
  fs::create_directory_symlink("cas", bot("cas"));
  write(scratch_.path() / "league.toml", "[league]\nrules = ['koans']\nagents = 'bots/*'\n");
  const store::League league = schedule::read_league_file(scratch_.path() / "league.toml");
  ASSERT_EQ(league.entrants.size(), 3U);
  EXPECT_EQ(league.entrants[1].agent.name, "bob");
  EXPECT_NE(league.entrants[1].agent.problem, "");
  EXPECT_NE(league.entrants[2].agent.problem, "");
}

TEST_F(BadFolders, ANameThatNoAgentMayHaveStopsNoLeague) {
  add_good("ada");
  add_good("bob");
  add_good("bob@2");
  write(bot("bob@2") / "agent.toml", "name = \n");
  write(scratch_.path() / "league.toml", "[league]\nrules = ['koans']\nagents = 'bots/*'\n");
  EXPECT_THAT(schedule::read_league_file(scratch_.path() / "league.toml").entrants.at(2).agent.name,
              testing::StartsWith("folder-"));
}

TEST_F(BadFolders, AllThatIsWrongIsToldAtOnce) {
  add_good("ada");
  write(bot("ada") / "agent.toml", "nam = 'ada'\nrun = 'sh'\nauthor = 3\n");
  try {
    static_cast<void>(read_agent_folder(bot("ada")));
    ADD_FAILURE() << "taken";
  } catch (const AgentError& error) {
    EXPECT_THAT(error.lines(),
                testing::ElementsAre("agent.toml: no 'name'; expected name = \"…\"",
                                     "agent.toml:1:1: unknown key 'nam'; did you mean 'name'?",
                                     "agent.toml:2:7: 'run' is a string; expected a list of one or "
                                     "more strings",
                                     "agent.toml:3:10: 'author' is a whole number; expected a "
                                     "string"));
  }
}

}  // namespace
}  // namespace danno::leagues::entrants
