# Functions that give OpenCL C kernels to CMake targets. docs/cmake.md describes them.
#
#   clc_add_kernels(<name> SOURCES <file>… TARGETS <target>…
#                   [MODE FILE|DIRECTORY|EMBED] [OUTPUT <path>] [NAMESPACE <namespace>] [STD <version>]
#                   [DEFINES <macro[=value]>…] [INCLUDES <folder>…] [OPTIONS <option>…]
#                   [VARIANTS <variant[:macro[=value],…]>…] [MODULE] [LAUNCHES <kernel=size>…]
#                   [LIBRARIES <target or package>…] [SEPARATE] [JOB_POOL <pool>]
#                   [LAUNCHERS [STRUCTS <header>…]] [COMPRESS] [SIGN_KEY <file>] [DUMP <folder>]
#                   [CHECKS <option of clc check>…] [BUDGET <file> [<option of clc check>…]])
#   clc_import_package(<name> PACKAGE <path> [MODE EMBED] [NAMESPACE <namespace>])
#   clc_install_kernels(<name>… [DESTINATION <folder>] [COMPONENT <component>] [EXPORT <set>])
#   clc_install_notices([DESTINATION <folder>] [COMPONENT <component>])
include_guard(GLOBAL)
cmake_policy(PUSH)
cmake_policy(VERSION 3.22)

set_property(GLOBAL PROPERTY CLC_CMAKE_DIR ${CMAKE_CURRENT_LIST_DIR})

include("${CMAKE_CURRENT_LIST_DIR}/clcArguments.cmake")

# One word of a command line: empty when a generator expression gives nothing, several when it gives a list.
function(_clc_option into prefix value)
  if(value MATCHES "\\$<")
    set(${into} "$<$<BOOL:${value}>:${prefix}$<JOIN:${value},;${prefix}>>" PARENT_SCOPE)
  else()
    set(${into} "${prefix}${value}" PARENT_SCOPE)
  endif()
endfunction()

# The build options that all sources have in common. Reads arg_*.
function(_clc_build_options into)
  set(words "")
  if(arg_STD)
    list(APPEND words "-cl-std=${arg_STD}")
  endif()
  foreach(define IN LISTS arg_DEFINES)
    _clc_option(word -D "${define}")
    list(APPEND words "${word}")
  endforeach()
  foreach(folder IN LISTS arg_INCLUDES)
    if(NOT folder MATCHES "^\\$<")
      get_filename_component(folder "${folder}" ABSOLUTE)
    endif()
    _clc_option(word -I "${folder}")
    list(APPEND words "${word}")
  endforeach()
  set(${into} "${words}" "${arg_OPTIONS}" PARENT_SCOPE)
endfunction()

# Sets <into> to the folder that must not be a dependency, because every build makes files in it: the build tree. A
# source tree that FetchContent put inside the build tree may be one; for it, that is the project's own build folder.
function(_clc_build_folder into)
  set(folder "${CMAKE_BINARY_DIR}")
  string(FIND "${PROJECT_SOURCE_DIR}/" "${CMAKE_BINARY_DIR}/" inside)
  if(inside EQUAL 0 AND NOT PROJECT_SOURCE_DIR STREQUAL CMAKE_BINARY_DIR)
    set(folder "${PROJECT_BINARY_DIR}")
  endif()
  set(${into} "${folder}" PARENT_SCOPE)
endfunction()

# Ninja (restat) accepts a command that does not rewrite an unchanged output; make would run it again in every build.
function(_clc_keep_option into)
  if(CMAKE_GENERATOR MATCHES "Ninja")
    set(${into} --keep-unchanged PARENT_SCOPE)
  else()
    set(${into} "" PARENT_SCOPE)
  endif()
endfunction()

# With make, CMake gathers a target's dependency files in one file and never removes an entry from it, so a header that
# is gone would rebuild its package in every build. When that file is removed, CMake reads them all again.
function(_clc_forget_command into target)
  set(${into} "" PARENT_SCOPE)
  if(CMAKE_GENERATOR MATCHES "Makefiles")
    set(gathered "${CMAKE_CURRENT_BINARY_DIR}/CMakeFiles/${target}.dir/compiler_depend.internal")
    set(${into} COMMAND "${CMAKE_COMMAND}" -E rm -f "${gathered}" PARENT_SCOPE)
  endif()
endfunction()

# Sets <into> to what a command depends on besides its inputs: the program, its helpers, and a file <name> that changes
# with the <words> of the command line, because make does not notice such a change by itself. Reads folder.
function(_clc_command_files into name words)
  get_target_property(helpers clc::clc CLC_HELPERS)
  if(NOT helpers)
    set(helpers "")
  endif()
  file(GENERATE OUTPUT "${folder}/${name}" CONTENT "${words}\n")
  set(${into} clc::clc ${helpers} "${folder}/${name}" PARENT_SCOPE)
endfunction()

