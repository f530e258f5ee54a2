// The style and the script of pages, compiled from the files beside this one. A page needs one
// pair.
#pragma once

#include <string_view>

namespace danno::leagues::site {

struct Assets {
  std::string_view style_file;
  std::string_view style;
  std::string_view script_file;
  std::string_view script;
};

extern const Assets kDealAssets;    ///< Those of a deal, and of every page that is one file.
extern const Assets kLeagueAssets;  ///< Those of all other pages of a site.

/// The content of docs/schemas/table.schema.json, which describes table.json.
extern const std::string_view kTableSchema;
/// The content of docs/schemas/game.schema.json, which describes a line of a deal's .jsonl file.
extern const std::string_view kGameSchema;

/// The picture that a link to any page of the site shows where it is sent.
inline constexpr const char* kPreviewFile = "preview.png";
extern const std::string_view kPreview;

}  // namespace danno::leagues::site
