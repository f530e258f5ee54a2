// The keys and the stream of the dice. docs/fair-dice.md defines them, with test vectors.
//
//   key        HMAC-SHA-256(seed, message)
//   message    fields, each as LENGTH:BYTES, (a netstring; Bernstein, 1997)
//     deal       "danno deal 2", rules, agents, deal, [seating]
//     seating    "danno seating 2", rules, agents, round
//     agent      "danno agent 2", key of the deal in hex, seating, name, seat
//     rules      id, hash of the rule file, number of changes, a name and a value for each
//     agents     number, then sorted by name: the name, "in" or "out"
//
//   stream     ChaCha20 (Bernstein, 2008), keyed by the key of the deal
//     nonce      seat (4 bytes), attempt (4 bytes)
//     counter    turn (low 4 bytes), roll / 8 (high 4 bytes)
//     block      eight words of 8 bytes; word roll % 8 is the throw
//     throw      word % 6^6, as six digits to base 6: the six dice, the first in the lowest digit
//
// All numbers are little-endian.

#include "referee/record/dice_stream.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "referee/record/sha256.hpp"

namespace danno::referee::record {
namespace {

/// The state of HMAC-SHA-256 before its message.
struct Keyed {
  explicit Keyed(const Seed& seed) : text(seed.text), state(text) {}
  std::string text;
  Hmac state;
};

/// Returns the state for a seed. Each thread keeps the two last ones, because every game needs keys
/// under two seeds: that of the dice and that of the agents.
const Keyed& keyed(const Seed& seed) {
  thread_local std::array<std::optional<Keyed>, 2> states;
  thread_local std::size_t last = 0;
  const auto is_it = [&](const auto& one) { return one && one->text == seed.text; };
  if (is_it(states[last])) return *states[last];
  // The other entry has the seed, or it is the older one and is replaced.
  last = 1 - last;
  if (!is_it(states[last])) states[last].emplace(seed);
  return *states[last];
}

/// HMAC-SHA-256 keyed by the seed's text.
Key hmac(const Seed& seed, std::string_view message) { return keyed(seed).state.compute(message); }

/// Fields that no text in them can imitate: each is its length, a colon, its bytes and a comma.
class Message {
 public:
  explicit Message(std::string_view kind) {
    text_.reserve(kUsualLength);
    add(kind);
  }
  void add(std::string_view field) {
    text_.append(std::to_string(field.size())).append(1, ':').append(field).append(1, ',');
  }
  void add(std::uint64_t number) { add(std::to_string(number)); }
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  static constexpr std::size_t kUsualLength = 256;

  std::string text_;
};

void add_rules(Message& message, const KeyRules& rules) {
  message.add(rules.id);
  message.add(rules.file_hash);
  message.add(rules.changed.size());
  for (const auto& [name, value] : rules.changed) {
    message.add(name);
    message.add(value);
  }
}

void add_agents(Message& message, std::span<const std::string> names, AgentSet out) {
  std::vector<std::pair<std::string_view, bool>> agents;
  for (std::size_t i = 0; i < names.size(); ++i)
    agents.emplace_back(names[i], i < 8 && out.has(i));
  // The dice must not depend on the order in which a league lists its agents.
  std::ranges::sort(agents);
  message.add(agents.size());
  for (const auto& [name, is_out] : agents) {
    message.add(name);
    message.add(is_out ? "out" : "in");
  }
}

std::uint64_t little_endian(const std::uint8_t* bytes) {
  std::uint64_t value = 0;
  if constexpr (std::endian::native == std::endian::little) {
    std::memcpy(&value, bytes, sizeof value);
  } else {
    for (int i = 7; i >= 0; --i)
      value = (value << 8) | bytes[i];
  }
  return value;
}

void put_little_endian(std::uint32_t value, std::uint8_t* bytes) {
  for (int i = 0; i < 4; ++i)
    bytes[i] = static_cast<std::uint8_t>(value >> (8 * i));
}

// A word becomes six dice by its remainder modulo 6^6. 2^64 is no multiple of 6^6, so the
// remainders of all words would not be equally likely. Words from kLimit on, the largest multiple,
// are therefore replaced by the word of the next `attempt` (rejection sampling; von Neumann, 1951).
// One word in 8e14 is replaced, which never changes another throw.
constexpr std::uint64_t kOutcomes = 46656;
constexpr std::uint64_t kLimit = (~std::uint64_t{0} / kOutcomes) * kOutcomes;
constexpr std::uint32_t kStartStream = 0x80;

std::uint64_t make_counter(std::uint32_t turn, std::uint32_t roll) {
  return (std::uint64_t{roll / 8} << 32) | turn;
}

/// Tabulates three digits to base six: kThree[count][digits] holds the dice of the lowest `count`
/// digits.
constexpr auto kThree = [] {
  std::array<std::array<rules::Dice, 216>, 4> table;
  for (unsigned count = 0; count < table.size(); ++count) {
    for (unsigned digits = 0; digits < 216; ++digits) {
      for (unsigned i = 0, rest = digits; i < count; ++i, rest /= rules::kFaces)
        table[count][digits].add(static_cast<int>(rest % rules::kFaces));
    }
  }
  return table;
}();

/// Returns the first dice of a throw. The first die is the lowest digit of the word to base six.
rules::Dice decode_faces(std::uint64_t word, int dice) {
  const auto digits = static_cast<unsigned>(word % kOutcomes);
  const auto count = static_cast<unsigned>(dice);
  const unsigned low = std::min(count, 3U);
  return kThree[low][digits % 216].with(kThree[count - low][digits / 216]);
}

}  // namespace

std::string commitment(const Seed& seed) { return sha256_hex(seed.text); }

std::string rules_hash(const rules::Definition& definition) {
  return definition.is_bundled() ? "" : commitment({definition.text});
}

KeyRules key_rules(const rules::RuleSet& rules) {
  const rules::Definition& definition = rules.definition();
  const auto defaults = rules::list_parameters(definition, definition.defaults(rules.seats()));
  const auto parameters = rules::list_parameters(definition, rules.parameters());
  KeyRules named{std::string(rules.id()), rules_hash(definition)};
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    if (parameters[i].value != defaults[i].value)
      named.changed.emplace_back(parameters[i].name, parameters[i].value);
  }
  std::ranges::sort(named.changed);
  return named;
}

