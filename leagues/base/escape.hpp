// Escapes the words of bots (names, authors, output on stderr), which may be hostile when shown.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace danno::leagues::base {

/// Returns a file name for a name: letters, digits and `._@-` are kept, other bytes become %XX; the
/// file is never hidden. Different names give different files.
[[nodiscard]] std::string to_file_name(std::string_view agent);

/// A Unicode code point, and how many bytes it takes.
struct CodePoint {
  std::uint32_t value = 0;
  std::size_t length = 0;  ///< 0 where there is no valid UTF-8.
};

/// Returns the code point at the start of `text`, which is not empty.
[[nodiscard]] CodePoint first_code_point(std::string_view text);

/// Shows control characters, bidirectional overrides, joiners that join no emoji, what XML must not
/// contain and bytes that are not UTF-8 as \x1b, \u202e, …; the rest is unchanged. Used for text
/// that is escaped again, in a tree of markup.
[[nodiscard]] std::string escape_controls(std::string_view text);

/// Escapes text for a terminal, plain text and the log of a CI: shows control characters,
/// bidirectional overrides and bytes that are not UTF-8 as \x1b, \u202e, …, and also the character
/// that starts a command in the logs of GitHub or Azure (a colon that begins the text, as in
/// "::error::"; "##[…]", "##vso[…]"). The rest is unchanged. Escaping twice has no further effect.
[[nodiscard]] std::string escape_terminal(std::string_view text);

/// Does the same for text of several lines, which stay lines.
[[nodiscard]] std::string escape_lines(std::string_view text);

/// Escapes text for XML and HTML. What XML must not contain (control characters, U+FFFE, U+FFFF) is
/// shown in another form.
[[nodiscard]] std::string escape_xml(std::string_view text);

/// Escapes text for a cell of a Markdown table; the result is also safe as HTML.
[[nodiscard]] std::string escape_markdown(std::string_view text);

/// Returns a field of CSV (RFC 4180), quoted if necessary. What a spreadsheet would take for a
/// formula is preceded by an apostrophe.
[[nodiscard]] std::string escape_csv(std::string_view text);

/// Returns a word for a shell, quoted if necessary; escape the result where it is shown.
[[nodiscard]] std::string quote_shell(std::string_view word);

}  // namespace danno::leagues::base
