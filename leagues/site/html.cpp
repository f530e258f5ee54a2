#include "leagues/site/html.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <pugixml.hpp>

#include "leagues/base/escape.hpp"

namespace danno::leagues::site {
namespace {

/// Elements of HTML without a closing tag: a tree that is printed as XML cannot hold them.
constexpr std::array<std::string_view, 13> kVoid{"area",   "base",  "br",    "col",  "embed",
                                                 "hr",     "img",   "input", "link", "meta",
                                                 "source", "track", "wbr"};
/// Elements that begin a line of the file, so that pages can be compared.
constexpr std::array<std::string_view, 10> kLines{
    "details", "figure", "footer", "h2", "header", "li", "main", "p", "section", "tr"};

bool is_in(const auto& list, std::string_view tag) {
  return std::ranges::find(list, tag) != list.end();
}

struct StringWriter : pugi::xml_writer {
  std::string text;
  void write(const void* data, std::size_t size) override {
    text.append(static_cast<const char*>(data), size);
  }
};

void append(pugi::xml_node node, std::string_view words) {
  node.append_child(pugi::node_pcdata).set_value(base::escape_controls(words).c_str());
}

}  // namespace

Element Element::add(const char* tag, std::string_view classes) {
  assert(!is_in(kVoid, tag));
  pugi::xml_node node(node_);
  if (is_in(kLines, tag)) node.append_child(pugi::node_pcdata).set_value("\n");
  Element child(node.append_child(tag).internal_object());
  if (!classes.empty()) child.set("class", classes);
  return child;
}

Element& Element::text(std::string_view words) {
  append(pugi::xml_node(node_), words);
  return *this;
}

Element& Element::bot(std::string_view word) {
  append(pugi::xml_node(node_).append_child("bdi"), word);
  return *this;
}

Element& Element::set(const char* name, std::string_view value) {
  const std::string_view key = name;
  assert(key != "href" && key != "src" && key != "style" && key.substr(0, 2) != "on");
  pugi::xml_node(node_).append_attribute(name).set_value(base::escape_controls(value).c_str());
  return *this;
}

Element& Element::link(std::string_view path, std::string_view fragment) {
  std::string address = percent_encoded(path);
  if (!fragment.empty()) address += "#" + percent_encoded(fragment);
  pugi::xml_node(node_).append_attribute("href").set_value(address.c_str());
  return *this;
}

Element add_box(Element parent, std::string_view label, std::string_view classes) {
  Element box = parent.add("div", classes);
  box.set("tabindex", "0").set("role", "region").set("aria-label", label);
  return box;
}

PageBody::PageBody()
    : document_(std::make_unique<pugi::xml_document>()),
      root_(document_->append_child("body").internal_object()) {}
PageBody::~PageBody() = default;
PageBody::PageBody(PageBody&&) noexcept = default;
PageBody& PageBody::operator=(PageBody&&) noexcept = default;

std::string PageBody::print() const {
  StringWriter writer;
  document_->save(
      writer, "",
      pugi::format_raw | pugi::format_no_declaration | pugi::format_no_empty_element_tags,
      pugi::encoding_utf8);
  return std::move(writer.text);
}

std::string percent_encoded(std::string_view path) {
  constexpr std::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/@";
  std::string encoded;
  for (const char c : path) {
    if (kPlain.find(c) != std::string_view::npos) {
      encoded += c;
    } else {
      encoded += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    }
  }
  return encoded;
}

}  // namespace danno::leagues::site
