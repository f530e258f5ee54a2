#include "leagues/parts/part_file.hpp"

#include <danno/part.pb.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <google/protobuf/io/coded_stream.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <fstream>
#include <stdexcept>
#include <system_error>
#include <utility>

#include "leagues/files/whole_file.hpp"
#include "leagues/store/digester.hpp"
#include "leagues/store/pack.hpp"
#include "leagues/words/escape.hpp"
#include "referee/record/dice_stream.hpp"
#include "referee/record/record.hpp"
#include "referee/talk/report.hpp"

namespace danno::leagues::parts {

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

/// Of the frame, its length included, behind the frame with that hash.
std::string hash_of(const std::string& before, std::string_view prefixed) {
  store::Digester digester;
  digester.add(before);
  digester.add(prefixed);
  return digester.bytes();
}
std::string first_hash() { return hash_of("", "danno part 1"); }

std::string prefix_of(std::size_t size) {
  std::string prefix;
  for (std::size_t byte = 0; byte < kPrefix; ++byte)
    prefix.push_back(static_cast<char>((size >> (8 * byte)) & 0xFFU));
  return prefix;
}
std::uint32_t size_in(std::string_view prefix) {
  std::uint32_t size = 0;
  for (std::size_t byte = kPrefix; byte-- > 0;)
    size = (size << 8U) | static_cast<unsigned char>(prefix[byte]);
  return size;
}

// --- deals ---------------------------------------------------------------------------------------

PackedDeals pack_deals(std::span<const DealResult> deals) {
  std::vector<std::string> games;
  std::vector<std::string> reports;
  for (const DealResult& deal : deals) {
    games.push_back(referee::record::encode_deal(deal.games));
    for (const referee::record::GameRecord& game : deal.games) {
      for (const referee::record::Fault& fault : game.faults)
        reports.push_back(referee::talk::report_json(fault));
    }
  }
  return {store::pack(games), reports.empty() ? "" : store::pack(reports)};
}

/// The report is that of the fault, and becomes its evidence.
void add_report(referee::record::Fault& fault, const std::string& report) {
  referee::record::Fault told = referee::talk::parse_report(report);
  if (told.kind != fault.kind || told.value != fault.value ||
      describe(told.cause) != describe(fault.cause))
    throw std::runtime_error("the report of a fault is not that of its game");
  fault.evidence = std::move(told.evidence);
}

// --- in ------------------------------------------------------------------------------------------

PartHeader header_of(const v1::PartHeader& header) {
  return {header.plan(),    static_cast<int>(header.part()),
          header.host(),    header.job(),
          header.machine(), header.isolation(),
          header.layers(),  header.begun()};
}

/// Reads frames up to the end or to the first that is wrong.
class FrameReader {
 public:
  explicit FrameReader(const fs::path& file) : stream_(file, std::ios::binary) {
    if (!stream_) fail(file.string());
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
    if (contents_.complete) return stop("more data");
    if (std::cmp_not_equal(stream_.gcount(), kPrefix)) return stop("cut off");
    const std::uint32_t size = size_in(frame);
    if (size > kLargestFrame) return stop("cut off or damaged");
    frame.resize(kPrefix + size);
    if (!stream_.read(frame.data() + kPrefix, size)) return stop("cut off or damaged");
    std::string hash(kHash, '\0');
    if (!stream_.read(hash.data(), kHash)) return stop("cut off or damaged");
    if (hash != hash_of(hash_, frame)) return stop("damaged");
    hash_ = std::move(hash);
    v1::PartFrame message;
    if (!message.ParseFromArray(frame.data() + kPrefix, static_cast<int>(size)) ||
        !take(message, size))
      return stop("no frame of a part");
    offset_ += frame.size() + kHash;
    return true;
  }

