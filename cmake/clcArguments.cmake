# Checks the arguments of the functions in clcKernels.cmake while the project is configured.

# Stops the configuration with a message that names the call.
function(_clc_fail call message)
  message(FATAL_ERROR "${call}: ${message}")
endfunction()

# Sets <into> to how many characters differ between two words: Levenshtein's distance.
function(_clc_distance a b into)
  string(LENGTH "${a}" a_length)
  string(LENGTH "${b}" b_length)
  set(row "")
  foreach(j RANGE ${b_length})
    list(APPEND row ${j})
  endforeach()
  foreach(i RANGE 1 ${a_length})
    math(EXPR before "${i} - 1")
    string(SUBSTRING "${a}" ${before} 1 a_letter)
    set(next ${i})
    set(left ${i})
    foreach(j RANGE 1 ${b_length})
      math(EXPR before "${j} - 1")
      string(SUBSTRING "${b}" ${before} 1 b_letter)
      list(GET row ${before} replaced)
      list(GET row ${j} removed)
      if(NOT a_letter STREQUAL b_letter)
        math(EXPR replaced "${replaced} + 1")
      endif()
      math(EXPR removed "${removed} + 1")
      math(EXPR added "${left} + 1")
      set(left ${replaced})
      foreach(other IN ITEMS ${removed} ${added})
        if(other LESS left)
          set(left ${other})
        endif()
      endforeach()
      list(APPEND next ${left})
    endforeach()
    set(row ${next})
  endforeach()
  list(GET row ${b_length} distance)
  set(${into} ${distance} PARENT_SCOPE)
endfunction()

# Sets <into> to the candidate that someone who wrote <word> most likely meant, or to nothing.
function(_clc_nearest into word)
  set(nearest "")
  set(least 3)
  string(TOUPPER "${word}" upper)
  foreach(candidate IN LISTS ARGN)
    string(TOUPPER "${candidate}" other)
    string(LENGTH "${upper}" length)
    if(length GREATER 0 AND length LESS 40)
      _clc_distance("${upper}" "${other}" distance)
      if(distance LESS least AND distance LESS length)
        set(least ${distance})
        set(nearest "${candidate}")
      endif()
    endif()
  endforeach()
  set(${into} "${nearest}" PARENT_SCOPE)
endfunction()

# Stops at a word that is written like a keyword, and is none: "unknown argument SOURCE; did you mean SOURCES?"
function(_clc_refuse_misspelt call keywords)
  foreach(word IN LISTS ARGN)
    if(word MATCHES "^[A-Z_]+$" AND NOT EXISTS "${CMAKE_CURRENT_SOURCE_DIR}/${word}")
      _clc_nearest(nearest "${word}" ${keywords})
      if(nearest)
        _clc_fail("${call}" "unknown argument ${word}; did you mean ${nearest}?")
      endif()
    endif()
  endforeach()
endfunction()

# _clc_check_arguments(<call> <prefix> <keywords> <required>…): after cmake_parse_arguments in the caller. A misspelt
# keyword ends up in the list of the keyword before it; where that holds files or targets it is looked for always, and
# in other lists, whose words may be anything, when a required keyword is missing.
macro(_clc_check_arguments call prefix keywords)
  _clc_refuse_misspelt("${call}" "${keywords}" ${${prefix}_UNPARSED_ARGUMENTS} ${${prefix}_SOURCES} ${${prefix}_TARGETS}
                       ${${prefix}_INCLUDES} ${${prefix}_STRUCTS} ${${prefix}_CHECKS} ${${prefix}_PACKAGE})
  if(DEFINED ${prefix}_UNPARSED_ARGUMENTS)
    list(GET ${prefix}_UNPARSED_ARGUMENTS 0 _clc_word)
    list(JOIN ${prefix}_UNPARSED_ARGUMENTS " " _clc_words)
    _clc_fail("${call}" "unknown argument ${_clc_word} (does not know ${_clc_words})")
  endif()
  foreach(_clc_required IN ITEMS ${ARGN})
    if(NOT ${prefix}_${_clc_required})
      _clc_refuse_misspelt("${call}" "${_clc_required}" ${${prefix}_DEFINES} ${${prefix}_OPTIONS} ${${prefix}_VARIANTS}
                           ${${prefix}_NAMESPACE} ${${prefix}_OUTPUT} ${${prefix}_STD})
      _clc_fail("${call}" "${_clc_required} is missing")
    endif()
  endforeach()
