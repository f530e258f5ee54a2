// Dice that are fair, keyed and checkable: every throw is a fixed function of a deal's key and of
// where in the game it happens, so that no decision ever shifts another throw.
//
// docs/fair-dice.md states the function in full, with test vectors; in short: ChaCha20 (djb's
// original, 64-bit nonce and counter), keyed by HMAC-SHA-256 of the league's seed.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "referee/rules/dice.hpp"

namespace danno::referee::record {

using Key = std::array<std::uint8_t, 32>;

/// A league's seed: any text. Its commitment is published before the first game.
struct Seed {
  std::string text;
};
/// 32 bytes from the system's generator, in hex.
[[nodiscard]] Seed draw_seed();
/// SHA-256 of the text, in hex.
[[nodiscard]] std::string commitment(const Seed& seed);

/// The key of a deal. `names` are the line-up's agents in any order ("ada", or "ada@2" for a later
/// version). With mirrored dice all seatings share the deal's key; without, each has its own.
[[nodiscard]] Key deal_key(const Seed& seed, std::string_view rules,
                           std::span<const std::string> names, std::uint64_t deal,
                           std::optional<std::uint32_t> seating = std::nullopt);
/// What an agent may seed its own generator with. `secret` and `deal`, a key under it, are not
/// those of the dice: so an agent can try no guess at the dice's seed by it. An empty secret: from
/// public words alone.
[[nodiscard]] std::uint64_t agent_seed(const Seed& secret, const Key& deal, std::uint32_t seating,
                                       std::string_view agent, int seat);

/// The throws of one game. Cheap to make anew for every game; keeps a few turns' blocks of the
/// cipher a seat.
class DiceStream {
 public:
  explicit DiceStream(const Key& key) : key_(key) {}

  /// Throw `roll` of turn `turn` of `seat`, all counted from 0: 1 to 6 dice, each face equally
  /// likely. With fewer dice the leading ones are the same.
  [[nodiscard]] rules::Dice roll(int seat, std::uint32_t turn, std::uint32_t roll, int dice);
  /// The same, die by die: faces from 0.
  [[nodiscard]] std::array<int, rules::kMaxDice> faces(int seat, std::uint32_t turn,
                                                       std::uint32_t roll);
  /// The start roll of `seat` in `round`: a stream of its own.
  [[nodiscard]] rules::Dice start(int seat, int round, int dice);

 private:
  /// One block of the cipher is eight throws of a turn; the next turns' blocks follow it, and the
  /// cipher makes four at little more than the cost of one.
  static constexpr std::uint32_t kBlock = 64;
  static constexpr std::uint32_t kTurns = 4;
  struct Cached {
    std::uint64_t counter = 0;  ///< Of the first block.
    bool filled = false;
    std::array<std::uint8_t, kTurns * kBlock> blocks;
  };
  /// The throw's six dice as one number.
  std::uint64_t outcome(int seat, std::uint32_t turn, std::uint32_t roll);
  void fill(Cached& cached, std::uint32_t nonce_seat, std::uint32_t attempt, std::uint64_t counter,
            std::uint32_t blocks) const;
  [[nodiscard]] std::uint64_t word(std::uint32_t nonce_seat, std::uint32_t attempt,
                                   std::uint32_t turn, std::uint32_t roll) const;

  Key key_;
  std::array<Cached, rules::kMaxSeats> cached_;
};

}  // namespace danno::referee::record
