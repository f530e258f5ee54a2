// A page's frame: the head with the policy around a body.
//
// The policy allows our style and our script, and nothing else: no request, no inline handler, no
// form. It is the first thing in the head after the charset.
#pragma once

#include <string>

#include "leagues/site/html.hpp"

namespace danno::leagues::site {

struct Page {
  std::string title;        ///< From the special to the general: "hold – koans – spring".
  std::string description;  ///< Of a link's preview; one plain line. Empty: none.
  std::string address;      ///< Absolute, of the page where it is published; empty: not known.
  PageBody body;
};

/// A page of a site: `root` leads from its folder to that of danno.css and danno.js ("../" or "").
[[nodiscard]] std::string print_page(const Page& page, std::string_view root);

/// The same as one file with style and script in it, which the policy names by their SHA-256.
[[nodiscard]] std::string print_single_file(const Page& page);

}  // namespace danno::leagues::site
