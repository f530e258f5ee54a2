// The one way to open a file that somebody else may have made: regular files only, of a bounded
// size, so that neither a pipe nor /dev/zero nor a huge sparse file stops or fills the program.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <stdexcept>
#include <string>

#include "referee/sandbox/descriptor.hpp"

namespace danno::leagues::base {

/// The most bytes of a file that is read whole.
inline constexpr std::uint64_t kMostBytes = std::uint64_t{256} << 20;

/// Says whether to follow a link in place of the file. Links in the folders above are always
/// followed.
enum class Links : bool { Follow, Refuse };

/// Thrown if a file cannot be opened, is not regular or is too large. The message says why, without
/// the file's name: "it is a named pipe; expected a file".
class OutsideFileError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Opens a file for reading, and never waits for it. Throws OutsideFileError.
[[nodiscard]] referee::sandbox::Descriptor open_outside(const std::filesystem::path& path,
                                                        Links links = Links::Follow);
/// Returns the content of a file. Throws OutsideFileError.
[[nodiscard]] std::string read_outside(const std::filesystem::path& path,
                                       std::uint64_t most = kMostBytes,
                                       Links links = Links::Follow);
/// Returns the content of a file; nullopt if read_outside() would throw.
[[nodiscard]] std::optional<std::string> read_whole(const std::filesystem::path& path,
                                                    std::uint64_t most = kMostBytes);

}  // namespace danno::leagues::base
