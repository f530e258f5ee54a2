// The files, folders and pages that a flag says are to be written.
#pragma once

#include <string>

#include "leagues/cli/command.hpp"
#include "leagues/cli/invocation.hpp"
#include "leagues/site/deal.hpp"
#include "referee/record/written_game.hpp"

namespace danno::leagues::cli {

/// Throws UsageError, which names the flag, if the file's folder is missing, or if there is
/// something else than a file, such as a folder or a device: it would be replaced.
void check_file_to_write(const char* flag, const std::string& file);

/// Throws UsageError, which names the flag, if `folder` or one that it is in is something else.
void check_folder_to_write(const char* flag, const std::string& folder);

/// Adds --grade FOLDER. `folder` must live as long as the command; it stays empty if the flag is
/// not given.
void add_grade_flag(Command command, std::string& folder);

/// Makes the folder if it does not exist; call it before the games. Throws UsageError.
void make_grade_folder(const std::string& folder);

/// Adds --html; `file` must live as long as the command.
void add_page_file(Command command, std::string& file);

/// Throws UsageError like check_file_to_write(), or if the file is "-": stdout has the result. Does
/// nothing if `file` is empty, that is, if no page is wanted.
void check_result_page_file(const std::string& file);

/// Writes the page, whole or not at all; "-" is stdout. Throws UsageError like
/// check_file_to_write(), and std::system_error if it cannot be written.
void write_page(const site::Page& page, const std::string& file);

/// Writes the page of a written game, which was read from the file `read`. Throws UsageError also
/// if a line is not legal.
void write_written_game(const std::string& read, const referee::record::WrittenGame& game,
                        const std::string& file, const Invocation& invocation);

}  // namespace danno::leagues::cli
