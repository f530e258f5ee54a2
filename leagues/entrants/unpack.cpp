// Unpacks an agent that was handed in: a folder, a .zip or a .tar.gz.
//
// An archive may be written to do harm. It is read twice: the first time everything is counted and
// nothing is written. Names, links, devices, sizes, overlapping parts and compression methods are
// checked entry by entry, and no path leaves the folder.
#include "leagues/entrants/unpack.hpp"

#include <archive.h>
#include <archive_entry.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <ctime>
#include <functional>
#include <map>
#include <memory>
#include <new>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "leagues/base/draft_folder.hpp"
#include "leagues/base/escape.hpp"
#include "leagues/entrants/agent_files.hpp"
#include "leagues/entrants/agent_folder.hpp"
#include "leagues/entrants/utf8_names.hpp"
#include "referee/sandbox/descriptor.hpp"

namespace danno::leagues::entrants {
namespace {

namespace fs = std::filesystem;
using referee::sandbox::Descriptor;

constexpr std::string_view kExpected =
    "expected a folder with agent.toml, or a .zip or .tar.gz of one";
/// Bytes a file: in the list of a zip; of headers and padding in a tar. And beside all files.
constexpr std::uintmax_t kListed = 512;
constexpr std::uintmax_t kHeaders = 4096;
constexpr std::uintmax_t kSlack = std::uintmax_t{1} << 20;

AgentError refusal(const std::string& file, std::string_view what) {
  return AgentError(fmt::format("'{}' {}", base::escape_controls(file), what));
}

/// The upper half of code page 437, the one of a zip's names that are not UTF-8.
constexpr std::string_view kCodePage437 =
    "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒ"
    "áíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐"
    "└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀"
    "αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0";

bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    const std::size_t length = base::first_code_point(text).length;
    if (length == 0) return false;
    text.remove_prefix(length);
  }
  return true;
}

/// Returns the text in UTF-8. Old zip programs write names in this code page and do not say so.
std::string from_code_page_437(std::string_view bytes) {
  std::string text;
  for (const char byte : bytes) {
    std::string_view rest = kCodePage437;
    for (int before = static_cast<unsigned char>(byte) - 0x80; before > 0; --before)
      rest.remove_prefix(base::first_code_point(rest).length);
    if (static_cast<signed char>(byte) >= 0)
      text += byte;
    else
      text += rest.substr(0, base::first_code_point(rest).length);
  }
  return text;
}

/// The bytes of an archive: as many as there were when it was opened, and no more read of them than
/// is allowed, however its parts overlap.
class ArchiveBytes {
 public:
  explicit ArchiveBytes(const fs::path& file)
      : file_(::open(file.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)) {
    struct stat status {};
    if (!file_ || ::fstat(file_.get(), &status) != 0)
      throw refusal(file.filename(), fmt::format("cannot be read: {}", std::strerror(errno)));
    if (!S_ISREG(status.st_mode)) throw refusal(file.filename(), "is not a regular file");
    size_ = status.st_size;
  }

  [[nodiscard]] std::uintmax_t size() const { return static_cast<std::uintmax_t>(size_); }
  void allow(std::uintmax_t bytes) { allowed_ = bytes; }
  /// Returns whether libarchive asked for more bytes than allow() permits.
  [[nodiscard]] bool overdrawn() const { return overdrawn_; }

  /// Opens the archive and returns libarchive's result code.
  int open(archive* reader) {
    ::archive_read_set_callback_data(reader, this);
    ::archive_read_set_read_callback(reader, read);
    ::archive_read_set_seek_callback(reader, seek);
    return ::archive_read_open1(reader);
  }

 private:
  static la_ssize_t read(archive* reader, void* data, const void** block) {
    auto& self = *static_cast<ArchiveBytes*>(data);
    *block = self.block_.data();
    const auto most = std::min(static_cast<la_int64_t>(self.block_.size()), self.size_ - self.at_);
    const ssize_t got =
        ::pread(self.file_.get(), self.block_.data(), static_cast<std::size_t>(most), self.at_);
    if (got < 0) {
      ::archive_set_error(reader, errno, "%s", std::strerror(errno));
      return ARCHIVE_FATAL;
    }
    // A small archive whose entries share their bytes would expand without end.
    if (static_cast<std::uintmax_t>(got) > self.allowed_) {
      self.overdrawn_ = true;
      ::archive_set_error(reader, EFBIG, "its parts overlap");
      return ARCHIVE_FATAL;
    }
    self.allowed_ -= static_cast<std::uintmax_t>(got);
    self.at_ += got;
    return got;
  }

  static la_int64_t seek(archive* /*reader*/, void* data, la_int64_t offset, int whence) {
    auto& self = *static_cast<ArchiveBytes*>(data);
    const la_int64_t from = whence == SEEK_SET ? 0 : whence == SEEK_CUR ? self.at_ : self.size_;
    if (offset < -from || offset > self.size_ - from) return ARCHIVE_FATAL;
    return self.at_ = from + offset;
  }

