// Verifies a league: every game is replayed by the referee, seeds are compared with their
// commitments, and the tables are made again from the games.
//
// Verification needs no trust in the program that played. It uses the rules, the seeds in league.db
// and the games, and it finds a row that was changed by hand. A run may be playing meanwhile. Games
// are therefore read as they were at one moment (`snapshot_`), and the check of published tables
// uses the moment of their publication.
#include "leagues/verify/verify.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <deque>
#include <limits>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

#include "leagues/ratings/deal_sums.hpp"
#include "leagues/report/block_luck.hpp"
#include "leagues/report/stored_game.hpp"
#include "leagues/schedule/formats.hpp"
#include "leagues/store/deal_tree.hpp"
#include "leagues/store/reader.hpp"
#include "leagues/verify/line_up.hpp"
#include "leagues/verify/published.hpp"
#include "referee/solver/parallel_for.hpp"

namespace danno::leagues::verify {
namespace {

namespace fs = std::filesystem;
using store::StoredLineUp;

/// The part of a key that all deals of a line-up share, but for the seed and for who is out: two
/// line-ups that differ only in this would have a name twice.
using Shared =
    std::tuple<std::string, std::string, std::vector<std::pair<std::string, std::string>>, bool,
               std::vector<std::string>>;

Shared shared_part(const VerifyContext& context) {
  auto rules = referee::play::rules_in_key(*context.rules, context.division->advice);
  std::vector<std::string> names = context.names;
  std::ranges::sort(names);
  return {std::move(rules.id), std::move(rules.file_hash), std::move(rules.changed),
          context.division->mirror && !context.set_games, std::move(names)};
}

/// Deals of one line-up that follow each other and have one seed.
struct SeedRange {
  std::string seed;
  std::uint64_t first = 0;
  std::uint64_t end = 0;
  const VerifyContext* context = nullptr;
};

/// Throws Discrepancy if two ranges of one seed overlap.
void check_apart(std::vector<SeedRange> seed_ranges) {
  std::ranges::sort(seed_ranges, {},
                    [](const SeedRange& one) { return std::tie(one.seed, one.first); });
  for (std::size_t i = 1; i < seed_ranges.size(); ++i) {
    const SeedRange& before = seed_ranges[i - 1];
    const SeedRange& after = seed_ranges[i];
    require(
        before.seed != after.seed || after.first >= before.end,
        "{}/{} and {}/{} have the same key, and so the same dice; expected a key of its own for "
        "every deal",
        before.context->name, after.first, after.context->name, after.first);
  }
}

/// Throws Discrepancy where two stored deals have one key. A key follows from the seed, the rules,
/// the agents' names and the deal's index, so only line-ups of equal names and rules are compared.
void check_keys(const store::Reader& store, std::span<const VerifyContext> contexts) {
  std::map<Shared, std::vector<const VerifyContext*>> alike;
  for (const VerifyContext& context : contexts)
    alike[shared_part(context)].push_back(&context);
  for (const auto& [shared, line_ups] : alike) {
    if (line_ups.size() < 2) continue;
    std::vector<SeedRange> seed_ranges;
    for (const VerifyContext* const context : line_ups) {
      store.visit_stored_blocks(*context->line_up, [&](const store::StoredBlock& block) {
        const auto epoch = context->epochs->find(block.epoch);
        require(epoch != context->epochs->end(), "{}/{}: its seed is missing", context->name,
                block.first);
        seed_ranges.push_back(
            {epoch->second.seed, block.first, block.first + block.deals, context});
      });
    }
    check_apart(std::move(seed_ranges));
  }
}

// --- seeds ------------------------------------------------------------------

/// Checks that every seed, and every secret of the agents' seeds, is the one that was committed to.
void check_seeds(const std::vector<store::Epoch>& epochs) {
  for (const store::Epoch& epoch : epochs) {
    require(referee::record::commitment({epoch.seed}) == epoch.commitment,
            "seed {}: its SHA-256 is not the commitment {}", epoch.id, epoch.commitment);
    const std::string& secret = epoch.agent_secret;
    require(epoch.open || !secret.empty(), "seed {}: the agents' secret is missing", epoch.id);
    require((secret.empty() ? "" : referee::record::commitment({secret})) == epoch.agent_commitment,
            "seed {}: the SHA-256 of its agents' secret is not the commitment {}", epoch.id,
            epoch.agent_commitment);
  }
}

// --- the file, and what it is while others write ----------------------------------------------

/// Opens the league. Throws Discrepancy if the file itself is damaged.
store::Reader open_undamaged(const fs::path& folder) {
  store::Reader store = store::Reader::open_to_read(folder);
  const std::string damage = store.integrity_problem();
  require(damage.empty(), "league.db: {}", damage);
  if (store.publications().empty()) static_cast<void>(store.league());  // else its row was deleted
  return store;
}

/// Opens the league as it was at an earlier snapshot.
store::Reader open_at(const fs::path& folder, const std::string& snapshot) {
  try {
    return store::Reader::open_at(folder, snapshot);
  } catch (const std::runtime_error& error) {
    throw Discrepancy(fmt::format("league.db: {}", error.what()));
  }
}

// --- all of it -------------------------------------------------------------------------------

/// Compares what a block stores about its games with the hashes and the sums of these deals. Throws
/// Discrepancy.
void check_block(const VerifyContext& context, const store::StoredBlock& block,
                 std::string_view nodes, std::span<const referee::play::DealResult> deals) {
  const auto require = [&](bool holds, const char* what) {
    store::require(holds, "{}: block {}, deals {} to {}: {}", context.name, block.id, block.first,
                   block.first + block.deals - 1, what);
  };
  require(nodes == block.nodes, "its hashes are not those of its games");
  const auto stored = ratings::decode_sums(block.sums);
  // Unreadable sums are no fault, because no table adds them.
  require(!stored || stored == ratings::sum_deals(deals, context.line_up->agents.size()),
          "its sums are not those of its games");
}

/// Deals [first, end) of a line-up, which one thread checks.
struct DealRange {
  std::size_t line_up = 0;
  std::uint64_t first = 0;
  std::uint64_t end = store::Reader::kNoEnd;
};
/// The most deals of a range. No block crosses a multiple of it.
constexpr std::uint64_t kRangeDeals = 16'384;

class LeagueCheck {
 public:
  LeagueCheck(const fs::path& folder, const OnVerified& on_verified, Verification& result)
      : folder_(folder),
        on_verified_(on_verified),
        result_(result),
        live_(open_undamaged(folder)),
        snapshot_(live_.snapshot()),
        store_(open_at(folder, snapshot_)) {
    for (const store::Epoch& epoch : store_.all_epochs())
      epochs_.emplace(epoch.id, epoch);
  }

