#include "leagues/season/keep.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <future>
#include <memory>
#include <optional>
#include <set>
#include <thread>
#include <utility>

#include "leagues/archive/publish.hpp"
#include "leagues/formats/formats.hpp"
#include "leagues/plan/league_file.hpp"
#include "leagues/season/anonymous.hpp"
#include "leagues/season/outbox.hpp"
#include "leagues/season/receiver.hpp"
#include "leagues/season/status.hpp"
#include "leagues/text/shown_count.hpp"
#include "leagues/text/whole_file.hpp"
#include "referee/play/session.hpp"
#include "referee/record/log.hpp"

namespace danno::leagues::season {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;
using std::chrono::sys_seconds;
using Clock = std::chrono::steady_clock;

/// Between two looks at the clock and the other thread.
constexpr auto kLook = 100ms;
/// Between two writes of status.json.
constexpr auto kTold = 2s;
/// Tables, pages and reports take one part in so many of the time.
constexpr int kPublishShare = 10;
/// How long something in the inbox that cannot be moved holds up the end.
constexpr auto kPatience = 60s;

sys_seconds now() {
  return std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
}

/// Breaks off a publication.
struct Stopped {};

void stop_if_asked(std::string_view /*what*/, std::uint64_t /*done*/, std::uint64_t /*of*/) {
  if (referee::play::stop_requested()) throw Stopped();
}

fs::path made(const fs::path& folder) {
  fs::create_directories(folder);
  return folder;
}

class Keeper {
 public:
  explicit Keeper(const KeepOrder& order)
      : order_(order),
        store_(store::Store::open_to_play(made(order.folder))),
        closed_(order.folder / kFolder / "closed"),
        league_(formats::read_growing_league(order.file)),
        keys_(plan::read_season_keys(order.file, formats::all_formats())),
        reports_(order.folder),
        receiver_(made(order.folder / kFolder), terms()) {}

  KeepEnd keep() {
    while (!stops() && !is_time_to_close()) {
      status_.phase = is_early() ? Phase::Early : Phase::Open;
      receiver_.news() = false;
      read_league();
      if (status_.phase == Phase::Open && has_enough()) beside([this] { play(); });
      while (!stops() && !receiver_.news())
        attend();
    }
    if (!stops()) close();
    tell_status();
    return status_.phase == Phase::Over ? KeepEnd::Over : KeepEnd::Interrupted;
  }

 private:
  // --- what the file says ------------------------------------------------------------------

  /// Agents come, and the file may have changed; one that is wrong by now changes nothing.
  void read_league() {
    try {
      store::League league = formats::read_growing_league(order_.file);
      if (std::exchange(reads_keys_, false))
        keys_ = plan::read_season_keys(order_.file, formats::all_formats());
      league_ = std::move(league);
      receiver_.set_terms(terms());
    } catch (const plan::LeagueFileErrors& errors) {
      note_error(errors.lines().front());
    }
  }

  [[nodiscard]] std::shared_ptr<const Terms> terms() const {
    Terms terms{.keys = keys_,
                .closed = fs::exists(closed_),
                .order = {},
                .names = {},
                .max_per_author = league_.max_per_author};
    terms.order.limits = league_.limits;
    terms.order.strength = false;
    for (const store::DivisionSettings& division : league_.divisions)
      terms.order.rules.push_back(division.definition);
    for (const entrants::Entrant& entrant : league_.entrants) {
      if (!is_handed_in(entrant)) terms.names.insert(entrant.agent.name);
    }
    return std::make_shared<const Terms>(std::move(terms));
  }

  /// Not named by the league file itself.
  [[nodiscard]] bool is_handed_in(const entrants::Entrant& entrant) const {
    std::error_code ignored;
    return fs::equivalent(entrant.agent.folder.parent_path().parent_path(), keys_.intake, ignored);
  }

