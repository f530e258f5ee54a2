// A page's frame: the head with the security policy, around a body.
//
// The policy allows our style and our script and nothing else: no request, no inline handler, no
// form. It is the first element of the head after the charset.
#pragma once

#include <string>

#include "leagues/site/assets.hpp"
#include "leagues/site/html.hpp"

namespace danno::leagues::site {

struct Page {
  std::string title;        ///< The title, from specific to general: "hold – koans – spring".
  std::string description;  ///< The description in a link's preview, one plain line; empty if none.
  std::string address;      ///< The absolute address of the published page; empty if not known.
  PageBody body;
  std::string feed = {};   ///< The path of the site's feed; empty if there is none.
  std::string image = {};  ///< The absolute address of a picture of it; empty if there is none.
};

/// Adds a choice of colours: those of the system, light, dark. The style does the rest.
void add_colour_switch(Element parent);

/// Prints a page of a site. `root` is the path from its folder to that of the style and the script,
/// such as "../" or "".
[[nodiscard]] std::string print_page(const Page& page, std::string_view root, const Assets& assets);

/// Prints a self-contained file with style and script in it; the policy names their SHA-256.
[[nodiscard]] std::string print_single_file(const Page& page);

}  // namespace danno::leagues::site
