#include "leagues/store/limits_json.hpp"

#include <chrono>
#include <string>

namespace danno::leagues::store {

using files::Json;
using referee::talk::Fresh;
using referee::talk::Limits;

Json limits_json(const Limits& limits) {
  Json json{{"answer_ms", limits.answer.count()},
            {"start_ms", limits.start.count()},
            {"memory_mb", limits.memory_mb},
            {"max_faults", limits.max_faults}};
  if (limits.bank.count() > 0) json["bank_ms"] = limits.bank.count();
  if (limits.freeze) json["freeze"] = *limits.freeze;
  if (limits.fresh != Fresh::Never)
    json["fresh"] = limits.fresh == Fresh::Game ? "game" : "line-up";
  return json;
}

Limits read_limits(const Json& json) {
  Limits limits;
  limits.answer = std::chrono::milliseconds(json.at("answer_ms").get<int>());
  limits.bank = std::chrono::milliseconds(json.value("bank_ms", 0));
  limits.start = std::chrono::milliseconds(json.at("start_ms").get<int>());
  limits.memory_mb = json.at("memory_mb").get<int>();
  limits.max_faults = json.at("max_faults").get<int>();
  if (json.contains("freeze")) limits.freeze = json.at("freeze").get<bool>();
  if (json.contains("fresh")) {
    const auto fresh = json.at("fresh").get<std::string>();
    if (fresh != "game" && fresh != "line-up")
      throw files::JsonError("fresh is neither line-up nor game");
    limits.fresh = fresh == "game" ? Fresh::Game : Fresh::LineUp;
  }
  return limits;
}

}  // namespace danno::leagues::store
