// How an author's folder becomes an entry of a league: a read-only copy, built in the sandbox,
// under the hash of what it was made from.
//
//   FOLDER/NAME            a link to the version that plays; a league's `agents = "FOLDER/*"`
//   FOLDER/.store/HASH     every version that ever was taken
//   FOLDER/versions.ndjson a line for each time that one was taken: name, author, version, hash
#pragma once

#include <filesystem>
#include <string>

#include "leagues/entrants/agent_folder.hpp"

namespace danno::leagues {

class Intake {
 public:
  /// Makes the folder where it is not there.
  explicit Intake(const std::filesystem::path& folder);

  /// The agent of that folder, copied and built. Throws AgentError.
  [[nodiscard]] Entrant stage(const std::filesystem::path& agent, referee::Isolation level) const;

  struct Taken {
    int version = 1;
    bool changed = true;  ///< False: this very version plays already.
  };
  /// From now on this staged version of the agent plays.
  Taken take(const Entrant& staged) const;

 private:
  [[nodiscard]] std::filesystem::path link_of(const Entrant& staged) const;
  [[nodiscard]] int versions_of(const std::string& name) const;

  std::filesystem::path folder_;
};

}  // namespace danno::leagues
