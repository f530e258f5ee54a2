// Takes an agent's folder out of a Git repository at a revision, by git's own commands. The
// repository may hold files of a candidate that wants to run code or to read outside. So git may
// neither run hooks nor fetch, and every path is checked as one of an archive is. Files are read as
// blobs and not checked out.
#include "leagues/entrants/git_folder.hpp"

#include <fmt/format.h>
#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <ctime>
#include <functional>
#include <iterator>
#include <map>
#include <set>
#include <span>
#include <sstream>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "leagues/base/escape.hpp"
#include "leagues/base/number.hpp"
#include "leagues/base/whole_file.hpp"
#include "leagues/entrants/agent_files.hpp"
#include "referee/sandbox/locate.hpp"

namespace danno::leagues::entrants {
namespace {

namespace fs = std::filesystem;

struct CommandResult {
  bool done = false;  ///< True if it ended with exit code 0.
  std::string text;
};

/// A running shell command whose stdout is read piece by piece.
class ShellPipe {
 public:
  /// Starts the command. Throws std::system_error if there is no shell.
  explicit ShellPipe(const std::string& command) : pipe_(::popen(command.c_str(), "re")) {
    if (pipe_ == nullptr) throw std::system_error(errno, std::generic_category(), command);
  }
  ShellPipe(const ShellPipe&) = delete;
  ShellPipe& operator=(const ShellPipe&) = delete;
  /// Waits for its end; remaining output is not read.
  ~ShellPipe() {
    if (pipe_ != nullptr) ::pclose(pipe_);
  }

  /// Fills `bytes` and returns the number of bytes read; fewer than requested only at the end.
  std::size_t read(std::span<char> bytes) {
    return std::fread(bytes.data(), 1, bytes.size(), pipe_);
  }

  /// Waits for its end. Returns whether the exit code was 0.
  [[nodiscard]] bool succeeded() {
    const int status = ::pclose(std::exchange(pipe_, nullptr));
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
  }

 private:
  std::FILE* pipe_;
};

/// Returns the stdout and stderr of a shell command. Throws std::system_error if there is no shell.
CommandResult run_shell(const std::string& command) {
  ShellPipe pipe(command + " 2>&1");
  CommandResult result;
  std::array<char, 4096> bytes{};
  while (const std::size_t got = pipe.read(bytes))
    result.text.append(bytes.data(), got);
  result.done = pipe.succeeded();
  return result;
}

/// The environment keeps git from fetching missing objects. Git must also ignore a bare repository
/// inside a folder: its files may come from the candidate.
constexpr std::string_view kGit =
    "GIT_ALLOW_PROTOCOL=none GIT_NO_LAZY_FETCH=1 GIT_NO_REPLACE_OBJECTS=1 GIT_OPTIONAL_LOCKS=0 "
    "git -c safe.bareRepository=explicit -c core.fsmonitor=false -c core.hooksPath=/dev/null ";

constexpr int kMostLinks = 40;  // in a row, as the kernel has it
constexpr std::uintmax_t kLongestLink = 4096;
constexpr std::size_t kLongestRecord = 8192;  // of a tree's list: longer than the longest path

/// Returns git's error with the advice below it as one line, without "fatal: " and without the
/// object's name, which rev-parse prints behind it.
std::string git_error(std::string text, const std::string& revision) {
  if (text.ends_with('\n')) text.pop_back();
  const std::size_t last = text.rfind('\n');
  if (last != std::string::npos && text.compare(last + 1, revision.size() + 1, revision + ":") == 0)
    text.resize(last);
  constexpr std::string_view kFatal = "fatal: ";
  const std::size_t at = text.find(kFatal);
  std::istringstream words(at == std::string::npos ? text : text.substr(at + kFatal.size()));
  std::string line;
  for (std::string word; words >> word;)
    line += (line.empty() ? "" : " ") + word;
  line.erase(line.find_last_not_of('.') + 1);
  return line;
}

std::string format(const GitFolder& folder) {
  return fmt::format("'git:{}{}{}'", folder.revision, folder.path.empty() ? "" : ":", folder.path);
}

/// Returns the last line that git prints; warnings come before. `expected` ends the message of a
/// failure.
std::string ask_git(const GitFolder& folder, const std::string& command,
                    const std::string& expected = {}) {
  CommandResult result = run_shell(std::string(kGit) + command);
  if (!result.done)
    throw AgentError(fmt::format("{}: git says: {}{}", format(folder),
                                 git_error(result.text, folder.revision), expected));
  if (result.text.ends_with('\n')) result.text.pop_back();
  return result.text.substr(result.text.rfind('\n') + 1);
}

/// The path of `place.candidate` from the root of the repository.
std::string path_of_candidate(const GitFolder& folder, const GitPlace& place,
                              const std::string& from) {
  const fs::path top = fs::canonical(ask_git(folder, from + "rev-parse --show-toplevel"));
  const fs::path candidate = fs::canonical(place.candidate);
  if (!referee::sandbox::is_within(candidate, top))
    throw AgentError(fmt::format(
        "{}: the candidate's folder '{}' is not in the repository '{}'; start danno in its "
        "repository, name that with --repo, or name the folder: git:{}:PATH",
        format(folder), candidate.string(), top.string(), folder.revision));
  const fs::path path = candidate.lexically_relative(top);
  return path == "." ? "" : path.string();
}

using RepositoryFiles = std::map<fs::path, TreeEntry>;

/// The objects of one repository, which is named and not searched for.
class Objects {
 public:
  Objects(const GitFolder& folder, const fs::path& git_directory)
      : folder_(folder), git_("--git-dir=" + base::quote_shell(git_directory.string()) + " ") {}