  Descriptor file_;
  la_int64_t size_ = 0;
  la_int64_t at_ = 0;
  std::uintmax_t allowed_ = 0;
  bool overdrawn_ = false;
  std::array<char, 64 * 1024> block_{};
};

/// The list of files that an archive announces, checked entry by entry.
class Contents {
 public:
  Contents(const FolderLimits& limits, bool is_zip) : count_(limits), is_zip_(is_zip) {}

  /// Returns the entry's file; nullopt for a folder, or a file in an ignored folder. Throws
  /// AgentError if the archive must be refused.
  std::optional<fs::path> take(archive_entry* entry) {
    const char* const stored_name = ::archive_entry_pathname(entry);
    if (stored_name == nullptr || *stored_name == '\0')
      throw AgentError("a name in it cannot be read; expected printable UTF-8");
    const std::string name =
        is_zip_ && !is_utf8(stored_name) ? from_code_page_437(stored_name) : stored_name;
    fs::path path = path_in_folder(name);
    count_.add_entry(path);
    if (::archive_entry_is_encrypted(entry) != 0)
      throw refusal(name, "is encrypted; expected an archive without a password");
    const bool folder = ::archive_entry_filetype(entry) == AE_IFDIR;
    const bool left_out = add_folders(folder ? path : path.parent_path());
    if (folder || path.empty()) return std::nullopt;
    if (!names_.emplace(path, true).second) throw refusal(name, "is in it twice");
    count_.add_bytes(
        static_cast<std::uintmax_t>(std::max<la_int64_t>(0, ::archive_entry_size(entry))), path);
    if (left_out) return std::nullopt;
    if (::archive_entry_filetype(entry) == AE_IFLNK || ::archive_entry_hardlink(entry) != nullptr)
      throw refusal(
          name, "is a link, which an archive may not hold; expected a copy of what it leads to");
    if (::archive_entry_filetype(entry) != AE_IFREG)
      throw refusal(
          name, "is a device, a pipe or a socket; an agent's folder holds files and folders only");
    return path;
  }

 private:
  /// Adds folders; returns whether one of them is not part of an agent.
  bool add_folders(fs::path folder) {
    const bool left_out = std::ranges::any_of(folder, is_ignored_folder);
    if (!folder.empty()) count_.enter(folder);
    for (; !folder.empty(); folder = folder.parent_path()) {
      const auto [name, is_new] = names_.emplace(folder, false);
      if (name->second) throw refusal(folder, "is a file and a folder");
      if (!is_new) break;  // nor are those around it
      count_.add_entry(folder);
    }
    return left_out;
  }

  FolderCount count_;
  bool is_zip_;
  std::map<std::string, bool> names_;  ///< True: a file.
};

using ArchiveReader = std::unique_ptr<archive, decltype(&::archive_read_free)>;

bool is_zip(const fs::path& file) { return has_suffix(file, {".zip"}); }

/// One format and one filter, by the name: formats that are tried in turn, and gzip in gzip, are
/// work for attackers.
ArchiveReader make_reader(const fs::path& file) {
  ArchiveReader reader(::archive_read_new(), ::archive_read_free);
  if (!reader) throw std::bad_alloc();
  if (is_zip(file)) {
    ::archive_read_support_format_zip_seekable(reader.get());
  } else {
    ::archive_read_support_format_tar(reader.get());
    ::archive_read_append_filter(reader.get(), ARCHIVE_FILTER_GZIP);
  }
  return reader;
}

/// A zip's other methods take as much memory as the archive says.
bool is_deflated(archive* reader) {
  const std::string_view format = ::archive_format_name(reader);
  return format.ends_with("(deflation)") || format.ends_with("(uncompressed)");
}

AgentError unreadable(const fs::path& file, archive* reader, const ArchiveBytes& bytes) {
  if (bytes.overdrawn())
    return refusal(file.filename(), "lists too many files, or files that overlap");
  const char* const why = ::archive_error_string(reader);
  return refusal(
      file.filename(),
      fmt::format("cannot be unpacked: {}; {}",
                  why == nullptr ? "it is damaged" : base::escape_controls(why), kExpected));
}

la_ssize_t read_data(const fs::path& file, archive* reader, const ArchiveBytes& bytes,
                     std::span<char> part) {
  const la_ssize_t got = ::archive_read_data(reader, part.data(), part.size());
  if (got < 0) throw unreadable(file, reader, bytes);
  return got;
}

/// Called for each file while its bytes can be read.
using OnFile =
    std::function<void(const fs::path&, archive_entry* entry, const FolderWriter::Read&)>;

