// What is read from league.db.
#include <fmt/format.h>
#include <sodium.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "leagues/store/database.hpp"
#include "leagues/store/store.hpp"

namespace danno::leagues {
namespace {

std::vector<Id> parse_ids(const std::string& json) {
  return nlohmann::json::parse(json).get<std::vector<Id>>();
}

/// Columns: rules, parameters, seats, mirror, advice.
StoredDivision read_division(Id id, const Query& row) {
  const std::string rules_id = row.text(0);
  StoredDivision division;
  division.id = id;
  division.seats = static_cast<int>(row.number(2));
  division.mirror = row.number(3) != 0;
  division.advice = static_cast<referee::Advice>(row.number(4));
  division.definition = rules::find_definition(rules_id);
  if (division.definition == nullptr)
    throw std::runtime_error(fmt::format("league.db: no rule set '{}'", rules_id));
  division.parameters = division.definition->defaults(2);
  const nlohmann::json json = nlohmann::json::parse(row.text(1));
  for (const auto& [name, value] : json.items()) {
    const auto problem = rules::set_parameter(*division.definition, division.parameters, name,
                                              value.get<std::string>());
    if (problem) throw std::runtime_error(fmt::format("league.db: {}: {}", rules_id, *problem));
  }
  return division;
}

/// Columns: id, line_up, deal, agent, kind, value, detail, seat, seating.
StoredFault read_fault(const Query& row) {
  StoredFault stored;
  stored.id = row.number(0);
  stored.line_up = row.number(1);
  stored.deal = static_cast<std::uint64_t>(row.number(2));
  stored.agent = row.number(3);
  const auto kind = referee::parse_fault_kind(row.text(4));
  if (!kind) throw std::runtime_error(fmt::format("league.db: no kind of fault '{}'", row.text(4)));
  stored.fault.kind = *kind;
  stored.fault.value = static_cast<int>(row.number(5));
  stored.fault.detail = row.text(6);
  stored.fault.seat = static_cast<int>(row.number(7));
  stored.seating = static_cast<int>(row.number(8));
  return stored;
}

/// Columns: id, seed, commitment, open, revealed.
std::vector<Epoch> read_epochs(Query rows) {
  std::vector<Epoch> epochs;
  while (rows.next()) {
    epochs.push_back(
        {rows.number(0), rows.text(1), rows.text(2), rows.number(3) != 0, rows.number(4) != 0});
  }
  return epochs;
}

/// Columns: id, agents, planned, how many deals are stored.
std::vector<StoredLineUp> read_line_ups(Query rows) {
  std::vector<StoredLineUp> line_ups;
  while (rows.next()) {
    line_ups.push_back({rows.number(0), parse_ids(rows.text(1)),
                        static_cast<std::uint64_t>(rows.number(2)),
                        static_cast<std::uint64_t>(rows.number(3))});
  }
  return line_ups;
}

}  // namespace

StoredLeague Store::league() const {
  Query row(*database_, "SELECT name, settings FROM league");
  if (!row.next())
    throw NoLeague("league.db holds no league yet; 'danno league run FILE' plays one");
  StoredLeague league;
  league.name = row.text(0);
  const auto settings = nlohmann::json::parse(row.text(1));
  const auto is = [&](const char* key, std::string_view value) {
    return settings.at(key).get<std::string>() == value;
  };
  for (const Format format : {Format::RoundRobin, Format::Gauntlet, Format::Tournament}) {
    if (is("format", to_string(format))) league.format = format;
  }
  league.rank_by = is("rank_by", to_string(RankBy::Points)) ? RankBy::Points : RankBy::Elo;
  league.repeat = settings.value("repeat", 1);
  league.apart = settings.value("apart", false);
  for (const auto& id : settings.at("divisions")) {
    Query found(*database_,
                "SELECT rules, parameters, seats, mirror, advice FROM division WHERE id = ?",
                id.get<Id>());
    if (!found.next()) throw std::runtime_error("league.db: a division is missing");
    league.divisions.push_back(read_division(id.get<Id>(), found));
  }
  for (const auto& id : settings.at("agents")) {
    Query found(*database_, "SELECT name, version, author FROM agent WHERE id = ?", id.get<Id>());
    if (!found.next()) throw std::runtime_error("league.db: an agent is missing");
    league.agents.push_back(
        {id.get<Id>(), found.text(0), static_cast<int>(found.number(1)), found.text(2)});
  }
  std::ranges::sort(league.agents, {}, &StoredAgent::name);
  return league;
}

std::vector<StoredLineUp> Store::line_ups(const StoredDivision& division) const {
  return read_line_ups(
      {*database_,
       "SELECT id, agents, planned, (SELECT count(*) FROM deal WHERE deal.line_up = "
       "line_up.id AND deal < planned)"
       " FROM line_up WHERE division = ? AND planned > 0 ORDER BY place",
       division.id});
}

std::uint64_t Store::retired_deals() const {
  Query row(*database_,
            "SELECT count(*) FROM deal JOIN line_up ON line_up = line_up.id WHERE planned = 0");
  row.next();
  return static_cast<std::uint64_t>(row.number(0));
}

std::vector<Epoch> Store::epochs(const StoredDivision& division) const {
  return read_epochs({*database_,
                      // The first deal of an epoch will do: deals are many.
                      "SELECT id, seed, commitment, open, revealed FROM epoch WHERE EXISTS"
                      " (SELECT 1 FROM line_up CROSS JOIN deal ON deal.line_up = line_up.id"
                      "  WHERE division = ? AND planned > 0 AND deal.epoch = epoch.id)"
                      " ORDER BY id",
                      division.id});
}

std::vector<std::string> Store::conditions_of(const StoredDivision& division,
                                              const char* column) const {
  const std::string query = fmt::format(
      "SELECT DISTINCT {0} FROM conditions WHERE EXISTS"
      " (SELECT 1 FROM line_up CROSS JOIN deal ON deal.line_up = line_up.id"
      "  WHERE division = ? AND planned > 0 AND deal.conditions = conditions.id) ORDER BY {0}",
      column);
  Query rows(*database_, query.c_str(), division.id);
  std::vector<std::string> values;
  while (rows.next())
    values.push_back(rows.text(0));
  return values;
}

std::vector<std::string> Store::isolation_levels(const StoredDivision& division) const {
  return conditions_of(division, "isolation");
}

std::vector<std::string> Store::isolation_layers(const StoredDivision& division) const {
  return conditions_of(division, "layers");
}

std::string Store::visit_deals(const StoredDivision& division, const VisitDeal& visit) const {
  crypto_generichash_state state;
  crypto_generichash_init(&state, nullptr, 0, crypto_generichash_BYTES);
  for (const StoredLineUp& line_up : line_ups(division)) {
    Query rows(*database_,
               "SELECT deal, games FROM deal WHERE line_up = ? AND deal < ? ORDER BY deal",
               line_up.id, line_up.planned);
    while (rows.next()) {
      const std::string_view games = rows.bytes(1);
      crypto_generichash_update(&state, reinterpret_cast<const unsigned char*>(games.data()),
                                games.size());
      visit(line_up, {static_cast<std::uint64_t>(rows.number(0)), referee::decode_deal(games)});
    }
  }
  std::array<unsigned char, crypto_generichash_BYTES> digest{};
  crypto_generichash_final(&state, digest.data(), digest.size());
  std::string hex;
  for (const unsigned char byte : digest)
    hex += fmt::format("{:02x}", byte);
  return hex;
}

void Store::visit_days(
    const StoredDivision& division,
    const std::function<void(std::optional<std::chrono::sys_days>, const StoredLineUp&,
                             const referee::DealResult&)>& visit) const {
  for (const StoredLineUp& line_up : line_ups(division)) {
    Query rows(*database_,
               "SELECT deal, games, ifnull(day, -1) FROM deal WHERE line_up = ? AND deal < ?"
               " ORDER BY deal",
               line_up.id, line_up.planned);
    while (rows.next()) {
      std::optional<std::chrono::sys_days> day;
      if (rows.number(2) >= 0) day = std::chrono::sys_days(std::chrono::days(rows.number(2)));
      visit(day, line_up,
            {static_cast<std::uint64_t>(rows.number(0)), referee::decode_deal(rows.bytes(1))});
    }
  }
}

void Store::visit_faulty_deals(const StoredLineUp& line_up, const VisitDeal& visit) const {
  Query rows(*database_,
             "SELECT deal, games FROM deal WHERE line_up = ?1 AND deal IN"
             " (SELECT deal FROM fault WHERE line_up = ?1) ORDER BY deal",
             line_up.id);
  while (rows.next())
    visit(line_up,
          {static_cast<std::uint64_t>(rows.number(0)), referee::decode_deal(rows.text(1))});
}

std::vector<StoredFault> Store::faults(const StoredDivision& division) const {
  Query rows(*database_,
             "SELECT fault.id, line_up, deal, agent, kind, value, detail, seat, seating FROM fault"
             " JOIN line_up ON line_up = line_up.id WHERE division = ? AND deal < planned"
             " ORDER BY place, deal, seating, seat",
             division.id);
  std::vector<StoredFault> faults;
  while (rows.next()) {
    faults.push_back(read_fault(rows));
  }
  return faults;
}

std::string Store::fault_report(Id fault) const {
  Query row(*database_, "SELECT report FROM fault WHERE id = ?", fault);
  return row.next() ? row.text(0) : "";
}

std::vector<StoredDivision> Store::all_divisions() const {
  Query rows(*database_,
             "SELECT rules, parameters, seats, mirror, advice, id FROM division ORDER BY id");
  std::vector<StoredDivision> divisions;
  while (rows.next())
    divisions.push_back(read_division(rows.number(5), rows));
  return divisions;
}

std::vector<StoredAgent> Store::all_agents() const {
  Query rows(*database_, "SELECT id, name, version, author FROM agent ORDER BY id");
  std::vector<StoredAgent> agents;
  while (rows.next())
    agents.push_back(
        {rows.number(0), rows.text(1), static_cast<int>(rows.number(2)), rows.text(3)});
  return agents;
}

std::vector<Epoch> Store::all_epochs() const {
  return read_epochs(
      {*database_, "SELECT id, seed, commitment, open, revealed FROM epoch ORDER BY id"});
}

std::vector<StoredLineUp> Store::all_line_ups(const StoredDivision& division) const {
  return read_line_ups(
      {*database_,
       "SELECT id, agents, planned, (SELECT count(*) FROM deal WHERE deal.line_up = "
       "line_up.id) FROM line_up WHERE division = ? ORDER BY planned = 0, place, id",
       division.id});
}

void Store::visit_stored(const StoredLineUp& line_up, std::uint64_t from,
                         const std::function<bool(const StoredDeal&)>& visit) const {
  // The open query keeps the others at its moment, should somebody be playing.
  Query rows(*database_,
             "SELECT deal, epoch, games, json_extract(limits, '$.max_faults') FROM deal"
             " LEFT JOIN conditions ON conditions = conditions.id"
             " WHERE line_up = ? AND deal >= ? ORDER BY deal",
             line_up.id, from);
  while (rows.next()) {
    StoredDeal deal;
    deal.deal = static_cast<std::uint64_t>(rows.number(0));
    deal.epoch = rows.number(1);
    deal.games = rows.text(2);
    deal.max_faults = static_cast<int>(rows.number(3));
    Query faults(*database_,
                 "SELECT id, line_up, deal, agent, kind, value, detail, seat, seating FROM fault"
                 " WHERE line_up = ? AND deal = ? ORDER BY id",
                 line_up.id, deal.deal);
    while (faults.next())
      deal.faults.push_back(read_fault(faults));
    if (!visit(deal)) return;
  }
}

std::uint64_t Store::strays() const {
  Query row(*database_,
            "SELECT (SELECT count(*) FROM deal WHERE line_up NOT IN (SELECT id FROM line_up))"
            " + (SELECT count(*) FROM fault WHERE NOT EXISTS (SELECT 1 FROM deal WHERE"
            " deal.line_up = fault.line_up AND deal.deal = fault.deal))");
  row.next();
  return static_cast<std::uint64_t>(row.number(0));
}

}  // namespace danno::leagues
