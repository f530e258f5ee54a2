// The one door to markup: the body of a page as a tree. Text and attributes are escaped when the
// tree is printed, so no word of a bot can become markup, whoever hands it in.
#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace pugi {
class xml_document;
struct xml_node_struct;
}  // namespace pugi

namespace danno::leagues::site {

/// A place in a body: a plain handle, valid as long as the body.
class Element {
 public:
  /// A new last child, with classes where any are given. Elements without a closing tag (`br`,
  /// `input`, …) are not for bodies: asserted.
  Element add(const char* tag, std::string_view classes = {});

  /// Text of danno at the end of what is there. Control characters and marks that turn the
  /// direction of text are shown, as \x1b and \u202e.
  Element& text(std::string_view words);

  /// A bot's word: as text(), in a <bdi> of its own, so that its direction stays its own.
  Element& bot(std::string_view word);

  /// An attribute, escaped like text. Addresses are link()'s; `style` and handlers (`on…`) are
  /// asserted away: a page works under a policy that forbids them.
  Element& set(const char* name, std::string_view value = {});

  /// Sets `href`: a relative path of our own parts, percent-encoded here, and a fragment. An
  /// empty path is this page.
  Element& link(std::string_view path, std::string_view fragment = {});

 private:
  friend class PageBody;
  explicit Element(pugi::xml_node_struct* node) : node_(node) {}
  pugi::xml_node_struct* node_;
};

/// The <body> of a page.
class PageBody {
 public:
  PageBody();
  ~PageBody();
  PageBody(PageBody&&) noexcept;
  PageBody& operator=(PageBody&&) noexcept;

  [[nodiscard]] Element root() { return root_; }

  /// Well-formed XML and HTML alike: "<body>…</body>".
  [[nodiscard]] std::string print() const;

 private:
  std::unique_ptr<pugi::xml_document> document_;
  Element root_;
};

/// A path for a link: what is neither a letter, a digit nor one of `-._~/@` becomes %XX (RFC 3986).
[[nodiscard]] std::string percent_encoded(std::string_view path);

}  // namespace danno::leagues::site
