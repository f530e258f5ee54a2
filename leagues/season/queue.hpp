// What authors handed in, from the inbox to its answer. Whatever dies when, it is in one place.
//
//   INBOX/AUTHOR/ITEM            a folder or an archive, moved there in whole; hidden ones are not
//                                looked at
//   QUEUE/000017/ticket.json     author, time, and how often it was tried
//   QUEUE/000017/handed-in/ITEM  moved from the inbox by one rename
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace danno::leagues::season {

/// How long something may change in the inbox: then it is taken as it is, to be refused. Nobody
/// else waits longer for it, nor does the end of the season.
inline constexpr std::chrono::seconds kMostArriving{60};

/// Something that waits for its answer.
struct Ticket {
  std::uint64_t number = 0;  ///< From 1 on, in the order in which they were found.
  std::string author;
  std::string item;                    ///< As its author called it; not escaped.
  std::chrono::sys_seconds handed_in;  ///< When it came into the inbox.
  int tries = 0;                       ///< That began and did not end.
  std::string boot = {};               ///< The machine's boot in which the last try began.
  bool whole = true;                   ///< False: it never stopped changing in the inbox.
};

class Queue {
 public:
  /// Goes on with what is in `folder`, which it makes. `last` is the highest number that has an
  /// answer. Throws std::filesystem::filesystem_error, and store::WrongFolder where the inbox lies
  /// on another file system: nothing is moved there in one step.
  Queue(std::filesystem::path inbox, std::filesystem::path folder, std::uint64_t last);

  using Clock = std::chrono::steady_clock;
  /// Takes what came whole into the inbox: what is as it was at a look a second ago; and what still
  /// changes after kMostArriving. Returns what is in the way, a line each.
  std::vector<std::string> look(Clock::time_point now = Clock::now());

  /// The next to be answered: everybody's first before anybody's second; nothing of these authors.
  [[nodiscard]] std::optional<Ticket> next(const std::set<std::string>& busy = {}) const;
  [[nodiscard]] std::vector<Ticket> all() const;
  /// How many wait.
  [[nodiscard]] std::size_t size() const { return size_; }
  /// When the first of them was handed in, and of what is on its way.
  [[nodiscard]] std::optional<std::chrono::sys_seconds> oldest() const;

  /// The one thing that was handed in.
  [[nodiscard]] std::filesystem::path item_of(const Ticket& ticket) const;
  /// For work on it; goes with the ticket.
  [[nodiscard]] std::filesystem::path folder_of(std::uint64_t ticket) const;
  /// Keeps the ticket as it is now.
  void write(const Ticket& ticket) const;
  /// It has its answer: it goes.
  void remove(std::uint64_t ticket);

 private:
  /// Something in the inbox that may be on its way yet.
  struct Arriving {
    std::uint64_t stamp = 0;  ///< Of all that a writer changes.
    std::chrono::sys_seconds handed_in;
    Clock::time_point first;       ///< When it was seen first.
    Clock::time_point since;       ///< When it changed last.
    Clock::time_point not_before;  ///< When it is moved at the earliest: not at once again.
    bool seen = false;             ///< At this look.
    std::string problem = {};      ///< Why it could not be moved; empty: nothing is wrong.
  };

  void read_tickets();
  void add(Ticket ticket);
  void look_at_author(const std::filesystem::path& folder, Clock::time_point now,
                      std::vector<std::string>& troubles);
  void take(const std::filesystem::path& item, Ticket ticket);

  std::filesystem::path inbox_;
  std::filesystem::path folder_;
  std::uint64_t last_;
  std::map<std::filesystem::path, Arriving> arriving_;
  std::vector<std::filesystem::path> gone_;  ///< What has its answer and could not be removed.
  struct Waiting {
    std::deque<Ticket> tickets;
    std::uint64_t turn = 0;  ///< When the author had the last one, in turns_.
  };
  std::map<std::string, Waiting> waiting_;  ///< By author.
  std::uint64_t turns_ = 0;
  std::size_t size_ = 0;
};

}  // namespace danno::leagues::season