endmacro()

# _clc_check_name(<call> <path> <use>): stops at a path that cannot be written in files for make or Ninja, or that CMake does
# not take. <use>: `output` of a command, also the name of a module, `input` that a dependency file names, or `program`.
function(_clc_check_name call path use)
  set(refused "[\n\r\t;|\\]|\\$[({<]|^~")
  string(ASCII 1 first)
  string(ASCII 31 last)
  string(ASCII 127 delete)
  set(control "[${first}-${last}${delete}]")
  set(name "${path}")
  if(use STREQUAL "output")
    string(APPEND refused "|[#<>\"]|^[^/]*${control}")
  endif()
  if(CMAKE_GENERATOR MATCHES "Makefiles")
    string(APPEND refused "|:")
  elseif(use STREQUAL "output")
    string(APPEND refused "|\\$")
  elseif(use STREQUAL "input")
    string(APPEND refused "|${control}|[#$\"&'*<>?^`]")
    string(REPLACE "${CMAKE_BINARY_DIR}/" "" name "${path}")  # dependencies are named from there
  endif()
  string(REGEX MATCH "${refused}" found "${name}")
  string(REPLACE "${CMAKE_BINARY_DIR}" "" inside "${path}")
  if(use STREQUAL "output" AND CMAKE_GENERATOR MATCHES "Makefiles" AND inside MATCHES "%")
    set(found "%")  # a pattern
  endif()
  if(found MATCHES "${control}")
    set(found "a control character")
  endif()
  string(REGEX REPLACE "[^[]" "" opened "${path}")
  string(REGEX REPLACE "[^]]" "" closed "${path}")
  string(LENGTH "${opened}" opened)
  string(LENGTH "${closed}" closed)
  if(NOT opened EQUAL closed)
    set(found "a bracket without its other half")
  endif()
  if(NOT found STREQUAL "")
    _clc_fail("${call}" "${path}: rename it, because commands of CMake's generator ${CMAKE_GENERATOR} cannot use a name with ${found}")
  endif()
endfunction()

# Stops at names in a call of clc_add_kernels that commands cannot use. Reads arg_*.
function(_clc_check_names call)
  _clc_check_name("${call}" "${CMAKE_CURRENT_BINARY_DIR}" output)
  _clc_check_name("${call}" "${CMAKE_CURRENT_SOURCE_DIR}" input)
  string(GENEX_STRIP "${arg_OUTPUT}" path)
  _clc_check_name("${call}" "${path}" output)
  set(budget ${arg_BUDGET})
  list(SUBLIST budget 0 1 budget)
  foreach(path IN LISTS arg_SOURCES arg_INCLUDES arg_LIBRARIES budget arg_SIGN_KEY)
    string(GENEX_STRIP "${path}" path)
    _clc_check_name("${call}" "${path}" input)
  endforeach()
endfunction()

# The checks that follow run when the folder's CMakeLists.txt is at its end, because what makes a file may come after the
# call. What lies in the build tree may be made by anything.

# Sets <into> to whether <file> is there, or a command of this folder makes it.
function(_clc_is_known into file)
  get_source_file_property(is_generated "${file}" GENERATED)
  set(${into} FALSE PARENT_SCOPE)
  if(EXISTS "${file}" OR is_generated)
    set(${into} TRUE PARENT_SCOPE)
  endif()
endfunction()

