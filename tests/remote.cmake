# Tests of the remote cache: its parts, and the module against real servers on loopback.
if(TARGET clc_remote)
  find_package(Catch2 REQUIRED)
  find_package(Python3 REQUIRED COMPONENTS Interpreter)

  add_executable(clc_remote_tests
    support/catch_main.cpp
    unit/remote_parts_test.cpp
    unit/remote_replies_test.cpp
    unit/remote_servers_test.cpp
  )
  clc_common(clc_remote_tests)
  target_include_directories(clc_remote_tests PRIVATE ${CMAKE_CURRENT_SOURCE_DIR} ${CMAKE_CURRENT_SOURCE_DIR}/support)
  target_link_libraries(clc_remote_tests PRIVATE clc_remote_parts ${clc_catch2})
  add_test(NAME remote COMMAND clc_remote_tests)

  add_executable(clc_remote_driver remote/driver.cpp)
  clc_common(clc_remote_driver)
  clc_static_runtime(clc_remote_driver)  # as clc: two C++ libraries in one process
  target_link_libraries(clc_remote_driver PRIVATE clc::remote_client)
  add_dependencies(clc_remote_driver clc_remote)

  add_library(clc_slow_resolver MODULE remote/slow_resolver.c)
  add_dependencies(clc_remote_driver clc_slow_resolver)
  if(TARGET clc_remote_tls)
    add_dependencies(clc_remote_driver clc_remote_tls)
    list(APPEND clc_remote_options --tls)
  endif()
  if(CLC_SANITIZER)
    list(APPEND clc_remote_options --sanitizer)
  else()  # a sanitizer's library wants to be loaded first
    list(APPEND clc_remote_options --slow-resolver $<TARGET_FILE:clc_slow_resolver>)
  endif()

  foreach(test http redis faults)
    add_test(NAME remote_${test}
      COMMAND Python3::Interpreter ${CMAKE_CURRENT_SOURCE_DIR}/remote/${test}_test.py
        --driver $<TARGET_FILE:clc_remote_driver> --module $<TARGET_FILE:clc_remote>
        ${clc_remote_options})
    set_tests_properties(remote_${test} PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT 300)
  endforeach()
endif()
