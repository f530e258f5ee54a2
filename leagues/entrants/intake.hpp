// How an author's folder becomes an entry of a league: a read-only copy, built in the sandbox,
// under the hash of what it was made from.
//
//   FOLDER/NAME            a link to the version that plays; a league's `agents = "FOLDER/*"`
//   FOLDER/.store/HASH     every version that ever was taken
//   FOLDER/versions.ndjson a line for each time that one was taken: name, author, version, hash
//
// A name belongs to the author who had it first: the one of agent.toml, which anybody can write, or
// the one that the organiser vouches for. An empty author owns no name: nobody but the organiser
// puts another version in the place of such an agent. Where nobody may learn which names others
// have, each author has a list of names of their own, and NAME in a league is AUTHOR/NAME.
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

  /// Whose a folder is.
  struct Claim {
    std::optional<std::string> author;  ///< By the organiser's word; nothing: by agent.toml's.
    bool replace = false;               ///< Another author's name may be taken over.
    bool own_names = false;             ///< Names of others are not in the way.
  };

  /// What the league calls an agent that its author calls `name`. An agent that is there keeps its
  /// name, with `own_names` and without.
  [[nodiscard]] std::string name_in_league(const std::string& name, const std::string& author,
                                           const Claim& claim) const;

  /// The agent of that folder, copied and built, with its name in the league and the author that it
  /// counts for. Throws AgentError; if the name is another author's, before anything is copied. Any
  /// thread may.
  [[nodiscard]] Entrant stage(const std::filesystem::path& agent, referee::sandbox::Isolation level,
                              const Claim& claim, const BuildLimits& limits = {}) const;

  /// One that was staged, by the name of its folder; `claim` names its author.
  [[nodiscard]] Entrant staged(const std::string& hash, const Claim& claim) const;

  /// Has the disk keep it, whatever happens.
  void keep_on_disk(const std::string& hash) const;
  /// Removes it if no such version was ever taken.
  void forget(const std::string& hash) const;

  /// Whether this very version plays now.
  [[nodiscard]] bool plays(const Entrant& staged) const;

  struct Taken {
    int version = 1;
    bool changed = true;  ///< False: this very version plays already.
  };
  /// From now on this staged version of the agent plays, also where a call before died on its way.
  /// Throws AgentError if the name is another author's by now. One thread at a time.
  Taken take(const Entrant& staged, const Claim& claim) const;

 private:
  void require_name(const Entrant& entrant, const Claim& claim) const;
  [[nodiscard]] std::filesystem::path link_of(const Entrant& staged) const;

  /// What was taken under a name.
  struct History {
    int versions = 0;
    std::string author;  ///< Of the last of them.
    std::string hash;    ///< Likewise.
  };
  [[nodiscard]] History history_of(const std::string& name) const;

  std::filesystem::path folder_;
};

using IntakeAuthors = std::map<std::string, std::string, std::less<>>;
/// Whose each name of an intake's folder is; empty where the folder is none.
[[nodiscard]] IntakeAuthors intake_authors(const std::filesystem::path& folder);
/// Which of these names the agent that `link` in that folder leads to has in the league; `name` is
/// that of its agent.toml.
[[nodiscard]] std::string name_of_link(const IntakeAuthors& authors,
                                       const std::filesystem::path& link, const std::string& name);

}  // namespace danno::leagues::entrants
