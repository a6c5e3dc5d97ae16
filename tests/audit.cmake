# Tests of clc audit and --strip: what is planted is found, and what is stripped is gone.
if(TARGET clc-worker)
  find_package(Python3 REQUIRED COMPONENTS Interpreter)
  find_package(LLVM 22.1 REQUIRED CONFIG HINTS /usr/lib/llvm-22/lib/cmake/llvm)
  set(audit ${CMAKE_CURRENT_SOURCE_DIR}/audit)

  add_test(NAME audit_planted
    COMMAND Python3::Interpreter ${audit}/planted_test.py --clc $<TARGET_FILE:clc> --llvm ${LLVM_TOOLS_BINARY_DIR})
  add_test(NAME audit_strip
    COMMAND Python3::Interpreter ${audit}/strip_test.py --clc $<TARGET_FILE:clc> --kernels ${PROJECT_SOURCE_DIR}/kernels
      $<$<TARGET_EXISTS:clrun>:--clrun=$<TARGET_FILE:clrun>>)
  set_tests_properties(audit_strip PROPERTIES TIMEOUT 1800 LABELS slow)
  set_tests_properties(audit_planted PROPERTIES TIMEOUT 600)
endif()
