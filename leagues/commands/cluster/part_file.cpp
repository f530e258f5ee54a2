// A part file is a list of frames, each bound to those before it by a hash:
//
//  ┌──────┬───────────────┬──────┐┌──────┬───────────────┬──────┐
//  │ size │ PartFrame     │ hash ││ size │ PartFrame     │ hash │ …
//  │ 4    │ size bytes    │ 32   ││ 4    │ size bytes    │ 32   │
//  └──────┴───────────────┴──────┘└──────┴───────────────┴──────┘
//
// A hash is BLAKE2b-256 of the hash before it, the size (low byte first) and the frame; the first
// one follows on that of "danno part 1". A frame is a header (who plays from here on), a block of
// deals, or the end with the number of all deals. A file that is cut off is valid up to its last
// whole frame, so a killed attempt loses only what it had not written. Only a file with an end is
// complete; it then has its final name.
#include "leagues/commands/cluster/part_file.hpp"

#include <danno/part.pb.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <stdexcept>
#include <system_error>
#include <utility>

#include "leagues/base/escape.hpp"
#include "leagues/base/whole_file.hpp"
#include "leagues/store/digester.hpp"
#include "leagues/store/pack.hpp"
#include "leagues/store/writer.hpp"
#include "referee/protocol/report.hpp"
#include "referee/record/dice_stream.hpp"
#include "referee/record/record.hpp"

namespace danno::leagues::commands::cluster {

namespace fs = std::filesystem;
using referee::play::DealResult;
using referee::sandbox::Descriptor;

namespace {

constexpr std::size_t kHash = 32;
constexpr std::size_t kPrefix = 4;
constexpr std::uint32_t kLargestFrame = 1U << 28U;  // no block comes near it

[[noreturn]] void fail(const std::string& what, int code = errno) {
  throw std::system_error(code, std::generic_category(), what);
}

/// Returns the hash of a frame with its length, chained to the hash of the frame before it.
std::string frame_hash(const std::string& before, std::string_view prefixed) {
  store::Digester digester;
  digester.add(before);
  digester.add(prefixed);
  return digester.bytes();
}
std::string first_hash() { return frame_hash("", "danno part 1"); }

/// Makes the report the fault's evidence.
void add_report(referee::record::Fault& fault, const std::string& report) {
  referee::record::Fault reported = referee::protocol::parse_report(report);
  if (reported.kind != fault.kind || reported.value != fault.value ||
      describe(reported.cause) != describe(fault.cause))
    throw std::runtime_error("the report of a fault is not that of its game");
  fault.evidence = std::move(reported.evidence);
}

// --- reading -------------------------------------------------------------------------------------

PartHeader decode_header(const v1::PartHeader& header) {
  return {header.plan(),   static_cast<int>(header.part()),
          header.host(),   header.machine(),
          header.layers(), header.begun()};
}

/// Reads frames up to the end or to the first that is wrong.
class FrameReader {
 public:
  explicit FrameReader(const fs::path& file) : stream_(file, std::ios::binary) {
    if (!stream_) fail(file.string());
    bytes_ = fs::file_size(file);
  }

  PartContents read() {
    while (read_frame()) {
    }
    return std::move(contents_);
  }

 private:
  bool read_frame() {
    std::string frame(kPrefix, '\0');
    stream_.read(frame.data(), kPrefix);
    if (stream_.gcount() == 0) return stop(contents_.complete ? "" : "cut off");
    if (contents_.complete) return stop("data after the end marker");
    if (std::cmp_not_equal(stream_.gcount(), kPrefix)) return stop("cut off");
    std::uint32_t size = 0;
    std::memcpy(&size, frame.data(), kPrefix);
    // A size that is damaged asks for no memory.
    if (size > kLargestFrame || size > bytes_ - offset_) return stop("cut off or damaged");
    frame.resize(kPrefix + size);
    if (!stream_.read(frame.data() + kPrefix, size)) return stop("cut off or damaged");
    std::string hash(kHash, '\0');
    if (!stream_.read(hash.data(), kHash)) return stop("cut off or damaged");
    if (hash != frame_hash(hash_, frame)) return stop("damaged");
    hash_ = std::move(hash);
    v1::PartFrame message;
    if (!message.ParseFromArray(frame.data() + kPrefix, static_cast<int>(size)) ||
        !take(message, size))
      return stop("no frame of a part");
    offset_ += frame.size() + kHash;
    return true;
  }

