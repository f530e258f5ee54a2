// The includes that the design allows, and the packages that stay in their place. A breach is named
// with file and line.
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;

const fs::path kRoot = DANNO_ROOT;

/// The folders of the commands, from the top down. CMake has them from the bottom up.
std::vector<std::string> command_rooms() {
  std::ifstream file(kRoot / "leagues/commands/CMakeLists.txt");
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  std::smatch list;
  if (!std::regex_search(text, list, std::regex(R"(set\(commands ([^)]*)\))"))) return {};
  std::istringstream names(list[1]);
  std::vector<std::string> rooms;
  for (std::string name; names >> name;)
    rooms.insert(rooms.begin(), "leagues/commands/" + name);
  return rooms;
}

/// The folders of the formats. A format is a folder: nobody else includes its files.
std::vector<std::string> format_rooms() {
  std::vector<std::string> rooms;
  for (const auto& entry : fs::directory_iterator(kRoot / "leagues/schedule")) {
    if (entry.is_directory())
      rooms.push_back("leagues/schedule/" + entry.path().filename().string());
  }
  return rooms;
}

std::vector<std::string> join(std::initializer_list<std::vector<std::string>> lists) {
  std::vector<std::string> joined;
  for (const auto& list : lists)
    joined.insert(joined.end(), list.begin(), list.end());
  return joined;
}

/// Rooms from the top down: a room is a folder, and uses only what stands below it, so that there
/// is no circle. docs/architecture.md has the picture.
const std::vector<std::string> kRooms = join({
    {"leagues/commands"},  // main, and the list of commands
    command_rooms(),
    {
        "leagues/cli",  // the only place that knows the parser
        "leagues/verify",
        "leagues/site",
        "leagues/runner",
    },
    format_rooms(),
    {
        "leagues/schedule", "leagues/report", "leagues/store", "leagues/entrants",
        "leagues/ratings", "leagues/base", "agents", "referee/play", "referee/protocol",
        "referee/sandbox", "referee/sandbox/init", "referee/embed", "referee/record", "sdk",
        "referee/solver", "referee/rules",
        "danno",  // generated from proto/ into the build
    },
});

/// Returns whether a room may not use another, though it stands below.
bool is_forbidden(const std::string& from, const std::string& to) {
  const auto in = [](const std::string& room, const char* module) {
    return room == module || room.rfind(std::string(module) + "/", 0) == 0;
  };
  if (in(from, "leagues"))
    return in(to, "agents") || in(to, "sdk") || in(to, "referee/sandbox/init");
  if (in(from, "agents"))
    return in(to, "danno") ||
           (in(to, "referee") && to != "referee/solver" && to != "referee/rules");
  // It is compiled for other languages, so it stands on what is pure, and on the dice.
  if (from == "referee/embed")
    return to != "referee/record" && to != "referee/solver" && to != "referee/rules";
  if (in(from, "referee")) return in(to, "sdk") || (from == "referee/solver" && to == "danno");
  if (in(from, "sdk")) return in(to, "referee");
  return false;
}

struct Include {
  std::string file;  ///< From the root.
  int line = 0;
  std::string target;
  [[nodiscard]] std::string place() const { return file + ":" + std::to_string(line); }
};

bool begins(const std::string& text, const std::string& head) { return text.rfind(head, 0) == 0; }

/// The room of a path from the root; empty for what is none of ours.
std::string file_room(const std::string& path) {
  const std::size_t end = path.rfind('/');
  std::string folder = end == std::string::npos ? "" : path.substr(0, end);
  for (const char* module : {"agents", "sdk"}) {  // one room, whatever folders it has
    if (begins(folder, std::string(module) + "/")) return module;
  }
  return std::ranges::find(kRooms, folder) != kRooms.end() ? folder : "";
}

std::vector<Include> read_includes(const fs::path& path) {
  std::vector<Include> found;
  std::ifstream file(path);
  std::string text;
  for (int line = 1; std::getline(file, text); ++line) {
    const auto hash = text.find_first_not_of(" \t");
    if (hash == std::string::npos || text[hash] != '#') continue;
    const auto word = text.find_first_not_of(" \t", hash + 1);
    if (word == std::string::npos || text.compare(word, 7, "include") != 0) continue;
    const auto open = text.find_first_of("<\"", word);
    if (open == std::string::npos) continue;
    const auto close = text.find_first_of(">\"", open + 1);
    found.push_back({fs::relative(path, kRoot).generic_string(), line,
                     text.substr(open + 1, close - open - 1)});
  }
  return found;
}

