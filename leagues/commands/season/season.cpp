// Runs a season: a ladder that plays while authors hand in agents.
//
// Three threads share the work. The main one polls the clock, the season's file and the status. A
// second one plays waves of deals and publishes between them. The receiver's checks what is handed
// in. The player pauses whenever the roster changes, so that a new agent plays within one wave. A
// closed season is marked by the file `closed`, which outlasts a restart. Then all seeds are
// published and the final is played.
#include "leagues/commands/season/season.hpp"

#include <fmt/format.h>
#include <malloc.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <future>
#include <memory>
#include <optional>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "leagues/base/count.hpp"
#include "leagues/base/outside_file.hpp"
#include "leagues/base/utc.hpp"
#include "leagues/base/whole_file.hpp"
#include "leagues/commands/season/outbox.hpp"
#include "leagues/commands/season/receiver.hpp"
#include "leagues/commands/season/tokens.hpp"
#include "leagues/commands/season/web.hpp"
#include "leagues/schedule/formats.hpp"
#include "leagues/schedule/league_file.hpp"
#include "leagues/schedule/season_file.hpp"
#include "leagues/site/live_pages.hpp"
#include "leagues/site/publish.hpp"
#include "leagues/site/write.hpp"
#include "referee/play/session.hpp"
#include "referee/record/log.hpp"

namespace danno::leagues::commands::season {
namespace {

namespace fs = std::filesystem;
using base::Json;
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
constexpr auto kLastWait = kMostArriving + 30s;

/// Aborts a publication.
struct PublicationStopped {};

void stop_if_asked(std::string_view /*what*/, std::uint64_t /*done*/, std::uint64_t /*of*/) {
  if (referee::play::stop_requested()) throw PublicationStopped();
}

/// The season's folder within the league's folder.
constexpr const char* kFolder = "season";
constexpr const char* kStatus = "status.json";

/// The phases of a season; Early: `opens` is in the future.
enum class SeasonPhase { Early, Open, Closing, Final, Over };
constexpr std::array<std::string_view, 5> kPhases{"early", "open", "closing", "final", "over"};

fs::path made(const fs::path& folder) {
  fs::create_directories(folder);
  return folder;
}

class SeasonRunner {
 public:
  explicit SeasonRunner(const SeasonOptions& options)
      : options_(options),
        config_(read(options)),
        league_(schedule::read_growing_league(options.file, config_.text, config_.rules)),
        store_(store::Writer::open_to_play(made(options.folder))),
        closed_(options.folder / kFolder / "closed"),
        reports_(options.folder),
        receiver_(made(options.folder / kFolder), terms()) {
    sync_store(league_);  // so it is a league before its first game
    count();
  }

  bool run_season() {
    try {
      return run_until_over();
    } catch (const std::exception& error) {
      last_error_ = error.what();
      last_error_at_ = base::utc_now();
      write_status();
      site::end_live_pages(options_.folder / site::kFolder);
      throw;
    }
  }

 private:
  bool run_until_over() {
    if (!is_time_to_close()) {
      options_.tell(fmt::format(
          "{}: submissions go to {}{}", league_.name, (config_.keys.inbox / "AUTHOR").string(),
          is_early() ? ", from " + base::format_utc(*config_.keys.opens) : ""));
    }
    while (!stops() && !is_time_to_close())
      run_until_roster_changes();
    if (!stops()) close();
    site::end_live_pages(options_.folder / site::kFolder);
    publish_status();
    return phase_ == SeasonPhase::Over;
  }

  void run_until_roster_changes() {
    phase_ = is_early() ? SeasonPhase::Early : SeasonPhase::Open;
    receiver_.roster_changed() = false;
    read_league();
    if (phase_ == SeasonPhase::Open && has_enough()) run_while_polling([this] { play(); });
    while (!stops() && !receiver_.roster_changed()) {
      poll_events();
      if (Clock::now() >= next_published_) publish_changed_facts();
    }
  }

  /// Publishes again if the pages do not say what waits and what was answered, while nothing is
  /// played.
  void publish_changed_facts() {
    next_published_ = Clock::now() + kTold;
    if (season_facts(options_.folder) == published_facts_) return;
    run_while_polling([this] { publish(Submissions::Open, PublishTrigger::Idle); });
  }

  // --- what the file says ------------------------------------------------------------------

