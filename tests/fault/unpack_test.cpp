// Submissions by which authors would break in, fill the disk, or err: each is refused by name, and
// nothing of it stays.
#include "leagues/entrants/unpack.hpp"

#include <archive.h>
#include <archive_entry.h>
#include <gmock/gmock.h>
#include <locale.h>
#include <sys/stat.h>

#include <algorithm>
#include <cctype>
#include <functional>

#include "leagues/entrants/agent_folder.hpp"
#include "tests/fault/launch.hpp"

namespace danno::leagues::entrants {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

/// One entry of an archive.
struct Packed {
  std::string name;
  std::string text;
  unsigned type = AE_IFREG;
  unsigned mode = 0644;
  std::string link = {};  ///< A hard link to it.
  std::time_t changed = 1'000'000'000;
};

const Packed kManifestEntry{"agent.toml", "name = 'ada'\nrun = ['./bot.sh']\n"};
const Packed kBotEntry{"bot.sh", "#!/bin/sh\n", AE_IFREG, 0755};

void pack(const fs::path& file, const std::vector<Packed>& entries, const char* options = nullptr) {
  const locale_t utf8 = ::newlocale(LC_CTYPE_MASK, "C.UTF-8", nullptr);
  const locale_t before = ::uselocale(utf8);
  archive* to = ::archive_write_new();
  if (file.extension() == ".zip") {
    ::archive_write_set_format_zip(to);
  } else {
    ::archive_write_set_format_pax_restricted(to);
    ::archive_write_add_filter_gzip(to);
  }
  if (options != nullptr) {
    ASSERT_EQ(::archive_write_set_options(to, options), ARCHIVE_OK);
    ::archive_write_set_passphrase(to, "secret");
  }
  ASSERT_EQ(::archive_write_open_filename(to, file.c_str()), ARCHIVE_OK);
  for (const Packed& packed : entries) {
    archive_entry* entry = ::archive_entry_new();
    ::archive_entry_set_pathname(entry, packed.name.c_str());
    ::archive_entry_set_filetype(entry, packed.type);
    ::archive_entry_set_perm(entry, packed.mode);
    ::archive_entry_set_mtime(entry, packed.changed, 0);
    ::archive_entry_set_size(entry, static_cast<la_int64_t>(packed.text.size()));
    if (packed.type == AE_IFLNK) ::archive_entry_set_symlink(entry, packed.text.c_str());
    if (!packed.link.empty()) ::archive_entry_set_hardlink(entry, packed.link.c_str());
    ASSERT_GE(::archive_write_header(to, entry), ARCHIVE_WARN) << ::archive_error_string(to);
    ::archive_write_data(to, packed.text.data(), packed.text.size());
    ::archive_entry_free(entry);
  }
  ASSERT_EQ(::archive_write_free(to), ARCHIVE_OK);
  ::uselocale(before);
  ::freelocale(utf8);
}

std::string read_bytes(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

void write(const fs::path& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

/// A zip's file of zeros that says of itself, at both places, that it has ten bytes.
void pack_liar(const fs::path& file, std::size_t zeros) {
  pack(file, {kManifestEntry, {"zeros", std::string(zeros, '\0')}});
  std::string bytes = read_bytes(file);
  std::string told;
  for (std::size_t rest = zeros, i = 0; i < 4; ++i, rest >>= 8U)
    told += static_cast<char>(rest & 0xFFU);
  int places = 0;
  for (auto at = bytes.find(told); at != bytes.npos; at = bytes.find(told, at + 4), ++places)
    bytes.replace(at, 4, std::string("\x0a\0\0\0", 4));
  ASSERT_GE(places, 1);
  write(file, bytes);
}

constexpr std::size_t kMiB = std::size_t{1} << 20;

FolderLimits small() {
  FolderLimits limits;
  limits.bytes = 4 * kMiB;
  limits.files = 50;
  limits.depth = 10;
  limits.path = 300;
  return limits;
}

class Unpack : public testing::Test {
 protected:
  [[nodiscard]] fs::path in(const std::string& name) const { return inbox_.path() / name; }
  [[nodiscard]] fs::path to() const { return season_.path() / "handed-in"; }

  /// Returns what its author is told; "taken" if it is accepted.
  std::string told(const std::string& name) {
    try {
      unpack(in(name), to(), small());
    } catch (const AgentError& error) {
      EXPECT_TRUE(fs::is_empty(season_.path())) << "left behind";
      EXPECT_EQ(error.lines().size(), 1U);
      EXPECT_EQ(error.lines()[0].find_first_of("\n\x1b"), std::string::npos);
      return error.what();
    }
    return "taken";
  }
  std::string hash(const std::string& name) {
    fs::remove_all(to());
    unpack(in(name), to(), small());
    return content_hash(read_agent_folder(to()));
  }

  ScratchFolder inbox_;
  ScratchFolder season_;
};

/// Entries beside a good agent's, and what is told of them.
struct BadEntries {
  const char* name;
  std::vector<Packed> entries;
  const char* told;
  bool zip_cannot = false;  ///< libarchive writes no such zip.
};
void PrintTo(const BadEntries& bad, std::ostream* out) { *out << bad.name; }

std::vector<Packed> many(int entries, const std::string& before, const std::string& after = "") {
  std::vector<Packed> all;
  for (int i = 0; i < entries; ++i)
    all.push_back({before + (after.empty() ? "" : std::to_string(i) + after), ""});
  return all;
}

std::string deep(int folders) {
  std::string path;
  for (int i = 0; i < folders; ++i)
    path += "d/";
  return path;
}

const BadEntries kBad[] = {
    {"AbsolutePath", {{"/tmp/evil", "x"}}, "'/tmp/evil' is an absolute path"},
    {"PathUp", {{"../evil", "x"}}, "'../evil' leads up with '..'"},
    {"PathUpInTheMiddle", {{"a/../../evil", "x"}}, "'a/../../evil' leads up"},
    {"Link", {{"data", "/etc/passwd", AE_IFLNK}}, "'data' is a link"},
    {"LinkInTheFolder", {{"data", "bot.sh", AE_IFLNK}}, "'data' is a link"},
    {"HardLink", {{"data", "", AE_IFREG, 0644, "bot.sh"}}, "'data' is a link", true},
    {"HardLinkOut", {{"data", "", AE_IFREG, 0644, "/etc/passwd"}}, "'data' is a link", true},
    {"Pipe", {{"pipe", "", AE_IFIFO}}, "'pipe' is a device, a pipe or a socket", true},
    {"Device", {{"zero", "", AE_IFCHR}}, "'zero' is a device, a pipe or a socket", true},
    {"Disk", {{"disk", "", AE_IFBLK}}, "'disk' is a device, a pipe or a socket", true},
    {"NameOfTwoLines",
     {{"a\nerror: b", "x"}},
     R"('a\x0aerror: b' has a name that cannot be shown)"},
    {"NameThatPaints", {{"\x1b[31mred", "x"}}, R"('\x1b[31mred' has a name)"},
    {"NameThatTurns", {{"a\u202egpj.sh", "x"}}, R"('a\u202egpj.sh' has a name)"},
    {"LongName", {{std::string(256, 'n'), "x"}}, "and more: a name of over 255 bytes"},
    {"LongPath",
     {{std::string(200, 'n') + "/" + std::string(200, 'n'), "x"}},
     "and more: a path of over 300 bytes"},
    {"DeepFolders", {{deep(10) + "file", "x"}}, "folders 10 deep"},
    {"FileTwice", {{"a", "x"}, {"./a", "y"}}, "'./a' is in it twice"},
    {"FileInAFile", {{"a", "x"}, {"a/b", "y"}}, "'a' is a file and a folder"},
    {"FolderAsAFile", {{"a/b", "x"}, {"a", "y"}}, "'a' is in it twice"},
    {"ManyFiles", many(51, "f", ".py"), "more than 50 files and folders"},
    {"ManyFolders", many(30, "f", "/x"), "more than 50 files and folders"},
    {"OneFolderManyTimes", std::vector<Packed>(60, Packed{"f/", "", AE_IFDIR, 0755}),
     "more than 50 files and folders"},
    {"Big",
     {{"big", std::string(5 * kMiB, '\0')}},
     "more than 4 MiB of files, the last of them 'big'"},
    {"BigTogether",
     {{"one", std::string(3 * kMiB, '\0')}, {"two", std::string(3 * kMiB, '\0')}},
     "more than 4 MiB of files, the last of them 'two'"},
};

class BadArchive : public Unpack, public testing::WithParamInterface<BadEntries> {};

TEST_P(BadArchive, IsRefusedByName) {
  std::vector<Packed> entries{kManifestEntry, kBotEntry};
  entries.insert(entries.end(), GetParam().entries.begin(), GetParam().entries.end());
  pack(in("ada.tar.gz"), entries);
  EXPECT_THAT(told("ada.tar.gz"), HasSubstr(GetParam().told));
  if (GetParam().zip_cannot) return;
  pack(in("ada.zip"), entries);
  EXPECT_THAT(told("ada.zip"), HasSubstr(GetParam().told));
}

INSTANTIATE_TEST_SUITE_P(All, BadArchive, testing::ValuesIn(kBad),
                         [](const auto& bad) { return std::string(bad.param.name); });

TEST_F(Unpack, MakesTheSameAgentOfEveryForm) {
  fs::create_directories(in("ada/parts"));
  write(in("ada/agent.toml"), kManifestEntry.text);
  write(in("ada/bot.sh"), kBotEntry.text);
  fs::permissions(in("ada/bot.sh"), fs::perms(0755));
  write(in("ada/parts/größe.txt"), "1");
  const std::vector<Packed> entries{
      {"parts/", "", AE_IFDIR, 0755}, {"parts/größe.txt", "1"}, kManifestEntry, kBotEntry};
  for (const char* name : {"ada.zip", "ada.tar.gz", "ada.tgz"}) {
    pack(in(name), entries);
    std::string capitals = name;
    std::ranges::transform(capitals, capitals.begin(),
                           [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
    fs::copy_file(in(name), in(capitals));
  }
  pack(in("stored.zip"), entries, "zip:compression=store");
  const std::string expected = content_hash(read_agent_folder(in("ada")));
  for (const char* name : {"ada", "ada.zip", "ada.tar.gz", "ada.tgz", "stored.zip", "ADA.ZIP",
                           "ADA.TAR.GZ", "ADA.TGZ"}) {
    EXPECT_EQ(hash(name), expected) << name;
    EXPECT_EQ(fs::status(to() / "bot.sh").permissions(), fs::perms(0755)) << name;
    EXPECT_EQ(fs::status(to() / "agent.toml").permissions(), fs::perms(0644)) << name;
  }
}

/// Packs as Windows does: names in its code page, and no flag that says UTF-8.
void pack_in_code_page(const fs::path& file, const std::string& name, const std::string& flags) {
  pack(file, {kManifestEntry, kBotEntry, {std::string(name.size(), '_'), "x"}});
  std::string bytes = read_bytes(file);
  const std::string placeholder(name.size(), '_');
  for (std::size_t at = 0; (at = bytes.find(placeholder, at)) != bytes.npos; at += name.size()) {
    bytes.replace(at, name.size(), name);
    // The flags stand this far before the name, in the file's header and in the list.
    bytes.replace(bytes.compare(at - 30, 4, "PK\x03\x04") == 0 ? at - 24 : at - 38, 2, flags);
  }
  write(file, bytes);
}

TEST_F(Unpack, ReadsTheNamesOfAZipInTheCodePageOfDos) {
  const std::string unflagged(2, '\0');
  pack_in_code_page(in("dos.zip"),
                    "gr\x94\xe1"
                    "e\xff.txt",
                    unflagged);
  hash("dos.zip");
  EXPECT_TRUE(fs::exists(to() / "größe\u00a0.txt"));
  pack_in_code_page(in("mac.zip"), "gr\u00f6\u00dfe.txt", unflagged);
  hash("mac.zip");
  EXPECT_TRUE(fs::exists(to() / "größe.txt"));
  pack({in("ada.tgz")}, {kManifestEntry, {"caf\xe9", "x"}});
  fs::remove_all(to());
  EXPECT_THAT(told("ada.tgz"), HasSubstr("expected printable UTF-8"));
}

TEST_F(Unpack, RefusesANameThatIsNotTheUtf8ThatItsZipPromises) {
  pack_in_code_page(in("ada.zip"),
                    "gr\x94\xe1"
                    "e.txt",
                    std::string("\0\x08", 2));
  EXPECT_THAT(told("ada.zip"), HasSubstr("expected printable UTF-8"));
}

TEST_F(Unpack, TakesTheOneFolderAtTheTop) {
  pack(in("plain.zip"), {kManifestEntry, kBotEntry});
  std::vector<Packed> entries{{"./", "", AE_IFDIR, 0755}, {"__MACOSX/ada/._bot.sh", "x"}};
  entries.push_back({".DS_Store", "x"});
  for (Packed packed : {kManifestEntry, kBotEntry}) {
    packed.name = "./ada/" + packed.name;
    entries.push_back(packed);
  }
  pack(in("ada.zip"), entries);
  pack(in("ada.tgz"), entries);
  fs::create_directories(in("handed/ada"));
  write(in("handed/ada/agent.toml"), kManifestEntry.text);
  write(in("handed/ada/bot.sh"), kBotEntry.text);
  fs::permissions(in("handed/ada/bot.sh"), fs::perms(0755));
  const std::string expected = hash("plain.zip");
  for (const char* name : {"ada.zip", "ada.tgz", "handed"}) {
    EXPECT_EQ(hash(name), expected) << name;
    EXPECT_TRUE(fs::exists(to() / "agent.toml")) << name;
  }
}

TEST_F(Unpack, KeepsNoRightsAndNoTimesThatAFileNeedNotHave) {
  Packed bot = kBotEntry;
  bot.mode = 06777;
  bot.changed = 100'000'000'000;
  Packed old{"old", "", AE_IFREG, 0, "", -5};
  pack(in("ada.tgz"), {kManifestEntry, bot, old});
  unpack(in("ada.tgz"), to(), small());
  EXPECT_EQ(fs::status(to() / "bot.sh").permissions(), fs::perms(0755));
  EXPECT_EQ(fs::status(to() / "old").permissions(), fs::perms(0644));
  EXPECT_LE(fs::last_write_time(to() / "bot.sh"), fs::file_time_type::clock::now());
  struct stat status {};
  ASSERT_EQ(::stat((to() / "agent.toml").c_str(), &status), 0);
  EXPECT_EQ(status.st_mtim.tv_sec, kManifestEntry.changed);
  ASSERT_EQ(::stat((to() / "old").c_str(), &status), 0);
  EXPECT_EQ(status.st_mtim.tv_sec, 0);
}

TEST_F(Unpack, LeavesOutWhatIsNoPartOfAnAgent) {
  for (const char* name : {"ada.zip", "ada.tgz"}) {
    pack(in(name), {kManifestEntry,
                    kBotEntry,
                    {".venv/bin/python", "/usr/bin/python3", AE_IFLNK},
                    {"__pycache__/bot.pyc", "x"}});
    unpack(in(name), to(), small());
    EXPECT_EQ(agent_files(to()).size(), 2U);
    EXPECT_FALSE(fs::exists(to() / ".venv"));
    fs::remove_all(to());
  }
}

TEST_F(Unpack, RefusesWhatIsEncrypted) {
  pack(in("ada.zip"), {kManifestEntry}, "zip:encryption=traditional");
  EXPECT_THAT(told("ada.zip"), HasSubstr("'agent.toml' is encrypted"));
}

TEST_F(Unpack, StopsAtTheLimitWhateverAZipTells) {
  pack_liar(in("ada.zip"), 8 * kMiB);
  EXPECT_THAT(told("ada.zip"), HasSubstr("'zeros' is larger than the archive says"));
}

TEST_F(Unpack, StopsAtATarOfHeadersAlone) {
  std::string long_name = "a/";
  while (long_name.size() < 500'000)
    long_name += "././././";
  std::vector<Packed> entries;
  for (int i = 0; i < 40; ++i)
    entries.push_back({long_name + std::to_string(i), ""});
  pack(in("ada.tgz"), entries);
  EXPECT_LT(fs::file_size(in("ada.tgz")), kMiB);
  EXPECT_THAT(told("ada.tgz"), HasSubstr("'ada.tgz' holds more headers than files"));
}

TEST_F(Unpack, StopsAtALongListOfAZip) {
  std::vector<Packed> entries{kManifestEntry};
  for (const Packed& packed : many(20'000, "folder/of/some/files", ""))
    entries.push_back(packed);
  pack(in("ada.zip"), entries);
  EXPECT_THAT(told("ada.zip"), HasSubstr("'ada.zip' lists too many files"));
}

std::string number(std::size_t value, int bytes) {
  std::string text;
  for (; bytes > 0; --bytes, value >>= 8U)
    text += static_cast<char>(value & 0xFFU);
  return text;
}

/// Returns the CRC as a zip has it: https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT,
/// 4.4.7.
std::uint32_t compute_crc(const std::string& bytes) {
  std::uint32_t crc = ~0U;
  for (const char byte : bytes) {
    crc ^= static_cast<unsigned char>(byte);
    for (int bit = 0; bit < 8; ++bit)
      crc = (crc >> 1U) ^ ((crc & 1U) == 0 ? 0U : 0xEDB88320U);
  }
  return ~crc;
}

/// Every file's bytes quote the next file's header and go on to the end of the last: a megabyte of
/// deflate that holds nothing. (D. Fifield, "A better zip bomb", 2019)
void pack_overlapping(const fs::path& file, int files) {
  const auto stored = [](const std::string& text, int last) {
    return number(static_cast<std::size_t>(last), 1) + number(text.size(), 2) +
           number(~text.size(), 2) + text;
  };
  std::string bytes;
  for (int i = 0; i < 200'000; ++i)
    bytes += stored("", 0);
  bytes += stored("", 1);
  std::string text;
  std::vector<std::pair<std::string, std::size_t>> list;  // with the place from the end
  for (int i = files; i-- > 0;) {
    const std::string name = i == 0 ? "agent.toml" : "file" + std::to_string(i);
    const std::string about = number(20, 2) + number(0, 2) + number(8, 2) + number(0, 4) +
                              number(compute_crc(text), 4) + number(bytes.size(), 4) +
                              number(text.size(), 4) + number(name.size(), 2) + number(0, 2);
    const std::string header = "PK\x03\x04" + about + name;
    list.emplace_back("PK\x01\x02" + number(20, 2) + about + number(0, 10),
                      header.size() + bytes.size());
    list.back().first += "|" + name;
    text = header + text;
    bytes = (i == 0 ? header : stored(header, 0)) + bytes;
  }
  std::string listed;
  for (const auto& [entry, place] : list) {
    const std::size_t bar = entry.rfind('|');
    listed += entry.substr(0, bar) + number(bytes.size() - place, 4) + entry.substr(bar + 1);
  }
  write(file, bytes + listed + "PK\x05\x06" + number(0, 4) + number(list.size(), 2) +
                  number(list.size(), 2) + number(listed.size(), 4) + number(bytes.size(), 4) +
                  number(0, 2));
}

TEST_F(Unpack, StopsAtFilesThatLieOverEachOther) {
  pack_overlapping(in("two.zip"), 2);
  EXPECT_EQ(told("two.zip"), "taken");
  fs::remove_all(to());
  pack_overlapping(in("ada.zip"), 20);
  EXPECT_THAT(told("ada.zip"), HasSubstr("'ada.zip' lists too many files, or files that overlap"));
}

TEST_F(Unpack, RefusesGzipInGzip) {
  pack(in("inner.tgz"), {kManifestEntry, kBotEntry});
  archive* to = ::archive_write_new();
  ::archive_write_set_format_raw(to);
  ::archive_write_add_filter_gzip(to);
  ASSERT_EQ(::archive_write_open_filename(to, in("ada.tgz").c_str()), ARCHIVE_OK);
  archive_entry* entry = ::archive_entry_new();
  ::archive_entry_set_filetype(entry, AE_IFREG);
  ASSERT_EQ(::archive_write_header(to, entry), ARCHIVE_OK);
  const std::string inner = read_bytes(in("inner.tgz"));
  ::archive_write_data(to, inner.data(), inner.size());
  ::archive_entry_free(entry);
  ASSERT_EQ(::archive_write_free(to), ARCHIVE_OK);
  EXPECT_THAT(told("ada.tgz"), HasSubstr("'ada.tgz' cannot be unpacked"));
}

TEST_F(Unpack, RefusesAZipOfOtherMethods) {
  pack(in("ada.zip"), {kManifestEntry, kBotEntry}, "zip:compression=store");
  std::string bytes = read_bytes(in("ada.zip"));
  const std::string local = "PK\x03\x04";
  const std::string listed = "PK\x01\x02";
  for (std::size_t at = 0; (at = bytes.find(local, at)) != bytes.npos; at += 4)
    bytes[at + 8] = 14;  // LZMA
  for (std::size_t at = 0; (at = bytes.find(listed, at)) != bytes.npos; at += 4)
    bytes[at + 10] = 14;
  write(in("ada.zip"), bytes);
  EXPECT_THAT(told("ada.zip"), HasSubstr("'agent.toml' is compressed by another method"));
}

TEST_F(Unpack, RefusesWhereNoAgentIs) {
  const char* const expected =
      "no agent.toml at its top or in the one folder there; expected a folder";
  pack(in("none.zip"), {kBotEntry});
  pack(in("two.tgz"), {{"ada/agent.toml", ""}, {"bob/agent.toml", ""}});
  pack(in("deeper.zip"), {{"a/ada/agent.toml", ""}});
  pack(in("empty.tgz"), {});
  fs::create_directories(in("empty"));
  for (const char* name : {"none.zip", "two.tgz", "deeper.zip", "empty.tgz", "empty"})
    EXPECT_THAT(told(name), HasSubstr(expected)) << name;
}

TEST_F(Unpack, RefusesWhatIsNoArchive) {
  pack(in("good.zip"), {kManifestEntry, {"data", std::string(100'000, 'x')}});
  pack(in("good.tgz"), {kManifestEntry, {"data", std::string(100'000, 'x')}});
  const std::string zip = read_bytes(in("good.zip"));
  const std::string tgz = read_bytes(in("good.tgz"));
  write(in("garbage.zip"), std::string(5000, 'g'));
  write(in("garbage.tgz"), std::string(5000, 'g'));
  write(in("short.zip"), zip.substr(0, zip.size() / 2));
  write(in("short.tgz"), tgz.substr(0, tgz.size() / 2));
  write(in("empty.zip"), "");
  write(in("empty.tgz"), "");
  write(in("a-tar-gz.zip"), tgz);
  write(in("a-zip.tar.gz"), zip);
  for (const char* name : {"garbage.zip", "garbage.tgz", "short.zip", "short.tgz", "empty.zip",
                           "empty.tgz", "a-tar-gz.zip", "a-zip.tar.gz"})
    EXPECT_THAT(told(name),
                testing::AllOf(HasSubstr(std::string("'") + name + "' cannot be unpacked: "),
                               HasSubstr("expected a folder with agent.toml")))
        << name;
}

TEST_F(Unpack, RefusesWhatIsNeitherAFolderNorAnArchive) {
  pack(in("good.zip"), {kManifestEntry, kBotEntry});
  write(in("ada.py"), "print()");
  write(in("ada.rar"), "Rar!");
  fs::create_symlink("good.zip", in("link.zip"));
  fs::create_directory(in("folder"));
  fs::create_directory_symlink("folder", in("link"));
  ::mkfifo(in("pipe.zip").c_str(), 0644);
  for (const char* name : {"ada.py", "ada.rar", "link.zip", "link", "pipe.zip", "not-there.zip"})
    EXPECT_THAT(told(name),
                HasSubstr("expected a folder with agent.toml, or a .zip or .tar.gz of one"))
        << name;
}

TEST_F(Unpack, RefusesABadFolderAsOneThatIsAdded) {
  fs::create_directory(in("ada"));
  write(in("ada/agent.toml"), kManifestEntry.text);
  fs::create_symlink("/etc/passwd", in("ada/data"));
  EXPECT_THAT(told("ada"), HasSubstr("'data' is a link out of the folder"));
  fs::remove(in("ada/data"));
  write(in("ada/big"), "");
  fs::resize_file(in("ada/big"), 5 * kMiB);
  EXPECT_THAT(told("ada"), HasSubstr("more than 4 MiB of files, the last of them 'big'"));
}

}  // namespace
}  // namespace danno::leagues::entrants
