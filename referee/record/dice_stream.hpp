// Fair, keyed and verifiable dice: every throw is a fixed function of a deal's key and of its place
// in the game, so that no decision ever shifts another throw.
//
// docs/fair-dice.md defines the function, with test vectors. In short: ChaCha20 (djb's original,
// 64-bit nonce and counter), keyed by HMAC-SHA-256 of the league's seed.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "referee/record/agent_set.hpp"
#include "referee/rules/rule_set.hpp"

namespace danno::referee::record {

using Key = std::array<std::uint8_t, 32>;

/// A league's seed, which may be any text. Its commitment is published before the first game.
struct Seed {
  std::string text;
};
/// Returns 32 bytes from the system's generator, in hex.
[[nodiscard]] Seed draw_seed();
/// Returns the SHA-256 of the text, in hex.
[[nodiscard]] std::string commitment(const Seed& seed);

/// The rules of a deal as its key names them.
struct KeyRules {
  std::string id;
  std::string file_hash = {};  ///< SHA-256 of a rule file, in hex; empty for a bundled rule set.
  /// The parameters that a league has changed, as pairs such as "target", "3000".
  std::vector<std::pair<std::string, std::string>> changed = {};
};
/// Returns the SHA-256, in hex, of the canonical text of a rule set from a file; empty for a
/// bundled one.
[[nodiscard]] std::string rules_hash(const rules::Definition& definition);
/// Returns the names of these rules; `changed` lists parameters that differ from their defaults.
[[nodiscard]] KeyRules key_rules(const rules::RuleSet& rules);

/// Returns the key of a deal. `names` are the line-up's agents in any order ("ada", or "ada@2" for
/// a later version); `out` holds the indices of those that are out for their faults. With mirrored
/// dice all seatings share the deal's key; without, each seating has its own. Every hashed field is
/// preceded by its length, so different deals never have the same key, whatever the names of their
/// agents.
[[nodiscard]] Key deal_key(const Seed& seed, const KeyRules& rules,
                           std::span<const std::string> names, std::uint64_t deal,
                           std::optional<std::uint32_t> seating = std::nullopt, AgentSet out = {});
/// Returns the key of a tournament's seating in round `round`, which differs from every deal's key.
[[nodiscard]] Key seating_key(const Seed& seed, const KeyRules& rules,
                              std::span<const std::string> names, std::uint64_t round);
/// Returns a number with which an agent may seed its own generator. `secret`, and `deal`, a key
/// derived from it, differ from those of the dice, so an agent cannot use the number to test
/// guesses of the dice's seed. If `secret` is empty, the number follows from public data alone.
[[nodiscard]] std::uint64_t agent_seed(const Seed& secret, const Key& deal, std::uint32_t seating,
                                       std::string_view agent, int seat);

/// The throws of one game. It is cheap to construct for every game, and caches the cipher's blocks
/// for a few turns of each seat.
class DiceStream {
 public:
  explicit DiceStream(const Key& key) : key_(key) {}

  /// Returns throw `roll` of turn `turn` of `seat`, all counted from 0: 1 to 6 dice, each face
  /// equally likely. A throw of fewer dice shows the leading ones of the same six.
  [[nodiscard]] rules::Dice roll(int seat, std::uint32_t turn, std::uint32_t roll, int dice);
  /// Returns the same throw as six faces, counted from 0.
  [[nodiscard]] std::array<int, rules::kMaxDice> faces(int seat, std::uint32_t turn,
                                                       std::uint32_t roll);
  /// Returns the start roll of `seat` in `round`, from a separate stream.
  [[nodiscard]] rules::Dice start(int seat, int round, int dice);

 private:
  /// Size of a cipher block, which gives eight throws of a turn. The blocks of the next turns
  /// follow it, and the cipher makes eight at less than twice the cost of one.
  static constexpr std::uint32_t kBlock = 64;
  static constexpr std::uint32_t kTurns = 8;
  struct Cached {
    std::uint64_t counter = 0;  ///< The counter of the first block.
    bool filled = false;
    std::array<std::uint8_t, kTurns * kBlock> blocks;
  };
  /// Returns the throw's six dice as one number.
  std::uint64_t outcome(int seat, std::uint32_t turn, std::uint32_t roll);
  void fill(Cached& cached, std::uint32_t nonce_seat, std::uint32_t attempt, std::uint64_t counter,
            std::uint32_t blocks) const;
  [[nodiscard]] std::uint64_t word(std::uint32_t nonce_seat, std::uint32_t attempt,
                                   std::uint32_t turn, std::uint32_t roll) const;

  Key key_;
  std::array<Cached, rules::kMaxSeats> cached_;
};

}  // namespace danno::referee::record
