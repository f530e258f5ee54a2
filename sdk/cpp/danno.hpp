// Write an agent for Danno in C++: one function, position in, decision out.
//
//   #include "danno.hpp"
//
//   danno::Decision decide(const danno::Question& question) {
//     if (question.is_offer()) return danno::decline();
//     return question.may_bank(0) ? danno::bank(0) : danno::roll(0);
//   }
//
//   int main() { return danno::play(decide); }
//
// The messages, and what their fields mean, are those of agent.proto; points are whole numbers in
// units (GameStart.unit units make a point). Nothing else is needed but libprotobuf-lite.
#pragma once

#include <fcntl.h>
#include <google/protobuf/io/coded_stream.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <limits>
#include <map>
#include <optional>
#include <ostream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <type_traits>
#include <utility>
#include <vector>

#include "danno/agent.pb.h"

namespace danno {

/// Returns a parameter of the rule set by name, in units; `otherwise` if it has none of that name.
inline int parameter(const v1::GameStart& game, std::string_view name, int otherwise) {
  for (const v1::Parameter& parameter : game.parameters()) {
    if (parameter.name() == name) return parameter.value();
  }
  return otherwise;
}
/// The same; throws std::invalid_argument if the rule set has no such parameter.
inline int parameter(const v1::GameStart& game, std::string_view name) {
  std::string known;
  for (const v1::Parameter& parameter : game.parameters()) {
    if (parameter.name() == name) return parameter.value();
    known += (known.empty() ? "" : ", ") + parameter.name();
  }
  const std::string quoted(name);
  throw std::invalid_argument(game.rules() + " has no parameter '" + quoted + "'; it has " + known +
                              ". Where rules differ, parameter(\"" + quoted + "\", 0) gives 0");
}

/// Return a value of the agent's own that can be changed without building it again: that of
/// `parameters` in agent.toml or of `danno tune`, or else the given one. Throw
/// std::invalid_argument if the value is no number, or for an int no whole one.
inline std::string parameter(const char* name, const std::string& otherwise) {
  const char* const text = std::getenv((std::string("DANNO_") + name).c_str());
  return text == nullptr ? otherwise : text;
}
inline double parameter(const char* name, double otherwise) {
  const std::string text = parameter(name, std::string());
  if (text.empty()) return otherwise;
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  if (*end == '\0') return value;
  throw std::invalid_argument(std::string("the parameter ") + name + " is '" + text +
                              "'; expected a number");
}
inline int parameter(const char* name, int otherwise) {
  const double value = parameter(name, static_cast<double>(otherwise));
  using Limits = std::numeric_limits<int>;
  if (value >= Limits::min() && value <= Limits::max() && value == std::trunc(value))
    return static_cast<int>(value);
  throw std::invalid_argument(std::string("the parameter ") + name + " is '" +
                              parameter(name, std::string()) + "'; expected a whole number");
}

/// Dice that score together; of a keep, its best split into such dice counts.
struct Pattern {
  std::vector<std::uint32_t> dice;  ///< Faces 1 to 6, rising.
  std::uint32_t points = 0;         ///< In units.
};

/// The rules of a game by a rule file.
struct RuleSet {
  std::string text;               ///< All of them, in TOML.
  std::vector<Pattern> patterns;  ///< Every combination of faces that scores.
  /// The other rules by key, named and valued as in the file: traits["hot"] is "may-roll".
  std::map<std::string, std::string> traits;
};

/// Returns the rules of a game by a rule file; none if `danno rules` lists the rule set.
std::optional<RuleSet> read_rules(const v1::GameStart& game);

/// A question. The references are valid during the call; an agent that wants to keep something
/// copies it into its state.
struct Question {
  const v1::GameStart& game;  ///< The game as it began: rules, parameters, seats, the agent's seed.
  const v1::Ask& ask;         ///< Everything public, and the legal options.

