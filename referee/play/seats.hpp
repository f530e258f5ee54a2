// Who plays which seat: an agent's processes, and what each was told of which game.
//
// An agent has one process for all its games. One that holds fewer games at once than a deal has
// gets as many as that takes. A game is told to a process with the first message about it; a
// process that takes it over from one that is gone is told it as resumed.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "referee/play/in_flight.hpp"
#include "referee/talk/agent_pool.hpp"
#include "referee/talk/wire.hpp"

namespace danno::referee::play {

class Seats {
 public:
  /// Both references must outlive it; the pool holds agents() as often as a deal has games.
  Seats(const SessionOrder& order, talk::AgentPool& pool);

  /// SessionOrder::agents, once for each process that they may need.
  [[nodiscard]] static std::vector<talk::Agent> processes_for(const SessionOrder& order);

  /// Starts the processes that the agent lacks for a deal; true when all are ready.
  bool bring(std::size_t agent);
  /// Games that may be open at once, as far as it is known: `most`, but at least one deal's.
  [[nodiscard]] std::size_t room(std::size_t most) const;
  [[nodiscard]] std::size_t process_of(const GameInFlight& flight, int seat) const;
  [[nodiscard]] std::size_t agent_of(std::size_t process) const { return process % holds_.size(); }
  [[nodiscard]] std::vector<std::size_t> processes_of(std::size_t agent) const;
  [[nodiscard]] std::chrono::nanoseconds cpu(std::size_t agent) const;

  /// The game whose open question the answer is for; null where there is none.
  [[nodiscard]] GameInFlight* find(std::size_t process, const talk::AnswerIn& answer) const;
  void ask(GameInFlight& flight, const std::optional<talk::AdviceGiven>& advice);
  /// To the watcher, and to those who want to see what others do.
  void tell(GameInFlight& flight, const record::Step& step);
  /// To all who play, also to who was never asked.
  void tell_end(GameInFlight& flight);
  /// The process is gone; of each of its games, where it plays on, so is what it was told.
  void forget(std::size_t process) { told_[process].games.clear(); }
  static void forget(GameInFlight& flight, int seat) {
    flight.ids[static_cast<std::size_t>(seat)] = GameInFlight::kUntold;
  }

 private:
  /// Where messages about the game go; tells it if that was not done.
  std::string& line_to(GameInFlight& flight, int seat);

  const SessionOrder& order_;
  talk::AgentPool& pool_;
  talk::GameStartForm form_;
  std::vector<std::size_t>
      holds_;  ///< By agent: games a process, as its first one said; 0: not yet.
  /// Games that a process was told of here, which it counts from `first` on.
  struct Told {
    std::uint32_t first = 0;
    std::vector<GameInFlight*> games;
  };
  std::vector<Told> told_;  ///< By process.
};

}  // namespace danno::referee::play
