#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <string>
#include <system_error>
#include <variant>

#include "referee/protocol/wire.hpp"
#include "referee/rules/position.hpp"
#include "tests/bench/bare.hpp"
#include "tests/bench/bare_children.hpp"
#include "tests/bench/cpu_time.hpp"

namespace danno::leagues::bench {
namespace {

using namespace referee::protocol;

/// Returns the question as a match asks it.
std::string question() {
  const rules::RuleSet koans = rules::make_rule_set(*rules::find_definition("koans"), 2);
  rules::Position position = rules::start_game(koans, 0);
  rules::throw_dice(koans, position, *rules::parse_dice("12345", koans.faces()));
  rules::Options options;
  rules::list_options(koans, position, options);
  std::string frame;
  append_ask(frame, 7, 3, position, options, std::nullopt);
  return frame;
}

std::string answer() {
  v1::FromAgent message;
  message.mutable_answer()->set_game(7);
  message.mutable_answer()->set_seq(3);
  message.mutable_answer()->set_action(v1::ROLL);
  std::string frame;
  append_frame(frame, message);
  return frame;
}

/// The frames that come by a pipe.
class Frames {
 public:
  explicit Frames(int file) : file_(file) {}

  /// Waits for some; how many are whole. 0: nobody is left to send.
  std::size_t read() {
    std::size_t count = 0;
    while (count == 0) {
      const ssize_t n = ::read(file_, bytes_.data() + size_, bytes_.size() - size_);
      if (n < 0) throw std::system_error(errno, std::generic_category(), "read");
      if (n == 0) return 0;
      size_ += static_cast<std::size_t>(n);
      count = cut();
    }
    return count;
  }

 private:
  std::size_t cut() {
    std::string_view rest(bytes_.data(), size_);
    std::size_t count = 0;
    for (auto next = next_frame(rest); std::holds_alternative<Frame>(next);
         next = next_frame(rest)) {
      rest.remove_prefix(std::get<Frame>(next).size);
      ++count;
    }
    std::ranges::copy(rest, bytes_.begin());
    size_ = rest.size();
    return count;
  }

  int file_;
  std::array<char, 64 * 1024> bytes_{};
  std::size_t size_ = 0;
};

void send(int file, const std::string& frame, std::size_t count, std::string& out) {
  out.clear();
  for (std::size_t i = 0; i < count; ++i)
    out += frame;
  write_all(file, out);
}

void answer_all(int read, int write) noexcept {
  const std::string frame = answer();
  std::string out;
  Frames questions(read);
  while (const std::size_t count = questions.read())
    send(write, frame, count, out);
}

/// How many questions are put, at least so many.
int ask_all(const BareChildren& children, int in_flight, int questions) {
  const std::string frame = question();
  std::string out;
  std::array<Frames, BareChildren::kCount> answers{Frames(children.from(0)),
                                                   Frames(children.from(1))};
  const std::size_t each = static_cast<std::size_t>(std::max(1, in_flight / 2));
  const std::size_t together = in_flight == 1 ? 1 : 2;
  int asked = 0;
  for (std::size_t first = 0; asked < questions; first = (first + together) % 2) {
    for (std::size_t child = first; child < first + together; ++child)
      send(children.to(child), frame, each, out);
    for (std::size_t child = first; child < first + together; ++child) {
      for (std::size_t open = each; open > 0;)
        open -= answers[child].read();
    }
    asked += static_cast<int>(each * together);
  }
  return asked;
}

}  // namespace

BareCost bare_loop(int in_flight, int questions, int core) {
  const OnCore pinned(core);
  const auto cpu = cpu_time();
  std::chrono::duration<double, std::nano> wall{};
  int asked = 0;
  {
    const BareChildren children(answer_all);
    const auto begin = std::chrono::steady_clock::now();
    asked = ask_all(children, in_flight, questions);
    wall = std::chrono::steady_clock::now() - begin;
  }
  const std::chrono::duration<double, std::nano> used = cpu_time() - cpu;
  return {used.count() / asked, wall.count() / asked};
}

}  // namespace danno::leagues::bench
