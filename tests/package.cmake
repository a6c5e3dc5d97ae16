# Tests of clc::package.
find_package(Catch2 REQUIRED)
if(TARGET Catch2::Catch2WithMain)
  set(clc_catch2 Catch2::Catch2WithMain)
else()
  set(clc_catch2 Catch2::Catch2)
endif()
find_package(Threads REQUIRED)

add_executable(clc_package_tests
  support/catch_main.cpp
  unit/package_add_on_test.cpp
  unit/package_artifact_test.cpp
  unit/package_base64_test.cpp
  unit/package_binary_format_test.cpp
  unit/package_compression_test.cpp
  unit/package_container_test.cpp
  unit/package_digest_test.cpp
  unit/package_file_descriptor_test.cpp
  unit/package_interface_test.cpp
  unit/package_signing_key_test.cpp
  unit/package_manifest_test.cpp
  unit/package_package_test.cpp
  unit/package_target_test.cpp
)
clc_common(clc_package_tests)
target_include_directories(clc_package_tests PRIVATE ${CMAKE_CURRENT_SOURCE_DIR} ${CMAKE_CURRENT_SOURCE_DIR}/support)
target_link_libraries(clc_package_tests PRIVATE clc::package clc::package_internal clc::zstd ${clc_catch2} Threads::Threads)
add_test(NAME package COMMAND clc_package_tests)

# Every public header compiles by itself, as C++17.
file(GLOB clc_package_headers RELATIVE ${PROJECT_SOURCE_DIR}/runtime/package/include CONFIGURE_DEPENDS
  ${PROJECT_SOURCE_DIR}/runtime/package/include/clc/package/*.h)
set(clc_package_header_sources "")
foreach(header IN LISTS clc_package_headers)
  string(MAKE_C_IDENTIFIER "${header}" name)
  set(source ${CMAKE_CURRENT_BINARY_DIR}/headers/${name}.cpp)
  file(CONFIGURE OUTPUT ${source} CONTENT "#include \"${header}\"\n#include \"${header}\"  // guarded\n" @ONLY)
  list(APPEND clc_package_header_sources ${source})
endforeach()
add_library(clc_package_headers OBJECT ${clc_package_header_sources})
set_target_properties(clc_package_headers PROPERTIES CXX_STANDARD 17 CXX_STANDARD_REQUIRED ON CXX_EXTENSIONS OFF)
target_compile_options(clc_package_headers PRIVATE -Wall -Wextra -Wpedantic -Wshadow -Werror)
target_link_libraries(clc_package_headers PRIVATE clc::package)
