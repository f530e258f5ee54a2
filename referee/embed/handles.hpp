// The objects behind the handles of danno.h, and the way from exceptions to texts.
#pragma once

#include <algorithm>
#include <cstring>
#include <exception>
#include <memory>
#include <new>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "referee/embed/danno.h"
#include "referee/embed/game_batch.hpp"

struct danno_rules {
  std::shared_ptr<const danno::referee::embed::GameRules> rules;
};
struct danno_values {
  std::shared_ptr<const danno::referee::embed::SolvedValues> values;
};
struct danno_games {
  danno::referee::embed::GameBatch batch;
};

namespace danno::referee::embed {

/// Writes one line, cut where it is too long.
inline void write_error(danno_error* error, std::string_view message) {
  if (error == nullptr) return;
  const std::size_t size = std::min(message.size(), sizeof error->text - 1);
  std::memcpy(error->text, message.data(), size);
  error->text[size] = '\0';
  std::replace(error->text, error->text + size, '\n', ' ');
}

/// Writes a text into a buffer as danno_rules_text does.
inline std::size_t write_text(std::string_view text, char* buffer, std::size_t size) {
  if (size > 0) buffer[text.copy(buffer, size - 1)] = '\0';
  return text.size();
}

inline std::vector<std::string> split_lines(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    lines.emplace_back(text.substr(0, text.find('\n')));
    text.remove_prefix(std::min(lines.back().size() + 1, text.size()));
  }
  return lines;
}

/// Returns work(), or 0 if that returns nothing. If it throws, writes why and returns null, or -1
/// where a result may be below 0.
template <class Work>
auto run_guarded(danno_error* error, Work work) noexcept {
  using Result = std::invoke_result_t<Work>;
  try {
    if constexpr (std::is_void_v<Result>) {
      work();
      return std::int32_t{0};
    } else {
      return work();
    }
  } catch (const std::bad_alloc&) {
    write_error(error, "out of memory");
  } catch (const std::exception& exception) {
    write_error(error, exception.what());
  } catch (...) {
    write_error(error, "an unknown failure");
  }
  if constexpr (std::is_void_v<Result> || std::is_signed_v<Result>) {
    return std::conditional_t<std::is_void_v<Result>, std::int32_t, Result>{-1};
  } else {
    return Result{};
  }
}

}  // namespace danno::referee::embed