# _clc_refuse_missing(<call> <message> <path> <pattern>…): stops with the message, and with the name of the file of these
# patterns that was most likely meant.
function(_clc_refuse_missing call message path)
  file(GLOB others ${ARGN})
  list(TRANSFORM others REPLACE "^.*/" "")
  get_filename_component(name "${path}" NAME)
  _clc_nearest(nearest "${name}" ${others})
  set(hint "")
  if(nearest)
    set(hint "; did you mean ${nearest}?")
  endif()
  _clc_fail("${call}" "${message}${hint}")
endfunction()

# _clc_check_paths(<call> <what> <patterns> <folder> <path>…): stops at a path that is not there.
function(_clc_check_paths call what patterns folder)
  foreach(path IN LISTS ARGN)
    get_filename_component(file "${path}" ABSOLUTE BASE_DIR "${folder}")
    _clc_is_known(is_known "${file}")
    string(FIND "${file}/" "${CMAKE_BINARY_DIR}/" in_build_tree)
    if(NOT path MATCHES "\\$<" AND NOT is_known AND NOT in_build_tree EQUAL 0)
      get_filename_component(place "${file}" DIRECTORY)
      string(REGEX REPLACE "([][*?])" "[\\1]" place "${place}")  # no pattern
      list(TRANSFORM patterns PREPEND "${place}/")
      _clc_refuse_missing("${call}" "${what} ${path} does not exist" "${path}" ${patterns})
    endif()
  endforeach()
endfunction()

# _clc_check_structs(<call> <places> <header>…): stops at a header that is in none of the places. One in angle brackets
# may be the compiler's.
function(_clc_check_structs call places)
  foreach(header IN LISTS ARGN)
    if(IS_ABSOLUTE "${header}")
      _clc_check_paths("${call}" "the header of STRUCTS" "*.h;*.hpp" "" "${header}")
      continue()
    endif()
    set(is_known FALSE)
    foreach(place IN LISTS places)
      if(NOT is_known)
        _clc_is_known(is_known "${place}/${header}")
      endif()
    endforeach()
    if(NOT is_known AND NOT header MATCHES "^<|\\$<" AND NOT places MATCHES "\\$<")
      list(TRANSFORM places APPEND "/*.h*" OUTPUT_VARIABLE headers)
      _clc_refuse_missing("${call}" "the header ${header} of STRUCTS is neither in this folder, nor in one of INCLUDES, nor in the build folder"
                          "${header}" ${headers})
    endif()
  endforeach()
endfunction()

# Stops where a property of a source is another now than the call saw.
function(_clc_check_order call source property seen)
  get_source_file_property(value "${source}" ${property})
  if(NOT value STREQUAL seen)
    _clc_fail("${call}" "${property} of ${source} is set after the call, which did not see it: set it before")
  endif()
endfunction()

# Checks the paths that a call of clc_add_kernels names, and the properties of its sources, at the end of the folder.
# Reads arg_*, listed.
function(_clc_check_paths_later call)
  set(here "${CMAKE_CURRENT_SOURCE_DIR}")
  set(places "${here}")
  foreach(place IN LISTS arg_INCLUDES)
    get_filename_component(place "${place}" ABSOLUTE)
    list(APPEND places "${place}")
  endforeach()
  list(APPEND places "${CMAKE_CURRENT_BINARY_DIR}")
  foreach(check IN ITEMS
      "_clc_check_paths [====[${call}]====] [====[the source]====] [====[*.cl;*.clcpp]====] [====[${here}]====] [====[${listed}]====]"
      "_clc_check_paths [====[${call}]====] [====[the folder of INCLUDES]====] [====[*]====] [====[${here}]====] [====[${arg_INCLUDES}]====]"
      "_clc_check_paths [====[${call}]====] [====[the key of SIGN_KEY]====] [====[*.pem;*.key]====] [====[${here}]====] [====[${arg_SIGN_KEY}]====]"
      "_clc_check_structs [====[${call}]====] [====[${places}]====] [====[${arg_STRUCTS}]====]")
    cmake_language(EVAL CODE "cmake_language(DEFER CALL ${check})")
  endforeach()
  foreach(source IN LISTS arg_SOURCES)
    foreach(property IN ITEMS CLC_TARGETS HEADER_FILE_ONLY OBJECT_DEPENDS INCLUDE_DIRECTORIES COMPILE_DEFINITIONS COMPILE_OPTIONS COMPILE_FLAGS)
      get_source_file_property(seen "${source}" ${property})
      cmake_language(EVAL CODE "cmake_language(DEFER CALL _clc_check_order [====[${call}]====] [====[${source}]====] ${property} [====[${seen}]====])")
    endforeach()
  endforeach()
