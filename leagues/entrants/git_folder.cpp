#include "leagues/entrants/git_folder.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "leagues/entrants/shell.hpp"
#include "leagues/text/escape.hpp"

namespace danno::leagues::entrants {
namespace {

namespace fs = std::filesystem;

/// The line that tells the error, less git's "fatal: ".
std::string error_of(const std::string& text) {
  constexpr std::string_view kFatal = "fatal: ";
  const std::size_t at = text.find(kFatal);
  const std::string line = at == std::string::npos ? text : text.substr(at + kFatal.size());
  const std::size_t end = line.find_last_not_of(".\n", line.find('\n'));
  return line.substr(0, end + 1);
}

std::string run_git(const GitFolder& folder, const std::string& command) {
  const Told told = ask_shell(command);
  if (told.done) return told.text.substr(0, told.text.find('\n'));
  throw AgentError(fmt::format(
      "'git:{}{}{}': git says: {}; expected a revision of this repository that has the folder "
      "(a shallow clone has few: 'git fetch --unshallow')",
      folder.revision, folder.path.empty() ? "" : ":", folder.path, error_of(told.text)));
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

void check_out(const GitFolder& folder, const fs::path& from, const fs::path& to) {
  const std::string git = "git -C " + text::quote_shell(from.string()) + " rev-parse ";
  // "./" is the path of the folder that git runs in.
  const std::string tree =
      folder.revision + ":" + (folder.path.empty() ? std::string("./") : folder.path);
  const std::string hash = run_git(folder, git + text::quote_shell(tree));
  const std::string repository = run_git(folder, git + "--absolute-git-dir");
  // An index beside the files: that of the repository stays as it is.
  const fs::path files = fs::absolute(to);
  const fs::path index = files.parent_path() / "index";
  const std::string there =
      fmt::format("GIT_INDEX_FILE={} git --git-dir={} --work-tree={} -C {} ",
                  text::quote_shell(index.string()), text::quote_shell(repository),
                  text::quote_shell(files.string()), text::quote_shell(files.string()));
  run_git(folder, there + "read-tree " + text::quote_shell(hash));
  run_git(folder, there + "checkout-index --all");
  fs::remove(index);
}

}  // namespace danno::leagues::entrants
