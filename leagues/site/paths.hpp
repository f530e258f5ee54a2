// The paths of a site's pages. They are valid on every system: no two paths differ only by case,
// and none is a reserved name of Windows.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace danno::leagues::site {

/// File names for agents' names.
class FileNames {
 public:
  /// `names` are the shown names of all agents that of() is called for.
  explicit FileNames(std::vector<std::string> names);

  /// Returns "ada", "a%2Fb", or "Ada~2" if both "Ada" and "ada" exist, in byte order; "con~2" and
  /// "nul~2.x" for reserved names.
  [[nodiscard]] const std::string& of(const std::string& name) const { return files_.at(name); }
  /// Returns a name for agents that meet, such as "ada+bob". If it is longer than 100 bytes, it
  /// consists of its first 60, `~` and 12 digits of its SHA-256.
  [[nodiscard]] std::string of_line_up(std::span<const std::string> names) const;

 private:
  std::map<std::string, std::string> files_;
};

/// Returns a division's folder with a final slash: "koans/", "koans%231/".
[[nodiscard]] std::string folder_of_division(std::string_view division);
/// Returns "rules/koans.html".
[[nodiscard]] std::string rules_path(std::string_view division);
/// These return paths below that folder.
[[nodiscard]] std::string agent_page_path(const FileNames& files, const std::string& name);
[[nodiscard]] std::string deal_path(const FileNames& files, std::span<const std::string> line_up,
                                    std::uint64_t deal);  // without extension
/// Returns the id of the row about an opponent on an agent's page: "against-ada".
[[nodiscard]] std::string against_id(const FileNames& files, const std::string& opponent);
/// The page counts from 0.
[[nodiscard]] std::string paged(std::string_view stem, std::size_t page);

/// Returns the relative path from the page at `path` to the site's folder: "", "../", "../../".
[[nodiscard]] std::string way_up(std::string_view path);

}  // namespace danno::leagues::site
