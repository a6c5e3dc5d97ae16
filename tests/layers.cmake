# The layers of docs/architecture.md, held against what was really included, linked and called.
find_package(Python3 REQUIRED COMPONENTS Interpreter)

if(CMAKE_GENERATOR STREQUAL "Ninja")
  set(clc_layer_files "")
  foreach(target clc_package clc_cache clc_runtime clc_algorithms clc_protocol clc_remote_client clc_remote_parts
      clc_remote clc_remote_tls clc_parts clc clc-worker clc-driver clrun)
    if(TARGET ${target})
      list(APPEND clc_layer_files --file ${target}=$<TARGET_FILE:${target}>)
    endif()
  endforeach()
  add_test(NAME layers
    COMMAND Python3::Interpreter ${CMAKE_CURRENT_SOURCE_DIR}/layers/check_layers.py --source ${PROJECT_SOURCE_DIR}
      --build ${PROJECT_BINARY_DIR} --ninja ${CMAKE_MAKE_PROGRAM} ${clc_layer_files})
endif()

add_test(NAME layers_planted
  COMMAND Python3::Interpreter ${CMAKE_CURRENT_SOURCE_DIR}/layers/planted_test.py --source ${PROJECT_SOURCE_DIR}
    --compiler ${CMAKE_CXX_COMPILER} --llvm-include /usr/lib/llvm-22/include)
set_tests_properties(layers_planted PROPERTIES SKIP_RETURN_CODE 77)
