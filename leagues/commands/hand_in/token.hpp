// Finds an author's token: in DANNO_TOKEN, in the file ~/.config/danno/tokens, or at the
// terminal.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "leagues/commands/hand_in/address.hpp"

namespace danno::leagues::commands::hand_in {

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
