// Any bytes: they are cut into frames that lie within them, and the same however many have come.
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

#include "referee/protocol/wire.hpp"

using danno::referee::protocol::Frame;
using danno::referee::protocol::FrameTooLong;
using danno::referee::protocol::kMaxFrame;
using danno::referee::protocol::NeedMore;
using danno::referee::protocol::next_frame;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(data, data + size);
  std::string_view rest(text);
  for (;;) {
    static_cast<void>(danno::referee::protocol::looks_like_text(rest));
    const auto next = next_frame(rest);
    if (const auto* const too_long = std::get_if<FrameTooLong>(&next)) {
      assert(too_long->length > kMaxFrame);
      return 0;
    }
    const auto* const frame = std::get_if<Frame>(&next);
    if (frame == nullptr) return 0;
    assert(frame->payload.size() <= kMaxFrame);
    assert(frame->payload.size() < frame->size && frame->size <= rest.size());
    assert(frame->payload.data() + frame->payload.size() == rest.data() + frame->size);
    assert(std::holds_alternative<NeedMore>(next_frame(rest.substr(0, frame->size - 1))));
    rest.remove_prefix(frame->size);
  }
}
