#include "leagues/runner/people.hpp"

#include <algorithm>
#include <cerrno>
#include <utility>
#include <variant>

#include "referee/protocol/wire.hpp"

namespace danno::leagues::runner {

using referee::sandbox::Exit;

namespace {

constexpr const char* kCommand = "a person";
/// The first descriptor that stands for a person; no descriptor of this process is so high.
constexpr int kFirstFile = 1 << 28;
constexpr int kFiles = 4;
constexpr int kStatus = STDERR_FILENO + 1;

}  // namespace

/// Stands for a process: it reads frames from memory and answers them with what the human chooses.
class Person final : public referee::sandbox::Process {
 public:
  explicit Person(People& people)
      : people_(people),
        first_file_(kFirstFile + kFiles * static_cast<int>(people.people_.size())),
        born_(people.now()) {
    people_.people_.push_back(this);
  }
  ~Person() override { *std::ranges::find(people_.people_, this) = nullptr; }
  Person(const Person&) = delete;
  Person& operator=(const Person&) = delete;

  [[nodiscard]] int stdin_fd() const override { return first_file_ + STDIN_FILENO; }
  [[nodiscard]] int stdout_fd() const override { return first_file_ + STDOUT_FILENO; }
  [[nodiscard]] int stderr_fd() const override { return first_file_ + STDERR_FILENO; }
  [[nodiscard]] int status_fd() const override { return first_file_ + kStatus; }
  [[nodiscard]] pid_t root_pid() const override { return 0; }
  [[nodiscard]] pid_t agent_pid() const override { return 0; }
  void close_stdin() override {}
  std::optional<Exit> exit() override { return exit_; }
  Exit end() override { return exit_.value_or(Exit()); }
  [[nodiscard]] std::chrono::nanoseconds cpu_time() const override { return {}; }
  [[nodiscard]] std::chrono::nanoseconds wait_time() const override {
    return people_.now() - born_;
  }
  [[nodiscard]] referee::sandbox::TreeTimes look_at_tree() override { return {}; }
  [[nodiscard]] bool runnable() const override { return true; }
  [[nodiscard]] std::optional<std::chrono::steady_clock::time_point> still_since() const override {
    return std::nullopt;
  }
  [[nodiscard]] std::int64_t peak_memory_kib() const override { return 0; }
  void freeze() override {}
  void thaw() override {}
  void follow() override {}

  /// Takes whole frames; a part of one waits for the rest.
  void hear(std::string_view bytes) {
    input_ += bytes;
    while (true) {
      const auto next = referee::protocol::next_frame(input_);
      const auto* const frame = std::get_if<referee::protocol::Frame>(&next);
      if (frame == nullptr) return;
      v1::ToAgent message;
      message.ParseFromArray(frame->payload.data(), static_cast<int>(frame->payload.size()));
      take(message);
      input_.erase(0, frame->size);
    }
  }

  /// Asks the human, if the referee has asked.
  void answer() {
    if (!asked_) return;
    const v1::Ask ask = *std::exchange(asked_, std::nullopt);
    auto answer = people_.ask_(game_, ask);
    if (!answer) {
      // A human who leaves is an agent that exits, which the referee knows how to treat.
      exit_ = Exit{Exit::Kind::Code, 0, "left the game"};
      return;
    }
    answer->set_game(ask.game());
    answer->set_seq(ask.seq());
    v1::FromAgent message;
    *message.mutable_answer() = *answer;
    referee::protocol::append_frame(output_, message);
  }

  /// Returns the events of poll(2) that have happened to one of its descriptors.
  [[nodiscard]] short ready(int file, short events) const {
    switch (file - first_file_) {
      case STDIN_FILENO:
        return static_cast<short>(events & POLLOUT);
      case STDOUT_FILENO:
        return output_.empty() ? short{0} : short{POLLIN};
      case kStatus:
        return exit_ ? short{POLLIN} : short{0};
      default:
        return 0;
    }
  }

  /// Gives the referee what was answered, like read(2).
  ssize_t say(int file, std::span<char> buffer) {
    if (file == stdout_fd() && !output_.empty()) {
      const std::size_t size = output_.copy(buffer.data(), buffer.size());
      output_.erase(0, size);
      return static_cast<ssize_t>(size);
    }
    if (exit_) return 0;
    errno = EAGAIN;
    return -1;
  }

