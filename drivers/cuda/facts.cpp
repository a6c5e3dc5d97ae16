// The driver's answers about NVIDIA's GPUs.
#include <algorithm>
#include <cstring>
#include <limits>

#include "cuda/image.h"
#include "front/gpu_facts.h"

namespace clc::cuda {
namespace {

constexpr std::uint64_t k_mebibyte = std::uint64_t{1} << 20U;
constexpr cl_uint k_base_alignment = 256;

std::size_t attribute(DeviceNumber device, Attribute which) {
  int value = 0;
  return cuda().cuDeviceGetAttribute(&value, which, device) == k_success && value > 0 ? static_cast<std::size_t>(value)
                                                                                      : 0;
}

struct Chip {
  std::size_t major = 0, minor = 0;
  bool is_at_least(std::size_t a, std::size_t b) const { return major > a || (major == a && minor >= b); }
};

std::vector<front::NamedVersion> extensions_of(const Chip& chip) {
  std::vector<front::NamedVersion> all{{"cl_khr_byte_addressable_store"},
                                       {"cl_khr_global_int32_base_atomics"},
                                       {"cl_khr_global_int32_extended_atomics"},
                                       {"cl_khr_local_int32_base_atomics"},
                                       {"cl_khr_local_int32_extended_atomics"},
                                       {"cl_khr_int64_base_atomics"},
                                       {"cl_khr_int64_extended_atomics"},
                                       {"cl_khr_fp64"},
                                       {"cl_khr_fp16"},
                                       {"cl_khr_3d_image_writes"},
                                       {"cl_khr_subgroups"},
                                       {"cl_khr_extended_async_copies"},
                                       {"cl_khr_extended_bit_ops"},
                                       {"cl_khr_extended_versioning"},
                                       {"cl_khr_integer_dot_product", 2},
                                       {"cl_khr_suggested_local_work_size"},
                                       front::k_command_buffers,
                                       {"cl_khr_kernel_clock"},
                                       {"cl_khr_device_uuid"},
                                       {"cl_khr_pci_bus_info"},
                                       {"cl_ext_float_atomics"}};
  if (!chip.is_at_least(7, 0)) return all;
  for (const char* name : {"ballot", "clustered_reduce", "extended_types", "non_uniform_arithmetic", "non_uniform_vote",
                           "rotate", "shuffle", "shuffle_relative"}) {
    all.push_back({std::string("cl_khr_subgroup_") + name});
  }
  return all;
}

// The queries of NVIDIA's extensions and of those that not all GPUs have.
std::vector<std::pair<cl_device_info, std::vector<std::uint8_t>>> answers_of_extensions(DeviceNumber device,
                                                                                        const Chip& chip) {
  constexpr cl_device_info k_major = 0x4000, k_minor = 0x4001, k_warp = 0x4003;  // cl_nv_device_attribute_query
  constexpr cl_device_info k_dot_products = 0x1073, k_dot_product_speed_8bit = 0x1074,
                           k_dot_product_speed_packed = 0x1075;
  constexpr cl_ulong k_both_inputs = 3;
  Uuid uuid{};
  // The newer function distinguishes the parts of a GPU (MIG).
  const auto tell_uuid = cuda().cuDeviceGetUuid_v2 != nullptr ? cuda().cuDeviceGetUuid_v2 : cuda().cuDeviceGetUuid;
  tell_uuid(&uuid, device);
  int version = 0;
  cuda().cuDriverGetVersion(&version);
  Uuid driver{};
  std::memcpy(driver.bytes, &version, sizeof version);
  const auto number = [&](Attribute which) { return static_cast<cl_uint>(attribute(device, which)); };
  const cl_device_pci_bus_info_khr bus{number(k_pci_domain), number(k_pci_bus), number(k_pci_device), 0};
  const std::array<cl_bool, 6> speeds{};
  return {{k_major, front::bytes_of(static_cast<cl_uint>(chip.major))},
          {k_minor, front::bytes_of(static_cast<cl_uint>(chip.minor))},
          {k_warp, front::bytes_of(number(k_warp_size))},
          {k_dot_products, front::bytes_of(k_both_inputs)},
          {k_dot_product_speed_8bit, front::bytes_of(speeds)},
          {k_dot_product_speed_packed, front::bytes_of(speeds)},
          {CL_DEVICE_UUID_KHR, front::bytes_of(uuid)},
          {CL_DRIVER_UUID_KHR, front::bytes_of(driver)},
          {CL_DEVICE_LUID_VALID_KHR, front::bytes_of(cl_bool{CL_FALSE})},
          {CL_DEVICE_LUID_KHR, std::vector<std::uint8_t>(CL_LUID_SIZE_KHR)},
          {CL_DEVICE_NODE_MASK_KHR, front::bytes_of(cl_uint{0})},
          {CL_DEVICE_PCI_BUS_INFO_KHR, front::bytes_of(bus)}};
}

void add_memory(front::DeviceFacts& facts, DeviceNumber device) {
  std::size_t bytes = 0;
  cuda().cuDeviceTotalMem_v2(&bytes, device);
  facts.global_bytes = facts.max_allocation = bytes;
  facts.max_constant = 16 * k_mebibyte;  // constant memory is global memory
  facts.cache_bytes = attribute(device, k_l2_cache_size);
  facts.cache_line_bytes = 128;
  // A buffer's part may be an image.
  facts.base_alignment_bytes = std::max(k_base_alignment, static_cast<cl_uint>(attribute(device, k_texture_alignment)));
  facts.local_bytes = attribute(device, k_max_shared_memory_per_block_optin);
  facts.max_argument_bytes = 4048;  // of CUDA's 4096, without the hidden parameters
  facts.printf_bytes = k_mebibyte;  // CUDA's default
  facts.max_global_variable_bytes = 64 * k_mebibyte;
  facts.has_unified_memory = attribute(device, k_integrated) != 0;
}

std::size_t least(DeviceNumber device, std::initializer_list<Attribute> all) {
  std::size_t found = std::numeric_limits<std::size_t>::max();
  for (const Attribute one : all) found = std::min(found, attribute(device, one));
  return found;
}

// Images have textures and surfaces, and OpenCL tells one limit for kinds for which CUDA has several.
void add_images(front::DeviceFacts& facts, DeviceNumber device) {
  front::ImageLimits& images = facts.images;
  images.width =
      least(device, {k_texture_1d_width, k_texture_2d_width, k_texture_2d_layered_width, k_texture_1d_layered_width,
                     k_surface_1d_width, k_surface_2d_width, k_surface_1d_layered_width, k_surface_2d_layered_width});
  images.height = least(
      device, {k_texture_2d_height, k_texture_2d_layered_height, k_surface_2d_height, k_surface_2d_layered_height});
  for (int d = 0; d < 3; ++d) {
    images.volume[static_cast<std::size_t>(d)] =
        least(device, {static_cast<Attribute>(k_texture_3d_width + d), static_cast<Attribute>(k_surface_3d_width + d)});
  }
  images.layers = least(device, {k_texture_1d_layers, k_texture_2d_layers, k_surface_1d_layers, k_surface_2d_layers});
  images.buffer_texels = attribute(device, k_texture_1d_linear_width);
  images.read_arguments = images.write_arguments = 256;
  images.samplers = 32;
  images.formats = formats_of_images();
  for (const char* feature : {"__opencl_c_images", "__opencl_c_3d_image_writes"})
    facts.features.push_back({feature, 3});
}

}  // namespace

front::DeviceFacts facts_of(DeviceNumber device) {
  constexpr cl_uint k_nvidia = 0x10de;
  const Chip chip{attribute(device, k_capability_major), attribute(device, k_capability_minor)};
  char name[256] = {};
  cuda().cuDeviceGetName(name, sizeof name - 1, device);
  front::DeviceFacts facts;
  facts.name = name;
  facts.target = "cuda:sm_" + std::to_string(chip.major) + std::to_string(chip.minor);
  facts.compile_options = front::k_without_read_write_images;
  facts.vendor = "NVIDIA Corporation";
  facts.driver_version = CLC_CUDA_VERSION " CUDA " + driver_version();
  facts.version_suffix = facts.target;  // by which clc knows the chip
  facts.vendor_id = k_nvidia;
  facts.compute_units = static_cast<cl_uint>(attribute(device, k_multiprocessor_count));
  facts.clock_megahertz = static_cast<cl_uint>(attribute(device, k_clock_rate) / 1000);
  facts.max_group_size = attribute(device, k_max_threads_per_block);
  for (int d = 0; d < 3; ++d) {
    facts.max_items[static_cast<std::size_t>(d)] = attribute(device, static_cast<Attribute>(k_max_block_x + d));
  }
  facts.preferred_multiple = attribute(device, k_warp_size);
  facts.max_sub_groups =
      static_cast<cl_uint>(facts.max_group_size / std::max<std::size_t>(facts.preferred_multiple, 1));
  facts.has_independent_sub_groups = chip.is_at_least(7, 0);
  facts.stream_depth = 1024;  // about what CUDA queues without waiting
  facts.has_timers = true;
  if (attribute(device, k_concurrent_managed_access) != 0) {
    facts.shared_memory = CL_DEVICE_SVM_COARSE_GRAIN_BUFFER | CL_DEVICE_SVM_FINE_GRAIN_BUFFER;
  }
  add_memory(facts, device);
  front::add_facts_of_gpus(facts);
  facts.extensions = extensions_of(chip);
  add_images(facts, device);
  if (chip.is_at_least(7, 0)) {
    facts.most_packet_bytes = 1024;
    facts.features.push_back({"__opencl_c_pipes", 3});
  }
  for (const char* input : {"4x8bit", "4x8bit_packed"}) {
    facts.features.push_back({std::string("__opencl_c_integer_dot_product_input_") + input, 3});
  }
  for (auto& answer : answers_of_extensions(device, chip)) facts.more.push_back(std::move(answer));
  return facts;
}

}  // namespace clc::cuda
