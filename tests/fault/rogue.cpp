// An agent that plays honestly until a certain question of each game and then does a bad thing.
//
//   rogue MODE [QUESTION]    QUESTION: from which of the game's questions on (Ask.seq), default 2
//
//   unless-resumed   exits, but plays games well that it took over
//   amnesiac         exits, but in games that it took over it breaks the wire
//
// It keeps nothing, so that it does the same in a game that it resumes. It speaks the wire by
// libprotobuf alone, so that it can break it in every way.
#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fstream>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "danno/agent.pb.h"

namespace {

using danno::v1::FromAgent;
using danno::v1::ToAgent;

void write_all(int fd, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t n = ::write(fd, bytes.data(), bytes.size());
    if (n <= 0) std::_Exit(0);  // the referee is gone
    bytes.remove_prefix(static_cast<std::size_t>(n));
  }
}

std::string framed(const FromAgent& message) {
  const std::string body = message.SerializeAsString();
  std::string frame;
  std::size_t length = body.size();
  while (length >= 0x80) {
    frame.push_back(static_cast<char>(static_cast<std::uint8_t>(length | 0x80U)));
    length >>= 7;
  }
  frame.push_back(static_cast<char>(length));
  return frame + body;
}

bool read_message(ToAgent& message) {
  std::uint64_t length = 0;
  for (int shift = 0;; shift += 7) {
    std::uint8_t byte = 0;
    if (::read(0, &byte, 1) != 1) return false;
    length |= std::uint64_t{byte & 0x7FU} << shift;
    if ((byte & 0x80U) == 0) break;
  }
  std::string body(length, '\0');
  std::size_t have = 0;
  while (have < length) {
    const ssize_t n = ::read(0, body.data() + have, length - have);
    if (n <= 0) return false;
    have += static_cast<std::size_t>(n);
  }
  return message.ParseFromString(body);
}

FromAgent honest(const danno::v1::Ask& ask) {
  FromAgent message;
  danno::v1::Answer& answer = *message.mutable_answer();
  answer.set_game(ask.game());
  answer.set_seq(ask.seq());
  if (ask.offer_dice() > 0) {
    answer.set_action(danno::v1::DECLINE);
  } else {
    answer.set_action((ask.may(0) & 2U) != 0 ? danno::v1::BANK : danno::v1::ROLL);
  }
  return message;
}

[[noreturn]] void hang() {
  for (;;)
    ::pause();
}

void burn(double seconds) {
  const auto until = std::clock() + static_cast<std::clock_t>(seconds * CLOCKS_PER_SEC);
  while (std::clock() < until) {
  }
}

/// Lets everybody else have the processor first.
void give_way() {
  ::setpriority(PRIO_PROCESS, 0, 19);
  std::ofstream("/proc/self/autogroup") << "19\n";  // where the kernel shares by session (sched(7))
}

void flood(std::string_view piece, std::size_t total) {
  std::string chunk;
  while (chunk.size() < 64 * 1024)
    chunk += piece;
  for (std::size_t sent = 0; sent < total; sent += chunk.size())
    write_all(1, chunk);
}

void drip(std::string_view bytes, useconds_t pause) {
  for (const char c : bytes) {
    write_all(1, {&c, 1});
    if (pause > 0) ::usleep(pause);
  }
}

void fork_and_leave() {
  if (::fork() == 0) {
    ::setsid();
    hang();  // holds every pipe open
  }
  std::_Exit(3);
}

/// The games that a process may hold, for modes that are strict about it.
std::size_t most_games(std::string_view mode) {
  return mode == "one-game" ? 1 : mode == "two-games" ? 2 : 1000;
}

