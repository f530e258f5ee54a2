// Checks what is handed in, and answers it.
//
// A submission is refused unread, or unpacked, built and tried in a sandbox. Its answer is appended
// to the journal before it takes effect, so that a kill between the two is made good at the next
// start. A ticket counts its tries before each check: a submission that ends the whole process is
// refused after a few of them.
#include "leagues/commands/season/receiver.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <set>
#include <span>
#include <system_error>
#include <utility>
#include <vector>

#include "leagues/base/count.hpp"
#include "leagues/base/outside_file.hpp"
#include "leagues/base/utc.hpp"
#include "leagues/commands/season/outbox.hpp"
#include "leagues/commands/season/web.hpp"
#include "leagues/entrants/agent_files.hpp"
#include "leagues/entrants/unpack.hpp"
#include "referee/play/session.hpp"
#include "referee/record/log.hpp"

namespace danno::leagues::commands::season {

namespace {

namespace fs = std::filesystem;
using std::chrono::sys_seconds;

/// A submission that ends the process each time is left at that.
constexpr int kMostTries = 5;

Answer answer_to(const Ticket& ticket) {
  return {.ticket = ticket.number,
          .author = ticket.author,
          .item = ticket.item,
          .handed_in = ticket.handed_in,
          .answered = {}};
}

/// Returns the reason to refuse a ticket before its files are read; empty if there is none.
agent::Refusal ticket_problem(const Ticket& ticket, const Answers& answers,
                              const SeasonTerms& terms) {
  if (terms.closed || (terms.keys.closes && ticket.handed_in >= *terms.keys.closes)) {
    return {terms.keys.closes
                ? fmt::format("the season closed at {}", base::format_utc(*terms.keys.closes))
                : "the season is closed"};
  }
  if (!ticket.whole) {
    return {fmt::format("it still changed in the inbox {} s after it came", kMostArriving.count()),
            "copy it there under a name that begins with a dot, then rename it"};
  }
  if (answers.checked_on(ticket.author, ticket.handed_in) >= terms.keys.max_per_day) {
    return {fmt::format("{} were checked on this day (UTC), the limit of this season for an author",
                        base::format_count(terms.keys.max_per_day, "submission")),
            "hand it in again tomorrow"};
  }
  if (ticket.tries >= kMostTries)
    return {fmt::format("its check did not end in {} tries", ticket.tries),
            "tell the organiser, who has the log"};
  return {};
}

/// Throws AgentError if the league has no place for the agent, because of its name or its author's
/// limit.
void require_place(const entrants::Entrant& entrant, const SeasonTerms& terms) {
  const std::string& name = entrant.agent.name;
  const std::string full = entrants::agent_names(entrant).full;
  if (std::ranges::find(terms.names, full, &entrants::AgentNames::full) != terms.names.end())
    throw entrants::AgentError(
        fmt::format("the organiser entered an agent '{}' of yours; take another name", name));
  if (terms.max_per_author == 0) return;
  std::vector<std::string> own;
  for (const auto& [file, agent] : entrants::accepted_agents(terms.keys.intake)) {
    if (agent.author == entrant.author && agent.name != name) own.push_back(agent.name);
  }
  const std::size_t agents = own.size() + terms.authors.count(entrant.author);
  if (static_cast<int>(agents) < terms.max_per_author) return;
  if (own.empty())
    throw entrants::AgentError("you have as many agents in the league as an author may have");
  throw entrants::AgentError(
      fmt::format("{} of an author may play; hand it in as a new version of {}",
                  base::format_count(terms.max_per_author, "agent"), fmt::join(own, ", ")));
}

/// Removes the folder of this machine from paths, so that the author recognises the files.
void leave_out(const fs::path& folder, std::string& words) {
  const std::string path = folder.string() + "/";
  for (std::size_t at = 0; (at = words.find(path, at)) != std::string::npos;)
    words.erase(at, path.size());
}

/// Returns the refusal, or the warnings as evidence if the check passed.
agent::Refusal remarks_on(const agent::CheckReport& report) {
  if (!report.passed()) return agent::make_refusal(report);
  agent::Refusal remarks;
  for (const agent::CheckLine& line : report.lines) {
    if (line.state == agent::CheckLine::State::Warn)
      remarks.evidence.push_back(line.what + ": " + line.detail);
  }
  return remarks;
}

/// Returns the name of the answer's agent as people see it in the league.
std::string answered_name(const Answer& answer, const SeasonTerms& terms) {
  const auto& listed = terms.names;
  bool has_namesake =
      std::ranges::find(listed, answer.agent, &entrants::AgentNames::own) != listed.end();
  for (const auto& [file, agent] : entrants::accepted_agents(terms.keys.intake))
    has_namesake = has_namesake || (agent.name == answer.agent && agent.author != answer.author);
  return entrants::shown_name(entrants::agent_names(answer.author, answer.agent), has_namesake);
}

using namespace std::chrono_literals;

/// The time between two scans of the inbox.
constexpr auto kInboxPause = 250ms;
/// The number of authors whose submissions are checked at the same time.
constexpr std::size_t kSideBySide = 2;
/// The largest number of refused builds in the intake.
constexpr std::size_t kMostRefused = 16;
/// The number of problems of the inbox that are reported.
constexpr std::size_t kMostTroubles = 8;

/// Returns the answer to a ticket refused before its content is read; nullopt if it must be judged.
std::optional<Answer> refuse_unseen(const Ticket& ticket, const Answers& answers,
                                    const SeasonTerms& terms) {
  Answer answer = answer_to(ticket);
  answer.refusal = ticket_problem(ticket, answers, terms);
  answer.checked = ticket.tries >= kMostTries;
  if (answer.refusal.reason.empty()) return std::nullopt;
  return answer;
}

/// Checks the submission `item` of a ticket in the queue's `folder`. Changes only that folder and
/// the intake's store. Threads may call it at the same time for tickets of different authors.
/// Throws if the harness fails.
SubmissionReview review_submission(const Ticket& ticket, const fs::path& item,
                                   const fs::path& folder, const SeasonTerms& terms) {
  const entrants::Intake intake(terms.keys.intake);
  SubmissionReview review{answer_to(ticket)};
  Answer& answer = review.answer;
  answer.checked = true;
  const fs::path agent = folder / "agent";
  try {
    fs::remove_all(agent);  // of a try before
    entrants::unpack(item, agent, terms.keys.limits());
    agent::CheckOptions order = terms.order;
    entrants::Entrant handed_in = entrants::read_agent_folder(agent, terms.keys.limits());
    handed_in.author = ticket.author;
    answer.agent = handed_in.agent.name;
    require_place(handed_in, terms);  // before anything is built
    entrants::BuildLimits limits;
    limits.time = terms.keys.build_time;
    limits.stopped = referee::play::stop_requested;
    const entrants::Entrant entrant =
        intake.copy_and_build(agent, order.limits.isolation, {.author = ticket.author}, limits);
    const fs::path& staged = entrant.agent.folder;
    review.staged = staged.filename().string();
    order.entrant = entrant;
    const agent::CheckReport report = agent::check_agent(order, [](const agent::CheckLine&) {});
    answer.refusal = remarks_on(report);
    leave_out(staged, answer.refusal.reason);
    for (std::string& line : answer.refusal.evidence)
      leave_out(staged, line);
    if (!report.passed()) return review;
    answer.verdict =
        intake.plays(entrant) ? SubmissionVerdict::Unchanged : SubmissionVerdict::Taken;
    answer.hash = review.staged;
  } catch (const entrants::AgentError& error) {
    answer.refusal = {error.what()};
  }
  return review;
}

}  // namespace

Receiver::Receiver(const std::filesystem::path& folder, std::shared_ptr<const SeasonTerms> terms)
    : terms_(std::move(terms)),
      answers_(folder / "answers.ndjson"),
      queue_(terms_->keys.inbox, folder / "queue", answers_.last_ticket()) {
  std::set<std::uint64_t> waiting;
  for (const Ticket& ticket : queue_.in_order())
    waiting.insert(ticket.number);
  // An answer whose ticket still waits was recorded, but may not have taken effect.
  for (Answer& known : answers_.find(waiting))
    apply_answer(std::move(known));
  list_waiting(terms_->keys.outbox, queue_.in_order(), waiting_lists_);
  publish_state();
  thread_ = std::jthread([this](const std::stop_token& stop) {
    try {
      work(stop);
    } catch (...) {
      const std::lock_guard lock(mutex_);
      failure_ = std::current_exception();
      roster_changed_ = true;
      referee::play::request_stop();  // checks that go on
    }
  });
}

void Receiver::set_terms(std::shared_ptr<const SeasonTerms> terms) {
  const std::lock_guard lock(mutex_);
  terms_ = std::move(terms);
}

std::shared_ptr<const SeasonTerms> Receiver::terms() {
  const std::lock_guard lock(mutex_);
  return terms_;
}

ReceiverState Receiver::state() {
  const std::lock_guard lock(mutex_);
  if (failure_) std::rethrow_exception(failure_);
  return state_;
}

void Receiver::work(const std::stop_token& stop) {
  while (true) {
    scan_inbox();
    begin_checks();
    if (std::exchange(listed_changes_, queue_.changes()) != queue_.changes())
      list_waiting(terms()->keys.outbox, queue_.in_order(), waiting_lists_);
    publish_state();
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, stop, kInboxPause, [this] { return checked_; });
    checked_ = false;
    const bool ends = stop.stop_requested() || referee::play::stop_requested();
    lock.unlock();
    if (ends) {
      for (const Check& check : checks_)
        check.review.wait();
    }
    end_checks();
    publish_state();
    if (ends) return;
  }
}

