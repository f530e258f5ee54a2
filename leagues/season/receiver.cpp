#include "leagues/season/receiver.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "leagues/entrants/agent_error.hpp"
#include "leagues/season/outbox.hpp"
#include "leagues/text/utc.hpp"
#include "referee/play/session.hpp"
#include "referee/record/log.hpp"

namespace danno::leagues::season {
namespace {

using namespace std::chrono_literals;
using std::chrono::sys_seconds;

/// Between two looks into the inbox.
constexpr auto kLook = 250ms;

sys_seconds now() {
  return std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
}

std::string check_command(const Terms& terms) {
  std::string command = "danno check AGENT --rules";
  for (const rules::Definition* const rules : terms.order.rules)
    command += fmt::format(" {}", rules->id);
  return command;
}

}  // namespace

Receiver::Receiver(const std::filesystem::path& folder, std::shared_ptr<const Terms> terms)
    : folder_(folder),
      terms_(std::move(terms)),
      answers_(folder / "answers.ndjson"),
      queue_(terms_->keys.inbox, folder / "queue", answers_.last_ticket()) {
  for (const Ticket& ticket : queue_.all()) {
    if (auto known = answers_.find(ticket.number)) follow(*std::move(known));
  }
  tell();
  thread_ = std::thread([this] {
    try {
      work();
    } catch (...) {
      const std::lock_guard lock(mutex_);
      failure_ = std::current_exception();
      news_ = true;
    }
  });
}

Receiver::~Receiver() {
  {
    const std::lock_guard lock(mutex_);
    ends_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

void Receiver::set_terms(std::shared_ptr<const Terms> terms) {
  const std::lock_guard lock(mutex_);
  terms_ = std::move(terms);
}

std::shared_ptr<const Terms> Receiver::terms() {
  const std::lock_guard lock(mutex_);
  return terms_;
}

Reception Receiver::reception() {
  const std::lock_guard lock(mutex_);
  if (failure_) std::rethrow_exception(failure_);
  return reception_;
}

void Receiver::work() {
  while (true) {
    look();
    tell();
    if (const auto ticket = queue_.next()) {
      answer(*ticket);
      tell();
    }
    std::unique_lock lock(mutex_);
    const auto pause = queue_.size() > 0 ? 0ms : kLook;
    if (changed_.wait_for(lock, pause, [this] { return ends_; })) return;
    if (referee::play::stop_requested()) return;
  }
}

void Receiver::look() {
  const auto opens = terms()->keys.opens;
  if (opens && now() < *opens) return;
  looked_ = now();
  const std::vector<std::string> troubles = queue_.look();
  std::string trouble = troubles.empty() ? "" : troubles.front();
  if (trouble != trouble_ && !trouble.empty())
    referee::record::log_event("inbox", {{"problem", trouble}});
  trouble_ = std::move(trouble);
}

void Receiver::answer(Ticket ticket) {
  const auto terms = this->terms();
  ++ticket.tries;
  queue_.write(ticket);
  referee::record::log_event(
      "handed-in", {{"ticket", ticket.number}, {"author", ticket.author}, {"item", ticket.item}});
  --ticket.tries;  // the one that is under way is none of those before
  const entrants::Intake intake(terms->keys.intake);
  Answer answer = judge(ticket, queue_, answers_, *terms, intake);
  if (referee::play::stop_requested()) {  // what was broken off tells nothing
    queue_.write(ticket);
    return;
  }
  answer.answered = now();
  answers_.add(answer);
  follow(std::move(answer));
}

void Receiver::follow(Answer answer) {
  const auto terms = this->terms();
  int version = 0;
  if (answer.verdict != Verdict::Refused) {
    const entrants::Intake intake(terms->keys.intake);
    try {
      const entrants::Entrant staged = intake.staged(answer.hash, answer.author);
      version = intake.take(staged, claim_of(answer.author)).version;
    } catch (const entrants::AgentError& error) {  // somebody took the name by hand
      answer.verdict = Verdict::Refused;
      answer.refusal = {error.what()};
    }
  }
  write_letter(terms->keys.outbox, answer, version, check_command(*terms));
  queue_.remove(answer.ticket);
  referee::record::log_event("answer", {{"ticket", answer.ticket},
                                        {"author", answer.author},
                                        {"agent", answer.agent},
                                        {"version", version},
                                        {"refused", answer.refusal.reason}});
  if (answer.verdict == Verdict::Taken) news_ = true;
}

void Receiver::tell() {
  const std::lock_guard lock(mutex_);
  reception_ = {.queue = queue_.size(),
                .taken = answers_.taken(),
                .refused = answers_.refused(),
                .trouble = trouble_,
                .answered_until = std::min(looked_, queue_.oldest().value_or(looked_))};
}

}  // namespace danno::leagues::season
