#include "tests/bench/scratch.hpp"

#include <system_error>

#include "referee/sandbox/sweeper.hpp"

namespace danno::leagues::bench {

namespace fs = std::filesystem;

Scratch::Scratch()
    : path_(referee::sandbox::make_swept_folder(fs::temp_directory_path() / "danno-bench-")) {}

Scratch::~Scratch() {
  std::error_code error;
  fs::remove_all(path_, error);
  referee::sandbox::forget_swept(path_);
}

}  // namespace danno::leagues::bench
