# What clc's programs, libraries and data hold of others: script/lib/notices.py writes it into share/clc, and complains about a component
# that packaging/components.json has no row for.
set(CLC_NOTICES OFF)
if(CLC_INSTALL)
  find_package(Python3 COMPONENTS Interpreter)
  find_program(CLC_DPKG_QUERY dpkg-query)
  mark_as_advanced(CLC_DPKG_QUERY)
  if(Python3_FOUND AND CLC_DPKG_QUERY AND CMAKE_GENERATOR STREQUAL "Ninja" AND CMAKE_SYSTEM_NAME STREQUAL "Linux" AND NOT CMAKE_CROSSCOMPILING)
    set(CLC_NOTICES ON)
    file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/CMakeFiles/maps)
  else()
    message(STATUS "clc: no notices of what is of others, so what is built may not be passed on: they want Ninja, Python 3 and dpkg-query")
  endif()
endif()

# _clc_note(<group> <kind> <path>): see script/lib/notices.py
function(_clc_note group kind path)
  set_property(GLOBAL APPEND PROPERTY CLC_NOTED "${group} ${kind} ${path}")
endfunction()

# clc_note_program(<target> <group>): a program or library that the linker makes, with all that the linker takes for it
function(clc_note_program target group)
  if(CLC_NOTICES)
    set(map ${PROJECT_BINARY_DIR}/CMakeFiles/maps/${target}.map)
    target_link_options(${target} PRIVATE LINKER:-Map=${map})
    _clc_note(${group} map ${map})
    set_property(GLOBAL APPEND PROPERTY CLC_NOTED_TARGETS ${target})
  endif()
endfunction()

# clc_note_archive(<target> <group>): a static library, with the headers of others that it was compiled with
function(clc_note_archive target group)
  if(CLC_NOTICES)
    _clc_note(${group} archive $<TARGET_FILE:${target}>)
    set_property(GLOBAL APPEND PROPERTY CLC_NOTED_TARGETS ${target})
  endif()
endfunction()

# clc_note_files(<group> <file>…): files of others that go along, or that something which goes along is made of
function(clc_note_files group)
  foreach(file IN LISTS ARGN)
    _clc_note(${group} file ${file})
  endforeach()
endfunction()

# clc_install_notices_of_clc(): makes them, after all targets, and installs them.
function(clc_install_notices_of_clc)
  set(documents ${CMAKE_INSTALL_DATADIR}/doc)
  set(copyrights ${PROJECT_BINARY_DIR}/share/copyright)
  set(copyright_of_runtime ${copyrights}/clc-runtime)
  set(copyright_of_compiler ${copyrights}/clc)
  set(copyright_of_emulator ${copyrights}/clc-emulator)
  if(NOT CLC_NOTICES)
    set(copyright_of_runtime LICENSE)
    set(copyright_of_compiler LICENSE)
    set(copyright_of_emulator LICENSE)
  endif()
  install(FILES ${copyright_of_runtime} DESTINATION ${documents}/clc-runtime RENAME copyright COMPONENT Runtime)
  if(TARGET clc)
    install(FILES ${copyright_of_compiler} DESTINATION ${documents}/clc RENAME copyright COMPONENT Compiler)
  endif()
  if(TARGET clc_emulator)
    install(FILES ${copyright_of_emulator} DESTINATION ${documents}/clc-emulator RENAME copyright COMPONENT Emulator)
  endif()
  if(NOT CLC_NOTICES)
    return()
  endif()
  get_property(noted GLOBAL PROPERTY CLC_NOTED)
  get_property(targets GLOBAL PROPERTY CLC_NOTED_TARGETS)
  list(JOIN noted "\n" noted)
  set(inputs ${PROJECT_BINARY_DIR}/CMakeFiles/noted)
  file(GENERATE OUTPUT ${inputs} CONTENT "${noted}\n")
  set(table ${PROJECT_SOURCE_DIR}/packaging/components.json)
  file(GLOB texts CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/packaging/licenses/*)
  set(script ${PROJECT_SOURCE_DIR}/script/lib/notices.py)
  set(out ${CLC_SHARE_OUTPUT_DIRECTORY})
  add_custom_command(OUTPUT ${out}/components.json
    COMMAND Python3::Interpreter ${script} --inputs ${inputs} --source ${PROJECT_SOURCE_DIR} --build ${CMAKE_BINARY_DIR}
      --version ${PROJECT_VERSION} --into ${out} --copyrights ${copyrights}
    DEPENDS ${targets} ${script} ${inputs} ${table} ${texts} ${PROJECT_SOURCE_DIR}/LICENSE
    COMMENT "Noting what is of others" VERBATIM)
  add_custom_target(clc_notices ALL DEPENDS ${out}/components.json)
  set(files components.json THIRD-PARTY-NOTICES COMPILER-NOTICES PACKAGE-NOTICES RUNTIME-NOTICES)
  list(TRANSFORM files PREPEND ${out}/)
  install(FILES ${files}
    DESTINATION ${CMAKE_INSTALL_DATADIR}/clc COMPONENT Runtime)
  install(DIRECTORY ${out}/LICENSES DESTINATION ${CMAKE_INSTALL_DATADIR}/clc COMPONENT Runtime)
  if(TARGET clc_emulator)
    install(FILES ${out}/EMULATOR-NOTICES DESTINATION ${CMAKE_INSTALL_DATADIR}/clc COMPONENT Emulator)
  endif()
endfunction()

# clc_install_bills(): bills of materials of what was installed so far, in share/clc/sbom: of all, or of one component.
function(clc_install_bills)
  if(NOT CLC_NOTICES)
    return()
  endif()
  string(CONFIGURE [[
    string(TOLOWER "clc-${CMAKE_INSTALL_COMPONENT}" name)
    string(REGEX REPLACE "-$" "" name "${name}")
    set(folder "${CMAKE_INSTALL_PREFIX}/@CMAKE_INSTALL_DATADIR@/clc/sbom")
    if(name MATCHES "^clc(-runtime|-compiler|-emulator)?$")
      execute_process(COMMAND "@Python3_EXECUTABLE@" "@PROJECT_SOURCE_DIR@/script/lib/sbom.py" write --name ${name} --version @PROJECT_VERSION@
        --date @CLC_DATE@ --components "@CLC_SHARE_OUTPUT_DIRECTORY@/components.json" "--root=$ENV{DESTDIR}" --into "${folder}"
        --prefix "${CMAKE_INSTALL_PREFIX}" ${CMAKE_INSTALL_MANIFEST_FILES} RESULT_VARIABLE result)
      if(NOT result EQUAL 0)
        message(FATAL_ERROR "clc: no bill of materials could be written: see above")
      endif()
      list(APPEND CMAKE_INSTALL_MANIFEST_FILES "${folder}/${name}.spdx.json" "${folder}/${name}.cdx.json")
    endif()]] code @ONLY)
  install(CODE "${code}" ALL_COMPONENTS)
endfunction()