# A path as dependency files write it.
function(_clc_depfile_word into path)
  string(REGEX REPLACE "([ #\\])" "\\\\\\1" path "${path}")
  string(REPLACE "$" "$$" path "${path}")
  set(${into} "${path}" PARENT_SCOPE)
endfunction()

# Sets <into> to the targets of one source: those of its property CLC_TARGETS or, where it has none, of the call. Reads
# call, arg_TARGETS.
function(_clc_targets_of into source)
  get_filename_component(file "${source}" ABSOLUTE)
  get_source_file_property(targets "${file}" CLC_TARGETS)
  if(targets STREQUAL "")
    _clc_fail("${call}" "CLC_TARGETS of ${source} is empty: name its targets, or leave the source out of SOURCES")
  elseif(targets STREQUAL "NOTFOUND")
    set(targets "${arg_TARGETS}")
  endif()
  set(${into} "${targets}" PARENT_SCOPE)
endfunction()

# Sets <into> to the words that tell clc to compile <module> of these files. Reads arg_MODULE, libraries.
function(_clc_words_of_module into module)
  set(${into} "${ARGN}" --name "${module}" PARENT_SCOPE)
  if(arg_MODULE OR libraries)
    set(files ${ARGN} ${libraries})
    list(TRANSFORM files REPLACE "([\\\\,])" "\\\\\\1")
    list(JOIN files "," files)
    set(${into} --module "${module}=${files}" PARENT_SCOPE)
  endif()
endfunction()

# Sets `libraries` to the packages of LIBRARIES, and `library_files` to what commands that link them depend on. Reads
# call, arg_LIBRARIES.
function(_clc_find_libraries)
  set(packages "")
  set(files "")
  foreach(library IN LISTS arg_LIBRARIES)
    get_filename_component(package "${library}" ABSOLUTE)
    if(TARGET ${library})
      get_target_property(package ${library} CLC_PACKAGE)
      if(NOT package)
        _clc_fail("${call}" "LIBRARIES ${library}: this target has no package of MODE FILE or DIRECTORY")
      endif()
      if(TARGET ${library}_package)
        list(APPEND files ${library}_package)
      endif()
    endif()
    list(APPEND packages "${package}")
    if(NOT package MATCHES "\\.clcpack$")
      string(APPEND package "/manifest.clc.json")
    endif()
    list(APPEND files "${package}")
  endforeach()
  set(libraries "${packages}" PARENT_SCOPE)
  set(library_files "${files}" PARENT_SCOPE)
endfunction()

# _clc_add_check(<words> <module> <parts> <option>…): holds one module against CHECKS. It compiles the sources as the parts
# were compiled, which clc's cache answers, because accesses and barriers are not in a package. Appends to `checked`.
# Reads arg_CHECKS, folder, options, checker.
function(_clc_add_check words module parts)
  set(stamp "${folder}/checks/${module}.stamp")
  add_custom_command(
    OUTPUT "${stamp}"
    COMMAND "$<TARGET_FILE:clc::clc>" check ${words} "${options}" ${ARGN} ${arg_CHECKS}
    COMMAND "${CMAKE_COMMAND}" -E make_directory "${folder}/checks"
    COMMAND "${CMAKE_COMMAND}" -E touch "${stamp}"
    DEPENDS ${parts} ${checker}
    COMMENT "Checking ${module}"
    COMMAND_EXPAND_LISTS VERBATIM)
  set(checked ${checked} "${stamp}" PARENT_SCOPE)
endfunction()

# _clc_add_part(<part> <targets> <option>…): a package of one module for these targets. Reads arg_*, folder, dump, options,
# compiler, module, files, words.
function(_clc_add_part part targets)
  # clc writes what GPU_DUMP_DEVICE_KERNEL asks for into its current folder.
  set(make_folder "")
  set(in_folder "")
  if(dump)
    set(make_folder COMMAND "${CMAKE_COMMAND}" -E make_directory "${dump}/${module}")
    set(in_folder "${CMAKE_COMMAND}" -E chdir "${dump}/${module}" "${CMAKE_COMMAND}" -E env GPU_DUMP_DEVICE_KERNEL=3)
  endif()
  _clc_keep_option(keep)
  _clc_build_folder(build_folder)
  list(TRANSFORM targets PREPEND "-t" OUTPUT_VARIABLE target_words)
  list(JOIN targets ", " targets)
  set(pool "")
  if(arg_JOB_POOL)
    set(pool JOB_POOL "${arg_JOB_POOL}")
  endif()
  add_custom_command(
    OUTPUT "${part}"
    ${make_folder}
    COMMAND ${in_folder} ${CLC_COMPILER_LAUNCHER} "$<TARGET_FILE:clc::clc>" compile ${words} "${options}" ${target_words}
            ${ARGN} -o "${part}" -MD -MF "${part}.d" --depfile-cmake --depfile-skip "${build_folder}" "${keep}"
    DEPENDS ${files} ${library_files} ${compiler}
    DEPFILE "${part}.d"
    ${pool}
    COMMENT "Compiling ${module} for ${targets}"
    COMMAND_EXPAND_LISTS VERBATIM)
