// Where a site's pages lie. A site is unpacked on any system: no two paths differ by case alone,
// and none is a name that Windows keeps for itself.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace danno::leagues::site {

/// Agents' names as names of files.
class FileNames {
 public:
  /// Of the names as shown; all that are asked for later.
  explicit FileNames(std::vector<std::string> names);

  /// "ada", "a%2Fb"; "Ada~2" where "Ada" and "ada" are both there, by the order of the names'
  /// bytes; "con~2", "nul~2.x".
  [[nodiscard]] const std::string& of(const std::string& name) const { return files_.at(name); }
  /// Of agents that meet: "ada+bob"; above 100 bytes its first 60, `~` and 12 digits of its
  /// SHA-256.
  [[nodiscard]] std::string of_line_up(std::span<const std::string> names) const;

 private:
  std::map<std::string, std::string> files_;
};

/// A division's folder, with its slash: "koans/", "koans%231/".
[[nodiscard]] std::string folder_of_division(std::string_view division);
/// "rules/koans.html"
[[nodiscard]] std::string rules_path(std::string_view division);
/// Its pages, below that folder.
[[nodiscard]] std::string agent_page_path(const FileNames& files, const std::string& name);
[[nodiscard]] std::string deal_path(const FileNames& files, std::span<const std::string> line_up,
                                    std::uint64_t deal);                   // no ending
[[nodiscard]] std::string paged(std::string_view stem, std::size_t page);  ///< From 0.

/// What leads from the page at `path` to the site's folder: "", "../", "../../".
[[nodiscard]] std::string way_up(std::string_view path);

}  // namespace danno::leagues::site
