# Tests of the clc command: its parts, and the command line as a user sees it.
if(TARGET clc)
  find_package(Catch2 REQUIRED)
  find_package(Threads REQUIRED)
  find_package(Python3 REQUIRED COMPONENTS Interpreter)

  add_executable(clc_parts_tests
    support/catch_main.cpp
    unit/front_action_test.cpp
    unit/front_assembler_test.cpp
    unit/front_audit_test.cpp
    unit/front_budget_test.cpp
    unit/front_build_options_test.cpp
    unit/front_disk_test.cpp
    unit/front_dump_test.cpp
    unit/front_history_test.cpp
    unit/front_instruction_mix_test.cpp
    unit/front_kernel_code_test.cpp
    unit/front_keys_test.cpp
    unit/front_launcher_test.cpp
    unit/front_merge_test.cpp
    unit/front_occupancy_test.cpp
    unit/front_plan_test.cpp
    unit/front_process_test.cpp
    unit/front_resource_report_test.cpp
    unit/front_signature_test.cpp
    unit/front_text_test.cpp
    unit/front_tools_test.cpp
  )
  clc_common(clc_parts_tests)
  target_include_directories(clc_parts_tests PRIVATE ${CMAKE_CURRENT_SOURCE_DIR} ${CMAKE_CURRENT_SOURCE_DIR}/support)
  target_link_libraries(clc_parts_tests PRIVATE clc_parts ${clc_catch2} Threads::Threads)
  add_test(NAME front COMMAND clc_parts_tests)

  # Stand-ins that crash, hang and lie on demand.
  foreach(tool worker driver)
    add_executable(clc_fake_${tool} cli/fake_${tool}.cpp)
    clc_common(clc_fake_${tool})
    target_link_libraries(clc_fake_${tool} PRIVATE clc_protocol)
    set_target_properties(clc_fake_${tool} PROPERTIES
      OUTPUT_NAME clc-${tool} RUNTIME_OUTPUT_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/fake)
  endforeach()
  add_test(NAME command_line
    COMMAND Python3::Interpreter ${CMAKE_CURRENT_SOURCE_DIR}/cli/run.py
      --clc $<TARGET_FILE:clc> --fake ${CMAKE_CURRENT_BINARY_DIR}/fake --real ${CLC_LIBEXEC_OUTPUT_DIRECTORY})
  set_tests_properties(command_line PROPERTIES TIMEOUT 600
    ENVIRONMENT_MODIFICATION "PATH=path_list_append:${PROJECT_SOURCE_DIR}/build/cuda-tools/bin")
endif()