  bool take(const v1::PartFrame& frame, std::uint32_t size) {
    if (frame.has_header()) {
      contents_.headers.push_back(header_of(frame.header()));
    } else if (contents_.headers.empty()) {
      return false;
    } else if (frame.has_block()) {
      const v1::PartBlock& block = frame.block();
      deals_ += block.deals();
      contents_.blocks.push_back({block.line_up(), block.first(), block.deals(),
                                  referee::record::AgentSet::from_bits(block.absent()),
                                  static_cast<std::uint32_t>(contents_.headers.size() - 1),
                                  offset_ + kPrefix, size, !block.reports().empty(), hash_});
      return block.deals() > 0;
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
  PartContents contents_;
  std::string hash_ = first_hash();
  std::uint64_t offset_ = 0;
  std::uint64_t deals_ = 0;
};

}  // namespace

PartContents read_part_file(const fs::path& file) { return FrameReader(file).read(); }

namespace {

/// The number of deals in the PartFrame of a block that begins like this; 0 if it is another.
std::uint32_t deals_in(std::string_view beginning) {
  constexpr std::uint32_t kNumber = 0;  // wire types of protobuf, the low three bits of a tag
  constexpr std::uint32_t kLength = 2;
  const auto* const bytes = reinterpret_cast<const std::uint8_t*>(beginning.data());
  google::protobuf::io::CodedInputStream input(bytes, static_cast<int>(beginning.size()));
  std::uint64_t value = 0;
  if (input.ReadTag() != (v1::PartFrame::kBlockFieldNumber << 3U | kLength) ||
      !input.ReadVarint64(&value))
    return 0;
  for (std::uint32_t tag = input.ReadTag(); tag != 0 && (tag & 7U) == kNumber;
       tag = input.ReadTag()) {
    if (!input.ReadVarint64(&value)) return 0;
    if (tag >> 3U == v1::PartBlock::kDealsFieldNumber) return static_cast<std::uint32_t>(value);
  }
  return 0;
}

}  // namespace

PartOutline read_outline(const fs::path& file) {
  constexpr std::size_t kBeginning = 64;  // a block's numbers are before its games
  std::ifstream stream(file, std::ios::binary);
  PartOutline outline;
  std::string prefix(kPrefix, '\0');
  while (stream.read(prefix.data(), kPrefix)) {
    const std::uint32_t size = size_in(prefix);
    if (size == 0 || size > kLargestFrame) break;
    const std::streamoff begin = stream.tellg();
    std::string frame(std::min<std::size_t>(size, kBeginning), '\0');
    if (!stream.read(frame.data(), static_cast<std::streamsize>(frame.size()))) break;
    stream.seekg(begin + static_cast<std::streamoff>(size + kHash) - 1);
    if (stream.get() == std::char_traits<char>::eof()) break;  // it is being written
    const std::uint32_t deals = deals_in(frame);
    outline.deals += deals;
    if (deals > 0) continue;
    // Other frames are small, and are read whole.
    frame.resize(size);
    v1::PartFrame message;
    stream.seekg(begin);
    if (!stream.read(frame.data(), size) || !message.ParseFromString(frame)) break;
    stream.seekg(kHash, std::ios::cur);
    if (!message.has_header()) continue;
    outline.host = message.header().host();
    outline.begun = message.header().begun();
    outline.deals_before = outline.deals;
  }
  return outline;
}

PackedDeals read_packed_deals(const fs::path& file, const PartBlock& block) {
  std::ifstream stream(file, std::ios::binary);
  // From the hash of the frame before on.
  std::string bytes(kHash + kPrefix + block.size, '\0');
  stream.seekg(static_cast<std::streamoff>(block.offset - kPrefix - kHash));
  v1::PartFrame frame;
  if (!stream.read(bytes.data(), static_cast<std::streamsize>(bytes.size())) ||
      hash_of(bytes.substr(0, kHash), std::string_view(bytes).substr(kHash)) != block.hash ||
      !frame.ParseFromArray(bytes.data() + kHash + kPrefix, static_cast<int>(block.size)) ||
      !frame.has_block())
    throw std::runtime_error(fmt::format("{}: changed while it was read", file.string()));
  return {std::move(*frame.mutable_block()->mutable_games()),
          std::move(*frame.mutable_block()->mutable_reports())};
}

std::vector<DealResult> unpack_deals(const PartBlock& block, const PackedDeals& packed) {
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

std::vector<DealResult> read_part_block(const fs::path& file, const PartBlock& block) {
  return unpack_deals(block, read_packed_deals(file, block));
}

// --- out -----------------------------------------------------------------------------------------

namespace {

/// So that no power cut takes away what it names; some file systems cannot, and need not.
void sync_folder(const fs::path& path) {
  const Descriptor folder(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (folder) (void)::fsync(folder.get());
}

}  // namespace

PartWriter::PartWriter(const fs::path& folder, int part, const std::string& host)
    : finished_(finished_part(folder, part)), hash_(first_hash()) {
  const std::string random = referee::record::draw_seed().text.substr(0, 8);
  file_ = folder /
          fmt::format("{:04}.{}.{}.{}.open", part, words::file_name_of(host), ::getpid(), random);
  fd_ = Descriptor(::open(file_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644));
  if (!fd_) fail(file_.string());
  sync_folder(folder);
}

void PartWriter::add(const PartHeader& header, store::Id line_up, referee::record::AgentSet absent,
                     std::span<const DealResult> deals) {
  if (header != header_) write_header(header);
  while (!deals.empty()) {
    PartBlock block{.line_up = line_up, .first = deals.front().deal, .absent = absent};
    block.deals = static_cast<std::uint32_t>(store::deals_of_block(block.first, deals.size()));
    write_block(block, pack_deals(deals.first(block.deals)));
    deals = deals.subspan(block.deals);
  }
  sync();
}

void PartWriter::copy(const PartHeader& header, const PartBlock& block, PackedDeals packed) {
  if (header != header_) write_header(header);
  write_block(block, std::move(packed));
}

void PartWriter::finish(const PartHeader& header) {
  if (header_.plan.empty()) write_header(header);
  v1::PartFrame frame;
  frame.mutable_end()->set_deals(deals_);
  write_frame(frame.SerializeAsString());
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
  message.set_job(header.job);
  message.set_machine(header.machine);
  message.set_isolation(header.isolation);
  message.set_layers(header.layers);
  message.set_begun(header.begun);
  write_frame(frame.SerializeAsString());
  header_ = header;
}

void PartWriter::write_block(const PartBlock& block, PackedDeals packed) {
  v1::PartFrame frame;
  v1::PartBlock& message = *frame.mutable_block();
  message.set_line_up(block.line_up);
  message.set_first(block.first);
  message.set_deals(block.deals);
  message.set_absent(block.absent.bits());
  message.set_games(std::move(packed.games));
  message.set_reports(std::move(packed.reports));
  write_frame(frame.SerializeAsString());
  deals_ += block.deals;
}

void PartWriter::write_frame(const std::string& frame) {
  std::string bytes = prefix_of(frame.size()) + frame;
  hash_ = hash_of(hash_, bytes);
  bytes += hash_;
  if (const int code = files::write_all(fd_.get(), bytes); code != 0)
    fail("cannot write " + file_.string(), code);
}

void PartWriter::sync() const {
  if (::fdatasync(fd_.get()) != 0) fail("cannot write " + file_.string());
}

// --- names ---------------------------------------------------------------------------------------

std::string this_host() {
  if (const char* const node = std::getenv("SLURMD_NODENAME")) return node;
  std::array<char, 256> name{};
  ::gethostname(name.data(), name.size() - 1);
  return name.data();
}

std::string this_job() {
  for (const char* const name : {"SLURM_JOB_ID", "PBS_JOBID", "JOB_ID", "LSB_JOBID"}) {
    if (const char* const id = std::getenv(name)) return id;
  }
  return {};
}

fs::path finished_part(const fs::path& folder, int part) {
  return folder / fmt::format("{:04}.part", part);
}

std::map<int, std::vector<fs::path>> part_files(const fs::path& folder) {
  std::map<int, std::vector<fs::path>> files;
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
    if (finished != paths.end()) std::rotate(paths.begin(), finished, finished + 1);
  }
  return files;
}

}  // namespace danno::leagues::parts
