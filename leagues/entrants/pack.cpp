#include "leagues/entrants/pack.hpp"

#include <archive.h>
#include <archive_entry.h>
#include <fmt/format.h>

#include <cerrno>
#include <memory>
#include <new>
#include <string>
#include <system_error>

#include "leagues/base/outside_file.hpp"
#include "leagues/entrants/utf8_names.hpp"

namespace danno::leagues::entrants {
namespace {

namespace fs = std::filesystem;

using ArchiveWriter = std::unique_ptr<archive, decltype(&::archive_write_free)>;
using Entry = std::unique_ptr<archive_entry, decltype(&::archive_entry_free)>;

[[noreturn]] void fail(archive* writer, const fs::path& zip) {
  const int error = ::archive_errno(writer);
  throw std::system_error(error > 0 ? error : EIO, std::generic_category(),
                          "cannot write " + zip.string());
}

ArchiveWriter open_zip(const fs::path& zip) {
  ArchiveWriter writer(::archive_write_new(), ::archive_write_free);
  if (!writer) throw std::bad_alloc();
  if (::archive_write_set_format_zip(writer.get()) != ARCHIVE_OK ||
      ::archive_write_set_options(writer.get(), "zip:compression=deflate,zip:hdrcharset=UTF-8") !=
          ARCHIVE_OK ||
      ::archive_write_open_filename(writer.get(), zip.c_str()) != ARCHIVE_OK)
    fail(writer.get(), zip);
  return writer;
}

/// Makes the entry of a file. It has no time: a zip of the same files is always the same.
Entry make_entry(const fs::path& file, std::uintmax_t bytes, bool is_program) {
  Entry entry(::archive_entry_new(), ::archive_entry_free);
  if (!entry) throw std::bad_alloc();
  ::archive_entry_set_pathname(entry.get(), file.c_str());
  ::archive_entry_set_filetype(entry.get(), AE_IFREG);
  ::archive_entry_set_perm(entry.get(), is_program ? 0755 : 0644);
  ::archive_entry_set_size(entry.get(), static_cast<la_int64_t>(bytes));
  return entry;
}

std::string read_file(const fs::path& path, const fs::path& file) {
  try {
    return base::read_outside(path);
  } catch (const base::OutsideFileError& error) {
    throw AgentError(fmt::format("'{}' cannot be read: {}", file.string(), error.what()));
  }
}

}  // namespace

PackResult pack(const fs::path& folder, const fs::path& zip, const FolderLimits& limits) {
  (void)read_manifest(folder);  // says what is missing in a folder that is no agent's
  const Utf8Names utf8;
  const ArchiveWriter writer = open_zip(zip);
  PackResult result;
  for (const fs::path& file : agent_files(folder, limits)) {
    const fs::path path = folder / file;
    const std::string content = read_file(path, file);
    const bool is_program = (fs::status(path).permissions() & fs::perms::owner_exec) != fs::perms();
    const Entry entry = make_entry(path_in_folder(file.string()), content.size(), is_program);
    if (::archive_write_header(writer.get(), entry.get()) != ARCHIVE_OK) fail(writer.get(), zip);
    const la_ssize_t written = ::archive_write_data(writer.get(), content.data(), content.size());
    if (written != static_cast<la_ssize_t>(content.size())) fail(writer.get(), zip);
    ++result.files;
    result.bytes += content.size();
    if (content.size() < result.largest_bytes) continue;
    result.largest = file;
    result.largest_bytes = content.size();
  }
  if (::archive_write_close(writer.get()) != ARCHIVE_OK) fail(writer.get(), zip);
  return result;
}

}  // namespace danno::leagues::entrants
