# clc::crypto: OpenSSL's libcrypto, the static one where there is one, so that a program needs none on the machine that it runs on.
# A project that finds OpenSSL itself has one libcrypto in its programs, that which it found.
if(NOT TARGET clc::crypto)
  find_library(CLC_CRYPTO_LIBRARY NAMES libcrypto.a crypto HINTS "${OPENSSL_ROOT_DIR}" ENV OPENSSL_ROOT_DIR
               PATH_SUFFIXES lib lib64 DOC "OpenSSL's libcrypto, static where it can be had")
  mark_as_advanced(CLC_CRYPTO_LIBRARY)
  # Static ones may be built with zlib and zstd, as Debian 13's is.
  set(CLC_CRYPTO_WANTS "" CACHE INTERNAL "Libraries that a static libcrypto calls")
  set(_clc_wants "")
  if(CLC_CRYPTO_LIBRARY MATCHES "\\.a$")
    file(STRINGS "${CLC_CRYPTO_LIBRARY}" _clc_wants REGEX "inflateInit_" LIMIT_COUNT 1)
  endif()
  if(_clc_wants)
    find_library(CLC_ZLIB NAMES libz.a z)
    find_library(CLC_ZSTD_LIBRARY NAMES libzstd.a zstd DOC "libzstd, static where it can be had")
    mark_as_advanced(CLC_ZLIB CLC_ZSTD_LIBRARY)
    if(CLC_ZLIB AND CLC_ZSTD_LIBRARY)
      set_property(CACHE CLC_CRYPTO_WANTS PROPERTY VALUE "${CLC_ZLIB};${CLC_ZSTD_LIBRARY}")
    else()
      message(STATUS "clc: ${CLC_CRYPTO_LIBRARY} wants zlib and zstd, which are not both installed (Debian: zlib1g-dev, libzstd-dev)")
      unset(CLC_CRYPTO_LIBRARY CACHE)
      find_library(CLC_CRYPTO_LIBRARY NAMES crypto HINTS "${OPENSSL_ROOT_DIR}" ENV OPENSSL_ROOT_DIR PATH_SUFFIXES lib lib64)
    endif()
  endif()
  if(CLC_CRYPTO_LIBRARY)
    if(NOT CLC_CRYPTO_LIBRARY MATCHES "\\.a$")
      message(STATUS "clc: there is no static libcrypto (libcrypto.a), so programs that link clc::runtime need "
                     "${CLC_CRYPTO_LIBRARY} on each machine that they run on")
    endif()
    add_library(clc::crypto INTERFACE IMPORTED GLOBAL)
    set_target_properties(clc::crypto PROPERTIES INTERFACE_LINK_LIBRARIES
      "$<IF:$<TARGET_EXISTS:OpenSSL::Crypto>,OpenSSL::Crypto,${CLC_CRYPTO_LIBRARY}>;${CLC_CRYPTO_WANTS};${CMAKE_DL_LIBS};pthread"
      # Shared libraries of the program, such as libcurl, keep to the libcrypto that they were linked with.
      INTERFACE_LINK_OPTIONS "LINKER:--exclude-libs,libcrypto.a:libz.a:libzstd.a")
  endif()
endif()
