// The pages that play: they run danno.wasm, which is referee/embed/danno.h compiled for the web.
//
// Each has its own style and script (folder playground), and the policy of these pages alone lets a
// program run (Assets::runs_program).
#pragma once

#include <string>
#include <string_view>

#include "leagues/site/page.hpp"
#include "leagues/site/view.hpp"

namespace danno::leagues::site {

/// The content of danno-wasm.js: the program as text. Empty if the build had no compiler for it;
/// then a site has no such pages.
extern const std::string_view kDannoWasm;
inline constexpr std::string_view kDannoWasmFile = "danno-wasm.js";
/// The interface to it for scripts.
extern const std::string_view kApiScript;
inline constexpr std::string_view kApiFile = "api.js";
/// The exact values of the league's rule sets, with 16 bits for each chance.
inline constexpr std::string_view kDannoValuesFile = "danno-values.js";

/// Returns whether sites have these pages.
[[nodiscard]] inline bool has_playground() { return !kDannoWasm.empty(); }

/// The path of the page on which a person plays against bots, and the text of links to it.
inline constexpr const char* kPlayPage = "play.html";
inline constexpr const char* kPlayLink = "Play";
/// Returns the page of a site, with the league's rule sets and the bundled ones.
[[nodiscard]] std::string play_page(const PageLeague& league);
/// Returns the page as one that stands alone and begins with these rules.
[[nodiscard]] Page play_page(const rules::RuleSet& rules);

/// The page in which a bot is written and played. The bot runs in a frame without network or
/// storage.
inline constexpr const char* kWritePage = "write.html";
inline constexpr const char* kWriteTitle = "Write a bot";
[[nodiscard]] std::string write_page(const PageLeague& league);
/// Returns the style and the script of the page, with the files of a bot's folder.
[[nodiscard]] const Assets& write_assets();

// The texts of that page, compiled from the folder playground.
extern const std::string_view kWriteStyle;
extern const std::string_view kWriteScript;
extern const std::string_view kBotFrame;       ///< The script of the frame of a bot.
extern const std::string_view kBotWorker;      ///< The script of the Worker of a bot.
extern const std::string_view kMatchScript;    ///< A match, as danno.wasm plays it.
extern const std::string_view kRefereeWorker;  ///< The script of the Worker that plays matches.
/// Bots of docs/write-an-agent.md in JavaScript.
extern const std::string_view kEndOfGameBot;
extern const std::string_view kFewerDiceBot;

}  // namespace danno::leagues::site
