// The bytes on an agent's pipes. proto/danno/agent.proto defines the messages; their encoding is
// that of Protocol Buffers.
//
//   frame     length: varint   payload: `length` bytes (a ToAgent or a FromAgent)
//   payload   tag: 1 byte      size: varint             message: `size` bytes
//   message   fields, by rising number, each of them    tag: varint   value
//
//   tag       number << 3 | type
//   type 0    a varint: seven bits a byte, the lowest first; bit 7 says that another byte follows
//   type 1    a fixed64: eight bytes, the lowest first
//   type 2    size: varint, then `size` bytes: text, a message, or a list of varints
//
// The agent answers option 1 of question 2 of its game 5 with BANK in this frame:
//
//   0A       12    08     08 05   10 02   18 01    20 02
//   length   tag   size   game    seq     option   action
//
// A field that is zero is left out, unless it is `optional`.

#include "referee/protocol/wire.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstring>

#include "danno/rules.pb.h"
#include "referee/rules/rule_text.hpp"

namespace danno::referee::protocol {
namespace {

constexpr std::uint32_t kVarint = 0;
constexpr std::uint32_t kFixed64 = 1;
constexpr std::uint32_t kBytes = 2;

constexpr std::uint32_t tag(std::uint32_t field, std::uint32_t type) { return (field << 3) | type; }

// A message under construction is a buffer and the place of its next byte, which every put_ returns
// advanced: a member in memory would be read again after every byte written.

char* put_varint(char* at, std::uint64_t value) {
  for (; value >= 0x80; value >>= 7)
    *at++ = static_cast<char>(static_cast<std::uint8_t>(value | 0x80));
  *at++ = static_cast<char>(value);
  return at;
}

std::size_t varint_size(std::uint64_t value) {
  std::size_t size = 1;
  for (; value >= 0x80; value >>= 7)
    ++size;
  return size;
}

char* put_optional_field(char* at, std::uint32_t number, std::uint64_t value) {
  return put_varint(put_varint(at, tag(number, kVarint)), value);
}

/// proto3: a zero is not written.
char* put_field(char* at, std::uint32_t number, std::uint64_t value) {
  return value == 0 ? at : put_optional_field(at, number, value);
}

char* put_fixed64_field(char* at, std::uint32_t number, std::uint64_t value) {
  if (value == 0) return at;
  at = put_varint(at, tag(number, kFixed64));
  for (int i = 0; i < 8; ++i)
    *at++ = static_cast<char>(static_cast<std::uint8_t>(value >> (8 * i)));
  return at;
}

/// A packed repeated field; `value(i)` gives the entries.
template <class Value>
char* put_packed(char* at, std::uint32_t number, std::size_t count, Value value) {
  if (count == 0) return at;
  std::size_t length = 0;
  for (std::size_t i = 0; i < count; ++i)
    length += varint_size(value(i));
  at = put_varint(put_varint(at, tag(number, kBytes)), length);
  for (std::size_t i = 0; i < count; ++i)
    at = put_varint(at, value(i));
  return at;
}

/// The head of a packed repeated field of `count` entries below 128.
char* put_small_head(char* at, std::uint32_t number, std::size_t count) {
  return put_varint(put_varint(at, tag(number, kBytes)), count);
}

/// Large enough for an Ask with Options' most options, with room for the frame's head before it.
class Body {
 public:
  [[nodiscard]] char* begin() { return bytes_.data() + kHead; }

  /// ToAgent with what stands before `end` as its message `number`, as a frame.
  void append_to(std::string& out, std::uint32_t number, const char* end) {
    assert(end <= bytes_.data() + bytes_.size());
    const auto size = static_cast<std::size_t>(end - begin());
    // The head is put before the body once the size of the body is known; nothing is moved.
    const std::size_t inner = 1 + varint_size(size);
    char* const head = begin() - inner - varint_size(inner + size);
    put_varint(put_varint(put_varint(head, inner + size), tag(number, kBytes)), size);
    out.append(head, static_cast<std::size_t>(end - head));
  }

