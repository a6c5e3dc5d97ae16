# Installs the components Runtime (library, headers, clrun and the algorithm set), Compiler, Cuda (the OpenCL driver over CUDA), and Emulator (emulated AMD GPUs).
include(CMakePackageConfigHelpers)
set(CLC_CMAKE_INSTALL_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/clc)

# clc_install_library(<target> <name> [WITHOUT_HEADERS]): a static library of the runtime, exported as clc::<name>.
# Its public headers are in include/ of the current folder.
function(clc_install_library target name)
  target_include_directories(${target} INTERFACE $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${name})
  target_compile_features(${target} INTERFACE cxx_std_17)
  if(UNIX AND NOT APPLE)
    # A shared library that links this one exports nothing of it: in one process there may be others that do, with others of clc.
    target_link_options(${target} INTERFACE "LINKER:--exclude-libs,lib${target}.a")
  endif()
  if(CLC_INSTALL)
    clc_note_archive(${target} runtime)
    install(TARGETS ${target} EXPORT clcRuntimeTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT Runtime)
    if(NOT "WITHOUT_HEADERS" IN_LIST ARGN)
      install(DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR}/include/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT Runtime)
    endif()
  endif()
endfunction()

# clc_install_program(<target> <destination> <component> [EXPORT <set>]): a program, or a module that one loads. CLC_GROUP is whom the
# notices name it for: compiler, where it is not set.
function(clc_install_program target destination component)
  if(CLC_INSTALL)
    if(NOT CLC_GROUP)
      set(CLC_GROUP compiler)
    endif()
    clc_note_program(${target} ${CLC_GROUP})
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

# _clc_export_build_tree(<folder> <file>…): lets find_package(clc) take the build tree, too, where these files are copied to
function(_clc_export_build_tree folder)
  foreach(file IN LISTS ARGN)
    get_filename_component(name ${file} NAME)
    configure_file(${file} ${folder}/${name} COPYONLY)
  endforeach()
  file(COPY ${PROJECT_SOURCE_DIR}/cmake/clangd DESTINATION ${folder})
  if(TARGET clc_runtime)
    # Headers that the libraries use inside are named in a build tree, though their users never see them.
    file(WRITE ${folder}/clcRuntimeTargets.cmake
      "find_dependency(nlohmann_json)\ninclude(\${CMAKE_CURRENT_LIST_DIR}/clcBuiltLibraries.cmake)\n")
    export(TARGETS clc_package clc_package_internal clc_cache clc_runtime clc_c_interface NAMESPACE clc:: FILE ${folder}/clcBuiltLibraries.cmake)
  endif()
  if(TARGET clc)
    export(EXPORT clcCompilerTargets NAMESPACE clc:: FILE ${folder}/clcCompilerTargets.cmake)
  endif()
endfunction()

# clc_install_package(): what find_package(clc) reads. After all targets.
function(clc_install_package)
  if(NOT CLC_INSTALL)
    return()
  endif()
  set(files ${PROJECT_BINARY_DIR}/${CLC_CMAKE_INSTALL_DIR})
  set(CLC_RUNTIME_LIBRARIES "")
  foreach(library IN ITEMS crypto zstd)
    if(TARGET clc::${library})
      string(APPEND CLC_RUNTIME_LIBRARIES " ${library}")
    endif()
  endforeach()
  configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/clcConfig.cmake.in ${files}/clcConfig.cmake
    INSTALL_DESTINATION ${CLC_CMAKE_INSTALL_DIR} PATH_VARS CMAKE_INSTALL_DATADIR NO_SET_AND_CHECK_MACRO)
  # docs/compatibility.md promises nothing between the minor versions before 1.0.
  set(same SameMajorVersion)
  if(PROJECT_VERSION VERSION_LESS 1.0)
    set(same SameMinorVersion)
  endif()
  write_basic_package_version_file(${files}/clcConfigVersion.cmake COMPATIBILITY ${same})
  set(others clc_crypto.cmake clc_zstd.cmake clcArguments.cmake clcKernels.cmake package_embedded.h.in package_file.h.in)
  list(TRANSFORM others PREPEND ${PROJECT_SOURCE_DIR}/cmake/)
  install(FILES ${files}/clcConfig.cmake ${files}/clcConfigVersion.cmake ${others} DESTINATION ${CLC_CMAKE_INSTALL_DIR} COMPONENT Runtime)
  _clc_export_build_tree(${files} ${others})
  clc_install_notices_of_clc()
  if(TARGET clc)
    # The help names pages as docs/NAME.md.
    set(documents ${CMAKE_INSTALL_DATADIR}/doc/clc)
    install(DIRECTORY docs DESTINATION ${documents} COMPONENT Compiler)
    install(CODE "set(CLC_PAGES \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${documents}/docs\")" COMPONENT Compiler)
    install(SCRIPT ${PROJECT_SOURCE_DIR}/cmake/clc_install_pages.cmake COMPONENT Compiler)
  endif()
  install(DIRECTORY cmake/clangd DESTINATION ${CLC_CMAKE_INSTALL_DIR} COMPONENT Runtime)
  if(TARGET clc_runtime)
    set(pkgconfig ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
    file(RELATIVE_PATH CLC_PC_PREFIX /${pkgconfig} /)
    set(CLC_PC_ZLIB "")
    if(CLC_CRYPTO_WANTS)
      set(CLC_PC_ZLIB " -l:libz.a")
    endif()
    foreach(file clc.pc clc-runtime.pc)
      configure_file(${PROJECT_SOURCE_DIR}/cmake/${file}.in ${PROJECT_BINARY_DIR}/${file} @ONLY)
      install(FILES ${PROJECT_BINARY_DIR}/${file} DESTINATION ${pkgconfig} COMPONENT Runtime)
    endforeach()
    install(EXPORT clcRuntimeTargets NAMESPACE clc:: DESTINATION ${CLC_CMAKE_INSTALL_DIR} COMPONENT Runtime)
  endif()
  if(TARGET clc)
    install(EXPORT clcCompilerTargets NAMESPACE clc:: DESTINATION ${CLC_CMAKE_INSTALL_DIR} COMPONENT Compiler)
  endif()
  clc_install_bills()
endfunction()