endfunction()

# _clc_add_module(<files> <module> <option>…): one module, for its targets. Appends to `parts` and `checked`. Reads arg_*,
# folder, dump, options, targets, compiler, checker.
function(_clc_add_module files module)
  _clc_words_of_module(words "${module}" ${files})
  set(own_parts "")
  if(arg_SEPARATE)
    foreach(target IN LISTS targets)
      string(REGEX REPLACE "[^A-Za-z0-9_.+-]" "_" plain "${target}")
      set(part "${folder}/parts/${module}-${plain}.clcpack")
      if(part IN_LIST own_parts)
        _clc_fail("${call}" "SEPARATE: two targets would have the file ${part}")
      endif()
      _clc_add_part("${part}" "${target}" ${ARGN})
      list(APPEND own_parts "${part}")
    endforeach()
  else()
    set(own_parts "${folder}/parts/${module}.clcpack")
    _clc_add_part("${own_parts}" "${targets}" ${ARGN})
  endif()
  set(parts ${parts} ${own_parts} PARENT_SCOPE)
  if(arg_CHECKS)
    list(TRANSFORM targets PREPEND "-t" OUTPUT_VARIABLE target_words)
    _clc_add_check("${words}" "${module}" "${own_parts}" ${target_words} ${ARGN})
    set(checked ${checked} PARENT_SCOPE)
  endif()
endfunction()

# Sets `variant_name` and `defines` to what <variant> says. Reads name.
function(_clc_parse_variant variant)
  if(NOT variant MATCHES "^([^:,;=]+)(:(.*))?$")
    _clc_fail("clc_add_kernels(${name})" "VARIANTS ${variant}: write name:MACRO=VALUE,MACRO")
  endif()
  set(variant_name "${CMAKE_MATCH_1}" PARENT_SCOPE)
  string(REPLACE "," ";" macros "${CMAKE_MATCH_3}")
  list(TRANSFORM macros PREPEND -D)
  set(defines "${macros}" PARENT_SCOPE)
endfunction()

# Appends --launch to `words` for the LAUNCHES of kernels in these files. A file that the build makes may hold any kernel
# that no other source has. Reads call, arg_LAUNCHES, arg_SOURCES.
function(_clc_launches_of files)
  foreach(launch IN LISTS arg_LAUNCHES)
    if(NOT launch MATCHES "^([A-Za-z_][A-Za-z_0-9]*)=[0-9]+(x[0-9]+)?(x[0-9]+)?$")
      _clc_fail("${call}" "LAUNCHES ${launch}: write KERNEL=SIZE, such as blur=64 or blur=8x8x1")
    endif()
    set(kernel "${CMAKE_MATCH_1}")
    set(holders "")
    set(unread "")
    foreach(source IN LISTS arg_SOURCES)
      get_filename_component(file "${source}" ABSOLUTE)
      if(NOT EXISTS "${file}")
        list(APPEND unread "${file}")
        continue()
      endif()
      file(STRINGS "${file}" lines REGEX "(^|[^A-Za-z_0-9])${kernel}([^A-Za-z_0-9]|$)")
      if(lines)
        list(APPEND holders "${file}")
      endif()
    endforeach()
    if(NOT holders)
      set(holders "${unread}")
    endif()
    if(NOT holders)
      _clc_fail("${call}" "LAUNCHES ${launch}: no source names ${kernel}; give --launch in OPTIONS if a header does")
    endif()
    foreach(file IN LISTS files)
      if(file IN_LIST holders)
        list(APPEND words --launch "${launch}")
        break()
      endif()
    endforeach()
  endforeach()
  set(words "${words}" PARENT_SCOPE)
endfunction()

# The modules of one source, or of all with MODULE, one for each variant. Appends to `parts`, `checked` and `modules`.
# Reads name, call, arg_*, folder, dump, options, checker.
function(_clc_add_modules_of sources stem)
  set(files "")
  set(targets "${arg_TARGETS}")
  foreach(source IN LISTS sources)
    get_filename_component(file "${source}" ABSOLUTE)
    list(APPEND files "${file}")
    _clc_targets_of(targets "${source}")
    if(arg_MODULE AND NOT targets STREQUAL arg_TARGETS)
      _clc_fail("${call}" "CLC_TARGETS of ${source}: with MODULE all sources are for the same targets")
    endif()
  endforeach()
  set(words "")
  _clc_launches_of("${files}")
  list(APPEND options ${words})
  _clc_command_files(compiler "options/${stem}" "${options};${targets};${arg_VARIANTS};${dump};${CLC_COMPILER_LAUNCHER}")
  if(NOT arg_VARIANTS)
    list(APPEND modules "${stem}")
    _clc_add_module("${files}" "${stem}")
  endif()
  foreach(variant IN LISTS arg_VARIANTS)
    _clc_parse_variant("${variant}")
    list(APPEND modules "${stem}.${variant_name}")
    _clc_add_module("${files}" "${stem}.${variant_name}" ${defines})
  endforeach()
  set(parts "${parts}" PARENT_SCOPE)
  set(checked "${checked}" PARENT_SCOPE)
  set(modules "${modules}" PARENT_SCOPE)