  /// Returns whether the question is to accept or decline an offer; there are then no options.
  [[nodiscard]] bool is_offer() const { return ask.offer_dice() != 0; }
  /// Returns the rules of a game by a rule file, read anew at each call; none if `danno rules`
  /// lists the rule set.
  [[nodiscard]] std::optional<RuleSet> rules() const { return read_rules(game); }
  /// Returns the number of options, which count from 0 by falling points.
  [[nodiscard]] int options() const { return ask.keep_size(); }
  [[nodiscard]] bool may_roll(int option) const { return (ask.may(option) & 1U) != 0; }
  [[nodiscard]] bool may_bank(int option) const { return (ask.may(option) & 2U) != 0; }
  /// Returns whether a bank is legal and scores; below the entry it may be legal without scoring.
  [[nodiscard]] bool bank_counts(int option) const {
    return may_bank(option) && (is_in() || turn_points(option) >= parameter("entry", 0));
  }
  /// Returns the turn points after keeping the option.
  [[nodiscard]] int turn_points(int option) const {
    return static_cast<int>(ask.turn_points() + ask.points(option));
  }
  [[nodiscard]] int total() const { return total(static_cast<int>(game.seat())); }
  [[nodiscard]] int total(int seat) const { return static_cast<int>(ask.totals(seat)); }
  /// Returns the highest total of the others that are still in the game.
  [[nodiscard]] int best_other_total() const {
    std::optional<int> best;
    for (int seat = 0; seat < ask.totals_size(); ++seat) {
      const bool out = ((ask.forfeited() >> seat) & 1U) != 0;
      if (!out && seat != static_cast<int>(game.seat()))
        best = std::max(best.value_or(total(seat)), total(seat));
    }
    return best.value_or(0);
  }
  /// Returns whether this seat has banked under the entry rule.
  [[nodiscard]] bool is_in() const { return ((ask.in_game() >> game.seat()) & 1U) != 0; }
  /// Returns whether these are the last turns, so that this is the seat's last one (unless
  /// `official` goes on).
  [[nodiscard]] bool last_turn() const { return ask.has_closer(); }
  /// Returns a parameter of the rule set, in units; throws std::invalid_argument if it has none.
  [[nodiscard]] int parameter(std::string_view name) const { return danno::parameter(game, name); }
  [[nodiscard]] int parameter(std::string_view name, int otherwise) const {
    return danno::parameter(game, name, otherwise);
  }
};

/// Prints an option on a line of its own.
inline void print_option(std::ostream& out, const Question& question, int option) {
  const v1::Ask& ask = question.ask;
  out << "\n  " << option << ": keep";
  for (int i = 0; i < ask.dice_size(); ++i) {
    if (((ask.keep(option) >> i) & 1U) != 0) out << ' ' << ask.dice(i);
  }
  out << " for " << ask.points(option) << ", turn " << question.turn_points(option) << ", ";
  const bool rolls = question.may_roll(option);
  if (rolls) out << "roll " << ask.next_dice(option) << " dice";
  if (question.may_bank(option)) out << (rolls ? " or bank" : "bank");
}

/// Prints the position, then a line an option; all points are in units.
inline std::ostream& operator<<(std::ostream& out, const Question& question) {
  const v1::Ask& ask = question.ask;
  const v1::GameStart& game = question.game;
  out << game.rules() << ", seat " << game.seat() << " of " << game.seats() << ", totals";
  for (int seat = 0; seat < ask.totals_size(); ++seat)
    out << ' ' << question.total(seat);
  if (question.last_turn()) out << ", last turn";
  if (question.is_offer())
    return out << ", offer: " << ask.offer_points() << " points, " << ask.offer_dice() << " dice";
  out << ", turn " << ask.turn_points() << ", dice";
  for (const auto die : ask.dice())
    out << ' ' << die;
  for (int option = 0; option < question.options(); ++option)
    print_option(out, question, option);
  return out;
}

struct Decision {
  v1::Action action = v1::ACTION_UNSPECIFIED;
  int option = 0;
};

inline Decision roll(int option) { return {v1::ROLL, option}; }
inline Decision bank(int option) { return {v1::BANK, option}; }
inline Decision accept() { return {v1::ACCEPT, 0}; }
inline Decision decline() { return {v1::DECLINE, 0}; }

/// The agent's greeting: its name, and how many games it can hold at once.
struct About {
  std::string name = {};     ///< A name for logs; tables show the league's name.
  std::string version = {};  ///< Free text.
  int games = 1024;          ///< The number of games that it can hold at once.
};

/// An empty state, for agents that keep none.
struct NoState {};

namespace wire {

inline constexpr std::size_t kMaxFrame = 64 * 1024;
inline constexpr std::size_t kMaxPrefix = 5;
// The size of a pipe that the referee has enlarged, which is read at once.
inline constexpr std::size_t kInput = 256 * 1024;

inline constexpr const char* kByHand =
    "danno: this is an agent: a referee plays it, by pipes. In its folder, try\n"
    "  danno check .\n"
    "  danno match . hold\n";

inline int checked(int result, const char* what) {
  if (result < 0) throw std::system_error(errno, std::generic_category(), what);
  return result;
}

struct Pipe {
  int in;
  int out;
};

/// Takes stdin and stdout away from the rest of the program: what it prints, including what is
/// still in its buffer, goes to the log on stderr; its input is at the end.
inline Pipe take_standard_streams() {
  const Pipe pipe{checked(::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3), "stdin"),
                  checked(::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3), "stdout")};
  checked(::dup2(STDERR_FILENO, STDOUT_FILENO), "stderr");
  std::setvbuf(stdout, nullptr, _IOLBF, BUFSIZ);
  std::array<int, 2> ended{};
  checked(::pipe(ended.data()), "pipe");
  checked(::dup2(ended[0], STDIN_FILENO), "stdin");
  ::close(ended[0]);
  ::close(ended[1]);
  return pipe;
}