  /// Throws Discrepancy or Damaged.
  void run(int threads) {
    check_before();
    note_unused_seeds();
    check_keys(store_, contexts_);
    find_values();
    cut_into_pieces();
    check_games(threads);
    if (!result_.problem) check_after();
  }

 private:
  /// Checks the plan, and prepares the line-ups for the check of their games.
  void check_before() {
    check_seeds(store_.all_epochs());
    check_settled_rows(live_, folder_);
    const store::StoredLeague league = store_.league();
    const auto agents = store_.all_agents();
    const schedule::Format& format = schedule::find_format(league.format);
    format_ = format.name();
    set_games_ = format.check_plan(store_);
    const std::uint64_t orphans = live_.orphan_rows();
    require(orphans == 0, "rows of deals or faults without their line-up or deal: {}", orphans);
    divisions_ = store_.all_divisions();
    for (const store::StoredDivision& division : divisions_) {
      const rules::RuleSet& rules =
          rules_.emplace_back(*division.definition, division.seats, division.parameters);
      for (StoredLineUp& line_up : store_.all_line_ups(division)) {
        VerifyContext& context = contexts_.emplace_back(
            make_context(division, rules, line_ups_.emplace_back(std::move(line_up)), agents));
        context.names_in_keys =
            format.names_in_keys(league, store::key_names(*context.line_up, agents));
        context.name = report::division_name(division, league) + "/" +
                       store::line_up_name(*context.line_up, agents);
      }
    }
    count_dice_once();
  }

  /// Chooses whose throws are counted: among line-ups with the same dice, those of the one with
  /// most deals.
  void count_dice_once() {
    std::map<std::pair<const store::StoredDivision*, std::vector<std::string>>, VerifyContext*>
        most;
    for (VerifyContext& context : contexts_) {
      VerifyContext*& other = most[{context.division, context.names_in_keys}];
      if (other != nullptr)
        (other->line_up->played < context.line_up->played ? other : &context)->counts_dice = false;
      if (other == nullptr || !other->counts_dice) other = &context;
    }
  }

  /// Notes seeds without deals: an organiser could have drawn several seeds and kept one. Secret
  /// seeds that are the last one or belong to an open plan are expected.
  void note_unused_seeds() {
    const std::vector<store::Epoch> epochs = store_.all_epochs();
    const std::vector<store::PlanOfParts> plans = store_.plans();
    for (const store::Epoch& epoch : epochs) {
      const auto plan = std::ranges::find(plans, epoch.id, &store::PlanOfParts::epoch);
      const bool to_come =
          !epoch.revealed && (plan == plans.end() ? epoch.id == epochs.back().id : plan->open);
      if (epoch.open || to_come || store_.has_deals(epoch)) continue;
      result_.notes.push_back(fmt::format(
          "seed {} was committed to and then thrown away: no deal was stored with it{}", epoch.id,
          plan == plans.end() ? "" : fmt::format("; it was that of plan {}", plan->id)));
    }
  }

