// Messages on the pipe: frames out, frames in, hand-written coding of the frequent messages.
//
// A frame is a varint length and that many bytes (protobuf's delimited form). This file does no
// I/O. The messages of every decision and every game are coded by hand, byte for byte as
// libprotobuf does (tests/unit/referee/protocol/wire_test.cpp); the others are coded by
// libprotobuf.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>

#include "danno/agent.pb.h"
#include "referee/record/evidence.hpp"
#include "referee/record/record.hpp"
#include "referee/rules/position.hpp"

namespace danno::referee::protocol {

/// The longest frame either side may send.
inline constexpr std::size_t kMaxFrame = 64 * 1024;

void append_frame(std::string& out, const google::protobuf::MessageLite& message);

void append_hello(std::string& out, const record::Greeting& greeting);
/// Encodes GameStart under one rule set; what all games share is encoded once.
class GameStartForm {
 public:
  explicit GameStartForm(const rules::RuleSet& rules);
  /// `resumed` means that an earlier process of the agent was sent the game.
  void append(std::string& out, std::uint32_t game, int seat, int first, std::uint64_t agent_seed,
              bool resumed = false) const;

 private:
  std::string rules_;     ///< Encoded fields 2 to 6.
  std::string rule_set_;  ///< Encoded field 12.
  std::uint32_t seats_;
};
void append_game_start(std::string& out, const rules::RuleSet& rules, std::uint32_t game, int seat,
                       int first, std::uint64_t agent_seed);
/// Appends what another seat did; appends nothing for a throw that leaves a choice.
void append_seen(std::string& out, std::uint32_t game, const record::Step& step,
                 const rules::Position& after);
void append_game_end(std::string& out, std::uint32_t game, const record::GameRecord& record,
                     v1::GameEnd::Cause cause);
void append_goodbye(std::string& out);

[[nodiscard]] v1::Action to_wire(rules::Action action);
/// Returns the action; Roll for a value that is no action.
[[nodiscard]] rules::Action from_wire(v1::Action action);

/// The decision of `odds`, sent in an advised game.
struct AdviceGiven {
  std::uint32_t option = 0;
  rules::Action action = rules::Action::Roll;
};

/// Encodes the fields of Ask that list a throw and its options.
[[nodiscard]] std::string encode_options(rules::Dice thrown,
                                         std::span<const rules::Option> options);
/// Appends the question that the position asks its mover: in phase Choose with its options as
/// encode_options() writes them, in phase Offer with none.
void append_ask(std::string& out, std::uint32_t game, std::uint32_t seq,
                const rules::Position& position, std::string_view options,
                const std::optional<AdviceGiven>& advice);
/// The same with the options as list_options() lists them; in phase Offer they are ignored.
void append_ask(std::string& out, std::uint32_t game, std::uint32_t seq,
                const rules::Position& position, std::span<const rules::Option> options,
                const std::optional<AdviceGiven>& advice);

struct NeedMore {};
struct Frame {
  std::string_view payload;  ///< A view into the given bytes.
  std::size_t size = 0;      ///< Includes the length prefix.
};
struct FrameTooLong {
  std::uint64_t length = 0;
};
/// Returns the first frame of `bytes`.
[[nodiscard]] std::variant<NeedMore, Frame, FrameTooLong> next_frame(std::string_view bytes);

/// Returns whether these bytes, which are not a message or not yet a whole one, begin with text
/// that was printed to stdout by mistake: the bytes are printable, and no message begins like that.
[[nodiscard]] bool looks_like_text(std::string_view bytes);

struct AnswerIn {
  std::uint32_t game = 0;
  std::uint32_t seq = 0;
  std::uint32_t option = 0;
  v1::Action action = v1::ACTION_UNSPECIFIED;
};
/// Parses the payload of a usual Answer: a FromAgent with nothing but plain varints in an Answer.
/// Returns false for any other payload, which parse_from_agent() must read.
[[nodiscard]] bool parse_plain_answer(std::string_view payload, AnswerIn& answer);
struct Unreadable {};
/// Parses a frame's payload as danno.v1.FromAgent.
[[nodiscard]] std::variant<Unreadable, AnswerIn, v1::Ready> parse_from_agent(
    std::string_view payload);

}  // namespace danno::referee::protocol
