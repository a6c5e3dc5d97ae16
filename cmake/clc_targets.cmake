# Settings that every target of this project has in common.

# Makes a memory error in what ships harder to use: checked stacks and calls of libc, no writable tables of functions.
# Sanitizers, which check more, stand alone.
function(_clc_harden target)
  if(WIN32)
    return()  # the linker randomises addresses and forbids to run data by default, and the rest is of ELF and glibc
  endif()
  target_compile_options(${target} PRIVATE -fstack-protector-strong -fstack-clash-protection
    $<$<NOT:$<CONFIG:Debug>>:-U_FORTIFY_SOURCE> $<$<NOT:$<CONFIG:Debug>>:-D_FORTIFY_SOURCE=2>)
  if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
    target_compile_options(${target} PRIVATE -fcf-protection)
  endif()
  target_link_options(${target} PRIVATE LINKER:-z,relro LINKER:-z,now LINKER:-z,noexecstack)
endfunction()

# Links the sanitizers to what is made of the target. Clang's come as a library of their own then, because programs share
# them with the modules that they load.
function(_clc_link_sanitizer target names)
  target_link_options(${target} PUBLIC -fsanitize=${names})
  if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    execute_process(COMMAND ${CMAKE_CXX_COMPILER} -print-runtime-dir OUTPUT_VARIABLE folder OUTPUT_STRIP_TRAILING_WHITESPACE)
    target_link_options(${target} PUBLIC -shared-libsan LINKER:-rpath,${folder})
  endif()
endfunction()

# Clang reads headers that most files include once for all of them. (GCC 12 takes longer to load what it has read of them than to read
# them again.) A file that is compiled otherwise than the precompiled headers cannot use them.
set(CLC_PRECOMPILES OFF)
if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  set(CLC_PRECOMPILES ON)
endif()

# clc_precompiled(<name> <header>…): an object library whose precompiled headers others take by REUSE_FROM.
function(clc_precompiled name)
  set(source ${CMAKE_CURRENT_BINARY_DIR}/${name}.cpp)
  file(CONFIGURE OUTPUT ${source} CONTENT "" @ONLY)
  add_library(${name} OBJECT ${source})
  clc_common(${name} OWN_HEADERS)
  clc_precompile(${name} ${ARGN})
endfunction()

# clc_precompile(<target> <header>…): precompiled headers of the target's own. They have no time in them, so that a cache of compilers
# finds what was compiled with them.
function(clc_precompile target)
  if(CLC_PRECOMPILES)
    target_precompile_headers(${target} PRIVATE ${ARGN})
    target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:CXX>:-Xclang> $<$<COMPILE_LANGUAGE:CXX>:-fno-pch-timestamp>)
  endif()
endfunction()

# clc_reuse_headers(<target> <from>): the precompiled headers of another target.
function(clc_reuse_headers target from)
  if(CLC_PRECOMPILES)
    target_precompile_headers(${target} REUSE_FROM ${from})
  endif()
endfunction()

set(CLC_TOOLS ${PROJECT_SOURCE_DIR}/tools)

# clc_lightly_optimized(<target>): LLVM and the drivers do the work of the tools, which take as long when compiled so. A compiler
# takes three quarters of the time for them.
function(clc_lightly_optimized target)
  if(NOT CLC_SANITIZER)
    target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O1>)
  endif()
endfunction()

# _clc_compile_together(<target>): where UNITY_BUILD is on, the compiler takes up to eight sources of a folder as one file, for half of its
# time goes into headers and templates that they share. No file is of two folders, so that each object has its place in the layers:
# CMakeFiles/clc_parts.dir/Unity/unity_tools.clc.plan.0_cxx.cxx.o. A source with SKIP_UNITY_BUILD_INCLUSION stays alone.
function(_clc_compile_together target)
  get_target_property(sources ${target} SOURCES)
  list(FILTER sources INCLUDE REGEX "\\.cpp$")
  foreach(source IN LISTS sources)
    get_source_file_property(path ${source} LOCATION)
    cmake_path(IS_PREFIX PROJECT_BINARY_DIR ${path} is_generated)
    if(NOT is_generated)
      cmake_path(GET path PARENT_PATH folder)
      cmake_path(RELATIVE_PATH folder BASE_DIRECTORY ${PROJECT_SOURCE_DIR})
      string(REPLACE "/" "." group ${folder})
      list(APPEND groups ${group})
      list(APPEND sources_of_${group} ${source})
    endif()
  endforeach()
  list(REMOVE_DUPLICATES groups)
  foreach(group IN LISTS groups)
    list(LENGTH sources_of_${group} count)
    if(count EQUAL 1)
      continue()
    endif()
    set(index 0)
    foreach(source IN LISTS sources_of_${group})
      math(EXPR part "${index} / 8")
      set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${group}.${part})
      math(EXPR index "${index} + 1")
    endforeach()
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD_MODE GROUP)
endfunction()