  /// Finds the solved values of the divisions that have stored luck. Luck on other values than
  /// those of this machine becomes a note, because no table uses it.
  void find_values() {
    for (const store::StoredDivision& division : divisions_) {
      std::vector<std::string> bases = store_.luck_bases(division);
      if (bases.empty()) continue;
      ratings::SolvedOrNot found =
          ratings::find_solved(*division.definition, division.parameters, watch_);
      if (auto* const solved = std::get_if<std::unique_ptr<const ratings::SolvedGame>>(&found)) {
        std::erase(bases, ratings::luck_basis(**solved));
        // Threads add blocks in any order; the first wrong one of the file is reported.
        luck_.try_emplace(division.id, division, std::move(*solved),
                          [this](const store::StoredBlock& block, const ratings::LuckSums& sums) {
                            if (block.luck == ratings::encode_luck(sums)) return;
                            const std::scoped_lock lock(mutex_);
                            wrong_luck_ = std::min(wrong_luck_, block.id);
                          });
      }
      for (const std::string& basis : bases)
        result_.notes.push_back(fmt::format(
            "the luck computed with the values {} was not checked: these values are not here",
            basis));
    }
  }

  VerifyContext make_context(const store::StoredDivision& division, const rules::RuleSet& rules,
                             const StoredLineUp& line_up,
                             std::span<const store::StoredAgent> agents) {
    VerifyContext context{.division = &division,
                          .rules = &rules,
                          .line_up = &line_up,
                          .epochs = &epochs_,
                          .names = {},
                          .names_in_keys = {},
                          .name = {},
                          .format = format_};
    for (const store::Id id : line_up.agents) {
      const auto found = std::ranges::find(agents, id, &store::StoredAgent::id);
      require(found != agents.end(), "{}: line-up {} has an agent that is not there", rules.id(),
              line_up.id);
      context.names.push_back(found->shown_name());
    }
    if (set_games_) context.set_games = (*set_games_)[{division.id, line_up.agents}];
    return context;
  }

  /// Checks the pieces; those after one with a discrepancy need not be looked at.
  void check_games(int threads) {
    std::vector<std::optional<store::Reader>> readers(static_cast<std::size_t>(threads));
    // Pieces are handed out in order, so the discrepancy that is reported is the first one for
    // every number of threads.
    solver::parallel_for(threads, static_cast<int>(pieces_.size()), [&](int worker, int task) {
      const auto piece = static_cast<std::size_t>(task);
      if (piece >= first_wrong_) return;
      auto& store = readers[static_cast<std::size_t>(worker)];
      if (!store) store = open_at(folder_, snapshot_);
      Checked checked;
      try {
        check_range(*store, pieces_[piece], checked);
      } catch (const Discrepancy& discrepancy) {
        checked.problem = discrepancy.what();
      }
      add(piece, checked);
      end_piece(pieces_[piece]);
    });
    result_.games = total_.games;
    result_.throws = total_.throws;
    result_.decisions = total_.decisions;
    result_.problem = total_.problem;
  }

  /// Cuts long line-ups into pieces, so that several threads check them.
  void cut_into_pieces() {
    for (std::size_t i = 0; i < line_ups_.size(); ++i) {
      const StoredLineUp& line_up = line_ups_[i];
      std::uint64_t first = 0;
      all_games_ += line_up.played * (contexts_[i].set_games ? 1 : line_up.agents.size());
      for (; !contexts_[i].set_games && first + kRangeDeals < line_up.played; first += kRangeDeals)
        pieces_.push_back({i, first, first + kRangeDeals});
      pieces_.push_back({i, first});
    }
    for (const DealRange& piece : pieces_)
      ++pieces_left_[contexts_[piece.line_up].division->id];
  }

  void add(std::size_t piece, const Checked& checked) {
    const std::scoped_lock lock(mutex_);
    total_.games += checked.games;
    total_.throws += checked.throws;
    total_.decisions += checked.decisions;
    dice_[contexts_[pieces_[piece].line_up].rules->id()].add(checked.dice);
    if (!checked.problem || piece >= first_wrong_) return;
    first_wrong_ = piece;
    total_.problem = checked.problem;
  }

  /// Computes what is left of a division's luck after its last piece, so that its memory is free
  /// for the next division.
  void end_piece(const DealRange& piece) {
    const store::Id division = contexts_[piece.line_up].division->id;
    const auto luck = luck_.find(division);
    if (--pieces_left_.at(division) == 0 && luck != luck_.end()) luck->second.finish();
  }

