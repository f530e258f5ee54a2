// Reads the values of stored.hpp from league.db.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "leagues/base/json.hpp"
#include "leagues/store/database.hpp"
#include "leagues/store/rows.hpp"
#include "referee/rules/rule_text.hpp"

namespace danno::leagues::store {
namespace {

/// Returns the value that `read` makes of a column's JSON. Throws Damaged with its place if that
/// fails.
template <class Read>
auto read_json(const std::string& place, const std::string& text, const Read& read) {
  try {
    return read(base::parse_json(text));
  } catch (const base::Json::exception& error) {
    throw Damaged(fmt::format("league.db: {}: it cannot be read as JSON of its kind: {}", place,
                              base::json_problem(error)));
  }
}

/// The columns that read_agent() reads.
constexpr std::string_view kAgent =
    "SELECT id, name, version, author, hash, command, folder, EXISTS (SELECT 1 FROM agent AS other"
    " WHERE other.name = agent.name AND other.author <> agent.author) FROM agent";

StoredAgent read_agent(const Query& row) {
  StoredAgent agent{row.number(0), row.text(1), row.number<int>(2), row.text(3), row.text(4)};
  agent.command =
      read_json(fmt::format("agent {}: command", agent.id), row.text(5),
                [](const base::Json& json) { return json.get<std::vector<std::string>>(); });
  agent.folder = row.text(6);
  agent.has_namesake = row.number<bool>(7);
  return agent;
}

/// Reads a division from the columns rules, parameters, seats, mirror, advice.
StoredDivision read_division(Id id, const Query& row) {
  const auto wrong = [&](const std::string& what) {
    return Damaged(fmt::format("league.db: division {}: {}", id, what));
  };
  // A user may have changed a number by hand, so each is checked before it becomes an index.
  const auto number = [&](int column, const char* name, int least, int most) {
    const std::int64_t value = row.number(column);
    if (value < least || value > most)
      throw wrong(fmt::format("{} is {}; expected {} to {}", name, value, least, most));
    return static_cast<int>(value);
  };
  const std::string rules_id = row.text(0);
  StoredDivision division;
  division.id = id;
  division.seats = number(2, "seats", 2, rules::kMaxSeats);
  division.mirror = number(3, "mirror", 0, 1) != 0;
  division.advice = static_cast<referee::play::Advice>(number(4, "advice", 0, 2));
  const std::string place = fmt::format("division {}: parameters", id);
  read_json(place, row.text(1), [&](const base::Json& json) {
    if (const auto problem = read_rules(rules_id, json, division)) throw wrong(*problem);
    return 0;
  });
  return division;
}

}  // namespace

base::Json rules_json(const rules::Definition& definition, const rules::Parameters& parameters) {
  base::Json json = base::Json::object();
  for (const auto& parameter : rules::list_parameters(definition, parameters))
    json[std::string(parameter.name)] = parameter.value;
  if (!definition.is_bundled()) json[kRuleFile] = definition.text;
  return json;
}

std::optional<std::string> read_rules(const std::string& id, const base::Json& json,
                                      StoredDivision& division) {
  const auto found = rules::find_definition(id, json.value(kRuleFile, ""));
  if (const auto* const problem = std::get_if<std::string>(&found)) return *problem;
  division.definition = std::get<const rules::Definition*>(found);
  // The stored parameters are complete, so the defaults of no other number of seats remain.
  division.parameters = division.definition->defaults(2);
  for (const auto& [name, value] : json.items()) {
    if (name == kRuleFile) continue;
    if (auto problem = rules::set_parameter(*division.definition, division.parameters, name,
                                            value.get<std::string>()))
      return problem;
  }
  return std::nullopt;
}

StoredFault read_fault(const Query& row) {
  StoredFault stored;
  stored.id = row.number(0);
  stored.line_up = row.number(1);
  stored.deal = row.number<std::uint64_t>(2);
  stored.agent = row.number(3);
  const auto kind = referee::record::parse_fault_kind(row.text(4));
  if (!kind)
    throw Damaged(fmt::format("league.db: fault {}: no kind '{}'", stored.id, row.text(4)));
  stored.fault.kind = *kind;
  stored.fault.value = row.number<int>(5);
  stored.fault.cause = referee::record::InWords{row.text(6)};
  stored.fault.seat = row.number<int>(7);
  stored.seating = row.number<int>(8);
  return stored;
}

namespace {

/// Reads an epoch from the columns id, seed, commitment, agent_secret, agent_commitment, open,
/// revealed.
Epoch read_epoch(const Query& row) {
  return {row.number(0), row.text(1),         row.text(2),        row.text(3),
          row.text(4),   row.number<bool>(5), row.number<bool>(6)};
}

/// Parses ids such as "[3,17]", as line-ups are planned. Returns nullopt for other JSON, which is
/// read more slowly.
std::optional<std::vector<Id>> plain_ids(std::string_view text) {
  if (text.empty() || text.front() != '[') return std::nullopt;
  std::vector<Id> ids;
  // `at` stands on '[' or ',' before each number.
  const char* at = text.data();
  const char* const end = at + text.size();
  do {
    const auto [after, error] = std::from_chars(at + 1, end, ids.emplace_back());
    if (error != std::errc() || after == end) return std::nullopt;
    at = after;
  } while (*at == ',');
  if (*at != ']' || at + 1 != end) return std::nullopt;
  return ids;
}

/// Parses the column line_up.agents. Throws Damaged.
std::vector<Id> read_agents(Id line_up, std::string_view text) {
  if (auto ids = plain_ids(text)) return *std::move(ids);
  return read_json(fmt::format("line-up {}: agents", line_up), std::string(text),
                   [](const base::Json& json) { return json.get<std::vector<Id>>(); });
}

/// Reads line-ups from the columns id, agents, planned and stored deals (0 if they are not known
/// yet).
std::vector<StoredLineUp> read_line_ups(int seats, Query rows) {
  std::vector<StoredLineUp> line_ups;
  while (rows.next()) {
    const StoredLineUp& line_up = line_ups.emplace_back(
        StoredLineUp{rows.number(0), read_agents(rows.number(0), rows.bytes(1)),
                     rows.number<std::uint64_t>(2), rows.number<std::uint64_t>(3)});
    if (line_up.agents.size() != static_cast<std::size_t>(seats)) {
      throw Damaged(fmt::format("league.db: line-up {} of {} agents; its division has {} seats",
                                line_up.id, line_up.agents.size(), seats));
    }
  }
  return line_ups;
}

/// Counts the planned deals that are stored, in one walk over all: line-ups are many.
void count_played(Database& database, std::vector<StoredLineUp>& line_ups) {
  if (line_ups.empty()) return;
  std::vector<StoredLineUp*> by_id;
  for (StoredLineUp& line_up : line_ups)
    by_id.push_back(&line_up);
  std::ranges::sort(by_id, {}, &StoredLineUp::id);
  Query rows(database,
             "SELECT line_up, first, deals FROM block WHERE line_up >= ? AND line_up <= ?"
             " ORDER BY line_up, first",
             by_id.front()->id, by_id.back()->id);
  for (auto next = by_id.begin(); rows.next();) {
    // Both lists rise by id and end at the same one, so one walk over both is enough.
    while ((*next)->id < rows.number(0))
      ++next;
    StoredLineUp& line_up = **next;
    const auto first = rows.number<std::uint64_t>(1);
    if (line_up.id != rows.number(0) || first >= line_up.planned) continue;
    line_up.played += std::min(rows.number<std::uint64_t>(2), line_up.planned - first);
  }
}

/// Reads league.settings; divisions and agents get only their ids.
StoredLeague read_settings(const base::Json& settings) {
  StoredLeague league;
  league.settings = settings;
  league.format = settings.at("format").get<std::string>();
  const auto rank_by = settings.at("rank_by").get<std::string>();
  for (const RankBy known : {RankBy::Points, RankBy::Raw}) {
    if (rank_by == to_string(known)) league.rank_by = known;
  }
  const auto rating = settings.value("rating", std::string(league.rating->id));
  league.rating = ratings::find_rating_model(rating);
  if (league.rating == nullptr)
    throw Damaged(fmt::format("league.db: settings: no rating model '{}'", rating));
  for (const auto& id : settings.at("divisions"))
    league.divisions.emplace_back().id = id.get<Id>();
  for (const auto& id : settings.at("agents"))
    league.agents.emplace_back().id = id.get<Id>();
  // A format that plans as it proceeds has no plan in its settings.
  if (!settings.contains("deals")) return league;
  StoredPlan& plan = league.plan.emplace();
  if (!settings.at("deals").is_null()) plan.deals = settings.at("deals").get<std::uint64_t>();
  plan.max_per_author = settings.at("max_per_author").get<int>();
  plan.challengers = settings.at("challengers").get<std::vector<Id>>();
  return league;
}

/// Returns the values of a column of the conditions under which current line-ups played.
std::vector<std::string> distinct_conditions(Database& database, const StoredDivision& division,
                                             const char* column) {
  const std::string query = fmt::format(
      "SELECT DISTINCT {0} FROM conditions WHERE EXISTS"
      " (SELECT 1 FROM line_up CROSS JOIN block ON block.line_up = line_up.id"
      "  WHERE division = ? AND planned > 0 AND block.conditions = conditions.id) ORDER BY {0}",
      column);
  return read_texts({database, query.c_str(), division.id});
}

}  // namespace

StoredLeague Reader::league() const {
  Query row(*database_, "SELECT name, settings FROM league");
  if (!row.next())
    throw NoLeague("league.db holds no league yet; 'danno league run FILE' continues it");
  StoredLeague league = read_json("league: settings", row.text(1), read_settings);
  league.name = row.text(0);
  for (StoredDivision& division : league.divisions) {
    const Id id = division.id;
    Query found(*database_,
                "SELECT rules, parameters, seats, mirror, advice FROM division WHERE id = ?", id);
    if (!found.next()) throw Damaged(fmt::format("league.db: division {} is missing", id));
    division = read_division(id, found);
  }
  for (StoredAgent& agent : league.agents) {
    Query found(*database_, fmt::format("{} WHERE id = ?", kAgent).c_str(), agent.id);
    if (!found.next()) throw Damaged(fmt::format("league.db: agent {} is missing", agent.id));
    agent = read_agent(found);
  }
  std::ranges::sort(league.agents, {}, &StoredAgent::order);
  return league;
}

std::vector<StoredLineUp> Reader::line_ups(const StoredDivision& division) const {
  // The index of divisions would be slower: most leagues have one.
  auto line_ups =
      read_line_ups(division.seats, {*database_,
                                     "SELECT id, agents, planned, 0 FROM line_up NOT INDEXED"
                                     " WHERE division = ? AND planned > 0 ORDER BY place, agents",
                                     division.id});
  count_played(*database_, line_ups);
  return line_ups;
}

StoredLineUp Reader::line_up(const StoredDivision& division, Id id) const {
  auto found = read_line_ups(
      division.seats,
      {*database_,
       "SELECT id, agents, planned, (SELECT ifnull(sum(min(deals, planned - first)), 0)"
       " FROM block WHERE line_up = line_up.id AND first < planned) FROM line_up WHERE id = ?",
       id});
  if (found.empty()) throw Damaged(fmt::format("league.db: line-up {} is missing", id));
  return std::move(found.front());
}

DealCount Reader::count_deals(const StoredDivision& division) const {
  Query row(*database_,
            "SELECT ifnull(sum(planned), 0),"
            " (SELECT ifnull(sum(min(deals, planned - first)), 0)"
            "  FROM line_up CROSS JOIN block ON block.line_up = line_up.id"
            "  WHERE division = ?1 AND first < planned)"
            " FROM line_up WHERE division = ?1",
            division.id);
  row.next();
  return {row.number<std::uint64_t>(0), row.number<std::uint64_t>(1)};
}

std::uint64_t Reader::unscheduled_deals() const {
  return read_number<std::uint64_t>(
      {*database_,
       "SELECT ifnull(sum(deals), 0) FROM block JOIN line_up ON line_up = line_up.id"
       " WHERE planned = 0"});
}

std::vector<StoredRound> Reader::rounds(const StoredDivision& division) const {
  const auto read_round = [](const Query& row) {
    auto plan = base::try_parse_json(row.text(2));
    if (!plan || !plan->is_object())
      throw Damaged(
          fmt::format("league.db: round {}: its plan is not a JSON object", row.number(0)));
    return StoredRound{row.number(0), std::chrono::sys_seconds(row.number<std::chrono::seconds>(1)),
                       *std::move(plan)};
  };
  return read_all(
      {*database_, "SELECT id, begun, plan FROM round WHERE division = ? ORDER BY id", division.id},
      read_round);
}

std::uint64_t Reader::count_rounds(const StoredDivision& division) const {
  return read_number<std::uint64_t>(
      {*database_, "SELECT count(*) FROM round WHERE division = ?", division.id});
}

std::vector<Epoch> Reader::epochs(const StoredDivision& division) const {
  return read_all({*database_,
                   // The first block of an epoch will do: they are many.
                   "SELECT id, seed, commitment, agent_secret, agent_commitment, open, revealed "
                   "FROM epoch WHERE EXISTS (SELECT 1 FROM line_up CROSS JOIN block ON "
                   "block.line_up = line_up.id  WHERE division = ? AND planned > 0 AND "
                   "block.epoch = epoch.id) ORDER BY id",
                   division.id},
                  read_epoch);
}

std::vector<std::string> Reader::isolation_levels(const StoredDivision& division) const {
  return distinct_conditions(*database_, division, "isolation");
}

std::vector<std::string> Reader::isolation_layers(const StoredDivision& division) const {
  return distinct_conditions(*database_, division, "layers");
}

std::vector<StoredFault> Reader::faults(const StoredDivision& division) const {
  return read_all(
      {*database_,
       "SELECT fault.id, line_up, deal, agent, kind, value, detail, seat, seating FROM fault"
       " JOIN line_up ON line_up = line_up.id WHERE division = ? AND deal < planned"
       " ORDER BY place, deal, seating, seat",
       division.id},
      read_fault);
}

std::string Reader::fault_report(Id fault) const {
  Query row(*database_, "SELECT report FROM fault WHERE id = ?", fault);
  return row.next() ? row.text(0) : "";
}

std::vector<StoredDivision> Reader::all_divisions() const {
  return read_all(
      {*database_, "SELECT rules, parameters, seats, mirror, advice, id FROM division ORDER BY id"},
      [](const Query& row) { return read_division(row.number(5), row); });
}

std::vector<StoredAgent> Reader::all_agents() const {
  return read_all({*database_, fmt::format("{} ORDER BY id", kAgent).c_str()}, read_agent);
}

std::vector<Epoch> Reader::all_epochs() const {
  return read_all({*database_,
                   "SELECT id, seed, commitment, agent_secret, agent_commitment, open, revealed"
                   " FROM epoch ORDER BY id"},
                  read_epoch);
}

bool Reader::has_deals(const Epoch& epoch) const {
  return Query(*database_, "SELECT 1 FROM block WHERE epoch = ? LIMIT 1", epoch.id).next();
}

std::vector<PlanOfParts> Reader::plans() const {
  return read_all({*database_,
                   "SELECT id, epoch, folder, parts, open,"
                   " (SELECT ifnull(sum(deals), 0) FROM block WHERE block.epoch = plan.epoch)"
                   " FROM plan ORDER BY id"},
                  [](const Query& row) {
                    return PlanOfParts{row.number(0),       row.number(1),
                                       row.text(2),         row.number<int>(3),
                                       row.number<bool>(4), row.number<std::uint64_t>(5)};
                  });
}

std::vector<StoredLineUp> Reader::all_line_ups(const StoredDivision& division) const {
  return read_line_ups(division.seats,
                       {*database_,
                        "SELECT id, agents, planned, (SELECT ifnull(sum(deals), 0) FROM block"
                        " WHERE line_up = line_up.id) FROM line_up WHERE division = ? ORDER BY "
                        "planned = 0, place, id",
                        division.id});
}

std::vector<std::pair<std::uint64_t, std::uint64_t>> Reader::missing_deals(
    const StoredLineUp& line_up) const {
  Query rows(*database_,
             "SELECT first, deals FROM block WHERE line_up = ? AND first < ? ORDER BY first",
             line_up.id, line_up.planned);
  std::vector<std::pair<std::uint64_t, std::uint64_t>> missing;
  // Blocks come in order and do not overlap, so what lies between two is missing.
  std::uint64_t next = 0;
  const auto add_until = [&](std::uint64_t deal, std::uint64_t end) {
    if (deal > next) missing.emplace_back(next, deal);
    next = end;
  };
  while (rows.next()) {
    const auto first = rows.number<std::uint64_t>(0);
    add_until(first, first + rows.number<std::uint64_t>(1));
  }
  add_until(line_up.planned, line_up.planned);
  return missing;
}

std::uint64_t Reader::orphan_rows() const {
  return read_number<std::uint64_t>(
      {*database_,
       "SELECT (SELECT count(*) FROM block WHERE line_up NOT IN (SELECT id FROM line_up))"
       " + (SELECT count(*) FROM block WHERE id NOT IN (SELECT block FROM games))"
       " + (SELECT count(*) FROM games WHERE block NOT IN (SELECT id FROM block))"
       " + (SELECT count(*) FROM luck WHERE block NOT IN (SELECT id FROM block))"
       " + (SELECT count(*) FROM fault WHERE NOT EXISTS (SELECT 1 FROM block WHERE"
       " block.line_up = fault.line_up AND first <= fault.deal"
       " AND fault.deal < first + deals))"});
}

std::string Reader::integrity_problem() const {
  // Pages come first, then the schema, then references: each check needs those before it.
  Query pages(*database_, "PRAGMA integrity_check");
  if (pages.next() && pages.text(0) != "ok") return pages.text(0);
  if (std::string problem = schema_problem(*database_); !problem.empty()) return problem;
  Query references(*database_, "PRAGMA foreign_key_check");
  if (!references.next()) return "";
  return fmt::format("row {} of {} refers to a row of {} that is not there", references.number(1),
                     references.text(0), references.text(2));
}

}  // namespace danno::leagues::store
