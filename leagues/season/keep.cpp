#include "leagues/season/keep.hpp"

#include <fmt/format.h>
#include <malloc.h>

#include <algorithm>
#include <array>
#include <future>
#include <memory>
#include <optional>
#include <set>
#include <thread>
#include <utility>

#include "leagues/archive/publish.hpp"
#include "leagues/files/outside_file.hpp"
#include "leagues/files/whole_file.hpp"
#include "leagues/formats/formats.hpp"
#include "leagues/plan/at_a_table.hpp"
#include "leagues/plan/league_file.hpp"
#include "leagues/season/outbox.hpp"
#include "leagues/season/receiver.hpp"
#include "leagues/site/live_pages.hpp"
#include "leagues/site/write.hpp"
#include "leagues/words/shown_count.hpp"
#include "leagues/words/utc.hpp"
#include "referee/play/session.hpp"
#include "referee/record/log.hpp"

namespace danno::leagues::season {
namespace {

namespace fs = std::filesystem;
using std::chrono::sys_seconds;

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

/// The pause between two looks at the clock and the other thread.
constexpr auto kStopPause = 100ms;
/// The time between two writes of status.json.
constexpr auto kTold = 2s;
/// Publishing uses at most 1/kPublishShare of the time.
constexpr int kPublishShare = 10;
/// The longest time of play after which the league pauses to publish.
constexpr auto kLongestWave = 5min;
/// The longest time for which an item in the inbox that cannot be moved delays the end. Items that
/// still change are moved before that.
constexpr auto kPatience = kMostArriving + 30s;

/// Aborts a publication.
struct PublicationStopped {};

void stop_if_asked(std::string_view /*what*/, std::uint64_t /*done*/, std::uint64_t /*of*/) {
  if (referee::play::stop_requested()) throw PublicationStopped();
}

fs::path made(const fs::path& folder) {
  fs::create_directories(folder);
  return folder;
}

class Keeper {
 public:
  explicit Keeper(const KeepOrder& order)
      : order_(order),
        said_(read(order.file)),
        league_(formats::read_growing_league(order.file, said_.text)),
        store_(store::Store::open_to_play(made(order.folder))),
        closed_(order.folder / kFolder / "closed"),
        reports_(order.folder),
        receiver_(made(order.folder / kFolder), terms()) {
    settle();  // so it is a league before its first game
    count();
  }

  KeepEnd keep() {
    try {
      return keep_open();
    } catch (const std::exception& error) {
      status_.last_error = error.what();
      status_.last_error_at = words::utc_now();
      write_status(order_.folder, status_);
      site::end_live_pages(order_.folder / site::kFolder);
      throw;
    }
  }

 private:
  KeepEnd keep_open() {
    if (!is_time_to_close()) {
      order_.tell(fmt::format("{}: what is handed in goes to {}{}", league_.name,
                              (said_.keys.inbox / "AUTHOR").string(),
                              is_early() ? ", from " + words::show_utc(*said_.keys.opens) : ""));
    }
    while (!stops() && !is_time_to_close()) {
      status_.phase = is_early() ? SeasonPhase::Early : SeasonPhase::Open;
      receiver_.news() = false;
      read_league();
      if (status_.phase == SeasonPhase::Open && has_enough()) beside([this] { play(); });
      while (!stops() && !receiver_.news())
        attend();
    }
    if (!stops()) close();
    site::end_live_pages(order_.folder / site::kFolder);
    tell_status();
    return status_.phase == SeasonPhase::Over ? KeepEnd::Over : KeepEnd::Interrupted;
  }

  // --- what the file says ------------------------------------------------------------------

  /// The content of the season's file, without its agents.
  struct Said {
    plan::SeasonKeys keys;
    plan::SiteKeys site;
    std::string text;
  };
  static Said read(const fs::path& file) {
    return {plan::read_season_keys(file, formats::all_formats()), plan::read_site_keys(file),
            files::read_whole(file).value_or("")};
  }

