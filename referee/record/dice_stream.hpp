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
#include <utility>
#include <vector>

#include "referee/rules/rule_set.hpp"

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

/// The rules of a deal as its key names them.
struct KeyRules {
  std::string id;
  std::string file_hash = {};  ///< SHA-256 of a rule file, in hex; empty for a bundled rule set.
  /// What a league has changed, by name: "target", "3000".
  std::vector<std::pair<std::string, std::string>> changed = {};
};
/// Names these rules; `changed` are the parameters that differ from their defaults.
[[nodiscard]] KeyRules key_rules(const rules::RuleSet& rules);

/// The key of a deal. `names` are the line-up's agents in any order ("ada", or "ada@2" for a later
/// version); bit i of `out` says that names[i] is out for its faults. With mirrored dice all
/// seatings share the deal's key; without, each has its own. Every field of what is hashed stands
/// with its length, so different deals never have the same key, whatever their agents are called.
[[nodiscard]] Key deal_key(const Seed& seed, const KeyRules& rules,
                           std::span<const std::string> names, std::uint64_t deal,
                           std::optional<std::uint32_t> seating = std::nullopt,
                           std::uint8_t out = 0);
/// The key of a tournament's seating in round `round`, which is no deal's key.
[[nodiscard]] Key seating_key(const Seed& seed, const KeyRules& rules,
                              std::span<const std::string> names, std::uint64_t round);
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
