// Escapes the words of bots (names, authors, output on stderr), which may be hostile when shown.
#pragma once

#include <string>
#include <string_view>

namespace danno::leagues::words {

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

}  // namespace danno::leagues::words
