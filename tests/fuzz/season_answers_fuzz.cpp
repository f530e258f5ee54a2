// Any bytes as what a season's server answers an author: curl's report and the lists in JSON. They
// are the state of a submission of that author, or refused.
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <string>

#include "leagues/cli/invocation.hpp"
#include "leagues/commands/hand_in/season_client.hpp"
#include "tests/fuzz/input.hpp"

namespace base = danno::leagues::base;
namespace hand_in = danno::leagues::commands::hand_in;

namespace {

void check_report(const std::string& text) {
  try {
    const hand_in::HttpAnswer answer = hand_in::parse_curl_report(text);
    assert(answer.status == 0 ? !answer.problem.empty() : answer.status >= 200);
    assert(answer.redirect.find('\n') == std::string::npos);
  } catch (const danno::leagues::cli::UsageError& error) {
    assert(danno::fuzz::is_line(error.what()));
  }
}

void check_state(const hand_in::SubmissionState& state, const std::string& item) {
  if (state.number > 0 && !item.empty()) assert(state.item == item);
  if (state.is_answered()) assert(state.place == 0);
  assert(state.letter_file.empty() || danno::fuzz::is_component(state.letter_file));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  danno::fuzz::Input input(data, size);
  check_report(input.text());
  const std::string item = input.text();
  try {
    const auto waiting = hand_in::parse_list(input.text(), "waiting");
    const auto answers = hand_in::parse_list(input.text(), "answers");
    check_state(hand_in::find_submission(waiting, answers, item), item);
  } catch (const base::Json::exception& error) {
    assert(!base::json_problem(error).empty());
  }
  return 0;
}
