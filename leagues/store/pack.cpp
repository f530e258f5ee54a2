#include "leagues/store/pack.hpp"

#include <zstd.h>

#include <memory>
#include <stdexcept>

#include "leagues/ratings/numbers.hpp"

namespace danno::leagues::store {
namespace {

/// Higher ones take more time and little less space, as games are close to noise: level 4 takes
/// three times as long for a twentieth less.
constexpr int kLevel = 1;

struct Free {
  void operator()(ZSTD_CCtx* context) const { ZSTD_freeCCtx(context); }
  void operator()(ZSTD_DCtx* context) const { ZSTD_freeDCtx(context); }
};

[[noreturn]] void fail_damaged() { throw std::runtime_error("stored games are damaged"); }

std::string compress(const std::string& content) {
  thread_local const std::unique_ptr<ZSTD_CCtx, Free> kContext(ZSTD_createCCtx());
  ZSTD_CCtx_setParameter(kContext.get(), ZSTD_c_compressionLevel, kLevel);
  // The checksum makes a changed bit an error and never another game.
  ZSTD_CCtx_setParameter(kContext.get(), ZSTD_c_checksumFlag, 1);
  std::string frame(ZSTD_compressBound(content.size()), '\0');
  const std::size_t size =
      ZSTD_compress2(kContext.get(), frame.data(), frame.size(), content.data(), content.size());
  if (ZSTD_isError(size) != 0) throw std::runtime_error(ZSTD_getErrorName(size));
  frame.resize(size);
  return frame;
}

std::string decompress(std::string_view frame) {
  constexpr unsigned long long kMost = 1ULL << 30U;  // else a changed size asks for all memory
  thread_local const std::unique_ptr<ZSTD_DCtx, Free> kContext(ZSTD_createDCtx());
  const unsigned long long size = ZSTD_getFrameContentSize(frame.data(), frame.size());
  if (size > kMost) fail_damaged();  // also both values that mean an error
  std::string content(size, '\0');
  if (ZSTD_decompressDCtx(kContext.get(), content.data(), content.size(), frame.data(),
                          frame.size()) != size)
    fail_damaged();
  return content;
}

}  // namespace

std::string pack(std::span<const std::string> texts) {
  std::string content;
  for (const std::string& text : texts) {
    ratings::put_number(content, text.size());
    content += text;
  }
  return compress(content);
}

std::vector<std::string> unpack(std::string_view frame) {
  const std::string content = decompress(frame);
  std::vector<std::string> texts;
  // The content is a list of texts, each behind its length (LEB128).
  for (std::string_view rest = content; !rest.empty();) {
    const auto size = ratings::take_number(rest);
    if (!size || *size > rest.size()) fail_damaged();
    texts.emplace_back(rest.substr(0, *size));
    rest.remove_prefix(*size);
  }
  return texts;
}

}  // namespace danno::leagues::store
