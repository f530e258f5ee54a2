#include "leagues/commands/season/answer_journal.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <utility>

#include "leagues/base/journal.hpp"
#include "leagues/base/json.hpp"
#include "leagues/base/utc.hpp"

namespace danno::leagues::commands::season {

namespace {

using base::Json;

constexpr std::array<std::string_view, 3> kVerdicts{"taken", "unchanged", "refused"};

Json to_json(const Answer& answer) {
  return {{"ticket", answer.ticket},
          {"author", answer.author},
          {"item", answer.item},
          {"handed_in", base::format_utc(answer.handed_in)},
          {"answered", base::format_utc(answer.answered)},
          {"verdict", to_string(answer.verdict)},
          {"agent", answer.agent},
          {"hash", answer.hash},
          {"checked", answer.checked},
          {"reason", answer.refusal.reason},
          {"advice", answer.refusal.advice},
          {"evidence", answer.refusal.evidence}};
}

/// Reads a line of answers.ndjson. Throws Json::exception if the line is not an answer.
Answer to_answer(const Json& json) {
  const auto verdict = std::ranges::find(kVerdicts, json.at("verdict").get<std::string>());
  return {json.at("ticket").get<std::uint64_t>(),
          json.at("author").get<std::string>(),
          json.at("item").get<std::string>(),
          base::parse_utc(json.at("handed_in").get<std::string>()),
          base::parse_utc(json.at("answered").get<std::string>()),
          static_cast<SubmissionVerdict>(verdict - kVerdicts.begin()),
          json.at("agent").get<std::string>(),
          json.at("hash").get<std::string>(),
          json.at("checked").get<bool>(),
          {json.at("reason").get<std::string>(), json.at("advice").get<std::string>(),
           json.at("evidence").get<std::vector<std::string>>()}};
}

void visit(const std::filesystem::path& file, const std::function<void(const Answer&)>& tell) {
  base::visit_json_lines(file, [&](const Json& json) { tell(to_answer(json)); });
}

}  // namespace

std::string_view to_string(SubmissionVerdict verdict) {
  return kVerdicts[static_cast<std::size_t>(verdict)];
}

Answers::Answers(std::filesystem::path file) : file_(std::move(file)) {
  visit(file_, [&](const Answer& answer) { count(answer); });
}

void Answers::count(const Answer& answer) {
  last_ticket_ = std::max(last_ticket_, answer.ticket);
  ++(answer.verdict == SubmissionVerdict::Refused ? refused_ : taken_);
  if (answer.verdict == SubmissionVerdict::Taken) {
    last_taken_.push_front(answer);
    if (last_taken_.size() > kMostLast) last_taken_.pop_back();
  }
  if (!answer.checked) return;
  OfDay& latest = latest_[answer.author];
  // A clock that is set back does not give an author a second day.
  const auto day = std::max(latest.day, std::chrono::floor<std::chrono::days>(answer.handed_in));
  latest = {day, day == latest.day ? latest.checked + 1 : 1};
}

void Answers::add(const Answer& answer) {
  base::Journal(file_).append(to_json(answer));
  count(answer);
}

std::vector<Answer> Answers::find(const std::set<std::uint64_t>& tickets) const {
  std::vector<Answer> found;
  visit(file_, [&](const Answer& answer) {
    if (tickets.contains(answer.ticket)) found.push_back(answer);
  });
  return found;
}

int Answers::checked_on(const std::string& author, std::chrono::sys_seconds moment) const {
  const auto latest = latest_.find(author);
  if (latest == latest_.end()) return 0;
  return latest->second.day >= std::chrono::floor<std::chrono::days>(moment)
             ? latest->second.checked
             : 0;
}

}  // namespace danno::leagues::commands::season
