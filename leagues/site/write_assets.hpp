// The texts of the page in which a bot is written, compiled from the folder playground.
#pragma once

#include <string_view>

namespace danno::leagues::site {

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
