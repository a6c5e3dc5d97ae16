# clc_installed_targets(<into> <target>…): those whose code does not depend on the drivers and the processor of this machine. Names are
# those that `clc compile -t` takes, in any case.
function(clc_installed_targets into)
  set(others "")
  foreach(target IN LISTS ARGN)
    string(TOLOWER "${target}" name)
    if(NOT name MATCHES "^(driver(:.*)?|native|all[-_]available)$")
      list(APPEND others "${target}")
    endif()
  endforeach()
  set(${into} "${others}" PARENT_SCOPE)
endfunction()