  bool take(const v1::PartFrame& frame, std::uint32_t size) {
    // The first frame must be a header. Each further one begins an attempt that continued.
    if (frame.has_header()) {
      contents_.headers.push_back(decode_header(frame.header()));
    } else if (contents_.headers.empty()) {
      return false;
    } else if (frame.has_block()) {
      const v1::PartBlock& block = frame.block();
      if (block.deals() == 0 || block.first() > UINT64_MAX - block.deals()) return false;
      deals_ += block.deals();
      contents_.blocks.push_back({block.line_up(), block.first(), block.deals(),
                                  referee::record::AgentSet::from_bits(block.absent()),
                                  static_cast<std::uint32_t>(contents_.headers.size() - 1),
                                  offset_ + kPrefix, size, !block.reports().empty(), hash_});
    } else {
      contents_.complete = frame.has_end() && frame.end().deals() == deals_;
      return contents_.complete;
    }
    return true;
  }

  bool stop(const std::string& why) {
    if (!why.empty()) {
      contents_.problem = fmt::format("{} after byte {}", why, offset_);
      contents_.complete = false;
    }
    return false;
  }

  std::ifstream stream_;
  std::uint64_t bytes_ = 0;  // of the file when it was opened
  PartContents contents_;
  std::string hash_ = first_hash();
  std::uint64_t offset_ = 0;
  std::uint64_t deals_ = 0;
};

}  // namespace

PartContents read_part_file(const fs::path& file) { return FrameReader(file).read(); }

PackedDeals read_packed_deals(const fs::path& file, const PartBlock& block) {
  std::ifstream stream(file, std::ios::binary);
  // The read begins at the hash of the frame before.
  std::string bytes(kHash + kPrefix + block.size, '\0');
  stream.seekg(static_cast<std::streamoff>(block.offset - kPrefix - kHash));
  v1::PartFrame frame;
  if (!stream.read(bytes.data(), static_cast<std::streamsize>(bytes.size())) ||
      frame_hash(bytes.substr(0, kHash), std::string_view(bytes).substr(kHash)) != block.hash ||
      !frame.ParseFromArray(bytes.data() + kHash + kPrefix, static_cast<int>(block.size)) ||
      !frame.has_block())
    throw std::runtime_error(fmt::format("{}: changed while it was read", file.string()));
  return {std::move(*frame.mutable_block()->mutable_games()),
          std::move(*frame.mutable_block()->mutable_reports())};
}

std::vector<DealResult> read_deals(const fs::path& file, const PartBlock& block) {
  const PackedDeals packed = read_packed_deals(file, block);
  std::vector<std::string> reports;
  if (!packed.reports.empty()) reports = store::unpack(packed.reports);
  auto report = reports.begin();
  std::vector<DealResult> deals;
  for (const std::string& games : store::unpack(packed.games)) {
    deals.push_back({block.first + deals.size(), referee::record::decode_deal(games)});
    for (referee::record::GameRecord& game : deals.back().games) {
      for (referee::record::Fault& fault : game.faults) {
        if (report == reports.end()) throw std::runtime_error("the report of a fault is missing");
        add_report(fault, *report++);
      }
    }
  }
  if (report != reports.end()) throw std::runtime_error("a fault report without a fault");
  if (deals.size() != block.deals)
    throw std::runtime_error(fmt::format("{} deals; expected {}", deals.size(), block.deals));
  return deals;
}

// --- writing -------------------------------------------------------------------------------------

namespace {

/// Makes new names in the folder survive a power cut. Errors are ignored, because some file systems
/// cannot sync folders and need not.
void sync_folder(const fs::path& path) {
  const Descriptor folder(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (folder) (void)::fsync(folder.get());
}

}  // namespace

PartWriter::PartWriter(const fs::path& folder, int part, const std::string& host)
    : finished_(finished_part(folder, part)), hash_(first_hash()) {
  // The name is unique, so that two attempts at one part never write one file.
  const std::string random = referee::record::draw_seed().text.substr(0, 8);
  file_ = folder /
          fmt::format("{:04}.{}.{}.{}.open", part, base::to_file_name(host), ::getpid(), random);
  fd_ = Descriptor(::open(file_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644));
  if (!fd_) fail(file_.string());
  sync_folder(folder);
}

void PartWriter::add(const PartHeader& header, store::Id line_up, referee::record::AgentSet absent,
                     std::span<const DealResult> deals) {
  // Copied blocks keep the header of the attempt that played them.
  if (header != header_) write_header(header);
  // Blocks end where those of the store do, so that a merge can take them as they are.
  while (!deals.empty()) {
    const std::uint64_t size = store::deals_of_block(deals.front().deal, deals.size());
    write_block(line_up, absent, deals.first(size));
    deals = deals.subspan(size);
  }
}

void PartWriter::finish(const PartHeader& header) {
  if (header_.plan.empty()) write_header(header);
  v1::PartFrame frame;
  frame.mutable_end()->set_deals(deals_);
  write_frame(frame.SerializeAsString());
  // The data must be on disk before the name says that the part is complete.
  sync();
  if (::rename(file_.c_str(), finished_.c_str()) != 0) {
    const int code = errno;
    // Another attempt was first, and took this one's file for a leftover.
    if (code == ENOENT && fs::exists(finished_)) return;
    fail(file_.string(), code);
  }
  sync_folder(finished_.parent_path());
}

void PartWriter::write_header(const PartHeader& header) {
  v1::PartFrame frame;
  v1::PartHeader& message = *frame.mutable_header();
  message.set_plan(header.plan);
  message.set_part(static_cast<std::uint32_t>(header.part));
  message.set_host(header.host);
  message.set_machine(header.machine);
  message.set_layers(header.layers);
  message.set_begun(header.begun);
  write_frame(frame.SerializeAsString());
  header_ = header;
}

void PartWriter::write_block(store::Id line_up, referee::record::AgentSet absent,
                             std::span<const DealResult> deals) {
  std::vector<std::string> games;
  std::vector<std::string> reports;
  for (const DealResult& deal : deals) {
    games.push_back(referee::record::encode_deal(deal.games));
    for (const referee::record::GameRecord& game : deal.games) {
      for (const referee::record::Fault& fault : game.faults)
        reports.push_back(referee::protocol::report_json(fault));
    }
  }
  v1::PartFrame frame;
  v1::PartBlock& message = *frame.mutable_block();
  message.set_line_up(line_up);
  message.set_first(deals.front().deal);
  message.set_deals(static_cast<std::uint32_t>(deals.size()));
  message.set_absent(absent.bits());
  message.set_games(store::pack(games));
  if (!reports.empty()) message.set_reports(store::pack(reports));
  write_frame(frame.SerializeAsString());
  deals_ += deals.size();
}

void PartWriter::write_frame(const std::string& frame) {
  // The length is written as it lies in memory, the low byte first.
  static_assert(std::endian::native == std::endian::little);
  const auto size = static_cast<std::uint32_t>(frame.size());
  std::string bytes(kPrefix, '\0');
  std::memcpy(bytes.data(), &size, kPrefix);
  bytes += frame;
  hash_ = frame_hash(hash_, bytes);
  bytes += hash_;
  if (const int code = base::write_all(fd_.get(), bytes); code != 0)
    fail("cannot write " + file_.string(), code);
}

void PartWriter::sync() const {
  if (::fdatasync(fd_.get()) != 0) fail("cannot write " + file_.string());
}

// --- file names ----------------------------------------------------------------------------------

std::string this_host() {
  // Slurm's name of the node is the one that its reports use.
  if (const char* const node = std::getenv("SLURMD_NODENAME")) return node;
  std::array<char, 256> name{};
  ::gethostname(name.data(), name.size() - 1);
  return name.data();
}

fs::path finished_part(const fs::path& folder, int part) {
  return folder / fmt::format("{:04}.part", part);
}

std::map<int, std::vector<fs::path>> part_files(const fs::path& folder) {
  std::map<int, std::vector<fs::path>> files;
  if (!fs::exists(folder)) return files;  // some copies of a plan leave out an empty folder
  for (const auto& entry : fs::directory_iterator(folder)) {
    const std::string name = entry.path().filename().string();
    int part = 0;
    const auto number = std::from_chars(name.data(), name.data() + name.size(), part);
    const bool ours = name.ends_with(".part") || name.ends_with(".open");
    if (ours && number.ec == std::errc() && *number.ptr == '.') files[part].push_back(entry.path());
  }
  for (auto& [part, paths] : files) {
    std::ranges::sort(paths);
    const auto finished = std::ranges::find(paths, finished_part(folder, part));
    // The finished file comes first, because it makes the others superfluous.
    if (finished != paths.end()) std::rotate(paths.begin(), finished, finished + 1);
  }
  return files;
}

}  // namespace danno::leagues::commands::cluster