  /// The content of the season's file and its rule files, without its agents.
  struct SeasonConfig {
    schedule::SeasonKeys keys;
    schedule::SiteKeys site;
    std::string text;
    schedule::KeptRules rules = {};
  };
  static SeasonConfig read(const SeasonOptions& options) {
    SeasonConfig config{schedule::read_season_keys(options.file),
                        schedule::read_league_terms(options.file).site,
                        base::read_whole(options.file).value_or("")};
    // A table that the final lacks is told now, not when the season closes.
    schedule::check_seeding_file(options.file, config.text, options.folder);
    return config;
  }

  /// Adds agents. Reads the files again if that was requested; a mistake in them changes nothing.
  void read_league() {
    const bool reads_files = std::exchange(reads_file_, false);
    try {
      SeasonConfig config = reads_files ? read(options_) : config_;
      store::League league =
          schedule::read_growing_league(options_.file, config.text, config.rules);
      if (reads_files) {
        require_same_season(league);
        // An agent that the file names and that can never play its rules is a mistake in the file.
        store::League prepared = league;
        run_while_polling([&] { static_cast<void>(options_.prepare(prepared, options_.folder)); });
      }
      sync_store(league);
      config_ = std::move(config);
      league_ = std::move(league);
      receiver_.set_terms(terms());
      if (!reads_files) return;
      options_.tell(options_.file.string() + " is read again");
      last_error_.clear();
      last_error_at_.reset();
    } catch (const schedule::LeagueFileErrors& errors) {
      note_error(errors.lines().front());
    } catch (const store::OtherLeague& error) {
      note_error(fmt::format("{}: {}", options_.file.string(), error.what()));
    }
  }

  void require_same_season(const store::League& league) const {
    // The name and the isolation are part of what was played; all else may change while the season
    // runs.
    const bool same_name = league.name == league_.name;
    if (same_name && league.limits.isolation == league_.limits.isolation) return;
    throw schedule::LeagueFileErrors({fmt::format(
        "{}: '{}' differs from that of the running season; stop the season to change it",
        options_.file.string(), same_name ? "isolation" : "name")});
  }

  [[nodiscard]] std::shared_ptr<const SeasonTerms> terms() const {
    SeasonTerms terms{.keys = config_.keys,
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
      terms.names.push_back(entrants::agent_names(entrant));
      terms.authors.insert(entrant.author);
    }
    return std::make_shared<const SeasonTerms>(std::move(terms));
  }

  /// Returns whether the agent was submitted, that is, not named by the league file itself.
  [[nodiscard]] bool is_handed_in(const entrants::Entrant& entrant) const {
    std::error_code ignored;
    return fs::equivalent(entrant.agent.folder.parent_path().parent_path(), config_.keys.intake,
                          ignored);
  }

  [[nodiscard]] bool has_enough() const {
    return schedule::max_agents_at_one_table(league_) >= static_cast<std::size_t>(league_.seats);
  }
  [[nodiscard]] bool is_early() const {
    return config_.keys.opens && base::utc_now() < *config_.keys.opens;
  }
  /// Returns whether the season is over. A season that was closed stays closed, whatever the clock
  /// or the file says later.
  [[nodiscard]] bool is_time_to_close() const {
    return fs::exists(closed_) || (config_.keys.closes && base::utc_now() >= *config_.keys.closes);
  }
  static bool stops() { return referee::play::stop_requested(); }

  // --- while the other thread works --------------------------------------------------------

  /// Runs `work` on a thread, and attends to everything else until it is done.
  void run_while_polling(const std::function<void()>& work) {
    std::future<void> done = std::async(std::launch::async, work);
    try {
      while (done.wait_for(0s) != std::future_status::ready)
        poll_events();
    } catch (...) {
      referee::play::request_stop();  // the future waits for its thread
      throw;
    }
    done.get();
  }

  void poll_events() {
    std::this_thread::sleep_for(kStopPause);
    if (options_.reload_asked()) {
      reads_file_ = true;
      receiver_.roster_changed() = true;
    }
    // Whatever needs another step of the main loop counts as a change of the roster.
    const bool begins = phase_ == SeasonPhase::Early && !is_early();
    const bool ends = phase_ == SeasonPhase::Open && (is_early() || is_time_to_close());
    if (begins || ends || Clock::now() >= pauses_at_.load()) receiver_.roster_changed() = true;
    if (Clock::now() >= next_told_) publish_status();
  }

