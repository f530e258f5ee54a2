#include "leagues/formats/ladder/terms.hpp"

namespace danno::leagues::formats::ladder {
namespace {

template <class T>
std::optional<T> optional_of(const files::Json& json, std::string_view key) {
  const files::Json* const found = json.find(key);
  if (found == nullptr) return std::nullopt;
  return found->get<T>();
}

}  // namespace

files::Json to_json(const LadderTerms& terms) {
  files::Json until = files::Json::object();
  const auto add = [&](const char* key, const auto& value) {
    if (value) until[key] = *value;
  };
  add("decided", terms.until.decided);
  add("error", terms.until.error);
  add("games", terms.until.games);
  add("hours", terms.until.hours);
  return {{"focus", terms.focus == Focus::Top ? "top" : "all"},
          {"apart", terms.apart},
          {"until", until}};
}

LadderTerms read_terms(const files::Json& json) {
  const files::Json& until = json.at("until");
  return {.focus = json.at("focus").get<std::string>() == "top" ? Focus::Top : Focus::All,
          .apart = json.at("apart").get<bool>(),
          .until = {.decided = optional_of<double>(until, "decided"),
                    .error = optional_of<double>(until, "error"),
                    .games = optional_of<std::uint64_t>(until, "games"),
                    .hours = optional_of<double>(until, "hours")}};
}

}  // namespace danno::leagues::formats::ladder
