// Reads deals as they are stored: in blocks, each a row of `block` and one of `games`.
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <stdexcept>

#include "leagues/store/database.hpp"
#include "leagues/store/deal_tree.hpp"
#include "leagues/store/digester.hpp"
#include "leagues/store/pack.hpp"
#include "leagues/store/rows.hpp"

namespace danno::leagues::store {
namespace {

using referee::play::DealResult;

/// Returns a query for blocks with their luck; its first value is the basis of the luck.
std::string select_blocks(std::string_view rest) {
  return fmt::format(
      "SELECT block.*, luck.sums FROM block LEFT JOIN luck ON luck.block = id AND basis = ? {}",
      rest);
}

/// Reads a row of select_blocks(). The object is overwritten, so that many rows take the room of
/// one.
void read_block(const Query& row, StoredBlock& block) {
  block.id = row.number(0);
  block.line_up = row.number(1);
  block.first = row.number<std::uint64_t>(2);
  block.deals = row.number<std::uint64_t>(3);
  block.epoch = row.number(4);
  block.conditions = row.number(5);
  block.at = std::chrono::sys_seconds(row.number<std::chrono::seconds>(6));
  block.nodes = row.bytes(7);
  block.sums = row.bytes(8);
  block.luck = row.bytes(9);
}

/// Reads the blocks of line-ups, many at once where these come in the order of their ids: a query
/// for each would take longer than all else, and one for all would keep the file from a run.
class BlockReader {
 public:
  /// Reads blocks together with their luck on this basis.
  BlockReader(Database& database, std::string_view luck_basis)
      : database_(database), luck_basis_(luck_basis) {}

  /// Returns a line-up's blocks by rising index, valid until the next call. The caller may change
  /// them.
  std::span<StoredBlock> line_up_blocks(Id line_up) {
    if (line_up < begin_ || line_up >= end_) read_from(line_up);
    const std::span<StoredBlock> here(blocks_.data(), size_);
    return {std::ranges::lower_bound(here, line_up, {}, &StoredBlock::line_up),
            std::ranges::upper_bound(here, line_up, {}, &StoredBlock::line_up)};
  }

 private:
  static constexpr std::size_t kAtOnce = 4096;

  /// Reads all blocks of this line-up, and those of whole line-ups after it.
  void read_from(Id line_up) {
    read({database_, select_blocks("WHERE line_up >= ? ORDER BY line_up, first LIMIT ?").c_str(),
          luck_basis_, line_up, kAtOnce});
    begin_ = line_up;
    end_ = std::numeric_limits<Id>::max();
    if (size_ < kAtOnce) return;
    end_ = blocks_[size_ - 1].line_up;  // which may have more
    if (end_ > line_up) return;
    read({database_, select_blocks("WHERE line_up = ? ORDER BY first").c_str(), luck_basis_,
          line_up});
    end_ = line_up + 1;
  }
  void read(Query rows) {
    for (size_ = 0; rows.next(); ++size_) {
      if (size_ == blocks_.size()) blocks_.emplace_back();
      read_block(rows, blocks_[size_]);
    }
  }