void read_archive(const fs::path& file, const FolderLimits& limits, const OnFile& on_file) {
  const Utf8Names utf8;
  ArchiveBytes bytes(file);
  if (bytes.size() > limits.bytes)
    throw refusal(file.filename(), fmt::format("is larger than {} MiB", limits.bytes >> 20));
  const ArchiveReader reader = make_reader(file);
  Contents contents(limits, is_zip(file));
  bytes.allow(limits.files * kListed + kSlack);  // a zip's list is read at once, and kept
  archive_entry* entry = nullptr;
  int result = bytes.open(reader.get());
  if (result == ARCHIVE_OK) result = ::archive_read_next_header(reader.get(), &entry);
  // More reads than twice the size of the archive mean that its parts overlap.
  bytes.allow(2 * bytes.size() + kSlack);
  for (; result == ARCHIVE_OK || result == ARCHIVE_WARN;
       result = ::archive_read_next_header(reader.get(), &entry)) {
    const auto path = contents.take(entry);
    const auto position = static_cast<std::uintmax_t>(::archive_filter_bytes(reader.get(), 0));
    // A tar may consist of headers only.
    if (position > limits.bytes + limits.files * kHeaders)
      throw refusal(file.filename(), "holds more headers than files");
    if (!path) continue;
    if (is_zip(file) && !is_deflated(reader.get()))
      throw refusal(*path, "is compressed by another method; expected deflate");
    la_int64_t rest = ::archive_entry_size(entry);
    on_file(*path, entry, [&](std::span<char> part) {
      const la_ssize_t got = read_data(file, reader.get(), bytes, part);
      if (got > rest) throw refusal(*path, "is larger than the archive says");
      rest -= got;
      return static_cast<std::size_t>(got);
    });
  }
  if (result != ARCHIVE_EOF) throw unreadable(file, reader.get(), bytes);
}

void unpack_archive(const fs::path& file, const fs::path& to, const FolderLimits& limits) {
  read_archive(file, limits, [](const fs::path&, archive_entry*, const FolderWriter::Read&) {});
  FolderWriter writer(to, limits);  // counts once more: the archive may be another by now
  read_archive(file, limits,
               [&](const fs::path& path, archive_entry* entry, const FolderWriter::Read& read) {
                 const bool program = (::archive_entry_perm(entry) & S_IXUSR) != 0;
                 writer.add(path, program,
                            {::archive_entry_mtime(entry), ::archive_entry_mtime_nsec(entry)},
                            read);
               });
}

/// Returns whether an entry is one that archive programs add.
bool is_added(const std::string& name) { return name == "__MACOSX" || name.front() == '.'; }

/// Returns the folder that holds agent.toml: the top one, or the only one in it.
fs::path agent_root(const fs::path& folder) {
  if (is_agent_folder(folder)) return folder;
  std::vector<fs::path> tops;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    if (!is_added(entry.path().filename())) tops.push_back(entry.path());
  }
  if (tops.size() == 1 && fs::is_directory(tops[0]) && is_agent_folder(tops[0])) return tops[0];
  throw AgentError(
      fmt::format("no agent.toml at its top or in the one folder there; {}", kExpected));
}

}  // namespace

bool is_archive(const fs::path& file) { return has_suffix(file, {".zip", ".tar.gz", ".tgz"}); }

void unpack(const fs::path& handed_in, const fs::path& to, const FolderLimits& limits) {
  std::error_code error;
  const fs::file_status status = fs::symlink_status(handed_in, error);
  const base::DraftFolder draft(fs::absolute(to).parent_path());
  if (fs::is_directory(status)) {
    copy_files(handed_in, draft.path(), limits);
  } else if (fs::is_regular_file(status) && is_archive(handed_in)) {
    unpack_archive(handed_in, draft.path(), limits);
  } else {
    throw refusal(handed_in.filename(), fmt::format("cannot be handed in; {}", kExpected));
  }
  // The folder appears only when all of it was accepted.
  fs::rename(agent_root(draft.path()), to);
}

bool is_agent_archive(const fs::path& archive, const FolderLimits& limits) {
  std::set<fs::path> tops;
  std::set<fs::path> manifests;
  read_archive(archive, limits,
               [&](const fs::path& path, archive_entry*, const FolderWriter::Read&) {
                 if (!is_added(*path.begin())) tops.insert(*path.begin());
                 if (path.filename() == kManifest) manifests.insert(path);
               });
  return manifests.contains(kManifest) ||
         (tops.size() == 1 && manifests.contains(*tops.begin() / kManifest));
}

void unpack_download(const fs::path& archive, const fs::path& to, const FolderLimits& limits) {
  const base::DraftFolder draft(fs::absolute(to).parent_path());
  unpack_archive(archive, draft.path(), limits);
  draft.finish(to);
}

}  // namespace danno::leagues::entrants
