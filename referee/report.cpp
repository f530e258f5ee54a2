#include "referee/report.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace danno::referee {
namespace {

using Json = nlohmann::ordered_json;
using rules::Phase;

std::string to_hex(std::string_view bytes) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string hex;
  hex.reserve(bytes.size() * 2);
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    hex.push_back(kDigits[byte >> 4]);
    hex.push_back(kDigits[byte & 0xFU]);
  }
  return hex;
}

std::string from_hex(std::string_view hex) {
  const auto digit = [](char c) -> unsigned {
    if (c >= '0' && c <= '9') return static_cast<unsigned>(c - '0');
    if (c >= 'a' && c <= 'f') return static_cast<unsigned>(c - 'a' + 10);
    throw std::runtime_error("a frame of the report is not in hex");
  };
  if (hex.size() % 2 != 0) throw std::runtime_error("a frame of the report is cut short");
  std::string bytes;
  for (std::size_t i = 0; i < hex.size(); i += 2) {
    bytes.push_back(static_cast<char>((digit(hex[i]) << 4) | digit(hex[i + 1])));
  }
  return bytes;
}

/// Bytes for people: printable ASCII, the rest as dots.
std::string printable(std::string_view bytes) {
  std::string text(bytes);
  std::ranges::replace_if(
      text, [](char c) { return c < ' ' || c > '~'; }, '.');
  return text;
}

std::string show_totals(const rules::RuleSet& rules, const rules::Position& position) {
  std::string text;
  for (std::size_t seat = 0; seat < position.seats; ++seat) {
    if (!text.empty()) text += " ";
    text += rules::show_points(rules.definition(), position.totals[seat]);
  }
  return text;
}

std::string question_in_words(const ReportInput& input) {
  const rules::Position& position = input.position;
  const auto show = [&](rules::Points points) {
    return rules::show_points(input.rules.definition(), points);
  };
  if (!input.asked) return "none: it was not asked anything";
  if (position.phase == Phase::Offer) {
    return "offered " + show(position.offer.points) + " points and " +
           std::to_string(position.offer.dice) + " dice; totals " +
           show_totals(input.rules, position);
  }
  return "rolled " + rules::to_string(position.thrown, input.rules.faces()) + ", turn score " +
         show(position.turn.points) + ", " + std::to_string(input.options.size()) +
         " options; totals " + show_totals(input.rules, position) + "; it sits in seat " +
         std::to_string(input.fault.seat);
}

Json start_of_report(std::string_view agent, const Fault& fault, std::string_view received,
                     const std::vector<std::string>& stderr_lines) {
  Json report;
  report["danno_report"] = 1;
  report["agent"] = agent;
  report["fault"] = to_string(fault.kind);
  report["value"] = fault.value;
  report["detail"] = fault.detail;
  report["received_text"] = printable(received);
  report["received_hex"] = to_hex(received);
  report["stderr"] = stderr_lines;
  return report;
}

Json limits_of(const Greeting& greeting) {
  Json limits;
  limits["answer_ms"] = greeting.answer_ms;
  limits["start_ms"] = greeting.start_ms;
  limits["memory_mb"] = greeting.memory_mb;
  limits["games"] = greeting.games;
  return limits;
}

/// All that the agent was sent in this game, with its answers.
class Frames {
 public:
  explicit Frames(const ReportInput& input) : input_(input), seat_(input.fault.seat) {}

  Json collect() {
    std::string frame;
    append_hello(frame, input_.greeting);
    add(frame, false);
    frame.clear();
    append_game_start(frame, input_.rules, 0, seat_, input_.record.first, input_.agent_seed);
    add(frame, false);
    // The record is cut at the fault, so what replay() says of its end is of no interest.
    (void)replay(input_.rules, input_.record,
                 [this](const Step& step, const rules::Position& before,
                        const rules::Position& after) { visit(step, before, after); });
    if (input_.asked) ask(input_.position, input_.options, "");
    return std::move(frames_);
  }

