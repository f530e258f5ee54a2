#include "leagues/season/judge.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <vector>

#include "leagues/entrants/agent_error.hpp"
#include "leagues/entrants/unpack.hpp"
#include "leagues/text/shown_count.hpp"
#include "leagues/text/utc.hpp"

namespace danno::leagues::season {
namespace {

namespace fs = std::filesystem;

/// A submission that ends the process each time is left at that.
constexpr int kMostTries = 5;

/// What is wrong before anything of it is read; empty: nothing.
check::Refusal refuse_unseen(const Ticket& ticket, const Answers& answers, const Terms& terms) {
  if (terms.keys.closes && (terms.closed || ticket.handed_in >= *terms.keys.closes))
    return {fmt::format("the season closed at {}", text::show_utc(*terms.keys.closes))};
  if (answers.checked_on(ticket.author, ticket.handed_in) >= terms.keys.max_per_day) {
    return {fmt::format(
                "{} were checked on this day (UTC), as many as the season takes of an "
                "author",
                text::show_count(static_cast<std::uint64_t>(terms.keys.max_per_day), "submission")),
            "hand it in again tomorrow"};
  }
  if (ticket.tries >= kMostTries)
    return {fmt::format("its check did not come to an end in {} tries", ticket.tries),
            "tell the organiser, who has the log"};
  return {};
}

/// The league could not play it beside the others.
void require_place(const entrants::Entrant& entrant, const Terms& terms) {
  const std::string& name = entrant.agent.name;
  if (terms.names.contains(name))
    throw entrants::AgentError(
        fmt::format("the name '{}' is that of an agent of the organiser; take another name", name));
  if (terms.max_per_author == 0) return;
  std::vector<std::string> own;
  for (const auto& [agent, author] : entrants::intake_authors(terms.keys.intake)) {
    if (author == entrant.author && agent != name) own.push_back(agent);
  }
  if (static_cast<int>(own.size()) < terms.max_per_author) return;
  throw entrants::AgentError(
      fmt::format("{} of an author may play; hand it in as a new version of {}",
                  text::show_count(static_cast<std::uint64_t>(terms.max_per_author), "agent"),
                  fmt::join(own, ", ")));
}

/// Warnings stand as evidence where it passed.
check::Refusal remarks_on(const check::CheckReport& report) {
  if (!report.passed()) return check::refusal_of(report);
  check::Refusal remarks;
  for (const check::CheckLine& line : report.lines) {
    if (line.state == check::CheckLine::State::Warn)
      remarks.evidence.push_back(line.what + ": " + line.detail);
  }
  return remarks;
}

}  // namespace

entrants::Intake::Claim claim_of(const std::string& author) {
  return {.author = author, .replace = false};
}

Answer judge(const Ticket& ticket, const Queue& queue, const Answers& answers, const Terms& terms,
             const entrants::Intake& intake) {
  Answer answer{.ticket = ticket.number,
                .author = ticket.author,
                .item = ticket.item,
                .handed_in = ticket.handed_in,
                .answered = {},
                .refusal = refuse_unseen(ticket, answers, terms)};
  if (!answer.refusal.reason.empty()) return answer;
  answer.checked = true;
  const fs::path agent = queue.folder_of(ticket.number) / "agent";
  try {
    fs::remove_all(agent);  // of a try before
    entrants::unpack(queue.item_of(ticket), agent, terms.keys.limits);
    check::CheckOrder order = terms.order;
    entrants::Entrant handed_in = entrants::read_agent_folder(agent, terms.keys.limits);
    handed_in.author = ticket.author;
    answer.agent = handed_in.agent.name;
    require_place(handed_in, terms);  // before anything is built
    order.entrant = intake.stage(agent, order.limits.isolation, claim_of(ticket.author));
    const check::CheckReport report = check::check_agent(order, [](const check::CheckLine&) {});
    answer.refusal = remarks_on(report);
    if (!report.passed()) return answer;
    answer.verdict = intake.plays(order.entrant) ? Verdict::Unchanged : Verdict::Taken;
    answer.hash = order.entrant.agent.folder.filename().string();
  } catch (const entrants::AgentError& error) {
    answer.refusal = {error.what()};
  }
  return answer;
}

}  // namespace danno::leagues::season
