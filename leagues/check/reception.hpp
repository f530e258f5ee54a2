// Many authors' folders at a time: each is checked as a league would play it, and taken or refused
// with a letter to its author.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "leagues/check/check.hpp"
#include "leagues/check/refusal.hpp"
#include "leagues/entrants/intake.hpp"

namespace danno::leagues::check {

struct Handover {
  std::vector<std::string> folders;
  std::filesystem::path to;  ///< Of the intake.
  entrants::Intake::Claim claim;
  bool author_is_folder = false;  ///< The name of a folder is its author, whatever agent.toml says.
  CheckOrder order;               ///< All but the entrant.
};

/// What became of one folder.
struct Received {
  std::string folder;
  std::string name = folder;  ///< The agent's, where it is known.
  int version = 0;            ///< 0: refused.
  bool changed = true;        ///< False: this very version plays already.
  Refusal refusal = {};
};

/// Where the letters go, FOLDER.md each: `refused`, beside the intake.
[[nodiscard]] std::filesystem::path letters_folder(const std::filesystem::path& to);

/// Checks the folders on all cores, takes those that pass in the order of the folders, writes and
/// removes letters, and tells of each in that order. Throws if the harness fails.
void receive(const Handover& handover, const std::function<void(const Received&)>& tell);

}  // namespace danno::leagues::check
