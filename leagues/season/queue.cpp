#include "leagues/season/queue.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <cstdlib>
#include <system_error>
#include <utility>

#include "leagues/entrants/agent_folder.hpp"
#include "leagues/store/store.hpp"
#include "leagues/text/json.hpp"
#include "leagues/text/utc.hpp"
#include "leagues/text/whole_file.hpp"

namespace danno::leagues::season {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;
using std::chrono::sys_seconds;
using text::Json;

constexpr const char* kTicket = "ticket.json";
constexpr const char* kHandedIn = "handed-in";
/// What does not change so long is whole.
constexpr auto kWhole = 1s;
/// Of an author at one look: who floods the inbox does not hold up the others.
constexpr int kMostAtALook = 100;
/// Of a folder's entries, to see whether it changes; who hands in more is refused for it later.
constexpr int kMostStamped = 20'000;

fs::path name_of(std::uint64_t number) { return fmt::format("{:06}", number); }

std::uint64_t number_of(const fs::path& folder) {
  return std::strtoull(folder.filename().c_str(), nullptr, 10);
}

/// The time of its rename, which its author cannot set.
sys_seconds handed_in(const struct stat& status) {
  const auto now = std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
  return std::min(now, sys_seconds(std::chrono::seconds(status.st_ctim.tv_sec)));
}

/// A folder or file itself, where a link leads to nothing.
std::optional<struct stat> look_at(const fs::path& path) {
  struct stat status {};
  if (::lstat(path.c_str(), &status) != 0) return std::nullopt;
  return status;
}

void mix(std::uint64_t& stamp, const struct stat& status) {
  for (const auto value : {std::uint64_t{status.st_ino}, static_cast<std::uint64_t>(status.st_size),
                           static_cast<std::uint64_t>(status.st_mtim.tv_sec),
                           static_cast<std::uint64_t>(status.st_mtim.tv_nsec)})
    stamp = (stamp ^ value) * 0x100000001b3;  // FNV-1a
}

std::uint64_t stamp_of(const fs::path& item, const struct stat& status) {
  std::uint64_t stamp = 0xcbf29ce484222325;
  mix(stamp, status);
  if (!S_ISDIR(status.st_mode)) return stamp;
  std::error_code error;
  fs::recursive_directory_iterator entry(item, fs::directory_options::skip_permission_denied,
                                         error);
  for (int entries = 0;
       !error && entry != fs::recursive_directory_iterator() && entries < kMostStamped;
       entry.increment(error), ++entries) {
    if (const auto inner = look_at(entry->path())) mix(stamp, *inner);
  }
  return stamp;
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
  read_tickets();
}

void Queue::read_tickets() {
  std::vector<fs::path> folders;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder_))
    folders.push_back(entry.path());
  std::ranges::sort(folders);
  for (const fs::path& folder : folders) {
    last_ = std::max(last_, number_of(folder));
    if (!only_entry(folder / kHandedIn)) {
      fs::remove_all(folder);  // begun, and nothing was moved yet
      continue;
    }
    const auto text = text::read_whole(folder / kTicket);
    const auto json = text ? Json::try_parse(*text) : std::nullopt;
    if (!json) continue;  // a disk that lost it; what was handed in stays
    add({json->at("number").get<std::uint64_t>(), json->at("author").get<std::string>(),
         json->at("item").get<std::string>(),
         text::parse_utc(json->at("handed_in").get<std::string>()), json->at("tries").get<int>()});
  }
}

void Queue::add(Ticket ticket) {
  waiting_[ticket.author].tickets.push_back(std::move(ticket));
  ++size_;
}

std::vector<std::string> Queue::look() {
  std::vector<std::string> troubles;
  for (auto& [item, arriving] : arriving_)
    arriving.seen = false;
  std::error_code error;
  fs::directory_iterator author(inbox_, error);
  for (; !error && author != fs::directory_iterator(); author.increment(error)) {
    const std::string name = author->path().filename().string();
    if (name.starts_with('.')) continue;
    std::string problem = entrants::author_problem(name);
    if (problem.empty() && !author->is_directory(error)) problem = "expected INBOX/AUTHOR/ITEM";
    if (problem.empty() && author->is_symlink(error)) problem = "a link; expected a folder";
    if (problem.empty()) {
      look_at_author(author->path(), troubles);
    } else {
      troubles.push_back(fmt::format("{}: {}", author->path().string(), problem));
    }
    error.clear();
  }
  if (error) troubles.push_back(fmt::format("{}: {}", inbox_.string(), error.message()));
  std::erase_if(arriving_, [](const auto& one) { return !one.second.seen; });
  return troubles;
}

