// Accepts or refuses many authors' folders at a time: each is checked under the league's
// conditions, and a refused one gets a letter to its author.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "leagues/commands/agent/agent_check.hpp"
#include "leagues/commands/agent/hand_ins.hpp"
#include "leagues/entrants/intake.hpp"

namespace danno::leagues::commands::agent {

struct IntakeRequest {
  std::vector<HandIn> hand_ins;
  std::filesystem::path to;       ///< The intake's folder.
  entrants::Intake::Claim claim;  ///< A student's folder goes before its author.
  CheckOptions order;             ///< Everything except the entrant.
};

/// The result for one folder.
struct IntakeResult {
  std::string folder;
  std::string name = folder;  ///< The agent's name, if known.
  int version = 0;            ///< The version; 0 if refused.
  bool changed = true;        ///< False if exactly this version plays already.
  Refusal refusal = {};
};

/// Returns the folder for the letters, named FOLDER.md: `refused`, beside the intake.
[[nodiscard]] std::filesystem::path letters_folder(const std::filesystem::path& to);

/// Checks what was handed in on all cores, accepts those that pass, writes and removes letters, and
/// calls `tell` for each, all in their order. Throws if the harness fails.
void check_and_accept(const IntakeRequest& request,
                      const std::function<void(const IntakeResult&)>& tell);

}  // namespace danno::leagues::commands::agent