void Receiver::scan_inbox() {
  const auto opens = terms()->keys.opens;
  if (opens && base::utc_now() < *opens) return;
  const auto now = base::utc_now();
  if (std::chrono::floor<std::chrono::hours>(now) !=
      std::chrono::floor<std::chrono::hours>(looked_))
    remove_half_uploads(terms()->keys);
  looked_ = now;
  const std::vector<std::string> troubles = queue_.look();
  const auto shown = std::span(troubles).first(std::min(troubles.size(), kMostTroubles));
  trouble_ = fmt::format("{}", fmt::join(shown, "; "));
  if (troubles.size() > shown.size())
    trouble_ += fmt::format("; and {} more", troubles.size() - shown.size());
}

/// Starts checks. A submission whose earlier check ended the process is checked alone, so that it
/// cannot interrupt another one again.
void Receiver::begin_checks() {
  while (!referee::play::stop_requested()) {
    std::set<std::string> busy;
    for (const Check& check : checks_)
      busy.insert(check.ticket.author);
    const auto ticket = queue_.next(busy);
    if (!ticket) return;
    if (auto refused = refuse_unseen(*ticket, answers_, *terms())) {
      record_answer(*std::move(refused));
      continue;
    }
    const auto is_alone = [](const Check& check) { return check.ticket.tries > 0; };
    if (checks_.size() == kSideBySide || refused_.size() >= kMostRefused ||
        std::ranges::any_of(checks_, is_alone) || (ticket->tries > 0 && !checks_.empty()))
      return;
    begin(*ticket);
  }
}

