// Any bytes as the words of a bot: escaped for a place, they mean nothing else there.
#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <pugixml.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "leagues/base/escape.hpp"
#include "leagues/entrants/agent_folder.hpp"
#include "leagues/site/markdown.hpp"

namespace base = danno::leagues::base;
namespace entrants = danno::leagues::entrants;
namespace site = danno::leagues::site;

namespace {

bool has_any(std::string_view text, std::string_view letters) {
  return text.find_first_of(letters) != text.npos;
}

/// Checks that only printable UTF-8 is there.
void check_shown(std::string_view text) { assert(base::escape_controls(text) == text); }

void check_terminal(const std::string& text) {
  const std::string shown = base::escape_terminal(text);
  check_shown(shown);
  assert(base::escape_terminal(shown) == shown);
  const std::string lines = base::escape_lines(text);
  assert(base::escape_lines(lines) == lines);
  assert(std::ranges::count(lines, '\n') == std::ranges::count(text, '\n'));
}

void check_fields(const std::string& text) {
  assert(!has_any(base::escape_xml(text), "<>\""));
  assert(!has_any(base::escape_markdown(text), "<>\"|`*[]$\\\n"));
  const std::string field = base::escape_csv(text);
  assert(!has_any(field, "\r\n") && !has_any(field.substr(0, 1), "=+-@"));
  assert(!has_any(field, ",") || (field.starts_with('"') && field.ends_with('"')));
}

/// A word that is quoted for a shell is one word, and the same.
void check_quotes(const std::string& text) {
  assert(entrants::split_words(base::quote_shell(text)) == std::vector{text});
  try {
    std::string command;
    const std::vector<std::string> words = entrants::split_words(text);
    for (const std::string& word : words)
      command += base::quote_shell(word) + " ";
    assert(entrants::split_words(command) == words);
  } catch (const entrants::AgentError& error) {
    assert(!std::string_view(error.what()).empty());
  }
}

/// A page made of a letter is well-formed, and has only the tags that danno makes.
void check_page(const std::string& text) {
  site::PageBody body;
  site::add_markdown(body.root(), text, {});
  const std::string page = body.print();
  pugi::xml_document document;
  assert(document.load_buffer(page.data(), page.size()));
  constexpr std::string_view kTags =
      " body h1 h2 h3 h4 h5 h6 p ul li div table thead tbody tr th td pre span code bdi ";
  constexpr std::string_view kAttributes = " class scope tabindex role aria-label ";
  for (const pugi::xpath_node found : document.select_nodes("//*")) {
    assert(kTags.find(" " + std::string(found.node().name()) + " ") != kTags.npos);
    for (const pugi::xml_attribute attribute : found.node().attributes())
      assert(kAttributes.find(" " + std::string(attribute.name()) + " ") != kAttributes.npos);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(data, data + size);
  check_terminal(text);
  check_fields(text);
  if (text.find('\0') == std::string::npos) check_quotes(text);
  check_page(text);
  return 0;
}
