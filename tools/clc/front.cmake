# The command itself. No LLVM, no OpenCL: it must start in about a millisecond.
find_package(CLI11 REQUIRED)
find_library(CLC_SODIUM_LIBRARY NAMES libsodium.a sodium REQUIRED DOC "libsodium, static where it can be had")
find_path(CLC_SODIUM_INCLUDE_DIR sodium.h REQUIRED)

# The one file of the command that is JSON to read.
add_library(clc_budget STATIC budget_file.cpp)
clc_common(clc_budget)
target_include_directories(clc_budget PUBLIC ${CMAKE_CURRENT_SOURCE_DIR})
target_link_libraries(clc_budget PUBLIC clc::package PRIVATE clc::package_json)

add_library(clc_front STATIC
  action.cpp
  artifact_cache.cpp
  assemble.cpp
  assembler.cpp
  assembler_output.cpp
  audit.cpp
  audit_command.cpp
  audit_match.cpp
  audit_source.cpp
  audit_words.cpp
  availability.cpp
  budget.cpp
  build_options.cpp
  cache_command.cpp
  check.cpp
  check_command.cpp
  command.cpp
  compilation.cpp
  compile.cpp
  compile_arguments.cpp
  cpp_names.cpp
  damage.cpp
  depfile.cpp
  diff.cpp
  diff_code.cpp
  diff_command.cpp
  derive.cpp
  disasm.cpp
  disasm_command.cpp
  disasm_parts.cpp
  disasm_source.cpp
  disasm_text.cpp
  driver_question.cpp
  disk.cpp
  dump.cpp
  dump_texts.cpp
  ed25519.cpp
  elf_image.cpp
  elf_sections.cpp
  embed.cpp
  embed_command.cpp
  explain.cpp
  explain_command.cpp
  figures.cpp
  frames.cpp
  history.cpp
  header_command.cpp
  identity.cpp
  identity_assembler.cpp
  identity_driver.cpp
  identity_files.cpp
  inspect_command.cpp
  instruction_mix.cpp
  job_messages.cpp
  json_text.cpp
  kernel_code.cpp
  keys.cpp
  launcher_header.cpp
  launcher_types.cpp
  library_cache.cpp
  link_command.cpp
  look_up.cpp
  memory.cpp
  merge.cpp
  occupancy.cpp
  pipeline.cpp
  plan.cpp
  process.cpp
  report_command.cpp
  resource_report.cpp
  selection_options.cpp
  shared_libraries.cpp
  sign_command.cpp
  signature.cpp
  sink.cpp
  targets_command.cpp
  text.cpp
  tools.cpp
  verify_command.cpp
  watch.cpp
)
clc_common(clc_front)
target_compile_definitions(clc_front PUBLIC CLC_VERSION="${PROJECT_VERSION}")
set(CLC_TOOL_FOLDERS "" CACHE STRING "Folders where clc looks for ptxas, ocloc and others before PATH, separated by ':'")
set_source_files_properties(tools.cpp PROPERTIES COMPILE_DEFINITIONS CLC_TOOL_FOLDERS="${CLC_TOOL_FOLDERS}")
target_link_libraries(clc_front PUBLIC clc_protocol clc_budget clc::cache clc::remote_client clc::package CLI11::CLI11)

target_include_directories(clc_front SYSTEM PRIVATE ${CLC_SODIUM_INCLUDE_DIR})
target_link_libraries(clc_front PRIVATE ${CLC_SODIUM_LIBRARY})

add_executable(clc main.cpp)
add_executable(clc::clc ALIAS clc)
clc_common(clc)
clc_static_runtime(clc)
target_link_libraries(clc PRIVATE clc_front)
clc_install_program(clc ${CMAKE_INSTALL_BINDIR} Compiler EXPORT clcCompilerTargets)
