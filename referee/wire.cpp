#include "referee/wire.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstring>

namespace danno::referee {
namespace {

constexpr std::uint32_t kVarint = 0;
constexpr std::uint32_t kFixed64 = 1;
constexpr std::uint32_t kBytes = 2;

constexpr std::uint32_t tag(std::uint32_t field, std::uint32_t type) { return (field << 3) | type; }

/// A message under construction. Large enough for an Ask with Options' most options.
class Scratch {
 public:
  void varint(std::uint64_t value) {
    assert(size_ + kLongestVarint <= bytes_.size());
    for (; value >= 0x80; value >>= 7)
      bytes_[size_++] = static_cast<char>(static_cast<std::uint8_t>(value | 0x80));
    bytes_[size_++] = static_cast<char>(value);
  }
  /// proto3: a zero is not written.
  void field(std::uint32_t number, std::uint64_t value) {
    if (value == 0) return;
    optional_field(number, value);
  }
  void optional_field(std::uint32_t number, std::uint64_t value) {
    varint(tag(number, kVarint));
    varint(value);
  }
  /// A packed repeated field; `value(i)` gives the entries.
  template <class Value>
  void packed(std::uint32_t number, std::size_t count, Value value) {
    if (count == 0) return;
    varint(tag(number, kBytes));
    std::size_t length = 0;
    for (std::size_t i = 0; i < count; ++i)
      length += varint_size(value(i));
    varint(length);
    for (std::size_t i = 0; i < count; ++i)
      varint(value(i));
  }
  /// A packed repeated field of entries below 128.
  template <class Value>
  void packed_small(std::uint32_t number, std::size_t count, Value value) {
    if (count == 0) return;
    varint(tag(number, kBytes));
    varint(count);
    assert(size_ + count <= bytes_.size());
    for (std::size_t i = 0; i < count; ++i)
      bytes_[size_++] = static_cast<char>(value(i));
  }
  void fixed64_field(std::uint32_t number, std::uint64_t value) {
    if (value == 0) return;
    varint(tag(number, kFixed64));
    std::array<char, 8> little;
    for (std::size_t i = 0; i < little.size(); ++i)
      little[i] = static_cast<char>(static_cast<std::uint8_t>(value >> (8 * i)));
    raw({little.data(), little.size()});
  }
  void raw(std::string_view bytes) {
    assert(size_ + bytes.size() <= bytes_.size());
    std::memcpy(bytes_.data() + size_, bytes.data(), bytes.size());
    size_ += bytes.size();
  }
  [[nodiscard]] std::string_view bytes() const { return {bytes_.data(), size_}; }

  static std::size_t varint_size(std::uint64_t value) {
    std::size_t size = 1;
    while (value >= 0x80) {
      value >>= 7;
      ++size;
    }
    return size;
  }

 private:
  static constexpr std::size_t kLongestVarint = 10;
  std::array<char, 2048> bytes_;
  std::size_t size_ = 0;
};

std::uint32_t may(const rules::Option& option) {
  return (option.may_roll ? 1U : 0U) | (option.may_bank ? 2U : 0U);
}

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

void put_dice(Scratch& body, rules::Dice thrown) {
  std::array<std::uint32_t, rules::kMaxDice> faces{};
  std::size_t count = 0;
  for (int face = 0; face < rules::kFaces; ++face) {
    for (int n = thrown.count(face); n > 0; --n)
      faces.at(count++) = static_cast<std::uint32_t>(face) + 1;
  }
  body.packed_small(3, count, [&](std::size_t i) { return faces[i]; });
}

void put_options(Scratch& body, rules::Dice thrown, const rules::Options& options) {
  const std::size_t count = options.size();
  body.packed_small(4, count, [&](std::size_t i) { return keep_mask(thrown, options[i].keep); });
  body.packed(5, count,
              [&](std::size_t i) { return static_cast<std::uint32_t>(options[i].points); });
  body.packed_small(6, count, [&](std::size_t i) { return options[i].next_dice; });
  body.packed_small(7, count, [&](std::size_t i) { return may(options[i]); });
}

/// ToAgent with `body` as its message `number`, as a frame.
void append_message(std::string& out, std::uint32_t number, const Scratch& body) {
  Scratch head;
  const std::size_t size = body.bytes().size();
  head.varint(1 + Scratch::varint_size(size) + size);
  head.varint(tag(number, kBytes));
  head.varint(size);
  out.append(head.bytes());
  out.append(body.bytes());
}

std::optional<std::uint64_t> take_long_varint(std::string_view& bytes) {
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < bytes.size() && i < 10; ++i) {
    const auto byte = static_cast<std::uint8_t>(bytes[i]);
    value |= std::uint64_t{byte & 0x7FU} << (7 * i);
    if ((byte & 0x80U) == 0) {
      bytes.remove_prefix(i + 1);
      return value;
    }
  }
  return std::nullopt;
}

/// A varint at the start of `bytes`, which loses it; nothing where it is incomplete or too long.
inline std::optional<std::uint64_t> take_varint(std::string_view& bytes) {
  if (!bytes.empty() && static_cast<std::uint8_t>(bytes.front()) < 0x80U) {
    const auto byte = static_cast<std::uint8_t>(bytes.front());
    bytes.remove_prefix(1);
    return byte;
  }
  return take_long_varint(bytes);
}

/// The usual Answer: FromAgent with nothing but an Answer of plain varints. Nothing: ask
/// libprotobuf.
std::optional<AnswerIn> parse_plain_answer(std::string_view payload) {
  if (take_varint(payload) != tag(2, kBytes)) return std::nullopt;
  const auto size = take_varint(payload);
  if (size != payload.size()) return std::nullopt;
  AnswerIn answer;
  while (!payload.empty()) {
    const auto key = take_varint(payload);
    const auto value = take_varint(payload);
    if (!key || !value) return std::nullopt;
    const auto number = static_cast<std::uint32_t>(*value);
    switch (*key) {
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
        return std::nullopt;
    }
  }
  return answer;
}

}  // namespace