  void note_error(const std::string& error) {
    // A problem that lasts is reported once.
    if (error != last_error_) {
      referee::record::log_event("season-error", {{"problem", error}});
      options_.tell("problem: " + error);
    }
    last_error_ = error;
    last_error_at_ = base::utc_now();
  }

  void publish_status() {
    received_ = receiver_.state();
    if (!received_.trouble.empty()) note_error(received_.trouble);
    write_status();
    next_told_ = Clock::now() + kTold;
  }

  void write_status() const {
    const Json error_at = last_error_at_ ? Json(base::format_utc(*last_error_at_)) : Json();
    const Json json{{"phase", kPhases[static_cast<std::size_t>(phase_)]},
                    {"queue", received_.queue},
                    {"taken", received_.taken},
                    {"refused", received_.refused},
                    {"agents", league_.entrants.size()},
                    {"rounds", rounds_.load()},
                    {"games", games_.load()},
                    {"games_per_s", games_per_s_.load()},
                    {"disk_free_mb", fs::space(options_.folder).available >> 20},
                    {"last_error", last_error_.empty() ? Json() : Json(last_error_)},
                    {"last_error_at", error_at},
                    {"pid", ::getpid()},
                    {"at", base::format_utc(base::utc_now())}};
    base::write_whole(options_.folder / kFolder / kStatus, base::dump(json) + "\n");
  }

  /// Settles the store; throws store::OtherLeague and changes nothing if it cannot go on like this.
  /// A closed season says so, because its seeds are published before all is played.
  void sync_store(store::League league) {
    if (fs::exists(closed_)) league.format_keys[schedule::kClosed] = true;
    schedule::sync_to_play(store_, league);
  }

  // --- what is played ----------------------------------------------------------------------

  /// Plays until the league is finished, an agent arrives, or the season closes.
  void play() {
    store::League league = league_;  // read_league() has settled the store for it
    const auto settings = options_.prepare(league, options_.folder);
    runner::RunOptions options = options_.run;
    runner::LeagueRun run(league, store_, schedule::find_format(league.format), settings);
    options.pause = &receiver_.roster_changed();
    auto wave_began = Clock::now();
    options.between_waves = [&] {
      const std::uint64_t before = games_;
      count();
      const std::chrono::duration<double> took = Clock::now() - wave_began;
      games_per_s_ = static_cast<double>(games_ - before) / took.count();
      publish(Submissions::Open, PublishTrigger::Periodic);
      wave_began = Clock::now();
      pauses_at_ = wave_began + kLongestWave;
    };
    pauses_at_ = wave_began + kLongestWave;
    const runner::RunEnd end = run.play(options, {});
    pauses_at_ = Clock::time_point::max();
    if (stops()) return;
    count();
    publish(Submissions::Open,
            end == runner::RunEnd::Complete ? PublishTrigger::Idle : PublishTrigger::Periodic);
  }

  void count() {
    std::uint64_t games = 0;
    std::uint64_t rounds = 0;
    for (const store::StoredDivision& division : store_.reader().league().divisions) {
      games +=
          store_.reader().count_deals(division).stored * static_cast<std::uint64_t>(division.seats);
      rounds += store_.reader().count_rounds(division);
    }
    games_ = games;
    rounds_ = rounds;
  }

  // --- what is shown -----------------------------------------------------------------------

  /// Publishes tables, pages and reports; between waves, only when they have their share of the
  /// time.
  void publish(Submissions submissions, PublishTrigger trigger) {
    if (trigger == PublishTrigger::Periodic && Clock::now() < next_published_) return;
    const auto began = Clock::now();
    const auto computed = site::thread_cpu_time();
    const bool done = is_done([&] {
      (void)site::publish_tables(store_.reader(), options_.folder, stop_if_asked);
      publish_site(options_.folder, submissions, live_state(submissions, trigger));
      reports_.write(config_.keys, submissions, trigger, stop_if_asked);
    });
    ::malloc_trim(0);  // they took much for a moment, in pieces
    if (!done) return;
    const auto took = Clock::now() - began;
    next_published_ =
        Clock::now() + site::rest_after(site::thread_cpu_time() - computed, kPublishShare);
    referee::record::log_event("published", {{"games", games_.load()}, {"took_ms", took}});
    // The line would repeat the last one if there are no new games.
    if (std::exchange(reported_games_, games_.load()) == games_) return;
    options_.tell(fmt::format("{}, {} by {}", base::format_count(rounds_, "round"),
                              base::format_count(games_, "game"),
                              base::format_count(league_.entrants.size(), "agent")));
  }

