// A fault report is a JSON object, indented by one blank, with these keys in this order:
//
//   danno_report    1, the version of the form
//   agent           its name
//   fault, value, detail            the fault's name, its figure, one line about its cause
//   received_text, received_hex     the last bytes from the agent
//   stderr          its last lines
//   rules, [rule_file], parameters, deal, seating, seat     the game, if there was one
//   question        one line about the open question
//   limits          answer_ms, start_ms, memory_mb, games, [bank_ms]
//   again           the command that repeats the conversation
//   frames          what the agent was sent: [{"hex": TEXT, "asks": true, "answered": TEXT}]
//
// `danno repeat` reads it again; it needs `frames` and `limits` most. Keys in brackets may be
// missing.

#include "referee/protocol/report.hpp"

#include <algorithm>
#include <cassert>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <utility>

#include "referee/protocol/wire.hpp"
#include "referee/record/sha256.hpp"
#include "referee/rules/rule_text.hpp"

namespace danno::referee::protocol {
namespace {

using Json = nlohmann::ordered_json;
using record::Evidence;
using record::Fault;

std::string decode_frame(std::string_view hex) {
  std::optional<std::string> bytes = record::from_hex(hex);
  if (bytes) return *std::move(bytes);
  throw std::runtime_error(hex.size() % 2 != 0 ? "a frame of the report is cut short"
                                               : "a frame of the report is not in hex");
}

/// Returns the number of a key, or `missing`. Throws if it is not whole or does not fit.
template <class Whole>
Whole read_number(const Json& json, const char* key, std::optional<Whole> missing = {}) {
  if (missing && !json.contains(key)) return *missing;
  const Json& number = json.at(key);
  const bool fits =
      number.is_number_unsigned()
          ? std::in_range<Whole>(number.get<std::uint64_t>())
          : number.is_number_integer() && std::in_range<Whole>(number.get<std::int64_t>());
  if (!fits)
    throw std::runtime_error(std::string("damaged report: '") + key +
                             "' is not a number that fits");
  return number.get<Whole>();
}

/// Bytes for people: printable ASCII, the rest as dots.
std::string printable(std::string_view bytes) {
  std::string text(bytes);
  std::ranges::replace_if(
      text, [](char c) { return c < ' ' || c > '~'; }, '.');
  return text;
}

void put_game(Json& report, const record::FaultyGame& game, int seat) {
  report["rules"] = game.rules->id;
  if (!game.rules->is_bundled()) report["rule_file"] = game.rules->text;
  Json parameters;
  for (const auto& parameter : rules::list_parameters(*game.rules, game.parameters))
    parameters[std::string(parameter.name)] = parameter.value;
  report["parameters"] = parameters;
  report["deal"] = game.deal;
  report["seating"] = game.seating;
  report["seat"] = seat;
}

Json to_json(const record::Greeting& greeting) {
  Json limits;
  limits["answer_ms"] = greeting.answer_ms;
  limits["start_ms"] = greeting.start_ms;
  limits["memory_mb"] = greeting.memory_mb;
  limits["games"] = greeting.games;
  if (greeting.bank_ms > 0) limits["bank_ms"] = greeting.bank_ms;
  return limits;
}

Json to_json(const record::Exchange& exchange) {
  Json entry;
  entry["hex"] = record::to_hex(exchange.frame);
  if (exchange.asks) entry["asks"] = true;
  if (!exchange.answer.empty()) entry["answered"] = exchange.answer;
  return entry;
}

/// Returns nullopt for a fault before any game.
std::optional<record::FaultyGame> read_game(const Json& json) {
  if (!json.contains("rules")) return std::nullopt;
  const auto id = json.at("rules").get<std::string>();
  record::FaultyGame game;
  const auto found = rules::find_definition(id, json.value("rule_file", ""));
  if (const auto* const problem = std::get_if<std::string>(&found))
    throw std::runtime_error(*problem);
  game.rules = std::get<const rules::Definition*>(found);
  game.parameters = game.rules->defaults(2);
  for (const auto& [name, value] : json.at("parameters").items()) {
    const auto problem =
        rules::set_parameter(*game.rules, game.parameters, name, value.get<std::string>());
    if (problem) throw std::runtime_error(name + ": " + *problem);
  }
  game.deal = read_number<std::uint64_t>(json, "deal");
  game.seating = read_number<int>(json, "seating");
  return game;
}

Evidence read_evidence(const Json& json) {
  Evidence evidence;
  evidence.agent = json.at("agent").get<std::string>();
  evidence.received = decode_frame(json.value("received_hex", ""));
  evidence.game = read_game(json);
  evidence.question = record::InWords{json.at("question").get<std::string>()};
  evidence.stderr_lines = json.at("stderr").get<std::vector<std::string>>();
  const Json& limits = json.at("limits");
  using Whole = std::uint32_t;
  evidence.limits = {read_number<Whole>(limits, "answer_ms"),
                     read_number<Whole>(limits, "start_ms"),
                     read_number<Whole>(limits, "memory_mb"), read_number<Whole>(limits, "games"),
                     read_number<Whole>(limits, "bank_ms", 0)};
  for (const Json& frame : json.at("frames")) {
    evidence.exchanges.push_back({decode_frame(frame.at("hex").get<std::string>()),
                                  frame.value("asks", false), frame.value("answered", "")});
  }
  return evidence;
}

}  // namespace

std::string report_json(const Fault& fault) {
  assert(fault.evidence != nullptr);
  const Evidence& evidence = *fault.evidence;
  Json report;
  report["danno_report"] = 1;
  report["agent"] = evidence.agent;
  report["fault"] = record::to_string(fault.kind);
  report["value"] = fault.value;
  report["detail"] = record::describe(fault.cause);
  report["received_text"] = printable(evidence.received);
  report["received_hex"] = record::to_hex(evidence.received);
  report["stderr"] = evidence.stderr_lines;
  if (evidence.game) put_game(report, *evidence.game, fault.seat);
  report["question"] = record::describe(evidence.question);
  report["limits"] = to_json(evidence.limits);
  report["again"] = "danno repeat THIS_FILE YOUR_AGENT";
  report["frames"] = Json::array();
  for (const record::Exchange& exchange : evidence.exchanges)
    report["frames"].push_back(to_json(exchange));
  // Bot text may be any bytes: what is no UTF-8 is replaced, never thrown about.
  return report.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

/// The first lines on stdout show what was printed there; a flood repeats them.
constexpr std::size_t kMostOfStdout = 8;

std::vector<OutputLine> output_lines(const Evidence& evidence) {
  std::vector<OutputLine> lines;
  if (looks_like_text(evidence.received)) {
    std::istringstream text(evidence.received);
    for (std::string line; lines.size() < kMostOfStdout && std::getline(text, line);) {
      if (line.ends_with('\r')) line.pop_back();
      if (!line.empty()) lines.push_back({"stdout", printable(line)});
    }
  }
  if (evidence.stderr_lines.empty()) lines.push_back({"stderr", "nothing: it wrote nothing there"});
  for (const std::string& line : evidence.stderr_lines)
    lines.push_back({"stderr", line});
  return lines;
}

Fault parse_report(std::string_view text) {
  const Json json = Json::parse(text, nullptr, false);
  if (json.is_discarded() || !json.is_object() || json.value("danno_report", Json()) != 1) {
    throw std::runtime_error("not a fault report of danno");
  }
  try {
    const std::string kind = json.at("fault").get<std::string>();
    const auto known = record::parse_fault_kind(kind);
    if (!known) throw std::runtime_error("unknown fault '" + kind + "'");
    Fault fault;
    fault.kind = *known;
    fault.seat = read_number<int>(json, "seat", 0);
    fault.value = read_number<int>(json, "value", 0);
    fault.cause = record::InWords{json.at("detail").get<std::string>()};
    fault.evidence = std::make_shared<const Evidence>(read_evidence(json));
    return fault;
  } catch (const Json::exception& error) {
    throw std::runtime_error(std::string("damaged report: ") + error.what());
  }
}

}  // namespace danno::referee::protocol
