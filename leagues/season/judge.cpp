#include "leagues/season/judge.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <vector>

#include "leagues/entrants/agent_error.hpp"
#include "leagues/entrants/unpack.hpp"
#include "leagues/words/shown_count.hpp"
#include "leagues/words/utc.hpp"
#include "referee/play/session.hpp"

namespace danno::leagues::season {
namespace {

namespace fs = std::filesystem;

/// A submission that ends the process each time is left at that.
constexpr int kMostTries = 5;

Answer answer_to(const Ticket& ticket) {
  return {.ticket = ticket.number,
          .author = ticket.author,
          .item = ticket.item,
          .handed_in = ticket.handed_in,
          .answered = {}};
}

/// What is wrong before anything of it is read; empty: nothing.
gate::Refusal problem_of(const Ticket& ticket, const Answers& answers, const SeasonTerms& terms) {
  if (terms.closed || (terms.keys.closes && ticket.handed_in >= *terms.keys.closes)) {
    return {terms.keys.closes
                ? fmt::format("the season closed at {}", words::show_utc(*terms.keys.closes))
                : "the season is closed"};
  }
  if (!ticket.whole) {
    return {fmt::format("it still changed in the inbox {} s after it came", kMostArriving.count()),
            "move it there in whole: copy it under a name that begins with a dot, then rename it"};
  }
  if (answers.checked_on(ticket.author, ticket.handed_in) >= terms.keys.max_per_day) {
    return {fmt::format("{} were checked on this day (UTC), as many as the season takes of an "
                        "author",
                        words::show_count(static_cast<std::uint64_t>(terms.keys.max_per_day),
                                          "submission")),
            "hand it in again tomorrow"};
  }
  if (ticket.tries >= kMostTries)
    return {fmt::format("its check did not come to an end in {} tries", ticket.tries),
            "tell the organiser, who has the log"};
  return {};
}

/// Throws AgentError if the league has no place for the agent, because of its name or its author's
/// limit.
void require_place(const entrants::Entrant& entrant, const SeasonTerms& terms) {
  const std::string& name = entrant.agent.name;
  const auto authors = entrants::intake_authors(terms.keys.intake);
  const auto known = authors.find(name);
  const bool taken = known != authors.end() && known->second != entrant.author;
  if (taken || terms.names.contains(name))
    throw entrants::AgentError(fmt::format("the name '{}' is taken; take another name", name));
  if (terms.max_per_author == 0) return;
  std::vector<std::string> own;
  for (const auto& [agent, author] : authors) {
    if (author == entrant.author && agent != name) own.push_back(agent);
  }
  const std::size_t agents = own.size() + terms.authors.count(entrant.author);
  if (static_cast<int>(agents) < terms.max_per_author) return;
  if (own.empty())
    throw entrants::AgentError("the league has as many agents of yours as it takes of an author");
  throw entrants::AgentError(
      fmt::format("{} of an author may play; hand it in as a new version of {}",
                  words::show_count(static_cast<std::uint64_t>(terms.max_per_author), "agent"),
                  fmt::join(own, ", ")));
}

/// As its author knows the files: without the folder of this machine.
void leave_out(const fs::path& folder, std::string& words) {
  const std::string path = folder.string() + "/";
  for (std::size_t at = 0; (at = words.find(path, at)) != std::string::npos;)
    words.erase(at, path.size());
}

/// Warnings stand as evidence where it passed.
gate::Refusal remarks_on(const gate::CheckReport& report) {
  if (!report.passed()) return gate::refusal_of(report);
  gate::Refusal remarks;
  for (const gate::CheckLine& line : report.lines) {
    if (line.state == gate::CheckLine::State::Warn)
      remarks.evidence.push_back(line.what + ": " + line.detail);
  }
  return remarks;
}

}  // namespace

std::optional<Answer> refuse_unseen(const Ticket& ticket, const Answers& answers,
                                    const SeasonTerms& terms) {
  Answer answer = answer_to(ticket);
  answer.refusal = problem_of(ticket, answers, terms);
  answer.checked = ticket.tries >= kMostTries;
  if (answer.refusal.reason.empty()) return std::nullopt;
  return answer;
}

Assessment judge(const Ticket& ticket, const fs::path& item, const fs::path& folder,
                 const SeasonTerms& terms) {
  const entrants::Intake intake(terms.keys.intake);
  Assessment judgement{answer_to(ticket)};
  Answer& answer = judgement.answer;
  answer.checked = true;
  const fs::path agent = folder / "agent";
  try {
    fs::remove_all(agent);  // of a try before
    entrants::unpack(item, agent, terms.keys.limits);
    gate::CheckOrder order = terms.order;
    entrants::Entrant handed_in = entrants::read_agent_folder(agent, terms.keys.limits);
    handed_in.author = ticket.author;
    answer.agent = handed_in.agent.name;
    require_place(handed_in, terms);  // before anything is built
    entrants::BuildLimits limits;
    limits.time = terms.keys.build_time;
    limits.stopped = referee::play::stop_requested;
    const entrants::Entrant entrant =
        intake.stage(agent, order.limits.isolation, {.author = ticket.author}, limits);
    const fs::path& staged = entrant.agent.folder;
    judgement.staged = staged.filename().string();
    order.entrant = entrant;
    const gate::CheckReport report = gate::check_agent(order, [](const gate::CheckLine&) {});
    answer.refusal = remarks_on(report);
    leave_out(staged, answer.refusal.reason);
    for (std::string& line : answer.refusal.evidence)
      leave_out(staged, line);
    if (!report.passed()) return judgement;
    answer.verdict = intake.plays(entrant) ? Ruling::Unchanged : Ruling::Taken;
    answer.hash = judgement.staged;
  } catch (const entrants::AgentError& error) {
    answer.refusal = {error.what()};
  }
  return judgement;
}

}  // namespace danno::leagues::season
