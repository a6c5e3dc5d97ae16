// The functions of CUDA's driver API that the driver calls, declared here so that no toolkit is needed to build it.
// libcuda.so.1 is opened when the application first asks for the platform.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace clc::cuda {

using Result = int;
using DeviceNumber = int;
using DevicePointer = std::uint64_t;
using Context = struct CUctx_st*;
using Module = struct CUmod_st*;
using Function = struct CUfunc_st*;
using StreamHandle = struct CUstream_st*;
using EventHandle = struct CUevent_st*;
using Graph = struct CUgraph_st*;
using ReadyGraph = struct CUgraphExec_st*;
using ArrayHandle = struct CUarray_st*;
using TextureHandle = unsigned long long;
using SurfaceHandle = unsigned long long;

struct Uuid {
  std::uint8_t bytes[16];
};

// CUDA_MEMCPY3D
struct Copy3d {
  std::size_t from_x, from_y, from_z, from_level;
  unsigned from_kind;
  const void* from_host;
  DevicePointer from_device;
  ArrayHandle from_array;
  void* reserved_from;
  std::size_t from_pitch, from_height;
  std::size_t to_x, to_y, to_z, to_level;
  unsigned to_kind;
  void* to_host;
  DevicePointer to_device;
  ArrayHandle to_array;
  void* reserved_to;
  std::size_t to_pitch, to_height;
  std::size_t width, height, depth;
};
inline constexpr unsigned k_host_memory = 1, k_device_memory = 2, k_array_memory = 3, k_any_memory = 4;

// CUDA_ARRAY3D_DESCRIPTOR
struct ArrayDescription {
  std::size_t width, height, depth;
  unsigned format, channels, flags;
};
inline constexpr unsigned k_layered = 1, k_with_surfaces = 2;

// CUarray_format
enum ArrayFormat : unsigned {
  k_unsigned_int8 = 0x01,
  k_unsigned_int16 = 0x02,
  k_unsigned_int32 = 0x03,
  k_signed_int8 = 0x08,
  k_signed_int16 = 0x09,
  k_signed_int32 = 0x0a,
  k_half = 0x10,
  k_float = 0x20,
  // These are for one channel; those for two and four channels follow.
  k_unorm_int8 = 0xc0,
  k_unorm_int16 = 0xc3,
  k_snorm_int8 = 0xc6,
  k_snorm_int16 = 0xc9,
};

// CUDA_RESOURCE_DESC
struct ResourceDescription {
  struct Linear {
    DevicePointer address;
    unsigned format, channels;
    std::size_t bytes;
  };
  unsigned kind;
  union {
    ArrayHandle array;
    Linear linear;
    int reserved[32];
  };
  unsigned flags;
};
inline constexpr unsigned k_array_resource = 0, k_linear_resource = 2;

// CUDA_TEXTURE_DESC
struct TextureDescription {
  unsigned addressing[3], filter, flags, anisotropy, mipmap_filter;
  float mipmap_bias, least_mipmap, most_mipmap, border[4];
  int reserved[12];
};
inline constexpr unsigned k_wrap = 0, k_clamp_to_edge = 1, k_mirror = 2, k_border = 3;
inline constexpr unsigned k_read_as_integer = 1, k_normalized_coordinates = 2;

enum : Result {
  k_success = 0,
  k_out_of_memory = 2,
  k_no_device = 100,
  k_ecc_uncorrectable = 214,
  k_invalid_ptx = 218,
  k_nvlink_uncorrectable = 220,
  k_unsupported_ptx_version = 222,
  k_contained = 226,
  k_illegal_address = 700,
  k_launch_out_of_resources = 701,
  k_launch_timeout = 702,
  k_context_is_destroyed = 709,
  k_assert = 710,
  k_peer_access_already_enabled = 704,
  k_hardware_stack_error = 714,
  k_launch_failed = 719,
  k_mps_rpc_failure = 806,
  k_mps_client_terminated = 810,
};

