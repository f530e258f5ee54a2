// A page in which a bot is written and played. The bot runs in a frame without network or storage.
#pragma once

#include <string>

#include "leagues/site/page.hpp"
#include "leagues/site/view.hpp"

namespace danno::leagues::site {

inline constexpr const char* kWritePage = "write.html";
inline constexpr const char* kWriteTitle = "Write a bot";

[[nodiscard]] std::string write_page(const PageLeague& league);

/// Returns the style and the script of the page, with the files of a bot's folder.
[[nodiscard]] const Assets& write_assets();

}  // namespace danno::leagues::site
