// The queue of submissions, as folders on the disk:
//
//  inbox/AUTHOR/ITEM               an item; a name that begins with a dot is not whole yet
//  season/queue/000017/ticket.json number, author, item, time, tries
//  season/queue/000017/handed-in/  the item, moved there by one rename
//  season/queue/.gone-000017       a ticket that is answered, until it is deleted
//  season/answers.ndjson           one line for each answer, only appended (answer_journal.hpp)
//
// Each step is one rename or one append, so a kill leaves either the state before it or the one
// after it.
#include "leagues/commands/season/queue.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <cstdlib>
#include <string_view>
#include <system_error>
#include <tuple>
#include <utility>

#include "leagues/base/escape.hpp"
#include "leagues/base/json.hpp"
#include "leagues/base/outside_file.hpp"
#include "leagues/base/utc.hpp"
#include "leagues/base/whole_file.hpp"
#include "leagues/entrants/agent_folder.hpp"
#include "leagues/store/reader.hpp"
#include "referee/sandbox/descriptor.hpp"

namespace danno::leagues::commands::season {

namespace {

namespace fs = std::filesystem;
using referee::sandbox::Descriptor;
using std::chrono::sys_seconds;

using namespace std::chrono_literals;

constexpr const char* kTicket = "ticket.json";
constexpr const char* kGone = ".gone-";
constexpr const char* kHandedIn = "handed-in";
/// The time without a change after which an item counts as complete.
constexpr auto kWhole = 1s;
/// Limits per author and scan: items taken, and entries examined to find the oldest. They bound the
/// effect of a flooded inbox on other authors.
constexpr std::size_t kMostAtALook = 100;
constexpr std::size_t kMostSeen = 10'000;
/// The number of entries of an author's folders that a scan examines for changes. Larger
/// submissions are refused later.
constexpr int kMostStamped = 50'000;
/// The depth to which folders are made writable for removal; no submission is deeper.
constexpr int kDeepest = 128;

fs::path ticket_name(std::uint64_t number) { return fmt::format("{:06}", number); }

std::uint64_t ticket_number(const fs::path& folder) {
  return std::strtoull(folder.filename().c_str(), nullptr, 10);
}

/// Returns the time of the item's rename, which its author cannot set.
sys_seconds handed_in(const struct stat& status) {
  return std::min(base::utc_now(), sys_seconds(std::chrono::seconds(status.st_ctim.tv_sec)));
}

/// Returns the status of the path itself, without following a link; nullopt if it is missing.
std::optional<struct stat> look_at(const fs::path& path) {
  struct stat status {};
  if (::lstat(path.c_str(), &status) != 0) return std::nullopt;
  return status;
}

/// Adds what a change of a file would alter to the stamp.
void mix(std::uint64_t& stamp, const struct stat& status) {
  for (const auto value : {std::uint64_t{status.st_ino}, static_cast<std::uint64_t>(status.st_size),
                           static_cast<std::uint64_t>(status.st_mtim.tv_sec),
                           static_cast<std::uint64_t>(status.st_mtim.tv_nsec)})
    stamp = (stamp ^ value) * 0x100000001b3;  // FNV-1a
}

/// Hashes what a change would alter, of at most `entries` entries, which it counts down.
std::uint64_t compute_stamp(const fs::path& item, const struct stat& status, int& entries) {
  std::uint64_t stamp = 0xcbf29ce484222325;
  mix(stamp, status);
  if (!S_ISDIR(status.st_mode)) return stamp;
  std::error_code error;
  fs::recursive_directory_iterator entry(item, fs::directory_options::skip_permission_denied,
                                         error);
  for (; !error && entry != fs::recursive_directory_iterator() && entries > 0;
       entry.increment(error), --entries) {
    if (const auto inner = look_at(entry->path())) mix(stamp, *inner);
  }
  return stamp;
}

struct InboxItem {
  fs::path path;
  struct stat status {};
};

/// Returns an author's items in the inbox, oldest first.
std::vector<InboxItem> list_items(const fs::path& author) {
  std::vector<InboxItem> items;
  std::error_code error;
  fs::directory_iterator entry(author, error);
  for (; !error && entry != fs::directory_iterator() && items.size() < kMostSeen;
       entry.increment(error)) {
    // A name with a dot is still being copied.
    if (entry->path().filename().string().starts_with('.')) continue;
    if (const auto status = look_at(entry->path())) items.push_back({entry->path(), *status});
  }
  // The time of the rename decides, because an author can set the time of the content.
  std::ranges::sort(items, {}, [](const InboxItem& item) {
    return std::tuple(item.status.st_ctim.tv_sec, item.status.st_ctim.tv_nsec, item.path);
  });
  if (items.size() > kMostAtALook) items.resize(kMostAtALook);
  return items;
}

/// Returns the problem of an author's folder; empty if there is none.
std::string folder_problem(const fs::directory_entry& folder) {
  const std::string name = folder.path().filename().string();
  if (std::string problem = entrants::author_problem(name); !problem.empty()) return problem;
  if (base::escape_controls(name) != name) return "expected UTF-8";
  std::error_code error;
  if (!folder.is_directory(error)) return "expected INBOX/AUTHOR/ITEM";
  return folder.is_symlink(error) ? "a link; expected a folder" : "";
}

/// Makes our folder and its subfolders writable, which may lack the permission. No link is
/// followed, whatever its author puts there meanwhile.
void make_writable(int around, const char* name, int depth) {
  const Descriptor folder(::openat(around, name, O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  if (!folder || depth == 0) return;
  if (::chmod(fmt::format("/proc/self/fd/{}", folder.get()).c_str(), 0700) != 0) return;
  const int list = ::openat(folder.get(), ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  DIR* const entries = list < 0 ? nullptr : ::fdopendir(list);
  if (entries == nullptr) return;
  while (const dirent* const entry = ::readdir(entries)) {
    const std::string_view inner = entry->d_name;
    if (inner != "." && inner != "..") make_writable(folder.get(), entry->d_name, depth - 1);
  }
  ::closedir(entries);
}

/// Removes a folder as far as its author lets us: what another user shut against us stays, and so
/// does what is written while it is removed. Returns whether it is gone.
bool clear(const fs::path& folder) {
  std::error_code error;
  fs::remove_all(folder, error);
  if (!error) return true;
  make_writable(AT_FDCWD, folder.c_str(), kDeepest);
  fs::remove_all(folder, error);
  return !error;
}

/// The only entry of a folder.
std::optional<fs::path> only_entry(const fs::path& folder) {
  std::error_code error;
  const fs::directory_iterator entry(folder, error);
  if (error || entry == fs::directory_iterator()) return std::nullopt;
  return entry->path();
}

}  // namespace

Queue::Queue(fs::path inbox, fs::path folder, std::uint64_t last)
    : inbox_(std::move(inbox)), folder_(std::move(folder)), last_(last) {
  fs::create_directories(inbox_);
  fs::create_directories(folder_);
  if (look_at(inbox_)->st_dev != look_at(folder_)->st_dev) {
    throw store::WrongFolder(
        fmt::format("the inbox {} lies on another file system than {}, and what is handed in is "
                    "moved in one step; expected both on one: 'inbox' of [season], or --out DIR",
                    inbox_.string(), folder_.string()));
  }
  const fs::path from_inbox = fs::relative(folder_, inbox_);
  if (*from_inbox.begin() != "..") {
    throw store::WrongFolder(
        fmt::format("the league's folder is in the inbox {}; expected two apart: 'inbox' of "
                    "[season], or --out DIR",
                    inbox_.string()));
  }
  read_tickets();
}

void Queue::read_tickets() {
  std::vector<fs::path> folders;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder_))
    folders.push_back(entry.path());
  std::ranges::sort(folders);
  for (const fs::path& folder : folders) {
    // The ticket was answered; only its deletion did not finish.
    if (folder.filename().string().starts_with(kGone)) {
      if (!clear(folder)) gone_.push_back(folder);
      continue;
    }
    last_ = std::max(last_, ticket_number(folder));
    if (!only_entry(folder / kHandedIn)) {
      fs::remove_all(folder);  // begun, and nothing was moved yet
      continue;
    }
    const auto text = base::read_whole(folder / kTicket);
    const auto json = text ? base::try_parse_json(*text) : std::nullopt;
    if (!json) continue;  // the disk lost it; the submitted files stay
    add({json->at("number").get<std::uint64_t>(), json->at("author").get<std::string>(),
         json->at("item").get<std::string>(),
         base::parse_utc(json->at("handed_in").get<std::string>()), json->at("tries").get<int>(),
         json->at("whole").get<bool>()});
  }
}

void Queue::add(Ticket ticket) {
  waiting_[ticket.author].tickets.push_back(std::move(ticket));
  ++changes_;
}

std::vector<std::string> Queue::look(Clock::time_point now) {
  std::vector<std::string> troubles;
  for (auto& [item, arriving] : arriving_)
    arriving.seen = false;
  std::error_code error;
  fs::directory_iterator author(inbox_, error);
  for (; !error && author != fs::directory_iterator(); author.increment(error)) {
    const std::string name = author->path().filename().string();
    if (name.starts_with('.')) continue;
    if (const std::string problem = folder_problem(*author); !problem.empty()) {
      troubles.push_back(fmt::format("{}: {}", author->path().string(), problem));
    } else {
      look_at_author(author->path(), now, troubles);
    }
  }
  if (error) troubles.push_back(fmt::format("{}: {}", inbox_.string(), error.message()));
  std::erase_if(arriving_, [](const auto& one) { return !one.second.seen; });
  return troubles;
}

void Queue::Arriving::see(std::chrono::sys_seconds came, std::uint64_t state,
                          Clock::time_point now) {
  seen = true;
  handed_in = came;
  if (!stamp) first = now;
  if (stamp == state) return;
  stamp = state;
  since = now;
  problem.clear();
}

void Queue::look_at_author(const fs::path& folder, Clock::time_point now,
                           std::vector<std::string>& troubles) {
  bool in_turn = true;  // what came first is the older version
  int entries = kMostStamped;
  for (const InboxItem& item : list_items(folder)) {
    Arriving& arriving = arriving_[item.path];
    arriving.see(handed_in(item.status), compute_stamp(item.path, item.status, entries), now);
    const bool whole = now - arriving.since >= kWhole;
    if (in_turn && (whole || now - arriving.first >= kMostArriving) && now >= arriving.not_before) {
      try {
        take(item.path, {.number = last_ + 1,
                         .author = folder.filename().string(),
                         .item = item.path.filename().string(),
                         .handed_in = arriving.handed_in,
                         .whole = whole});
        arriving.seen = false;
      } catch (const fs::filesystem_error& problem) {
        // An author's folder may be closed to us for a moment: try again later.
        arriving.not_before = now + kWhole;
        arriving.problem =
            fmt::format("{} cannot be taken: {}", item.path.string(), problem.code().message());
      }
    }
    in_turn = in_turn && (!arriving.seen || !arriving.problem.empty());
    if (arriving.seen && !arriving.problem.empty()) troubles.push_back(arriving.problem);
  }
}

/// The ticket is on the disk before the item comes to it.
void Queue::take(const fs::path& item, Ticket ticket) {
  const fs::path folder = ticket_folder(ticket.number);
  fs::create_directories(folder / kHandedIn);
  write(ticket);
  std::error_code error;
  fs::rename(item, folder / kHandedIn / item.filename(), error);
  if (error) {
    fs::remove_all(folder);
    throw fs::filesystem_error("rename", item, error);
  }
  ++last_;
  base::sync(folder / kHandedIn);
  add(std::move(ticket));
}

std::vector<const Queue::Waiting*> Queue::authors_in_turn() const {
  std::vector<const Waiting*> authors;
  for (const auto& [author, waiting] : waiting_) {
    if (!waiting.tickets.empty()) authors.push_back(&waiting);
  }
  std::ranges::sort(authors, {}, [](const Waiting* waiting) {
    return std::pair(waiting->turn, waiting->tickets.front().number);
  });
  return authors;
}

/// Each author who had a turn comes last, so the authors take turns as long as they have tickets.
std::vector<Ticket> Queue::in_order() const {
  std::vector<const Waiting*> authors = authors_in_turn();
  std::vector<Ticket> order;
  for (std::size_t round = 0; !authors.empty(); ++round) {
    for (const Waiting* const waiting : authors)
      order.push_back(waiting->tickets[round]);
    std::erase_if(authors,
                  [&](const auto* waiting) { return waiting->tickets.size() == round + 1; });
  }
  return order;
}

std::optional<Ticket> Queue::next(const std::set<std::string>& busy) const {
  for (const Waiting* const waiting : authors_in_turn()) {
    const Ticket& ticket = waiting->tickets.front();
    if (!busy.contains(ticket.author)) return ticket;
  }
  return std::nullopt;
}

std::size_t Queue::size() const {
  std::size_t size = 0;
  for (const auto& [author, waiting] : waiting_)
    size += waiting.tickets.size();
  return size;
}

std::optional<sys_seconds> Queue::oldest() const {
  std::optional<sys_seconds> oldest;
  const auto count = [&](sys_seconds time) { oldest = std::min(oldest.value_or(time), time); };
  for (const auto& [author, waiting] : waiting_) {
    for (const Ticket& ticket : waiting.tickets)
      count(ticket.handed_in);
  }
  for (const auto& [item, arriving] : arriving_)
    count(arriving.handed_in);
  return oldest;
}

fs::path Queue::ticket_folder(std::uint64_t ticket) const { return folder_ / ticket_name(ticket); }

fs::path Queue::submitted_item(const Ticket& ticket) const {
  return only_entry(ticket_folder(ticket.number) / kHandedIn)
      .value_or(ticket_folder(ticket.number) / kHandedIn);
}

void Queue::write(const Ticket& ticket) const {
  const fs::path file = ticket_folder(ticket.number) / kTicket;
  base::write_durable(file, base::dump({{"number", ticket.number},
                                        {"author", ticket.author},
                                        {"item", ticket.item},
                                        {"handed_in", base::format_utc(ticket.handed_in)},
                                        {"tries", ticket.tries},
                                        {"whole", ticket.whole}}) +
                                "\n");
}

/// Renames the folder first, so that a crash never leaves a half-deleted ticket.
void Queue::remove(std::uint64_t ticket) {
  const fs::path gone = folder_ / (kGone + ticket_name(ticket).string());
  fs::rename(ticket_folder(ticket), gone);
  gone_.push_back(gone);
  std::erase_if(gone_, clear);  // also what could not be removed before
  for (auto& [author, waiting] : waiting_) {
    const auto removed =
        std::erase_if(waiting.tickets, [&](const Ticket& one) { return one.number == ticket; });
    if (removed == 0) continue;
    waiting.turn = ++turns_;
    ++changes_;
  }
}

}  // namespace danno::leagues::commands::season