endfunction()

# Stops at a namespace that C++ does not take, as clc embed does: reserved names, and the words of k_taken in cpp_names.cpp.
function(_clc_check_namespace call namespace)
  set(taken
    alignas alignof and and_eq asm assert auto bitand bitor bool break case catch char char16_t char32_t char8_t class co_await
    co_return co_yield compl concept const const_cast consteval constexpr constinit continue contract_assert decltype default
    delete do double dynamic_cast else enum errno explicit export extern false float for friend goto i386 if inline int linux long
    mutable namespace new noexcept not not_eq nullptr operator or or_eq private protected public register reinterpret_cast
    requires return short signed sizeof static static_assert static_cast struct switch template this thread_local throw true try
    typedef typeid typename union unix unsigned using virtual void volatile wchar_t while xor xor_eq)
  string(REPLACE "::" ";" parts "${namespace}")
  if(NOT namespace MATCHES "^[A-Za-z_][A-Za-z0-9_]*(::[A-Za-z_][A-Za-z0-9_]*)*$")
    _clc_fail("${call}" "NAMESPACE ${namespace}: write names of C++, such as filters or vendor::filters")
  endif()
  foreach(part IN LISTS parts)
    if(part IN_LIST taken OR part MATCHES "__|^_[A-Z]|^_$")
      _clc_fail("${call}" "NAMESPACE ${namespace}: '${part}' cannot be the name of a namespace")
    endif()
  endforeach()
endfunction()

# Stops at CHECKS that are no options of clc check for one module: what a budget allows is of a whole package.
function(_clc_check_checks call)
  list(JOIN ARGN " " words)
  if(words AND NOT words MATCHES "^-")
    _clc_fail("${call}" "CHECKS ${words}: give options of clc check, such as --no-spills")
  endif()
  if(words MATCHES "(^| )(--(budget|write-budget|only|tolerance|ratchet))")
    _clc_fail("${call}" "CHECKS ${CMAKE_MATCH_2}: a budget is for the keyword BUDGET")
  endif()
endfunction()

# Stops at a target that clc does not know, where clc can be asked already: a clc that this build makes cannot.
function(_clc_check_targets call)
  set(targets ${ARGN})
  list(FILTER targets EXCLUDE REGEX "\\$<|^(native|driver)")  # the machine that builds is asked for its drivers
  get_target_property(is_imported clc::clc IMPORTED)
  if(NOT is_imported OR NOT targets)
    return()
  endif()
  get_target_property(program clc::clc IMPORTED_LOCATION)
  foreach(configuration IN ITEMS RELEASE RELWITHDEBINFO MINSIZEREL DEBUG NOCONFIG NONE)
    if(NOT program)
      get_target_property(program clc::clc IMPORTED_LOCATION_${configuration})
    endif()
  endforeach()
  if(NOT program)
    return()
  endif()
  _clc_check_name("${call}" "${program}" program)
  execute_process(COMMAND "${program}" targets --check ${targets} RESULT_VARIABLE result ERROR_VARIABLE said OUTPUT_QUIET
                  ERROR_STRIP_TRAILING_WHITESPACE)
  if(result EQUAL 4)
    string(REGEX REPLACE "^clc: error: " "" said "${said}")
    _clc_fail("${call}" "${said}")
  endif()
endfunction()
