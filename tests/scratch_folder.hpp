// Where a test keeps its files.
#pragma once

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <system_error>

namespace danno {

/// A folder of the test's own, gone with it.
class ScratchFolder {
 public:
  ScratchFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "danno-test-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("mkdtemp");
    path_ = name;
    std::filesystem::permissions(path_, std::filesystem::perms(0755));
  }
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  ~ScratchFolder() {
    std::error_code error;
    std::filesystem::remove_all(path_, error);
  }
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  std::filesystem::path write(const std::string& name, const std::string& text, int mode = 0755) {
    std::ofstream(path_ / name) << text;
    std::filesystem::permissions(path_ / name, std::filesystem::perms(mode));
    return path_ / name;
  }

 private:
  std::filesystem::path path_;
};

}  // namespace danno
