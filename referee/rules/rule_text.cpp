// The canonical text of a rule set. It is TOML: a line `key = value` for each key, and a blank line
// between sections.
//
//   [rules]   id, title, summary, dice, faces
//   [score]   "DICE" = POINTS for each combination, by number of dice, then as written
//   [turn]    keeps, bank, hot, dead_dice, break_triples, every_keep, minimum_bank, offer, locks,
//             wins, busts, first_throw_bust
//   [game]    target, over_target, exact, entry, below_entry, ending, tie_banks, equal, start,
//             half_points, max_turns

#include "referee/rules/rule_text.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cctype>
#include <set>

#include "referee/rules/rule_draft.hpp"

namespace danno::rules {
namespace {

std::string quoted(std::string_view text) { return "'" + std::string(text) + "'"; }

std::string toml_string(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + "\"";
}

std::string toml_list(const std::vector<Dice>& patterns, std::string_view faces) {
  std::string out = "[";
  for (const Dice dice : patterns) {
    if (out.size() > 1) out += ", ";
    out += toml_string(to_string(dice, faces));
  }
  return out + "]";
}

std::string_view toml_flag(bool on) { return on ? "true" : "false"; }

std::string toml_target(const Definition& set) {
  const auto& targets = set.targets;
  std::string table;
  for (std::size_t seats = 2; seats < targets.size(); ++seats) {
    // A number of seats is listed only if its target differs from that of fewer seats.
    if (seats > 2 && targets.at(seats) == targets.at(seats - 1)) continue;
    table.append(table.empty() ? "" : ", ").append(std::to_string(seats)).append(" = ");
    table += format_points(set, targets.at(seats));
  }
  const bool one = table.find(',') == std::string::npos;
  return one ? format_points(set, targets[2]) : "{ " + table + " }";
}

std::string face_characters(unsigned bits, std::string_view faces) {
  std::string text;
  for (std::size_t face = 0; face < kFaces; ++face) {
    if (((bits >> face) & 1U) != 0) text += faces[face];
  }
  return text;
}

/// Lines of the canonical text.
class Printer {
 public:
  void section(std::string_view name) {
    if (!text_.empty()) text_ += "\n";
    text_.append("[").append(name).append("]\n");
  }
  void line(std::string_view key, std::string_view value) {
    text_.append(key).append(" = ").append(value).append("\n");
  }
  void name(std::string_view key, std::string_view value) { line(key, toml_string(value)); }
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  std::string text_;
};

/// Reads the plain part of TOML: a value ends with its line.
class TextParser {
 public:
  explicit TextParser(std::string_view text) : text_(text) {}

  /// Parses the text. Returns nullopt if it is not a rule text.
  std::optional<RuleDraft> parse() {
    while (!text_.empty()) {
      const std::size_t end = std::min(text_.find('\n'), text_.size());
      line_ = text_.substr(0, end);
      text_.remove_prefix(std::min(end + 1, text_.size()));
      skip();
      if (line_.empty()) continue;
      const bool taken = line_.front() == '[' ? take_section() : take_line();
      if (!taken) return std::nullopt;
    }
    return std::move(draft_);
  }

 private:
  void skip() { line_.remove_prefix(std::min(line_.find_first_not_of(' '), line_.size())); }
  bool take(char c) {
    skip();
    if (line_.empty() || line_.front() != c) return false;
    line_.remove_prefix(1);
    skip();
    return true;
  }

  bool take_section() {
    if (line_.back() != ']') return false;
    section_ = line_.substr(1, line_.size() - 2);
    const bool known = section_ == "score" || !rule_keys(section_).empty();
    return known && sections_.insert(section_).second;
  }

  bool take_line() {
    const auto key = take_key();
    if (!key || !take('=')) return false;
    const auto value = take_value();
    if (!value || !line_.empty()) return false;
    if (section_ == "score") {
      draft_.scores.emplace_back(*key, *value);
      return true;
    }
    const auto keys = rule_keys(section_);
    return std::ranges::find(keys, *key) != keys.end() &&
           draft_.values.emplace(std::pair(section_, *key), *value).second;
  }