// CUdevice_attribute
enum Attribute : int {
  k_max_threads_per_block = 1,
  k_max_block_x = 2,
  k_max_shared_memory_per_block = 8,
  k_warp_size = 10,
  k_clock_rate = 13,
  k_texture_alignment = 14,
  k_multiprocessor_count = 16,
  k_integrated = 18,
  k_texture_1d_width = 21,
  k_texture_2d_width = 22,
  k_texture_2d_height = 23,
  k_texture_3d_width = 24,
  k_texture_2d_layered_width = 27,
  k_texture_2d_layered_height = 28,
  k_texture_2d_layers = 29,
  k_ecc_enabled = 32,
  k_pci_bus = 33,
  k_pci_device = 34,
  k_l2_cache_size = 38,
  k_texture_1d_layered_width = 42,
  k_texture_1d_layers = 43,
  k_pci_domain = 50,
  k_surface_1d_width = 55,
  k_surface_2d_width = 56,
  k_surface_2d_height = 57,
  k_surface_3d_width = 58,
  k_surface_1d_layered_width = 61,
  k_surface_1d_layers = 62,
  k_surface_2d_layered_width = 63,
  k_surface_2d_layered_height = 64,
  k_surface_2d_layers = 65,
  k_texture_1d_linear_width = 69,
  k_capability_major = 75,
  k_capability_minor = 76,
  k_concurrent_managed_access = 89,
  k_max_shared_memory_per_block_optin = 97,
};

// CUfunction_attribute
enum FunctionAttribute : int {
  k_function_max_threads = 0,
  k_function_shared_bytes = 1,
  k_function_local_bytes = 3,
  k_function_max_dynamic_shared_bytes = 8,
};

// CUpointer_attribute
enum PointerAttribute : int {
  k_pointer_memory_kind = 2,
  k_pointer_is_managed = 8,
  k_pointer_device = 9,
  k_pointer_has_handle = 10,  // for other processes, which memory of cuMemAlloc has
};

// Streams that have no handle of their own.
inline constexpr std::uintptr_t k_legacy_stream = 1, k_thread_stream = 2;