/// Writes all bytes; returns false if the referee is gone.
inline bool write_all(int fd, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(fd, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0 && errno == EPIPE) return false;
    if (written < 0) throw std::system_error(errno, std::generic_category(), "write");
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

/// A buffer from which complete frames are taken. It does not allocate after construction.
class Input {
 public:
  explicit Input(int fd) : fd_(fd), buffer_(kInput) {}

  /// Waits for bytes; returns false at the end of the input.
  bool read() {
    std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
    end_ -= begin_;
    begin_ = 0;
    ssize_t got = 0;
    do {
      got = ::read(fd_, buffer_.data() + end_, buffer_.size() - end_);
    } while (got < 0 && errno == EINTR);
    if (got < 0) throw std::system_error(errno, std::generic_category(), "read");
    end_ += static_cast<std::size_t>(got);
    return got > 0;
  }

  /// Returns whether there is a complete frame, and sets `frame` to it.
  bool next(std::string_view& frame) {
    std::size_t size = 0;
    for (std::size_t i = 0; i < kMaxPrefix && begin_ + i < end_; ++i) {
      const std::size_t byte = buffer_[begin_ + i];
      size |= (byte & 0x7FU) << (7 * i);
      if ((byte & 0x80U) != 0) continue;
      if (size > kMaxFrame)
        throw std::runtime_error("a frame of " + std::to_string(size) + " bytes; at most 65536");
      if (end_ - begin_ - i - 1 < size) return false;
      frame = {reinterpret_cast<const char*>(buffer_.data()) + begin_ + i + 1, size};
      begin_ += i + 1 + size;
      return true;
    }
    if (end_ - begin_ >= kMaxPrefix) throw std::runtime_error("a frame with no length");
    return false;
  }

 private:
  int fd_;
  std::vector<std::uint8_t> buffer_;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
};

/// Appends one frame to `output`.
inline void append(const v1::FromAgent& message, std::string& output) {
  using google::protobuf::io::CodedOutputStream;
  const std::size_t size = message.ByteSizeLong();
  const std::size_t prefix = CodedOutputStream::VarintSize32(static_cast<std::uint32_t>(size));
  const std::size_t begin = output.size();
  output.resize(begin + prefix + size);
  auto* const bytes = reinterpret_cast<std::uint8_t*>(output.data() + begin);
  CodedOutputStream::WriteVarint32ToArray(static_cast<std::uint32_t>(size), bytes);
  message.SerializeWithCachedSizesToArray(bytes + prefix);
}

/// Reads varints and fields of a message from the front; ok() returns whether everything was there.
class Reader {
 public:
  explicit Reader(std::string_view bytes) : at_(bytes.data()), end_(at_ + bytes.size()) {}

  [[nodiscard]] bool ok() const { return ok_; }
  [[nodiscard]] bool more() const { return ok_ && at_ != end_; }
  std::uint64_t varint() {
    if (at_ != end_ && (static_cast<unsigned char>(*at_) & 0x80U) == 0)
      return static_cast<unsigned char>(*at_++);
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 64 && at_ != end_; shift += 7) {
      const auto byte = static_cast<unsigned char>(*at_++);
      value |= std::uint64_t{byte & 0x7FU} << shift;
      if ((byte & 0x80U) == 0) return value;
    }
    ok_ = false;
    return 0;
  }
  std::uint32_t number() { return static_cast<std::uint32_t>(varint()); }
  /// Reads bytes that follow their length.
  std::string_view bytes() { return take(varint()); }
  /// Reads the tag, which has at most two bytes, if it comes next; returns whether it did.
  bool tag(std::uint32_t tag) {
    const bool is_short = tag < 0x80U;
    const auto byte = [&](std::ptrdiff_t i) { return static_cast<unsigned char>(at_[i]); };
    if (end_ - at_ < (is_short ? 1 : 2)) return false;
    if (is_short ? byte(0) != tag : byte(0) != (tag | 0x80U) % 0x100U || byte(1) != tag >> 7U)
      return false;
    at_ += is_short ? 1 : 2;
    return true;
  }
  /// Reads a field that comes next, or returns 0 where another one does.
  std::uint32_t number(std::uint32_t tag) { return this->tag(tag) ? number() : 0; }
  /// Reads a list of numbers in place of the field's, or none where another field comes next.
  void numbers(std::uint32_t tag, google::protobuf::RepeatedField<std::uint32_t>& field) {
    field.Clear();
    if (!this->tag(tag)) return;
    const std::string_view packed = bytes();
    const auto most = static_cast<int>(packed.size());  // an entry has at least one byte
    if (most > field.Capacity()) field.Reserve(most);
    std::uint32_t* const first = field.AddNAlreadyReserved(most);
    std::uint32_t* next = first;
    Reader entries(packed);
    while (entries.more())
      *next++ = entries.number();
    field.Truncate(static_cast<int>(next - first));
    ok_ = ok_ && entries.ok_;
  }
  /// The same of a field of eight bytes, whose tag has one.
  std::uint64_t fixed64(std::uint32_t field) {
    if (!tag(field << 3U | 1U)) return 0;
    const std::string_view bytes = take(8);
    std::uint64_t value = 0;
    for (std::size_t i = bytes.size(); i > 0; --i)
      value = value << 8U | static_cast<unsigned char>(bytes[i - 1]);
    return value;
  }
  [[nodiscard]] std::string_view rest() const {
    return {at_, static_cast<std::size_t>(end_ - at_)};
  }
  /// Reads these bytes if they come next; returns whether they did.
  bool same(std::string_view bytes) {
    if (!rest().starts_with(bytes)) return false;
    at_ += bytes.size();
    return true;
  }
  /// Skips an unknown field after its tag.
  void skip(std::uint32_t tag) {
    switch (tag & 7U) {
      case 0:
        varint();
        break;
      case 1:
        take(8);
        break;
      case 2:
        bytes();
        break;
      case 5:
        take(4);
        break;
      default:
        ok_ = false;
    }
  }

 private:
  std::string_view take(std::uint64_t size) {
    if (size > static_cast<std::uint64_t>(end_ - at_)) {
      ok_ = false;
      size = 0;
    }
    const std::string_view taken(at_, static_cast<std::size_t>(size));
    at_ += size;
    return taken;
  }

  const char* at_;
  const char* end_;
  bool ok_ = true;
};

