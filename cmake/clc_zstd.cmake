# clc::zstd: libzstd, the static one where there is one. Its decompressor, which is all that a program takes from it, costs
# nothing to start, and fits into shared libraries, too.
if(NOT TARGET clc::zstd)
  find_library(CLC_ZSTD_LIBRARY NAMES libzstd.a zstd DOC "libzstd, static where it can be had")
  find_path(CLC_ZSTD_INCLUDE_DIR zstd.h)
  mark_as_advanced(CLC_ZSTD_LIBRARY CLC_ZSTD_INCLUDE_DIR)
  if(CLC_ZSTD_LIBRARY AND CLC_ZSTD_INCLUDE_DIR)
    if(NOT CLC_ZSTD_LIBRARY MATCHES "\\.a$")
      message(STATUS "clc: there is no static libzstd (libzstd.a), so programs that link clc::runtime need "
                     "${CLC_ZSTD_LIBRARY} on each machine that they run on")
    endif()
    add_library(clc::zstd UNKNOWN IMPORTED GLOBAL)
    set_target_properties(clc::zstd PROPERTIES IMPORTED_LOCATION "${CLC_ZSTD_LIBRARY}"
      INTERFACE_INCLUDE_DIRECTORIES "${CLC_ZSTD_INCLUDE_DIR}")
    if(UNIX AND NOT APPLE)
      # Plug-ins and their programs may have another libzstd each.
      target_link_options(clc::zstd INTERFACE "LINKER:--exclude-libs,libzstd.a")
    endif()
  endif()
endif()
