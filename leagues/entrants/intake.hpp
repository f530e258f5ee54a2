// Turns an author's folder into an entry of a league: a read-only copy, built in the sandbox, whose
// name is the hash of its source.
//
//   FOLDER/AUTHOR%2FNAME   a link to the version that plays; a league's `agents = "FOLDER/*"`
//   FOLDER/.store/HASH     every version that was ever accepted
//   FOLDER/versions.ndjson a line for each acceptance: name, author, version, hash
//
// A name belongs to its author: the one in agent.toml, which anybody can write, or the one that the
// organiser vouches for. Agents without an author share their names, so only the organiser can
// replace the version of such an agent.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>

#include "leagues/entrants/agent_build.hpp"
#include "leagues/entrants/agent_folder.hpp"

namespace danno::leagues::entrants {

class Intake {
 public:
  /// Makes the folder if it does not exist.
  explicit Intake(const std::filesystem::path& folder);

  /// A claim that a folder belongs to an author.
  struct Claim {
    std::optional<std::string> author;  ///< Set by the organiser; if unset, agent.toml decides.
    bool replace = false;               ///< True if an agent without an author may be replaced.
  };

  /// Copies and builds the agent of that folder, and returns it with its author. Throws AgentError;
  /// if the name cannot be taken, before anything is copied. Any thread may call it.
  [[nodiscard]] Entrant copy_and_build(const std::filesystem::path& agent,
                                       referee::sandbox::Isolation level, const Claim& claim,
                                       const BuildLimits& limits = {}) const;

  /// Returns a staged agent by its folder's name, a hash; `claim` names its author.
  [[nodiscard]] Entrant staged(const std::string& hash, const Claim& claim) const;

  /// Syncs the staged version to the disk.
  void lock_build(const std::string& hash) const;
  /// Removes the staged version if it was never accepted.
  void forget(const std::string& hash) const;

  /// Returns whether exactly this version plays now.
  [[nodiscard]] bool plays(const Entrant& staged) const;

  struct Taken {
    int version = 1;
    bool changed = true;  ///< False if exactly this version played already.
  };
  /// Makes this staged version of the agent play from now on; completes an earlier call that was
  /// interrupted. Throws AgentError if the name cannot be taken. Only one thread may call it at a
  /// time.
  Taken take(const Entrant& staged, const Claim& claim) const;

 private:
  /// Throws AgentError if no file can have the agent's name.
  void require_name(const Entrant& entrant) const;
  [[nodiscard]] std::filesystem::path link_path(const Entrant& staged) const;

  /// The versions of an agent that were accepted.
  struct History {
    int versions = 0;
    std::string hash;  ///< The hash of the last version.
  };
  [[nodiscard]] History find_history(const Entrant& entrant) const;

  std::filesystem::path folder_;
};

struct AcceptedAgent {
  std::string author;
  std::string name;
  friend auto operator<=>(const AcceptedAgent&, const AcceptedAgent&) = default;
};
/// Returns the agents of an intake's folder by their file names there; empty if it is none.
[[nodiscard]] std::map<std::string, AcceptedAgent> accepted_agents(
    const std::filesystem::path& folder);

}  // namespace danno::leagues::entrants