// Each with the name that libcuda.so.1 has it by.
#define CLC_CUDA_FUNCTIONS(f)                                                                                          \
  f(cuInit, unsigned) f(cuArray3DCreate_v2, ArrayHandle*, const ArrayDescription*) f(cuArrayDestroy, ArrayHandle)      \
      f(cuTexObjectCreate, TextureHandle*, const ResourceDescription*, const TextureDescription*, const void*) f(      \
          cuTexObjectDestroy, TextureHandle) f(cuSurfObjectCreate, SurfaceHandle*, const ResourceDescription*)         \
          f(cuSurfObjectDestroy, SurfaceHandle) f(cuDriverGetVersion, int*) f(cuGetErrorName, Result, const char**) f( \
              cuGetErrorString, Result, const char**) f(cuDeviceGetCount, int*) f(cuDeviceGet, DeviceNumber*, int)     \
              f(cuDeviceGetName, char*, int, DeviceNumber) f(cuDeviceGetUuid, Uuid*, DeviceNumber) f(                  \
                  cuDeviceTotalMem_v2, std::size_t*, DeviceNumber) f(cuDeviceGetAttribute, int*, int, DeviceNumber)    \
                  f(cuDeviceCanAccessPeer, int*, DeviceNumber, DeviceNumber) f(cuDevicePrimaryCtxRetain, Context*,     \
                                                                               DeviceNumber)                           \
                      f(cuCtxGetCurrent, Context*) f(cuCtxPushCurrent_v2, Context) f(cuCtxPopCurrent_v2, Context*) f(  \
                          cuCtxEnablePeerAccess, Context, unsigned) f(cuMemAlloc_v2, DevicePointer*, std::size_t)      \
                          f(cuMemFree_v2, DevicePointer) f(cuMemAllocManaged, DevicePointer*, std::size_t, unsigned)   \
                              f(cuMemHostAlloc, void**, std::size_t, unsigned) f(cuMemFreeHost, void*)                 \
                                  f(cuMemcpyDtoH_v2, void*, DevicePointer, std::size_t)                                \
                                      f(cuMemcpyAsync, DevicePointer, DevicePointer, std::size_t, StreamHandle) f(     \
                                          cuMemcpyHtoDAsync_v2, DevicePointer, const void*, std::size_t, StreamHandle) \
                                          f(cuMemcpyDtoHAsync_v2, void*, DevicePointer, std::size_t, StreamHandle) f(  \
                                              cuMemcpyDtoDAsync_v2, DevicePointer, DevicePointer, std::size_t,         \
                                              StreamHandle) f(cuMemcpy3DAsync_v2, const Copy3d*, StreamHandle)         \
                                              f(cuMemsetD8Async, DevicePointer, unsigned char, std::size_t,            \
                                                StreamHandle) f(cuMemsetD16Async, DevicePointer, unsigned short,       \
                                                                std::size_t, StreamHandle)                             \
                                                  f(cuMemsetD32Async, DevicePointer, unsigned, std::size_t,            \
                                                    StreamHandle) f(cuModuleLoadDataEx, Module*, const void*,          \
                                                                    unsigned, int*, void**) f(cuModuleUnload, Module)  \
                                                      f(cuModuleGetFunction, Function*, Module, const char*) f(        \
                                                          cuModuleGetGlobal_v2, DevicePointer*, std::size_t*, Module,  \
                                                          const char*) f(cuFuncGetAttribute, int*, int, Function)      \
                                                          f(cuFuncSetAttribute, Function, int, int)                    \
                                                              f(cuLaunchKernel, Function, unsigned, unsigned,          \
                                                                unsigned, unsigned, unsigned, unsigned, unsigned,      \
                                                                StreamHandle, void**,                                  \
                                                                void**) f(cuStreamCreate, StreamHandle*, unsigned)     \
                                                                  f(cuStreamDestroy_v2, StreamHandle) f(               \
                                                                      cuStreamSynchronize, StreamHandle)               \
                                                                      f(cuEventCreate, EventHandle*, unsigned) f(      \
                                                                          cuEventDestroy_v2, EventHandle)              \
                                                                          f(cuEventRecord, EventHandle, StreamHandle)  \
                                                                              f(cuEventSynchronize, EventHandle)       \
                                                                                  f(cuStreamWaitEvent, StreamHandle,   \
                                                                                    EventHandle, unsigned)             \
                                                                                      f(cuEventElapsedTime, float*,    \
                                                                                        EventHandle, EventHandle)

// Null where libcuda.so.1 is older than they are.
#define CLC_CUDA_OPTIONAL_FUNCTIONS(f)                                                            \
  f(cuDeviceGetUuid_v2, Uuid*, DeviceNumber) f(cuPointerGetAttribute, void*, int, DevicePointer)  \
      f(cuMemGetAddressRange_v2, DevicePointer*, std::size_t*, DevicePointer)                     \
          f(cuStreamGetCtx, StreamHandle, Context*) f(cuStreamBeginCapture_v2, StreamHandle, int) \
              f(cuStreamEndCapture, StreamHandle, Graph*) f(cuGraphDestroy, Graph)                \
                  f(cuGraphInstantiateWithFlags, ReadyGraph*, Graph, unsigned long long)          \
                      f(cuGraphLaunch, ReadyGraph, StreamHandle) f(cuGraphExecDestroy, ReadyGraph)

struct Api {
#define CLC_CUDA_POINTER(name, ...) Result (*name)(__VA_ARGS__) = nullptr;
  CLC_CUDA_FUNCTIONS(CLC_CUDA_POINTER)
  CLC_CUDA_OPTIONAL_FUNCTIONS(CLC_CUDA_POINTER)
#undef CLC_CUDA_POINTER
};

// The functions, after open_cuda() has succeeded.
const Api& cuda();

// Opens libcuda.so.1 and initialises it. Returns why there is no CUDA here, in a sentence; empty: there is.
std::string open_cuda();

// "CUDA_ERROR_ILLEGAL_ADDRESS (an illegal memory access was encountered)"
std::string describe(Result result);
// "13.0": the version of CUDA that the driver has.
std::string driver_version();

}  // namespace clc::cuda
