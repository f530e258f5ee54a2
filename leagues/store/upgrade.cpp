#include "leagues/store/upgrade.hpp"

#include <fmt/format.h>

#include <optional>
#include <stdexcept>
#include <vector>

#include "leagues/scores/deal_sums.hpp"
#include "leagues/store/rows.hpp"
#include "leagues/store/store.hpp"

namespace danno::leagues::store {
namespace {

namespace fs = std::filesystem;

/// Empty where they cannot be summed; verify says what is wrong with them.
std::string sums_of(std::uint64_t first, std::span<const std::string> games, std::size_t agents) {
  try {
    std::vector<referee::play::DealResult> deals;
    for (const std::string& deal : games)
      deals.push_back({first + deals.size(), referee::record::decode_deal(deal)});
    const auto sums = scores::sum_deals(deals, agents);
    return sums ? scores::encode_sums(*sums) : "";
  } catch (const std::runtime_error&) {
    return "";
  }
}

/// Takes rows and stores those that make a block.
class Packer {
 public:
  explicit Packer(Database& database) : database_(database) {}

  void add(const StoredBlock& deal, std::size_t agents, std::string games) {
    if (!goes_on_with(deal)) {
      flush();
      block_ = deal;
      agents_ = agents;
    } else {
      ++block_.deals;
    }
    games_.push_back(std::move(games));
  }
  void flush() {
    if (games_.empty()) return;
    block_.sums = sums_of(block_.first, games_, agents_);
    insert_block(database_, block_, games_);
    games_.clear();
  }

 private:
  [[nodiscard]] bool goes_on_with(const StoredBlock& deal) const {
    return !games_.empty() && block_.line_up == deal.line_up &&
           block_.first + block_.deals == deal.first && deal.first % kLargestBlock != 0 &&
           block_.epoch == deal.epoch && block_.conditions == deal.conditions &&
           block_.day == deal.day;
  }

  Database& database_;
  StoredBlock block_;
  std::size_t agents_ = 0;
  std::vector<std::string> games_;
};

/// Rows (after, until]: a stage that was published ends there, and blocks do not reach over it.
void move_rows(Database& database, std::int64_t after, std::int64_t until) {
  Packer packer(database);
  Query rows(database,
             "SELECT line_up, deal, epoch, conditions, day, games, json_array_length(agents)"
             " FROM unpacked_deal AS d LEFT JOIN line_up ON line_up.id = d.line_up"
             " WHERE d.rowid > ? AND d.rowid <= ? ORDER BY line_up, deal",
             after, until);
  while (rows.next()) {
    StoredBlock deal{.line_up = rows.number(0),
                     .first = static_cast<std::uint64_t>(rows.number(1)),
                     .deals = 1,
                     .epoch = rows.number(2),
                     .conditions = rows.number(3)};
    if (!rows.is_null(4)) deal.day = rows.number(4);
    packer.add(deal, static_cast<std::size_t>(rows.number(6)), rows.text(5));
  }
  packer.flush();
}

/// The last rows of the stages that were published, and of all.
std::vector<std::int64_t> last_rows(Database& database) {
  std::vector<std::int64_t> last;
  Query rows(database,
             "SELECT json_extract(stage, '$.deals') AS last FROM published WHERE stage IS NOT NULL"
             " UNION SELECT ifnull(max(rowid), 0) FROM unpacked_deal ORDER BY last");
  while (rows.next())
    last.push_back(rows.number(0));
  return last;
}

}  // namespace

void keep_beside(const fs::path& file, int version) {
  Database(file, SQLITE_OPEN_READWRITE).leave_wal();
  const fs::path kept = fmt::format("{}.{}", file.string(), version);
  for (const char* const end : {"-wal", ""}) {  // where somebody reads, the first may stay
    if (!fs::exists(file.string() + end)) continue;
    const fs::path part = kept.string() + end + ".part";
    fs::copy_file(file.string() + end, part, fs::copy_options::overwrite_existing);
    fs::rename(part, kept.string() + end);
  }
}

void move_into_blocks(Database& database) {
  std::int64_t after = 0;
  for (const std::int64_t until : last_rows(database)) {
    move_rows(database, after, until);
    after = until;
    Query(database,
          "UPDATE published SET stage = json_set(json_remove(stage, '$.deals'), '$.blocks',"
          " (SELECT ifnull(max(id), 0) FROM block), '$.schema', 4)"
          " WHERE json_extract(stage, '$.deals') = ?",
          until)
        .run();
  }
  database.execute("DROP TABLE unpacked_deal");
  const std::string stage = kStage;
  database.execute(("UPDATE published SET stage = json_set((" + stage +
                    "), '$.schema', 4) WHERE stage IS NULL AND digests IS NOT NULL")
                       .c_str());
}

}  // namespace danno::leagues::store