  [[nodiscard]] bool has_enough() const {
    return static_cast<int>(league_.entrants.size()) >= league_.seats;
  }
  [[nodiscard]] bool is_early() const { return keys_.opens && now() < *keys_.opens; }
  /// Closed once is closed for good, also where the clock is set back.
  [[nodiscard]] bool is_time_to_close() const {
    return keys_.closes && (now() >= *keys_.closes || fs::exists(closed_));
  }
  static bool stops() { return referee::play::stop_requested(); }

  // --- while the other thread works --------------------------------------------------------

  /// Runs `work` on a thread, and attends to everything else until it is done.
  void beside(const std::function<void()>& work) {
    std::future<void> done = std::async(std::launch::async, work);
    try {
      while (done.wait_for(0s) != std::future_status::ready)
        attend();
    } catch (...) {
      referee::play::request_stop();  // the future waits for its thread
      throw;
    }
    done.get();
  }

  void attend() {
    std::this_thread::sleep_for(kLook);
    if (order_.reload_asked()) {
      reads_keys_ = true;
      receiver_.news() = true;
    }
    if (was_early_ != is_early() || (status_.phase == Phase::Open && is_time_to_close())) {
      was_early_ = is_early();
      receiver_.news() = true;
    }
    if (Clock::now() >= next_told_) tell_status();
  }

  void note_error(const std::string& error) {
    if (error != status_.last_error) {
      referee::record::log_event("season-error", {{"problem", error}});
      order_.tell("problem: " + error);
    }
    status_.last_error = error;
    status_.last_error_at = now();
  }

  void tell_status() {
    const Reception reception = receiver_.reception();
    if (!reception.trouble.empty()) note_error(reception.trouble);
    status_.queue = reception.queue;
    status_.taken = reception.taken;
    status_.refused = reception.refused;
    status_.agents = league_.entrants.size();
    status_.games = games_;
    status_.rounds = rounds_;
    status_.games_per_s = games_per_s_;
    write_status(order_.folder, status_);
    next_told_ = Clock::now() + kTold;
  }

  // --- what is played ----------------------------------------------------------------------

  /// Plays until the league is finished, somebody comes, or the season closes.
  void play() {
    store::League league = league_;
    order_.provide(league);
    formats::settle(store_, league);
    const plan::Format& format = formats::find_format(league.format);
    play::LeagueRun run(league, store_, format, order_.settings);
    count(store_);
    play::RunOptions options = order_.run;
    options.pause = &receiver_.news();
    options.between_waves = [this] {
      count(store_);
      publish(true, false);
    };
    const play::RunEnd end = run.play(options, {});
    count(store_);
    if (end == play::RunEnd::Complete) publish(true, true);
  }

  void count(const store::Store& store) {
    std::uint64_t games = 0;
    std::uint64_t rounds = 0;
    for (const store::StoredDivision& division : store.league().divisions) {
      games += store.count_deals(division).stored * static_cast<std::uint64_t>(division.seats);
      rounds += store.count_rounds(division);
    }
    const std::chrono::duration<double> took = Clock::now() - counted_;
    if (games > games_ && took.count() > 0)
      games_per_s_ = static_cast<double>(games - games_) / took.count();
    counted_ = Clock::now();
    games_ = games;
    rounds_ = rounds;
  }

  // --- what is shown -----------------------------------------------------------------------

  /// Tables, pages and reports; where it is not `due`, only when it has its share of the time.
  void publish(bool open, bool due) {
    if (games_ == 0 || (!due && Clock::now() < next_published_)) return;
    const auto began = Clock::now();
    try {
      (void)archive::publish_tables(store_, order_.folder, stop_if_asked);
      publish_site(order_.file, order_.folder, open);
      reports_.write(keys_, open, stop_if_asked);
    } catch (const Stopped&) {
      return;  // the next run does it
    }
    const auto took = Clock::now() - began;
    next_published_ = Clock::now() + (kPublishShare - 1) * took;
    referee::record::log_event("published", {{"games", games_.load()}, {"took_ms", took}});
    order_.tell(fmt::format("{}, {} by {}", text::show_count(rounds_, "round"),
                            text::show_count(games_, "game"),
                            text::show_count(league_.entrants.size(), "agent")));
  }