 private:
  void take(const v1::ToAgent& message) {
    if (message.has_hello()) {
      v1::FromAgent ready;
      ready.mutable_ready()->set_games(1);
      referee::protocol::append_frame(output_, ready);
    }
    if (message.has_game_start()) game_ = message.game_start();
    if (message.has_ask()) asked_ = message.ask();
  }

  People& people_;
  int first_file_;
  People::time_point born_;
  std::string input_;
  std::string output_;
  v1::GameStart game_;
  std::optional<v1::Ask> asked_;
  std::optional<Exit> exit_;
};

referee::protocol::Agent person(const std::string& name) { return {name, {kCommand}, "/"}; }

std::unique_ptr<referee::sandbox::Process> People::launch(
    const referee::sandbox::LaunchOptions& order) {
  if (order.command.front() != kCommand) return below_.launch(order);
  return std::make_unique<Person>(*this);
}

Person* People::owner(int file) const {
  return file < kFirstFile ? nullptr
                           : people_.at(static_cast<std::size_t>((file - kFirstFile) / kFiles));
}

/// Serves the descriptors of people here and all others by the machine below.
int People::poll(std::span<pollfd> files, int timeout_ms) {
  // The referee waits now, so every question has arrived; a human may take any time for it.
  for (Person* const person : people_) {
    if (person != nullptr) person->answer();
  }
  int ready = 0;
  std::vector<pollfd> others;
  for (pollfd& file : files) {
    const Person* const person = owner(file.fd);
    if (person == nullptr) {
      others.push_back(file);
      continue;
    }
    file.revents = person->ready(file.fd, file.events);
    ready += file.revents != 0 ? 1 : 0;
  }
  // Whoever is ready here must not wait for the others.
  const int ready_below = below_.poll(others, ready > 0 ? 0 : timeout_ms);
  if (ready_below < 0 && ready == 0) return ready_below;
  auto other = others.begin();
  for (pollfd& file : files) {
    if (owner(file.fd) == nullptr) file.revents = (other++)->revents;
  }
  return ready + std::max(ready_below, 0);
}

ssize_t People::read(int file, std::span<char> buffer) {
  Person* const person = owner(file);
  return person == nullptr ? below_.read(file, buffer) : person->say(file, buffer);
}

ssize_t People::write(int file, std::string_view bytes) {
  Person* const person = owner(file);
  if (person == nullptr) return below_.write(file, bytes);
  person->hear(bytes);
  return static_cast<ssize_t>(bytes.size());
}

void seat(std::span<const std::string> people, referee::play::LineUp& line_up) {
  std::vector<referee::protocol::Agent> agents;
  for (const std::string& name : people)
    agents.push_back(person(name));
  line_up.agents.insert(line_up.agents.begin(), agents.begin(), agents.end());
  line_up.key_names.insert(line_up.key_names.begin(), people.begin(), people.end());
  // A person plays one game at a time, and may see the advice.
  line_up.mirror = false;
  line_up.in_flight = 1;
  line_up.advice = referee::play::Advice::Always;
}

void settle_dice(referee::play::LineUp& line_up, const std::string& seed, std::uint64_t number) {
  using referee::record::deal_key;
  line_up.seed = seed.empty() ? referee::record::draw_seed() : referee::record::Seed{seed};
  line_up.agent_secret = referee::record::draw_seed();
  referee::play::FixedGame& game = line_up.fixed_game.emplace();
  const auto rules = referee::play::rules_in_key(*line_up.rules, line_up.advice);
  game.key = deal_key(line_up.seed, rules, line_up.key_names, number);
  // Agents learn their seeds, which therefore come from another secret than the dice.
  const auto own = deal_key(line_up.agent_secret, rules, line_up.key_names, number);
  for (std::size_t seat = 0; seat < line_up.agents.size(); ++seat)
    game.agent_seeds[seat] = referee::record::agent_seed(
        line_up.agent_secret, own, 0, line_up.key_names[seat], static_cast<int>(seat));
}

std::optional<referee::record::GameRecord> play_game(const referee::play::LineUp& line_up,
                                                     std::uint64_t number, AskPerson ask) {
  People machine(referee::sandbox::real_machine(), std::move(ask));
  const auto play = referee::play::new_deal_player(0, machine);
  referee::play::Batch batch = play(line_up, number, number + 1, {});
  if (batch.deals.empty()) return std::nullopt;
  return std::move(batch.deals.front().games.front());
}

}  // namespace danno::leagues::runner