 private:
  void visit(const Step& step, const rules::Position& before, const rules::Position& after) {
    const bool decision = step.kind == Step::Kind::Choice || step.kind == Step::Kind::Offer;
    if (step.seat == seat_ && decision) {
      options_.clear();
      if (before.phase == Phase::Choose) rules::list_options(input_.rules, before, options_);
      ask(before, options_, describe_answer(step.option_index, step.action));
      return;
    }
    if (step.seat == seat_ || !input_.wants_seen) return;
    std::string frame;
    append_seen(frame, 0, step, after);
    if (!frame.empty()) add(frame, false);
  }

  void ask(const rules::Position& position, const rules::Options& options,
           const std::string& answer) {
    std::string frame;
    append_ask(frame, 0, seq_++, position, options, std::nullopt);
    add(frame, true);
    if (!answer.empty()) frames_.back()["answered"] = answer;
  }

  void add(const std::string& frame, bool asks) {
    Json entry;
    entry["hex"] = to_hex(frame);
    if (asks) entry["asks"] = true;
    frames_.push_back(std::move(entry));
  }

  const ReportInput& input_;
  int seat_;
  std::uint32_t seq_ = 0;
  rules::Options options_;
  Json frames_ = Json::array();
};

// Bot text may be any bytes: what is no UTF-8 is replaced, never thrown about.
std::string dump(const Json& json) {
  return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace

std::string make_report(const ReportInput& input) {
  Json report = start_of_report(input.agent, input.fault, input.received, input.stderr_lines);
  report["rules"] = input.rules.id();
  Json parameters;
  for (const auto& parameter :
       rules::list_parameters(input.rules.definition(), input.rules.parameters())) {
    parameters[std::string(parameter.name)] = parameter.value;
  }
  report["parameters"] = parameters;
  report["deal"] = input.deal;
  report["seating"] = input.record.seating;
  report["seat"] = input.fault.seat;
  report["question"] = question_in_words(input);
  report["limits"] = limits_of(input.greeting);
  report["again"] = "danno repeat THIS_FILE YOUR_AGENT";
  report["frames"] = Frames(input).collect();
  return dump(report);
}

std::string make_start_report(std::string_view agent, const Greeting& greeting, const Fault& fault,
                              std::string_view received,
                              const std::vector<std::string>& stderr_lines) {
  Json report = start_of_report(agent, fault, received, stderr_lines);
  report["question"] = "none: it did not get ready";
  report["limits"] = limits_of(greeting);
  report["again"] = "danno repeat THIS_FILE YOUR_AGENT";
  std::string hello;
  append_hello(hello, greeting);
  report["frames"] = Json::array({Json{{"hex", to_hex(hello)}}});
  return dump(report);
}

Report parse_report(std::string_view text) {
  const Json json = Json::parse(text, nullptr, false);
  if (json.is_discarded() || !json.is_object() || json.value("danno_report", 0) != 1) {
    throw std::runtime_error("not a fault report of danno");
  }
  try {
    Report report;
    report.agent = json.at("agent").get<std::string>();
    report.rules = json.value("rules", "");
    const auto kind = parse_fault_kind(json.at("fault").get<std::string>());
    if (!kind)
      throw std::runtime_error("unknown fault '" + json.at("fault").get<std::string>() + "'");
    report.kind = *kind;
    report.detail = json.at("detail").get<std::string>();
    report.question = json.at("question").get<std::string>();
    report.stderr_lines = json.at("stderr").get<std::vector<std::string>>();
    const Json& limits = json.at("limits");
    report.greeting = {limits.at("answer_ms"), limits.at("start_ms"), limits.at("memory_mb"),
                       limits.at("games")};
    for (const Json& frame : json.at("frames")) {
      report.exchanges.push_back({from_hex(frame.at("hex").get<std::string>()),
                                  frame.value("asks", false), frame.value("answered", "")});
    }
    return report;
  } catch (const Json::exception& error) {
    throw std::runtime_error(std::string("damaged report: ") + error.what());
  }
}

std::string describe_answer(std::size_t option, rules::Action action) {
  switch (action) {
    case rules::Action::Roll:
      return "option " + std::to_string(option) + " ROLL";
    case rules::Action::Bank:
      return "option " + std::to_string(option) + " BANK";
    case rules::Action::Accept:
      return "ACCEPT";
    case rules::Action::Decline:
      return "DECLINE";
  }
  return "";
}

}  // namespace danno::referee