void Queue::look_at_author(const fs::path& folder, std::vector<std::string>& troubles) {
  std::error_code error;
  fs::directory_iterator entry(folder, error);
  for (int seen = 0; !error && entry != fs::directory_iterator() && seen < kMostAtALook;
       entry.increment(error)) {
    const fs::path item = entry->path();
    if (item.filename().string().starts_with('.')) continue;
    ++seen;
    const auto status = look_at(item);
    if (!status) continue;  // it was taken back
    const std::uint64_t stamp = stamp_of(item, *status);
    const auto [found, is_new] = arriving_.try_emplace(item);
    Arriving& arriving = found->second;
    arriving.seen = true;
    arriving.handed_in = handed_in(*status);
    if (is_new || arriving.stamp != stamp) {
      arriving.stamp = stamp;
      arriving.since = Clock::now();
    } else if (Clock::now() - arriving.since >= kWhole) {
      try {
        take(item, folder.filename().string());
        arriving.seen = false;
      } catch (const fs::filesystem_error& problem) {
        arriving.since = Clock::now();  // not at once again
        troubles.push_back(
            fmt::format("{} cannot be taken: {}", item.string(), problem.code().message()));
      }
    }
  }
  if (error) troubles.push_back(fmt::format("{}: {}", folder.string(), error.message()));
}

/// The ticket is on the disk before the item comes to it.
void Queue::take(const fs::path& item, const std::string& author) {
  const auto status = look_at(item);
  if (!status) return;
  const Ticket ticket{last_ + 1, author, item.filename().string(), handed_in(*status)};
  const fs::path folder = folder_of(ticket.number);
  fs::create_directories(folder / kHandedIn);
  write(ticket);
  std::error_code error;
  fs::rename(item, folder / kHandedIn / item.filename(), error);
  if (error) {
    fs::remove_all(folder);
    throw fs::filesystem_error("rename", item, error);
  }
  ++last_;
  text::sync(folder / kHandedIn);
  add(ticket);
}

std::vector<Ticket> Queue::all() const {
  std::vector<Ticket> all;
  for (const auto& [author, waiting] : waiting_)
    all.insert(all.end(), waiting.tickets.begin(), waiting.tickets.end());
  return all;
}

std::optional<Ticket> Queue::next() const {
  auto best = waiting_.end();
  for (auto author = waiting_.begin(); author != waiting_.end(); ++author) {
    if (author->second.tickets.empty()) continue;
    const auto rank = [](const auto& one) {
      return std::pair(one.second.turn, one.second.tickets.front().number);
    };
    if (best == waiting_.end() || rank(*author) < rank(*best)) best = author;
  }
  if (best == waiting_.end()) return std::nullopt;
  return best->second.tickets.front();
}

std::optional<sys_seconds> Queue::oldest() const {
  std::optional<sys_seconds> oldest;
  const auto count = [&](sys_seconds time) { oldest = std::min(oldest.value_or(time), time); };
  for (const Ticket& ticket : all())
    count(ticket.handed_in);
  for (const auto& [item, arriving] : arriving_)
    count(arriving.handed_in);
  return oldest;
}

fs::path Queue::folder_of(std::uint64_t ticket) const { return folder_ / name_of(ticket); }

fs::path Queue::item_of(const Ticket& ticket) const {
  return only_entry(folder_of(ticket.number) / kHandedIn)
      .value_or(folder_of(ticket.number) / kHandedIn);
}

void Queue::write(const Ticket& ticket) const {
  const fs::path file = folder_of(ticket.number) / kTicket;
  text::write_whole(file, Json{{"number", ticket.number},
                               {"author", ticket.author},
                               {"item", ticket.item},
                               {"handed_in", text::show_utc(ticket.handed_in)},
                               {"tries", ticket.tries}}
                                  .dump() +
                              "\n");
  text::sync(file);
  text::sync(file.parent_path());
}

void Queue::remove(std::uint64_t ticket) {
  fs::remove_all(folder_of(ticket));
  for (auto& [author, waiting] : waiting_) {
    const auto removed =
        std::erase_if(waiting.tickets, [&](const Ticket& one) { return one.number == ticket; });
    if (removed == 0) continue;
    waiting.turn = ++turns_;
    size_ -= removed;
  }
}

}  // namespace danno::leagues::season
