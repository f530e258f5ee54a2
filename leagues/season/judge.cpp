#include "leagues/season/judge.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <vector>

#include "leagues/archive/pseudonyms.hpp"
#include "leagues/entrants/agent_error.hpp"
#include "leagues/entrants/unpack.hpp"
#include "leagues/text/shown_count.hpp"
#include "leagues/text/utc.hpp"
#include "referee/play/session.hpp"

namespace danno::leagues::season {
namespace {

namespace fs = std::filesystem;

/// A submission that ends the process each time is left at that.
constexpr int kMostTries = 5;

/// What is wrong before anything of it is read; empty: nothing.
check::Refusal refuse_unseen(const Ticket& ticket, const Answers& answers,
                             const SeasonTerms& terms) {
  if (terms.closed || (terms.keys.closes && ticket.handed_in >= *terms.keys.closes)) {
    return {terms.keys.closes
                ? fmt::format("the season closed at {}", text::show_utc(*terms.keys.closes))
                : "the season is closed"};
  }
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
void require_place(const entrants::Entrant& entrant, const SeasonTerms& terms) {
  const std::string& name = entrant.agent.name;
  const auto authors = entrants::intake_authors(terms.keys.intake);
  const auto known = authors.find(name);
  const bool taken = known != authors.end() && known->second != entrant.author;
  // Whose it is may be a secret.
  if (taken || terms.names.contains(name) || archive::is_like_pseudonym(name))
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
                  text::show_count(static_cast<std::uint64_t>(terms.max_per_author), "agent"),
                  fmt::join(own, ", ")));
}

/// As its author knows the files: without the folder of this machine.
void leave_out(const fs::path& folder, std::string& words) {
  const std::string path = folder.string() + "/";
  for (std::size_t at = 0; (at = words.find(path, at)) != std::string::npos;)
    words.erase(at, path.size());
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

Answer judge(const Ticket& ticket, const Queue& queue, const Answers& answers,
             const SeasonTerms& terms, const entrants::Intake& intake) {
  Answer answer{.ticket = ticket.number,
                .author = ticket.author,
                .item = ticket.item,
                .handed_in = ticket.handed_in,
                .answered = {},
                .refusal = refuse_unseen(ticket, answers, terms)};
  answer.checked = answer.refusal.reason.empty() || ticket.tries >= kMostTries;
  if (!answer.refusal.reason.empty()) return answer;
  const fs::path agent = queue.folder_of(ticket.number) / "agent";
  try {
    fs::remove_all(agent);  // of a try before
    entrants::unpack(queue.item_of(ticket), agent, terms.keys.limits);
    check::CheckOrder order = terms.order;
    entrants::Entrant handed_in = entrants::read_agent_folder(agent, terms.keys.limits);
    handed_in.author = ticket.author;
    answer.agent = handed_in.agent.name;
    require_place(handed_in, terms);  // before anything is built
    entrants::BuildLimits limits;
    limits.stopped = referee::play::stop_requested;
    order.entrant = intake.stage(agent, order.limits.isolation, claim_of(ticket.author), limits);
    const std::string hash = order.entrant.agent.folder.filename().string();
    const check::CheckReport report = check::check_agent(order, [](const check::CheckLine&) {});
    answer.refusal = remarks_on(report);
    leave_out(order.entrant.agent.folder, answer.refusal.reason);
    for (std::string& line : answer.refusal.evidence)
      leave_out(order.entrant.agent.folder, line);
    if (!report.passed()) {
      intake.forget(hash);
      return answer;
    }
    answer.verdict = intake.plays(order.entrant) ? Ruling::Unchanged : Ruling::Taken;
    answer.hash = hash;
  } catch (const entrants::AgentError& error) {
    answer.refusal = {error.what()};
  }
  return answer;
}

}  // namespace danno::leagues::season
