# Tests of how compilers are told apart without running them.
if(TARGET clc)
  # A program with two libraries: `tool` needs libone, which needs libtwo. Of libtwo there are others, of equal size:
  # with and without a build id.
  set(objects ${CMAKE_CURRENT_BINARY_DIR}/identity)
  function(clc_identity_library name file function value build_id)
    add_library(clc_identity_${name} SHARED identity/library.c)
    target_compile_definitions(clc_identity_${name} PRIVATE CLC_FUNCTION=${function} CLC_VALUE=${value})
    target_link_options(clc_identity_${name} PRIVATE LINKER:--build-id=${build_id} -nostdlib)
    set_target_properties(clc_identity_${name} PROPERTIES
      OUTPUT_NAME ${file} LIBRARY_OUTPUT_DIRECTORY ${objects}/${name} SKIP_BUILD_RPATH ON)
  endfunction()
  clc_identity_library(two two two 1 sha1)
  clc_identity_library(other_two two two 2 sha1)
  clc_identity_library(plain_two two two 1 none)
  clc_identity_library(other_plain_two two two 2 none)
  clc_identity_library(one one one 1 sha1)
  target_compile_definitions(clc_identity_one PRIVATE CLC_NEEDS=two)
  target_link_libraries(clc_identity_one PRIVATE clc_identity_two)
  # Where it looks for libraries, by RUNPATH and by the older RPATH.
  foreach(tags new old)
    set(disable $<$<STREQUAL:${tags},old>:LINKER:--disable-new-dtags>)
    add_executable(clc_identity_${tags}_tool identity/tool.c)
    target_link_libraries(clc_identity_${tags}_tool PRIVATE clc_identity_one)
    target_link_options(clc_identity_${tags}_tool PRIVATE ${disable} LINKER:--build-id=sha1
      LINKER:-rpath-link=${objects}/two)
    set_target_properties(clc_identity_${tags}_tool PROPERTIES
      OUTPUT_NAME tool RUNTIME_OUTPUT_DIRECTORY ${objects}/${tags}_tool
      BUILD_WITH_INSTALL_RPATH ON INSTALL_RPATH "$ORIGIN/../../first:$ORIGIN/../../second")
  endforeach()

  add_executable(clc_identity_tests
    support/catch_main.cpp
    unit/identity_assembler_test.cpp
    unit/identity_driver_test.cpp
    unit/identity_elf_image_test.cpp
    unit/identity_libraries_test.cpp
    unit/identity_memory_test.cpp
    unit/identity_times_test.cpp
    unit/identity_worker_test.cpp
  )
  clc_common(clc_identity_tests)
  target_include_directories(clc_identity_tests PRIVATE ${CMAKE_CURRENT_SOURCE_DIR} ${CMAKE_CURRENT_SOURCE_DIR}/support)
  target_compile_definitions(clc_identity_tests PRIVATE
    CLC_IDENTITY_OBJECTS="${objects}"
    CLC_LIBEXEC="${CLC_LIBEXEC_OUTPUT_DIRECTORY}"
    CLC_FAKE_DRIVER="$<TARGET_FILE:clc_fake_driver>")
  target_link_libraries(clc_identity_tests PRIVATE clc_parts ${clc_catch2} Threads::Threads)
  add_dependencies(clc_identity_tests clc_fake_driver clc_identity_one clc_identity_two clc_identity_other_two
    clc_identity_plain_two clc_identity_other_plain_two clc_identity_new_tool clc_identity_old_tool)
  add_test(NAME identity COMMAND clc_identity_tests)
  set_tests_properties(identity PROPERTIES TIMEOUT 300)
endif()
