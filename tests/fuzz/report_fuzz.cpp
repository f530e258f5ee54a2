// Any bytes: they are a fault report, or it is said what is wrong with them.
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

#include "referee/protocol/report.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(data, data + size);
  try {
    const auto report = danno::referee::protocol::parse_report(text);
    static_cast<void>(danno::referee::record::to_string(report.kind));
  } catch (const std::runtime_error& error) {
    assert(!std::string_view(error.what()).empty());
  }
  return 0;
}
