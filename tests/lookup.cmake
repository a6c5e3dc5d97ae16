# Tests of looking compilations up in the cache.
if(TARGET clc AND TARGET clc-worker)
  find_package(Python3 REQUIRED COMPONENTS Interpreter)
  set(lookup ${CMAKE_CURRENT_SOURCE_DIR}/lookup)

  add_test(NAME lookup_staleness
    COMMAND Python3::Interpreter ${lookup}/staleness.py --clc $<TARGET_FILE:clc> --fake ${CMAKE_CURRENT_BINARY_DIR}/fake)

  add_executable(clc_without_processes lookup/without_processes.c)
  add_test(NAME lookup_without_processes
    COMMAND Python3::Interpreter ${lookup}/warm_without_processes.py --clc $<TARGET_FILE:clc>
      --launcher $<TARGET_FILE:clc_without_processes> --kernels ${PROJECT_SOURCE_DIR}/kernels)

  if(TARGET clc_remote)
    add_test(NAME lookup_shared COMMAND Python3::Interpreter ${lookup}/shared.py --clc $<TARGET_FILE:clc>)
    set_tests_properties(lookup_shared PROPERTIES TIMEOUT 300 SKIP_RETURN_CODE 77)
  endif()
  set_tests_properties(lookup_staleness lookup_without_processes PROPERTIES TIMEOUT 900 SKIP_RETURN_CODE 77)
endif()