/// Our code; sdk/*/template is what a student's folder begins with.
std::vector<fs::path> all_files() {
  std::vector<fs::path> all;
  for (const char* folder : {"leagues", "agents", "referee", "sdk", "proto"}) {
    for (const auto& entry : fs::recursive_directory_iterator(kRoot / folder)) {
      if (entry.path().parent_path().filename() == "template") continue;
      const std::string ending = entry.path().extension();
      if (ending == ".cpp" || ending == ".hpp" || ending == ".h" || ending == ".c")
        all.push_back(entry.path());
    }
  }
  return all;
}

std::vector<Include> all_includes() {
  std::vector<Include> all;
  for (const fs::path& file : all_files()) {
    const auto includes = read_includes(file);
    all.insert(all.end(), includes.begin(), includes.end());
  }
  return all;
}

/// The namespace of a room is its path; the rules and the solver, which agents use too, have short
/// ones.
std::string room_namespace(const std::string& room) {
  if (room == "referee/rules" || room == "referee/solver") return "danno::" + room.substr(8);
  std::string name = "danno::";
  for (const char letter : room)
    name += letter == '/' ? "::" : std::string(1, letter);
  return name;
}

/// Where a file opens another namespace of ours than `expected`, or none; empty if it does neither.
/// A program's main file needs none.
std::string wrong_namespace(const fs::path& path, const std::string& expected) {
  const std::string name = fs::relative(path, kRoot).generic_string();
  std::ifstream file(path);
  std::string text;
  bool opened = false;
  for (int line = 1; std::getline(file, text); ++line) {
    if (begins(text, "int main(")) opened = true;
    if (!begins(text, "namespace danno") || text.back() != '{') continue;
    if (text != "namespace " + expected + " {") return name + ":" + std::to_string(line);
    opened = true;
  }
  return opened ? "" : name + ":1";
}

TEST(Architecture, EveryFileIsInARoom) {
  for (const Include& include : all_includes())
    EXPECT_NE(file_room(include.file), "") << include.file << " is in no room";
}

TEST(Architecture, ARoomIsANamespace) {
  for (const fs::path& file : all_files()) {
    const std::string room = file_room(fs::relative(file, kRoot).generic_string());
    if (room == "sdk" || file.extension() == ".c" || file.extension() == ".h") continue;
    const std::string expected = room_namespace(room);
    EXPECT_EQ(wrong_namespace(file, expected), "") << "expected namespace " << expected;
  }
}

TEST(Architecture, RoomsUseOnlyWhatStandsBelowThem) {
  const auto all = all_includes();
  ASSERT_GT(all.size(), 100U);
  for (const Include& include : all) {
    const std::string from = file_room(include.file);
    const std::string to = file_room(include.target);
    if (to.empty() || to == from) continue;
    EXPECT_TRUE(std::ranges::find(kRooms, from) < std::ranges::find(kRooms, to) &&
                !is_forbidden(from, to))
        << include.place() << ": " << from << " includes " << include.target << " of " << to;
  }
}

/// A format is one place: others ask its interface. A gate is stored as a gauntlet.
TEST(Architecture, NobodyElseIncludesAFileOfAFormatsFolder) {
  std::size_t own = 0;
  for (const Include& include : all_includes()) {
    const std::string to = file_room(include.target);
    if (!begins(to, "leagues/schedule/")) continue;
    if (file_room(include.file) == to) {
      ++own;
      continue;
    }
    EXPECT_TRUE(file_room(include.file) == "leagues/commands/gate" &&
                include.target == "leagues/schedule/planned/planned.hpp")
        << include.place() << ": " << include.target << " is a format's own";
  }
  EXPECT_GT(own, 20U);
}

/// Counts the virtual functions of a class in a header, its destructor excepted.
int count_virtuals(const fs::path& header, const std::string& class_name) {
  std::ifstream file(header);
  std::string text;
  int virtuals = 0;
  bool is_inside = false;
  while (std::getline(file, text)) {
    if (text.starts_with("class ")) is_inside = text.starts_with("class " + class_name + " ");
    if (is_inside && text.find("virtual ") != std::string::npos &&
        text.find('~') == std::string::npos)
      ++virtuals;
  }
  return virtuals;
}

