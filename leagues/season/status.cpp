#include "leagues/season/status.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <string_view>

#include "leagues/files/outside_file.hpp"
#include "leagues/files/whole_file.hpp"
#include "leagues/words/utc.hpp"

namespace danno::leagues::season {
namespace {

namespace fs = std::filesystem;
using files::Json;

constexpr const char* kStatus = "status.json";
constexpr std::array<std::string_view, 5> kPhases{"early", "open", "closing", "final", "over"};

}  // namespace

void write_status(const fs::path& league, const SeasonStatus& status) {
  const Json error = status.last_error_at ? Json(words::show_utc(*status.last_error_at)) : Json();
  const Json json{{"phase", kPhases[static_cast<std::size_t>(status.phase)]},
                  {"queue", status.queue},
                  {"taken", status.taken},
                  {"refused", status.refused},
                  {"agents", status.agents},
                  {"rounds", status.rounds},
                  {"games", status.games},
                  {"games_per_s", status.games_per_s},
                  {"disk_free_mb", fs::space(league).available >> 20},
                  {"last_error", status.last_error.empty() ? Json() : Json(status.last_error)},
                  {"last_error_at", error},
                  {"pid", ::getpid()},
                  {"at", words::show_utc(words::utc_now())}};
  files::write_whole(league / kFolder / kStatus, files::dump(json) + "\n");
}

std::optional<Json> read_status(const fs::path& league) {
  const auto text = files::read_whole(league / kFolder / kStatus);
  return text ? files::try_parse_json(*text) : std::nullopt;
}

bool is_over(const Json& status) { return status.at("phase").get<std::string>() == kPhases.back(); }

std::vector<std::string> status_lines(const Json& status) {
  const auto word = [&](const char* key) { return status.at(key).get<std::string>(); };
  const auto number = [&](const char* key) { return status.at(key).get<std::uint64_t>(); };
  std::vector<std::string> lines{
      fmt::format("the season is {}: {} wait for an answer, {} taken, {} refused; {:.0f} games/s, "
                  "{} MB free",
                  word("phase"), number("queue"), number("taken"), number("refused"),
                  status.at("games_per_s").get<double>(), number("disk_free_mb")),
      fmt::format("as process {} wrote at {}", number("pid"), word("at"))};
  if (!status.at("last_error").is_null())
    lines.push_back(
        fmt::format("last problem, at {}: {}", word("last_error_at"), word("last_error")));
  return lines;
}

}  // namespace danno::leagues::season