/// Return the tag of a field whose content is a varint, or has a length.
constexpr std::uint32_t plain(std::uint32_t field) { return field << 3U; }
constexpr std::uint32_t sized(std::uint32_t field) { return field << 3U | 2U; }

/// Does what ask.ParseFromArray() does for the form that referees write, where fields come in the
/// order of their numbers, in a fraction of the time. Of what it does not know nothing may be set.
/// Returns false if libprotobuf must parse it.
inline bool parse_plain(std::string_view bytes, v1::Ask& ask) {
  Reader reader(bytes);
  ask.set_game(reader.number(plain(1)));
  ask.set_seq(reader.number(plain(2)));
  reader.numbers(sized(3), *ask.mutable_dice());
  reader.numbers(sized(4), *ask.mutable_keep());
  reader.numbers(sized(5), *ask.mutable_points());
  reader.numbers(sized(6), *ask.mutable_next_dice());
  reader.numbers(sized(7), *ask.mutable_may());
  reader.numbers(sized(8), *ask.mutable_totals());
  ask.set_in_game(reader.number(plain(9)));
  ask.set_turn_points(reader.number(plain(10)));
  ask.set_locked(reader.number(plain(11)));
  ask.set_inherited(reader.number(plain(12)));
  ask.set_offer_points(reader.number(plain(13)));
  ask.set_offer_dice(reader.number(plain(14)));
  ask.clear_closer();
  if (reader.tag(plain(15))) ask.set_closer(reader.number());
  ask.set_forfeited(reader.number(plain(16)));
  ask.set_unproven(reader.number(plain(17)) != 0);
  ask.clear_advice_option();
  if (reader.tag(plain(18))) ask.set_advice_option(reader.number());
  ask.set_advice_action(static_cast<v1::Action>(reader.number(plain(19))));
  reader.numbers(sized(20), *ask.mutable_busts());
  return reader.ok() && !reader.more();
}

