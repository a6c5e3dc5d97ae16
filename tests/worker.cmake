# Tests of clc-worker: kernels with checks, every builtin function, the protocol, and its parts.
if(TARGET clc-worker)
  find_package(Python3 REQUIRED COMPONENTS Interpreter)

  add_test(NAME worker_kernels
    COMMAND Python3::Interpreter ${CMAKE_CURRENT_SOURCE_DIR}/worker/run.py --clc $<TARGET_FILE:clc>)
  add_test(NAME worker_builtins
    COMMAND Python3::Interpreter ${CMAKE_CURRENT_SOURCE_DIR}/worker/builtins.py --clc $<TARGET_FILE:clc>)
  add_test(NAME worker_protocol
    COMMAND Python3::Interpreter ${CMAKE_CURRENT_SOURCE_DIR}/worker/protocol.py --worker $<TARGET_FILE:clc-worker>)
  set_tests_properties(worker_kernels worker_builtins worker_protocol PROPERTIES TIMEOUT 600)

  # The parts that need no compiler around them.
  set(worker ${PROJECT_SOURCE_DIR}/tools/clc/worker)
  find_package(LLVM 22.1 REQUIRED CONFIG HINTS /usr/lib/llvm-22/lib/cmake/llvm)
  find_package(ZLIB REQUIRED)
  add_executable(clc_worker_tests
    support/catch_main.cpp
    unit/worker_driver_source_test.cpp
    unit/worker_spirv_test.cpp
    unit/worker_texts_test.cpp
    ${worker}/builtins/builtin_library.cpp
    ${worker}/frontend/driver_source.cpp
    ${worker}/codegen/spirv_builtins.cpp
    ${worker}/codegen/spirv_fixups.cpp
    ${worker}/strings/string_finder.cpp
    ${worker}/strings/bitcode_strings.cpp
    ${worker}/strings/elf_strings.cpp
    ${worker}/strings/ptx_strings.cpp
    ${worker}/strings/spirv_strings.cpp
    ${worker}/strings/decompress.cpp
  )
  clc_common(clc_worker_tests)
  target_compile_features(clc_worker_tests PRIVATE cxx_std_23)
  target_include_directories(clc_worker_tests SYSTEM PRIVATE ${LLVM_INCLUDE_DIRS})
  target_include_directories(clc_worker_tests PRIVATE ${CMAKE_CURRENT_SOURCE_DIR} ${CMAKE_CURRENT_SOURCE_DIR}/support)
  target_link_libraries(clc_worker_tests PRIVATE clc_protocol LLVM ZLIB::ZLIB ${CLC_ZSTD} ${clc_catch2})
  add_test(NAME worker COMMAND clc_worker_tests)
endif()
