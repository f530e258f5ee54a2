// A page's frame: the head with the security policy, around a body.
//
// The policy allows our style and our script and nothing else: no inline handler, no form, and a
// request only where authors hand in. It is the first element of the head after the charset.
#pragma once

#include <string>
#include <string_view>

#include "leagues/site/html.hpp"

namespace danno::leagues::site {

/// The style and the script of pages, compiled from the files beside this one.
struct Assets {
  std::string_view style_file;
  std::string_view style;
  std::string_view script_file;
  std::string_view script;
  const Assets* before = nullptr;  ///< What a page loads before them; null for nothing.
  /// The page runs danno.wasm (playground.hpp): its files come first, and the policy allows it.
  bool runs_program = false;
  /// The script of a frame that the page makes, and that makes scripts and Workers; empty if none.
  std::string_view frame_script = {};
};

extern const Assets kDealAssets;    ///< Those of a deal, and of every page that is one file.
extern const Assets kPlayAssets;    ///< Those of a game against bots.
extern const Assets kLeagueAssets;  ///< Those of a league's pages.
extern const Assets kPuzzleAssets;  ///< Those of "What would you do?".
extern const Assets kHandInAssets;  ///< Those of the page on which authors hand in.

/// The content of docs/schemas/table.schema.json, which describes table.json.
extern const std::string_view kTableSchema;
/// The content of docs/schemas/game.schema.json, which describes a line of a deal's .jsonl file.
extern const std::string_view kGameSchema;

/// The picture that a link to any page of the site shows where it is sent.
inline constexpr const char* kPreviewFile = "preview.png";
extern const std::string_view kPreview;

struct Page {
  std::string title;        ///< The title, from specific to general: "hold – koans – spring".
  std::string description;  ///< The description in a link's preview, one plain line; empty if none.
  std::string address;      ///< The absolute address of the published page; empty if not known.
  PageBody body;
  std::string feed = {};   ///< The path of the site's feed; empty if there is none.
  std::string image = {};  ///< The absolute address of a picture of it; empty if there is none.
  const Assets* assets = &kDealAssets;  ///< What a single file of it contains.
  bool sends = false;                   ///< True if its script sends requests to its own site.
};

/// Adds a choice of colours: those of the system, light, dark. The style does the rest.
void add_colour_switch(Element parent);

/// Prints a page of a site. `root` is the path from its folder to that of the style and the script,
/// such as "../" or "".
[[nodiscard]] std::string print_page(const Page& page, std::string_view root, const Assets& assets);

/// Prints a self-contained file with style and script in it; the policy names their SHA-256.
[[nodiscard]] std::string print_single_file(const Page& page);

}  // namespace danno::leagues::site