Key deal_key(const Seed& seed, const KeyRules& rules, std::span<const std::string> names,
             std::uint64_t deal, std::optional<std::uint32_t> seating, AgentSet out) {
  Message message("danno deal 2");
  add_rules(message, rules);
  add_agents(message, names, out);
  message.add(deal);
  if (seating) message.add(std::uint64_t{*seating});
  return hmac(seed, message.text());
}

Key seating_key(const Seed& seed, const KeyRules& rules, std::span<const std::string> names,
                std::uint64_t round) {
  Message message("danno seating 2");
  add_rules(message, rules);
  add_agents(message, names, {});
  message.add(round);
  return hmac(seed, message.text());
}

std::uint64_t agent_seed(const Seed& secret, const Key& deal, std::uint32_t seating,
                         std::string_view agent, int seat) {
  Message message("danno agent 2");
  message.add(to_hex(deal));
  message.add(std::uint64_t{seating});
  message.add(agent);
  message.add(static_cast<std::uint64_t>(seat));
  return little_endian(hmac(secret, message.text()).data());
}

void DiceStream::fill(Cached& cached, std::uint32_t nonce_seat, std::uint32_t attempt,
                      std::uint64_t counter, std::uint32_t blocks) const {
  std::array<std::uint8_t, 8> nonce{};
  put_little_endian(nonce_seat, nonce.data());
  put_little_endian(attempt, nonce.data() + 4);
  write_chacha20(key_, nonce, counter,
                 std::span(cached.blocks).first(std::size_t{kBlock} * blocks));
  cached.counter = counter;
  cached.filled = true;
}

std::uint64_t DiceStream::word(std::uint32_t nonce_seat, std::uint32_t attempt, std::uint32_t turn,
                               std::uint32_t roll) const {
  Cached scratch;
  fill(scratch, nonce_seat, attempt, make_counter(turn, roll), 1);
  return little_endian(scratch.blocks.data() + std::size_t{8} * (roll % 8));
}

std::uint64_t DiceStream::outcome(int seat, std::uint32_t turn, std::uint32_t roll) {
  assert(seat >= 0 && seat < rules::kMaxSeats);
  const auto nonce_seat = static_cast<std::uint32_t>(seat);
  const std::uint64_t counter = make_counter(turn, roll);
  Cached& cached = cached_[nonce_seat];
  // Blocks of successive turns follow each other. The difference is unsigned, so an earlier turn or
  // a ninth roll misses the cache, too.
  if (!cached.filled || counter - cached.counter >= kTurns) {
    fill(cached, nonce_seat, 0, counter, kTurns);
  }
  const std::uint64_t at = (counter - cached.counter) * kBlock + std::uint64_t{8} * (roll % 8);
  std::uint64_t value = little_endian(cached.blocks.data() + at);
  for (std::uint32_t attempt = 1; value >= kLimit; ++attempt)
    value = word(nonce_seat, attempt, turn, roll);
  return value;
}

rules::Dice DiceStream::roll(int seat, std::uint32_t turn, std::uint32_t roll, int dice) {
  assert(dice >= 1 && dice <= rules::kMaxDice);
  return decode_faces(outcome(seat, turn, roll), dice);
}

std::array<int, rules::kMaxDice> DiceStream::faces(int seat, std::uint32_t turn,
                                                   std::uint32_t roll) {
  std::uint64_t rest = outcome(seat, turn, roll);
  std::array<int, rules::kMaxDice> faces{};
  for (int& face : faces) {
    face = static_cast<int>(rest % rules::kFaces);
    rest /= rules::kFaces;
  }
  return faces;
}

rules::Dice DiceStream::start(int seat, int round, int dice) {
  // No seat of the game has this nonce, so the start rolls are independent of all throws.
  const std::uint32_t nonce_seat = kStartStream + static_cast<std::uint32_t>(seat);
  const auto turn = static_cast<std::uint32_t>(round);
  std::uint64_t value = word(nonce_seat, 0, turn, 0);
  for (std::uint32_t attempt = 1; value >= kLimit; ++attempt)
    value = word(nonce_seat, attempt, turn, 0);
  return decode_faces(value, dice);
}

}  // namespace danno::referee::record
