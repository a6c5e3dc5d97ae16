# clc_parts and clc_commands, whole.
# The road from sources to a package.
add_library(clc_parts STATIC
  ${clc_package_room}
  ${clc_bindings_room}
  ${clc_signing}
  tuning/expression.cpp
  tuning/tuning_file.cpp
  identity/assembler_identity.cpp
  identity/driver_identity.cpp
  identity/file_identity.cpp
  identity/memos.cpp
  identity/observations.cpp
  identity/worker_identity.cpp
  identity/dynamic_linker/elf_image.cpp
  identity/dynamic_linker/ld_so_cache.cpp
  identity/dynamic_linker/shared_libraries.cpp
  plan/bare_output.cpp
  plan/build_options.cpp
  plan/compile_arguments.cpp
  plan/compile_options.cpp
  plan/confinement.cpp
  plan/driver_options.cpp
  plan/final_step.cpp
  plan/group_sizes.cpp
  plan/job_result.cpp
  plan/sources/libraries.cpp
  plan/output_options.cpp
  plan/output_places.cpp
  plan/plan.cpp
  plan/sources/recorded_sources.cpp
  plan/shown_diagnostics.cpp
  plan/sources/tuned_sources.cpp
  lookup/action.cpp
  lookup/artifact_cache.cpp
  lookup/cache_access.cpp
  lookup/cache_keys.cpp
  lookup/disk.cpp
  lookup/explain.cpp
  lookup/job_costs.cpp
  lookup/look_up.cpp
  lookup/recent_keys.cpp
  lookup/server_trouble.cpp
  lookup/source_folders.cpp
  lookup/source_folders_of_plan.cpp
  lookup/turns.cpp
  compile/assembler_output.cpp
  compile/ze_info.cpp
  compile/compile.cpp
  compile/job_messages.cpp
  compile/kept_worker.cpp
  compile/read_inputs.cpp
  compile/run_final_step.cpp
  compile/step_limits.cpp
  compile/time_left.cpp
  output/assemble.cpp
  output/compile_commands.cpp
  output/depfile.cpp
  output/dump.cpp
  output/dump_texts.cpp
  output/job_list.cpp
  output/publish_outputs.cpp
  output/time_trace.cpp
  pipeline/pipeline.cpp
  offline/device_info.cpp
  offline/offline_command.cpp
  offline/offline_plan.cpp
  offline/spirv_needs.cpp
)
# No other source sees nlohmann-json.
set_source_files_properties(tuning/tuning_file.cpp output/time_trace.cpp commands/test/lined_json.cpp PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
clc_common(clc_parts)
target_include_directories(clc_parts PUBLIC ${CMAKE_CURRENT_SOURCE_DIR})
target_link_libraries(clc_parts
  PUBLIC clc_insight clc_confine clc::recording clc::cache clc::remote_client
  PRIVATE clc::package_json)

file(GLOB_RECURSE _clc_commands CONFIGURE_DEPENDS commands/*.cpp)
list(FILTER _clc_commands EXCLUDE REGEX "/(without_compiler|windows)/")
add_library(clc_commands STATIC ${_clc_commands})
clc_common(clc_commands)
target_link_libraries(clc_commands PUBLIC clc_serve)
