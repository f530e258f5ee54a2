#include "leagues/commands/season/answer_list.hpp"

#include <algorithm>
#include <utility>

#include "leagues/base/escape.hpp"
#include "leagues/base/json.hpp"
#include "leagues/base/outside_file.hpp"
#include "leagues/base/utc.hpp"
#include "leagues/base/whole_file.hpp"

namespace danno::leagues::commands::season {
namespace {

namespace fs = std::filesystem;
using base::Json;

constexpr const char* kWaiting = "waiting.json";
constexpr std::uint64_t kLargestList = 1 << 20;

/// Returns the answers in an author's list; none if it is missing or damaged.
Json read_answers(const fs::path& file) {
  const auto text = base::read_whole(file, kLargestList);
  const auto json = text ? base::try_parse_json(*text) : std::nullopt;
  const bool is_list = json && json->is_object() && json->contains("answers");
  return is_list ? json->at("answers") : Json::array();
}

/// Writes a list of one object for each line.
std::string list_text(const char* name, const Json& list) {
  Json object = Json::object();
  object[name] = list;
  return base::dump(object, 1) + "\n";
}

}  // namespace

void list_answer(const fs::path& outbox, const Answer& answer, const std::string& letter) {
  const fs::path folder = outbox / base::to_file_name(answer.author);
  fs::create_directories(folder);
  const fs::path file = folder / "answers.json";
  Json answers = Json::array();
  for (const Json& known : read_answers(file)) {
    // The last answer is listed once more after a crash.
    if (known.value("number", std::uint64_t{0}) != answer.ticket) answers.push_back(known);
  }
  while (answers.size() >= kMostListed)
    answers.erase(answers.begin());
  answers.push_back({{"number", answer.ticket},
                     {"item", answer.item},
                     {"handed_in", base::format_utc(answer.handed_in)},
                     {"answered", base::format_utc(answer.answered)},
                     {"verdict", to_string(answer.verdict)},
                     {"agent", answer.agent},
                     {"letter", letter}});
  base::write_durable(file, list_text("answers", answers));
}

void list_standings(const fs::path& folder, const std::vector<site::AgentStanding>& standings) {
  Json list = Json::array();
  for (const site::AgentStanding& standing : standings) {
    list.push_back({{"agent", standing.agent},
                    {"rules", standing.rules},
                    {"place", standing.rank},
                    {"agents", standing.agents},
                    {"elo", standing.elo},
                    {"games", standing.games}});
  }
  base::write_whole(folder / "standings.json", list_text("standings", list));
}

void WaitingLists::use(const fs::path& outbox) {
  outbox_ = outbox;
  written_.clear();
  std::error_code error;
  fs::directory_iterator author(outbox, error);
  for (; !error && author != fs::directory_iterator(); author.increment(error)) {
    const fs::path file = author->path() / kWaiting;
    if (fs::exists(fs::symlink_status(file, error))) written_[file] = "";
  }
}

void WaitingLists::write(const fs::path& outbox, const std::vector<Ticket>& queue) {
  if (outbox != outbox_) use(outbox);
  std::map<fs::path, Json> lists;
  for (const auto& [file, text] : written_)
    lists[file] = Json::array();
  std::size_t place = 0;
  for (const Ticket& ticket : queue) {
    ++place;
    Json& list = lists[outbox / base::to_file_name(ticket.author) / kWaiting];
    if (list.is_null()) list = Json::array();
    if (list.size() == kMostListed) continue;
    list.push_back({{"number", ticket.number},
                    {"item", ticket.item},
                    {"handed_in", base::format_utc(ticket.handed_in)},
                    {"place", place}});
  }
  for (const auto& [file, list] : lists) {
    std::string text = list_text("waiting", list);
    if (std::exchange(written_[file], text) == text) continue;
    fs::create_directories(file.parent_path());
    base::write_whole(file, text);
  }
}

}  // namespace danno::leagues::commands::season
