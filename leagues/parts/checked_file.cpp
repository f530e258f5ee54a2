#include "leagues/parts/checked_file.hpp"

#include <danno/part.pb.h>
#include <fmt/format.h>

#include "leagues/files/whole_file.hpp"
#include "leagues/store/digester.hpp"

namespace danno::leagues::parts {
namespace {

constexpr std::size_t kHashSize = 32;

std::string hash_of_checks(std::string_view content) {
  store::Digester digester;
  digester.add("danno checked 1");
  digester.add(content);
  return digester.bytes();
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
  }
  const std::string content = message.SerializeAsString();
  files::write_whole(file, hash_of_checks(content) + content);
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
  CheckedPart checked{
      message.part_hash(), {message.luck_bases().begin(), message.luck_bases().end()}, {}};
  for (v1::PartChecked::Block& row : *message.mutable_blocks()) {
    checked.blocks.push_back({row.has_faults(), std::move(*row.mutable_nodes()),
                              std::move(*row.mutable_sums()), std::move(*row.mutable_luck())});
  }
  return checked;
}

}  // namespace danno::leagues::parts