/// Does the one bad thing; where it is survived, an answer follows.
void misbehave(std::string_view mode, const danno::v1::Ask& ask, bool resumed) {
  FromAgent message = honest(ask);
  danno::v1::Answer& answer = *message.mutable_answer();
  if (mode == "crash") {
    const rlimit none{0, 0};
    ::setrlimit(RLIMIT_CORE, &none);
    ::signal(SIGSEGV, SIG_DFL);
    ::raise(SIGSEGV);
  }
  if (mode == "exit" || mode == "unless-resumed" || (mode == "amnesiac" && !resumed)) std::_Exit(7);
  if (mode == "hang") hang();
  if (mode == "spin") {
    const time_t past = 0;
    while (::time(nullptr) > past) {
    }
  }
  if (mode == "flood") flood("x", std::size_t{1} << 30);
  if (mode == "flood-frames") flood(std::string("\x04\x12\x02\x08\x63", 5), std::size_t{256} << 20);
  if (mode == "flood-stderr") {
    const std::string chunk(1 << 16, 'e');
    for (int i = 0; i < 4096; ++i)
      write_all(2, chunk);
  }
  if (mode == "nonsense" || mode == "amnesiac") write_all(1, "I keep the two fives\n");
  if (mode == "illegal-option") answer.set_option(99);
  if (mode == "illegal-action") answer.set_action(static_cast<danno::v1::Action>(9));
  if (mode == "no-action") answer.clear_action();
  if (mode == "wrong-kind")
    answer.set_action(ask.offer_dice() > 0 ? danno::v1::ROLL : danno::v1::ACCEPT);
  if (mode == "wrong-seq") answer.set_seq(ask.seq() + 1);
  if (mode == "wrong-game") answer.set_game(ask.game() + 1000);
  if (mode == "twice") write_all(1, framed(message));
  if (mode == "second-ready") message.mutable_ready()->set_name("again");
  if (mode == "giant") write_all(1, "\xff\xff\xff\xff\x7f");
  if (mode == "half") {
    const std::string frame = framed(message);
    write_all(1, std::string_view(frame).substr(0, frame.size() / 2));
    hang();
  }
  if (mode == "drip") {
    drip(framed(message), 0);
    return;
  }
  if (mode == "drip-slowly") {
    drip(framed(message), 400'000);
    return;
  }
  if (mode == "close") {
    ::close(1);
    hang();
  }
  if (mode == "fork") fork_and_leave();
  if (mode == "memory") {
    std::vector<std::unique_ptr<char[]>> blocks;
    for (int i = 0; i < 1024; ++i) {
      blocks.push_back(std::make_unique<char[]>(1 << 20));
      std::memset(blocks.back().get(), i, 1 << 20);
    }
  }
  write_all(1, framed(message));
}

}  // namespace

int main(int argc, char** argv) {
  const std::string mode = argc > 1 ? argv[1] : "honest";
  const unsigned long question = argc > 2 ? std::strtoul(argv[2], nullptr, 10) : 2;
  if (mode == "early-exit") return 5;
  if (mode == "early-crash") ::raise(SIGTERM);
  if (mode == "early-nonsense") write_all(1, "Hello, I am ready to play!\n");
  if (mode == "early-flood") flood("x", std::size_t{1} << 30);
  if (mode == "never-ready") hang();
  bool pondering = false;
  std::set<std::uint32_t> open;
  std::set<std::uint32_t> resumed;
  ToAgent message;
  while (read_message(message)) {
    if (message.has_hello()) {
      FromAgent greeting;
      greeting.mutable_ready()->set_name("rogue");
      greeting.mutable_ready()->set_games(static_cast<std::uint32_t>(most_games(mode)));
      write_all(1, framed(greeting));
    }
    if (message.has_game_start()) {
      const danno::v1::GameStart& start = message.game_start();
      open.insert(start.game());
      if (start.resumed()) resumed.insert(start.game());
      if (open.size() > most_games(mode)) return 9;
    }
    if (message.has_game_end()) open.erase(message.game_end().game());
    if (message.has_ask() && mode == "first-question") return 8;
    if (message.has_ask() && mode == "think") ::usleep(40'000);
    if (message.has_ask() && mode == "nap") ::usleep(150'000);
    if (message.has_ask() && mode == "burn") burn(0.001);
    if (message.has_ask() && mode == "give-way") {
      give_way();
      burn(0.001);
    }
    if (message.has_ask() && mode == "give-way") {
      ::setpriority(PRIO_PROCESS, 0, 10);
      burn(0.001);
    }
    if (message.has_ask() && mode == "crowd" && !pondering) {
      pondering = true;
      for (int i = 0; i < 16; ++i) {
        if (::fork() != 0) continue;
        const std::clock_t past = 0;
        while (std::clock() >= past) {
        }
      }
    }
    if (message.has_ask() && mode == "ponder" && !pondering) {
      pondering = true;
      std::thread([] {
        const std::clock_t past = 0;
        while (std::clock() >= past) {
        }
      }).detach();
    }
    if (message.has_game_end() && mode == "one-shot") return 0;
    if (message.has_goodbye() && mode == "stay") hang();
    if (!message.has_ask()) continue;
    const bool goes_on = resumed.count(message.ask().game()) != 0;
    if (message.ask().seq() >= question && !(mode == "unless-resumed" && goes_on)) {
      misbehave(mode, message.ask(), goes_on);
    } else {
      write_all(1, framed(honest(message.ask())));
    }
  }
}
