#include "leagues/gate/hints.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <span>
#include <string_view>
#include <variant>

#include "danno/agent.pb.h"
#include "leagues/files/outside_file.hpp"

namespace danno::leagues::gate {
namespace {

using referee::record::Fault;
using referee::record::FaultKind;

/// A mistake that shows on stderr, in the words of Python, Node and C++.
struct Trace {
  std::string_view words;
  std::string_view advice;
};

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
     "stdin belongs to the protocol and the SDK reads it: no input() of your own; the question has "
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
    {"SyntaxError", "the program does not parse; the line is on stderr"},
    {"IndentationError", "the program does not parse; the line is on stderr"},
    {": '/tmp/",
     "agents have no /tmp and write no files: keep what you learn in memory, and print what you "
     "want to see"},
    {"open '/tmp/",
     "agents have no /tmp and write no files: keep what you learn in memory, and print what you "
     "want to see"},
    {"FileNotFoundError",
     "a file is not there: agents see their own folder only; copy it there and open it by its "
     "name there"},
    {"ENOENT",
     "a file is not there: agents see their own folder only; copy it there and open it by its "
     "name there"},
    {"PermissionError",
     "agents see their own folder only, and write nothing: copy what you need there"},
};

/// A missing module of Python, by its name: where it may come from.
std::string of_module(std::string_view line) {
  constexpr std::string_view kWords = "No module named '";
  const std::size_t found = line.find(kWords);
  if (found == std::string_view::npos) return {};
  const std::string_view rest = line.substr(found + kWords.size());
  const std::string_view name = rest.substr(0, rest.find_first_of("'."));
  if (name == "danno")
    return "no module 'danno': copy danno.py into the folder; 'danno new python FOLDER' has it";
  return fmt::format(
      "no module '{0}': copy it into the folder (python3 -m pip install --target=. {0}), or ask "
      "the organiser for Debian's package, often python3-{0}; agents see nothing else",
      name);
}

/// The mistake that the last lines tell of, the last line first.
std::string traced(std::span<const std::string> lines) {
  for (std::size_t i = lines.size(); i-- > 0;) {
    if (std::string advice = of_module(lines[i]); !advice.empty()) return advice;
    for (const Trace& trace : kTraces) {
      if (lines[i].find(trace.words) != std::string::npos) return std::string(trace.advice);
    }
  }
  return {};
}

/// Python, Node and Go begin the line that names it with one word and a colon.
bool names_exception(std::string_view line) {
  if (line.starts_with("Exception in thread ") || line.starts_with("Caused by: ")) return true;
  const std::size_t colon = line.find(':');
  const std::string_view word = line.substr(0, colon);
  return colon != std::string_view::npos && !word.empty() && word != "note" &&
         word.find_first_of(" \t") == std::string_view::npos;
}

/// What names the exception: a traceback's last line, in Node and Java one before, in Rust a line
/// and perhaps the next one. Empty if no line does.
std::string exception(std::span<const std::string> lines) {
  for (std::size_t i = lines.size(); i-- > 0;) {
    if (lines[i].starts_with("thread '") && lines[i].find("' panicked at ") != std::string::npos)
      return lines[i].ends_with(':') && i + 1 < lines.size() ? lines[i] + " " + lines[i + 1]
                                                             : lines[i];
    if (names_exception(lines[i])) return lines[i];
  }
  return {};
}

/// Go's trace of a panic, whose message stands before it.
bool is_cut_panic(std::span<const std::string> lines) {
  return std::ranges::any_of(
      lines, [](const std::string& line) { return line.starts_with("goroutine "); });
}

bool ends_in_carriage_return(const entrants::Entrant& entrant) {
  if (entrant.run.empty()) return false;
  const auto text = files::read_whole(entrant.agent.folder / entrant.run.front());
  return text && text->starts_with("#!") && text->substr(0, text->find('\n')).ends_with('\r');
}

/// Whether the kernel took it for no program: a script must say by what it is run.
bool lacks_interpreter(const Fault& fault) {
  return std::holds_alternative<referee::record::NotExecuted>(fault.cause) &&
         fault.value == ENOEXEC;
}

/// What the kernel refused to execute, from its first bytes: a mark of an editor, or a program of
/// another system; empty: neither.
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

std::string of_program(const Fault& fault, const entrants::Entrant& entrant) {
  if (lacks_interpreter(fault) && !entrant.agent.command.empty()) {
    const std::string& program = entrant.agent.command.front();
    const auto bytes = files::read_whole(entrant.agent.folder / program);
    if (std::string told = bytes ? of_first_bytes(program, *bytes) : ""; !told.empty()) return told;
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
    return "the program ended by itself in the middle: no exit() in decide, and play() must be "
           "called";
  if (lines.empty())
    return fmt::format("it ended with code {} and no word: print to stderr why", fault.value);
  const std::string what = exception(lines);
  if (what.empty() && is_cut_panic(lines))
    return "a panic ended it; its message stands before these lines, in the file of what it "
           "printed";
  if (what.empty())
    return fmt::format("it ended itself with the words '{}': no exit() in decide", lines.back());
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

std::string of_crash(std::span<const std::string> lines) {
  if (!lines.empty() && lines.back().find("what():") != std::string::npos)
    return "an exception that nobody caught ended it: " + telling_line(lines);
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
  return "the start took too long, before play(): import less, load tables when they are needed; "
         "if you write the protocol yourself, flush stdout after Ready";
}

/// Who slept did not compute, so there is no loop to look for.
std::string of_timeout(const Fault& fault) {
  const auto* const late = std::get_if<referee::record::LateAnswer>(&fault.cause);
  if (late != nullptr && late->patience.count() > 0)
    return "it waited and did not compute: look for a sleep, a lock, or a read that does not end; "
           "if you write the protocol yourself, flush stdout after each answer";
  return "it thought too long, or forever: look for a loop that does not end, and make tables "
         "before play()";
}

std::string of_garbled(const Fault& fault) {
  if (std::holds_alternative<referee::record::UnreadableMessage>(fault.cause))
    return "stdout is the wire: import the SDK before anything prints, or print to stderr; if you "
           "write the protocol yourself, look at the length before each message "
           "(docs/protocol.md)";
  if (std::holds_alternative<referee::record::NothingOpen>(fault.cause))
    return "answer each question once, with its own game and seq: look for an answer that is sent "
           "twice, or to an earlier question (docs/protocol.md)";
  if (std::holds_alternative<referee::record::SecondReady>(fault.cause))
    return "send Ready once, after Hello, and not before each game (docs/protocol.md)";
  return "stdout is the wire, and something else was printed there: import the SDK before anything "
         "prints, or print to stderr";
}

std::string of_start(const Fault& fault, std::span<const std::string> lines,
                     const entrants::Entrant& entrant) {
  if (std::holds_alternative<referee::record::LateStart>(fault.cause)) return of_late_start(fault);
  const bool exited = std::holds_alternative<referee::record::Exited>(fault.cause);
  return exited && !ends_in_carriage_return(entrant) ? of_exit(fault, lines)
                                                     : of_program(fault, entrant);
}

/// Of faults whose kind tells enough.
struct KindAdvice {
  FaultKind kind;
  std::string_view advice;
};

constexpr KindAdvice kByKind[] = {
    {FaultKind::Closed, "leave stdout open: it is the wire"},
    {FaultKind::Memory,
     "keep less in lists and caches; the limit, [limits] memory_mb, is for the agent with all its "
     "processes"},
    {FaultKind::Flood, "it wrote without end: print less, to stderr, and nothing to stdout"},
    {FaultKind::Overuse,
     "it computed while it was not asked: think inside decide only, no threads that run on"},
};

std::string of_fault(const Fault& fault, std::span<const std::string> lines,
                     const entrants::Entrant& entrant) {
  if (fault.kind == FaultKind::Illegal) return of_illegal(fault);
  if (fault.kind == FaultKind::Crash) return of_crash(lines);
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

std::string telling_line(std::span<const std::string> lines) {
  if (lines.empty()) return {};
  std::string line = exception(lines);
  if (line.empty()) line = lines.back();
  return line.substr(std::min(line.find_first_not_of(' '), line.size()));
}

std::string hint(const Fault& fault, const entrants::Entrant& entrant) {
  const std::span<const std::string> lines = fault.evidence->stderr_lines;
  const bool ended = fault.kind == FaultKind::Exit || fault.kind == FaultKind::Crash ||
                     fault.kind == FaultKind::NeverReady;
  const std::string known = ended ? traced(lines) : std::string();
  return known.empty() ? of_fault(fault, lines, entrant) : known;
}

}  // namespace danno::leagues::gate
