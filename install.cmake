# What `cmake --install` puts where, and `cpack` into a Debian package. Programs find what they need
# from the folder that they are in (referee/sandbox/locate), so that the tree may be moved.
# `--target play` builds all of it; installing compiles nothing.
set(CMAKE_SKIP_INSTALL_ALL_DEPENDENCY ON)

# First, so that nothing is copied where not all can be; others may enter, whatever the umask is.
install(CODE [[
  set(folders "")
  foreach(folder bin lib/systemd/system libexec/danno/probe lib/danno/agents share/danno/leagues share/doc/danno share/man/man1
          share/bash-completion/completions)
    list(APPEND folders "$ENV{DESTDIR}${CMAKE_INSTALL_PREFIX}/${folder}")
  endforeach()
  execute_process(COMMAND sh -c "umask 022; for folder; do mkdir -p \"$folder\" && test -w \"$folder\" || exit; done" sh ${folders}
    RESULT_VARIABLE refused ERROR_VARIABLE why)
  if(refused)
    message(FATAL_ERROR "cannot write in '${CMAKE_INSTALL_PREFIX}'; choose another --prefix, or put sudo before the command\n${why}")
  endif()
]])

install(TARGETS danno DESTINATION bin)
install(TARGETS danno-init DESTINATION libexec/danno)
install(TARGETS danno-probe DESTINATION libexec/danno/probe)

get_property(agents GLOBAL PROPERTY DANNO_AGENTS)
foreach(agent ${agents})
  install(TARGETS agent_${agent} DESTINATION lib/danno/agents/${agent})
endforeach()
install(DIRECTORY ${PROJECT_BINARY_DIR}/agents/ DESTINATION lib/danno/agents
  FILES_MATCHING PATTERN agent.toml PATTERN *.py PATTERN *.values PATTERN CMakeFiles EXCLUDE PATTERN __pycache__ EXCLUDE)
install(DIRECTORY ${PROJECT_BINARY_DIR}/templates DESTINATION lib/danno PATTERN __pycache__ EXCLUDE)
install(DIRECTORY ${PROJECT_BINARY_DIR}/competition DESTINATION lib/danno USE_SOURCE_PERMISSIONS)
install(DIRECTORY sdk proto docs/schemas DESTINATION share/danno
  PATTERN template EXCLUDE PATTERN package EXCLUDE PATTERN CMakeLists.txt EXCLUDE PATTERN __pycache__ EXCLUDE)
install(FILES leagues/demo.toml DESTINATION share/danno/leagues)
install(DIRECTORY leagues/rules DESTINATION share/danno/leagues)
install(DIRECTORY docs DESTINATION share/doc/danno)
install(FILES docs/danno-season@.service DESTINATION lib/systemd/system)
install(FILES README.md DESTINATION share/doc/danno)
install(FILES LICENSE DESTINATION share/doc/danno RENAME copyright)

# danno_page(FILE FOLDER ARGUMENTS…): what danno prints, installed as FOLDER/FILE.
function(danno_page file folder)
  set(page ${PROJECT_BINARY_DIR}/pages/${folder}/${file})
  add_custom_command(OUTPUT ${page}
    COMMAND ${CMAKE_COMMAND} -E make_directory ${PROJECT_BINARY_DIR}/pages/${folder}
    COMMAND danno ${ARGN} > ${page}
    DEPENDS danno templates
    VERBATIM)
  set_property(GLOBAL APPEND PROPERTY DANNO_PAGES ${page})
  install(FILES ${page} DESTINATION ${folder})
endfunction()

danno_page(danno.1 share/man/man1 manual)
danno_page(danno share/bash-completion/completions completion bash)
get_property(pages GLOBAL PROPERTY DANNO_PAGES)
add_custom_target(pages ALL DEPENDS ${pages})
add_dependencies(play pages)

# Last: the list of what is there, by which danno knows that a file is missing.
install(CODE [[
  set(files "")
  foreach(file ${CMAKE_INSTALL_MANIFEST_FILES})
    cmake_path(RELATIVE_PATH file BASE_DIRECTORY "${CMAKE_INSTALL_PREFIX}")
    string(APPEND files "${file}\n")
  endforeach()
  file(WRITE "$ENV{DESTDIR}${CMAKE_INSTALL_PREFIX}/share/danno/files" "${files}")
  file(CHMOD "$ENV{DESTDIR}${CMAKE_INSTALL_PREFIX}/share/danno/files"
    PERMISSIONS OWNER_READ OWNER_WRITE GROUP_READ WORLD_READ)
]])

set(CPACK_GENERATOR DEB)
set(CPACK_STRIP_FILES ON)
# As Debian's own tools take it: who builds the package maintains it.
set(maintainer "Danno's developers")
set(address danno@developers.invalid)
if(DEFINED ENV{DEBFULLNAME} AND DEFINED ENV{DEBEMAIL})
  set(maintainer "$ENV{DEBFULLNAME}")
  set(address "$ENV{DEBEMAIL}")
endif()
set(CPACK_PACKAGE_CONTACT "${maintainer} <${address}>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "tournament harness for programs that play Greed")
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION "Danno plays matches, leagues and tournaments between programs that play the
dice game Greed, in any language. It starts them in a sandbox, throws fair
dice that can be verified afterwards, keeps every game, and computes ratings
with their uncertainty. It comes with kits for C++, Go, Java, JavaScript,
Python and Rust, checks a program as a league would, and makes the web pages
of a league.")
set(CPACK_PRE_BUILD_SCRIPTS ${PROJECT_SOURCE_DIR}/package.cmake)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION misc)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_DEPENDS bubblewrap)
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS python3)
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "g++, libprotobuf-dev, nodejs")
include(CPack)