  /// Returns false if the work was stopped; the next run does all of it.
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
  [[nodiscard]] std::optional<site::Live> live_state(Submissions submissions,
                                                     PublishTrigger trigger) const {
    if (submissions != Submissions::Open) return std::nullopt;
    return site::Live{trigger == PublishTrigger::Periodic ? games_per_s_.load() : 0,
                      base::utc_now()};
  }

  /// Returns what pages say about the season as it is now.
  [[nodiscard]] site::SeasonFacts season_facts(const fs::path& folder) {
    const ReceiverState state = receiver_.state();
    site::SeasonFacts facts{.is_final = folder != options_.folder,
                            .is_closed = fs::exists(closed_),
                            .opens = config_.keys.opens,
                            .closes = config_.keys.closes,
                            .web = Tokens(web_folder(options_.file)).address(),
                            .max_mb = config_.keys.max_mb,
                            .max_per_day = config_.keys.max_per_day,
                            .queue = state.queue,
                            .accepted = state.taken,
                            .refused = state.refused};
    for (const Answer& answer : state.last_taken)
      facts.last.push_back({answer.answered, answer.agent, answer.author});
    return facts;
  }

  /// The final is a league of its own, and its title says so.
  [[nodiscard]] site::SiteOptions site_options(const store::Reader& store, const fs::path& folder) {
    site::SiteOptions options = options_.site_options(config_.site, store);
    const site::SeasonFacts facts = season_facts(folder);
    std::string& title = options.shown.title;
    if (title.empty()) title = league_.name;
    if (facts.is_final) title += ", the final";
    std::string& address = options.shown.address;
    if (address.empty() && !facts.web.empty())
      address = facts.web + (facts.is_final ? "/final/" : "/");
    options.shown.season = facts;
    return options;
  }

  void publish_site(const fs::path& folder, Submissions submissions,
                    const std::optional<site::Live>& live) {
    const bool open = submissions == Submissions::Open;
    const store::Reader store = store::Reader::open_to_read(folder);
    site::SiteOptions options = site_options(store, folder);
    options.shown.live = live;
    published_facts_ = options.shown.season;
    // Games stay hidden while the season is open, unless the league file publishes them.
    if (open && config_.keys.games != schedule::PublicGames::All) {
      options.games = 0;
      options.shown.decisions = false;
    }
    (void)site::make_site(store, folder / site::kFolder, options, stop_if_asked);
  }

  // --- the end -----------------------------------------------------------------------------

  /// Closes the season after every submission that came in time has its answer.
  void close() {
    phase_ = SeasonPhase::Closing;
    options_.tell("the season is closed; earlier submissions are still answered");
    auto give_up = Clock::now() + kLastWait;
    while (!stops() && !fs::exists(closed_)) {
      const ReceiverState state = receiver_.state();
      // The season is closed when all that came in time is answered, or when nothing has moved for
      // long.
      if (state.answered_until >= *config_.keys.closes || Clock::now() >= give_up)
        base::write_durable(closed_, "");
      // A queue that is being worked off is no reason to give up.
      if (state.queue > 0) give_up = Clock::now() + kLastWait;
      poll_events();
    }
    if (stops()) return;
    read_league();
    run_while_polling([this] {
      if (store_.reader().all_epochs().empty()) return;
      sync_store(league_);
      store_.reveal_seeds();
      count();
      publish(Submissions::Closed, PublishTrigger::Idle);
    });
    if (config_.keys.has_final && !stops()) {
      phase_ = SeasonPhase::Final;
      bool done = false;
      run_while_polling([&] { done = play_final(); });
      if (done) phase_ = SeasonPhase::Over;
    } else if (!stops()) {
      phase_ = SeasonPhase::Over;
    }
  }

  /// Returns whether the final has been played and published.
  bool play_final() {
    const fs::path file = options_.folder / "final.toml";
    const fs::path folder = options_.folder / "final";
    // The season's file may have been corrected since an earlier attempt.
    const bool is_new = !fs::exists(folder / "league.db");
    if (is_new) write_final(file);
    store::League league =
        is_new ? read_new_final(file) : schedule::read_league_file(file, config_.rules);
    store::Writer store = schedule::open_to_play(folder, league);
    const auto settings = options_.prepare(league, folder);
    runner::LeagueRun run(league, store, schedule::find_format(league.format), settings);
    options_.tell(
        fmt::format("the final, of {}", base::format_count(league.entrants.size(), "agent")));
    if (play_renewing(run, folder) != runner::RunEnd::Complete) return false;
    return is_done([&] {
      (void)site::publish_tables(store.reader(), folder, stop_if_asked);
      publish_site(folder, Submissions::Closed, {});
      publish_site(options_.folder, Submissions::Closed, {});  // it leads there now
      Reports(folder, "final")
          .write(config_.keys, Submissions::Closed, PublishTrigger::Idle, stop_if_asked);
    });
  }

