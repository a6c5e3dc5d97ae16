// Queries of devices: the device's facts, and the answers of OpenCL 3.0 for features that no device has.
#include <algorithm>
#include <optional>

#include "front/answer.h"
#include "front/api.h"
#include "front/compiler.h"

namespace clc::front {
namespace {

constexpr cl_version k_version = CL_MAKE_VERSION(3, 0, 0);

std::vector<cl_name_version> language_versions() {
  std::vector<cl_name_version> list;
  for (const cl_version version :
       {CL_MAKE_VERSION(1, 0, 0), CL_MAKE_VERSION(1, 1, 0), CL_MAKE_VERSION(1, 2, 0), CL_MAKE_VERSION(3, 0, 0)}) {
    list.push_back({version, "OpenCL C"});
  }
  return list;
}

std::optional<std::string> text_of(const DeviceFacts& facts, cl_device_info info) {
  switch (info) {
    case CL_DEVICE_NAME:
      return facts.name;
    case CL_DEVICE_VENDOR:
      return facts.vendor;
    case CL_DRIVER_VERSION:
      return facts.driver_version;
    case CL_DEVICE_VERSION:
      return "OpenCL 3.0 " + facts.version_suffix;
    case CL_DEVICE_OPENCL_C_VERSION:
      return "OpenCL C 1.2 " + facts.version_suffix;  // 3.0 would promise pipes and queues of devices
    case CL_DEVICE_PROFILE:
      return "FULL_PROFILE";
    case CL_DEVICE_EXTENSIONS:
      return joined(facts.extensions);
    case CL_DEVICE_BUILT_IN_KERNELS:
    case CL_DEVICE_IL_VERSION:
      return "";
    case CL_DEVICE_LATEST_CONFORMANCE_VERSION_PASSED:
      return "v0000-01-01-00";  // never submitted
    default:
      return std::nullopt;
  }
}

std::optional<cl_ulong> ulong_of(const DeviceFacts& facts, cl_device_info info) {
  switch (info) {
    case CL_DEVICE_TYPE:
      return facts.type;
    case CL_DEVICE_MAX_MEM_ALLOC_SIZE:
      return facts.max_allocation;
    case CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE:
      return facts.max_constant;
    case CL_DEVICE_GLOBAL_MEM_SIZE:
      return facts.global_bytes;
    case CL_DEVICE_GLOBAL_MEM_CACHE_SIZE:
      return facts.cache_bytes;
    case CL_DEVICE_LOCAL_MEM_SIZE:
      return facts.local_bytes;
    case CL_DEVICE_SINGLE_FP_CONFIG:
      return facts.single;
    case CL_DEVICE_DOUBLE_FP_CONFIG:
      return facts.double_;
    case CL_DEVICE_HALF_FP_CONFIG:
      return facts.half;
    case CL_DEVICE_QUEUE_ON_HOST_PROPERTIES:
      return CL_QUEUE_PROFILING_ENABLE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE;
    case CL_DEVICE_EXECUTION_CAPABILITIES:
      return CL_EXEC_KERNEL;
    case CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES:
      return facts.atomic_memory;
    case CL_DEVICE_ATOMIC_FENCE_CAPABILITIES:
      return facts.atomic_fence;
    case CL_DEVICE_SVM_CAPABILITIES:
      return facts.shared_memory;
    case CL_DEVICE_COMMAND_BUFFER_CAPABILITIES_KHR:
      return CL_COMMAND_BUFFER_CAPABILITY_KERNEL_PRINTF_KHR | CL_COMMAND_BUFFER_CAPABILITY_SIMULTANEOUS_USE_KHR |
             CL_COMMAND_BUFFER_CAPABILITY_OUT_OF_ORDER_KHR;
    case CL_DEVICE_COMMAND_BUFFER_REQUIRED_QUEUE_PROPERTIES_KHR:
    case CL_DEVICE_PARTITION_AFFINITY_DOMAIN:
    case CL_DEVICE_QUEUE_ON_DEVICE_PROPERTIES:
    case CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES:
      return 0;
    default:
      return std::nullopt;
  }
}

std::optional<std::size_t> size_of(const DeviceFacts& facts, cl_device_info info) {
  switch (info) {
    case CL_DEVICE_MAX_WORK_GROUP_SIZE:
      return facts.max_group_size;
    case CL_DEVICE_MAX_PARAMETER_SIZE:
      return facts.max_argument_bytes;
    case CL_DEVICE_PROFILING_TIMER_RESOLUTION:
      return 1;
    case CL_DEVICE_PRINTF_BUFFER_SIZE:
      return facts.printf_bytes;
    case CL_DEVICE_PREFERRED_WORK_GROUP_SIZE_MULTIPLE:
      return facts.preferred_multiple;
    case CL_DEVICE_MAX_GLOBAL_VARIABLE_SIZE:
    case CL_DEVICE_GLOBAL_VARIABLE_PREFERRED_TOTAL_SIZE:
      return facts.max_global_variable_bytes;
    case CL_DEVICE_IMAGE2D_MAX_WIDTH:
      return facts.images.width;
    case CL_DEVICE_IMAGE2D_MAX_HEIGHT:
      return facts.images.height;
    case CL_DEVICE_IMAGE3D_MAX_WIDTH:
      return facts.images.volume[0];
    case CL_DEVICE_IMAGE3D_MAX_HEIGHT:
      return facts.images.volume[1];
    case CL_DEVICE_IMAGE3D_MAX_DEPTH:
      return facts.images.volume[2];
    case CL_DEVICE_IMAGE_MAX_BUFFER_SIZE:
      return facts.images.buffer_texels;
    case CL_DEVICE_IMAGE_MAX_ARRAY_SIZE:
      return facts.images.layers;
    default:
      return std::nullopt;
  }
}

std::optional<cl_uint> image_number_of(const ImageLimits& images, cl_device_info info) {
  switch (info) {
    case CL_DEVICE_IMAGE_SUPPORT:
      return !images.formats.empty();
    case CL_DEVICE_MAX_READ_IMAGE_ARGS:
      return images.read_arguments;
    case CL_DEVICE_MAX_WRITE_IMAGE_ARGS:
      return images.write_arguments;
    case CL_DEVICE_MAX_READ_WRITE_IMAGE_ARGS:
      return images.read_write_arguments;
    case CL_DEVICE_MAX_SAMPLERS:
      return images.samplers;
    case CL_DEVICE_IMAGE_PITCH_ALIGNMENT:
      return images.pitch_alignment;
    case CL_DEVICE_IMAGE_BASE_ADDRESS_ALIGNMENT:
      return images.base_alignment;
    default:
      return std::nullopt;
  }
}

// Vectors whose elements fill a register of four bytes.
std::optional<cl_uint> vector_width(const DeviceFacts& facts, cl_device_info info) {
  switch (info) {
    case CL_DEVICE_PREFERRED_VECTOR_WIDTH_CHAR:
    case CL_DEVICE_NATIVE_VECTOR_WIDTH_CHAR:
      return 4;
    case CL_DEVICE_PREFERRED_VECTOR_WIDTH_SHORT:
    case CL_DEVICE_NATIVE_VECTOR_WIDTH_SHORT:
      return 2;
    case CL_DEVICE_PREFERRED_VECTOR_WIDTH_INT:
    case CL_DEVICE_NATIVE_VECTOR_WIDTH_INT:
    case CL_DEVICE_PREFERRED_VECTOR_WIDTH_LONG:
    case CL_DEVICE_NATIVE_VECTOR_WIDTH_LONG:
    case CL_DEVICE_PREFERRED_VECTOR_WIDTH_FLOAT:
    case CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT:
      return 1;
    case CL_DEVICE_PREFERRED_VECTOR_WIDTH_DOUBLE:
    case CL_DEVICE_NATIVE_VECTOR_WIDTH_DOUBLE:
      return facts.double_ != 0 ? 1 : 0;
    case CL_DEVICE_PREFERRED_VECTOR_WIDTH_HALF:
    case CL_DEVICE_NATIVE_VECTOR_WIDTH_HALF:
      return facts.half != 0 ? 1 : 0;
    default:
      return std::nullopt;
  }
}

std::optional<cl_uint> number_of(const DeviceFacts& facts, cl_device_info info) {
  switch (info) {
    case CL_DEVICE_VENDOR_ID:
      return facts.vendor_id;
    case CL_DEVICE_MAX_COMPUTE_UNITS:
      return facts.compute_units;
    case CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS:
      return 3;
    case CL_DEVICE_MAX_CLOCK_FREQUENCY:
      return facts.clock_megahertz;
    case CL_DEVICE_ADDRESS_BITS:
      return facts.address_bits;
    case CL_DEVICE_MEM_BASE_ADDR_ALIGN:
      return facts.base_alignment_bytes * 8;
    case CL_DEVICE_MIN_DATA_TYPE_ALIGN_SIZE:
      return 128;  // of long16
    case CL_DEVICE_GLOBAL_MEM_CACHE_TYPE:
      return facts.cache_bytes != 0 ? CL_READ_WRITE_CACHE : CL_NONE;
    case CL_DEVICE_GLOBAL_MEM_CACHELINE_SIZE:
      return facts.cache_line_bytes;
    case CL_DEVICE_MAX_CONSTANT_ARGS:
      return 8;
    case CL_DEVICE_LOCAL_MEM_TYPE:
      return CL_LOCAL;
    case CL_DEVICE_HOST_UNIFIED_MEMORY:
      return facts.has_unified_memory;
    case CL_DEVICE_COMPILER_AVAILABLE:
    case CL_DEVICE_LINKER_AVAILABLE:
      return !facts.target.empty() && has_compiler();
    case CL_DEVICE_ENDIAN_LITTLE:
    case CL_DEVICE_AVAILABLE:
    case CL_DEVICE_PREFERRED_INTEROP_USER_SYNC:
    case CL_DEVICE_REFERENCE_COUNT:
      return 1;
    case CL_DEVICE_MAX_NUM_SUB_GROUPS:
      return facts.max_sub_groups;
    case CL_DEVICE_SUB_GROUP_INDEPENDENT_FORWARD_PROGRESS:
      return facts.has_independent_sub_groups;
    case CL_DEVICE_GENERIC_ADDRESS_SPACE_SUPPORT:
      return facts.has_generic_pointers;
    case CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT:
      return facts.has_group_functions;
    case CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT:
      return facts.has_unequal_groups;
    case CL_DEVICE_PIPE_SUPPORT:
      return facts.most_packet_bytes != 0;
    case CL_DEVICE_PIPE_MAX_PACKET_SIZE:
      return facts.most_packet_bytes;
    case CL_DEVICE_MAX_PIPE_ARGS:
      return facts.most_packet_bytes != 0 ? 16 : 0;
    case CL_DEVICE_PIPE_MAX_ACTIVE_RESERVATIONS:  // only the packets of a pipe limit them
      return facts.most_packet_bytes != 0 ? 1024 : 0;
    case CL_DEVICE_NUMERIC_VERSION:
      return k_version;
    case CL_DEVICE_OPENCL_C_NUMERIC_VERSION_KHR:
      return CL_MAKE_VERSION(1, 2, 0);  // as CL_DEVICE_OPENCL_C_VERSION
    default:
      return std::nullopt;
  }
}

constexpr cl_device_info k_zeros[] = {
    CL_DEVICE_ERROR_CORRECTION_SUPPORT,
    CL_DEVICE_PARTITION_MAX_SUB_DEVICES,
    CL_DEVICE_MAX_ON_DEVICE_QUEUES,
    CL_DEVICE_MAX_ON_DEVICE_EVENTS,
    CL_DEVICE_QUEUE_ON_DEVICE_MAX_SIZE,
    CL_DEVICE_QUEUE_ON_DEVICE_PREFERRED_SIZE,
    CL_DEVICE_PREFERRED_PLATFORM_ATOMIC_ALIGNMENT,
    CL_DEVICE_PREFERRED_GLOBAL_ATOMIC_ALIGNMENT,
    CL_DEVICE_PREFERRED_LOCAL_ATOMIC_ALIGNMENT,
};

void answer_list(const DeviceFacts& facts, cl_device_info info, const Answer& answer) {
  switch (info) {
    case CL_DEVICE_MAX_WORK_ITEM_SIZES:
      return answer.value(facts.max_items);
    case CL_DEVICE_PARTITION_PROPERTIES:
      return answer.value(cl_device_partition_property{0});
    case CL_DEVICE_PARTITION_TYPE:
      return answer.bytes(nullptr, 0);
    case CL_DEVICE_EXTENSIONS_WITH_VERSION:
      return answer.list(with_versions(facts.extensions));
    case CL_DEVICE_OPENCL_C_FEATURES:
      return answer.list(with_versions(facts.features));
    case CL_DEVICE_OPENCL_C_ALL_VERSIONS:
      return answer.list(language_versions());
    case CL_DEVICE_BUILT_IN_KERNELS_WITH_VERSION:
    case CL_DEVICE_ILS_WITH_VERSION:
      return answer.bytes(nullptr, 0);
    default:
      throw Failure(CL_INVALID_VALUE);
  }
}

}  // namespace

std::vector<cl_name_version> with_versions(const std::vector<NamedVersion>& names) {
  std::vector<cl_name_version> list;
  for (const NamedVersion& one : names) {
    cl_name_version& entry = list.emplace_back();
    entry.version = CL_MAKE_VERSION(one.major, one.minor, one.patch);
    one.name.copy(entry.name, sizeof entry.name - 1);
  }
  return list;
}

std::string joined(const std::vector<NamedVersion>& names) {
  std::string text;
  for (const NamedVersion& one : names) text += (text.empty() ? "" : " ") + one.name;
  return text;
}

void api::get_device_info(cl_device_id device, cl_device_info info, size_t room, void* to, size_t* told) {
  const auto one = checked(device);
  const DeviceFacts& facts = one->facts;
  const Answer answer{room, to, told};
  if (info == CL_DEVICE_PLATFORM) return answer.value(the_platform());
  if (info == CL_DEVICE_PARENT_DEVICE) return answer.value(cl_device_id{nullptr});
  if (std::find(std::begin(k_zeros), std::end(k_zeros), info) != std::end(k_zeros)) return answer.value(cl_uint{0});
  if (const auto text = text_of(facts, info)) return answer.text(*text);
  if (const auto number = ulong_of(facts, info)) return answer.value(*number);
  if (const auto size = size_of(facts, info)) return answer.value(*size);
  if (const auto number = image_number_of(facts.images, info)) return answer.value(*number);
  if (const auto width = vector_width(facts, info)) return answer.value(*width);
  if (const auto number = number_of(facts, info)) return answer.value(*number);
  for (const auto& [key, bytes] : facts.more) {
    if (key == info) return answer.bytes(bytes.data(), bytes.size());
  }
  answer_list(facts, info, answer);
}

}  // namespace clc::front
