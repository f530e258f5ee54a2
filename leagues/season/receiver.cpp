#include "leagues/season/receiver.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <system_error>
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
constexpr auto kInboxPause = 250ms;

std::string check_command(const SeasonTerms& terms) {
  std::string command = "danno check AGENT --rules";
  for (const rules::Definition* const rules : terms.order.rules)
    command += fmt::format(" {}", rules->id);
  const auto limit = terms.order.limits.answer;
  if (limit != referee::talk::Limits().answer)
    command += fmt::format(" --answer-ms {}", limit.count());
  return command;
}

}  // namespace

Receiver::Receiver(const std::filesystem::path& folder, std::shared_ptr<const SeasonTerms> terms)
    : terms_(std::move(terms)),
      answers_(folder / "answers.ndjson"),
      queue_(terms_->keys.inbox, folder / "queue", answers_.last_ticket()) {
  std::set<std::uint64_t> waiting;
  for (const Ticket& ticket : queue_.all())
    waiting.insert(ticket.number);
  for (Answer& known : answers_.find(waiting))
    follow(std::move(known));
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

void Receiver::set_terms(std::shared_ptr<const SeasonTerms> terms) {
  const std::lock_guard lock(mutex_);
  terms_ = std::move(terms);
}

std::shared_ptr<const SeasonTerms> Receiver::terms() {
  const std::lock_guard lock(mutex_);
  return terms_;
}

ReceiverState Receiver::reception() {
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
    const auto pause = queue_.size() > 0 ? 0ms : kInboxPause;
    if (changed_.wait_for(lock, pause, [this] { return ends_; })) return;
    if (referee::play::stop_requested()) return;
  }
}

void Receiver::look() {
  const auto opens = terms()->keys.opens;
  if (opens && text::utc_now() < *opens) return;
  looked_ = text::utc_now();
  const std::vector<std::string> troubles = queue_.look();
  trouble_ = troubles.empty() ? "" : troubles.front();
}

void Receiver::answer(Ticket ticket) {
  const auto terms = this->terms();
  ++ticket.tries;
  queue_.write(ticket);
  referee::record::log_event(
      "handed-in", {{"ticket", ticket.number}, {"author", ticket.author}, {"item", ticket.item}});
  --ticket.tries;  // judge() counts the tries before this one
  const entrants::Intake intake(terms->keys.intake);
  std::optional<Answer> answer;
  try {
    answer = judge(ticket, queue_, answers_, *terms, intake);
  } catch (const std::system_error& error) {
    if (error.code() == std::errc::no_space_on_device) queue_.write(ticket);  // not its fault
    throw;
  } catch (const std::exception&) {
    if (!referee::play::stop_requested()) throw;
  }
  if (referee::play::stop_requested()) {  // what was broken off tells nothing
    queue_.write(ticket);
    return;
  }
  if (!answer->hash.empty()) intake.keep_on_disk(answer->hash);
  answer->answered = text::utc_now();
  answers_.add(*answer);
  follow(*std::move(answer));
}

void Receiver::follow(Answer answer) {
  const auto terms = this->terms();
  if (answer.verdict != Ruling::Refused) {
    const entrants::Intake intake(terms->keys.intake);
    try {
      (void)intake.take(intake.staged(answer.hash, answer.author), claim_of(answer.author));
    } catch (const entrants::AgentError& error) {  // somebody took the name by hand
      answer.verdict = Ruling::Refused;
      answer.refusal = {error.what()};
    }
  }
  write_letter(terms->keys.outbox, answer, check_command(*terms));
  queue_.remove(answer.ticket);
  referee::record::log_event("answer", {{"ticket", answer.ticket},
                                        {"author", answer.author},
                                        {"agent", answer.agent},
                                        {"refused", answer.refusal.reason}});
  if (answer.verdict == Ruling::Taken) news_ = true;
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
