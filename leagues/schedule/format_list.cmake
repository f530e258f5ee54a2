# danno_format_list(FILE FORMATS…): writes a source file that defines registered_formats() as these: "swiss" is
# schedule::swiss::format(), "planned/gauntlet" is schedule::planned::gauntlet(). It is a file of its own,
# so that a program may link another list (tests/sixth_format does).
function(danno_format_list file)
  foreach(format IN LISTS ARGN)
    if(format MATCHES "^(.+)/(.+)$")
      set(folder ${CMAKE_MATCH_1})
      set(function ${CMAKE_MATCH_2})
    else()
      set(folder ${format})
      set(function format)
    endif()
    string(APPEND DANNO_FORMAT_DECLARATIONS "namespace ${folder} {\nconst LeagueFormat& ${function}();\n}\n")
    string(APPEND DANNO_FORMAT_CALLS "&${folder}::${function}(), ")
  endforeach()
  list(LENGTH ARGN DANNO_FORMAT_COUNT)
  configure_file(${PROJECT_SOURCE_DIR}/leagues/schedule/format_list.cpp.in ${file} @ONLY)
  set_source_files_properties(${file} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
endfunction()
