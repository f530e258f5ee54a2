// Deals in a store, changed as somebody would who knows how they are stored.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "leagues/ratings/deal_sums.hpp"
#include "leagues/store/pack.hpp"
#include "leagues/store/rows.hpp"

namespace danno::leagues {

/// The bytes of deals by index.
using DealBytes = std::map<std::uint64_t, std::string>;

inline std::string written_sums(const DealBytes& deals, std::size_t agents) {
  try {
    std::vector<referee::play::DealResult> played;
    for (const auto& [deal, games] : deals)
      played.push_back({deal, referee::record::decode_deal(games)});
    const auto sums = ratings::sum_deals(played, agents);
    return sums ? ratings::encode_sums(*sums) : "";
  } catch (const std::runtime_error&) {
    return "";
  }
}

/// Changes the deals of one block, which becomes as many as follow each other; their hashes and
/// sums are made anew.
inline void change_block(store::Database& database, std::int64_t id,
                         const std::function<void(DealBytes&)>& change) {
  store::StoredBlock block;
  std::size_t agents = 0;
  DealBytes deals;
  {
    store::Query row(database,
                     "SELECT line_up, first, epoch, conditions, at, games,"
                     " (SELECT json_array_length(agents) FROM line_up WHERE id = line_up)"
                     " FROM block JOIN games ON block = id WHERE id = ?",
                     id);
    row.next();
    block.line_up = row.number(0);
    std::uint64_t deal = static_cast<std::uint64_t>(row.number(1));
    block.epoch = row.number(2);
    block.conditions = row.number(3);
    block.at = std::chrono::sys_seconds(std::chrono::seconds(row.number(4)));
    for (std::string& games : store::unpack(row.bytes(5)))
      deals[deal++] = std::move(games);
    agents = static_cast<std::size_t>(row.number(6));
  }
  change(deals);
  store::Query(database, "DELETE FROM games WHERE block = ?", id).run();
  store::Query(database, "DELETE FROM block WHERE id = ?", id).run();
  while (!deals.empty()) {
    DealBytes run;
    for (block.first = deals.begin()->first; deals.contains(block.first + run.size());)
      run.insert(deals.extract(block.first + run.size()));
    std::vector<std::string> games;
    for (const auto& [deal, bytes] : run)
      games.push_back(bytes);
    block.deals = games.size();
    block.sums = written_sums(run, agents);
    store::insert_block(database, block, games);
  }
}

/// Changes the deals of every block of a line-up, or of all line-ups (0).
inline void change_deals(const std::filesystem::path& folder, std::int64_t line_up,
                         const std::function<void(DealBytes&)>& change) {
  store::Database database(folder / "league.db", SQLITE_OPEN_READWRITE);
  std::vector<std::int64_t> blocks;
  {
    store::Query rows(database, "SELECT id FROM block WHERE ?1 IN (0, line_up) ORDER BY id",
                      line_up);
    while (rows.next())
      blocks.push_back(rows.number(0));
  }
  for (const std::int64_t block : blocks)
    change_block(database, block, change);
}

inline void delete_deals(const std::filesystem::path& folder, std::int64_t line_up,
                         const std::vector<std::uint64_t>& deals) {
  change_deals(folder, line_up, [&](DealBytes& stored) {
    for (const std::uint64_t deal : deals)
      stored.erase(deal);
  });
}

}  // namespace danno::leagues
