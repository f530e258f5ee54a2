// Finds advice for a fault, from what the agent wrote before it ended.
//
// Words that tell the mistake wherever they stand come first, then a missing file that lies
// elsewhere in the folder, then the last lines. Only if the output says nothing, the advice is that
// of the fault's kind.
#include "leagues/entrants/hints.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <filesystem>
#include <span>
#include <string_view>
#include <variant>

#include "danno/agent.pb.h"
#include "leagues/base/outside_file.hpp"
#include "leagues/base/suggest.hpp"

namespace danno::leagues::entrants {
namespace {

namespace fs = std::filesystem;
using referee::record::Fault;
using referee::record::FaultKind;

/// A mistake that shows on stderr, in the words of Python, Node and C++.
struct Trace {
  std::string_view words;
  std::string_view advice;
};

/// Words that tell the mistake in whatever line they stand, as in a traceback's middle.
constexpr Trace kTelling[] = {
    {"multiprocessing",
     "agents share no memory and no locks with other processes: compute in one process"},
    {"No usable temporary directory",
     "agents write no files, and no temporary ones: keep it in memory, as in io.BytesIO()"},
    {"/dev/shm",
     "agents share no memory with other processes: keep what you learn in memory of your own"},
    {"bdb.BdbQuit",
     "breakpoint() needs a terminal, and agents have none: print what you want to see, or try one "
     "position with 'danno ask'"},
    {"unable to open database file",
     "agents write no files: open the database read-only, as in sqlite3.connect('file:x.db?"
     "immutable=1', uri=True)"},
    {"go: creating work dir",
     "agents write no files, and 'go run' compiles: let build = [\"go\", \"build\", \"-o\", "
     "\"agent\"] in "
     "agent.toml do it, and say run = [\"./agent\"]"},
    {"/usr/bin/env: ",
     "env finds the programs of the system only, in /usr/local/bin, /usr/bin and /bin: name one of "
     "these"},
    {"Unable to access jarfile",
     "'run' in agent.toml names a file that is not in the folder; paths in it are relative to the "
     "folder"},
    {"Could not find or load main class",
     "'run' in agent.toml names a class that is not in the folder; 'build' in agent.toml compiles "
     "it, as in build = [\"javac\", \"Agent.java\"]"},
    {"unsupported locale setting", "agents have the locale C.UTF-8 only: set no other"},
    {"getpwuid", "agents have no account and no name: do without the user's name"},
    {": cd: ", "agents start in their own folder: leave out cd"},
    {"npm error",
     "agents have no network and write no files, and npm needs both: say run = [\"node\", "
     "\"main.mjs\"]"},
};

constexpr std::string_view kNoParse = "the program does not parse; the line is on stderr";

constexpr std::string_view kNoMachine =
    "agents see their own folder and the programs of the system, and nothing else of the machine: "
    "do without that file";

constexpr Trace kTraces[] = {
    {"can't open file",
     "'run' in agent.toml names a file that is not in the folder; paths in it are relative to the "
     "folder"},
    {"ERR_MODULE_NOT_FOUND",
     "a module is missing: agents see their own folder only; copy it there, or do without"},
    {"Cannot find module '/",
     "'run' in agent.toml names a file that is not in the folder; paths in it are relative to the "
     "folder"},
    {"Cannot find module",
     "a module is missing: agents see their own folder only; copy it there, or do without"},
    {"decide returned",
     "every path through decide must return roll(i), bank(i), accept() or decline()"},
    {"can't start new thread",
     "too many threads: an agent may have 64 processes and threads in all; one is enough"},
    {"Resource temporarily unavailable",
     "too many processes or threads: an agent may have 64 in all; one is enough"},
    {"MemoryError", "out of memory: keep less in lists and caches, or make them once"},
    {"std::bad_alloc", "out of memory: keep less in containers and caches"},
    {"heap out of memory", "out of memory: keep less in arrays and caches"},
    {"RecursionError", "the recursion is too deep: turn it into a loop, or bound its depth"},
    {"Maximum call stack", "the recursion is too deep: turn it into a loop, or bound its depth"},
    {"EOFError",
     "stdin belongs to the protocol, and the SDK reads it: do not call input(); the question has "
     "all there is"},
    {"Read-only file system",
     "agents write no files: keep what you learn in memory, and print what you want to see"},
    {"EROFS",
     "agents write no files: keep what you learn in memory, and print what you want to see"},
    {"name resolution", "agents have no network: put what you need into the folder"},
    {"Network is unreachable", "agents have no network: put what you need into the folder"},
    {"socket", "agents have no network and no sockets: put what you need into the folder"},
    {"Function not implemented",
     "the sandbox refuses that system call (no network, no sockets, no tracing): do without"},
    {"ENOSYS", "the sandbox refuses that system call (no network, no sockets): do without"},
    {"SyntaxError", kNoParse},
    {"IndentationError", kNoParse},
    {"TabError", kNoParse},
    {": '/tmp/",
     "agents have no /tmp and write no files: keep what you learn in memory, and print what you "
     "want to see"},
    {"open '/tmp/",
     "agents have no /tmp and write no files: keep what you learn in memory, and print what you "
     "want to see"},
    {": '/proc/", kNoMachine},
    {": '/sys/", kNoMachine},
    {": '/etc/", kNoMachine},
    {": '/var/", kNoMachine},
    {"FileNotFoundError",
     "a file is not there: agents see their own folder only; copy it there and open it by its "
     "name there"},
    {"ENOENT",
     "a file is not there: agents see their own folder only; copy it there and open it by its "
     "name there"},
    {"PermissionError",
     "agents see their own folder only, and write nothing: copy what you need there"},
};

/// Returns where a missing module of Python may come from.
std::string advise_on_module(std::string_view line) {
  constexpr std::string_view kWords = "No module named '";
  const std::size_t found = line.find(kWords);
  if (found == std::string_view::npos) return {};
  const std::string_view rest = line.substr(found + kWords.size());
  const std::string_view name = rest.substr(0, rest.find_first_of("'."));
  if (name == "danno" || name == "Danno")
    return "no module 'danno': copy danno.py into the folder; 'danno new python FOLDER' has it";
  return fmt::format(
      "no module '{0}': copy it into the folder (python3 -m pip install --target=. {0}), or ask "
      "the organiser for Debian's package, often python3-{0}; agents see nothing else",
      name);
}

/// Returns where in the folder a file is that was not found: elsewhere, or under a similar name.
std::string advise_on_own_file(std::string_view line, const fs::path& folder) {
  const std::size_t begin = line.rfind(" '");
  const bool missing = line.find("o such file") != std::string_view::npos;
  if (!missing || begin == std::string_view::npos || !line.ends_with('\'')) return {};
  const fs::path named(line.substr(begin + 2, line.size() - begin - 3));
  std::error_code ignored;
  // An absolute path of the author's machine is shortened from the front, until what is left lies
  // in the folder.
  fs::path rest = named.relative_path();
  while (named.is_absolute() && rest != "." && !fs::is_regular_file(folder / rest, ignored))
    rest = rest.lexically_relative(*rest.begin());
  if (named.is_absolute() && rest != ".")
    return fmt::format(
        "a league plays a copy of the folder, and not where you keep it: open '{}' by its name in "
        "the folder, '{}'",
        named.string(), rest.string());
  std::vector<std::string> there;
  for (const auto& entry : fs::directory_iterator(folder / named.parent_path(), ignored))
    there.push_back((named.parent_path() / entry.path().filename()).string());
  const auto meant = named.is_absolute() ? std::nullopt : base::closest(named.string(), there);
  if (!meant) return {};
  return fmt::format("the folder has no '{}'; did you mean '{}'?", named.string(), *meant);
}

/// Returns the advice of the first trace whose words the line has; empty if there is none.
std::string advise_by_words(std::span<const Trace> traces, std::string_view line) {
  const auto found = std::ranges::find_if(traces, [line](const Trace& trace) {
    return line.find(trace.words) != std::string_view::npos;
  });
  return found == traces.end() ? std::string() : std::string(found->advice);
}

/// Returns advice on the mistake that the last lines show, the last line first; empty if they show
/// none that is known.
std::string advise_by_lines(std::span<const std::string> lines, const fs::path& folder) {
  for (const Trace& trace : kTelling) {
    for (const std::string& line : lines) {
      if (line.find(trace.words) != std::string::npos) return std::string(trace.advice);
    }
  }
  for (const std::string& line : lines) {
    if (std::string advice = advise_on_own_file(line, folder); !advice.empty()) return advice;
  }
  for (std::size_t i = lines.size(); i-- > 0;) {
    if (std::string advice = advise_on_module(lines[i]); !advice.empty()) return advice;
    if (std::string advice = advise_by_words(kTraces, lines[i]); !advice.empty()) return advice;
  }
  return {};
}

/// Returns whether a line names an exception: Python, Node and Go begin it with one word and a
/// colon.
bool names_exception(std::string_view line) {
  if (line.starts_with("Exception in thread ") || line.starts_with("Caused by: ")) return true;
  const std::size_t colon = line.find(':');
  const std::string_view word = line.substr(0, colon);
  return colon != std::string_view::npos && !word.empty() && word != "note" &&
         word.find_first_of(" \t") == std::string_view::npos;
}

/// Returns the line that names the exception: a traceback's last line; in Node and Java the one
/// before; in Rust a line and perhaps the next one. Empty if no line does.
std::string exception(std::span<const std::string> lines) {
  for (std::size_t i = lines.size(); i-- > 0;) {
    if (lines[i].starts_with("thread '") && lines[i].find("' panicked at ") != std::string::npos)
      return lines[i].ends_with(':') && i + 1 < lines.size() ? lines[i] + " " + lines[i + 1]
                                                             : lines[i];
    if (names_exception(lines[i])) return lines[i];
  }
  const auto begins = [](const std::string& line) { return line.starts_with("Traceback "); };
  return std::ranges::any_of(lines, begins) ? lines.back() : std::string();
}

/// Returns whether these lines are Go's trace of a panic, whose message stands before it.
bool is_cut_panic(std::span<const std::string> lines) {
  return std::ranges::any_of(
      lines, [](const std::string& line) { return line.starts_with("goroutine "); });
}

bool ends_in_carriage_return(const Entrant& entrant) {
  if (entrant.run.empty()) return false;
  const auto text = base::read_whole(entrant.agent.folder / entrant.run.front());
  return text && text->starts_with("#!") && text->substr(0, text->find('\n')).ends_with('\r');
}

/// Returns whether the kernel rejected the file as no program: a script must name its interpreter.
bool lacks_interpreter(const Fault& fault) {
  return std::holds_alternative<referee::record::NotExecuted>(fault.cause) &&
         fault.value == ENOEXEC;
}

/// Returns why the kernel refused to execute the file, from its first bytes: an editor's mark, or a
/// program of another system. Empty if it is neither.
std::string of_first_bytes(const std::string& program, std::string_view bytes) {
  if (bytes.starts_with("\xEF\xBB\xBF"))
    return fmt::format(
        "'{}' begins with a byte-order mark: save it as UTF-8 without one, as sed -i "
        "'1s/^\\xEF\\xBB\\xBF//' does",
        program);
  const bool other_system = bytes.starts_with("MZ") || bytes.starts_with("\xCF\xFA\xED\xFE") ||
                            bytes.starts_with("\xCA\xFE\xBA\xBE");
  if (other_system || bytes.starts_with("\177ELF"))
    return fmt::format(
        "'{}' was built for another {}: build it for this machine, or let 'build' in agent.toml do "
        "it",
        program, other_system ? "operating system" : "processor");
  return {};
}

std::string of_program(const Fault& fault, const Entrant& entrant) {
  if (lacks_interpreter(fault) && !entrant.agent.command.empty()) {
    const std::string& program = entrant.agent.command.front();
    const auto bytes = base::read_whole(entrant.agent.folder / program);
    if (std::string advice = bytes ? of_first_bytes(program, *bytes) : ""; !advice.empty())
      return advice;
    return fmt::format(
        "the first line of '{}' names no interpreter: begin it with #!/usr/bin/python3, or say "
        "run = [\"python3\", \"agent.py\"]",
        entrant.agent.command.front());
  }
  if (ends_in_carriage_return(entrant)) {
    return fmt::format(
        "the first line of '{}' ends in a carriage return (Windows line ends): save it with Unix "
        "line ends, as sed -i 's/\\r$//' does",
        entrant.run.front());
  }
  return "the program, or the interpreter that its first line names, is not in the sandbox; say "
         "run = [\"python3\", \"agent.py\"], and look at 'danno doctor'";
}

bool is_offer(const Fault& fault) {
  const auto* const asked = std::get_if<referee::record::AskedInGame>(&fault.evidence->question);
  return asked != nullptr && asked->position.phase == rules::Phase::Offer;
}

std::string of_exit(const Fault& fault, std::span<const std::string> lines) {
  if (fault.value == 0)
    return "the program ended by itself: do not call exit() in decide, and play() must be called";
  if (lines.empty())
    return fmt::format("it ended with code {} and printed nothing: print the reason to stderr",
                       fault.value);
  const std::string what = exception(lines);
  if (what.empty() && is_cut_panic(lines))
    return "it panicked; the message is above these lines, in its stderr file";
  if (what.empty())
    return fmt::format("it exited with the message '{}': do not call exit() in decide",
                       lines.back());
  if (is_offer(fault))
    return fmt::format(
        "an exception ended it: {}; the question was an offer, which has no options: look at "
        "question.is_offer first",
        what);
  return fmt::format("an exception ended it: {}", what);
}

std::string of_illegal(const Fault& fault) {
  if (std::holds_alternative<referee::record::NoSuchOption>(fault.cause))
    return "options count from 0 to question.options - 1; option 0 is worth the most";
  const auto* const forbidden = std::get_if<referee::record::OptionForbids>(&fault.cause);
  if (forbidden != nullptr && (forbidden->action == v1::ACCEPT || forbidden->action == v1::DECLINE))
    return "that was no offer: accept() and decline() are for question.is_offer only";
  if (forbidden != nullptr)
    return "ask question.may_bank(i) before bank(i), and question.may_roll(i) before roll(i)";
  return "an offer is answered with accept() or decline(): look at question.is_offer first";
}

/// Signals that a program sends itself, or has sent.
struct SignalAdvice {
  int signal;
  std::string_view advice;
};

constexpr SignalAdvice kBySignal[] = {
    {SIGALRM,
     "an alarm of its own ended it (SIGALRM): set no timer, since the referee measures the time"},
    {SIGINT, "it interrupted itself (SIGINT, in Python KeyboardInterrupt): do not raise that"},
    {SIGTERM, "it sent itself SIGTERM: the referee does not; look for kill()"},
    {SIGABRT,
     "it called abort(), as a failed assertion and an exception that nobody catches do; its last "
     "lines on stderr say which"},
    {SIGPIPE, "it wrote to a pipe that nobody reads: look for a program that it started"},
    {SIGXCPU, "it reached a limit of its own (SIGXCPU): set no limits with setrlimit()"},
};

std::string of_crash(const Fault& fault, std::span<const std::string> lines) {
  if (!lines.empty() && lines.back().find("what():") != std::string::npos)
    return "an exception that nobody caught ended it: " + most_informative_line(lines);
  for (const SignalAdvice& known : kBySignal) {
    if (known.signal == fault.value) return std::string(known.advice);
  }
  return "the system killed it: a bad index or pointer, or a recursion without end; build with "
         "-fsanitize=address and repeat the game";
}

std::string of_late_start(const Fault& fault) {
  const std::size_t bytes = fault.evidence->received.size();
  if (bytes > 0)
    return fmt::format(
        "it wrote {} {}, which are not a whole message: look at the length before it "
        "(docs/protocol.md)",
        bytes, bytes == 1 ? "byte" : "bytes");
  return "the start took too long, before play(): look for a loop, a wait, or a read of stdin, "
         "which carries the protocol; import less, load tables when they are needed; if you write "
         "the protocol yourself, flush stdout after Ready";
}

/// Returns the advice for a timeout. An agent that slept did not compute, so it has no loop to look
/// for.
std::string of_timeout(const Fault& fault) {
  const auto* const late = std::get_if<referee::record::LateAnswer>(&fault.cause);
  if (late != nullptr && late->sleep_allowance.count() > 0)
    return "it waited and did not compute: look for a sleep, a lock, or a read that does not end; "
           "if you write the protocol yourself, flush stdout after each answer";
  return "the answer took too long: look for a loop that does not end, a sleep or another wait, "
         "and make tables before play()";
}

std::string of_garbled(const Fault& fault) {
  if (std::holds_alternative<referee::record::UnreadableMessage>(fault.cause))
    return "stdout carries the protocol: import the SDK before anything prints, or print to "
           "stderr; if you write the protocol yourself, look at the length before each message "
           "(docs/protocol.md)";
  if (std::holds_alternative<referee::record::NothingOpen>(fault.cause))
    return "answer each question once, with its own game and seq: look for an answer that is sent "
           "twice, to an earlier question, or by a second process (docs/protocol.md)";
  if (std::holds_alternative<referee::record::SecondReady>(fault.cause))
    return "send Ready once, after Hello, and not before each game (docs/protocol.md)";
  return "stdout carries the protocol, and something else was printed there: import the SDK before "
         "anything prints, or print to stderr";
}

std::string of_start(const Fault& fault, std::span<const std::string> lines,
                     const Entrant& entrant) {
  if (std::holds_alternative<referee::record::LateStart>(fault.cause)) return of_late_start(fault);
  if (std::holds_alternative<referee::record::Killed>(fault.cause)) return of_crash(fault, lines);
  if (std::holds_alternative<referee::record::ClosedStdout>(fault.cause))
    return "leave stdout open: it carries the protocol";
  const bool exited = std::holds_alternative<referee::record::Exited>(fault.cause);
  return exited && !ends_in_carriage_return(entrant) ? of_exit(fault, lines)
                                                     : of_program(fault, entrant);
}

/// The advice for faults whose kind says enough.
struct KindAdvice {
  FaultKind kind;
  std::string_view advice;
};

constexpr KindAdvice kByKind[] = {
    {FaultKind::Closed, "leave stdout open: it carries the protocol"},
    {FaultKind::Memory,
     "keep less in lists and caches; the limit, [limits] memory_mb, is for the agent with all its "
     "processes"},
    {FaultKind::Flood, "it wrote without end: print less, to stderr, and nothing to stdout"},
    {FaultKind::Overuse,
     "it computed while it was not asked: think inside decide only, no threads that run on"},
};

std::string of_fault(const Fault& fault, std::span<const std::string> lines,
                     const Entrant& entrant) {
  if (fault.kind == FaultKind::Illegal) return of_illegal(fault);
  if (fault.kind == FaultKind::Crash) return of_crash(fault, lines);
  if (fault.kind == FaultKind::Exit) return of_exit(fault, lines);
  if (fault.kind == FaultKind::NeverReady) return of_start(fault, lines, entrant);
  if (fault.kind == FaultKind::Timeout) return of_timeout(fault);
  if (fault.kind == FaultKind::Garbled) return of_garbled(fault);
  for (const KindAdvice& known : kByKind) {
    if (known.kind == fault.kind) return std::string(known.advice);
  }
  return {};
}

}  // namespace

std::string most_informative_line(std::span<const std::string> lines) {
  if (lines.empty()) return {};
  std::string line = exception(lines);
  if (line.empty()) line = lines.back();
  return line.substr(std::min(line.find_first_not_of(' '), line.size()));
}

std::string hint(const Fault& fault, const Entrant& entrant) {
  const std::span<const std::string> lines = fault.evidence->stderr_lines;
  const bool ended = fault.kind == FaultKind::Exit || fault.kind == FaultKind::Crash ||
                     fault.kind == FaultKind::NeverReady;
  // env names the interpreter with its carriage return, which no terminal shows.
  const bool by_trace =
      ended && !(fault.kind == FaultKind::NeverReady && ends_in_carriage_return(entrant));
  const std::string known = by_trace ? advise_by_lines(lines, entrant.agent.folder) : std::string();
  const std::string place = known == kNoParse ? entrants::program_place(entrant.run) : "";
  if (!place.empty()) return fmt::format("{}; it was read by {}", known, place);
  return known.empty() ? of_fault(fault, lines, entrant) : known;
}

}  // namespace danno::leagues::entrants