endfunction()

# Every module of the package, by source and variant. Sets `parts`, and `checked` to files that stand for modules that
# keep to CHECKS. Reads name, call, arg_*, folder, options.
function(_clc_add_modules)
  set(dump "")
  if(arg_DUMP)
    get_filename_component(dump "${arg_DUMP}" ABSOLUTE BASE_DIR "${CMAKE_CURRENT_BINARY_DIR}")
    get_property(is_multi_config GLOBAL PROPERTY GENERATOR_IS_MULTI_CONFIG)
    if(is_multi_config)
      string(APPEND dump "/$<CONFIG>")
    endif()
  endif()
  if(arg_CHECKS)
    _clc_command_files(checker checks.options "${arg_CHECKS}")
  endif()
  set(parts "")
  set(checked "")
  set(modules "")
  set(stems "")
  set(alone "${arg_SOURCES}")
  if(arg_MODULE)
    _clc_add_modules_of("${arg_SOURCES}" "${name}")
    set(alone "")
  endif()
  foreach(source IN LISTS alone)
    get_filename_component(stem "${source}" NAME_WLE)
    list(FIND stems "${stem}" earlier)
    if(NOT earlier EQUAL -1)
      list(GET arg_SOURCES ${earlier} earlier)
      _clc_fail("${call}" "${earlier} and ${source} would both be module '${stem}': rename one, or give it a package of its own")
    endif()
    list(APPEND stems "${stem}")
    _clc_add_modules_of("${source}" "${stem}")
  endforeach()
  set(unique ${modules})
  list(REMOVE_DUPLICATES unique)
  if(NOT unique STREQUAL modules)
    _clc_fail("${call}" "two modules have one name (${modules}): the names of VARIANTS have to differ")
  endif()
  set(parts "${parts}" PARENT_SCOPE)
  set(checked "${checked}" PARENT_SCOPE)
endfunction()

# Sets `folder`, where everything of these kernels is built, `package`, and `output`, the file that stands for it.
# Reads name, ident, call, arg_*.
function(_clc_place_package)
  set(folder "${CMAKE_CURRENT_BINARY_DIR}/${ident}.clc")
  get_property(is_multi_config GLOBAL PROPERTY GENERATOR_IS_MULTI_CONFIG)
  if(is_multi_config)
    string(APPEND folder "/$<CONFIG>")
  endif()
  if(arg_MODE MATCHES "^(FILE|EMBED)$")
    set(package "${folder}/${name}.clcpack")
  elseif(arg_MODE STREQUAL "DIRECTORY")
    set(package "${folder}/${name}")
  else()
    _clc_fail("${call}" "MODE ${arg_MODE}: must be FILE, DIRECTORY or EMBED")
  endif()
  if(arg_OUTPUT)
    get_filename_component(package "${arg_OUTPUT}" ABSOLUTE BASE_DIR "${CMAKE_CURRENT_BINARY_DIR}")
    string(REGEX MATCH "\\.clcpack$" is_file "${package}")
    if((arg_MODE STREQUAL "DIRECTORY" AND is_file) OR (arg_MODE MATCHES "^(FILE|EMBED)$" AND NOT is_file))
      _clc_fail("${call}" "OUTPUT ${arg_OUTPUT}: end it in .clcpack for a file, but not for a folder")
    endif()
  endif()
  set(output "${package}")
  if(arg_MODE STREQUAL "DIRECTORY")
    set(output "${package}/manifest.clc.json")
    set_property(DIRECTORY APPEND PROPERTY ADDITIONAL_CLEAN_FILES "${package}")
  endif()
  set(folder "${folder}" PARENT_SCOPE)
  set(package "${package}" PARENT_SCOPE)
  set(output "${output}" PARENT_SCOPE)
endfunction()

# Makes the package of all modules; <target> builds it. Sets `linker`, what it depends on besides these. Reads name,
# arg_COMPRESS, arg_SIGN_KEY, parts, folder, package, output.
function(_clc_link_parts target)
  _clc_keep_option(keep)
  set(compress "")
  if(arg_COMPRESS)
    set(compress "--compress")
  endif()
  set(linked "${package}")
  set(sign "")
  set(key "")
  if(arg_SIGN_KEY)
    get_filename_component(key "${arg_SIGN_KEY}" ABSOLUTE)
    set(linked "${folder}/unsigned.clcpack")
    set(sign COMMAND "$<TARGET_FILE:clc::clc>" sign "${linked}" --key "${key}" -o "${package}" "${keep}")
  endif()
  _clc_command_files(linker link.options "${parts};${compress};${key}")
  _clc_forget_command(forget ${target})
  add_custom_command(
    OUTPUT "${output}"
    COMMAND "$<TARGET_FILE:clc::clc>" link ${parts} -o "${linked}" ${compress} "${keep}"
    ${sign}
    ${forget}
    DEPENDS ${parts} ${linker} ${key}
    COMMENT "Linking package ${name}"
    COMMAND_EXPAND_LISTS VERBATIM)
  set(linker ${linker} PARENT_SCOPE)
