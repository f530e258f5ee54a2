// Bots' words (names, authors, what they wrote to stderr) are hostile wherever they are shown.
#pragma once

#include <string>
#include <string_view>

namespace danno::leagues::words {

/// Control characters, bidirectional overrides, joiners that join no emoji, what XML may not hold
/// and bytes that are no UTF-8 stand as \x1b, \u202e, …; the rest as it is. For what is escaped
/// once more: a tree of markup.
[[nodiscard]] std::string escape_controls(std::string_view text);

/// For a terminal, plain text and the log of a CI: control characters, bidirectional overrides and
/// bytes that are no UTF-8 stand as \x1b, \u202e, …, and so does the mark of what a log of GitHub
/// or Azure would obey (a colon that begins the text, as in "::error::"; "##[…]", "##vso[…]"); the
/// rest as it is. Escaped once more it stays the same.
[[nodiscard]] std::string escape_terminal(std::string_view text);

/// The same for text of several lines, which stay lines.
[[nodiscard]] std::string escape_lines(std::string_view text);

/// For XML and HTML. What no XML may hold (control characters, U+FFFE, U+FFFF) is shown instead.
[[nodiscard]] std::string escape_xml(std::string_view text);

/// For a cell of a Markdown table, and safe as HTML in it.
[[nodiscard]] std::string escape_markdown(std::string_view text);

/// A field of CSV (RFC 4180), quoted where needed; what a spreadsheet would take for a formula gets
/// an apostrophe in front.
[[nodiscard]] std::string escape_csv(std::string_view text);

/// A word for a shell, quoted where it must be; escape it for where it is shown.
[[nodiscard]] std::string quote_shell(std::string_view word);

}  // namespace danno::leagues::words
