// The platform, its devices and contexts. What they say is what AMD's driver of ROCm 6 says of these chips.
#include <algorithm>
#include <iterator>

#include "driver/api.h"

namespace clc::emulator::driver {
namespace {

_cl_platform_id k_platform;
_cl_device_id k_devices[k_chip_count] = {_cl_device_id(Chip::k_gfx942), _cl_device_id(Chip::k_gfx1100),
                                         _cl_device_id(Chip::k_gfx1200)};

constexpr const char* k_extensions =
    "cl_khr_fp64 cl_khr_global_int32_base_atomics cl_khr_global_int32_extended_atomics "
    "cl_khr_local_int32_base_atomics cl_khr_local_int32_extended_atomics cl_khr_int64_base_atomics "
    "cl_khr_int64_extended_atomics cl_khr_byte_addressable_store cl_khr_fp16 cl_amd_device_attribute_query "
    "cl_amd_media_ops cl_amd_media_ops2 cl_khr_subgroups cl_amd_copy_buffer_p2p cl_amd_assembly_program ";

const char* device_name(Chip chip) {
  return chip == Chip::k_gfx942 ? "gfx942:sramecc+:xnack-" : chip_name(chip).data();
}

cl_int text_info(Chip chip, cl_device_info info, std::size_t room, void* to, std::size_t* told) {
  switch (info) {
    case CL_DEVICE_NAME:
      return answer_text(device_name(chip), room, to, told);
    case CL_DEVICE_VENDOR:
      return answer_text("Advanced Micro Devices, Inc.", room, to, told);
    case CL_DRIVER_VERSION:
      return answer_text("3649.0 (HSA1.1,LC)", room, to, told);
    case CL_DEVICE_VERSION:
      return answer_text("OpenCL 2.0 ", room, to, told);
    case CL_DEVICE_OPENCL_C_VERSION:
      return answer_text("OpenCL C 2.0 ", room, to, told);
    case CL_DEVICE_PROFILE:
      return answer_text("FULL_PROFILE", room, to, told);
    case CL_DEVICE_EXTENSIONS:
      return answer_text(k_extensions, room, to, told);
    case CL_DEVICE_BUILT_IN_KERNELS:
      return answer_text("", room, to, told);
    default:
      return CL_INVALID_VALUE;
  }
}

cl_int ulong_info(cl_device_info info, std::size_t room, void* to, std::size_t* told) {
  constexpr cl_ulong k_gibibyte = cl_ulong{1} << 30U;
  constexpr cl_device_fp_config k_all =
      CL_FP_DENORM | CL_FP_INF_NAN | CL_FP_ROUND_TO_NEAREST | CL_FP_ROUND_TO_ZERO | CL_FP_ROUND_TO_INF | CL_FP_FMA;
  switch (info) {
    case CL_DEVICE_TYPE:
      return answer(cl_ulong{CL_DEVICE_TYPE_GPU}, room, to, told);
    case CL_DEVICE_MAX_MEM_ALLOC_SIZE:
      return answer(2 * k_gibibyte, room, to, told);
    case CL_DEVICE_GLOBAL_MEM_SIZE:
      return answer(4 * k_gibibyte, room, to, told);
    case CL_DEVICE_GLOBAL_MEM_CACHE_SIZE:
      return answer(cl_ulong{16384}, room, to, told);
    case CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE:
      return answer(2 * k_gibibyte, room, to, told);
    case CL_DEVICE_LOCAL_MEM_SIZE:
      return answer(cl_ulong{65536}, room, to, told);
    case CL_DEVICE_SINGLE_FP_CONFIG:
      return answer(k_all | CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT, room, to, told);
    case CL_DEVICE_DOUBLE_FP_CONFIG:
    case CL_DEVICE_HALF_FP_CONFIG:
      return answer(k_all, room, to, told);
    case CL_DEVICE_QUEUE_PROPERTIES:
      return answer(cl_ulong{CL_QUEUE_PROFILING_ENABLE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE}, room, to, told);
    case CL_DEVICE_EXECUTION_CAPABILITIES:
      return answer(cl_ulong{CL_EXEC_KERNEL}, room, to, told);
    case CL_DEVICE_SVM_CAPABILITIES:
    case CL_DEVICE_PARTITION_AFFINITY_DOMAIN:
    case CL_DEVICE_QUEUE_ON_DEVICE_PROPERTIES:
      return answer(cl_ulong{0}, room, to, told);
    default:
      return CL_INVALID_VALUE;
  }
}

cl_int size_info(cl_device_info info, std::size_t room, void* to, std::size_t* told) {
  switch (info) {
    case CL_DEVICE_MAX_WORK_GROUP_SIZE:
      return answer(std::size_t{1024}, room, to, told);
    case CL_DEVICE_MAX_WORK_ITEM_SIZES:
      return answer_list(std::vector<std::size_t>{1024, 1024, 1024}, room, to, told);
    case CL_DEVICE_MAX_PARAMETER_SIZE:
      return answer(std::size_t{1024}, room, to, told);
    case CL_DEVICE_PROFILING_TIMER_RESOLUTION:
      return answer(std::size_t{1}, room, to, told);
    case CL_DEVICE_PRINTF_BUFFER_SIZE:
      return answer(std::size_t{4} << 20U, room, to, told);
    case CL_DEVICE_IMAGE2D_MAX_WIDTH:
    case CL_DEVICE_IMAGE2D_MAX_HEIGHT:
    case CL_DEVICE_IMAGE3D_MAX_WIDTH:
    case CL_DEVICE_IMAGE3D_MAX_HEIGHT:
    case CL_DEVICE_IMAGE3D_MAX_DEPTH:
    case CL_DEVICE_IMAGE_MAX_BUFFER_SIZE:
    case CL_DEVICE_IMAGE_MAX_ARRAY_SIZE:
    case CL_DEVICE_MAX_GLOBAL_VARIABLE_SIZE:
    case CL_DEVICE_GLOBAL_VARIABLE_PREFERRED_TOTAL_SIZE:
      return answer(std::size_t{0}, room, to, told);
    default:
      return CL_INVALID_VALUE;
  }
}

constexpr std::pair<cl_device_info, cl_uint> k_numbers[] = {
    {CL_DEVICE_VENDOR_ID, 0x1002},
    {CL_DEVICE_MAX_COMPUTE_UNITS, k_compute_units},
    {CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS, 3},
    {CL_DEVICE_PREFERRED_VECTOR_WIDTH_CHAR, 4},
    {CL_DEVICE_PREFERRED_VECTOR_WIDTH_SHORT, 2},
    {CL_DEVICE_PREFERRED_VECTOR_WIDTH_INT, 1},
    {CL_DEVICE_PREFERRED_VECTOR_WIDTH_LONG, 1},
    {CL_DEVICE_PREFERRED_VECTOR_WIDTH_FLOAT, 1},
    {CL_DEVICE_PREFERRED_VECTOR_WIDTH_DOUBLE, 1},
    {CL_DEVICE_PREFERRED_VECTOR_WIDTH_HALF, 1},
    {CL_DEVICE_NATIVE_VECTOR_WIDTH_CHAR, 4},
    {CL_DEVICE_NATIVE_VECTOR_WIDTH_SHORT, 2},
    {CL_DEVICE_NATIVE_VECTOR_WIDTH_INT, 1},
    {CL_DEVICE_NATIVE_VECTOR_WIDTH_LONG, 1},
    {CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT, 1},
    {CL_DEVICE_NATIVE_VECTOR_WIDTH_DOUBLE, 1},
    {CL_DEVICE_NATIVE_VECTOR_WIDTH_HALF, 1},
    {CL_DEVICE_MAX_CLOCK_FREQUENCY, 1000},
    {CL_DEVICE_ADDRESS_BITS, 64},
    {CL_DEVICE_MAX_READ_IMAGE_ARGS, 0},
    {CL_DEVICE_MAX_WRITE_IMAGE_ARGS, 0},
    {CL_DEVICE_MAX_READ_WRITE_IMAGE_ARGS, 0},
    {CL_DEVICE_MAX_SAMPLERS, 0},
    {CL_DEVICE_MEM_BASE_ADDR_ALIGN, 1024},
    {CL_DEVICE_MIN_DATA_TYPE_ALIGN_SIZE, 128},
    {CL_DEVICE_GLOBAL_MEM_CACHE_TYPE, CL_READ_WRITE_CACHE},
    {CL_DEVICE_GLOBAL_MEM_CACHELINE_SIZE, k_line_bytes},
    {CL_DEVICE_MAX_CONSTANT_ARGS, 8},
    {CL_DEVICE_LOCAL_MEM_TYPE, CL_LOCAL},
    {CL_DEVICE_ERROR_CORRECTION_SUPPORT, 0},
    {CL_DEVICE_HOST_UNIFIED_MEMORY, 0},
    {CL_DEVICE_ENDIAN_LITTLE, 1},
    {CL_DEVICE_AVAILABLE, 1},
    {CL_DEVICE_COMPILER_AVAILABLE, 0},
    {CL_DEVICE_LINKER_AVAILABLE, 0},
    {CL_DEVICE_IMAGE_SUPPORT, 0},
    {CL_DEVICE_PREFERRED_INTEROP_USER_SYNC, 1},
    {CL_DEVICE_PARTITION_MAX_SUB_DEVICES, 0},
    {CL_DEVICE_REFERENCE_COUNT, 1},
    {CL_DEVICE_IMAGE_PITCH_ALIGNMENT, 0},
    {CL_DEVICE_IMAGE_BASE_ADDRESS_ALIGNMENT, 0},
    {CL_DEVICE_MAX_PIPE_ARGS, 0},
    {CL_DEVICE_PIPE_MAX_ACTIVE_RESERVATIONS, 0},
    {CL_DEVICE_PIPE_MAX_PACKET_SIZE, 0},
    {CL_DEVICE_MAX_ON_DEVICE_QUEUES, 0},
    {CL_DEVICE_MAX_ON_DEVICE_EVENTS, 0},
    {CL_DEVICE_QUEUE_ON_DEVICE_MAX_SIZE, 0},
    {CL_DEVICE_QUEUE_ON_DEVICE_PREFERRED_SIZE, 0},
    {CL_DEVICE_PREFERRED_PLATFORM_ATOMIC_ALIGNMENT, 0},
    {CL_DEVICE_PREFERRED_GLOBAL_ATOMIC_ALIGNMENT, 0},
    {CL_DEVICE_PREFERRED_LOCAL_ATOMIC_ALIGNMENT, 0},
};

}  // namespace

namespace api {

cl_int CL_API_CALL get_platform_ids(cl_uint room, cl_platform_id* platforms, cl_uint* count) {
  if ((platforms == nullptr && count == nullptr) || (platforms != nullptr && room == 0)) return CL_INVALID_VALUE;
  if (count != nullptr) *count = 1;
  if (platforms != nullptr) platforms[0] = &k_platform;
  return CL_SUCCESS;
}

cl_int CL_API_CALL get_platform_info(cl_platform_id platform, cl_platform_info info, size_t room, void* to,
                                     size_t* told) {
  if (platform != nullptr && platform != &k_platform) return CL_INVALID_PLATFORM;
  switch (info) {
    case CL_PLATFORM_NAME:
      return answer_text("AMD Accelerated Parallel Processing", room, to, told);
    case CL_PLATFORM_VENDOR:
      return answer_text("Advanced Micro Devices, Inc.", room, to, told);
    case CL_PLATFORM_VERSION:
      return answer_text("OpenCL 2.1 AMD-APP (3649.0)", room, to, told);
    case CL_PLATFORM_PROFILE:
      return answer_text("FULL_PROFILE", room, to, told);
    case CL_PLATFORM_EXTENSIONS:
      return answer_text("cl_khr_icd ", room, to, told);
    case CL_PLATFORM_ICD_SUFFIX_KHR:
      return answer_text("AMD", room, to, told);
    case CL_PLATFORM_HOST_TIMER_RESOLUTION:
      return answer(cl_ulong{1}, room, to, told);
    default:
      return CL_INVALID_VALUE;
  }
}

cl_int CL_API_CALL get_device_ids(cl_platform_id platform, cl_device_type type, cl_uint room, cl_device_id* devices,
                                  cl_uint* count) {
  if (platform != nullptr && platform != &k_platform) return CL_INVALID_PLATFORM;
  if ((type & (CL_DEVICE_TYPE_GPU | CL_DEVICE_TYPE_DEFAULT)) == 0) return CL_DEVICE_NOT_FOUND;
  if (count != nullptr) *count = k_chip_count;
  for (cl_uint i = 0; devices != nullptr && i < std::min(room, k_chip_count); ++i) devices[i] = &k_devices[i];
  return CL_SUCCESS;
}

cl_int CL_API_CALL get_device_info(cl_device_id device, cl_device_info info, size_t room, void* to, size_t* told) {
  if (device == nullptr) return CL_INVALID_DEVICE;
  if (info == CL_DEVICE_PLATFORM) return answer(&k_platform, room, to, told);
  if (info == CL_DEVICE_PARENT_DEVICE) return answer(cl_device_id{nullptr}, room, to, told);
  if (info == CL_DEVICE_PARTITION_PROPERTIES || info == CL_DEVICE_PARTITION_TYPE) {
    return answer(cl_device_partition_property{0}, room, to, told);
  }
  for (const auto& [key, value] : k_numbers) {
    if (key == info) return answer(value, room, to, told);
  }
  for (const cl_int code : {text_info(device->chip, info, room, to, told), ulong_info(info, room, to, told)}) {
    if (code != CL_INVALID_VALUE) return code;
  }
  return size_info(info, room, to, told);
}

cl_context CL_API_CALL create_context(const cl_context_properties* properties, cl_uint count,
                                      const cl_device_id* devices,
                                      void(CL_CALLBACK* report)(const char*, const void*, size_t, void*), void* data,
                                      cl_int* code) {
  const auto guard = lock();
  if (count == 0 || devices == nullptr) return not_created<_cl_context>(CL_INVALID_VALUE, code);
  auto* context = new _cl_context;
  context->report = report;
  context->report_data = data;
  context->devices.assign(devices, devices + count);
  for (; properties != nullptr && *properties != 0; properties += 2) {
    context->properties.insert(context->properties.end(), properties, properties + 2);
  }
  if (!context->properties.empty()) context->properties.push_back(0);
  return created(context, CL_SUCCESS, code);
}

cl_context CL_API_CALL create_context_from_type(const cl_context_properties* properties, cl_device_type type,
                                                void(CL_CALLBACK* report)(const char*, const void*, size_t, void*),
                                                void* data, cl_int* code) {
  if ((type & (CL_DEVICE_TYPE_GPU | CL_DEVICE_TYPE_DEFAULT)) == 0) {
    return not_created<_cl_context>(CL_DEVICE_NOT_FOUND, code);
  }
  cl_device_id devices[k_chip_count] = {};
  for (unsigned i = 0; i < k_chip_count; ++i) devices[i] = &k_devices[i];
  return create_context(properties, k_chip_count, devices, report, data, code);
}

cl_int CL_API_CALL get_context_info(cl_context context, cl_context_info info, size_t room, void* to, size_t* told) {
  if (context == nullptr) return CL_INVALID_CONTEXT;
  switch (info) {
    case CL_CONTEXT_REFERENCE_COUNT:
      return answer(context->references, room, to, told);
    case CL_CONTEXT_NUM_DEVICES:
      return answer(static_cast<cl_uint>(context->devices.size()), room, to, told);
    case CL_CONTEXT_DEVICES:
      return answer_list(context->devices, room, to, told);
    case CL_CONTEXT_PROPERTIES:
      return answer_list(context->properties, room, to, told);
    default:
      return CL_INVALID_VALUE;
  }
}

}  // namespace api
}  // namespace clc::emulator::driver