void Receiver::begin(const Ticket& ticket) {
  Ticket begun = ticket;
  ++begun.tries;
  // The try is on the disk before the check begins, which might end the process.
  queue_.write(begun);
  referee::record::log_event(
      "handed-in", {{"ticket", ticket.number}, {"author", ticket.author}, {"item", ticket.item}});
  std::packaged_task<SubmissionReview()> task(
      [ticket, item = queue_.submitted_item(ticket), folder = queue_.ticket_folder(ticket.number),
       held_against = terms()] { return review_submission(ticket, item, folder, *held_against); });
  auto review = task.get_future();
  checks_.push_back(
      {ticket, std::move(review), std::jthread([this, task = std::move(task)]() mutable {
         task();
         const std::lock_guard lock(mutex_);
         checked_ = true;
         changed_.notify_all();
       })});
}

void Receiver::end_checks() {
  const auto goes_on = [](const Check& check) {
    return check.review.wait_for(0s) != std::future_status::ready;
  };
  // Ended checks leave the list first, because finish_check() may throw.
  const auto ended = std::partition(checks_.begin(), checks_.end(), goes_on);
  std::vector<Check> done(std::make_move_iterator(ended), std::make_move_iterator(checks_.end()));
  checks_.erase(ended, checks_.end());
  for (Check& check : done)
    finish_check(std::move(check));
  if (checks_.empty()) forget_refused();
}

void Receiver::finish_check(Check check) {
  std::optional<SubmissionReview> review;
  try {
    review = check.review.get();
  } catch (const std::system_error& error) {
    if (error.code() == std::errc::no_space_on_device) queue_.write(check.ticket);  // not its fault
    throw;
  } catch (const std::exception&) {
    if (!referee::play::stop_requested()) throw;
  }
  if (referee::play::stop_requested()) {  // an interrupted check has no result
    queue_.write(check.ticket);
    return;
  }
  Answer& answer = review->answer;
  if (!answer.hash.empty())
    entrants::Intake(terms()->keys.intake).lock_build(answer.hash);
  else if (!review->staged.empty())
    refused_.push_back(review->staged);
  record_answer(std::move(answer));
}

void Receiver::record_answer(Answer answer) {
  answer.answered = base::utc_now();
  answers_.add(answer);
  apply_answer(std::move(answer));
}

/// Runs only between checks, because two authors may submit the same files.
void Receiver::forget_refused() {
  if (refused_.empty()) return;
  const entrants::Intake intake(terms()->keys.intake);
  for (const std::string& hash : std::exchange(refused_, {}))
    intake.forget(hash);
}

/// Applies an answer, also one that was applied in part.
void Receiver::apply_answer(Answer answer) {
  const auto terms = this->terms();
  if (answer.verdict != SubmissionVerdict::Refused) {
    const entrants::Intake intake(terms->keys.intake);
    try {
      const entrants::Intake::Claim claim{.author = answer.author};
      (void)intake.take(intake.staged(answer.hash, claim), claim);
    } catch (const entrants::AgentError& error) {  // the organiser put a folder there meanwhile
      answer.verdict = SubmissionVerdict::Refused;
      answer.refusal = {error.what()};
    }
  }
  Answer shown = answer;
  if (!answer.agent.empty()) shown.agent = answered_name(answer, *terms);
  write_letter(terms->keys.outbox, shown, agent::check_command(terms->order));
  queue_.remove(answer.ticket);
  referee::record::log_event("answer", {{"ticket", answer.ticket},
                                        {"author", answer.author},
                                        {"agent", answer.agent},
                                        {"refused", answer.refusal.reason}});
  if (answer.verdict == SubmissionVerdict::Taken) roster_changed_ = true;
}

void Receiver::publish_state() {
  const std::lock_guard lock(mutex_);
  state_ = {.queue = queue_.size(),
            .taken = answers_.taken(),
            .refused = answers_.refused(),
            .last_taken = answers_.last_taken(),
            .trouble = trouble_,
            .answered_until = std::min(looked_, queue_.oldest().value_or(looked_))};
}

}  // namespace danno::leagues::commands::season
