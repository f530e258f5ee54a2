#include "leagues/report/stored_game.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <stdexcept>
#include <tuple>
#include <utility>

#include "leagues/base/number.hpp"
#include "referee/record/audit.hpp"

namespace danno::leagues::report {
namespace {

using referee::record::GameRecord;
using referee::record::Step;
using referee::record::WrittenEvent;
using referee::record::WrittenGame;

/// The last part of `text` after a slash, taken off it; nothing if that is no number.
std::optional<std::uint64_t> take_number(std::string_view& text) {
  const std::size_t slash = text.rfind('/');
  if (slash == std::string_view::npos) return std::nullopt;
  const std::string_view digits = text.substr(slash + 1);
  text.remove_suffix(text.size() - slash);
  return base::parse_whole<std::uint64_t>(digits);
}

/// Returns the names by seat, as a written game has them.
std::vector<std::string> player_names(const GameRecord& record,
                                      std::span<const std::string> names) {
  std::vector<std::string> by_seat;
  for (std::size_t seat = 0; seat < record.seats; ++seat)
    by_seat.push_back(names[record.agent_at.at(seat)]);
  return referee::record::written_names(by_seat);
}

/// Adds the forfeits of absent seats: before the first throw, until one seat is left.
void write_absent(const GameRecord& record, WrittenGame& game) {
  int left = record.seats;
  for (int seat = 0; seat < record.seats && left > 1; ++seat) {
    if (!record.absent.has(seat)) continue;
    WrittenEvent event;
    event.kind = WrittenEvent::Kind::Forfeit;
    event.seat = seat;
    game.events.push_back(event);
    --left;
  }
}

/// The public parts of seeds: the commitment, and the seed itself or nothing while it is secret.
using PublicSeeds = std::map<store::Id, std::pair<std::string, std::string>>;

PublicSeeds public_seeds(const store::Reader& store) {
  PublicSeeds seeds;
  for (const store::Epoch& epoch : store.all_epochs())
    // A seed is published with its commitment once it is revealed, or if it was never secret.
    seeds[epoch.id] = {epoch.commitment, epoch.open || epoch.revealed ? epoch.seed : ""};
  return seeds;
}

using VisitGame = std::function<void(const StoredGame&)>;

/// Visits the games of a deal. `game` has what they share with the line-up's other games.
void visit_deal(StoredGame& game, const store::StoredDeal& deal, const PublicSeeds& seeds,
                const VisitGame& visit) {
  const auto seed = seeds.find(deal.epoch);
  std::tie(game.commitment, game.seed) =
      seed == seeds.end() ? std::pair<std::string, std::string>() : seed->second;
  game.id.deal = deal.deal;
  game.id.seating = 0;
  for (GameRecord& record : referee::record::decode_deal(deal.games)) {
    game.record = std::move(record);
    game.faults.clear();
    std::ranges::copy_if(
        deal.faults, std::back_inserter(game.faults),
        [&](const store::StoredFault& fault) { return fault.seating == game.id.seating; });
    visit(game);
    ++game.id.seating;
  }
}

/// Visits the games of a division's line-ups, or only those of one deal.
void visit_line_ups(const store::Reader& store, const store::StoredDivision& division,
                    std::span<const store::StoredLineUp> line_ups,
                    std::optional<std::uint64_t> only_deal, const VisitGame& visit) {
  const PublicSeeds seeds = public_seeds(store);
  const auto agents = store.all_agents();
  StoredGame game;
  game.id.rules = division_name(division, store.league());
  // All games share the rules, whose table of keeps takes milliseconds to make.
  game.rules = std::make_shared<const rules::RuleSet>(*division.definition, division.seats,
                                                      division.parameters);
  game.key_rules = referee::play::rules_in_key(*game.rules, division.advice);
  game.same_dice = division.mirror;
  for (const store::StoredLineUp& line_up : line_ups) {
    game.agents = line_up.agents;
    game.names = store::agent_names(line_up, agents);
    game.key_names = store::key_names(line_up, agents);
    game.id.line_up = fmt::format("{}", fmt::join(game.names, ","));
    store.visit_stored(line_up, only_deal.value_or(0), [&](const store::StoredDeal& deal) {
      if (!only_deal || deal.deal == *only_deal) visit_deal(game, deal, seeds, visit);
      return !only_deal;
    });
  }
}

/// Returns the line-ups that contain one of `agents`; all line-ups if `agents` is empty.
std::vector<store::StoredLineUp> line_ups_with(const store::Reader& store,
                                               const store::StoredDivision& division,
                                               std::span<const store::Id> agents) {
  std::vector<store::StoredLineUp> line_ups = store.all_line_ups(division);
  if (agents.empty()) return line_ups;
  std::erase_if(line_ups, [&](const store::StoredLineUp& line_up) {
    return std::ranges::find_first_of(line_up.agents, agents) == line_up.agents.end();
  });
  return line_ups;
}

}  // namespace

std::string to_string(const GameId& id) {
  return fmt::format("{}/{}/{}/{}", id.rules, id.line_up, id.deal, id.seating);
}

std::optional<GameId> parse_game_id(std::string_view text) {
  const auto seating = take_number(text);
  if (!seating || *seating >= rules::kMaxSeats) return std::nullopt;
  const auto deal = take_number(text);
  const std::size_t slash = text.find('/');
  if (!deal || slash == 0 || slash == std::string_view::npos || slash + 1 == text.size())
    return std::nullopt;
  return GameId{std::string(text.substr(0, slash)), std::string(text.substr(slash + 1)), *deal,
                static_cast<int>(*seating)};
}

std::string division_name(const store::StoredDivision& division,
                          const store::StoredLeague& league) {
  const std::string_view rules = division.definition->id;
  // Rules that changed in the course of a league have several divisions; older ones get their
  // number.
  const bool current = std::ranges::find(league.divisions, division.id,
                                         &store::StoredDivision::id) != league.divisions.end();
  return current ? std::string(rules) : fmt::format("{}#{}", rules, division.id);
}

WrittenGame written_game(const StoredGame& stored) {
  const GameRecord& record = stored.record;
  WrittenGame game;
  game.definition = &stored.rules->definition();
  game.parameters = stored.rules->parameters();
  game.players = player_names(record, stored.names);
  game.first = record.first;
  write_absent(record, game);
  const auto problem = referee::record::replay(
      *stored.rules, record, [&](const Step& step, const rules::Position&, const rules::Position&) {
        if (auto event = referee::record::written_step(*game.definition, step))
          game.events.push_back(*std::move(event));
      });
  if (problem) throw std::runtime_error("a stored game is not legal: " + *problem);
  return game;
}

std::vector<StoredGame> read_deal(const store::Reader& store, const store::StoredDivision& division,
                                  const store::StoredLineUp& line_up, std::uint64_t number) {
  std::vector<StoredGame> found;
  visit_line_ups(store, division, {&line_up, 1}, number,
                 [&](const StoredGame& game) { found.push_back(game); });
  return found;
}

const store::StoredLineUp* find_line_up(std::string_view text,
                                        std::span<const store::StoredLineUp> line_ups,
                                        std::span<const store::StoredAgent> agents) {
  const store::StoredLineUp* found = nullptr;
  std::vector<std::string> meant;
  for (const store::StoredLineUp& line_up : line_ups) {
    const auto names = store::versioned_names(store::agents_in(line_up, agents));
    if (!entrants::lists_agents(text, names)) continue;
    found = &line_up;
    meant.push_back(store::line_up_name(line_up, agents));
    if (meant.back() == text) return found;
  }
  if (meant.size() > 1)
    throw store::WrongFolder(fmt::format("several line-ups are named '{}'; expected one of {}",
                                         text, fmt::join(meant, " or ")));
  return found;
}

std::vector<StoredGame> find_deal(const store::Reader& store, const GameId& id) {
  const store::StoredLeague league = store.league();
  const auto agents = store.all_agents();
  std::vector<StoredGame> found;
  for (const store::StoredDivision& division : store.all_divisions()) {
    if (division_name(division, league) != id.rules) continue;
    const auto line_ups = store.all_line_ups(division);
    if (const auto* const line_up = find_line_up(id.line_up, line_ups, agents))
      found = read_deal(store, division, *line_up, id.deal);
  }
  return found;
}

std::optional<StoredGame> find_game(const store::Reader& store, const GameId& id) {
  for (StoredGame& game : find_deal(store, id)) {
    if (game.id.seating == id.seating) return std::move(game);
  }
  return std::nullopt;
}

void visit_games(const store::Reader& store, const std::function<void(const StoredGame&)>& visit,
                 std::span<const store::Id> agents) {
  for (const store::StoredDivision& division : store.all_divisions())
    visit_line_ups(store, division, line_ups_with(store, division, agents), std::nullopt, visit);
}

std::uint64_t count_deals(const store::Reader& store, std::span<const store::Id> agents) {
  std::uint64_t deals = 0;
  for (const store::StoredDivision& division : store.all_divisions()) {
    for (const store::StoredLineUp& line_up : line_ups_with(store, division, agents))
      deals += line_up.played;
  }
  return deals;
}

}  // namespace danno::leagues::report
