# danno_add_wasm(NAME TARGETS… WITHOUT… SOURCES… HEADERS…): compiles the sources of targets again, for WebAssembly.
#
# A compiler is looked for until one works (.ci/packages-web). Without one, nothing is built.

find_program(DANNO_WASM_CXX NAMES clang++-16 clang++-19 clang++-22 clang++ DOC "a clang++ with libc++ for wasm32-wasi")

# The program is as small as can be; only a turn's recursion (turn.cpp) is as fast as can be.
set(DANNO_WASM_FLAGS --target=wasm32-wasi -std=c++20 -Oz -fexceptions -fvisibility=hidden -mbulk-memory
  -nostdinc++ -isystem /usr/include/wasm32-wasi/c++/v1 -I${PROJECT_SOURCE_DIR} -I${PROJECT_BINARY_DIR} -isystem /usr/include/eigen3
  -ffile-prefix-map=${PROJECT_SOURCE_DIR}/= -ffile-prefix-map=${PROJECT_BINARY_DIR}/=
  -DFMT_HEADER_ONLY -DFMT_STATIC_THOUSANDS_SEPARATOR=',' -DBOOST_DISABLE_THREADS -DEIGEN_NO_IO
  -DBOOST_MATH_PROMOTE_DOUBLE_POLICY=false)
# The texts of Boost's errors would bring the library of streams.
foreach(error DOMAIN POLE OVERFLOW EVALUATION ROUNDING UNDERFLOW DENORM INDETERMINATE_RESULT)
  list(APPEND DANNO_WASM_FLAGS -DBOOST_MATH_${error}_ERROR_POLICY=ignore_error)
endforeach()
set(DANNO_WASM_FLAGS_turn.cpp -O3 -msimd128 -ffp-contract=off -fno-signed-zeros -ffinite-math-only -fno-trapping-math)

if(DANNO_WASM_CXX AND NOT DANNO_WASM_TRIED STREQUAL DANNO_WASM_CXX)
  file(WRITE ${CMAKE_CURRENT_BINARY_DIR}/try.cpp "#include <algorithm>\n#include <vector>\n"
    "extern \"C\" void f() { std::vector<int> v; std::ranges::sort(v); }\n")
  execute_process(
    COMMAND ${DANNO_WASM_CXX} ${DANNO_WASM_FLAGS} -mexec-model=reactor ${CMAKE_CURRENT_BINARY_DIR}/try.cpp -o ${CMAKE_CURRENT_BINARY_DIR}/try.wasm
    RESULT_VARIABLE failed OUTPUT_QUIET ERROR_QUIET)
  if(failed)
    set(DANNO_WASM_CXX DANNO_WASM_CXX-NOTFOUND CACHE FILEPATH "a clang++ with libc++ for wasm32-wasi" FORCE)
  endif()
  set(DANNO_WASM_TRIED "${DANNO_WASM_CXX}" CACHE INTERNAL "")
endif()
if(NOT DANNO_WASM_CXX)
  message(STATUS "No compiler for WebAssembly (.ci/packages-web): sites get no pages to play in")
endif()

function(danno_add_wasm name)
  cmake_parse_arguments(WASM "" "" "TARGETS;WITHOUT;SOURCES;HEADERS" ${ARGN})
  set(sources)
  foreach(target ${WASM_TARGETS})
    get_target_property(folder ${target} SOURCE_DIR)
    get_target_property(own ${target} SOURCES)
    foreach(source ${own})
      cmake_path(ABSOLUTE_PATH source BASE_DIRECTORY ${folder})
      list(APPEND sources ${source})
    endforeach()
  endforeach()
  foreach(source ${WASM_WITHOUT})
    list(REMOVE_ITEM sources ${PROJECT_SOURCE_DIR}/${source})
  endforeach()
  list(TRANSFORM WASM_SOURCES PREPEND ${PROJECT_SOURCE_DIR}/)
  list(TRANSFORM WASM_HEADERS PREPEND ${PROJECT_SOURCE_DIR}/)
  # Sources are compiled in batches, as in CMake's unity builds; one with flags of its own is alone.
  list(APPEND sources ${WASM_SOURCES})
  set(units)
  set(batch)
  foreach(source ${sources})
    cmake_path(GET source FILENAME file)
    if(DEFINED DANNO_WASM_FLAGS_${file})
      list(APPEND units ${source})
    else()
      list(APPEND batch ${source})
    endif()
  endforeach()
  while(batch)
    list(LENGTH units number)
    list(SUBLIST batch 0 20 included)
    list(REMOVE_ITEM batch ${included})
    list(TRANSFORM included REPLACE "^(${PROJECT_BINARY_DIR}|${PROJECT_SOURCE_DIR})/(.+)" "#include \"\\2\"")
    list(JOIN included "\n" included)
    set(unit ${CMAKE_CURRENT_BINARY_DIR}/wasm/unity_${number}.cpp)
    file(CONFIGURE OUTPUT ${unit} CONTENT "${included}\n")
    list(APPEND units ${unit})
  endwhile()
  set(objects)
  foreach(unit ${units})
    cmake_path(GET unit FILENAME file)
    set(object ${CMAKE_CURRENT_BINARY_DIR}/wasm/${file}.o)
    add_custom_command(OUTPUT ${object}
      COMMAND ${CMAKE_CXX_COMPILER_LAUNCHER} ${DANNO_WASM_CXX} ${DANNO_WASM_FLAGS} ${DANNO_WASM_FLAGS_${file}} -MD -MF ${object}.d -c ${unit} -o ${object}
      DEPENDS ${unit} DEPFILE ${object}.d COMMENT "WebAssembly: ${file}" VERBATIM)
    list(APPEND objects ${object})
  endforeach()
  file(MAKE_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/wasm)
  # It exports what the headers declare.
  set(exports malloc free __stack_pointer)
  foreach(header ${WASM_HEADERS})
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${header})
    file(STRINGS ${header} lines REGEX "^DANNO_API ")
    foreach(line ${lines})
      string(REGEX MATCH "danno_[a-z_]+\\(" function "${line}")
      string(REPLACE "(" "" function "${function}")
      list(APPEND exports ${function})
    endforeach()
  endforeach()
  list(TRANSFORM exports PREPEND -Wl,--export=)
  add_custom_command(OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/${name}.wasm
    COMMAND ${DANNO_WASM_CXX} --target=wasm32-wasi -mexec-model=reactor -Wl,--gc-sections,--strip-all -Wl,-z,stack-size=1048576 -Wl,--initial-memory=67108864
      ${exports} ${objects} -o ${name}.wasm
    DEPENDS ${objects} VERBATIM)
endfunction()