# clc_common(<target> [OWN_HEADERS] [APART]): language level, optimisation, warnings, sanitizers, precompiled headers of the standard
# library. APART: each source is an object of its own, for programs link those that they use and the libraries behind them.
function(clc_common target)
  target_compile_features(${target} PRIVATE cxx_std_20)
  set(headers clc_standard_headers)
  cmake_path(IS_PREFIX CLC_TOOLS ${CMAKE_CURRENT_SOURCE_DIR} NORMALIZE is_tool)
  if(is_tool)
    clc_lightly_optimized(${target})
    set(headers clc_tool_headers)
  endif()
  if(CLC_PRECOMPILES)
    target_compile_options(${target} PRIVATE -fPIC)  # programs, too, for precompiled headers are for one of both ways
    if(NOT "OWN_HEADERS" IN_LIST ARGN)
      clc_reuse_headers(${target} ${headers})
    endif()
  endif()
  if("APART" IN_LIST ARGN)
    set_target_properties(${target} PROPERTIES UNITY_BUILD OFF)
  else()
    cmake_language(EVAL CODE "cmake_language(DEFER CALL _clc_compile_together ${target})")  # when it has all of its sources
  endif()
  set_target_properties(${target} PROPERTIES CXX_EXTENSIONS OFF POSITION_INDEPENDENT_CODE ON)
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic -Wshadow $<$<COMPILE_LANGUAGE:CXX>:-Wnon-virtual-dtor>)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    # GCC 12 sees overlapping copies in std::string's operator+ (GCC bug 105329).
    target_compile_options(${target} PRIVATE -Wno-restrict)
  elseif(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    # Clang 22 warns of Catch2's macros (__COUNTER__), and of a function that the sorting of GCC 12's library uses itself.
    target_compile_options(${target} PRIVATE -Wno-unknown-warning-option -Wno-c2y-extensions -Wno-deprecated-declarations)
  endif()
  if(NOT CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
    # What is computed here is part of packages, whose bytes are those of x86-64: nothing is fused, and bytes are signed.
    target_compile_options(${target} PRIVATE -ffp-contract=off -fsigned-char)
  endif()
  # The cache identifies programs by their build id.
  target_link_options(${target} PRIVATE LINKER:--build-id=sha1)
  if(CLC_WARNINGS_AS_ERRORS)
    target_compile_options(${target} PRIVATE -Werror)
  endif()
  if(NOT CLC_SANITIZER)
    _clc_harden(${target})
    # What nobody calls is left out, though it lies in one object with what somebody does.
    target_compile_options(${target} PRIVATE -ffunction-sections -fdata-sections)
    target_link_options(${target} PRIVATE LINKER:--gc-sections)
  endif()
  if(CLC_SANITIZER STREQUAL "address")
    target_compile_options(${target} PRIVATE -fsanitize=address,undefined -fno-omit-frame-pointer -O${CLC_SANITIZER_OPTIMIZATION})
    _clc_link_sanitizer(${target} address,undefined)
  elseif(CLC_SANITIZER STREQUAL "thread")
    target_compile_options(${target} PRIVATE -fsanitize=thread -fno-omit-frame-pointer -O${CLC_SANITIZER_OPTIMIZATION})
    _clc_link_sanitizer(${target} thread)
  elseif(CLC_SANITIZER STREQUAL "fuzzer")
    # Adds the counters that libFuzzer watches, and the two sanitizers, each of whose finds ends the process.
    target_compile_options(${target} PRIVATE
      -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer -O${CLC_SANITIZER_OPTIMIZATION})
    target_link_options(${target} PRIVATE -fsanitize=address,undefined -fuse-ld=lld)
  endif()
endfunction()

# clc_loads_drivers(<target>): for programs that load OpenCL's drivers. A program that shares libstdc++ lends the drivers the string
# functions that it compiled itself, and the thread sanitizer then takes what a driver's threads do for the program's own doing. LLD
# lends nothing that nobody on its command line asks for.
function(clc_loads_drivers target)
  if(WIN32)
    clc_static_runtime(${target})
  endif()
  if(CLC_SANITIZER STREQUAL "thread" AND CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    target_link_options(${target} PRIVATE -static-libstdc++ -fuse-ld=lld)
  endif()
endfunction()

# clc_exports(<target> <map>): what the library exports, as a version script of names. Windows' linkers read them in another form.
function(clc_exports target map)
  if(WIN32)
    get_target_property(name ${target} OUTPUT_NAME)
    file(READ ${map} text)
    string(REGEX MATCHALL "cl[A-Za-z_]+" names "${text}")
    list(JOIN names "\n  " names)
    set(map ${CMAKE_CURRENT_BINARY_DIR}/${name}.def)
    file(CONFIGURE OUTPUT ${map} CONTENT "EXPORTS\n  ${names}\n" @ONLY)
    target_sources(${target} PRIVATE ${map})
  else()
    target_link_options(${target} PRIVATE LINKER:--version-script=${map})
  endif()
  set_target_properties(${target} PROPERTIES LINK_DEPENDS ${map})
endfunction()

# clc_exact_fma(<target>): for what counts on std::fma to round once.
function(clc_exact_fma target)
  if(MINGW)
    target_sources(${target} PRIVATE ${PROJECT_SOURCE_DIR}/base/platform/windows/fma.cpp)
  endif()
endfunction()

# clc_static_runtime(<target>): links libstdc++ statically, so that the program starts faster and runs on machines with an
# older libstdc++.
function(clc_static_runtime target)
  if(NOT CLC_SANITIZER)
    # MinGW's threads are a third library.
    target_link_options(${target} PRIVATE -static-libstdc++ -static-libgcc $<$<PLATFORM_ID:Windows>:-static>)
  endif()
endfunction()