endfunction()

# Appends to `checked` a file that stands for a package that keeps to its budget, and adds a target that writes the budget.
# Reads name, ident, call, owner, arg_BUDGET, folder, package, output, linker.
function(_clc_add_budget)
  set(options ${arg_BUDGET})
  list(POP_FRONT options file)
  get_filename_component(file "${file}" ABSOLUTE)
  if(file MATCHES "/-" OR IS_DIRECTORY "${file}")
    _clc_fail("${call}" "BUDGET ${arg_BUDGET}: a file comes first, then options of clc check")
  endif()
  # The check tells that it read the file, which may be made only after the project was configured: a dependency in
  # DEPENDS would have to exist, and without the file it is clc that says how to make it.
  set(stamp "${folder}/budget.stamp")
  _clc_depfile_word(read "${file}")
  _clc_depfile_word(made "${stamp}")
  file(GENERATE OUTPUT "${folder}/check.depfile" CONTENT "${made}: ${read}\n")
  _clc_command_files(checker check.options "${file};${options}")
  _clc_forget_command(forget ${owner})
  add_custom_command(
    OUTPUT "${stamp}"
    COMMAND "$<TARGET_FILE:clc::clc>" check "${package}" --budget "${file}" ${options}
    COMMAND "${CMAKE_COMMAND}" -E copy "${folder}/check.depfile" "${stamp}.d"
    COMMAND "${CMAKE_COMMAND}" -E touch "${stamp}"
    ${forget}
    DEPENDS "${output}" ${checker}
    DEPFILE "${stamp}.d"
    COMMENT "Checking the budget of package ${name}"
    VERBATIM)
  set(only "")
  list(FIND options --only at)
  if(NOT at EQUAL -1)
    list(SUBLIST options ${at} 2 only)
  endif()
  add_custom_target(${name}_budget
    COMMAND "$<TARGET_FILE:clc::clc>" check "${package}" --write-budget "${file}" ${only}
    DEPENDS "${output}" ${linker}
    COMMENT "Writing the budget of package ${name}"
    VERBATIM)
  set(checked ${checked} "${stamp}" PARENT_SCOPE)
endfunction()

# A target that gives the header <ident>.clc.h, of the kind that package_<kind>.h.in makes. Reads ident, arg_NAMESPACE.
function(_clc_add_header target kind)
  set(headers "${CMAKE_CURRENT_BINARY_DIR}/${ident}.clc/include")
  set(launchers "")
  if(arg_LAUNCHERS)
    set(launchers "#include \"${ident}_kernels.h\"\n")
  endif()
  get_property(templates GLOBAL PROPERTY CLC_CMAKE_DIR)
  configure_file("${templates}/package_${kind}.h.in" "${headers}/${ident}.clc.h" @ONLY)
  target_include_directories(${target} INTERFACE "$<BUILD_INTERFACE:${headers}>")
  if(TARGET clc::runtime)
    target_link_libraries(${target} INTERFACE clc::runtime)
  endif()
  # install(TARGETS) brings the headers, to the folder that is said here unless the call says another.
  target_include_directories(${target} INTERFACE "$<INSTALL_INTERFACE:include>")
  set_target_properties(${target} PROPERTIES CLC_IDENT "${ident}" PUBLIC_HEADER "${headers}/${ident}.clc.h")
endfunction()

# _clc_add_reference(<target> <path>): targets that link it learn the path of the package.
function(_clc_add_reference target path)
  add_library(${target} INTERFACE)
  _clc_add_header(${target} file)
  target_compile_definitions(${target} INTERFACE "$<BUILD_INTERFACE:CLC_PATH_${ident}=\"${path}\">")
  set_target_properties(${target} PROPERTIES CLC_PACKAGE "${path}")
endfunction()