 private:
  static constexpr std::size_t kHead = 16;
  std::array<char, 2048> bytes_;
};

std::uint32_t may(const rules::Option& option) {
  return (option.may_roll ? 1U : 0U) | (option.may_bank ? 2U : 0U);
}

/// Writes the dice without a branch for each die: each face is written eight times, and the next
/// face overwrites the surplus.
char* put_dice(char* at, rules::Dice thrown) {
  at = put_small_head(at, 3, static_cast<std::size_t>(thrown.size()));
  for (int face = 0; face < rules::kFaces; ++face) {
    std::memset(at, face + 1, 8);
    at += thrown.count(face);
  }
  return at;
}

char* put_options(char* at, std::span<const rules::Option> options) {
  // Options are four packed lists of one length. Their places are known as soon as the bytes of the
  // points are counted, so one pass writes all four.
  const std::size_t count = options.size();
  at = put_small_head(at, 4, count);
  std::size_t length = 0;
  for (std::size_t i = 0; i < count; ++i) {
    at[i] = static_cast<char>(options[i].mask);
    length += varint_size(static_cast<std::uint32_t>(options[i].points));
  }
  at = put_varint(put_varint(at + count, tag(5, kBytes)), length);
  char* const dice = put_small_head(at + length, 6, count);
  char* const actions = put_small_head(dice + count, 7, count);
  for (std::size_t i = 0; i < count; ++i) {
    at = put_varint(at, static_cast<std::uint32_t>(options[i].points));
    dice[i] = static_cast<char>(options[i].next_dice);
    actions[i] = static_cast<char>(may(options[i]));
  }
  return actions + count;
}

v1::RuleSet encode_rule_set(const rules::Definition& definition) {
  v1::RuleSet set;
  set.set_text(definition.text);
  for (const rules::Combination& combination : definition.combinations) {
    v1::RuleSet::Pattern& pattern = *set.add_patterns();
    for (int face = 0; face < rules::kFaces; ++face) {
      for (int n = combination.dice.count(face); n > 0; --n)
        pattern.add_dice(static_cast<std::uint32_t>(face) + 1);
    }
    pattern.set_points(static_cast<std::uint32_t>(combination.points));
  }
  for (const auto& [key, value] : rules::list_traits(definition)) {
    v1::RuleSet::Trait& trait = *set.add_traits();
    trait.set_key(key);
    trait.set_value(value);
  }
  return set;
}

/// The end of a varint that begins at `at`, and its value; null where it is incomplete or too long.
const char* take_varint(const char* at, const char* end, std::uint64_t& value) {
  // Nearly all values are below 128 and take one byte.
  if (at != end && (static_cast<std::uint8_t>(*at) & 0x80U) == 0) {
    value = static_cast<std::uint8_t>(*at);
    return at + 1;
  }
  value = 0;
  for (unsigned shift = 0; at != end && shift < 70; shift += 7) {
    const auto byte = static_cast<std::uint8_t>(*at++);
    value |= std::uint64_t{byte & 0x7FU} << shift;
    if ((byte & 0x80U) == 0) return at;
  }
  return nullptr;
}

/// Returns what the others see of a step; EVENT_UNSPECIFIED if the step decides nothing.
v1::Seen::Event seen_event(const record::Step& step) {
  switch (step.kind) {
    case record::Step::Kind::Forfeit:
      return v1::Seen::FORFEITED;
    case record::Step::Kind::Offer:
      return step.action == rules::Action::Accept ? v1::Seen::ACCEPTED : v1::Seen::DECLINED;
    case record::Step::Kind::Choice:
      return step.action == rules::Action::Roll ? v1::Seen::ROLLED_ON : v1::Seen::BANKED;
    case record::Step::Kind::Throw:
      break;
  }
  if (step.outcome == rules::Thrown::Choice) return v1::Seen::EVENT_UNSPECIFIED;
  if (step.outcome == rules::Thrown::Bust) return v1::Seen::BUSTED;
  return step.outcome == rules::Thrown::Win ? v1::Seen::WON_AT_ONCE : v1::Seen::ROLLED_ON;
}

}  // namespace

v1::Action to_wire(rules::Action action) {
  switch (action) {
    case rules::Action::Roll:
      return v1::ROLL;
    case rules::Action::Bank:
      return v1::BANK;
    case rules::Action::Accept:
      return v1::ACCEPT;
    case rules::Action::Decline:
      return v1::DECLINE;
  }
  return v1::ACTION_UNSPECIFIED;
}

rules::Action from_wire(v1::Action action) {
  switch (action) {
    case v1::BANK:
      return rules::Action::Bank;
    case v1::ACCEPT:
      return rules::Action::Accept;
    case v1::DECLINE:
      return rules::Action::Decline;
    default:
      return rules::Action::Roll;
  }
}

void append_frame(std::string& out, const google::protobuf::MessageLite& message) {
  const std::size_t size = message.ByteSizeLong();
  assert(size <= kMaxFrame);
  std::array<char, 10> length;
  out.append(length.data(), put_varint(length.data(), size));
  const std::size_t begin = out.size();
  out.resize(begin + size);
  message.SerializeWithCachedSizesToArray(reinterpret_cast<std::uint8_t*>(out.data() + begin));
}

void append_hello(std::string& out, const record::Greeting& greeting) {
  v1::ToAgent message;
  v1::Hello& hello = *message.mutable_hello();
  hello.set_protocol(1);
  hello.set_answer_ms(greeting.answer_ms);
  hello.set_start_ms(greeting.start_ms);
  hello.set_memory_mb(greeting.memory_mb);
  hello.set_games(greeting.games);
  hello.set_bank_ms(greeting.bank_ms);
  append_frame(out, message);
}

GameStartForm::GameStartForm(const rules::RuleSet& rules)
    : seats_(static_cast<std::uint32_t>(rules.seats())) {
  v1::GameStart start;
  start.set_rules(std::string(rules.id()));
  for (const rules::NamedParameter& parameter :
       rules::list_parameters(rules.definition(), rules.parameters())) {
    v1::Parameter& entry = *start.add_parameters();
    entry.set_name(std::string(parameter.name));
    entry.set_value(parameter.wire);
  }
  start.set_unit(static_cast<std::uint32_t>(rules.definition().unit));
  start.set_dice(static_cast<std::uint32_t>(rules.dice()));
  start.set_faces(std::string(rules.faces()));
  rules_ = start.SerializeAsString();
  if (rules.definition().is_bundled()) return;
  v1::GameStart file;
  file.set_rule_set(encode_rule_set(rules.definition()).SerializeAsString());
  rule_set_ = file.SerializeAsString();
}

void GameStartForm::append(std::string& out, std::uint32_t game, int seat, int first,
                           std::uint64_t agent_seed, bool resumed) const {
  std::array<char, 64> own;
  char* const begin = put_field(own.data(), 1, game);
  char* at = put_field(begin, 7, static_cast<std::uint64_t>(seat));
  at = put_field(at, 8, seats_);
  at = put_field(at, 9, static_cast<std::uint64_t>(first));
  at = put_fixed64_field(at, 10, agent_seed);
  at = put_field(at, 11, resumed ? 1 : 0);
  // The shared fields 2 to 6 follow the game's number, and the rule set (12) comes last. Fields
  // stand in the order in which libprotobuf writes them.
  const std::size_t size =
      static_cast<std::size_t>(at - own.data()) + rules_.size() + rule_set_.size();
  std::array<char, 16> head;
  char* const end = put_varint(
      put_varint(put_varint(head.data(), 1 + varint_size(size) + size), tag(2, kBytes)), size);
  out.append(head.data(), end).append(own.data(), begin).append(rules_);
  out.append(begin, at).append(rule_set_);
}

void append_game_start(std::string& out, const rules::RuleSet& rules, std::uint32_t game, int seat,
                       int first, std::uint64_t agent_seed) {
  GameStartForm(rules).append(out, game, seat, first, agent_seed);
}

void append_seen(std::string& out, std::uint32_t game, const record::Step& step,
                 const rules::Position& after) {
  const v1::Seen::Event event = seen_event(step);
  if (event == v1::Seen::EVENT_UNSPECIFIED) return;
  v1::ToAgent message;
  v1::Seen& seen = *message.mutable_seen();
  seen.set_game(game);
  seen.set_seat(static_cast<std::uint32_t>(step.seat));
  seen.set_event(event);
  for (int face = 0; face < rules::kFaces; ++face) {
    for (int n = step.thrown.count(face); n > 0; --n)
      seen.add_dice(static_cast<std::uint32_t>(face) + 1);
  }
  if (step.kind == record::Step::Kind::Choice) seen.set_kept(step.option.mask);
  if (after.mover == step.seat) seen.set_turn_points(static_cast<std::uint32_t>(after.turn.points));
  seen.set_total(static_cast<std::uint32_t>(after.totals[static_cast<std::size_t>(step.seat)]));
  append_frame(out, message);
}

void append_game_end(std::string& out, std::uint32_t game, const record::GameRecord& record,
                     v1::GameEnd::Cause cause) {
  Body body;
  char* at = put_field(body.begin(), 1, game);
  at = put_packed(at, 2, record.seats, [&](std::size_t seat) { return record.places[seat]; });
  at = put_packed(at, 3, record.seats, [&](std::size_t seat) {
    return static_cast<std::uint32_t>(record.totals[seat]);
  });
  at = put_field(at, 4, static_cast<std::uint64_t>(cause));
  body.append_to(out, 5, at);
}

void append_goodbye(std::string& out) {
  v1::ToAgent message;
  message.mutable_goodbye();
  append_frame(out, message);
}

std::string encode_options(rules::Dice thrown, std::span<const rules::Option> options) {
  Body body;
  return {body.begin(), put_options(put_dice(body.begin(), thrown), options)};
}

void append_ask(std::string& out, std::uint32_t game, std::uint32_t seq,
                const rules::Position& position, std::span<const rules::Option> options,
                const std::optional<AdviceGiven>& advice) {
  std::string encoded;
  if (position.phase == rules::Phase::Choose) encoded = encode_options(position.thrown, options);
  append_ask(out, game, seq, position, encoded, advice);
}

void append_ask(std::string& out, std::uint32_t game, std::uint32_t seq,
                const rules::Position& position, std::string_view options,
                const std::optional<AdviceGiven>& advice) {
  Body body;
  char* at = put_field(put_field(body.begin(), 1, game), 2, seq);
  at = std::ranges::copy(options, at).out;
  at = put_packed(at, 8, position.seats,
                  [&](std::size_t i) { return static_cast<std::uint32_t>(position.totals[i]); });
  at = put_field(at, 9, position.in_game.bits());
  at = put_field(at, 10, static_cast<std::uint32_t>(position.turn.points));
  at = put_field(at, 11, static_cast<std::uint32_t>(position.turn.locked));
  at = put_field(at, 12, static_cast<std::uint32_t>(position.turn.inherited));
  at = put_field(at, 13, static_cast<std::uint32_t>(position.offer.points));
  at = put_field(at, 14, position.offer.dice);
  if (position.closer) at = put_optional_field(at, 15, *position.closer);
  at = put_field(at, 16, position.forfeited.bits());
  at = put_field(at, 17, position.turn.unproven || position.turn.attempt ? 1 : 0);
  if (advice) {
    at = put_optional_field(at, 18, advice->option);
    at = put_field(at, 19, static_cast<std::uint64_t>(to_wire(advice->action)));
  }
  const bool any_busts = std::ranges::any_of(position.busts, [](auto count) { return count > 0; });
  if (any_busts)
    at = put_packed(at, 20, position.seats, [&](std::size_t i) { return position.busts[i]; });
  body.append_to(out, 3, at);
}

std::variant<NeedMore, Frame, FrameTooLong> next_frame(std::string_view bytes) {
  const char* const end = bytes.data() + bytes.size();
  std::uint64_t length = 0;
  const char* const payload = take_varint(bytes.data(), end, length);
  if (payload == nullptr) {
    // A varint of 64 bits takes at most ten bytes, so more bytes would not complete this one.
    if (bytes.size() >= 10) return FrameTooLong{~std::uint64_t{0}};
    return NeedMore{};
  }
  if (length > kMaxFrame) return FrameTooLong{length};
  if (static_cast<std::size_t>(end - payload) < length) return NeedMore{};
  const auto prefix = static_cast<std::size_t>(payload - bytes.data());
  return Frame{{payload, length}, prefix + length};
}

bool looks_like_text(std::string_view bytes) {
  constexpr auto kReadyTag = static_cast<char>(tag(1, kBytes));
  const auto prints = [](char c) {
    return (c >= ' ' && c <= '~') || c == '\n' || c == '\t' || c == '\r';
  };
  // A message may follow the text at once, so only its first bytes count. A frame begins with its
  // length and a tag. Answer's tag is not printable, but Ready's is a line feed.
  if (bytes.size() < 2 || !prints(bytes[0]) || !prints(bytes[1])) return false;
  if (bytes[1] != kReadyTag) return true;
  // The third byte of a short Ready is its size: the length of the frame less tag and size.
  return bytes.size() > 2 && bytes[2] != bytes[0] - 2;
}

bool parse_plain_answer(std::string_view payload, AnswerIn& answer) {
  const char* at = payload.data();
  const char* const end = at + payload.size();
  if (at == end || *at != static_cast<char>(tag(2, kBytes))) return false;
  std::uint64_t size = 0;
  at = take_varint(at + 1, end, size);
  if (at == nullptr || size != static_cast<std::size_t>(end - at)) return false;
  // Every tag of Answer takes one byte. Any other tag is left to libprotobuf.
  while (at != end) {
    const char key = *at;
    std::uint64_t value = 0;
    at = take_varint(at + 1, end, value);
    if (at == nullptr) return false;
    const auto number = static_cast<std::uint32_t>(value);
    switch (key) {
      case tag(1, kVarint):
        answer.game = number;
        break;
      case tag(2, kVarint):
        answer.seq = number;
        break;
      case tag(3, kVarint):
        answer.option = number;
        break;
      case tag(4, kVarint):
        answer.action = static_cast<v1::Action>(static_cast<int>(number));
        break;
      default:
        return false;
    }
  }
  return true;
}

std::variant<Unreadable, AnswerIn, v1::Ready> parse_from_agent(std::string_view payload) {
  // Agents answer thousands of times a second but send one Ready, so answers are tried first.
  if (AnswerIn answer; parse_plain_answer(payload, answer)) return answer;
  v1::FromAgent message;
  if (!message.ParseFromArray(payload.data(), static_cast<int>(payload.size())))
    return Unreadable{};
  if (message.has_ready()) return message.ready();
  if (!message.has_answer()) return Unreadable{};
  const v1::Answer& answer = message.answer();
  return AnswerIn{answer.game(), answer.seq(), answer.option(), answer.action()};
}

}  // namespace danno::referee::protocol