  /// Adds agents. Reads the file again if that was requested; a mistake in it changes nothing.
  void read_league() {
    try {
      if (std::exchange(reads_file_, false)) {
        Said said = read(order_.file);
        require_same_season(formats::read_growing_league(order_.file, said.text));
        said_ = std::move(said);
        order_.tell(order_.file.string() + " is read again");
        status_.last_error.clear();
        status_.last_error_at.reset();
      }
      league_ = formats::read_growing_league(order_.file, said_.text);
      receiver_.set_terms(terms());
    } catch (const plan::LeagueFileErrors& errors) {
      note_error(errors.lines().front());
    }
  }

  void require_same_season(const store::League& league) const {
    const bool same_name = league.name == league_.name;
    if (same_name && league.limits.isolation == league_.limits.isolation) return;
    throw plan::LeagueFileErrors(
        {fmt::format("{}: another '{}' than the season began with; stop it to change that",
                     order_.file.string(), same_name ? "isolation" : "name")});
  }

  [[nodiscard]] std::shared_ptr<const SeasonTerms> terms() const {
    SeasonTerms terms{.keys = said_.keys,
                      .closed = fs::exists(closed_),
                      .order = {},
                      .names = {},
                      .authors = {},
                      .max_per_author = league_.max_per_author};
    terms.order.limits = league_.limits;
    terms.order.strength = false;
    for (const store::DivisionSettings& division : league_.divisions)
      terms.order.rules.push_back(division.definition);
    for (const entrants::Entrant& entrant : league_.entrants) {
      if (is_handed_in(entrant)) continue;
      terms.names.insert(entrant.agent.name);
      terms.authors.insert(entrant.author);
    }
    return std::make_shared<const SeasonTerms>(std::move(terms));
  }

  /// Returns whether the agent was submitted, that is, not named by the league file itself.
  [[nodiscard]] bool is_handed_in(const entrants::Entrant& entrant) const {
    std::error_code ignored;
    return fs::equivalent(entrant.agent.folder.parent_path().parent_path(), said_.keys.intake,
                          ignored);
  }

  [[nodiscard]] bool has_enough() const {
    return plan::most_at_a_table(league_) >= static_cast<std::size_t>(league_.seats);
  }
  [[nodiscard]] bool is_early() const {
    return said_.keys.opens && words::utc_now() < *said_.keys.opens;
  }
  /// Closed once is closed for good, whatever the clock or the file says later.
  [[nodiscard]] bool is_time_to_close() const {
    return fs::exists(closed_) || (said_.keys.closes && words::utc_now() >= *said_.keys.closes);
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
    std::this_thread::sleep_for(kStopPause);
    if (order_.reload_asked()) {
      reads_file_ = true;
      receiver_.news() = true;
    }
    const bool begins = status_.phase == SeasonPhase::Early && !is_early();
    const bool ends = status_.phase == SeasonPhase::Open && (is_early() || is_time_to_close());
    if (begins || ends || Clock::now() >= pauses_at_.load()) receiver_.news() = true;
    if (Clock::now() >= next_told_) tell_status();
  }

  void note_error(const std::string& error) {
    if (error != status_.last_error) {
      referee::record::log_event("season-error", {{"problem", error}});
      order_.tell("problem: " + error);
    }
    status_.last_error = error;
    status_.last_error_at = words::utc_now();
  }

