// The C++ SDK answers without allocating.
#include <gtest/gtest.h>

#include <cstdlib>
#include <new>
#include <string>

#include "danno.hpp"
#include "referee/protocol/wire.hpp"

namespace {

std::size_t allocations = 0;

}  // namespace

// GCC, having inlined one of these and not the other, takes them for a mismatch.
#pragma GCC diagnostic ignored "-Wmismatched-new-delete"

void* operator new(std::size_t size) {
  ++allocations;
  if (void* const memory = std::malloc(size)) return memory;
  throw std::bad_alloc();
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t /*size*/) noexcept { std::free(memory); }

namespace danno {
namespace {

std::string payload(const std::string& frame) {
  return std::string(
      std::get<referee::protocol::Frame>(referee::protocol::next_frame(frame)).payload);
}

TEST(Sdk, AnswersWithoutAllocating) {
  const rules::RuleSet rules = rules::make_rule_set(*rules::find_definition("tyghe"), 6);
  std::string start;
  referee::protocol::append_game_start(start, rules, 7, 0, 0, 1);
  rules::Position position = rules::start_game(rules, 0);
  ASSERT_EQ(rules::throw_dice(rules, position, *rules::parse_dice("111555", rules.faces())),
            rules::Thrown::Choice);
  rules::Options options;
  rules::list_options(rules, position, options);
  std::string question;
  referee::protocol::append_ask(question, 7, 300, position, options, std::nullopt);

  const auto decide = [](const Question& asked) { return roll(asked.options() - 1); };
  wire::Conversation<NoState, decltype(decide)> conversation(decide, {});
  ASSERT_TRUE(conversation.take(payload(start)));
  const std::string bytes = payload(question);
  ASSERT_TRUE(conversation.take(bytes));
  const std::size_t before = allocations;
  for (int i = 0; i < 1000; ++i) {
    conversation.output().clear();
    ASSERT_TRUE(conversation.take(bytes));
  }
  EXPECT_EQ(allocations, before);

  v1::FromAgent answer;
  ASSERT_TRUE(answer.ParseFromString(payload(conversation.output())));
  EXPECT_EQ(answer.answer().seq(), 300U);
  EXPECT_EQ(answer.answer().option(), options.size() - 1);
  EXPECT_EQ(answer.answer().action(), v1::ROLL);
}

}  // namespace
}  // namespace danno
