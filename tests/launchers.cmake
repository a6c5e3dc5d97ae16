# Tests of packages in C and C++ programs: embedded, and launched through generated headers.
if(TARGET clc AND TARGET clc-worker)
  find_package(Python3 REQUIRED COMPONENTS Interpreter)
  set(launchers ${CMAKE_CURRENT_SOURCE_DIR}/launchers)

  add_test(NAME embed
    COMMAND Python3::Interpreter ${launchers}/embed_test.py --clc $<TARGET_FILE:clc>
      --kernel ${PROJECT_SOURCE_DIR}/kernels/vecadd/vecadd.cl)
  set_tests_properties(embed PROPERTIES ENVIRONMENT CLC_CACHE=0)
endif()

if(TARGET clc-driver AND TARGET clc_runtime)
  set(generated ${CMAKE_CURRENT_BINARY_DIR}/launchers)
  file(MAKE_DIRECTORY ${generated})
  add_custom_command(
    OUTPUT ${generated}/launch_tests.clcpack ${generated}/launch_tests_package.cpp ${generated}/launch_tests.h
    COMMAND clc compile ${launchers}/launchers.cl -t driver:pocl -t spirv64 -o ${generated}/launch_tests.clcpack
    COMMAND clc embed ${generated}/launch_tests.clcpack -o ${generated}/launch_tests_package.cpp -n launch_tests
    COMMAND clc header ${generated}/launch_tests.clcpack -o ${generated}/launch_tests.h --include shared.h
      --embedded launch_tests_package.h
    DEPENDS ${launchers}/launchers.cl ${launchers}/shared.h clc clc-worker clc-driver
    COMMENT "Compiling the launchers' kernels"
    VERBATIM
  )
  add_executable(clc_launcher_tests
    support/catch_main.cpp
    launchers/launcher_test.cpp
    ${generated}/launch_tests_package.cpp
    ${generated}/launch_tests.h
  )
  clc_common(clc_launcher_tests)
  target_compile_options(clc_launcher_tests PRIVATE -Wconversion)
  target_compile_definitions(clc_launcher_tests PRIVATE CLC_TEST_PACKAGE="${generated}/launch_tests.clcpack")
  target_include_directories(clc_launcher_tests PRIVATE ${CMAKE_CURRENT_SOURCE_DIR} ${CMAKE_CURRENT_SOURCE_DIR}/support
    ${launchers} ${generated})
  target_link_libraries(clc_launcher_tests PRIVATE clc::runtime ${clc_catch2} Threads::Threads)
  add_test(NAME launchers COMMAND clc_launcher_tests)
  set_tests_properties(launchers PROPERTIES
    ENVIRONMENT "ASAN_OPTIONS=detect_leaks=0;POCL_CACHE_DIR=${CMAKE_CURRENT_BINARY_DIR}/pocl-cache")

  add_executable(clc_launch_bench bench/launch_bench.cpp ${generated}/launch_tests_package.cpp ${generated}/launch_tests.h)
  clc_common(clc_launch_bench)
  target_include_directories(clc_launch_bench PRIVATE ${launchers} ${generated})
  target_link_libraries(clc_launch_bench PRIVATE clc::runtime)
  set_target_properties(clc_launch_bench PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/bench)
  add_dependencies(clc_launch_bench clc_launcher_tests)  # one of them makes what both take

  file(GLOB cases CONFIGURE_DEPENDS ${launchers}/misuse/*.cpp)
  add_test(NAME launchers_misuse
    COMMAND Python3::Interpreter ${launchers}/misuse_test.py --generated ${generated}
      --include ${launchers} ${launchers}/misuse ${PROJECT_SOURCE_DIR}/runtime/include
        ${PROJECT_SOURCE_DIR}/runtime/package/include
      -- ${cases})
  set_tests_properties(launchers_misuse PROPERTIES TIMEOUT 600)
endif()