void append_frame(std::string& out, const google::protobuf::MessageLite& message) {
  const std::size_t size = message.ByteSizeLong();
  assert(size <= kMaxFrame);
  std::uint64_t length = size;
  while (length >= 0x80) {
    out.push_back(static_cast<char>(static_cast<std::uint8_t>(length | 0x80U)));
    length >>= 7;
  }
  out.push_back(static_cast<char>(length));
  const std::size_t begin = out.size();
  out.resize(begin + size);
  message.SerializeWithCachedSizesToArray(reinterpret_cast<std::uint8_t*>(out.data() + begin));
}

void append_hello(std::string& out, const Greeting& greeting) {
  v1::ToAgent message;
  v1::Hello& hello = *message.mutable_hello();
  hello.set_protocol(1);
  hello.set_answer_ms(greeting.answer_ms);
  hello.set_start_ms(greeting.start_ms);
  hello.set_memory_mb(greeting.memory_mb);
  hello.set_games(greeting.games);
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
}

void GameStartForm::append(std::string& out, std::uint32_t game, int seat, int first,
                           std::uint64_t agent_seed) const {
  Scratch body;
  body.field(1, game);
  body.raw(rules_);
  body.field(7, static_cast<std::uint64_t>(seat));
  body.field(8, seats_);
  body.field(9, static_cast<std::uint64_t>(first));
  body.fixed64_field(10, agent_seed);
  append_message(out, 2, body);
}

void append_game_start(std::string& out, const rules::RuleSet& rules, std::uint32_t game, int seat,
                       int first, std::uint64_t agent_seed) {
  GameStartForm(rules).append(out, game, seat, first, agent_seed);
}

void append_seen(std::string& out, std::uint32_t game, const Step& step,
                 const rules::Position& after) {
  v1::Seen::Event event = v1::Seen::EVENT_UNSPECIFIED;
  switch (step.kind) {
    case Step::Kind::Forfeit:
      event = v1::Seen::FORFEITED;
      break;
    case Step::Kind::Offer:
      event = step.action == rules::Action::Accept ? v1::Seen::ACCEPTED : v1::Seen::DECLINED;
      break;
    case Step::Kind::Choice:
      event = step.action == rules::Action::Roll ? v1::Seen::ROLLED_ON : v1::Seen::BANKED;
      break;
    case Step::Kind::Throw:
      if (step.outcome == rules::Thrown::Choice) return;
      event = step.outcome == rules::Thrown::Bust  ? v1::Seen::BUSTED
              : step.outcome == rules::Thrown::Win ? v1::Seen::WON_AT_ONCE
                                                   : v1::Seen::ROLLED_ON;
      break;
  }
  v1::ToAgent message;
  v1::Seen& seen = *message.mutable_seen();
  seen.set_game(game);
  seen.set_seat(static_cast<std::uint32_t>(step.seat));
  seen.set_event(event);
  for (int face = 0; face < rules::kFaces; ++face) {
    for (int n = step.thrown.count(face); n > 0; --n)
      seen.add_dice(static_cast<std::uint32_t>(face) + 1);
  }
  if (step.kind == Step::Kind::Choice) seen.set_kept(keep_mask(step.thrown, step.option.keep));
  if (after.mover == step.seat) seen.set_turn_points(static_cast<std::uint32_t>(after.turn.points));
  seen.set_total(static_cast<std::uint32_t>(after.totals[static_cast<std::size_t>(step.seat)]));
  append_frame(out, message);
}

