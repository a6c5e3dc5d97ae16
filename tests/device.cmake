# What clc compiles, run on devices: tests/device/kernels against references on the host. The program and the package
# in build/…/tests/device are all that another machine needs.
if(TARGET clc AND TARGET clc_runtime)
  set(device_folder ${CMAKE_CURRENT_BINARY_DIR}/device)
  set(device_package ${device_folder}/package)
  file(GLOB kernels CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/device/kernels/*.cl)
  # PoCL 3.1 compiles these for minutes.
  set(wide ${CMAKE_CURRENT_SOURCE_DIR}/device/kernels/widths_float.cl ${CMAKE_CURRENT_SOURCE_DIR}/device/kernels/widths_double.cl)
  list(REMOVE_ITEM kernels ${wide})
  # What OpenCL C 3.0 leaves to choice, PoCL 3.1 has not.
  file(GLOB kernels_3 CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/device/kernels_3/*.cl)
  file(GLOB headers CONFIGURE_DEPENDS
    ${CMAKE_CURRENT_SOURCE_DIR}/device/kernels/*.clh ${CMAKE_CURRENT_SOURCE_DIR}/device/kernels_3/*.clh)
  set(targets -t spirv64:1.2 -t nvptx:sm_75 -t nvptx:sm_90)
  add_custom_command(
    OUTPUT ${device_package}/manifest.clc.json
    COMMAND clc compile ${kernels} -t driver:pocl ${targets} -o ${device_package}_1
    COMMAND clc compile ${wide} ${targets} -o ${device_package}_wide
    COMMAND clc compile ${kernels_3} -cl-std=CL3.0 ${targets} -o ${device_package}_3
    COMMAND clc link ${device_package}_1 ${device_package}_wide ${device_package}_3 -o ${device_package}
    DEPENDS ${kernels} ${wide} ${kernels_3} ${headers} clc clc-worker clc-driver
      ${CLC_SHARE_OUTPUT_DIRECTORY}/builtins/nvptx64.bc ${CLC_SHARE_OUTPUT_DIRECTORY}/builtins/spirv64.bc
    COMMENT "Compiling the device tests"
    VERBATIM
  )
  add_custom_target(device_package ALL DEPENDS ${device_package}/manifest.clc.json)

  add_executable(clc_device_tests
    device/atomics.cpp
    device/conversions.cpp
    device/groups.cpp
    device/harness.cpp
    device/images.cpp
    device/integers.cpp
    device/known_faults.cpp
    device/main.cpp
    device/maths.cpp
    device/maths_edges.cpp
    device/maths_rows.cpp
    device/memory.cpp
    device/printf.cpp
    device/widths.cpp
    device/work_items.cpp
  )
  clc_common(clc_device_tests)
  clc_static_runtime(clc_device_tests)
  # References round to order, and tell exact results from contracted ones.
  target_compile_options(clc_device_tests PRIVATE -frounding-math -ffp-contract=off)
  set_target_properties(clc_device_tests PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${device_folder})
  target_compile_definitions(clc_device_tests PRIVATE CL_USE_DEPRECATED_OPENCL_1_2_APIS)  # clCreateSampler
  target_include_directories(clc_device_tests PRIVATE ${CMAKE_CURRENT_SOURCE_DIR})
  target_link_libraries(clc_device_tests PRIVATE clc::runtime)

  set(environment
    "ASAN_OPTIONS=detect_leaks=0;POCL_CACHE_DIR=${CMAKE_CURRENT_BINARY_DIR}/pocl-cache;CLC_CACHE_DIR=${CMAKE_CURRENT_BINARY_DIR}/clc-cache")
  add_test(NAME device
    COMMAND clc_device_tests --package ${device_package} --device "portable computing language")
  # From SPIR-V, and then from what the driver made of it.
  set(il_test sh ${CMAKE_CURRENT_SOURCE_DIR}/device/il_test.sh ${device_folder}/finished)
  set(il_arguments $<TARGET_FILE:clc_device_tests> --package ${device_package} --target spirv64:1.2)
  add_test(NAME device_il COMMAND ${il_test} keep ${il_arguments})
  add_test(NAME device_il_kept COMMAND ${il_test} kept ${il_arguments})
  set_tests_properties(device_il PROPERTIES FIXTURES_SETUP clc_finished)
  set_tests_properties(device_il_kept PROPERTIES FIXTURES_REQUIRED clc_finished)
  set_tests_properties(device device_il device_il_kept PROPERTIES
    TIMEOUT 1200 LABELS slow SKIP_RETURN_CODE 77 ENVIRONMENT "${environment}")
endif()
