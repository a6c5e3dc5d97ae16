# Tests of the algorithm set and of clrun.
if(CLC_BUILD_RUNTIME)
  find_package(Python3 REQUIRED COMPONENTS Interpreter)

  add_executable(clc_algorithms_tests
    support/catch_main.cpp
    unit/algorithms_clrun_test.cpp
    unit/algorithms_common_test.cpp
    unit/algorithms_image_file_test.cpp
  )
  clc_common(clc_algorithms_tests)
  target_include_directories(clc_algorithms_tests PRIVATE ${CMAKE_CURRENT_SOURCE_DIR})
  target_link_libraries(clc_algorithms_tests PRIVATE clrun_parts ${clc_catch2})
  add_test(NAME algorithms COMMAND clc_algorithms_tests)

  set(package_option "")
  set(clc_option "")
  if(TARGET algorithms_package)
    set(package_option --package ${CLC_SHARE_OUTPUT_DIRECTORY}/algorithms)
    set(clc_option --clc $<TARGET_FILE:clc> --kernels ${PROJECT_SOURCE_DIR}/kernels)
    add_test(NAME algorithms-verify COMMAND clrun verify --device "portable computing language" ${package_option})
    add_test(NAME algorithms-mutants
      COMMAND Python3::Interpreter ${CMAKE_CURRENT_SOURCE_DIR}/algorithms/mutants.py
        --clrun $<TARGET_FILE:clrun> --clc $<TARGET_FILE:clc> --kernels ${PROJECT_SOURCE_DIR}/kernels)
    set_tests_properties(algorithms-verify algorithms-mutants PROPERTIES
      TIMEOUT 900
      ENVIRONMENT "ASAN_OPTIONS=detect_leaks=0;POCL_CACHE_DIR=${CMAKE_CURRENT_BINARY_DIR}/pocl-cache;CLC_CACHE_DIR=${CMAKE_CURRENT_BINARY_DIR}/clc-cache")
  endif()
  add_test(NAME clrun-command-line
    COMMAND Python3::Interpreter ${CMAKE_CURRENT_SOURCE_DIR}/algorithms/command_line.py
      --clrun $<TARGET_FILE:clrun> ${package_option} ${clc_option})
  set_tests_properties(clrun-command-line PROPERTIES
    TIMEOUT 600
    ENVIRONMENT "ASAN_OPTIONS=detect_leaks=0;POCL_CACHE_DIR=${CMAKE_CURRENT_BINARY_DIR}/pocl-cache")
endif()
