# Tests of the whole: what the scripts and the documents promise.
find_package(Python3 REQUIRED COMPONENTS Interpreter)
set(scripts ${CMAKE_CURRENT_SOURCE_DIR}/scripts)

add_test(NAME count_tests
  COMMAND Python3::Interpreter ${scripts}/count_tests_test.py ${PROJECT_SOURCE_DIR}/script/lib/count-tests.py)

# What script/format and script/tidy ask of the tree, and what the pages for contributors promise.
if(CMAKE_GENERATOR STREQUAL "Ninja" AND NOT CLC_SANITIZER)
  add_test(NAME format COMMAND ${PROJECT_SOURCE_DIR}/script/format --check)
  add_test(NAME tidy
    COMMAND ${PROJECT_SOURCE_DIR}/script/tidy --quick --seconds 100 --build ${PROJECT_BINARY_DIR})
  set_tests_properties(tidy PROPERTIES TIMEOUT 600 LABELS slow)
  add_test(NAME contributing
    COMMAND Python3::Interpreter ${scripts}/contributing_test.py --source ${PROJECT_SOURCE_DIR}
      --build ${PROJECT_BINARY_DIR} ${PROJECT_SOURCE_DIR}/CONTRIBUTING.md
      ${PROJECT_SOURCE_DIR}/docs/adding-a-target.md ${PROJECT_SOURCE_DIR}/docs/adding-an-algorithm.md)
  if(TARGET clc-driver AND TARGET clrun)
    add_test(NAME algorithm_page
      COMMAND Python3::Interpreter ${scripts}/algorithm_page_test.py --source ${PROJECT_SOURCE_DIR}
        --build ${PROJECT_BINARY_DIR} --cmake ${CMAKE_COMMAND} --ninja ${CMAKE_MAKE_PROGRAM})
    set_tests_properties(algorithm_page PROPERTIES TIMEOUT 600
      ENVIRONMENT "CLC_CACHE=0;POCL_CACHE_DIR=${CMAKE_CURRENT_BINARY_DIR}/pocl-cache")
  endif()
endif()

if(TARGET clc)
  add_test(NAME determinism
    COMMAND Python3::Interpreter ${scripts}/determinism_test.py --clc $<TARGET_FILE:clc>
      --kernels ${PROJECT_SOURCE_DIR}/kernels)
  add_test(NAME reproducible
    COMMAND Python3::Interpreter ${scripts}/reproducible_test.py --clc $<TARGET_FILE:clc>)
  set_tests_properties(reproducible PROPERTIES TIMEOUT 900)
  set_tests_properties(determinism PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT 1200 LABELS slow)
endif()

# The proof of script/demo, for each kind of package. Sanitizers need more of the machine than that root has.
if(TARGET clc AND TARGET clrun AND NOT CLC_SANITIZER)
  set(package ${CLC_SHARE_OUTPUT_DIRECTORY}/algorithms)
  add_test(NAME without_source
    COMMAND ${scripts}/isolation_test.sh $<TARGET_FILE:clrun> ${package})
  if(EXISTS ${PROJECT_SOURCE_DIR}/build/il-driver/vendors)
    add_test(NAME without_source_il
      COMMAND ${scripts}/isolation_test.sh $<TARGET_FILE:clrun> ${package} --driver il -- verify --target spirv64:1.2)
  else()
    add_test(NAME without_source_il
      COMMAND sh -c "echo 'SKIP: the set from SPIR-V: no driver that takes it (script/setup --optional)'; exit 77")
  endif()
  set_tests_properties(without_source without_source_il PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT 1200 LABELS slow)

  file(GLOB documents CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/*.md ${PROJECT_SOURCE_DIR}/docs/*.md)
  add_test(NAME documentation
    COMMAND Python3::Interpreter ${scripts}/documentation_test.py --source ${PROJECT_SOURCE_DIR}
      --bin ${CMAKE_RUNTIME_OUTPUT_DIRECTORY} --compiler ${CMAKE_CXX_COMPILER} ${documents})
  set_tests_properties(documentation PROPERTIES TIMEOUT 600
    ENVIRONMENT CLC_CACHE_DIR=${CMAKE_CURRENT_BINARY_DIR}/clc-cache)

  add_subdirectory(bench)
endif()