/// The bytes that GameStarts under the same rules share: those before and after the fields 7 to 11.
/// These fields and the game's number are the game's own.
struct SameRules {
  std::string before;
  std::string after;
};

inline SameRules read_same_rules(std::string_view bytes) {
  Reader reader(bytes);
  reader.number(plain(1));
  const auto pass = [&reader](bool own) {
    while (reader.more()) {
      Reader ahead = reader;
      const std::uint32_t tag = ahead.number();
      if ((plain(7) <= tag && tag < plain(12)) != own) return;
      ahead.skip(tag);
      reader = ahead;
    }
  };
  const std::string_view all = reader.rest();
  pass(false);
  const std::size_t before = all.size() - reader.rest().size();
  pass(true);
  const std::string_view after = reader.rest();
  pass(false);
  if (reader.more()) return {};  // in no usual order
  return {std::string(all.substr(0, before)), std::string(after)};
}

/// Makes of `start`, whose rules these are, that of `bytes`. Returns false if it is under other
/// rules, and libprotobuf must parse it.
inline bool parse_same(std::string_view bytes, const SameRules& rules, v1::GameStart& start) {
  Reader reader(bytes);
  start.set_game(reader.number(plain(1)));
  if (!reader.same(rules.before)) return false;
  start.set_seat(reader.number(plain(7)));
  start.set_seats(reader.number(plain(8)));
  start.set_first(reader.number(plain(9)));
  start.set_seed(reader.fixed64(10));
  start.set_resumed(reader.number(plain(11)) != 0);
  return reader.same(rules.after) && reader.ok() && !reader.more();
}

/// Calls take(tag, reader) for each field of these bytes; it reads the field, or skips it.
template <class Take>
void for_each_field(std::string_view bytes, const Take& take) {
  Reader reader(bytes);
  while (reader.more())
    take(reader.number(), reader);
  if (!reader.ok()) throw std::runtime_error("rules that cannot be read");
}

inline Pattern read_pattern(std::string_view bytes) {
  Pattern pattern;
  for_each_field(bytes, [&](std::uint32_t tag, Reader& reader) {
    if (tag == sized(1)) {
      Reader dice(reader.bytes());
      while (dice.more())
        pattern.dice.push_back(dice.number());
    } else if (tag == plain(2)) {
      pattern.points = reader.number();
    } else {
      reader.skip(tag);
    }
  });
  return pattern;
}

inline std::pair<std::string, std::string> read_trait(std::string_view bytes) {
  std::pair<std::string, std::string> trait;
  for_each_field(bytes, [&](std::uint32_t tag, Reader& reader) {
    if (tag == sized(1)) {
      trait.first = reader.bytes();
    } else if (tag == sized(2)) {
      trait.second = reader.bytes();
    } else {
      reader.skip(tag);
    }
  });
  return trait;
}

inline RuleSet read_rule_set(std::string_view bytes) {
  RuleSet rules;
  for_each_field(bytes, [&](std::uint32_t tag, Reader& reader) {
    if (tag == sized(1)) {
      rules.text = reader.bytes();
    } else if (tag == sized(2)) {
      rules.patterns.push_back(read_pattern(reader.bytes()));
    } else if (tag == sized(3)) {
      rules.traits.insert(read_trait(reader.bytes()));
    } else {
      reader.skip(tag);
    }
  });
  return rules;
}

