# clc_llvm: Clang, LLD and LLVM. Linked statically, so that the worker that was built is the one that is packed, and runs where none of
# them is installed. Sanitizers, whose libraries are shared, and systems without the archives load LLVM.
set(_clc_archives FALSE)
if(EXISTS ${LLVM_LIBRARY_DIR}/libLLVMCore.a AND EXISTS ${LLVM_LIBRARY_DIR}/libclangFrontend.a AND NOT CLC_SANITIZER)
  set(_clc_archives TRUE)
endif()
option(CLC_STATIC_LLVM "Link Clang and LLVM statically into clc-worker, and libc" ${_clc_archives})

# The initializers of LLVM's targets that no folder in targets/ is named after. LLD and the worker call those of every target that LLVM was
# built with, and would so bring all of them into the worker, 60 MB.
function(_clc_absent_targets file)
  set(text "extern \"C\" {\n")
  foreach(target IN LISTS LLVM_TARGETS_TO_BUILD)
    string(TOLOWER ${target} folder)
    if(IS_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR}/targets/${folder})
      continue()
    endif()
    foreach(part TargetInfo Target TargetMC AsmPrinter AsmParser)
      string(APPEND text "void LLVMInitialize${target}${part}() {}\n")
    endforeach()
  endforeach()
  file(CONFIGURE OUTPUT ${file} CONTENT "${text}}\n" @ONLY)
endfunction()

# _clc_load_llvm(<program>): it loads the LLVM that it was built with, in the build tree and installed. (What CMake writes for the build
# tree alone ends in an empty folder, so that libraries would be looked for in the current one.) Debian's LLVM lies where symbolic links of
# the -dev package point, and only by that folder dpkg-shlibdeps finds the package to depend on.
function(_clc_load_llvm program)
  file(REAL_PATH ${LLVM_LIBRARY_DIR}/libLLVM.so library)
  get_filename_component(folder ${library} DIRECTORY)
  set_target_properties(${program} PROPERTIES INSTALL_RPATH ${folder} BUILD_WITH_INSTALL_RPATH ON)
endfunction()

add_library(clc_llvm INTERFACE)
if(CLC_STATIC_LLVM)
  # CMake's targets of Debian's archives would link shared libraries of others, which nothing here needs (Z3, libxml2, libedit).
  file(GLOB archives ${LLVM_LIBRARY_DIR}/libclang[A-Z]*.a ${LLVM_LIBRARY_DIR}/libLLVM*.a)
  set(absent ${CMAKE_CURRENT_BINARY_DIR}/absent_targets.cpp)
  _clc_absent_targets(${absent})
  add_library(clc_llvm_absent STATIC static_llvm.cpp folded_maths.cpp ${absent})
  clc_common(clc_llvm_absent OWN_HEADERS)
  target_compile_options(clc_llvm_absent PRIVATE -fno-rtti)
  target_include_directories(clc_llvm_absent SYSTEM PRIVATE ${LLVM_INCLUDE_DIRS})
  target_link_libraries(clc_llvm INTERFACE -Wl,--start-group clc_llvm_absent
    ${LLVM_LIBRARY_DIR}/liblldELF.a ${LLVM_LIBRARY_DIR}/liblldCommon.a ${archives} -Wl,--end-group ${CLC_ZLIB} clc::zstd)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    target_link_options(clc_llvm INTERFACE -fuse-ld=lld)  # in 3 s instead of 12
  endif()
else()
  target_link_libraries(clc_llvm INTERFACE clang-cpp lldELF lldCommon LLVM)
endif()
