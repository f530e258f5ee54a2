#include "leagues/commands/agent/hand_ins.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdint>
#include <iterator>

#include "leagues/entrants/agent_files.hpp"
#include "leagues/entrants/scaffold.hpp"
#include "leagues/entrants/unpack.hpp"

namespace danno::leagues::commands::agent {
namespace {

namespace fs = std::filesystem;

/// The limits of a whole download: each agent in it has its own when it is copied.
constexpr entrants::FolderLimits kDownload{.bytes = std::uintmax_t{8} << 30, .files = 1'000'000};

/// Returns the name without the ending of an archive: "ada" for "ada.tar.gz".
std::string archive_name(const fs::path& archive) {
  const fs::path stem = archive.stem();
  return stem.extension() == ".tar" ? stem.stem().string() : stem.string();
}

/// Returns the entries of a folder by name, without hidden ones and what macOS adds to archives.
std::vector<fs::path> visible_entries(const fs::path& folder) {
  std::vector<fs::path> entries;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(folder, ignored)) {
    const std::string name = entry.path().filename().string();
    if (!name.starts_with('.') && name != "__MACOSX") entries.push_back(entry.path());
  }
  std::ranges::sort(entries);
  return entries;
}

/// Returns the agents' folders and archives down to `levels` below a folder. What lies inside an
/// agent's folder is its own.
std::vector<fs::path> agents_below(const fs::path& folder, int levels) {
  std::vector<fs::path> found;
  for (const fs::path& entry : visible_entries(folder)) {
    std::error_code ignored;
    if (entrants::is_agent_folder(entry) || is_archive(entry)) {
      found.push_back(entry);
    } else if (levels > 1 && !fs::is_symlink(entry, ignored) && fs::is_directory(entry, ignored)) {
      std::ranges::move(agents_below(entry, levels - 1), std::back_inserter(found));
    }
  }
  return found;
}

bool is_student(const fs::path& folder) {
  std::error_code ignored;
  return fs::is_directory(folder, ignored) && !entrants::is_agent_folder(folder) &&
         !agents_below(folder, 2).empty();
}

bool is_download(const fs::path& folder) {
  return !entrants::is_agent_folder(folder) &&
         std::ranges::any_of(visible_entries(folder), is_student);
}

class Finder {
 public:
  explicit Finder(const fs::path& scratch) : scratch_(scratch) {}

  void add(const std::string& given, bool is_student) {
    if (is_archive(given)) return add_archive(given, is_student);
    if (is_student) return add_student(given, given);
    if (is_download(given)) return add_download(given, given);
    found_.push_back({given});
  }

  std::vector<HandIn> take() { return std::move(found_); }

 private:
  /// Adds an agent's archive, or that of a download.
  void add_archive(const std::string& given, bool is_student) {
    HandIn hand_in{given};
    if (is_student) hand_in.author = archive_name(given);
    try {
      if (!entrants::is_agent_archive(given, kDownload)) {
        const fs::path folder = unpack_download(given);
        if (is_download(folder)) return add_download(given, folder);
      }
    } catch (const entrants::AgentError& error) {
      hand_in.problem = fmt::format("{}: {}", fs::path(given).filename().string(), error.what());
    }
    found_.push_back(hand_in);
  }

  /// Returns the folder with what was in the archive.
  fs::path unpack_download(const fs::path& archive) {
    const fs::path folder = scratch_ / std::to_string(++unpacked_);
    entrants::unpack_download(archive, folder, kDownload);
    // The archive of a folder has the students one level below.
    const auto entries = visible_entries(folder);
    const bool is_around = entries.size() == 1 && visible_entries(entries.front()).size() > 1 &&
                           is_download(entries.front());
    return is_around ? entries.front() : folder;
  }

  void add_download(const fs::path& name, const fs::path& folder) {
    for (const fs::path& student : visible_entries(folder)) {
      // Other files, such as a list of grades, hold no agent.
      std::error_code ignored;
      if (fs::is_directory(student, ignored))
        add_student((name / student.filename()).string(), student);
    }
  }

  void add_student(const std::string& name, const fs::path& folder) {
    HandIn hand_in{name};
    hand_in.agent = folder;
    hand_in.author = entrants::folder_name(folder);
    if (!entrants::is_agent_folder(folder)) {
      const std::vector<fs::path> agents = agents_below(folder, 2);
      if (agents.size() == 1) {
        hand_in.agent = agents.front();
      } else if (!agents.empty()) {
        std::vector<std::string> names;
        for (const fs::path& agent : agents)
          names.push_back(agent.lexically_relative(folder).string());
        hand_in.problem = fmt::format("it has {} agents ({}); expected one", agents.size(),
                                      fmt::join(names, ", "));
      }
    }
    found_.push_back(hand_in);
  }

  fs::path scratch_;
  int unpacked_ = 0;
  std::vector<HandIn> found_;
};

}  // namespace

bool is_archive(const fs::path& path) {
  std::error_code ignored;
  return fs::is_regular_file(path, ignored) && entrants::is_archive(path);
}

std::vector<HandIn> find_hand_ins(const std::vector<std::string>& given, bool are_students,
                                  const fs::path& scratch) {
  Finder finder(scratch);
  for (const std::string& one : given)
    finder.add(one, are_students);
  return finder.take();
}

}  // namespace danno::leagues::commands::agent