  void tell_status() {
    const ReceiverState reception = receiver_.reception();
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

  /// A closed season says so: its seeds are published before all is played.
  void settle() {
    store::League league = league_;
    if (fs::exists(closed_)) league.format_keys[formats::kClosed] = true;
    formats::settle(store_, league);
  }

  // --- what is played ----------------------------------------------------------------------

  /// Plays until the league is finished, an agent arrives, or the season closes.
  void play() {
    store::League league = league_;
    formats::settle(store_, league);
    auto [options, settings] = order_.prepare(league, store_, order_.folder);
    play::LeagueRun run(league, store_, formats::find_format(league.format), settings);
    options.pause = &receiver_.news();
    auto wave_began = Clock::now();
    options.between_waves = [&] {
      const std::uint64_t before = games_;
      count();
      const std::chrono::duration<double> took = Clock::now() - wave_began;
      games_per_s_ = static_cast<double>(games_ - before) / took.count();
      publish(Submissions::Open, Occasion::BetweenWaves);
      wave_began = Clock::now();
      pauses_at_ = wave_began + kLongestWave;
    };
    pauses_at_ = wave_began + kLongestWave;
    const play::RunEnd end = run.play(options, {});
    pauses_at_ = Clock::time_point::max();
    if (stops()) return;
    count();
    publish(Submissions::Open,
            end == play::RunEnd::Complete ? Occasion::AtRest : Occasion::BetweenWaves);
  }

  void count() {
    std::uint64_t games = 0;
    std::uint64_t rounds = 0;
    for (const store::StoredDivision& division : store_.league().divisions) {
      games += store_.count_deals(division).stored * static_cast<std::uint64_t>(division.seats);
      rounds += store_.count_rounds(division);
    }
    games_ = games;
    rounds_ = rounds;
  }

  // --- what is shown -----------------------------------------------------------------------

  /// Tables, pages and reports; between waves, only when they have their share of the time.
  void publish(Submissions submissions, Occasion occasion) {
    if (games_ == 0 || (occasion == Occasion::BetweenWaves && Clock::now() < next_published_))
      return;
    const auto began = Clock::now();
    const bool done = is_done([&] {
      (void)archive::publish_tables(store_, order_.folder, stop_if_asked);
      publish_site(order_.folder, submissions, live_of(submissions, occasion));
      reports_.write(said_.keys, submissions, occasion, stop_if_asked);
    });
    ::malloc_trim(0);  // they took much for a moment, in pieces
    if (!done) return;
    const auto took = Clock::now() - began;
    next_published_ = Clock::now() + site::rest_after(took, kPublishShare);
    referee::record::log_event("published", {{"games", games_.load()}, {"took_ms", took}});
    if (std::exchange(told_games_, games_.load()) == games_) return;
    order_.tell(fmt::format("{}, {} by {}", words::show_count(rounds_, "round"),
                            words::show_count(games_, "game"),
                            words::show_count(league_.entrants.size(), "agent")));
  }

  /// False where it was asked to stop; the next run does it all.
  static bool is_done(const std::function<void()>& work) {
    try {
      work();
      return true;
    } catch (const PublicationStopped&) {
      return false;
    }
  }

  /// Returns the pace for pages that are rebuilt during the season; nullopt if it takes no
  /// submissions.
  [[nodiscard]] std::optional<site::Live> live_of(Submissions submissions,
                                                  Occasion occasion) const {
    if (submissions != Submissions::Open) return std::nullopt;
    return site::Live{occasion == Occasion::BetweenWaves ? games_per_s_.load() : 0,
                      words::utc_now()};
  }

  /// The final is a league of its own, and its title says so.
  [[nodiscard]] site::SiteOptions site_options(const store::Reader& store,
                                               const fs::path& folder) const {
    site::SiteOptions options = order_.site_options(said_.site, store);
    std::string& title = options.shown.title;
    if (folder != order_.folder && !title.empty()) title += ", the final";
    return options;
  }

  void publish_site(const fs::path& folder, Submissions submissions,
                    const std::optional<site::Live>& live) const {
    const bool open = submissions == Submissions::Open;
    const store::Reader store = store::Reader::open_to_read(folder);
    site::SiteOptions options = site_options(store, folder);
    options.shown.live = live;
    if (open && said_.keys.games != plan::PublicGames::All) options.games = 0;
    (void)site::make_site(store, folder / site::kFolder, options, stop_if_asked);
  }

  // --- the end -----------------------------------------------------------------------------

  /// Closes the season after every submission that came in time has its answer.
  void close() {
    status_.phase = SeasonPhase::Closing;
    order_.tell("the season is closed; what was handed in before gets its answer");
    auto patience = Clock::now() + kPatience;
    while (!stops() && !fs::exists(closed_)) {
      const ReceiverState reception = receiver_.reception();
      if (reception.answered_until >= *said_.keys.closes || Clock::now() >= patience)
        files::write_durable(closed_, "");
      if (reception.queue > 0) patience = Clock::now() + kPatience;
      attend();
    }
    if (stops()) return;
    read_league();
    beside([this] {
      if (store_.all_epochs().empty()) return;
      settle();
      store_.reveal_seeds();
      count();
      publish(Submissions::Closed, Occasion::AtRest);
    });
    if (said_.keys.has_final && !stops()) {
      status_.phase = SeasonPhase::Final;
      bool done = false;
      beside([&] { done = play_final(); });
      if (done) status_.phase = SeasonPhase::Over;
    } else if (!stops()) {
      status_.phase = SeasonPhase::Over;
    }
  }

  /// Returns whether the final has been played and published.
  bool play_final() {
    const fs::path file = order_.folder / "final.toml";
    const fs::path folder = order_.folder / "final";
    if (!fs::exists(folder / "league.db")) write_final(file);  // by the season's file as it is now
    store::League league = formats::read_league_file(file);
    store::Store store = formats::open_to_play(folder, league);
    const auto [options, settings] = order_.prepare(league, store, folder);
    play::LeagueRun run(league, store, formats::find_format(league.format), settings);
    order_.tell(
        fmt::format("the final, of {}", words::show_count(league.entrants.size(), "agent")));
    if (play_renewing(run, options, folder) != play::RunEnd::Complete) return false;
    return is_done([&] {
      (void)archive::publish_tables(store, folder, stop_if_asked);
      publish_site(folder, Submissions::Closed, {});
      publish_site(order_.folder, Submissions::Closed, {});  // it leads there now
      Reports(folder, "final")
          .write(said_.keys, Submissions::Closed, Occasion::AtRest, stop_if_asked);
    });
  }

  play::RunEnd play_renewing(play::LeagueRun& run, const play::RunOptions& options,
                             const fs::path& folder) const {
    const auto options_of = [&](const store::Reader& store) { return site_options(store, folder); };
    site::LivePages pages(run.games().stored, folder / site::kFolder,
                          site::live_site(folder, options_of));
    const std::array observers{pages.observer()};
    return run.play(options, observers);
  }

  /// Writes the final's file with the last version of every submitted agent.
  void write_final(const fs::path& file) const {
    std::vector<plan::Finalist> finalists;
    for (const entrants::Entrant& entrant : league_.entrants) {
      if (is_handed_in(entrant))
        finalists.push_back({fs::relative(entrant.agent.folder, order_.folder), entrant.agent.name,
                             entrant.author});
    }
    if (finalists.size() < 2) {
      throw store::WrongFolder(fmt::format(
          "{} in the final; expected at least two agents in {}, or a file without [final]",
          words::show_count(finalists.size(), "agent"), said_.keys.intake.string()));
    }
    files::write_durable(file, plan::final_file(order_.file, said_.text, league_.name, finalists));
  }

  const KeepOrder& order_;
  Said said_;
  store::League league_;
  store::Store store_;
  fs::path closed_;
  Reports reports_;
  bool reads_file_ = false;
  SeasonStatus status_;
  Clock::time_point next_told_;
  Clock::time_point next_published_;
  std::uint64_t told_games_ = 0;
  // of the thread that plays, for the one that attends
  std::atomic<Clock::time_point> pauses_at_ = Clock::time_point::max();
  std::atomic<std::uint64_t> games_ = 0;
  std::atomic<std::uint64_t> rounds_ = 0;
  std::atomic<double> games_per_s_ = 0;
  Receiver receiver_;  // ends first
};

}  // namespace

KeepEnd keep(const KeepOrder& order) { return Keeper(order).keep(); }

}  // namespace danno::leagues::season