/// A format is asked through one of two interfaces. Nobody asks which format it is.
TEST(Architecture, TheTwoHalvesOfAFormatAreSmall) {
  using Half = std::pair<const char*, const char*>;
  for (const auto& [half, class_name] :
       {Half{"leagues/schedule/format.hpp", "Format"},
        Half{"leagues/schedule/league_format.hpp", "LeagueFormat"}}) {
    const int virtuals = count_virtuals(kRoot / half, class_name);
    EXPECT_GE(virtuals, 4) << half;
    EXPECT_LE(virtuals, 8) << half;
  }
  for (const fs::path& path : all_files()) {
    const std::string name = fs::relative(path, kRoot).generic_string();
    if (!begins(name, "leagues/") || begins(name, "leagues/cli/")) continue;
    std::ifstream file(path);
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    EXPECT_EQ(text.find("dynamic_cast"), std::string::npos) << name;
  }
}

/// The first format's name is the default of league files that name none.
TEST(Architecture, NobodyElseNamesAFormat) {
  for (const fs::path& path : all_files()) {
    const std::string name = fs::relative(path, kRoot).generic_string();
    if (begins(name, "leagues/schedule/") || !begins(name, "leagues/")) continue;
    // It says which verb is meant by words that people type, such as "tournament".
    if (name == "leagues/cli/command_line.cpp") continue;
    std::ifstream file(path);
    std::string text;
    for (int line = 1; std::getline(file, text); ++line) {
      for (const char* const format :
           {"\"gauntlet\"", "\"tournament\"", "\"knock-out\"", "\"swiss\"", "\"ladder\""})
        EXPECT_EQ(text.find(format), std::string::npos) << name << ":" << line << ": " << format;
    }
  }
}

/// The C interface knows no records, so that other languages get the rules and nothing else.
TEST(Architecture, TheCInterfaceUsesNothingOfTheRecordThatNeedsTheWire) {
  for (const Include& include : all_includes()) {
    if (file_room(include.file) != "referee/embed" || file_room(include.target) != "referee/record")
      continue;
    const std::string header = include.target.substr(include.target.rfind('/') + 1);
    EXPECT_TRUE(std::set<std::string>({"audit.hpp", "dice_stream.hpp", "record.hpp", "sha256.hpp",
                                       "written_game.hpp"})
                    .contains(header))
        << include.place() << " includes " << include.target;
  }
}

TEST(Architecture, QuotedIncludesGoFromTheRoot) {
  for (const Include& include : all_includes()) {
    if (!file_room(include.target).empty() || include.target.find('/') != std::string::npos)
      continue;
    EXPECT_FALSE(fs::exists(kRoot / fs::path(include.file).parent_path() / include.target))
        << include.place() << ": expected the path from the root, not " << include.target;
  }
}

/// A package, the room that it stays in, and in how many files at most.
struct Package {
  std::string header;
  std::set<std::string> rooms;
  std::size_t files = SIZE_MAX;
};

const std::vector<Package> kPackages{
    {"CLI/", {"leagues/cli"}, 2},
    {"nlohmann/", {"leagues/base", "leagues/ratings", "referee/protocol"}, 3},
    {"sqlite3.h", {"leagues/store"}},
    {"zstd.h", {"leagues/store"}, 1},
    {"archive.h", {"leagues/entrants"}, 2},
    {"archive_entry.h", {"leagues/entrants"}, 2},
    {"Eigen/", {"leagues/ratings"}, 1},
    {"boost/math", {"leagues/ratings"}, 2},
    {"toml++/", {"leagues/base"}, 1},
    {"pugixml.hpp", {"leagues/site"}, 1},
    {"seccomp.h", {"referee/sandbox"}},
    {"nettle/", {"referee/record", "leagues/commands/season"}, 2},
    {"sodium.h", {"referee/record", "leagues/store", "leagues/commands/season"}},
    {"spdlog/", {"leagues/cli"}, 1},
};

TEST(Architecture, EigenIsInNoHeaderThatAnotherRoomReads) {
  std::set<std::string> with_eigen;
  for (const Include& include : all_includes()) {
    if (begins(include.target, "Eigen/")) with_eigen.insert(include.file);
  }
  for (const Include& include : all_includes()) {
    EXPECT_TRUE(with_eigen.count(include.target) == 0 ||
                file_room(include.target) == file_room(include.file))
        << include.place() << ": " << include.target << " brings Eigen along";
  }
}