/// Returns the number of the game that ends.
inline std::uint32_t read_ended_game(std::string_view bytes) {
  std::uint32_t game = 0;
  Reader reader(bytes);
  while (reader.more()) {
    const std::uint32_t tag = reader.number();
    if (tag == plain(1)) {
      game = reader.number();
    } else {
      reader.skip(tag);
    }
  }
  if (!reader.ok()) throw std::runtime_error("a frame that is no ToAgent");
  return game;
}

/// Appends an Answer as a frame.
inline void append_answer(const v1::Ask& ask, const Decision& decision, std::string& output) {
  std::array<char, 32> bytes;
  std::size_t size = 0;
  const auto put = [&](std::uint32_t field, std::uint32_t value) {
    if (value == 0) return;
    bytes[size++] = static_cast<char>(plain(field));
    for (; value >= 0x80U; value >>= 7U)
      bytes[size++] = static_cast<char>(value | 0x80U);
    bytes[size++] = static_cast<char>(value);
  };
  size = 3;  // the frame's length, the tag of the answer in FromAgent, its length
  put(1, ask.game());
  put(2, ask.seq());
  put(3, static_cast<std::uint32_t>(decision.option));
  put(4, static_cast<std::uint32_t>(decision.action));
  bytes[0] = static_cast<char>(size - 1);
  bytes[1] = static_cast<char>(sized(2));
  bytes[2] = static_cast<char>(size - 3);
  output.append(bytes.data(), size);
}

template <class State>
State make_state(const v1::GameStart& game) {
  if constexpr (std::is_constructible_v<State, const v1::GameStart&>) {
    return State(game);
  } else {
    return State();
  }
}

template <class State>
constexpr bool kWantsSeen = requires(State& state, const v1::Seen& seen) {
  state.seen(seen);
};
template <class State>
constexpr bool kWantsEnd = requires(State& state, const v1::GameEnd& end) {
  state.ended(end);
};

/// One agent's side of the conversation: frames in, frames out.
template <class State, class Decide>
class Conversation {
 public:
  Conversation(Decide decide, About about) : decide_(std::move(decide)), about_(std::move(about)) {
    output_.reserve(kInput);
  }

  /// Appends the answer, if any, to output(); returns false after Goodbye.
  bool take(std::string_view frame) {
    std::uint32_t message = 0;
    std::string_view bytes;
    Reader reader(frame);
    while (reader.more()) {
      const std::uint32_t tag = reader.number();
      if ((tag & 7U) == 2 && tag >= sized(1) && tag <= sized(6)) {
        message = tag;
        bytes = reader.bytes();
      } else {
        reader.skip(tag);  // a field of a later version
      }
    }
    if (!reader.ok()) throw std::runtime_error("a frame that is no ToAgent");
    switch (message) {
      case sized(v1::ToAgent::kHello):
        greet();
        break;
      case sized(v1::ToAgent::kGameStart):
        start(bytes);
        break;
      case sized(v1::ToAgent::kAsk):
        if (parse_plain(bytes, ask_)) {
          answer();
        } else {
          parse(bytes, ask_);
          answer();
          ask_.Clear();  // of what parse_plain() does not know
        }
        break;
      case sized(v1::ToAgent::kSeen):
        if constexpr (kWantsSeen<State>) {
          parse(bytes, seen_);
          find(seen_.game()).state->seen(seen_);
        }
        break;
      case sized(v1::ToAgent::kGameEnd):
        end(bytes);
        break;
      case sized(v1::ToAgent::kGoodbye):
        return false;
      default:
        break;
    }
    return true;
  }

  std::string& output() { return output_; }

 private:
  struct Game {
    v1::GameStart start;
    const SameRules* rules = nullptr;  ///< Those of `start`.
    std::optional<State> state;
  };

  static void parse(std::string_view bytes, google::protobuf::MessageLite& message) {
    if (!message.ParseFromArray(bytes.data(), static_cast<int>(bytes.size())))
      throw std::runtime_error("a frame that is no ToAgent");
  }

  void greet() {
    v1::FromAgent message;
    v1::Ready& ready = *message.mutable_ready();
    ready.set_name(about_.name);
    ready.set_version(about_.version);
    ready.set_games(static_cast<std::uint32_t>(about_.games));
    ready.set_seen(kWantsSeen<State>);
    append(message, output_);
  }

