#include "referee/protocol/examine.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "referee/protocol/answer_check.hpp"
#include "referee/protocol/conversation.hpp"
#include "referee/record/dice_stream.hpp"

namespace danno::referee::protocol {
namespace {

constexpr std::uint32_t kManyGames = 256;
constexpr std::uint32_t kSingleQuestions = 200;
/// The time of one trial. A slow agent is asked fewer single questions.
constexpr std::chrono::seconds kTrialTime{5};
/// CPU time without a question that exceeds what a league allows.
constexpr std::chrono::milliseconds kIdleUse{800};
/// An answer that takes this many times the limit fails the examination at once.
constexpr int kFarBeyond = 2;

/// GameStart and the first question of a game that is not continued.
struct Opening {
  std::string start;
  std::string question;
};

/// Fields that agent.proto does not have, one of each wire type, and `padding` bytes of text.
std::string later_fields(std::size_t padding) {
  std::string bytes("\xA0\x1F\x01", 3);                      // 500: a number
  bytes.append("\xA9\x1F\x01\x02\x03\x04\x05\x06\x07\x08");  // 501: eight bytes
  bytes.append("\xB5\x1F\x01\x02\x03\x04");                  // 502: four bytes
  bytes.append("\xBA\x1F");                                  // 503: text, its length in three bytes
  bytes.push_back(static_cast<char>((padding & 0x7FU) | 0x80U));
  bytes.push_back(static_cast<char>(((padding >> 7) & 0x7FU) | 0x80U));
  bytes.push_back(static_cast<char>(padding >> 14));
  return bytes.append(padding, 'x');
}

/// Returns the frame with fields of a later version in its question. It is padded to `size` bytes
/// without the length prefix; 0 means no padding.
std::string with_later_fields(const std::string& question, std::size_t size) {
  v1::ToAgent message;
  const std::string ask = parse_question(question).SerializeAsString();
  const auto grow = [&](std::size_t padding) {
    // libprotobuf keeps fields that it does not know and writes them again.
    message.mutable_ask()->ParseFromString(ask + later_fields(padding));
    return message.ByteSizeLong();
  };
  const std::size_t least = grow(0);
  // A longer length takes more bytes itself, so the padding begins too short and grows.
  for (std::size_t padding = size > least ? size - least - 4 : 0; grow(padding) < size;)
    ++padding;
  std::string frame;
  append_frame(frame, message);
  return frame;
}

/// Examines one agent in a series of trials. Each trial strains another part of the protocol, and
/// the first fault ends the series.
class Examiner {
 public:
  Examiner(const Agent& agent, const Limits& limits, const rules::RuleSet& rules,
           const std::function<void(const Examination&)>& on_progress, sandbox::Machine& machine)
      : limits_(limits),
        rules_(rules),
        on_progress_(on_progress),
        machine_(machine),
        name_(agent.name),
        agent_(agent, limits, {.games = kManyGames, .until_stop = true}, machine) {}

  Examination run() {
    const auto begin = machine_.now();
    if (agent_.start()) {
      result_.greeting = machine_.now() - begin;
      result_.games = agent_.pool()[0].games();
      on_progress_(result_);
      hold_trials();
    }
    agent_.end();
    result_.fault = agent_.fault();
    return std::move(result_);
  }

 private:
  void hold_trials() {
    asked_since_ = machine_.now();
    ask_one_by_one("single questions", [](const Opening& opening) { return opening.question; });
    ask_many_at_once();
    ask_in_halves();
    ask_one_by_one("fields and messages of a later version", [](const Opening& opening) {
      // A frame of four bytes precedes the question: field 15 of ToAgent, a message of a later
      // version.
      return std::string("\x04\x7A\x02\x08\x01") + with_later_fields(opening.question, 0);
    });
    ask_one_by_one("frames of 64 KiB", [](const Opening& opening) {
      return with_later_fields(opening.question, kMaxFrame);
    });
    leave_alone();
    if (!agent_.goes_on()) return;
    result_.stderr_bytes = agent_.pool()[0].log_bytes();
    result_.stderr_lines = agent_.pool()[0].evidence().stderr_lines;
  }

  template <class Frame>
  void ask_one_by_one(const char* name, const Frame& frame) {
    if (!begin(name)) return;
    const auto begun = machine_.now();
    for (std::uint32_t i = 0; i < kSingleQuestions && machine_.now() - begun < kTrialTime; ++i) {
      if (!agent_.goes_on()) return;
      const Opening opening = next_opening();
      start(opening);
      put(opening, frame(opening));
      const auto asked = machine_.now();
      converse();
      result_.slowest = std::max<std::chrono::nanoseconds>(result_.slowest, machine_.now() - asked);
    }
    pass();
  }

  void ask_many_at_once() {
    if (!begin("many games in one write")) return;
    for (std::uint32_t i = 0; i < std::min(kManyGames, result_.games); ++i) {
      const Opening opening = next_opening();
      start(opening);
      put(opening, opening.question);
    }
    converse();
    pass();
  }