  /// The hash of the folder of that path.
  [[nodiscard]] std::string tree(const std::string& path) const {
    const bool is_shallow = ask_git(folder_, git_ + "rev-parse --is-shallow-repository") == "true";
    std::string hash = ask_git(
        folder_, git_ + "rev-parse " + base::quote_shell(folder_.revision + ":" + path),
        fmt::format(
            "; expected a revision of this repository that has the folder{}",
            is_shallow ? " (this clone is shallow and has few: 'git fetch --unshallow')" : ""));
    if (ask_git(folder_, git_ + "cat-file -t " + base::quote_shell(hash)) != "tree")
      throw AgentError(fmt::format("{} is a file; expected an agent's folder", format(folder_)));
    return hash;
  }

  /// Returns the files below a tree, counted against the limits.
  [[nodiscard]] RepositoryFiles list(const std::string& tree, const FolderLimits& limits) const {
    Listing listing{FolderCount(limits), {}, {}};
    ShellPipe pipe(std::string(kGit) + git_ + "ls-tree -r -t -l -z --full-tree " +
                   base::quote_shell(tree) + " 2>/dev/null");
    std::array<char, 64 * 1024> bytes{};
    std::string record;
    while (const std::size_t got = pipe.read(bytes)) {
      for (const char byte : std::span(bytes).first(got)) {
        // A record that is too long is cut, and then refused like any other damaged one.
        if (byte != '\0' && record.size() < kLongestRecord) {
          record += byte;
          continue;
        }
        add(record, listing);
        record.clear();
      }
    }
    if (!pipe.succeeded() || !record.empty()) throw damaged();
    return std::move(listing.blobs);
  }

  /// Called for each blob while its bytes can be read.
  using OnFile = std::function<void(const fs::path&, const TreeEntry&, const FolderWriter::Read&)>;
  /// Visits blobs one after the other; `list` is a file to write their hashes to.
  void visit(const RepositoryFiles& blobs, const fs::path& list, const OnFile& on_blob) const {
    std::string hashes;
    for (const auto& [path, blob] : blobs)
      hashes += blob.hash + "\n";
    base::write_whole(list, hashes);
    ShellPipe pipe(std::string(kGit) + git_ + "cat-file --batch --buffer < " +
                   base::quote_shell(list.string()) + " 2>/dev/null");
    for (const auto& [path, blob] : blobs) {
      // git writes "HASH blob SIZE", the bytes and a line end for each.
      expect(pipe, fmt::format("{} blob {}\n", blob.hash, blob.bytes));
      std::uintmax_t rest = blob.bytes;
      on_blob(path, blob, [&](std::span<char> part) {
        part = part.first(std::min<std::uintmax_t>(part.size(), rest));
        if (pipe.read(part) != part.size()) throw damaged();
        rest -= part.size();
        return part.size();
      });
      expect(pipe, "\n");
    }
    if (!pipe.succeeded()) throw damaged();
  }

 private:
  struct Listing {
    FolderCount count;
    std::set<fs::path> names;
    RepositoryFiles blobs;
  };

  void add(const std::string& record, Listing& listing) const {
    auto entry = parse_tree_entry(record);
    if (!entry) throw damaged();
    listing.count.add_entry(entry->path);
    if (!listing.names.insert(entry->path).second) throw damaged();
    if (entry->type == "tree") return listing.count.enter(entry->path);
    if (entry->type == "commit")
      throw AgentError(fmt::format("{}: '{}' is a submodule; expected files of this repository",
                                   format(folder_), entry->path.string()));
    listing.count.add_bytes(entry->bytes, entry->path);
    listing.blobs.emplace(entry->path, *entry);
  }

  void expect(ShellPipe& pipe, const std::string& text) const {
    std::string read(text.size(), '\0');
    if (pipe.read(read) != read.size() || read != text) throw damaged();
  }

  [[nodiscard]] AgentError damaged() const {
    return AgentError(
        fmt::format("{}: git cannot read all of its files; expected a complete clone, without "
                    "--filter, in which 'git fsck' finds no error",
                    format(folder_)));
  }

