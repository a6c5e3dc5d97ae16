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
endif()
