# Tests of what other projects use: the install tree, the CMake package, the examples. Sanitizers would want their
# flags in those projects, too.
if(TARGET clc AND TARGET clrun AND NOT CLC_SANITIZER)
  find_package(Python3 REQUIRED COMPONENTS Interpreter)
  set(clc_installed "${CMAKE_CURRENT_BINARY_DIR}/installed clc")
  set(clc_installed_runtime "${CMAKE_CURRENT_BINARY_DIR}/installed runtime")
  add_test(NAME install_tree
    COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/cmake/install.sh ${CMAKE_COMMAND} ${PROJECT_BINARY_DIR}
      ${clc_installed} ${clc_installed_runtime})
  set_tests_properties(install_tree PROPERTIES FIXTURES_SETUP clc_installed)

  # clc_cmake_test(<name> <script> <argument>…): a test that uses the install tree
  function(clc_cmake_test name script)
    add_test(NAME ${name}
      COMMAND Python3::Interpreter ${CMAKE_CURRENT_SOURCE_DIR}/cmake/${script} --prefix ${clc_installed} ${ARGN})
    set_tests_properties(${name} PROPERTIES FIXTURES_REQUIRED clc_installed SKIP_RETURN_CODE 77 TIMEOUT 600)
  endfunction()

  clc_cmake_test(cmake_rebuild_ninja rebuild_test.py --generator Ninja)
  clc_cmake_test(cmake_rebuild_make rebuild_test.py --generator "Unix Makefiles")
  # The oldest CMake that is supported, and the newest when script/setup last looked.
  foreach(version 3.22.6 newest)
    clc_cmake_test(cmake_${version} rebuild_test.py --generator Ninja --brief
      --cmake ${PROJECT_SOURCE_DIR}/build/cmakes/${version}/cmake/data/bin/cmake)
    clc_cmake_test(cmake_${version}_make rebuild_test.py --generator "Unix Makefiles" --brief
      --cmake ${PROJECT_SOURCE_DIR}/build/cmakes/${version}/cmake/data/bin/cmake)
  endforeach()

  clc_cmake_test(cmake_calls calls_test.py --source ${PROJECT_SOURCE_DIR} --clang clang-22)
  clc_cmake_test(packages packages_test.py --runtime ${clc_installed_runtime}
    --build ${PROJECT_BINARY_DIR} --cpack ${CMAKE_CPACK_COMMAND})

  foreach(example hello image-filter shipped-kernels prebuilt c-api)
    clc_cmake_test(example_${example} examples_test.py --runtime ${clc_installed_runtime} --generator Ninja ${example})
    clc_cmake_test(example_${example}_make examples_test.py
      --runtime ${clc_installed_runtime} --generator "Unix Makefiles" ${example})
  endforeach()
endif()
