// Tries to know its coming dice by the strongest channel there is: a file that all processes of the
// match share. Every throw of every game that it sees goes there, by deal, seat, turn and roll; and
// before it decides it looks there for the throw that comes next. Otherwise it plays as `hold`.
//
//   oracle FILE [blind]    blind: only tells, never looks
//
// It is given all help: with one deal in flight (--in-flight of as many games as there are seats)
// the games that its process is told of come deal by deal.
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cstdint>
#include <cstdio>
#include <string_view>
#include <system_error>

#include "agents/hold/hold.hpp"
#include "agents/position.hpp"

namespace {

using danno::Decision;
using danno::Question;
using Dice = google::protobuf::RepeatedField<std::uint32_t>;

constexpr std::size_t kEntries = std::size_t{1} << 18;

/// The file. An entry is what fixes a throw, and the throw: 64 bits, so that no lock is needed.
struct Shared {
  std::atomic<std::uint64_t> told;
  std::atomic<std::uint64_t> confirmed;     ///< Told again.
  std::atomic<std::uint64_t> contradicted;  ///< Told otherwise before.
  std::atomic<std::uint64_t> foretold;      ///< Known when a decision was taken.
  std::array<std::atomic<std::uint64_t>, kEntries> entries;
};

Shared* g_shared = nullptr;
bool g_looks = true;

Shared* open_shared(const char* path) {
  const int fd = ::open(path, O_RDWR | O_CREAT, 0666);
  void* memory = MAP_FAILED;
  if (fd >= 0 && ::ftruncate(fd, sizeof(Shared)) == 0)
    memory = ::mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  if (memory == MAP_FAILED) throw std::system_error(errno, std::generic_category(), path);
  return static_cast<Shared*>(memory);
}

constexpr unsigned kDiceBits = 18;

/// A throw of `count` dice, without what it shows.
struct Place {
  std::uint64_t deal = 0;
  std::uint32_t seat = 0;
  std::uint32_t turn = 0;
  std::uint32_t roll = 0;
  std::uint32_t count = 0;

  [[nodiscard]] std::uint64_t key() const {
    return (((deal << 3U | seat) << 10U | turn) << 6U | roll) << 3U | count;
  }
  [[nodiscard]] std::atomic<std::uint64_t>& entry() const {
    return g_shared->entries[key() * 0x9E3779B97F4A7C15U >> 46U];
  }
};

void tell(Place place, const Dice& dice) {
  place.count = static_cast<std::uint32_t>(dice.size());
  std::uint64_t shown = 0;
  for (const std::uint32_t face : dice)
    shown = shown << 3U | face;
  const std::uint64_t value = place.key() << kDiceBits | shown;
  const std::uint64_t before = place.entry().exchange(value);
  ++g_shared->told;
  if (before >> kDiceBits != place.key()) return;
  ++(before == value ? g_shared->confirmed : g_shared->contradicted);
}

/// Finds the dice that will be thrown there; false if nobody knows.
bool foretell(const Place& place, danno::rules::Dice& dice) {
  const std::uint64_t value = place.entry().load();
  if (value == 0 || value >> kDiceBits != place.key()) return false;
  ++g_shared->foretold;
  for (std::uint32_t die = 0; die < place.count; ++die)
    dice.add(static_cast<int>((value >> (3U * die) & 7U) - 1));
  return g_looks;
}

/// A game: who is in which of his turns.
class Watcher {
 public:
  explicit Watcher(const danno::v1::GameStart& game)
      : rules_(danno::agents::make_rule_set(game)),
        seat_(game.seat()),
        before_((game.seat() + game.seats() - 1) % game.seats()),
        deal_(game.game() / game.seats()) {}

  void seen(const danno::v1::Seen& seen) {
    using danno::v1::Seen;
    Turn& turn = turns_[seen.seat()];
    if (seen.dice_size() > 0) tell({deal_, seen.seat(), turn.number, turn.rolls++, 0}, seen.dice());
    if (seen.event() == Seen::BANKED || seen.event() == Seen::BUSTED) turn = {turn.number + 1, 0};
  }

  Decision decide(const Question& question) {
    const Decision usual = danno::agents::Hold()(question);
    begin_turn();
    Turn& turn = turns_[seat_];
    if (question.is_offer()) {
      const bool accepts = takes(question).value_or(usual.action == danno::v1::ACCEPT);
      if (accepts && question.parameter("choose_attempt") == 0) turn.rolls = 1;
      return accepts ? danno::accept() : danno::decline();
    }
    tell({deal_, seat_, turn.number, turn.rolls++, 0}, question.ask.dice());
    const auto i = usual.option;
    if (!question.may_roll(i) || !question.may_bank(i)) return usual;
    danno::rules::Dice dice;
    if (!foretell({deal_, seat_, turn.number, turn.rolls, question.ask.next_dice(i)}, dice))
      return usual;
    return rules_.keep_table().keeps(dice).empty() ? danno::bank(i) : danno::roll(i);
  }

 private:
  struct Turn {
    std::uint32_t number = 0;
    std::uint32_t rolls = 0;
  };

  /// Counts a turn. The agent's own busts are not told, so it counts the turns that the seat before
  /// it has ended.
  void begin_turn() {
    const std::uint32_t number = turns_[before_].number - (seat_ == 0 ? 0 : 1);
    if (number != turns_[seat_].number) turns_[seat_] = {number, 0};
  }

  [[nodiscard]] std::optional<bool> takes(const Question& question) const {
    danno::rules::Dice dice;
    const Turn& turn = turns_[seat_];
    if (!foretell({deal_, seat_, turn.number, 0, question.ask.offer_dice()}, dice)) return {};
    return dice.count(0) + dice.count(4) > 0;
  }

  danno::rules::RuleSet rules_;
  std::uint32_t seat_;
  std::uint32_t before_;
  std::uint64_t deal_;
  std::array<Turn, danno::rules::kMaxSeats> turns_{};
};

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fputs("oracle: expected FILE [blind]\n", stderr);
    return 2;
  }
  g_shared = open_shared(argv[1]);
  g_looks = argc == 2 || std::string_view(argv[2]) != "blind";
  return danno::play<Watcher>(
      [](const Question& question, Watcher& watcher) { return watcher.decide(question); },
      {.name = "oracle"});
}
