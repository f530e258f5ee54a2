// Games in flight: the deals that they belong to, the processes that play them, and their open
// questions.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <vector>

#include "referee/play/game.hpp"
#include "referee/rules/seat_set.hpp"

namespace danno::referee::play {

struct Deal;

/// A game with the processes that play it.
struct GameInFlight {
  static constexpr std::uint32_t kNotAnnounced = ~std::uint32_t{0};

  Game game;
  Deal* deal = nullptr;
  std::size_t index = 0;             ///< Index into the games of this call.
  std::size_t index_in_deal = 0;     ///< Index among the games of its deal.
  std::uint64_t question = 0;        ///< Sequence number of its open question; 0: none is open.
  bool asked = false;                ///< The question was sent.
  bool advised = false;              ///< Copied from GameSpec::advised.
  rules::SeatSet announced_to = {};  ///< Seats of which some process was sent the game.
  std::array<std::uint8_t, rules::kMaxSeats> processes{};  ///< Indexed by seat.
  /// Indexed by seat: the process's number for this game.
  std::array<std::uint32_t, rules::kMaxSeats> ids{};
  /// Indexed by seat: the number of events when a replacement process was sent the game.
  std::array<std::optional<std::size_t>, rules::kMaxSeats> resumed_at{};
};

/// A seat of a game in flight.
struct SeatInGame {
  GameInFlight* flight = nullptr;
  int seat = 0;
  /// Returns whether the seat has an open question that was sent.
  [[nodiscard]] bool is_asked() const {
    return flight->asked && flight->game.position().mover == seat;
  }
};

/// Games that share their dice and advance together.
struct Deal {
  std::optional<record::DiceStream> dice;
  std::vector<GameInFlight> games;
  std::size_t unfinished = 0;  ///< Games that are not over.

  /// Returns a game whose next throw may be shown; null if all wait for answers, or are over.
  [[nodiscard]] GameInFlight* next_to_throw();
};

/// The deals in flight. Games stay where they are.
class Deals {
 public:
  explicit Deals(std::size_t games_a_deal) : games_a_deal_(games_a_deal) {}
  /// Adds a deal with all its games; the caller begins them.
  Deal& add(const record::Key& key);
  /// Notes that one game of the deal is over; returns whether it was the last.
  bool end_game(Deal& deal);
  /// Returns the number of games that are not over.
  [[nodiscard]] std::size_t unfinished() const { return unfinished_; }
  template <class Use>
  void for_each_unfinished(Use use) {
    for (Deal& deal : deals_) {
      for (GameInFlight& flight : deal.games) {
        if (deal.unfinished > 0 && !flight.game.over()) use(flight);
      }
    }
  }

  /// Returns the seats of unfinished games that still play and that chosen(flight, seat) picks.
  template <class Chosen>
  [[nodiscard]] std::vector<SeatInGame> seats(Chosen chosen) {
    std::vector<SeatInGame> result;
    for_each_unfinished([&](GameInFlight& flight) {
      for (int seat = 0; seat < flight.game.record().seats; ++seat) {
        if (flight.game.plays(seat) && chosen(flight, seat)) result.push_back({&flight, seat});
      }
    });
    return result;
  }

 private:
  std::size_t games_a_deal_;
  std::deque<Deal> deals_;
  std::vector<Deal*> free_;
  std::size_t unfinished_ = 0;
};

/// Questions in the order in which they were opened.
class Questions {
 public:
  /// Adds the game's open question, unless it is listed already.
  void add(GameInFlight& flight);
  /// Removes the game's question.
  void drop(GameInFlight& flight);
  /// Marks the question as not sent, because its process is gone.
  void put_back(GameInFlight& flight);
  /// Calls put(flight) for those that are not asked; it returns false where the question must wait.
  /// If `singly`, it sends one only while no other is open.
  template <class Put>
  void put(bool singly, Put put) {
    std::erase_if(waiting_, [&](const Waiting& waiting) {
      GameInFlight& flight = *waiting.flight;
      if (flight.question != waiting.number || flight.asked) return true;  // it went another way
      if ((singly && asked_ > 0) || !put(flight)) return false;
      flight.asked = true;
      ++asked_;
      return true;
    });
  }

 private:
  struct Waiting {
    GameInFlight* flight = nullptr;
    std::uint64_t number = 0;  ///< The value that GameInFlight::question had.
  };
  std::vector<Waiting> waiting_;  ///< Sorted by number.
  std::uint64_t last_ = 0;
  std::size_t asked_ = 0;
};

/// Returns the game that bears a process's fault: the game of its oldest open question. If no
/// question is open, the key of its oldest deal draws one game of that deal. `seats` is not empty.
[[nodiscard]] SeatInGame game_to_charge(std::span<const SeatInGame> seats);

}  // namespace danno::referee::play
