#include "leagues/store/writer.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <system_error>
#include <utility>

#include "leagues/base/json.hpp"
#include "leagues/base/outside_file.hpp"
#include "leagues/base/utc.hpp"
#include "leagues/base/whole_file.hpp"
#include "leagues/ratings/deal_sums.hpp"
#include "leagues/store/database.hpp"
#include "leagues/store/deal_tree.hpp"
#include "leagues/store/league.hpp"
#include "leagues/store/pack.hpp"
#include "leagues/store/rows.hpp"
#include "referee/protocol/report.hpp"

namespace danno::leagues::store {

using base::Json;
using referee::play::DealResult;
namespace {

namespace fs = std::filesystem;

/// Locks the folder for one writing process. The kernel frees the lock when the process ends,
/// however it ends.
referee::sandbox::Descriptor lock_folder(const fs::path& folder) {
  referee::sandbox::Descriptor fd(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!fd) throw std::system_error(errno, std::generic_category(), folder.string());
  if (::flock(fd.get(), LOCK_EX | LOCK_NB) == 0) return fd;
  if (errno != EWOULDBLOCK)
    throw std::system_error(errno, std::generic_category(), folder.string());
  throw LeagueBusy(fmt::format(
      "a league is already running in {}; 'danno league status --out {}' shows how far it is",
      folder.string(), folder.string()));
}

/// Makes league.db under another name and renames it, so that a kill leaves all of it or nothing.
void create_database(const fs::path& file) {
  // A journal of a database that is gone would be taken for one of the new file.
  for (const char* const beside : {"-journal", "-wal", "-shm"})
    fs::remove(file.string() + beside);
  base::write_secret(file, new_database());
}

/// Makes league.db if it does not exist. Leaves another program's file as it is.
void require_ours(const fs::path& file) {
  const fs::file_status status = fs::status(file);
  if (!fs::exists(status) || (fs::is_regular_file(status) && fs::is_empty(file)))
    return create_database(file);
  if (Database::has_journal(file)) {
    // SQLite takes back what a kill left of the last change, once the file is opened for writing.
    constexpr std::size_t kHeader = 100;
    std::array<char, kHeader> header{};
    const auto database = base::open_outside(file);
    const ssize_t got = ::read(database.get(), header.data(), header.size());
    if (!is_danno_header({header.data(), static_cast<std::size_t>(std::max<ssize_t>(got, 0))}))
      throw other_program(file);
    return;
  }
  const auto database = Database::open_untouched(file);
  if (!has_schema(*database, file)) create_database(file);
}

/// Returns how many deals, from the first one on, make a block.
std::size_t block_size(std::span<const DealResult> deals) {
  std::size_t size = 1;
  while (size < deals.size() && deals[size].deal == deals.front().deal + size)
    ++size;
  return deals_of_block(deals.front().deal, size);
}

/// Prepares the place of a new block. Throws if one of its deals is stored already.
void make_room(Database& database, const StoredBlock& block) {
  Query found(database, "SELECT 1 FROM block WHERE line_up = ? AND first < ? AND first + deals > ?",
              block.line_up, block.first + block.deals, block.first);
  if (found.next()) {
    throw std::runtime_error(
        fmt::format("league.db: some of deals {} to {} of line-up {} are there", block.first,
                    block.first + block.deals - 1, block.line_up));
  }
  // Faults of deals that a user deleted by hand may remain: remove them.
  Query(database, "DELETE FROM fault WHERE line_up = ? AND deal >= ? AND deal < ?", block.line_up,
        block.first, block.first + block.deals)
      .run();
}

void add_faults(Database& database, const StoredLineUp& line_up, const DealResult& deal) {
  for (const referee::record::GameRecord& game : deal.games) {
    for (const referee::record::Fault& fault : game.faults) {
      const Id agent = line_up.agents[game.agent_at[static_cast<std::size_t>(fault.seat)]];
      Query(database,
            "INSERT INTO fault (line_up, deal, seating, seat, agent, kind, value, detail, report)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            line_up.id, deal.deal, static_cast<int>(game.seating), fault.seat, agent,
            referee::record::to_string(fault.kind), fault.value, describe(fault.cause),
            referee::protocol::report_json(fault))
          .run();
    }
  }
}

/// Stores deals that make one block.
void add_block(Database& database, const StoredLineUp& line_up, const Epoch& epoch, Id conditions,
               std::span<const DealResult> deals) {
  StoredBlock block{.line_up = line_up.id,
                    .first = deals.front().deal,
                    .deals = deals.size(),
                    .epoch = epoch.id,
                    .conditions = conditions,
                    .at = base::utc_now()};
  make_room(database, block);
  std::vector<std::string> games;
  for (const DealResult& deal : deals) {
    games.push_back(referee::record::encode_deal(deal.games));
    add_faults(database, line_up, deal);
  }
  // Tables are made of the sums without unpacking a game. Games that cannot be added up leave them
  // empty.
  if (const auto sums = ratings::sum_deals(deals, line_up.agents.size()))
    block.sums = ratings::encode_sums(*sums);
  insert_block(database, block, games);
}

}  // namespace

void insert_block(Database& database, const StoredBlock& block,
                  std::span<const std::string> games) {
  DealTree tree;
  for (std::uint64_t deal = block.first; const std::string& one : games)
    tree.add(deal++, one);
  StoredBlock hashed = block;
  hashed.nodes = tree.nodes();
  insert_packed(database, hashed, pack(games));
}

Id insert_packed(Database& database, const StoredBlock& block, const std::string& games) {
  Query(database,
        "INSERT INTO block (line_up, first, deals, epoch, conditions, at, nodes, sums)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        block.line_up, block.first, block.deals, block.epoch, block.conditions,
        block.at.time_since_epoch().count(), Blob{block.nodes}, Blob{block.sums})
      .run();
  const Id id = database.last_id();
  Query(database, "INSERT INTO games (block, games) VALUES (?, ?)", id, Blob{games}).run();
  return id;
}

std::uint64_t deals_of_block(std::uint64_t first, std::uint64_t deals) {
  // A block ends at a multiple of kLargestBlock, so that threads of verify can divide a line-up
  // there.
  return std::min(deals, kLargestBlock - first % kLargestBlock);
}

Writer::~Writer() {
  if (database_) database_->leave_wal();
}

Writer Writer::open_to_play(const fs::path& folder) {
  if (fs::exists(fs::symlink_status(folder)) && !fs::is_directory(folder))
    throw WrongFolder(
        fmt::format("{}: not a folder; expected one, or a new name", folder.string()));
  fs::create_directories(folder);
  referee::sandbox::Descriptor hold = lock_folder(folder);
  const fs::path file = folder / "league.db";
  require_ours(file);
  auto database = std::make_shared<Database>(file, SQLITE_OPEN_READWRITE);
  // The seed is in it.
  fs::permissions(file, fs::perms::owner_read | fs::perms::owner_write);
  database->execute("PRAGMA journal_mode = WAL");
  // Everything published, such as a seed's commitment, must be on the disk.
  database->execute("PRAGMA synchronous = FULL");
  return {std::move(database), std::move(hold)};
}

void Writer::sync_with(const League& league, const PlanLineUps& plan,
                       const std::function<void(const Reader&)>& check) {
  Change change(*database_);
  // Luck of blocks that a user deleted by hand may remain, and new blocks could get their ids.
  database_->execute("DELETE FROM luck WHERE block NOT IN (SELECT id FROM block)");
  sync_rows(*database_, league, plan);
  if (check) check(reader_);
  change.commit();
}

StoredLineUp Writer::plan_table(const StoredDivision& division, const std::vector<Id>& agents,
                                std::uint64_t deal, std::uint64_t place) {
  Change change(*database_);
  Query row(*database_,
            "INSERT INTO line_up (division, agents, planned, place) VALUES (?1, ?2, ?3, ?4)"
            " ON CONFLICT (division, agents) DO UPDATE SET planned = max(planned, ?3)"
            " RETURNING id, planned",
            division.id, base::dump(Json(agents)), deal + 1, place);
  row.next();
  StoredLineUp line_up{row.number(0), agents, row.number<std::uint64_t>(1), 0};
  row.run();
  change.commit();
  return line_up;
}

void Writer::close_schedule() {
  Change change(*database_);
  database_->execute(
      "UPDATE line_up SET planned ="
      " ifnull((SELECT sum(deals) FROM block WHERE line_up = line_up.id), 0) WHERE planned > 0");
  database_->execute("UPDATE league SET settings = json_set(settings, '$.deals', NULL)");
  change.commit();
}

StoredRound Writer::add_round(const StoredDivision& division, Json plan,
                              std::span<const RoundTable> tables) {
  Change change(*database_);
  plan["tables"] = Json::array();
  for (const RoundTable& table : tables) {
    Query row(*database_,
              "SELECT count(*), (SELECT ifnull(max(first + deals), 0) FROM block WHERE line_up ="
              " (SELECT id FROM line_up WHERE division = ?1 AND agents = ?2))"
              " FROM line_up WHERE division = ?1",
              division.id, base::dump(Json(table.agents)));
    row.next();
    const auto first = row.number<std::uint64_t>(1);
    const StoredLineUp line_up =
        plan_table(division, table.agents, first + table.deals - 1, row.number<std::uint64_t>(0));
    plan["tables"].push_back(Json::array({line_up.id, first, first + table.deals}));
  }
  const auto now = base::utc_now();
  Query(*database_, "INSERT INTO round (division, begun, plan) VALUES (?, ?, ?)", division.id,
        now.time_since_epoch().count(), base::dump(plan))
      .run();
  const StoredRound round{database_->last_id(), now, std::move(plan)};
  change.commit();
  return round;
}

Epoch Writer::current_epoch(const std::optional<std::string>& seed) {
  const std::vector<PlanOfParts> plans = reader_.plans();
  for (const Epoch& epoch : reader_.all_epochs()) {
    const bool secret = !epoch.open && !epoch.revealed &&
                        std::ranges::count(plans, epoch.id, &PlanOfParts::epoch) == 0;
    if (seed ? epoch.seed == *seed : secret) return epoch;
  }
  return add_epoch(seed);
}

Epoch Writer::add_epoch(const std::optional<std::string>& seed) {
  Epoch epoch;
  epoch.open = epoch.revealed = seed.has_value();
  epoch.seed = seed ? *seed : referee::record::draw_seed().text;
  epoch.commitment = referee::record::commitment({epoch.seed});
  if (!seed) {
    epoch.agent_secret = referee::record::draw_seed().text;
    epoch.agent_commitment = referee::record::commitment({epoch.agent_secret});
  }
  Change change(*database_);
  Query(*database_,
        "INSERT INTO epoch (seed, commitment, agent_secret, agent_commitment, open, revealed)"
        " VALUES (?, ?, ?, ?, ?, ?)",
        epoch.seed, epoch.commitment, epoch.agent_secret, epoch.agent_commitment, epoch.open,
        epoch.revealed)
      .run();
  epoch.id = database_->last_id();
  change.commit();
  return epoch;
}

Writer::BegunPlan Writer::begin_plan(const std::optional<std::string>& seed, const fs::path& folder,
                                     int parts) {
  Change change(*database_);
  BegunPlan plan{0, seed ? current_epoch(seed) : add_epoch({})};
  Query(*database_, "INSERT INTO plan (epoch, folder, parts, open) VALUES (?, ?, ?, 1)",
        plan.epoch.id, folder.string(), parts)
      .run();
  plan.id = database_->last_id();
  change.commit();
  return plan;
}

void Writer::end_plan(Id plan) {
  Change change(*database_);
  Query(*database_, "UPDATE plan SET open = 0 WHERE id = ?", plan).run();
  change.commit();
}

void Writer::reveal_seeds() {
  Change change(*database_);
  database_->execute("UPDATE epoch SET revealed = 1");
  change.commit();
}

Id Writer::conditions_id(const Conditions& conditions) {
  const std::string limits = base::dump(limits_json(conditions.limits));
  Change change(*database_);
  Query(*database_,
        "INSERT OR IGNORE INTO conditions (isolation, layers, machine, limits) VALUES (?, ?, ?, ?)",
        conditions.isolation, conditions.layers, conditions.machine, limits)
      .run();
  const Id id = read_number({*database_,
                             "SELECT id FROM conditions WHERE isolation = ? AND layers = ? AND "
                             "machine = ? AND limits = ?",
                             conditions.isolation, conditions.layers, conditions.machine, limits});
  change.commit();
  return id;
}

void Writer::add_deals(const StoredLineUp& line_up, const Epoch& epoch, Id conditions,
                       std::span<const DealResult> deals) {
  Change change(*database_);
  while (!deals.empty()) {
    const std::size_t size = block_size(deals);
    add_block(*database_, line_up, epoch, conditions, deals.first(size));
    deals = deals.subspan(size);
  }
  change.commit();
}

void Writer::add_blocks(const Epoch& epoch, std::span<const PackedBlock> blocks) {
  Change change(*database_);
  for (const PackedBlock& packed : blocks) {
    StoredBlock block = packed.block;
    block.epoch = epoch.id;
    block.at = base::utc_now();
    make_room(*database_, block);
    const Id id = insert_packed(*database_, block, packed.games);
    if (packed.luck_basis.empty()) continue;
    Query(*database_, "INSERT INTO luck (block, basis, sums) VALUES (?, ?, ?)", id,
          packed.luck_basis, Blob{block.luck})
        .run();
  }
  change.commit();
}

}  // namespace danno::leagues::store
