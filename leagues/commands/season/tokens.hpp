// The tokens of a season's authors, in the folder `web` beside the league file:
//
//   web/tokens.csv   author,token,command; only the organiser can read it
//   web/htpasswd     author:{SSHA}HASH; nginx reads it for each login
//   web/address      where the season's pages are; `danno season web` writes it
//
// A token is 128 bits of the system's randomness, in hex. Nobody guesses it, however fast the hash
// is, so the hash is one round of salted SHA-1: a flood of logins costs nginx nothing, whereas the
// thousands of rounds that protect a password would block it. SHA-1's weakness, collisions, helps
// nobody who does not know a token.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace danno::leagues::commands::season {

/// Returns what is wrong with an author's name for a login; empty if nothing. A name is a part of
/// paths and of addresses, and of `ada@greed.example.org`.
[[nodiscard]] std::string login_problem(std::string_view author);

/// Reads names of authors from a CSV file: its column `author` or, if the first line has one field
/// that says something else, its first column. Throws std::invalid_argument with the line.
[[nodiscard]] std::vector<std::string> read_authors(const std::filesystem::path& file);

class Tokens {
 public:
  /// Reads the files of the folder, which need not exist.
  explicit Tokens(std::filesystem::path folder);

  [[nodiscard]] bool has(const std::string& author) const { return hashes_.contains(author); }
  /// The number of authors with a token.
  [[nodiscard]] std::size_t size() const { return hashes_.size(); }
  /// Draws a token for an author; an older one stops working.
  void renew(const std::string& author);
  void revoke(const std::string& author);

  /// Returns the address of the season; empty if `danno season web` did not run yet.
  [[nodiscard]] const std::string& address() const { return address_; }
  void set_address(const std::string& address) { address_ = address; }

  /// Writes the files. Throws std::system_error.
  void write() const;

 private:
  std::filesystem::path folder_;
  std::map<std::string, std::string> tokens_;  ///< By author; the organiser may delete the file.
  std::map<std::string, std::string> hashes_;  ///< By author.
  std::string address_;
};

}  // namespace danno::leagues::commands::season
