// People as agents: a machine on which some of the processes are persons at this terminal.
//
// To the referee a person is an agent like any other, which gets and sends frames. There is no
// process behind it, and no time is charged to it: everything counts as waiting for a processor.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "danno/agent.pb.h"
#include "referee/play/line_up.hpp"
#include "referee/protocol/agent.hpp"
#include "referee/sandbox/machine.hpp"

namespace danno::leagues::runner {

/// Asks the person whose turn it is, while everything else waits. The caller sets the answer's game
/// and seq. Returns nullopt if the person leaves the game.
using AskPerson = std::function<std::optional<v1::Answer>(const v1::GameStart&, const v1::Ask&)>;

/// Returns an agent that is a person on such a machine.
[[nodiscard]] referee::protocol::Agent person(const std::string& name);

class Person;

/// Passes everything that does not concern a person to the machine below. Used by one thread.
class People final : public referee::sandbox::Machine {
 public:
  People(referee::sandbox::Machine& below, AskPerson ask) : below_(below), ask_(std::move(ask)) {}

  [[nodiscard]] std::unique_ptr<referee::sandbox::Process> launch(
      const referee::sandbox::LaunchOptions& order) override;
  [[nodiscard]] int poll(std::span<pollfd> files, int timeout_ms) override;
  [[nodiscard]] ssize_t read(int file, std::span<char> buffer) override;
  [[nodiscard]] ssize_t write(int file, std::string_view bytes) override;
  void yield() override { below_.yield(); }
  [[nodiscard]] time_point now() override { return below_.now(); }
  [[nodiscard]] std::chrono::nanoseconds own_wait() override { return below_.own_wait(); }
  [[nodiscard]] std::vector<std::int64_t> stolen_ticks() override { return below_.stolen_ticks(); }

 private:
  friend Person;
  /// Returns the person that owns the file; null if it belongs to the machine below.
  [[nodiscard]] Person* owner(int file) const;

  referee::sandbox::Machine& below_;
  AskPerson ask_;
  std::vector<Person*> people_;  // by number; null if gone
};

/// Seats the people before the agents, and sets the line-up to one open question with advice.
void seat(std::span<const std::string> people, referee::play::LineUp& line_up);

/// Sets the dice of game `number`, from a drawn seed if `seed` is empty. The start roll decides who
/// begins. The line-up must be complete.
void settle_dice(referee::play::LineUp& line_up, const std::string& seed, std::uint64_t number);

/// Plays the game. `ask` asks the people, and the line-up's on_step is called for every step.
/// Returns nullopt if the game was stopped.
[[nodiscard]] std::optional<referee::record::GameRecord> play_game(
    const referee::play::LineUp& line_up, std::uint64_t number, AskPerson ask);

}  // namespace danno::leagues::runner
