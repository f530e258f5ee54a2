// Google benchmarks of the parts that every decision passes: rules, dice, frames, a whole session.
#include <benchmark/benchmark.h>

#include <filesystem>
#include <string>
#include <vector>

#include "referee/play/session.hpp"
#include "referee/protocol/wire.hpp"
#include "referee/record/dice_stream.hpp"

namespace {

using namespace danno;

const rules::RuleSet& koans() {
  static const auto kRules = rules::make_rule_set(*rules::find_definition("koans"), 2);
  return kRules;
}

/// A question with many options and one with few.
struct Question {
  const rules::RuleSet rules;
  rules::Position position;
  rules::Options options;

  Question(std::string_view id, std::string_view thrown)
      : rules(rules::make_rule_set(*rules::find_definition(id), 2)),
        position(rules::start_game(rules, 0)) {
    rules::throw_dice(rules, position, *rules::parse_dice(thrown, rules.faces()));
    rules::list_options(rules, position, options);
  }
};

void throw_and_keep(benchmark::State& state, const char* id) {
  const auto rules = rules::make_rule_set(*rules::find_definition(id), 2);
  referee::record::DiceStream dice(referee::record::Key{});
  rules::Options options;
  rules::Position position = rules::start_game(rules, 0);
  std::int64_t decisions = 0;
  for (auto _ : state) {
    if (position.phase == rules::Phase::Over) {
      position = rules::start_game(rules, 0);
    } else if (position.phase == rules::Phase::Offer) {
      rules::decline_offer(rules, position);
      ++decisions;
    } else if (position.phase == rules::Phase::Throw) {
      rules::throw_dice(rules, position,
                        dice.roll(position.mover, position.turns[position.mover], position.roll,
                                  position.turn.dice));
    } else {
      rules::list_options(rules, position, options);
      const rules::Option& option = options[0];
      option.may_bank ? rules::keep_and_bank(rules, position, option)
                      : rules::keep_and_roll(rules, position, option);
      ++decisions;
    }
  }
  state.SetItemsProcessed(decisions);
}
BENCHMARK_CAPTURE(throw_and_keep, koans, "koans");
BENCHMARK_CAPTURE(throw_and_keep, official, "official");
BENCHMARK_CAPTURE(throw_and_keep, tyghe, "tyghe");
BENCHMARK_CAPTURE(throw_and_keep, dollar, "dollar");
BENCHMARK_CAPTURE(throw_and_keep, true_greed, "true-greed");

void throw_six_dice(benchmark::State& state) {
  referee::record::DiceStream dice(referee::record::Key{});
  std::uint32_t turn = 0;
  for (auto _ : state)
    benchmark::DoNotOptimize(dice.roll(0, ++turn, 0, 6));
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(throw_six_dice);

void derive_deal_key(benchmark::State& state) {
  const referee::record::Seed seed{"bench"};
  const std::vector<std::string> names{"ada", "bob"};
  std::uint64_t deal = 0;
  for (auto _ : state)
    benchmark::DoNotOptimize(referee::record::deal_key(seed, {"koans"}, names, ++deal));
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(derive_deal_key);

void write_question(benchmark::State& state, const char* id, const char* thrown) {
  const Question question(id, thrown);
  std::string out;
  for (auto _ : state) {
    out.clear();
    referee::protocol::append_ask(out, 7, 3, question.position, question.options, std::nullopt);
    benchmark::DoNotOptimize(out.data());
  }
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK_CAPTURE(write_question, koans, "koans", "12345");
BENCHMARK_CAPTURE(write_question, official, "official", "11155");

void read_answer(benchmark::State& state) {
  v1::FromAgent message;
  message.mutable_answer()->set_game(7);
  message.mutable_answer()->set_seq(3);
  message.mutable_answer()->set_action(v1::ROLL);
  std::string bytes;
  referee::protocol::append_frame(bytes, message);
  for (auto _ : state) {
    const auto next = referee::protocol::next_frame(bytes);
    benchmark::DoNotOptimize(
        referee::protocol::parse_from_agent(std::get<referee::protocol::Frame>(next).payload));
  }
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(read_answer);

/// A seating of two `hold`s, processes and all, at level none; items are decisions.
void play_session(benchmark::State& state) {
  const std::filesystem::path agent = DANNO_HOLD;
  referee::play::SessionOptions order;
  order.rules = &koans();
  order.agents = {{"a", {agent.string()}, agent.parent_path()},
                  {"b", {agent.string()}, agent.parent_path()}};
  order.limits.isolation = referee::sandbox::Isolation::None;
  order.in_flight = static_cast<int>(state.range(0));
  std::vector<referee::play::GameSpec> games;
  for (std::uint64_t deal = 0; deal < 2000; ++deal) {
    referee::play::GameSpec game;
    game.deal = deal;
    game.key =
        referee::record::deal_key({"bench"}, {"koans"}, std::vector<std::string>{"a", "b"}, deal);
    game.agent_at = {0, 1};
    game.first = 0;
    games.push_back(game);
  }
  std::uint64_t decisions = 0;
  for (auto _ : state)
    decisions += referee::play::play_session(order, games).decisions;
  state.SetItemsProcessed(static_cast<std::int64_t>(decisions));
}
BENCHMARK(play_session)->Arg(1)->Arg(16)->Arg(64)->Unit(benchmark::kMillisecond)->UseRealTime();

}  // namespace

BENCHMARK_MAIN();