  std::optional<std::string> take_key() {
    skip();
    if (line_.starts_with('"')) return take_string();
    std::size_t size = 0;
    while (size < line_.size() && (std::isalnum(static_cast<unsigned char>(line_[size])) != 0 ||
                                   line_[size] == '_' || line_[size] == '-'))
      ++size;
    if (size == 0) return std::nullopt;
    std::string key(line_.substr(0, size));
    line_.remove_prefix(size);
    return key;
  }

  std::optional<std::string> take_string() {
    if (!line_.starts_with('"')) return std::nullopt;
    std::string text;
    for (std::size_t at = 1; at < line_.size(); ++at) {
      if (line_[at] == '"') {
        line_.remove_prefix(at + 1);
        skip();
        return text;
      }
      if (line_[at] == '\\' && ++at == line_.size()) return std::nullopt;
      text += line_[at];
    }
    return std::nullopt;
  }

  std::optional<RuleScalar> take_scalar() {
    if (line_.starts_with('"')) {
      auto text = take_string();
      return text ? std::optional<RuleScalar>(*std::move(text)) : std::nullopt;
    }
    const std::size_t size = std::min(line_.find_first_of(" ,}]"), line_.size());
    const std::string word(line_.substr(0, size));
    line_.remove_prefix(size);
    skip();
    if (word == "true" || word == "false") return word == "true";
    const std::size_t digits = word.find_first_not_of("0123456789");
    // Twelve characters hold every number that a rule may have, and never overflow.
    if (word.empty() || digits == 0 || word.size() > 12) return std::nullopt;
    if (digits == std::string::npos) return static_cast<std::int64_t>(std::stoll(word));
    if (word.substr(digits) != ".5") return std::nullopt;
    return static_cast<double>(std::stoll(word)) + 0.5;
  }

  std::optional<RuleValue> take_value() {
    if (take('[')) return take_list();
    if (take('{')) return take_table();
    const auto scalar = take_scalar();
    if (!scalar) return std::nullopt;
    return std::visit([](const auto& value) { return RuleValue(value); }, *scalar);
  }

  std::optional<RuleValue> take_list() {
    std::vector<std::string> list;
    if (take(']')) return list;
    do {
      auto text = take_string();
      if (!text) return std::nullopt;
      list.push_back(*std::move(text));
    } while (take(','));
    return take(']') ? std::optional<RuleValue>(std::move(list)) : std::nullopt;
  }

  std::optional<RuleValue> take_table() {
    RuleTable table;
    do {
      auto key = take_key();
      if (!key || !take('=')) return std::nullopt;
      auto value = take_scalar();
      if (!value) return std::nullopt;
      table.emplace_back(*std::move(key), *std::move(value));
    } while (take(','));
    return take('}') ? std::optional<RuleValue>(std::move(table)) : std::nullopt;
  }

  std::string_view text_;
  std::string_view line_;
  std::string section_;
  std::set<std::string> sections_;
  RuleDraft draft_;
};

/// Appends a value as words under its key. A table gives one entry for each of its keys.
struct TraitWords {
  std::vector<std::pair<std::string, std::string>>& traits;
  std::string key;

