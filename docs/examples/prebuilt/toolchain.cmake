# For Debian's cross-compilers, for instance g++-aarch64-linux-gnu. The libraries for the other machine are found where
# CMAKE_SYSROOT or CMAKE_FIND_ROOT_PATH says, or as Debian's packages for it (apt install ocl-icd-opencl-dev:arm64).
set(TRIPLE aarch64-linux-gnu CACHE STRING "The machine that the program is for")
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES TRIPLE)
set(CMAKE_SYSTEM_NAME Linux)
string(REGEX MATCH "^[^-]+" CMAKE_SYSTEM_PROCESSOR "${TRIPLE}")
set(CMAKE_C_COMPILER ${TRIPLE}-gcc)
set(CMAKE_CXX_COMPILER ${TRIPLE}-g++)
set(CMAKE_LIBRARY_ARCHITECTURE ${TRIPLE})
