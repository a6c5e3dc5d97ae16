# clc_parts and clc_commands without the road from sources to a package, and what needs its helpers.
add_library(clc_parts STATIC ${clc_package_room} ${clc_bindings_room} ${clc_signing}
  plan/build_options.cpp
  plan/compile_arguments.cpp
  plan/compile_options.cpp
  plan/driver_options.cpp
  plan/group_sizes.cpp
  plan/output_options.cpp
)
clc_common(clc_parts)
target_include_directories(clc_parts PUBLIC ${CMAKE_CURRENT_SOURCE_DIR})
target_link_libraries(clc_parts
  PUBLIC clc_insight clc_toolchain clc_confine clc_pages clc::recording clc::cache clc::remote_client
  PRIVATE clc::package_json)

add_library(clc_commands STATIC
  commands/access_gates.cpp
  commands/audit_capture.cpp
  commands/audit_command.cpp
  commands/cache_command.cpp
  commands/check_command.cpp
  commands/compile_line.cpp
  commands/diff_command.cpp
  commands/disasm_command.cpp
  commands/doctor_command.cpp
  commands/each_package.cpp
  commands/embed_command.cpp
  commands/emulate/chips.cpp
  commands/header_command.cpp
  commands/inspect_command.cpp
  commands/layer/layer_command.cpp
  commands/layer/serving.cpp
  commands/layer/user_layer_files.cpp
  commands/licenses_command.cpp
  commands/link_command.cpp
  commands/load_variants.cpp
  commands/pack_command.cpp
  commands/package_or_sources.cpp
  commands/record/compare_command.cpp
  commands/record/merge_command.cpp
  commands/record/record_command.cpp
  commands/record/recording_page.cpp
  commands/replay/compare_memory.cpp
  commands/replay/reduce_capture.cpp
  commands/replay/replay_command.cpp
  commands/replay/replay_run.cpp
  commands/run_command.cpp
  commands/selection_options.cpp
  commands/sign_command.cpp
  commands/targets_command.cpp
  commands/unpack_command.cpp
  commands/verify_command.cpp
  commands/warm/recorded_calls.cpp
  commands/warm/warm_command.cpp
  commands/warm/warm_recording.cpp
  commands/without_compiler/absent_commands.cpp
  commands/without_compiler/absent_steps.cpp
  lookup/server_trouble.cpp
  lookup/source_folders.cpp
)
if(WIN32)
  target_sources(clc_commands PRIVATE commands/layer/windows/opencl_loader.cpp commands/layer/windows/session_environment.cpp
    commands/warm/windows/run_tasks.cpp)
else()
  target_sources(clc_commands PRIVATE commands/layer/opencl_loader.cpp commands/layer/session_environment.cpp commands/warm/run_tasks.cpp
    identity/dynamic_linker/elf_image.cpp identity/dynamic_linker/ld_so_cache.cpp)
endif()
clc_common(clc_commands)
target_link_libraries(clc_commands PUBLIC clc_parts)
if(TARGET clc_whole_call)
  target_sources(clc_commands PRIVATE commands/without_compiler/compile_command.cpp)
  target_compile_definitions(clc_commands PRIVATE CLC_HAS_WHOLE_CALL)
  target_link_libraries(clc_commands PRIVATE clc_whole_call)
endif()