  void add(std::string value) const { traits.emplace_back(key, std::move(value)); }
  void operator()(std::monostate) const {}
  void operator()(bool on) const { add(std::string(toml_flag(on))); }
  void operator()(std::int64_t number) const { add(std::to_string(number)); }
  void operator()(double half) const {
    add(std::to_string(static_cast<std::int64_t>(half)) + ".5");
  }
  void operator()(const std::string& text) const { add(text); }
  void operator()(const std::vector<std::string>& list) const {
    std::string text;
    for (const std::string& entry : list)
      text.append(text.empty() ? "" : " ").append(entry);
    add(text);
  }
  void operator()(const RuleTable& table) const {
    for (const auto& [name, value] : table)
      std::visit(TraitWords{traits, key + "." + name}, value);
  }
};

}  // namespace

std::vector<std::pair<std::string, std::string>> list_traits(const Definition& definition) {
  static constexpr std::array kParameters = {"entry", "max_turns", "over_target", "target"};
  // The text that print_rules() wrote can always be read.
  const auto draft = TextParser(definition.text).parse();
  assert(draft);
  std::vector<std::pair<std::string, std::string>> traits;
  for (const auto& [place, value] : draft->values) {
    const auto& [section, key] = place;
    const bool is_parameter = std::ranges::find(kParameters, key) != kParameters.end();
    if (section != "rules" && !is_parameter) std::visit(TraitWords{traits, key}, value);
  }
  std::ranges::sort(traits);
  return traits;
}

std::string print_rules(const Definition& set) {
  const Parameters& usual = set.usual;
  const auto choice = [](auto names, auto index) { return names[static_cast<std::size_t>(index)]; };
  Printer out;
  out.section("rules");
  out.name("id", set.id);
  out.name("title", set.title);
  out.name("summary", set.summary);
  out.line("dice", std::to_string(set.dice));
  out.name("faces", set.faces);
  out.section("score");
  for (const Combination& combination : set.combinations)
    out.line(toml_string(to_string(combination.dice, set.faces)),
             format_points(set, combination.points));
  out.section("turn");
  out.name("keeps", choice(kKeeps, set.automatic_keeps));
  out.name("bank", choice(kBanks, set.bank_takes_all));
  out.name("hot", choice(kHots, set.hot));
  out.line("dead_dice", toml_flag(usual.dead_dice));
  out.line("break_triples", toml_flag(usual.break_triples));
  out.name("every_keep", face_characters(set.every_keep, set.faces));
  out.line("minimum_bank", format_points(set, set.minimum_bank));
  out.name("offer", choice(kOffers, int{set.passes_on} + int{set.attempt}));
  out.line("locks", toml_list(set.locks, set.faces));
  out.line("wins", toml_list(set.wins, set.faces));
  out.line("busts", "{ in_a_row = " + std::to_string(set.busts.in_a_row) +
                        ", penalty = " + format_points(set, set.busts.penalty) +
                        ", below_zero = " + std::string(toml_flag(set.busts.below_zero)) + " }");
  out.line("first_throw_bust", format_points(set, set.first_throw_bust));
  out.section("game");
  out.line("target", toml_target(set));
  out.line("over_target", toml_flag(usual.over_target));
  out.line("exact", toml_flag(set.exact));
  out.line("entry", format_points(set, usual.entry));
  out.name("below_entry", choice(kBelowEntry, usual.bank_below_entry));
  out.name("ending", choice(kEndings, set.ending));
  out.line("tie_banks", toml_flag(!set.no_bank_at_tie));
  out.name("equal", choice(kEquals, set.first_to_reach_wins));
  out.name("start", choice(kStarts, set.start_by_score));
  out.line("half_points", toml_flag(set.unit == 2));
  out.line("max_turns", std::to_string(usual.max_turns));
  return out.text();
}

std::variant<Definition, std::string> parse_rules(std::string_view text) {
  if (text.size() > kMostRuleText) return "the rules are too long";
  const auto draft = TextParser(text).parse();
  if (!draft) return "the rules cannot be read; expected the text of 'danno rules FILE --toml'";
  std::vector<RuleProblem> problems;
  Definition definition = make_definition(*draft, problems);
  if (!problems.empty()) return problems.front().message;
  return definition;
}

std::variant<const Definition*, std::string> find_definition(std::string_view id,
                                                             std::string_view text) {
  if (text.empty()) {
    const Definition* const bundled = find_definition(id);
    if (bundled != nullptr) return bundled;
    return "no rule set " + quoted(id);
  }
  const Definition* const kept = find_registered(text);
  if (kept != nullptr && kept->id == id) return kept;
  auto parsed = parse_rules(text);
  if (const auto* const problem = std::get_if<std::string>(&parsed))
    return "the rules of " + quoted(id) + ": " + *problem;
  auto& definition = std::get<Definition>(parsed);
  if (definition.id != id)
    return "the rules of " + quoted(id) + " are those of " + quoted(definition.id);
  if (find_definition(id) != nullptr) return quoted(id) + " is a bundled rule set";
  // Rule sets are compared by their text, so another way to write the same rules is refused.
  if (definition.text != text) return "the rules of " + quoted(id) + " are not in canonical form";
  return &register_definition(std::move(definition));
}

}  // namespace danno::rules