TEST(Architecture, PackagesStayInTheirPlace) {
  for (const Package& package : kPackages) {
    std::set<std::string> files;
    for (const Include& include : all_includes()) {
      if (!begins(include.target, package.header)) continue;
      files.insert(include.file);
      EXPECT_EQ(package.rooms.count(file_room(include.file)), 1U)
          << include.place() << ": " << include.target << " belongs in " << *package.rooms.begin();
    }
    EXPECT_FALSE(files.empty()) << package.header << " is included nowhere";
    EXPECT_LE(files.size(), package.files)
        << package.header << " is in " << *files.begin() << " … " << *files.rbegin();
  }
}

/// The files of the command line: leagues/cli, and of the commands those that use it. What else a
/// command has is its work.
std::set<std::string> command_line_files() {
  std::set<std::string> files;
  for (const Include& include : all_includes()) {
    const bool is_command =
        begins(include.file, "leagues/commands/") && begins(include.target, "leagues/cli/");
    if (is_command || begins(include.file, "leagues/cli/")) files.insert(include.file);
  }
  return files;
}

std::string read_text(const std::string& name) {
  std::ifstream file(kRoot / name);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// The command line parses, chooses observers and prints: threads, what is stored and what is
/// counted are below it.
TEST(Architecture, TheCommandLineHasNoThreadsAndStoresNothing) {
  const std::set<std::string> files = command_line_files();
  EXPECT_GT(files.size(), 50U);
  for (const std::string& name : files) {
    const std::string text = read_text(name);
    for (const char* const header : {"<thread>", "<mutex>", "<condition_variable>", "<future>"})
      EXPECT_EQ(text.find(header), std::string::npos) << name << " includes " << header;
    // The store's writing half.
    for (const char* const call :
         {"add_deals(", "plan_table(", "add_round(", "close_schedule(", "reveal_seeds(",
          "conditions_id(", "current_epoch(", "sync_with(", "Writer::open_to_play(", ".publish("})
      EXPECT_EQ(text.find(call), std::string::npos) << name << " calls " << call;
  }
}

TEST(Architecture, TheWorkOfACommandPrintsNothing) {
  const std::set<std::string> command_line = command_line_files();
  for (const fs::path& path : all_files()) {
    const std::string name = fs::relative(path, kRoot).generic_string();
    if (!begins(name, "leagues/commands/") || command_line.contains(name)) continue;
    const std::string text = read_text(name);
    for (const char* const call : {"puts(", "printf(", "fmt::print(", "std::cout", "std::cerr"})
      EXPECT_EQ(text.find(call), std::string::npos) << name << " calls " << call;
  }
}

/// The files that open files, and why these do not use leagues/base. Whoever opens another file
/// uses whole_file, appended_file, journal, draft_folder or outside_file, or joins here.
const std::map<std::string, std::string> kOpensFiles{
    {"leagues/base/appended_file.cpp", "the one way to append"},
    {"leagues/base/journal.cpp", "the one way to append lines of JSON"},
    {"leagues/base/outside_file.cpp", "the one way to read"},
    {"leagues/base/whole_file.cpp", "the one way to write"},
    {"leagues/entrants/agent_build.cpp", "copies a checked agent.toml into a new folder"},
    {"leagues/entrants/agent_files.cpp", "walks hostile folders below a descriptor"},
    {"leagues/entrants/optimal_folder.cpp", "copies an agent of danno into a new folder"},
    {"leagues/entrants/scaffold.cpp", "copies a template of danno into a new folder"},
    {"leagues/entrants/unpack.cpp", "reads archives through libarchive"},
    {"leagues/commands/hand_in/login.cpp", "asks at the terminal"},
    {"leagues/commands/season/queue.cpp", "walks inboxes below a descriptor"},
    {"leagues/site/write.cpp", "locks"},
    {"leagues/store/database.cpp", "opens league.db through SQLite"},
    {"leagues/store/writer.cpp", "locks"},
    {"leagues/commands/cluster/part_file.cpp", "streams parts"},
    {"leagues/cli/stored_league.cpp", "reads a game, also from a pipe, up to a limit"},
    {"leagues/cli/print.cpp", "opens /dev/null"},
    {"leagues/cli/process_limits.cpp", "opens /dev/null, reads /proc"},
    {"leagues/commands/rate/command.cpp", "streams results, also from a pipe"},
    {"referee/sandbox/init/confine.cpp", "opens system folders for Landlock"},
    {"referee/sandbox/init/main.cpp", "stages itself in a file system of its own"},
    {"referee/sandbox/init/sweep.cpp", "removes below descriptors"},
    {"referee/sandbox/init/tree.cpp", "reads /proc"},
    {"referee/sandbox/account.cpp", "reads /proc"},
    {"referee/sandbox/cgroup.cpp", "reads and writes control groups"},
    {"referee/sandbox/isolation.cpp", "probes, in a folder of its own"},
    {"referee/sandbox/launcher.cpp", "opens /dev/null"},
    {"referee/sandbox/locate.cpp", "reads a file of the installation"},
    {"referee/sandbox/machine.cpp", "reads /proc"},
    {"referee/sandbox/probe_agent.cpp", "tries what an agent must not"},
    {"referee/sandbox/sweeper.cpp", "opens /dev/null"},
    {"referee/sandbox/user_slot.cpp", "locks"},
    {"referee/sandbox/watcher.cpp", "reads /proc"},
    {"referee/solver/value_file.cpp", "maps tables, writes them whole"},
};

TEST(Architecture, FilesAreOpenedInOnePlace) {
  const std::regex opens(
      R"((^|[^.>\w_])(std::)?(ofstream|ifstream|fstream|fopen|freopen|mkstemp|archive_(read|write)_open)\b)"
      R"(|::(open(at)?|creat)\(|\b(fs::copy(_file)?|resize_file|parse_file|sqlite3_open\w*)\()");
  std::set<std::string> found;
  for (const fs::path& path : all_files()) {
    const std::string name = fs::relative(path, kRoot).generic_string();
    if (!begins(name, "leagues/") && !begins(name, "referee/")) continue;
    std::ifstream file(path);
    int line = 0;
    for (std::string text; std::getline(file, text);) {
      ++line;
      if (begins(text, "#include") || begins(text, "//") || !std::regex_search(text, opens))
        continue;
      found.insert(name);
      EXPECT_TRUE(kOpensFiles.contains(name))
          << name << ":" << line << ": expected a function of leagues/base to open the file";
    }
  }
  for (const auto& [name, why] : kOpensFiles)
    EXPECT_TRUE(found.contains(name) || !fs::exists(kRoot / name))
        << name << " opens no file any more (" << why << ")";
}

/// A command's options, checks and output stand in one file.
TEST(Architecture, ACommandIsAFile) {
  constexpr std::ptrdiff_t kMostLines = 460;
  for (const std::string& name : command_line_files())
    EXPECT_LE(std::ranges::count(read_text(name), '\n'), kMostLines)
        << name << ": what neither parses nor prints belongs in another file";
}

/// tests/unit/ROOM/NAME_test.cpp tests files of ROOM.
TEST(Architecture, UnitTestsLieWhereTheirRoomLies) {
  std::size_t tests = 0;
  for (const auto& entry : fs::recursive_directory_iterator(kRoot / "tests/unit")) {
    const std::string name = fs::relative(entry.path(), kRoot / "tests/unit").generic_string();
    if (!name.ends_with("_test.cpp") || name == "architecture_test.cpp" || begins(name, "sdk/"))
      continue;
    ++tests;
    const std::string room = file_room(name);
    EXPECT_NE(room, "") << "tests/unit/" << name << " lies in no room's folder";
    const auto includes = read_includes(entry.path());
    EXPECT_TRUE(std::ranges::any_of(includes,
                                    [&](const Include& include) {
                                      // The files of a format have no headers; they are reached
                                      // through the room around them.
                                      const std::string included = file_room(include.target);
                                      return included == room ||
                                             (included != "" && begins(room, included + "/"));
                                    }))
        << "tests/unit/" << name << " includes nothing of " << room;
  }
  EXPECT_GT(tests, 60U);
}

TEST(Architecture, NoProductFileEndsInTest) {
  for (const Include& include : all_includes())
    EXPECT_EQ(include.file.find("_test."), std::string::npos) << include.file;
}

/// A type that is defined at the level of a namespace.
struct NamedType {
  std::string name;
  std::string room;
  std::string place;  ///< File and line.
};

/// Forward declarations are none, nor members of classes.
std::vector<NamedType> read_types(const fs::path& path) {
  static const std::regex kDefinition(
      R"((?:class|struct|union|enum class|enum) (\w+)(?: final)?(?: : [^:].*)? \{.*)");
  const std::string file_name = fs::relative(path, kRoot).generic_string();
  std::vector<NamedType> found;
  std::ifstream file(path);
  std::string text;
  for (int line = 1; std::getline(file, text); ++line) {
    if (text.find('{') == std::string::npos || text[0] == ' ') continue;
    std::smatch match;
    if (std::regex_match(text, match, kDefinition))
      found.push_back({match[1], file_room(file_name), file_name + ":" + std::to_string(line)});
  }
  return found;
}

// A type name means one thing, also where namespaces would tell two apart. The SDK and the agents
// are programs of their own.
TEST(Architecture, EveryTypeNameIsThereOnce) {
  std::map<std::string, NamedType> first;
  for (const fs::path& path : all_files()) {
    for (const NamedType& type : read_types(path)) {
      if (type.room == "sdk" || type.room == "agents") continue;
      const auto [found, is_new] = first.emplace(type.name, type);
      EXPECT_TRUE(is_new) << type.place << ": " << type.name << " is also a type of "
                          << found->second.place;
    }
  }
  EXPECT_GT(first.size(), 300U);
}

/// The words of the glossary, as type names: "line-up" is LineUp.
std::vector<std::string> glossary() {
  std::vector<std::string> terms;
  std::ifstream file(kRoot / "docs/glossary.md");
  for (std::string text; std::getline(file, text);) {
    if (!begins(text, "| ") || begins(text, "| term ")) continue;
    std::string term;
    bool capital = true;
    for (const char letter : text.substr(2, text.find(" |") - 2)) {
      if (letter == '-' || letter == ' ') {
        capital = true;
      } else {
        term += capital ? static_cast<char>(std::toupper(letter)) : letter;
        capital = false;
      }
    }
    terms.push_back(term);
  }
  return terms;
}

// Where a type has the name of a term, it is in the room that the term is about.
TEST(Architecture, TypesAreCalledAsTheGlossaryCallsThem) {
  const std::map<std::string, std::string> homes{
      {"Deal", "referee/play"},          {"LineUp", "referee/play"},
      {"Batch", "referee/play"},         {"Session", "referee/play"},
      {"Fault", "referee/record"},       {"Epoch", "leagues/store"},
      {"Encounter", "leagues/schedule"}, {"Stage", "leagues/schedule/tournament"}};
  const std::vector<std::string> terms = glossary();
  const std::set<std::string> unique(terms.begin(), terms.end());
  EXPECT_GT(terms.size(), 15U);
  EXPECT_EQ(unique.size(), terms.size()) << "a term is in the glossary twice";
  for (const fs::path& path : all_files()) {
    for (const NamedType& type : read_types(path)) {
      if (!unique.contains(type.name)) continue;
      const auto home = homes.find(type.name);
      EXPECT_TRUE(home != homes.end() && home->second == type.room)
          << type.place << ": the glossary means something else by " << type.name;
    }
  }
}

TEST(Architecture, TheFindsAreReal) {
  EXPECT_EQ(file_room("referee/rules/dice.hpp"), "referee/rules");
  EXPECT_EQ(file_room("referee/record/audit.hpp"), "referee/record");
  EXPECT_EQ(file_room("danno/agent.pb.h"), "danno");
  EXPECT_EQ(file_room("CLI/CLI.hpp"), "");
  EXPECT_EQ(room_namespace("leagues/cli"), "danno::leagues::cli");
  EXPECT_EQ(room_namespace("referee/rules"), "danno::rules");
  const fs::path dice = kRoot / "referee/rules/dice.hpp";
  EXPECT_EQ(wrong_namespace(dice, "danno::rules"), "");
  EXPECT_TRUE(begins(wrong_namespace(dice, "danno::referee::rules"), "referee/rules/dice.hpp:"));
  const auto own = read_includes(kRoot / "tests/unit/architecture_test.cpp");
  ASSERT_FALSE(own.empty());
  EXPECT_EQ(own[0].place() + " " + own[0].target,
            "tests/unit/architecture_test.cpp:3 gtest/gtest.h");
}

}  // namespace
