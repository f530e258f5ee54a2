#include "referee/protocol/sent_frames.hpp"

#include <utility>

#include "referee/protocol/answer_check.hpp"

namespace danno::referee::protocol {
namespace {

using record::Exchange;
using record::GameRecord;
using record::Step;

class SentFrames {
 public:
  explicit SentFrames(const SeatView& view) : view_(view) {}

  std::vector<Exchange> collect(const record::Greeting& greeting) {
    frames_ = sent_hello(greeting);
    std::string frame;
    GameStartForm(view_.rules)
        .append(frame, 0, view_.seat, view_.record.first, view_.agent_seed,
                view_.resumed_at.has_value());
    add(frame);
    // A process that took the game over was sent only what happened afterwards.
    skip_ = steps_before(view_.resumed_at.value_or(0));
    // The record is cut at the fault, so what replay() says of its end is of no interest.
    (void)record::replay(view_.rules, view_.record,
                         [this](const Step& step, const rules::Position& before,
                                const rules::Position& after) { visit(step, before, after); });
    if (view_.asked) ask(view_.position, view_.options, "");
    return std::move(frames_);
  }

 private:
  [[nodiscard]] std::size_t steps_before(std::size_t events) const {
    GameRecord earlier = view_.record;
    earlier.events.resize(events);
    std::size_t steps = 0;
    (void)record::replay(
        view_.rules, earlier,
        [&steps](const Step&, const rules::Position&, const rules::Position&) { ++steps; });
    return steps;
  }

  void visit(const Step& step, const rules::Position& before, const rules::Position& after) {
    const bool decision = step.kind == Step::Kind::Choice || step.kind == Step::Kind::Offer;
    // The agent is sent other seats' steps as Seen, and its own decisions as the questions before
    // them.
    if (skip_ > 0) {
      --skip_;
    } else if (step.seat != view_.seat) {
      see(step, after);
    } else if (decision) {
      if (before.phase == rules::Phase::Choose) rules::list_options(view_.rules, before, options_);
      ask(before, options_,
          answer_in_words(
              {0, 0, static_cast<std::uint32_t>(step.option_index), to_wire(step.action)}));
    }
    if (decision) ++seq_;  // of all seats
  }

  void see(const Step& step, const rules::Position& after) {
    if (!view_.wants_seen) return;
    std::string frame;
    append_seen(frame, 0, step, after);
    if (!frame.empty()) add(frame);
  }

  void ask(const rules::Position& position, std::span<const rules::Option> options,
           const std::string& answer) {
    std::string frame;
    append_ask(frame, 0, seq_, position, options, std::nullopt);
    frames_.push_back({frame, true, answer});
  }

  void add(const std::string& frame) { frames_.push_back({frame, false, ""}); }

  const SeatView& view_;
  std::size_t skip_ = 0;  ///< Steps to come that an earlier process was sent.
  std::uint32_t seq_ = 0;
  rules::Options options_;
  std::vector<Exchange> frames_;
};

}  // namespace

std::vector<Exchange> sent_frames(const record::Greeting& greeting, const SeatView& view) {
  return SentFrames(view).collect(greeting);
}

std::vector<Exchange> sent_hello(const record::Greeting& greeting) {
  std::string hello;
  append_hello(hello, greeting);
  return {{hello, false, ""}};
}

}  // namespace danno::referee::protocol