  const GitFolder& folder_;
  std::string git_;
};

/// Puts the file that a link leads to, as it lies in the folder, in the link's place.
void follow_links(RepositoryFiles& blobs, const std::map<fs::path, std::string>& targets,
                  const FolderLimits& limits) {
  FolderCount count(limits);
  for (auto& [path, blob] : blobs) {
    fs::path file = path;
    for (int links = 0; links < kMostLinks && targets.contains(file); ++links)
      file = (file.parent_path() / targets.at(file)).lexically_normal();
    const auto found = blobs.find(file);
    if (found == blobs.end() || targets.contains(file))
      throw AgentError(
          fmt::format("'{}' is a link to something that is not a file of the folder; expected a "
                      "copy of what it leads to",
                      path.string()));
    // A file counts for each link to it, since each link becomes a copy.
    count.add_bytes(found->second.bytes, path);
    if (blob.link) {
      const TreeEntry target = found->second;
      blob = target;
    }
  }
}

}  // namespace

std::optional<GitFolder> parse_git_folder(std::string_view argument) {
  constexpr std::string_view kScheme = "git:";
  GitFolder folder;
  const std::size_t sign = argument.find('=');
  if (sign < argument.find(kScheme)) {
    folder.name = argument.substr(0, sign);
    argument.remove_prefix(sign + 1);
  }
  if (!argument.starts_with(kScheme)) return std::nullopt;
  argument.remove_prefix(kScheme.size());
  const std::size_t colon = std::min(argument.find(':'), argument.size());
  folder.revision = argument.substr(0, colon);
  folder.path = argument.substr(std::min(colon + 1, argument.size()));
  if (folder.revision.empty() || folder.revision.starts_with('-'))
    throw AgentError(
        fmt::format("'git:{}'; expected [NAME=]git:REV[:PATH], as in git:main:bots/ada", argument));
  if (folder.name.empty()) {
    folder.name = folder.revision;
    std::ranges::replace(folder.name, '/', '-');
  }
  return folder;
}

std::optional<TreeEntry> parse_tree_entry(std::string_view record) {
  const std::size_t tab = record.find('\t');
  if (tab == std::string_view::npos) return std::nullopt;
  std::istringstream words{std::string(record.substr(0, tab))};
  TreeEntry entry;
  std::string mode;
  std::string size;
  words >> mode >> entry.type >> entry.hash >> size;
  const bool is_blob = entry.type == "blob";
  const bool is_known = is_blob || entry.type == "tree" || entry.type == "commit";
  const auto bytes = base::parse_whole<std::uintmax_t>(is_blob ? size : "0");
  entry.path = path_in_folder(std::string(record.substr(tab + 1)));
  // A repository may name a file "."; git lists it.
  if (!is_known || size.empty() || !bytes || entry.path.empty() || !(words >> std::ws).eof())
    return std::nullopt;
  entry.bytes = *bytes;
  entry.program = mode == "100755";
  entry.link = mode == "120000";
  return entry;
}

void check_out(const GitFolder& folder, const GitPlace& place, const fs::path& to,
               const FolderLimits& limits) {
  const bool is_named = !place.repository.empty();
  const std::string from =
      is_named ? "-C " + base::quote_shell(place.repository.string()) + " " : "";
  const fs::path git = fs::canonical(
      ask_git(folder, from + "rev-parse --absolute-git-dir",
              "; expected the current folder, or --repo FOLDER, in a repository that git accepts"));
  // A repository inside the candidate's folder would let the candidate choose its own baseline.
  if (!is_named && is_agent_folder(place.candidate) &&
      referee::sandbox::is_within(git, fs::canonical(place.candidate))) {
    throw AgentError(
        fmt::format("{}: the repository '{}' is in the candidate's folder, and may be the "
                    "candidate's work; if it is yours, name it: --repo FOLDER",
                    format(folder), git.string()));
  }
  const Objects objects(folder, git);
  RepositoryFiles blobs = objects.list(
      objects.tree(folder.path.empty() ? path_of_candidate(folder, place, from) : folder.path),
      limits);
  const fs::path hashes = fs::absolute(to).parent_path() / "hashes";
  // Links come first: their targets decide which blobs the files are.
  RepositoryFiles links;
  std::ranges::copy_if(blobs, std::inserter(links, links.end()),
                       [](const auto& entry) { return entry.second.link; });
  std::map<fs::path, std::string> targets;
  objects.visit(links, hashes, [&](const fs::path& path, const TreeEntry& blob, const auto& read) {
    if (blob.bytes > kLongestLink)
      throw AgentError(fmt::format("'{}' is a link of {} bytes", path.string(), blob.bytes));
    std::string target(blob.bytes, '\0');
    (void)read(target);
    targets[path] = target;
  });
  follow_links(blobs, targets, limits);
  FolderWriter writer(to, limits);
  const std::timespec now{std::time(nullptr), 0};
  objects.visit(blobs, hashes, [&](const fs::path& path, const TreeEntry& blob, const auto& read) {
    writer.add(path, blob.program, now, read);
  });
  fs::remove(hashes);
}

}  // namespace danno::leagues::entrants
