# Every algorithm for every target, seen by tools that are not ours.
if(TARGET clc-worker)
  find_package(Python3 REQUIRED COMPONENTS Interpreter)
  set(targets ${CMAKE_CURRENT_SOURCE_DIR}/targets)

  add_test(NAME targets_matrix
    COMMAND Python3::Interpreter ${targets}/matrix.py --clc $<TARGET_FILE:clc> --source ${PROJECT_SOURCE_DIR})
  set_tests_properties(targets_matrix PROPERTIES TIMEOUT 1200 LABELS slow
    ENVIRONMENT "CLC_CACHE=0;POCL_CACHE_DIR=${CMAKE_CURRENT_BINARY_DIR}/pocl-cache"
    ENVIRONMENT_MODIFICATION "PATH=path_list_append:${PROJECT_SOURCE_DIR}/build/cuda-tools/bin")

  add_test(NAME targets_missing_tools
    COMMAND Python3::Interpreter ${targets}/missing_tools.py --clc $<TARGET_FILE:clc>)
  set_tests_properties(targets_missing_tools PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT 300)

  # The figures of generated kernels; more of them: sweep.py --modules 100 --seed 2.
  add_test(NAME targets_sweep
    COMMAND Python3::Interpreter ${targets}/sweep.py --clc $<TARGET_FILE:clc> --modules 4)
  set_tests_properties(targets_sweep PROPERTIES TIMEOUT 1200 LABELS slow
    ENVIRONMENT_MODIFICATION "PATH=path_list_append:${PROJECT_SOURCE_DIR}/build/cuda-tools/bin")
endif()
