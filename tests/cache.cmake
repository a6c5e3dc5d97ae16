# Tests of clc::cache.
find_package(Catch2 REQUIRED)
find_package(Threads REQUIRED)

add_executable(clc_cache_tests
  support/catch_main.cpp
  unit/cache_eviction_test.cpp
  unit/cache_folder_test.cpp
  unit/cache_key_test.cpp
  unit/cache_settings_test.cpp
  unit/cache_store_test.cpp
  unit/cache_stress_test.cpp
)
clc_common(clc_cache_tests)
target_include_directories(clc_cache_tests PRIVATE ${CMAKE_CURRENT_SOURCE_DIR} ${CMAKE_CURRENT_SOURCE_DIR}/support)
target_link_libraries(clc_cache_tests PRIVATE clc::cache ${clc_catch2} Threads::Threads)
add_test(NAME cache COMMAND clc_cache_tests)
add_test(NAME cache_stress COMMAND clc_cache_tests "[stress]")

# With libc's functions replaced in the whole program.
add_executable(clc_cache_fault_tests
  support/catch_main.cpp
  support/failing_calls.cpp
  unit/cache_faults_test.cpp
)
clc_common(clc_cache_fault_tests)
target_include_directories(clc_cache_fault_tests PRIVATE
  ${CMAKE_CURRENT_SOURCE_DIR} ${CMAKE_CURRENT_SOURCE_DIR}/support)
target_link_libraries(clc_cache_fault_tests PRIVATE clc::cache ${clc_catch2} Threads::Threads ${CMAKE_DL_LIBS})
add_test(NAME cache_faults COMMAND clc_cache_fault_tests)
if(IS_DIRECTORY /dev/shm)
  # Thousands of small folders: in memory, so that the disk does not set the pace.
  set_tests_properties(cache cache_stress cache_faults PROPERTIES ENVIRONMENT TMPDIR=/dev/shm)
endif()
set_tests_properties(cache_stress cache_faults PROPERTIES TIMEOUT 1200)  # with sanitizers, on a busy machine

# Every public header compiles by itself, as C++17.
set(clc_cache_header_sources "")
foreach(header admin key machine remote settings store)
  set(source ${CMAKE_CURRENT_BINARY_DIR}/headers/clc_cache_${header}.cpp)
  file(CONFIGURE OUTPUT ${source} CONTENT
    "#include \"clc/cache/${header}.h\"\n#include \"clc/cache/${header}.h\"  // guarded\n" @ONLY)
  list(APPEND clc_cache_header_sources ${source})
endforeach()
add_library(clc_cache_headers OBJECT ${clc_cache_header_sources})
set_target_properties(clc_cache_headers PROPERTIES CXX_STANDARD 17 CXX_STANDARD_REQUIRED ON CXX_EXTENSIONS OFF)
target_compile_options(clc_cache_headers PRIVATE -Wall -Wextra -Wpedantic -Wshadow -Werror)
target_link_libraries(clc_cache_headers PRIVATE clc::cache)
