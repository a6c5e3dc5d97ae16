# `cpack` makes the Debian packages of script/dist: clc-runtime, clc, the compiler, clc-cuda, the driver over CUDA, and clc-emulator
# where the emulated GPUs were built.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME clc)
set(CPACK_PACKAGE_VENDOR "clc")
set(CPACK_PACKAGE_CONTACT "clc <clc@localhost>" CACHE STRING "Maintainer of the Debian packages")
# No summary of all: it would be the first line of each description.
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_PACKAGE_DIRECTORY ${PROJECT_BINARY_DIR}/packages)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_PRE_BUILD_SCRIPTS ${PROJECT_SOURCE_DIR}/cmake/clc_pack_permissions.cmake)
set(CPACK_COMPONENTS_ALL Runtime Compiler)
if(TARGET clc_cuda)
  list(APPEND CPACK_COMPONENTS_ALL Cuda)
endif()
if(TARGET clc_emulator)
  list(APPEND CPACK_COMPONENTS_ALL Emulator)
endif()

set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_ENABLE_COMPONENT_DEPENDS ON)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_NAME clc-runtime)
set(CPACK_DEBIAN_RUNTIME_DESCRIPTION
  "Runtime of clc: loads packages of compiled OpenCL kernels\n The library, its headers and CMake package, clrun, and the algorithm set.")
# Packages that are needed to build programs that link the library.
set(CPACK_DEBIAN_RUNTIME_PACKAGE_RECOMMENDS "ocl-icd-opencl-dev, libssl-dev, libzstd-dev, zlib1g-dev, libexpected-dev")
set(CPACK_DEBIAN_COMPILER_PACKAGE_NAME clc)
set(CPACK_DEBIAN_COMPILER_DESCRIPTION
  "Compiles OpenCL C ahead of time\n For SPIR-V, NVIDIA, AMD and the installed OpenCL drivers, into packages that clc-runtime loads.")
set(CPACK_DEBIAN_CUDA_PACKAGE_NAME clc-cuda)
set(CPACK_DEBIAN_CUDA_DESCRIPTION
  "OpenCL on NVIDIA GPUs where only CUDA's driver is\n An OpenCL driver that opens libcuda.so.1. OCL_ICD_VENDORS makes programs see it.")
set(CPACK_DEBIAN_EMULATOR_PACKAGE_NAME clc-emulator)
set(CPACK_DEBIAN_EMULATOR_DESCRIPTION
  "Emulated AMD GPUs for clc\n An OpenCL driver that executes their machine code. `clc emulate` runs programs on it, and no others see it.")

include(CPack)
cpack_add_component(Runtime)
cpack_add_component(Compiler DEPENDS Runtime)
if(TARGET clc_cuda)
  cpack_add_component(Cuda DEPENDS Compiler)
endif()
if(TARGET clc_emulator)
  cpack_add_component(Emulator DEPENDS Compiler)
endif()
