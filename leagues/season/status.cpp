#include "leagues/season/status.hpp"

#include <unistd.h>

#include <array>
#include <string_view>

#include "leagues/text/utc.hpp"
#include "leagues/text/whole_file.hpp"

namespace danno::leagues::season {
namespace {

namespace fs = std::filesystem;
using text::Json;

constexpr const char* kStatus = "status.json";
constexpr std::array<std::string_view, 5> kPhases{"early", "open", "closing", "final", "over"};

}  // namespace

void write_status(const fs::path& league, const SeasonStatus& status) {
  const auto now = std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
  const Json error = status.last_error_at ? Json(text::show_utc(*status.last_error_at)) : Json();
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
                  {"at", text::show_utc(now)}};
  text::write_whole(league / kFolder / kStatus, json.dump() + "\n");
}

std::optional<Json> read_status(const fs::path& league) {
  const auto text = text::read_whole(league / kFolder / kStatus);
  return text ? Json::try_parse(*text) : std::nullopt;
}

}  // namespace danno::leagues::season
