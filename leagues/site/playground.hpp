// The pages that play: they run danno.wasm, which is referee/embed/danno.h compiled for the web.
//
// A page is a row of kPages in playground.cpp. It has its own style and script (folder playground),
// and the policy of these pages alone lets a program run (Assets::runs_program).
#pragma once

#include <string_view>

#include "leagues/site/page.hpp"
#include "leagues/site/view.hpp"
#include "leagues/site/write.hpp"
#include "referee/solver/solve.hpp"

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

/// Writes the pages and their files.
void write_playground(SiteFolder& folder, const PageLeague& league, const solver::Watch& watch);

}  // namespace danno::leagues::site