void append_game_end(std::string& out, std::uint32_t game, const GameRecord& record,
                     v1::GameEnd::Cause cause) {
  Scratch body;
  body.field(1, game);
  body.packed_small(2, record.seats, [&](std::size_t seat) { return record.places[seat]; });
  body.packed(3, record.seats,
              [&](std::size_t seat) { return static_cast<std::uint32_t>(record.totals[seat]); });
  body.field(4, static_cast<std::uint64_t>(cause));
  append_message(out, 5, body);
}

void append_goodbye(std::string& out) {
  v1::ToAgent message;
  message.mutable_goodbye();
  append_frame(out, message);
}

void append_ask(std::string& out, std::uint32_t game, std::uint32_t seq,
                const rules::Position& position, const rules::Options& options,
                const std::optional<AdviceGiven>& advice) {
  Scratch body;
  body.field(1, game);
  body.field(2, seq);
  if (position.phase == rules::Phase::Choose) {
    put_dice(body, position.thrown);
    put_options(body, position.thrown, options);
  }
  body.packed(8, position.seats,
              [&](std::size_t i) { return static_cast<std::uint32_t>(position.totals[i]); });
  body.field(9, position.in_game);
  body.field(10, static_cast<std::uint32_t>(position.turn.points));
  body.field(11, static_cast<std::uint32_t>(position.turn.locked));
  body.field(12, static_cast<std::uint32_t>(position.turn.inherited));
  body.field(13, static_cast<std::uint32_t>(position.offer.points));
  body.field(14, position.offer.dice);
  if (position.closer) body.optional_field(15, *position.closer);
  body.field(16, position.forfeited);
  body.field(17, position.turn.unproven || position.turn.attempt ? 1 : 0);
  if (advice) {
    body.optional_field(18, advice->option);
    body.field(19, static_cast<std::uint64_t>(to_wire(advice->action)));
  }
  append_message(out, 3, body);
}

std::uint32_t keep_mask(rules::Dice thrown, rules::Dice keep) {
  std::uint32_t mask = 0;
  int die = 0;
  for (int face = 0; face < rules::kFaces; ++face) {
    mask |= ((1U << keep.count(face)) - 1U) << die;
    die += thrown.count(face);
  }
  return mask;
}

std::variant<NeedMore, Frame, FrameTooLong> next_frame(std::string_view bytes) {
  std::string_view rest = bytes;
  const auto length = take_varint(rest);
  if (!length) {
    if (bytes.size() >= 10) return FrameTooLong{~std::uint64_t{0}};
    return NeedMore{};
  }
  if (*length > kMaxFrame) return FrameTooLong{*length};
  if (rest.size() < *length) return NeedMore{};
  return Frame{rest.substr(0, *length), bytes.size() - rest.size() + *length};
}

bool looks_like_text(std::string_view bytes) {
  constexpr auto kReadyTag = static_cast<char>(tag(1, kBytes));
  constexpr auto kAnswerTag = static_cast<char>(tag(2, kBytes));
  if (bytes.size() < 2 || bytes[1] == kReadyTag || bytes[1] == kAnswerTag) return false;
  // A good answer may follow the slip: the beginning tells.
  return std::ranges::all_of(bytes.substr(0, 8), [](char c) {
    return (c >= ' ' && c <= '~') || c == '\n' || c == '\t' || c == '\r';
  });
}

std::variant<Unreadable, AnswerIn, v1::Ready> parse_from_agent(std::string_view payload) {
  if (const auto plain = parse_plain_answer(payload)) return *plain;
  v1::FromAgent message;
  if (!message.ParseFromArray(payload.data(), static_cast<int>(payload.size())))
    return Unreadable{};
  if (message.has_ready()) return message.ready();
  if (!message.has_answer()) return Unreadable{};
  const v1::Answer& answer = message.answer();
  return AnswerIn{answer.game(), answer.seq(), answer.option(), answer.action()};
}

}  // namespace danno::referee