# _clc_add_embedded(<target> <path> <depends>…): targets that link it hold the package as data. Reads folder.
function(_clc_add_embedded target path)
  get_property(languages GLOBAL PROPERTY ENABLED_LANGUAGES)
  if("C" IN_LIST languages)
    set(language C)
    set(extension c)
  elseif("CXX" IN_LIST languages)
    set(language CXX)
    set(extension cpp)
  else()
    _clc_fail("MODE EMBED of ${target}" "C or CXX must be among the project's languages")
  endif()
  set(stem "${folder}/embedded/${ident}_package")
  _clc_keep_option(keep)
  add_custom_command(
    OUTPUT "${stem}.${extension}" "${stem}.h" "${stem}.bin"
    COMMAND "${CMAKE_COMMAND}" -E make_directory "${folder}/embedded"
    COMMAND "$<TARGET_FILE:clc::clc>" embed "${path}" -o "${stem}.${extension}" --namespace "${arg_NAMESPACE}" "${keep}"
    DEPENDS ${ARGN}
    COMMENT "Embedding package ${target}"
    COMMAND_EXPAND_LISTS VERBATIM)
  add_library(${target} STATIC "${stem}.${extension}" "${stem}.h" "${stem}.bin")
  set_target_properties(${target} PROPERTIES
    POSITION_INDEPENDENT_CODE ON INTERPROCEDURAL_OPTIMIZATION OFF UNITY_BUILD OFF ${language}_CLANG_TIDY "")
  # The source finds the data through -I, which link-time optimisation does not pass on.
  target_compile_options(${target} PRIVATE $<$<${language}_COMPILER_ID:GNU,Clang,AppleClang>:-fno-lto>)
  target_include_directories(${target} PUBLIC "$<BUILD_INTERFACE:${folder}/embedded>")
  _clc_add_header(${target} embedded)
  set_property(TARGET ${target} APPEND PROPERTY PUBLIC_HEADER "${stem}.h")
endfunction()

# The header with a function object for each kernel, and `stamp`, which is touched when that was made: the header keeps
# its time while the kernels' interfaces stay the same. Reads ident, arg_*, folder, package, output, linker.
# Sets `struct_folders` to those in which the headers are found: of this folder, of INCLUDES and of the build folder.
function(_clc_add_launchers)
  set(options "")
  set(struct_folders "")
  set(places "${CMAKE_CURRENT_SOURCE_DIR}" ${arg_INCLUDES} "${CMAKE_CURRENT_BINARY_DIR}")
  foreach(header IN LISTS arg_STRUCTS)
    list(APPEND options --include "${header}")
    string(REGEX REPLACE "^<(.*)>$" "\\1" file "${header}")
    foreach(place IN LISTS places)
      get_filename_component(place "${place}" ABSOLUTE)
      if(NOT IS_ABSOLUTE "${file}" AND EXISTS "${place}/${file}")
        list(APPEND struct_folders "${place}")
        break()
      endif()
    endforeach()
  endforeach()
  list(REMOVE_DUPLICATES struct_folders)
  set(struct_folders "${struct_folders}" PARENT_SCOPE)
  if(arg_MODE STREQUAL "EMBED")
    list(APPEND options --embedded "${ident}_package.h")
  endif()
  _clc_command_files(generator header.options "${options};${arg_NAMESPACE}")
  set(header "${folder}/launchers/${ident}_kernels.h")
  add_custom_command(
    OUTPUT "${folder}/launchers.stamp"
    BYPRODUCTS "${header}"
    COMMAND "${CMAKE_COMMAND}" -E make_directory "${folder}/launchers"
    COMMAND "$<TARGET_FILE:clc::clc>" header "${package}" -o "${header}" --namespace "${arg_NAMESPACE}" ${options}
            --keep-unchanged
    COMMAND "${CMAKE_COMMAND}" -E touch "${folder}/launchers.stamp"
    DEPENDS "${output}" ${generator}
    COMMENT "Making launchers for package ${name}"
    VERBATIM)
  set(stamp "${folder}/launchers.stamp" PARENT_SCOPE)
endfunction()

# Lets CMake write the sources into compile_commands.json, with the macros of the first variant. Reads name, arg_*,
# options.
function(_clc_add_for_clangd)
  set(files "")
  foreach(source IN LISTS arg_SOURCES)
    get_filename_component(file "${source}" ABSOLUTE)
    list(APPEND files "${file}")
  endforeach()
  set(defines "")
  if(arg_VARIANTS)
    list(GET arg_VARIANTS 0 first)
    _clc_parse_variant("${first}")
  endif()
  get_property(templates GLOBAL PROPERTY CLC_CMAKE_DIR)
  add_subdirectory("${templates}/clangd" "${CMAKE_CURRENT_BINARY_DIR}/${ident}.clc/clangd" EXCLUDE_FROM_ALL)
endfunction()

