// The only code that makes markup: the body of a page as a tree. Text and attributes are escaped
// when the tree is printed, so no text of a bot can become markup.
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
  /// Adds a new last child, with classes if any are given. Asserts that the element has a closing
  /// tag (so not `br`, `input`, …).
  Element add(const char* tag, std::string_view classes = {});

  /// Appends danno's own text. Control characters and marks that change the direction of text are
  /// shown as \x1b and \u202e.
  Element& text(std::string_view words);

  /// Appends a bot's text like text(), inside a <bdi> so that its direction affects no other text.
  Element& bot(std::string_view word);

  /// Sets an attribute, escaped like text. Use link() for addresses. Asserts that it is neither
  /// `style` nor a handler (`on…`), because the page's policy forbids them.
  Element& set(const char* name, std::string_view value = {});

  /// Sets `href` to a relative path, percent-encoded, and a fragment. An empty path is this page.
  Element& link(std::string_view path, std::string_view fragment = {});

 private:
  friend class PageBody;
  explicit Element(pugi::xml_node_struct* node) : node_(node) {}
  pugi::xml_node_struct* node_;
};

/// Adds a box in which a wide table scrolls; `label` describes it for people who cannot see it.
Element add_box(Element parent, std::string_view label, std::string_view classes = "box");

/// The <body> of a page.
class PageBody {
 public:
  PageBody();
  ~PageBody();
  PageBody(PageBody&&) noexcept;
  PageBody& operator=(PageBody&&) noexcept;

  [[nodiscard]] Element root() { return root_; }

  /// Returns "<body>…</body>", which is both well-formed XML and HTML.
  [[nodiscard]] std::string print() const;

 private:
  std::unique_ptr<pugi::xml_document> document_;
  Element root_;
};

/// Returns a path for a link, in which every byte other than letters, digits and `-._~/@` becomes
/// %XX (RFC 3986).
[[nodiscard]] std::string percent_encoded(std::string_view path);

}  // namespace danno::leagues::site
