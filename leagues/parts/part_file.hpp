// Part files: what was played of a part of a plan. proto/danno/part.proto has the format.
//
// A file is written once, by one process, and read by any number: no lock, no database, no second
// writer, so any file system will do that nodes share.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "leagues/store/store.hpp"
#include "referee/play/line_up.hpp"
#include "referee/sandbox/descriptor.hpp"

namespace danno::leagues::parts {

/// Where deals were played.
struct PartHeader {
  std::string plan;  ///< PartsPlan::id.
  int part = 0;      ///< From 1.
  std::string host;
  std::string job;
  std::string machine;
  std::string isolation;
  std::string layers;
  friend bool operator==(const PartHeader&, const PartHeader&) = default;
};

/// A block and where it lies.
struct PartBlock {
  store::Id line_up = 0;
  std::uint64_t first = 0;
  std::uint32_t deals = 0;
  std::uint8_t absent = 0;   ///< Bit a: agent a was out before the first of them.
  std::uint32_t header = 0;  ///< In PartContents::headers.
  std::uint64_t offset = 0;  ///< Of its PartFrame.
  std::uint32_t size = 0;
};

/// What lies in a file, up to its end or to the first thing that is wrong.
struct PartContents {
  std::vector<PartHeader> headers;
  std::vector<PartBlock> blocks;  ///< As written.
  bool complete = false;          ///< Nothing of the part is missing.
  std::string problem;            ///< "cut off after byte 4711", …; empty: nothing is wrong.
};

/// Throws std::system_error if the file cannot be read.
[[nodiscard]] PartContents read_part_file(const std::filesystem::path& file);

/// The deals of a block of the file, faults with their reports. Throws std::runtime_error.
[[nodiscard]] std::vector<referee::play::DealResult> read_part_block(
    const std::filesystem::path& file, const PartBlock& block);

/// Writes one attempt at a part. All of it throws std::system_error where the disk fails.
class PartWriter {
 public:
  /// FOLDER/NNNN.HOST.PID.RANDOM.open, a new file.
  PartWriter(const std::filesystem::path& folder, int part, const std::string& host);
  /// Deals that follow each other, on the disk when this returns.
  void add(const PartHeader& header, store::Id line_up, std::uint8_t absent,
           std::span<const referee::play::DealResult> deals);
  /// Nothing of the part is missing: the file becomes FOLDER/NNNN.part.
  void finish(const PartHeader& header);

 private:
  void write_header(const PartHeader& header);
  void write_frame(const std::string& frame);
  void sync() const;

  std::filesystem::path finished_;
  std::filesystem::path file_;
  referee::sandbox::Descriptor fd_;
  std::string hash_;  // of the last frame
  PartHeader header_;
  std::uint64_t deals_ = 0;
};

/// The complete file of the part in the folder, whether it is there or not.
[[nodiscard]] std::filesystem::path finished_part(const std::filesystem::path& folder, int part);
/// All part files of the folder, by part; a complete one comes first.
[[nodiscard]] std::map<int, std::vector<std::filesystem::path>> part_files(
    const std::filesystem::path& folder);

}  // namespace danno::leagues::parts
