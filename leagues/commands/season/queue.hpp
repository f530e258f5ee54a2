// The queue of submissions, from the inbox to the answer. A crash never loses or doubles one.
//
//   INBOX/AUTHOR/ITEM            a folder or an archive, moved there as a whole; hidden ones are
//                                ignored
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

namespace danno::leagues::commands::season {

/// The time after which a submission that still changes in the inbox is taken as it is, and
/// refused. It delays neither other submissions nor the end of the season by more than that.
inline constexpr std::chrono::seconds kMostArriving{60};

/// A submission that waits for its answer.
struct Ticket {
  std::uint64_t number = 0;  ///< Counts from 1, in the order in which submissions were found.
  std::string author;
  std::string item;                    ///< The name given by its author; not escaped.
  std::chrono::sys_seconds handed_in;  ///< The time when it arrived in the inbox.
  int tries = 0;                       ///< The number of tries that began and did not end.
  bool whole = true;                   ///< False if it never stopped changing in the inbox.
};

class Queue {
 public:
  /// Continues with what is in `folder`, which is created if necessary. `last` is the highest
  /// number that has an answer. Throws std::filesystem::filesystem_error, and store::WrongFolder if
  /// the inbox is on another file system, because nothing can be moved from there atomically.
  Queue(std::filesystem::path inbox, std::filesystem::path folder, std::uint64_t last);

  using Clock = std::chrono::steady_clock;
  /// Takes what has arrived completely in the inbox: what has not changed for a second, and what
  /// still changes after kMostArriving. Returns the problems, one line each.
  std::vector<std::string> look(Clock::time_point now = Clock::now());

  /// Returns the next ticket to answer, serving every author's first before anybody's second; skips
  /// authors in `busy`.
  [[nodiscard]] std::optional<Ticket> next(const std::set<std::string>& busy = {}) const;
  /// Returns the tickets in the order in which next() would return them.
  [[nodiscard]] std::vector<Ticket> in_order() const;
  /// The number of tickets that were added or removed so far.
  [[nodiscard]] std::uint64_t changes() const { return changes_; }
  /// Returns the number of waiting tickets.
  [[nodiscard]] std::size_t size() const;
  /// Returns the earliest time of arrival among all tickets and what is still arriving.
  [[nodiscard]] std::optional<std::chrono::sys_seconds> oldest() const;

  /// Returns the path of the submission.
  [[nodiscard]] std::filesystem::path submitted_item(const Ticket& ticket) const;
  /// Returns a folder for working on the submission, which is removed with the ticket.
  [[nodiscard]] std::filesystem::path ticket_folder(std::uint64_t ticket) const;
  /// Stores the ticket's current state.
  void write(const Ticket& ticket) const;
  /// Removes a ticket that has its answer.
  void remove(std::uint64_t ticket);

 private:
  /// Something in the inbox that may still be arriving.
  struct Arriving {
    std::optional<std::uint64_t> stamp;  ///< A hash of everything that a writer changes.
    std::chrono::sys_seconds handed_in;
    Clock::time_point first;       ///< The time when it was first seen.
    Clock::time_point since;       ///< The time when it last changed.
    Clock::time_point not_before;  ///< The earliest time for the next attempt to move it.
    bool seen = false;             ///< True if it was seen in the current look.
    std::string problem = {};      ///< Why it could not be moved; empty if there is no problem.

    /// Takes note of its state as it is now.
    void see(std::chrono::sys_seconds came, std::uint64_t state, Clock::time_point now);
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
  std::vector<std::filesystem::path> gone_;  ///< Answered submissions that could not be removed.
  struct Waiting {
    std::deque<Ticket> tickets;
    std::uint64_t turn = 0;  ///< The author's last turn, counted by turns_.
  };
  /// Returns the authors with tickets, the one whose turn lies farthest back first. So one who
  /// hands in much does not delay the others.
  [[nodiscard]] std::vector<const Waiting*> authors_in_turn() const;

  std::map<std::string, Waiting> waiting_;  ///< Indexed by author.
  std::uint64_t turns_ = 0;
  std::uint64_t changes_ = 0;
};

}  // namespace danno::leagues::commands::season
