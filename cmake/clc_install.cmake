# Installs two components: Runtime (library, headers, clrun and the algorithm set) and Compiler.
include(CMakePackageConfigHelpers)
set(CLC_CMAKE_INSTALL_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/clc)

# clc_install_library(<target> <name> [WITHOUT_HEADERS]): a static library of the runtime, exported as clc::<name>.
# Its public headers are in include/ of the current folder.
function(clc_install_library target name)
  target_include_directories(${target} INTERFACE $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${name})
  if(CLC_INSTALL)
    install(TARGETS ${target} EXPORT clcRuntimeTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT Runtime)
    if(NOT "WITHOUT_HEADERS" IN_LIST ARGN)
      install(DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR}/include/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT Runtime)
    endif()
  endif()
endfunction()

# clc_install_program(<target> <destination> <component> [EXPORT <set>]): a program, or a module that one loads
function(clc_install_program target destination component)
  if(CLC_INSTALL)
    install(TARGETS ${target} ${ARGN}
      RUNTIME DESTINATION ${destination} COMPONENT ${component}
      LIBRARY DESTINATION ${destination} COMPONENT ${component})
  endif()
endfunction()

# clc_install_data(<folder> <component>): a folder of the build tree's share/clc
function(clc_install_data folder component)
  if(CLC_INSTALL)
    install(DIRECTORY ${folder} DESTINATION ${CMAKE_INSTALL_DATADIR}/clc COMPONENT ${component})
  endif()
endfunction()

# clc_install_help(<folder> <program>): its manual page and completions
function(clc_install_help folder program)
  if(NOT CLC_INSTALL)
    return()
  endif()
  set(component Compiler)
  if(program STREQUAL "clrun")
    set(component Runtime)
  endif()
  set(completions ${folder}/completions)
  install(FILES ${folder}/man/${program}.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT ${component})
  install(FILES ${completions}/bash/${program}
    DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions COMPONENT ${component})
  install(FILES ${completions}/zsh/_${program}
    DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions COMPONENT ${component})
  install(FILES ${completions}/fish/${program}.fish
    DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d COMPONENT ${component})
endfunction()

# clc_install_package(): what find_package(clc) reads. After all targets.
function(clc_install_package)
  if(NOT CLC_INSTALL)
    return()
  endif()
  # Not in the build folder itself: with its bin/ on PATH, find_package(clc) would take the files from there, where the
  # targets are missing.
  set(files ${PROJECT_BINARY_DIR}/CMakeFiles/clc_package)
  configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/clcConfig.cmake.in ${files}/clcConfig.cmake
    INSTALL_DESTINATION ${CLC_CMAKE_INSTALL_DIR} NO_SET_AND_CHECK_MACRO)
  write_basic_package_version_file(${files}/clcConfigVersion.cmake COMPATIBILITY SameMinorVersion)
  file(REMOVE ${PROJECT_BINARY_DIR}/clcConfig.cmake ${PROJECT_BINARY_DIR}/clcConfigVersion.cmake)  # of older builds
  install(FILES ${files}/clcConfig.cmake ${files}/clcConfigVersion.cmake
                cmake/clc_crypto.cmake cmake/clc_zstd.cmake cmake/clcArguments.cmake cmake/clcKernels.cmake
                cmake/package_embedded.h.in cmake/package_file.h.in
          DESTINATION ${CLC_CMAKE_INSTALL_DIR} COMPONENT Runtime)
  set(documents ${CMAKE_INSTALL_DATADIR}/doc)
  install(FILES LICENSE DESTINATION ${documents}/clc-runtime RENAME copyright COMPONENT Runtime)
  if(TARGET clc)
    install(FILES LICENSE DESTINATION ${documents}/clc RENAME copyright COMPONENT Compiler)
    # The help names pages as docs/NAME.md.
    install(DIRECTORY docs DESTINATION ${documents}/clc COMPONENT Compiler PATTERN benchmarks EXCLUDE)
  endif()
  install(DIRECTORY cmake/clangd DESTINATION ${CLC_CMAKE_INSTALL_DIR} COMPONENT Runtime)
  if(TARGET clc_runtime)
    set(pkgconfig ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
    file(RELATIVE_PATH CLC_PC_PREFIX /${pkgconfig} /)
    configure_file(${PROJECT_SOURCE_DIR}/cmake/clc.pc.in ${PROJECT_BINARY_DIR}/clc.pc @ONLY)
    install(FILES ${PROJECT_BINARY_DIR}/clc.pc DESTINATION ${pkgconfig} COMPONENT Runtime)
    install(EXPORT clcRuntimeTargets NAMESPACE clc:: DESTINATION ${CLC_CMAKE_INSTALL_DIR} COMPONENT Runtime)
  endif()
  if(TARGET clc)
    install(EXPORT clcCompilerTargets NAMESPACE clc:: DESTINATION ${CLC_CMAKE_INSTALL_DIR} COMPONENT Compiler)
  endif()
endfunction()
