// The things that danno.wasm needs beside the sources of danno.h: exceptions, and an end to calls
// of the system.
//
// An exception becomes one in JavaScript: api.js throws an Error with its text, which unwinds the
// frames of WebAssembly without their destructors. A mistake therefore leaks the few bytes that its
// frames held. All functions of danno.h check before they change anything, so handles stay whole.
#include <cstddef>
#include <cstdlib>
#include <exception>
#include <typeinfo>

#define DANNO_IMPORT(name) __attribute__((import_module("danno"), import_name(name)))

namespace danno::referee::embed {
extern "C" {

/// Throws an Error in JavaScript.
DANNO_IMPORT("fail") __attribute__((noreturn)) void danno_fail(const char* text);

void* __cxa_allocate_exception(std::size_t size) noexcept { return std::malloc(size); }
void __cxa_free_exception(void* exception) noexcept { std::free(exception); }

/// All exceptions in these sources derive from std::exception, by single inheritance.
__attribute__((noreturn)) void __cxa_throw(void* exception, std::type_info*, void (*)(void*)) {
  danno_fail(static_cast<const std::exception*>(exception)->what());
}

__attribute__((noreturn)) void __assert_fail(const char* expression, const char*, int,
                                             const char*) {
  danno_fail(expression);
}
__attribute__((noreturn)) void abort() { danno_fail("danno.wasm has a fault in itself"); }

/// Nobody ends the only thread.
int __cxa_thread_atexit(void (*)(void*), void*, void*) { return 0; }

// The library of C asks the system for time and files. There are none: the clock stands still, and
// nothing can be written.

using Word = int;
Word __imported_wasi_snapshot_preview1_clock_time_get(Word, long long, Word time) {
  *reinterpret_cast<long long*>(time) = 0;
  return 0;
}
constexpr Word kNoFile = 8;
Word __imported_wasi_snapshot_preview1_fd_close(Word) { return kNoFile; }
Word __imported_wasi_snapshot_preview1_fd_seek(Word, long long, Word, Word) { return kNoFile; }
Word __imported_wasi_snapshot_preview1_fd_write(Word, Word, Word, Word) { return kNoFile; }
Word __imported_wasi_snapshot_preview1_fd_fdstat_get(Word, Word) { return kNoFile; }
}
}  // namespace danno::referee::embed