  Database& database_;
  std::string_view luck_basis_;
  std::vector<StoredBlock> blocks_;  // the first size_; others are room for more
  std::size_t size_ = 0;
  Id begin_ = 0;  // whose blocks are here
  Id end_ = 0;
};

/// Shortens a block whose last deals are no longer planned.
void cut(StoredBlock& block, std::uint64_t planned) {
  if (block.first + block.deals <= planned) return;
  block.deals = planned - block.first;
  block.sums.clear();
  block.nodes.clear();
  block.luck.clear();
}

/// Reads the bytes of the deals of a block.
std::vector<std::string> read_games(Database& database, const StoredBlock& block) {
  Query row(database, "SELECT games FROM games WHERE block = ?", block.id);
  std::vector<std::string> games;
  try {
    if (!row.next()) throw std::runtime_error("its games are missing");
    games = unpack(row.bytes(0));
    // A cut block has fewer deals than its frame.
    if (games.size() < block.deals)
      throw std::runtime_error(
          fmt::format("games of {} deals; expected {}", games.size(), block.deals));
  } catch (const std::runtime_error& error) {
    throw Damaged(fmt::format("league.db: block {}: {}", block.id, error.what()));
  }
  games.resize(block.deals);
  return games;
}

/// Adds a block to a tree. cut() removes its hashes, but its games give them again.
void add_to(DealTree& tree, Database& database, const StoredBlock& block) {
  if (block.nodes.empty()) {
    for (std::uint64_t deal = block.first; const std::string& games : read_games(database, block))
      tree.add(deal++, games);
  } else if (!tree.add_block(block.first, block.deals, block.nodes)) {
    throw Damaged(
        fmt::format("league.db: block {}: its hashes are not as many as its deals have", block.id));
  }
}

}  // namespace

std::vector<DealResult> Reader::read_deals(const StoredBlock& block) const {
  std::vector<DealResult> deals;
  for (const std::string& games : read_games(*database_, block))
    deals.push_back({block.first + deals.size(), referee::record::decode_deal(games)});
  return deals;
}

std::string Reader::visit_blocks(std::span<const StoredLineUp> line_ups, const VisitBlock& visit,
                                 std::string_view luck_basis) const {
  Digester digester;
  BlockReader reader(*database_, luck_basis);
  DealTree tree;
  for (const StoredLineUp& line_up : line_ups) {
    const std::span<StoredBlock> blocks = reader.line_up_blocks(line_up.id);
    tree.clear();
    // Blocks that begin behind the planned deals do not count.
    const auto planned = blocks.first(static_cast<std::size_t>(
        std::ranges::lower_bound(blocks, line_up.planned, {}, &StoredBlock::first) -
        blocks.begin()));
    for (StoredBlock& block : planned) {
      cut(block, line_up.planned);
      add_to(tree, *database_, block);
      visit(line_up, block);
    }
    // The digest depends on the deals alone: the tree hides how they were cut into blocks.
    if (!planned.empty()) digester.add(hash_bytes(tree.root()));
  }
  return digester.hex();
}

std::string Reader::visit_deals(const StoredDivision& division, const VisitDeal& visit) const {
  return visit_blocks(line_ups(division),
                      [&](const StoredLineUp& line_up, const StoredBlock& block) {
                        for (const DealResult& deal : read_deals(block))
                          visit(line_up, deal);
                      });
}

std::optional<std::chrono::sys_seconds> Reader::last_played(const StoredDivision& division) const {
  Query row(*database_,
            "SELECT max(at) FROM line_up CROSS JOIN block ON block.line_up = line_up.id"
            " WHERE division = ? AND first < planned",
            division.id);
  if (!row.next() || row.is_null(0)) return std::nullopt;
  return std::chrono::sys_seconds(row.number<std::chrono::seconds>(0));
}

void Reader::visit_faulty_deals(const StoredLineUp& line_up, const VisitDeal& visit) const {
  const std::vector<std::uint64_t> faulty = read_all(
      {*database_, "SELECT DISTINCT deal FROM fault WHERE line_up = ? ORDER BY deal", line_up.id},
      [](const Query& row) { return row.number<std::uint64_t>(0); });
  if (faulty.empty()) return;
  visit_stored_blocks(line_up, [&](const StoredBlock& block) {
    const auto next = std::ranges::lower_bound(faulty, block.first);
    // A block without a faulty deal is not unpacked.
    if (next == faulty.end() || *next >= block.first + block.deals) return;
    for (const DealResult& deal : read_deals(block)) {
      if (std::ranges::binary_search(faulty, deal.deal)) visit(line_up, deal);
    }
  });
}

void Reader::visit_stored_blocks(const StoredLineUp& line_up,
                                 const std::function<void(const StoredBlock&)>& visit,
                                 std::uint64_t from, std::uint64_t end,
                                 std::string_view luck_basis) const {
  // The open query holds the other queries at its moment, in case another process is playing.
  Query rows(*database_,
             select_blocks("WHERE line_up = ? AND first >= ? AND first < ? ORDER BY first").c_str(),
             luck_basis, line_up.id, from, end);
  StoredBlock block;
  while (rows.next()) {
    read_block(rows, block);
    visit(block);
  }
}

std::vector<StoredFault> Reader::faults_in(const StoredLineUp& line_up, std::uint64_t first,
                                           std::uint64_t end) const {
  return read_all({*database_,
                   "SELECT id, line_up, deal, agent, kind, value, detail, seat, seating FROM fault"
                   " WHERE line_up = ? AND deal >= ? AND deal < ? ORDER BY deal, id",
                   line_up.id, first, end},
                  read_fault);
}

bool Reader::visit_stored(const StoredLineUp& line_up, const StoredBlock& block, std::uint64_t from,
                          const std::function<bool(const StoredDeal&)>& visit) const {
  Query limits(*database_,
               "SELECT json_extract(limits, '$.max_faults') FROM conditions WHERE id = ?",
               block.conditions);
  const int max_faults = limits.next() ? limits.number<int>(0) : 0;
  std::uint64_t number = block.first;
  const std::vector<StoredFault> faults =
      faults_in(line_up, block.first, block.first + block.deals);
  auto fault = faults.begin();  // They come in the order of the deals.
  for (std::string& games : read_games(*database_, block)) {
    StoredDeal deal{number++, block.epoch, max_faults, std::move(games), {}};
    for (; fault != faults.end() && fault->deal <= deal.deal; ++fault)
      deal.faults.push_back(*fault);
    if (deal.deal < from) continue;
    if (!visit(deal)) return false;
  }
  return true;
}

void Reader::visit_stored(const StoredLineUp& line_up, std::uint64_t from,
                          const std::function<bool(const StoredDeal&)>& visit) const {
  bool goes_on = true;
  visit_stored_blocks(line_up, [&](const StoredBlock& block) {
    if (goes_on && block.first + block.deals > from)
      goes_on = visit_stored(line_up, block, from, visit);
  });
}

// --- their luck ----------------------------------------------------------------------------------

std::vector<StoredBlock> Reader::blocks_without_luck(const StoredDivision& division,
                                                     std::string_view basis) const {
  return read_all(
      {*database_,
       "SELECT block.id, block.line_up, first, min(deals, planned - first) FROM line_up"
       " CROSS JOIN block ON block.line_up = line_up.id"
       " LEFT JOIN luck ON luck.block = block.id AND basis = ?"
       " WHERE division = ? AND first < planned"
       " AND (luck.block IS NULL OR first + deals > planned) ORDER BY block.line_up, first",
       basis, division.id},
      [](const Query& row) {
        return StoredBlock{.id = row.number(0),
                           .line_up = row.number(1),
                           .first = row.number<std::uint64_t>(2),
                           .deals = row.number<std::uint64_t>(3)};
      });
}

std::vector<std::string> Reader::luck_bases(const StoredDivision& division) const {
  return read_texts({*database_,
                     "SELECT DISTINCT basis FROM luck JOIN block ON luck.block = block.id"
                     " JOIN line_up ON line_up = line_up.id WHERE division = ? ORDER BY basis",
                     division.id});
}

void Reader::store_luck(std::string_view basis, std::span<const StoredBlock> blocks) {
  // Luck is stored only for a block that is still there with the same deals.
  Transaction transaction(*database_);
  for (const StoredBlock& block : blocks) {
    Query(*database_,
          "INSERT OR REPLACE INTO luck (block, basis, sums)"
          " SELECT id, ?, ? FROM block WHERE id = ? AND first = ? AND deals = ?",
          basis, Blob{block.luck}, block.id, block.first, block.deals)
        .run();
  }
  transaction.commit();
}

namespace {

/// Returns whether `next` continues `run`: both are one row of the digest, whatever their blocks.
bool continues(const StoredBlock& run, const StoredBlock& next) {
  return run.line_up == next.line_up && run.first + run.deals == next.first &&
         run.epoch == next.epoch && run.conditions == next.conditions && run.day() == next.day();
}

}  // namespace

void digest_deals(Database& database, RowDigester& digester) {
  std::optional<StoredBlock> run;
  DealTree tree;
  const auto end_run = [&] {
    for (const std::int64_t number :
         {run->line_up, static_cast<std::int64_t>(run->first),
          static_cast<std::int64_t>(run->deals), run->epoch, run->conditions,
          std::int64_t{run->day().time_since_epoch().count()}})
      digester.add_number(number);
    digester.end_row();
  };
  const auto end_line_up = [&] {
    if (!run) return;
    end_run();
    digester.add_number(run->line_up);
    digester.add_value(hash_bytes(tree.root()));
    digester.end_row();
    run.reset();
    tree.clear();
  };
  Query rows(database, "SELECT *, '' FROM block ORDER BY line_up, first");
  for (StoredBlock block; rows.next();) {
    read_block(rows, block);
    if (run && run->line_up != block.line_up) end_line_up();
    add_to(tree, database, block);
    if (run && continues(*run, block)) {
      run->deals += block.deals;
    } else {
      if (run) end_run();
      run = block;
    }
  }
  end_line_up();
}

}  // namespace danno::leagues::store
