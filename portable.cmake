# For .ci/portable: programs that run on every Linux with glibc 2.36 or newer, whatever else it has.
# Read after project() by -DCMAKE_PROJECT_INCLUDE=portable.cmake.
#
# Libraries are linked in where Debian has them as archives. `danno` finds the others beside itself, in
# lib/danno. Agents run in a sandbox that shows the system's libraries only, so they are static.
set(CMAKE_FIND_LIBRARY_SUFFIXES .a .so)

# Once all targets are there. The archive of libarchive names no libraries; tar and zip need these,
# while the shared one brings libxml2 and ICU, 36 MB, for formats that nobody hands in.
function(danno_make_portable)
  target_link_libraries(PkgConfig::ARCHIVE INTERFACE PkgConfig::NETTLE bz2 lz4 lzma z)
  set_target_properties(danno PROPERTIES INSTALL_RPATH "$ORIGIN/../lib/danno")
  # The writer of zips brings those of all formats, and theirs needs libxml2; the linker drops what nothing calls.
  target_link_options(danno PRIVATE -Wl,--gc-sections)
  # A process of another language has a libstdc++ of its own, which may be newer.
  target_link_options(danno_embed PRIVATE -static-libstdc++ -static-libgcc)
  get_property(agents GLOBAL PROPERTY DANNO_AGENTS)
  foreach(agent ${agents})
    target_link_options(agent_${agent} PRIVATE -static)
  endforeach()
endfunction()
cmake_language(DEFER CALL danno_make_portable)