  /// Begins a game; games that have ended lend their memory to new ones.
  void start(std::string_view bytes) {
    if (ended_.empty()) ended_.push_back(&all_.emplace_back());
    Game& game = *ended_.back();
    ended_.pop_back();
    if (game.rules == nullptr || !parse_same(bytes, *game.rules, game.start)) {
      parse(bytes, game.start);
      game.rules = &known(read_same_rules(bytes));
    }
    game.state.emplace(make_state<State>(game.start));
    const std::uint32_t id = game.start.game();
    while (at(id) != nullptr && at(id)->start.game() != id)
      grow();
    if (at(id) != nullptr) ended_.push_back(at(id));
    at(id) = &game;
  }

  const SameRules& known(SameRules rules) {
    const auto is_it = [&](const SameRules& one) {
      return one.before == rules.before && one.after == rules.after;
    };
    const auto found = std::find_if(rules_.begin(), rules_.end(), is_it);
    return found != rules_.end() ? *found : rules_.emplace_back(std::move(rules));
  }

  void answer() {
    Game& game = find(ask_.game());
    const Question question{game.start, ask_};
    if constexpr (std::is_invocable_v<Decide&, const Question&, State&>) {
      append_answer(ask_, decide_(question, *game.state), output_);
    } else {
      append_answer(ask_, decide_(question), output_);
    }
  }

  void end(std::string_view bytes) {
    std::uint32_t id = 0;
    if constexpr (kWantsEnd<State>) {
      parse(bytes, end_);
      id = end_.game();
      find(id).state->ended(end_);
    } else {
      id = read_ended_game(bytes);
    }
    Game*& game = at(id);
    if (game == nullptr || game->start.game() != id) return;
    ended_.push_back(std::exchange(game, nullptr));
  }

  Game*& at(std::uint32_t id) { return games_[id & (games_.size() - 1)]; }

  /// Numbers of games at once are close together, so that soon each has a place of its own.
  void grow() {
    std::vector<Game*> games(2 * games_.size());
    games_.swap(games);
    for (Game* const game : games) {
      if (game != nullptr) at(game->start.game()) = game;
    }
  }

  Game& find(std::uint32_t id) {
    Game* const game = at(id);
    if (game == nullptr || game->start.game() != id)
      throw std::runtime_error("game " + std::to_string(id) + " has not begun");
    return *game;
  }

  Decide decide_;
  About about_;
  std::vector<Game*> games_ = std::vector<Game*>(64);  ///< By number, modulo a power of two.
  std::vector<Game*> ended_;
  std::deque<Game> all_;
  std::deque<SameRules> rules_;
  v1::Ask ask_;
  v1::Seen seen_;
  v1::GameEnd end_;
  std::string output_;
};

}  // namespace wire

inline std::optional<RuleSet> read_rules(const v1::GameStart& game) {
  if (!game.has_rule_set()) return std::nullopt;
  return wire::read_rule_set(game.rule_set());
}

/// Plays until the referee says goodbye or is gone; returns what main() should return. `decide`
/// takes a Question, or a Question and a State&.
///
/// A State, if given, is made for each game, from its GameStart if it has such a constructor. If it
/// has `seen(const v1::Seen&)`, that is called for what the other seats do; if it has `ended(const
/// v1::GameEnd&)`, that is called at the end of the game. Many games are played at once, in one
/// thread. If the program ends early, a new one continues its games, each with a new State
/// (GameStart::resumed).
template <class State = NoState, class Decide>
int play(Decide decide, About about = {}) {
  if (::isatty(STDIN_FILENO) != 0) {
    std::fputs(wire::kByHand, stderr);
    return 2;
  }
  std::signal(SIGPIPE, SIG_IGN);
  const wire::Pipe pipe = wire::take_standard_streams();
  wire::Input input(pipe.in);
  wire::Conversation<State, Decide> conversation(std::move(decide), std::move(about));
  bool more = true;
  while (more && input.read()) {
    try {
      for (std::string_view frame; more && input.next(frame);)
        more = conversation.take(frame);
    } catch (...) {
      wire::write_all(pipe.out, conversation.output());  // the earlier answers count
      throw;
    }
    if (!wire::write_all(pipe.out, conversation.output())) return 0;
    conversation.output().clear();
  }
  return 0;
}

}  // namespace danno