function(clc_add_kernels name)
  set(call "clc_add_kernels(${name})")
  set(switches LAUNCHERS COMPRESS MODULE SEPARATE)
  set(single STD MODE OUTPUT NAMESPACE DUMP JOB_POOL SIGN_KEY)
  set(lists SOURCES TARGETS DEFINES INCLUDES OPTIONS VARIANTS LIBRARIES LAUNCHES STRUCTS CHECKS BUDGET)
  cmake_parse_arguments(PARSE_ARGV 1 arg "${switches}" "${single}" "${lists}")
  _clc_check_arguments("${call}" arg "${switches};${single};${lists}" SOURCES TARGETS)
  if(NOT TARGET clc::clc)
    _clc_fail("${call}" "there is no clc::clc: find_package(clc COMPONENTS Compiler), or set CLC_EXECUTABLE")
  endif()
  if(arg_STRUCTS AND NOT arg_LAUNCHERS)
    _clc_fail("${call}" "STRUCTS needs LAUNCHERS")
  endif()
  if(NOT arg_MODE)
    set(arg_MODE FILE)
  endif()
  string(MAKE_C_IDENTIFIER "${name}" ident)
  if(NOT arg_NAMESPACE)
    set(arg_NAMESPACE "${ident}")
  endif()

  _clc_check_checks("${call}" ${arg_CHECKS})
  set(all_targets ${arg_TARGETS})
  foreach(source IN LISTS arg_SOURCES)
    _clc_targets_of(targets "${source}")
    list(APPEND all_targets ${targets})
  endforeach()
  list(REMOVE_DUPLICATES all_targets)
  _clc_check_targets("${call}" ${all_targets})
  _clc_check_paths_later("${call}")
  _clc_place_package()
  _clc_find_libraries()
  _clc_build_options(options)
  _clc_add_modules()
  set(owner ${name}_package)
  if(arg_MODE STREQUAL "EMBED")
    set(owner ${name})
  endif()
  _clc_link_parts(${owner})
  set(stamp "")
  if(arg_LAUNCHERS)
    _clc_add_launchers()
  endif()
  if(arg_BUDGET)
    _clc_add_budget()
  endif()
  if(arg_MODE STREQUAL "EMBED")
    _clc_add_embedded(${name} "${package}" "${output}" ${linker})
    target_sources(${name} PRIVATE ${stamp} ${checked})
  else()
    add_custom_target(${owner} ALL DEPENDS "${output}" ${stamp} ${checked})
    _clc_add_reference(${name} "${package}")
    add_dependencies(${name} ${owner})
  endif()
  if(arg_LAUNCHERS)
    target_include_directories(${name} INTERFACE "$<BUILD_INTERFACE:${folder}/launchers>")
    foreach(place IN LISTS struct_folders)
      target_include_directories(${name} INTERFACE "$<BUILD_INTERFACE:${place}>")
    endforeach()
    set_property(TARGET ${name} APPEND PROPERTY PUBLIC_HEADER "${folder}/launchers/${ident}_kernels.h")
  endif()
  if(CMAKE_EXPORT_COMPILE_COMMANDS)
    _clc_add_for_clangd()
  endif()
endfunction()

function(clc_import_package name)
  set(call "clc_import_package(${name})")
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "PACKAGE;MODE;NAMESPACE" "")
  _clc_check_arguments("${call}" arg "PACKAGE;MODE;NAMESPACE" PACKAGE)
  if(TARGET ${name})
    return()  # imported before, from another folder
  endif()
  get_filename_component(package "${arg_PACKAGE}" ABSOLUTE)
  if(NOT EXISTS "${package}")
    _clc_fail("${call}" "${package} does not exist")
  endif()
  if(IS_DIRECTORY "${package}" AND NOT EXISTS "${package}/manifest.clc.json")
    _clc_fail("${call}" "${package} is not a package: it holds no manifest.clc.json")
  endif()

  string(REPLACE "::" "_" target "${name}")
  string(REGEX REPLACE "^.*::" "" ident "${name}")
  string(MAKE_C_IDENTIFIER "${ident}" ident)
  if(NOT arg_NAMESPACE)
    set(arg_NAMESPACE "${ident}")
  endif()
  if(NOT arg_MODE)
    _clc_add_reference(${target} "${package}")
  elseif(NOT arg_MODE STREQUAL "EMBED")
    _clc_fail("${call}" "MODE ${arg_MODE}: must be EMBED; leave MODE out to use the package as it is")
  elseif(NOT TARGET clc::clc)
    _clc_fail("${call}" "MODE EMBED needs clc::clc: find_package(clc COMPONENTS Compiler), or set CLC_EXECUTABLE")
  else()
    set(folder "${CMAKE_CURRENT_BINARY_DIR}/${ident}.clc")
    set(manifest "${package}")
    if(IS_DIRECTORY "${package}")
      set(manifest "${package}/manifest.clc.json")
    endif()
    _clc_add_embedded(${target} "${package}" "${manifest}")
  endif()
  if(NOT target STREQUAL name)
    add_library(${name} ALIAS ${target})
  endif()
endfunction()

