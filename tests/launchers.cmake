# Tests of packages in C and C++ programs: embedded, and launched through generated headers.
if(TARGET clc AND TARGET clc-worker)
  find_package(Python3 REQUIRED COMPONENTS Interpreter)
  set(launchers ${CMAKE_CURRENT_SOURCE_DIR}/launchers)

  add_test(NAME embed
    COMMAND Python3::Interpreter ${launchers}/embed_test.py --clc $<TARGET_FILE:clc>
      --kernel ${PROJECT_SOURCE_DIR}/kernels/vecadd/vecadd.cl)
  set_tests_properties(embed PROPERTIES ENVIRONMENT CLC_CACHE=0)
endif()