  void publish_site(const fs::path& file, const fs::path& folder, bool open) const {
    const store::Store store =
        open && keys_.anonymous ? open_anonymous(folder) : store::Store::open_to_read(folder);
    site::SiteOptions options = order_.site_options(file, store);
    if (open && keys_.games != plan::PublicGames::All) options.games = 0;
    (void)site::make_site(store, folder / site::kFolder, options, stop_if_asked);
  }

  // --- the end -----------------------------------------------------------------------------

  /// What was handed in in time has its answer first.
  void close() {
    status_.phase = Phase::Closing;
    order_.tell("the season is closed; what was handed in before gets its answer");
    auto patience = Clock::now() + kPatience;
    while (!stops() && !fs::exists(closed_)) {
      const Reception reception = receiver_.reception();
      if (reception.answered_until >= *keys_.closes || Clock::now() >= patience)
        text::write_whole(closed_, "");
      if (reception.queue > 0) patience = Clock::now() + kPatience;
      attend();
    }
    if (stops()) return;
    read_league();
    beside([this] {
      if (store_.all_epochs().empty()) return;
      formats::settle(store_, league_);
      store_.reveal_seeds();
      count(store_);
      publish(false, true);
    });
    if (keys_.has_final && !stops()) {
      status_.phase = Phase::Final;
      beside([this] { play_final(); });
    }
    if (!stops()) status_.phase = Phase::Over;
  }

  void play_final() {
    const fs::path file = order_.folder / "final.toml";
    const fs::path folder = order_.folder / "final";
    if (!fs::exists(file)) write_final(file);
    store::League league = formats::read_league_file(file);
    order_.provide(league);
    store::Store store = formats::open_to_play(folder, league);
    play::LeagueRun::Settings settings = order_.settings;
    settings.faults = folder / "faults";
    play::LeagueRun run(league, store, formats::find_format(league.format), settings);
    order_.tell(fmt::format("the final, of {}", text::show_count(league.entrants.size(), "agent")));
    if (run.play(order_.run, {}) != play::RunEnd::Complete) return;
    (void)archive::publish_tables(store, folder, stop_if_asked);
    publish_site(file, folder, false);
  }

  /// Of those that were handed in, each in its last version.
  void write_final(const fs::path& file) const {
    std::vector<plan::Finalist> finalists;
    for (const entrants::Entrant& entrant : league_.entrants) {
      if (is_handed_in(entrant))
        finalists.push_back({fs::relative(entrant.agent.folder, order_.folder), entrant.author});
    }
    if (finalists.size() < 2) {
      throw store::WrongFolder(fmt::format(
          "{} in the final; expected at least two agents in {}, or a file without [final]",
          text::show_count(finalists.size(), "agent"), keys_.intake.string()));
    }
    text::write_whole(file, plan::final_file(order_.file, league_.name, finalists));
  }

  const KeepOrder& order_;
  store::Store store_;
  fs::path closed_;
  store::League league_;
  plan::SeasonKeys keys_;
  Reports reports_;
  bool reads_keys_ = false;
  bool was_early_ = false;
  SeasonStatus status_;
  Clock::time_point next_told_;
  Clock::time_point next_published_;
  Clock::time_point counted_ = Clock::now();
  // of the thread that plays, for the one that attends
  std::atomic<std::uint64_t> games_ = 0;
  std::atomic<std::uint64_t> rounds_ = 0;
  std::atomic<double> games_per_s_ = 0;
  Receiver receiver_;  // ends first
};

}  // namespace

KeepEnd keep(const KeepOrder& order) { return Keeper(order).keep(); }

}  // namespace danno::leagues::season
