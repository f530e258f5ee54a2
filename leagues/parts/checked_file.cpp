#include "leagues/parts/checked_file.hpp"

#include <danno/part.pb.h>
#include <fmt/format.h>

#include <system_error>

#include "leagues/files/outside_file.hpp"
#include "leagues/files/whole_file.hpp"
#include "leagues/store/digester.hpp"
#include "referee/record/dice_stream.hpp"

namespace danno::leagues::parts {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kHashSize = 32;

std::string hash_of_checks(std::string_view content) {
  store::Digester digester;
  digester.add("danno checked 1");
  digester.add(content);
  return digester.bytes();
}

/// As a draft of its own, because several attempts may check a part at once. Drafts that killed
/// ones left are removed; if another attempt took this one for such, the file is there.
void write_beside_others(const fs::path& file, const std::string& bytes) {
  const std::string drafts = file.string() + ".";
  const fs::path draft = drafts + referee::record::draw_seed().text.substr(0, 8);
  try {
    files::write_whole(draft, bytes);
    files::sync(draft);
    fs::rename(draft, file);
  } catch (const std::system_error& error) {
    if (error.code() != std::errc::no_such_file_or_directory || !fs::exists(file)) throw;
  }
  std::error_code gone;
  for (const auto& entry : fs::directory_iterator(file.parent_path())) {
    if (entry.path().string().starts_with(drafts)) fs::remove(entry.path(), gone);
  }
}

}  // namespace

std::filesystem::path checked_file(const std::filesystem::path& folder, int part) {
  return folder / fmt::format("{:04}.checked", part);
}

void write_checked(const std::filesystem::path& file, const CheckedPart& checked) {
  v1::PartChecked message;
  message.set_part_hash(checked.part_hash);
  for (const std::string& basis : checked.luck_bases)
    message.add_luck_bases(basis);
  for (const CheckedBlock& block : checked.blocks) {
    v1::PartChecked::Block& row = *message.add_blocks();
    row.set_has_faults(block.has_faults);
    row.set_nodes(block.nodes);
    row.set_sums(block.sums);
    row.set_luck(block.luck);
    row.set_line_up(block.line_up);
    row.set_decisions(block.decisions);
    row.set_host(block.host);
  }
  for (const std::string& host : checked.hosts)
    message.add_hosts(host);
  const std::string content = message.SerializeAsString();
  write_beside_others(file, hash_of_checks(content) + content);
}

std::optional<CheckedPart> read_checked(const std::filesystem::path& file) {
  const auto whole = files::read_whole(file);
  if (!whole || whole->size() < kHashSize) return std::nullopt;
  const std::string_view hash = std::string_view(*whole).substr(0, kHashSize);
  const std::string_view content = std::string_view(*whole).substr(kHashSize);
  v1::PartChecked message;
  if (hash_of_checks(content) != hash ||
      !message.ParseFromArray(content.data(), static_cast<int>(content.size())))
    return std::nullopt;
  CheckedPart checked{message.part_hash(),
                      {message.luck_bases().begin(), message.luck_bases().end()},
                      {},
                      {message.hosts().begin(), message.hosts().end()}};
  for (v1::PartChecked::Block& row : *message.mutable_blocks()) {
    checked.blocks.push_back({row.has_faults(), std::move(*row.mutable_nodes()),
                              std::move(*row.mutable_sums()), std::move(*row.mutable_luck()),
                              row.line_up(), row.decisions(), row.host()});
  }
  return checked;
}

}  // namespace danno::leagues::parts