# The path and identifier of the package of any target that has one.
function(_clc_find_package_of target path ident)
  get_target_property(found ${target} CLC_PACKAGE)
  get_target_property(found_ident ${target} CLC_IDENT)
  if(NOT found)
    # Another project exported the target; only its compile definitions are known here.
    get_target_property(definitions ${target} INTERFACE_COMPILE_DEFINITIONS)
    if(NOT "${definitions}" MATCHES "CLC_PATH_([A-Za-z0-9_]+)=\"([^\"]*)\"")
      _clc_fail("clc_install_kernels(${target})" "this target has no package")
    endif()
    set(found_ident "${CMAKE_MATCH_1}")
    set(found "${CMAKE_MATCH_2}")
  endif()
  set(${path} "${found}" PARENT_SCOPE)
  set(${ident} "${found_ident}" PARENT_SCOPE)
endfunction()

# Lets other projects use the target of a library that ships kernels. Reads arg_EXPORT, component.
function(_clc_export target)
  get_target_property(files ${target} PUBLIC_HEADER)
  if(NOT files)
    _clc_fail("clc_install_kernels(${target})" "EXPORT works only for packages of this project")
  endif()
  include(GNUInstallDirs)
  set(headers "${CMAKE_INSTALL_INCLUDEDIR}/${PROJECT_NAME}")
  target_include_directories(${target} INTERFACE "$<INSTALL_INTERFACE:${headers}>")
  install(TARGETS ${target} EXPORT ${arg_EXPORT}
    ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}" ${component}
    PUBLIC_HEADER DESTINATION "${headers}" ${component})
endfunction()

# Installs the package that <target> refers to, and tells programs where it is. Reads arg_*, component.
function(_clc_install_package target)
  _clc_find_package_of(${target} path ident)
  if(path MATCHES "\\.clcpack$")
    install(FILES "${path}" DESTINATION "${arg_DESTINATION}" ${component})
  else()
    install(DIRECTORY "${path}" DESTINATION "${arg_DESTINATION}" ${component})
  endif()
  get_filename_component(file "${path}" NAME)
  set(installed "${arg_DESTINATION}/${file}")
  target_compile_definitions(${target} INTERFACE
    "$<BUILD_INTERFACE:CLC_BUILD_${ident}=\"${CMAKE_BINARY_DIR}\">"
    "$<BUILD_INTERFACE:CLC_INSTALLED_${ident}=\"${installed}\">")
  if(arg_EXPORT)
    if(NOT IS_ABSOLUTE "${installed}")
      set(installed "$<INSTALL_PREFIX>/${installed}")
    endif()
    target_compile_definitions(${target} INTERFACE "$<INSTALL_INTERFACE:CLC_PATH_${ident}=\"${installed}\">")
  endif()
endfunction()

function(clc_install_kernels)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "DESTINATION;COMPONENT;EXPORT" "")
  set(component "")
  if(arg_COMPONENT)
    set(component COMPONENT "${arg_COMPONENT}")
  endif()
  foreach(word IN LISTS arg_UNPARSED_ARGUMENTS)
    if(NOT TARGET "${word}")
      _clc_refuse_misspelt("clc_install_kernels" "DESTINATION;COMPONENT;EXPORT" "${word}")
    endif()
  endforeach()
  foreach(target IN LISTS arg_UNPARSED_ARGUMENTS)
    set(call "clc_install_kernels(${target})")
    if(NOT TARGET ${target})
      _clc_fail("${call}" "there is no such target")
    endif()
    get_target_property(aliased ${target} ALIASED_TARGET)
    if(aliased)
      set(target ${aliased})
    endif()
    get_target_property(type ${target} TYPE)
    if(type STREQUAL "INTERFACE_LIBRARY")
      if(NOT arg_DESTINATION)
        _clc_fail("${call}" "DESTINATION is missing")
      endif()
      _clc_install_package(${target})
    endif()
    if(arg_EXPORT)
      _clc_export(${target})
    endif()
  endforeach()
endfunction()

# Installs the notices of what clc::runtime and compiled kernels bring along.
function(clc_install_notices)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "DESTINATION;COMPONENT" "")
  foreach(word IN LISTS arg_UNPARSED_ARGUMENTS)
    _clc_refuse_misspelt("clc_install_notices" "DESTINATION;COMPONENT" "${word}")
    _clc_fail("clc_install_notices" "unknown argument ${word}")
  endforeach()
  get_property(folder GLOBAL PROPERTY CLC_DATA_DIR)
  set(files "${folder}/RUNTIME-NOTICES" "${folder}/PACKAGE-NOTICES")
  foreach(file IN LISTS files)
    if(NOT EXISTS "${file}")
      _clc_fail("clc_install_notices" "there is no ${file}: this takes a clc that was installed by script/dist's files, found by find_package(clc)")
    endif()
  endforeach()
  if(NOT arg_DESTINATION)
    set(arg_DESTINATION "share/doc/${PROJECT_NAME}")
  endif()
  set(component "")
  if(arg_COMPONENT)
    set(component COMPONENT "${arg_COMPONENT}")
  endif()
  install(FILES ${files} DESTINATION "${arg_DESTINATION}" ${component})
endfunction()

cmake_policy(POP)
