// The driver's answers about the chips.
#include <cstring>

#include "device/device.h"

namespace clc::emulator {
namespace {

constexpr std::uint64_t k_mebibyte = std::uint64_t{1} << 20U;

const std::vector<front::NamedVersion>& extensions() {
  static const std::vector<front::NamedVersion> all{
      {"cl_khr_byte_addressable_store"},
      {"cl_khr_global_int32_base_atomics"},
      {"cl_khr_global_int32_extended_atomics"},
      {"cl_khr_local_int32_base_atomics"},
      {"cl_khr_local_int32_extended_atomics"},
      {"cl_khr_int64_base_atomics"},
      {"cl_khr_int64_extended_atomics"},
      {"cl_khr_fp64"},
      {"cl_khr_fp16"},
      {"cl_khr_subgroups"},
      {"cl_khr_subgroup_ballot"},
      {"cl_khr_subgroup_clustered_reduce"},
      {"cl_khr_subgroup_extended_types"},
      {"cl_khr_subgroup_non_uniform_arithmetic"},
      {"cl_khr_subgroup_non_uniform_vote"},
      {"cl_khr_subgroup_rotate"},
      {"cl_khr_subgroup_shuffle"},
      {"cl_khr_subgroup_shuffle_relative"},
      {"cl_khr_extended_async_copies"},
      {"cl_khr_extended_bit_ops"},
      {"cl_khr_extended_versioning"},
      {"cl_khr_suggested_local_work_size"},
      {"cl_khr_kernel_clock"},
      {"cl_ext_float_atomics"},
      {"cl_amd_media_ops"},
      {"cl_amd_media_ops2"},
  };
  return all;
}

const std::vector<front::NamedVersion>& features() {
  static const std::vector<front::NamedVersion> all = [] {
    std::vector<front::NamedVersion> list;
    for (const char* name :
         {"__opencl_c_atomic_order_acq_rel", "__opencl_c_atomic_order_seq_cst", "__opencl_c_atomic_scope_device",
          "__opencl_c_atomic_scope_all_devices", "__opencl_c_fp64", "__opencl_c_generic_address_space",
          "__opencl_c_int64", "__opencl_c_program_scope_global_variables", "__opencl_c_subgroups",
          "__opencl_c_work_group_collective_functions", "__opencl_c_kernel_clock_scope_device",
          "__opencl_c_kernel_clock_scope_work_group", "__opencl_c_kernel_clock_scope_sub_group"}) {
      list.push_back({name, 3});
    }
    for (const char* type : {"fp16", "fp32", "fp64"}) {
      for (const char* space : {"global", "local"}) {
        const std::string prefix = std::string("__opencl_c_ext_") + type + "_" + space + "_atomic_";
        list.push_back({prefix + "add", 3});
        list.push_back({prefix + "min_max", 3});
        if (std::strcmp(type, "fp16") == 0) list.push_back({prefix + "load_store", 3});
      }
    }
    return list;
  }();
  return all;
}

std::vector<std::uint8_t> bytes_of(cl_ulong number) {
  std::vector<std::uint8_t> bytes(sizeof number);
  std::memcpy(bytes.data(), &number, sizeof number);
  return bytes;
}

// The queries of cl_ext_float_atomics and cl_khr_kernel_clock, which headers of 2023 do not have.
std::vector<std::pair<cl_device_info, std::vector<std::uint8_t>>> answers_of_extensions() {
  constexpr cl_device_info k_single = 0x4231, k_double = 0x4232, k_half = 0x4233, k_clock = 0x1076;
  constexpr cl_ulong k_load_add_min = 7, k_local_shift = 16, k_all_scopes = 7;
  constexpr cl_ulong k_all = k_load_add_min | k_load_add_min << k_local_shift;
  return {{k_single, bytes_of(k_all)},
          {k_double, bytes_of(k_all)},
          {k_half, bytes_of(k_all)},
          {k_clock, bytes_of(k_all_scopes)}};
}

}  // namespace

front::DeviceFacts facts_of(Chip chip) {
  constexpr cl_device_fp_config k_all =
      CL_FP_DENORM | CL_FP_INF_NAN | CL_FP_ROUND_TO_NEAREST | CL_FP_ROUND_TO_ZERO | CL_FP_ROUND_TO_INF | CL_FP_FMA;
  constexpr cl_uint k_amd = 0x1002;
  constexpr std::size_t k_most_items = 1024;
  const bool is_wave64 = chip == Chip::k_gfx942;
  front::DeviceFacts facts;
  facts.name = is_wave64 ? "gfx942:sramecc+:xnack-" : std::string(chip_name(chip));
  facts.target = "amdgcn:" + facts.name;
  facts.vendor = "Advanced Micro Devices, Inc. (emulated)";
  facts.driver_version = CLC_EMULATOR_VERSION;
  facts.version_suffix = "clc";
  facts.compile_options =
      "-g -U__IMAGE_SUPPORT__ -cl-ext=-__opencl_c_images,-__opencl_c_read_write_images,-__opencl_c_3d_image_writes,"
      "-cl_khr_3d_image_writes,-cl_khr_depth_images,-cl_khr_mipmap_image,-cl_khr_mipmap_image_writes,"
      "-cl_khr_integer_dot_product,-__opencl_c_integer_dot_product_input_4x8bit,"
      "-__opencl_c_integer_dot_product_input_4x8bit_packed";
  facts.vendor_id = k_amd;
  facts.compute_units = k_compute_units;
  facts.global_bytes = 4096 * k_mebibyte;
  facts.max_allocation = 2048 * k_mebibyte;
  facts.max_constant = 16 * k_mebibyte;  // what kernels read within a minute
  facts.cache_bytes = 16384;
  facts.cache_line_bytes = k_line_bytes;
  facts.local_bytes = 65536;
  facts.max_group_size = k_most_items;
  facts.max_items = {k_most_items, k_most_items, k_most_items};
  facts.printf_bytes = k_printf_bytes;
  facts.max_global_variable_bytes = k_mebibyte;
  facts.preferred_multiple = is_wave64 ? 64 : 32;
  facts.max_sub_groups = static_cast<cl_uint>(k_most_items / facts.preferred_multiple);
  facts.half = facts.double_ = k_all;
  facts.single = k_all | CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT;
  facts.atomic_memory = CL_DEVICE_ATOMIC_ORDER_RELAXED | CL_DEVICE_ATOMIC_ORDER_ACQ_REL |
                        CL_DEVICE_ATOMIC_ORDER_SEQ_CST | CL_DEVICE_ATOMIC_SCOPE_WORK_GROUP |
                        CL_DEVICE_ATOMIC_SCOPE_DEVICE | CL_DEVICE_ATOMIC_SCOPE_ALL_DEVICES;
  facts.atomic_fence = facts.atomic_memory | CL_DEVICE_ATOMIC_SCOPE_WORK_ITEM;
  facts.has_generic_pointers = facts.has_group_functions = facts.has_unequal_groups = true;
  facts.extensions = extensions();
  facts.features = features();
  facts.more = answers_of_extensions();
  return facts;
}

}  // namespace clc::emulator