  /// Splits a frame at fifty places. Its first half comes in one write with the question before it,
  /// so the agent reads both at once.
  void ask_in_halves() {
    if (!begin("split frames")) return;
    for (int i = 0; i < 50 && agent_.goes_on(); ++i) {
      const Opening whole = next_opening();
      const Opening split = next_opening();
      const std::string bytes = split.start + split.question;
      const std::size_t middle = 1 + static_cast<std::size_t>(i) * (bytes.size() - 2) / 49;
      start(whole);
      // The other game has its time bank, too; its GameStart is split with the rest.
      agent_.begin_game();
      put(whole, whole.question + bytes.substr(0, middle));
      converse();
      if (agent_.goes_on()) put(split, bytes.substr(middle));
      converse();
    }
    pass();
  }

  /// Asks nothing as long as the agent computes, until that is the fault that a league would find.
  void leave_alone() {
    constexpr std::chrono::milliseconds kPause{50};
    constexpr std::chrono::seconds kMostTime{30};
    if (!begin("idle while nothing is asked")) return;
    const auto begun = machine_.now();
    const auto used = [this] { return agent_.pool()[0].effort().cpu; };
    const auto most = used() + kIdleUse + (begun - asked_since_) / 3;  // a league goes by the share
    // A thread that computes may rest for a pause or two. If the machine is busy, it uses little
    // and waits for a processor.
    constexpr int kIdlePauses = 3;
    for (int idle = 0; idle < kIdlePauses && used() < most && machine_.now() - begun < kMostTime;) {
      const auto before = used();
      (void)machine_.poll({}, static_cast<int>(kPause.count()));
      const bool computes = used() - before > kPause / 5 || agent_.pool()[0].runnable();
      idle = computes ? 0 : idle + 1;
    }
    const Opening opening = next_opening();
    start(opening);
    put(opening, opening.question);
    converse();
    pass();
  }

  bool begin(const char* name) {
    if (!agent_.goes_on()) return false;
    result_.trials.push_back({name, 0});
    return true;
  }
  void pass() {
    if (agent_.goes_on()) on_progress_(result_);
  }

  Opening next_opening() {
    const std::uint32_t game = next_game_++;
    const std::array<std::string, 1> names{name_};
    const record::Key key =
        record::deal_key({"examination"}, record::key_rules(rules_), names, game);
    record::DiceStream dice(key);
    rules::Position position;
    // An opening question needs a decision. A throw that leaves none is replaced by that of the
    // next turn.
    for (std::uint32_t turn = 0;; ++turn) {
      position = rules::start_game(rules_, 0);
      const rules::Dice thrown = dice.roll(0, turn, 0, position.turn.dice);
      if (rules::throw_dice(rules_, position, thrown) == rules::Thrown::Choice) break;
    }
    rules::Options options;
    rules::list_options(rules_, position, options);
    Opening opening;
    append_game_start(opening.start, rules_, game, 0, 0,
                      record::agent_seed({"examination"}, key, 0, names[0], 0));
    append_ask(opening.question, game, 0, position, options, std::nullopt);
    return opening;
  }

  void start(const Opening& opening) {
    agent_.say(std::exchange(ended_, {}));
    agent_.say(opening.start);
    agent_.begin_game();
  }
  void put(const Opening& opening, std::string_view bytes) {
    agent_.ask(bytes, parse_question(opening.question));
  }
  void converse() {
    agent_.await_answers([this](const AnswerIn& answer) { take(answer); });
  }

  void take(const AnswerIn& answer) {
    if (const auto time = agent_.pool()[0].thinks();
        agent_.open_questions() == 1 && time > kFarBeyond * limits_.answer) {
      agent_.fail(record::make_fault(
          record::LateAnswer{limits_.answer, floor<std::chrono::milliseconds>(time)}));
      return;
    }
    ++result_.answers;
    ++result_.trials.back().questions;
    end_game(answer.game);
  }

  /// Ends the game: all others forfeit. The agent learns it with the next game, because half a
  /// question may be on its way.
  void end_game(std::uint32_t game) {
    record::GameRecord record;
    record.seats = static_cast<std::uint8_t>(rules_.seats());
    for (std::uint8_t seat = 0; seat < record.seats; ++seat)
      record.places[seat] = static_cast<std::uint8_t>(seat + 1);
    agent_.end_game();
    append_game_end(ended_, game, record, v1::GameEnd::FORFEIT);
  }

  const Limits& limits_;
  const rules::RuleSet& rules_;
  const std::function<void(const Examination&)>& on_progress_;
  sandbox::Machine& machine_;
  std::string name_;
  Conversation agent_;
  Examination result_;
  std::string ended_;  ///< GameEnd frames to be sent.
  std::uint32_t next_game_ = 0;
  sandbox::Machine::time_point asked_since_;
};

}  // namespace

Examination examine(const Agent& agent, const Limits& limits, const rules::RuleSet& rules,
                    const std::function<void(const Examination&)>& on_progress,
                    sandbox::Machine& machine) {
  return Examiner(agent, limits, rules, on_progress, machine).run();
}

}  // namespace danno::referee::protocol
