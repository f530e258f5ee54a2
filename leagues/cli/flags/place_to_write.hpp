// Where a flag says that something is to be written.
#pragma once

#include <string>

namespace danno::leagues::cli::flags {

/// Throws UsageError, which names the flag, if the file's folder is missing, or if there is
/// something else than a file, such as a folder or a device: it would be replaced.
void check_file_to_write(const char* flag, const std::string& file);

/// Throws UsageError, which names the flag, if `folder` or one that it is in is something else.
void check_folder_to_write(const char* flag, const std::string& folder);

}  // namespace danno::leagues::cli::flags