  void check_range(const store::Reader& store, const DealRange& piece, Checked& checked) {
    constexpr std::uint64_t kReportEach = 256;
    const StoredLineUp& line_up = line_ups_[piece.line_up];
    const VerifyContext& context = contexts_[piece.line_up];
    LineUpCheck check(context, checked, piece.first);
    // The piece continues a line-up: the faults before it decide who is out.
    if (piece.first > 0) {
      for (const store::StoredFault& fault : store.faults_in(line_up, 0, piece.first))
        check.count_earlier(fault);
    }
    std::uint64_t reported = 0;
    const auto report_progress = [&] {
      const std::scoped_lock lock(mutex_);
      on_verified_(checked.games - reported, all_games_);
      reported = checked.games;
    };
    const auto luck = luck_.find(context.division->id);
    ratings::GameThrows throws;
    const auto check_one = [&](const store::StoredBlock& block) {
      store::DealTree tree;
      std::vector<referee::play::DealResult> deals;
      const bool with_luck = !block.luck.empty();
      throws.clear();
      (void)store.visit_stored(line_up, block, 0, [&](const store::StoredDeal& deal) {
        const bool counts = with_luck && !ratings::is_advised(context.division->advice, deal.deal);
        deals.push_back({deal.deal, check.check(deal, true, counts ? &throws : nullptr)});
        tree.add(deal.deal, deal.games);
        if (checked.games - reported >= kReportEach) report_progress();
        return true;
      });
      check_block(context, block, tree.nodes(), deals);
      if (with_luck) luck->second.add(block, std::move(deals), throws);
    };
    store.visit_stored_blocks(line_up, check_one, piece.first, piece.end,
                              luck == luck_.end() ? "" : luck->second.basis());
    // The next piece begins there, so no deal may be missing before it.
    if (piece.end != store::Reader::kNoEnd) check.require_next(piece.end);
    report_progress();
  }

  /// Checks what needs all games: luck, tables, fault files, and the dice as a whole.
  void check_after() {
    require(wrong_luck_ == kNoBlock, "league.db: block {}: its luck is not that of its games",
            wrong_luck_);
    result_.digest = check_tables(live_, folder_, result_.notes, watch_);
    check_fault_files(live_, folder_, result_.notes);
    if (fs::exists(folder_ / "site"))
      result_.notes.emplace_back(
          "site/ was not checked; 'danno league site' makes the pages again");
    for (const auto& [rules, tally] : dice_) {
      for (DiceTest& test : tally.tests()) {
        test.what = fmt::format("{}: {}", rules, test.what);
        result_.dice.push_back(std::move(test));
      }
    }
    if (result_.dice.empty()) return;
    const auto worst = std::ranges::min_element(result_.dice, {}, &DiceTest::p);
    require(overall_p(result_.dice) >= kLeastP, "{}: chi-squared {:.1f} of {} degrees, p = {:.1e}",
            worst->what, worst->chi_squared, worst->degrees, worst->p);
  }

  fs::path folder_;
  const OnVerified& on_verified_;
  Verification& result_;
  solver::Watch watch_ = [this](auto&&...) { on_verified_(0, all_games_); };
  store::Reader live_;
  std::string snapshot_;
  store::Reader store_;  ///< As it was at that snapshot: a run may be playing.
  std::map<store::Id, store::Epoch> epochs_;
  std::vector<store::StoredDivision> divisions_;
  std::deque<rules::RuleSet> rules_;  // of the divisions
  std::deque<StoredLineUp> line_ups_;
  std::string_view format_;
  std::optional<schedule::FixedTables> set_games_;
  std::vector<VerifyContext> contexts_;                        // of the line-ups
  std::map<store::Id, std::atomic<std::size_t>> pieces_left_;  // by division
  std::map<store::Id, report::SharedLuck> luck_;  // by division, where there is stored luck
  static constexpr store::Id kNoBlock = std::numeric_limits<store::Id>::max();
  store::Id wrong_luck_ = kNoBlock;  // the block
  std::vector<DealRange> pieces_;
  std::uint64_t all_games_ = 0;
  std::mutex mutex_;  // for these two, wrong_luck_ and calls of on_verified_
  Checked total_;     // without dice
  std::map<std::string_view, DiceTally> dice_;  // by rules
  std::atomic<std::size_t> first_wrong_{SIZE_MAX};
};

}  // namespace

Verification verify(const fs::path& folder, int threads, const OnVerified& on_verified) {
  Verification result;
  try {
    LeagueCheck(folder, on_verified, result).run(std::max(threads, 1));
  } catch (const Discrepancy& discrepancy) {
    result.problem = discrepancy.what();
  } catch (const store::Damaged& damage) {
    result.problem = damage.what();
  }
  return result;
}

}  // namespace danno::leagues::verify
