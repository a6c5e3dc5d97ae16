# Tests of clc::runtime.
if(CLC_BUILD_RUNTIME)
  add_executable(clc_runtime_tests
    support/catch_main.cpp
    unit/runtime_choose_test.cpp
    unit/runtime_device_test.cpp
    unit/runtime_launch_check_test.cpp
  )
  clc_common(clc_runtime_tests)
  target_include_directories(clc_runtime_tests PRIVATE
    ${CMAKE_CURRENT_SOURCE_DIR} ${CMAKE_CURRENT_SOURCE_DIR}/support ${PROJECT_SOURCE_DIR}/runtime)
  target_link_libraries(clc_runtime_tests PRIVATE clc::runtime clc::cache ${clc_catch2} Threads::Threads)
  if(TARGET clc-driver)  # makes the binaries that are loaded
    target_sources(clc_runtime_tests PRIVATE unit/runtime_program_test.cpp)
    target_compile_definitions(clc_runtime_tests PRIVATE CLC_DRIVER="$<TARGET_FILE:clc-driver>")
    target_link_libraries(clc_runtime_tests PRIVATE clc_protocol)
    add_dependencies(clc_runtime_tests clc-driver)
  endif()
  add_test(NAME runtime COMMAND clc_runtime_tests)
  # Drivers keep what they allocated until the process ends. Not the user's cache, either.
  set_tests_properties(runtime PROPERTIES
    ENVIRONMENT "ASAN_OPTIONS=detect_leaks=0;POCL_CACHE_DIR=${CMAKE_CURRENT_BINARY_DIR}/pocl-cache")

  # Against a driver of the tests' own.
  add_executable(clc_runtime_cache_tests
    support/catch_main.cpp
    support/fake_opencl.cpp
    unit/runtime_binary_cache_test.cpp
  )
  clc_common(clc_runtime_cache_tests)
  target_include_directories(clc_runtime_cache_tests PRIVATE
    ${CMAKE_CURRENT_SOURCE_DIR} ${CMAKE_CURRENT_SOURCE_DIR}/support ${PROJECT_SOURCE_DIR}/runtime)
  target_link_libraries(clc_runtime_cache_tests PRIVATE clc::runtime clc::cache ${clc_catch2} Threads::Threads)
  add_test(NAME runtime_cache COMMAND clc_runtime_cache_tests)
  if(IS_DIRECTORY /dev/shm)
    set_tests_properties(runtime_cache PROPERTIES ENVIRONMENT TMPDIR=/dev/shm)
  endif()

  # Every public header compiles by itself, as C++17, and next to the Khronos C++ bindings.
  file(GLOB clc_runtime_headers RELATIVE ${PROJECT_SOURCE_DIR}/runtime/include CONFIGURE_DEPENDS
    ${PROJECT_SOURCE_DIR}/runtime/include/clc/runtime/*.h)
  set(clc_runtime_header_sources unit/runtime_cpp_bindings_test.cpp)
  foreach(header IN LISTS clc_runtime_headers)
    string(MAKE_C_IDENTIFIER "${header}" name)
    set(source ${CMAKE_CURRENT_BINARY_DIR}/headers/${name}.cpp)
    file(CONFIGURE OUTPUT ${source} CONTENT "#include \"${header}\"\n#include \"${header}\"  // guarded\n" @ONLY)
    list(APPEND clc_runtime_header_sources ${source})
  endforeach()
  add_library(clc_runtime_headers OBJECT ${clc_runtime_header_sources})
  set_target_properties(clc_runtime_headers PROPERTIES CXX_STANDARD 17 CXX_STANDARD_REQUIRED ON CXX_EXTENSIONS OFF)
  target_compile_options(clc_runtime_headers PRIVATE -Wall -Wextra -Wpedantic -Wshadow -Werror)
  target_link_libraries(clc_runtime_headers PRIVATE clc::runtime)

  # The example of docs/runtime-api.md compiles as it stands there.
  set(example ${CMAKE_CURRENT_BINARY_DIR}/runtime_api_example.cpp)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/docs/runtime-api.md)
  file(READ ${PROJECT_SOURCE_DIR}/docs/runtime-api.md page)
  string(REGEX MATCH "```cpp\n(// example[^`]*)```" found "${page}")
  if(NOT found)
    message(FATAL_ERROR "docs/runtime-api.md has no example")
  endif()
  file(CONFIGURE OUTPUT ${example} CONTENT "${CMAKE_MATCH_1}" @ONLY)
  add_executable(clc_runtime_api_example ${example})
  set_target_properties(clc_runtime_api_example PROPERTIES CXX_STANDARD 17 CXX_STANDARD_REQUIRED ON)
  target_compile_options(clc_runtime_api_example PRIVATE -Wall -Wextra -Wpedantic -Werror)
  target_link_libraries(clc_runtime_api_example PRIVATE clc::runtime)

  # No path compiles source: neither in the text nor in what was compiled.
  add_test(NAME runtime-has-no-source-path
    COMMAND sh -c "test -f program.cpp && ! grep -rn clCreateProgramWithSource ."
    WORKING_DIRECTORY ${PROJECT_SOURCE_DIR}/runtime)
  add_test(NAME runtime-links-no-source-path COMMAND ${CMAKE_NM} -u $<TARGET_FILE:clc_runtime>)
  set_tests_properties(runtime-links-no-source-path PROPERTIES
    PASS_REGULAR_EXPRESSION clCreateProgramWithBinary FAIL_REGULAR_EXPRESSION clCreateProgramWithSource)
endif()
