// Any bytes: what is read by hand is what libprotobuf reads.
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <string>
#include <variant>

#include "referee/protocol/wire.hpp"

using danno::referee::protocol::AnswerIn;
using danno::referee::protocol::Unreadable;
namespace v1 = danno::v1;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string payload(data, data + size);
  const auto parsed = danno::referee::protocol::parse_from_agent(payload);
  v1::FromAgent message;
  const bool readable = message.ParseFromString(payload);
  if (std::holds_alternative<Unreadable>(parsed)) {
    assert(!readable || (!message.has_ready() && !message.has_answer()));
    return 0;
  }
  assert(readable);
  if (const auto* const ready = std::get_if<v1::Ready>(&parsed)) {
    assert(message.has_ready());
    assert(ready->SerializeAsString() == message.ready().SerializeAsString());
    return 0;
  }
  const auto& answer = std::get<AnswerIn>(parsed);
  assert(message.has_answer());
  assert(answer.game == message.answer().game());
  assert(answer.seq == message.answer().seq());
  assert(answer.option == message.answer().option());
  assert(answer.action == message.answer().action());
  return 0;
}