  /// Reads the file of the final. A mistake in it is one of [final] in the season's file.
  [[nodiscard]] store::League read_new_final(const fs::path& file) const {
    try {
      return schedule::read_league_file(file, config_.rules);
    } catch (const schedule::LeagueFileErrors& errors) {
      std::vector<std::string> lines = errors.lines();
      lines.back() +=
          fmt::format("; this file is made from {}: correct its [final] and start the season again",
                      options_.file.string());
      throw schedule::LeagueFileErrors(std::move(lines));
    }
  }

  runner::RunEnd play_renewing(runner::LeagueRun& run, const fs::path& folder) {
    const auto options_for = [&](const store::Reader& store) {
      return site_options(store, folder);
    };
    site::LivePages pages(run.games().stored, folder / site::kFolder,
                          site::live_site(folder, options_for));
    const std::array observers{pages.observer()};
    return run.play(options_.run, observers);
  }

  /// Writes the final's file with the last version of every submitted agent.
  void write_final(const fs::path& file) const {
    std::vector<schedule::Finalist> finalists;
    for (const entrants::Entrant& entrant : league_.entrants) {
      if (is_handed_in(entrant))
        finalists.push_back({fs::relative(entrant.agent.folder, options_.folder),
                             entrants::agent_names(entrant).own, entrant.author});
    }
    if (finalists.size() < 2) {
      throw store::WrongFolder(fmt::format(
          "{} in the final; expected at least two agents in {}, or a file without [final]",
          base::format_count(finalists.size(), "agent"), config_.keys.intake.string()));
    }
    base::write_durable(file, schedule::final_file(options_.file, config_.text, league_.name,
                                                   finalists, options_.folder));
  }

  const SeasonOptions& options_;
  SeasonConfig config_;
  store::League league_;
  store::Writer store_;
  fs::path closed_;
  Reports reports_;
  bool reads_file_ = false;
  SeasonPhase phase_ = SeasonPhase::Early;
  ReceiverState received_;  ///< The receiver's state when it was last published.
  std::string last_error_;
  std::optional<sys_seconds> last_error_at_;
  Clock::time_point next_told_;
  Clock::time_point next_published_;
  std::uint64_t reported_games_ = 0;
  std::optional<site::SeasonFacts> published_facts_;
  // The thread that plays writes these, and the one that polls events reads them.
  std::atomic<Clock::time_point> pauses_at_ = Clock::time_point::max();
  std::atomic<std::uint64_t> games_ = 0;
  std::atomic<std::uint64_t> rounds_ = 0;
  std::atomic<double> games_per_s_ = 0;
  Receiver receiver_;  // ends first
};

}  // namespace

std::optional<Json> read_status(const fs::path& league) {
  const auto text = base::read_whole(league / kFolder / kStatus);
  return text ? base::try_parse_json(*text) : std::nullopt;
}

bool is_over(const Json& status) { return status.at("phase").get<std::string>() == kPhases.back(); }

std::vector<std::string> status_lines(const Json& status) {
  const auto word = [&](const char* key) { return status.at(key).get<std::string>(); };
  const auto number = [&](const char* key) { return status.at(key).get<std::uint64_t>(); };
  std::vector<std::string> lines{
      fmt::format("the season is {}: {} wait for an answer, {} taken, {} refused; {:.0f} games/s, "
                  "{} MB free",
                  word("phase"), number("queue"), number("taken"), number("refused"),
                  status.at("games_per_s").get<double>(), number("disk_free_mb")),
      fmt::format("as process {} wrote at {}", number("pid"), word("at"))};
  if (!status.at("last_error").is_null())
    lines.push_back(
        fmt::format("last problem, at {}: {}", word("last_error_at"), word("last_error")));
  return lines;
}

bool run_season(const SeasonOptions& options) { return SeasonRunner(options).run_season(); }

}  // namespace danno::leagues::commands::season
