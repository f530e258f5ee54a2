// The address of a season, as a user types it, and the author's token for it: in DANNO_TOKEN, in
// the file ~/.config/danno/tokens, or typed at the terminal.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace danno::leagues::commands::hand_in {

struct Address {
  std::string base;    ///< Such as "https://greed.example.org/autumn", without a slash at its end.
  std::string author;  ///< The author in "https://ada@greed.example.org"; empty if there is none.

  [[nodiscard]] bool is_https() const { return base.starts_with("https://"); }
  /// Returns the host with its port.
  [[nodiscard]] std::string_view authority() const;
  /// Returns the host without its port, "[::1]" with its brackets.
  [[nodiscard]] std::string_view host() const;
  /// Returns the path, such as "/autumn" or "".
  [[nodiscard]] std::string_view path() const;
  /// Returns whether others in the network could read what is sent there.
  [[nodiscard]] bool is_open() const;
};

/// Parses an address; https is the default. Throws UsageError.
[[nodiscard]] Address parse_address(const std::string& typed);

/// Returns the address to which `base` moved, if its `/mine/` leads to `redirect`; empty if it
/// leads to another host or away from https.
[[nodiscard]] std::string moved_address(const std::string& base, const std::string& redirect);

struct Login {
  std::string author;
  std::string token;
  bool was_typed = false;  ///< True if it was typed now, so that it may be stored.
};

/// Returns the file: a line for each address, as in "https://greed.example.org ada TOKEN".
[[nodiscard]] std::filesystem::path token_file();

/// Returns the author and the token of an address in the text of a token file; nullopt if it has
/// none. Throws UsageError for two authors, unless the address names one.
[[nodiscard]] std::optional<Login> find_login(std::string_view text, const Address& address);

/// Returns the text with the line of that address and author added or replaced.
[[nodiscard]] std::string add_login(std::string_view text, const Address& address,
                                    const Login& login);

/// Returns the author's login. Takes DANNO_TOKEN out of the environment, so that no process that is
/// started later has it. Throws UsageError, and Interrupted if the user leaves the prompt.
[[nodiscard]] Login get_login(const Address& address);

/// Asks whether a login that was typed is to be stored, and stores it.
void offer_to_store(const Address& address, const Login& login);

}  // namespace danno::leagues::commands::hand_in
