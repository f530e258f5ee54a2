// Policies of agents asked in process, over the same messages as over a pipe.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "referee/protocol/wire.hpp"
#include "referee/solver/odds.hpp"
#include "sdk/cpp/danno.hpp"

namespace danno::tests {

/// The GameStart and Ask of each seat, as it would get them.
class Asked {
 public:
  explicit Asked(const rules::RuleSet& rules) {
    for (int seat = 0; seat < rules.seats(); ++seat) {
      std::string frame;
      referee::protocol::append_game_start(frame, rules, 0, seat, 0, 1);
      v1::ToAgent message;
      message.ParseFromString(std::string(payload(frame)));
      starts_.push_back(message.game_start());
    }
  }

  [[nodiscard]] const v1::GameStart& start(int seat) const {
    return starts_[static_cast<std::size_t>(seat)];
  }

  /// Holds until the next one.
  const v1::Ask& question(const rules::Position& position, const rules::Options& options) {
    frame_.clear();
    referee::protocol::append_ask(frame_, 0, 0, position, options, std::nullopt);
    const std::string_view bytes = payload(frame_);
    message_.ParseFromArray(bytes.data(), static_cast<int>(bytes.size()));
    return message_.ask();
  }

  template <class Decide>
  solver::Judgement ask(const rules::Position& position, const rules::Options& options,
                        Decide decide) {
    const Decision decision = decide(Question{start(position.mover), question(position, options)});
    return {static_cast<std::size_t>(decision.option),
            static_cast<rules::Action>(static_cast<int>(decision.action) - 1)};
  }

 private:
  static std::string_view payload(const std::string& frame) {
    return std::get<referee::protocol::Frame>(referee::protocol::next_frame(frame)).payload;
  }
  std::vector<v1::GameStart> starts_;
  std::string frame_;
  v1::ToAgent message_;
};

/// Plays the decision; what is not legal fails an assertion of the rules.
inline void apply(const rules::RuleSet& rules, rules::Position& position,
                  const rules::Options& options, const solver::Judgement& judgement) {
  switch (judgement.action) {
    case rules::Action::Roll:
      return keep_and_roll(rules, position, options[judgement.option]);
    case rules::Action::Bank:
      return keep_and_bank(rules, position, options[judgement.option]);
    case rules::Action::Accept:
      return accept_offer(rules, position);
    case rules::Action::Decline:
      return decline_offer(rules, position);
  }
}

}  // namespace danno::tests
