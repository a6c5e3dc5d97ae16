// The driver's answers about the chips.
#include <algorithm>

#include "device/image.h"
#include "front/gpu_facts.h"
#include "machine/number_variable.h"

namespace clc::emulator {
namespace {

constexpr std::uint64_t k_mebibyte = std::uint64_t{1} << 20U;
constexpr const char* k_images_without_mipmaps = "-cl-ext=-cl_khr_mipmap_image,-cl_khr_mipmap_image_writes";

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
      front::k_command_buffers,
      {"cl_khr_kernel_clock"},
      {"cl_ext_float_atomics"},
      {"cl_amd_media_ops"},
      {"cl_amd_media_ops2"},
  };
  return all;
}

void add_images(front::DeviceFacts& facts) {
  facts.images = image_limits();
  for (const char* name : {"cl_khr_3d_image_writes", "cl_khr_depth_images", "cl_khr_image2d_from_buffer"}) {
    facts.extensions.push_back({name});
  }
  for (const char* name : {"__opencl_c_images", "__opencl_c_3d_image_writes", "__opencl_c_read_write_images"}) {
    facts.features.push_back({name, 3});
  }
  // Sub-buffers become images.
  facts.base_alignment_bytes = 256;
}

}  // namespace

front::DeviceFacts facts_of(Chip chip) {
  constexpr cl_uint k_amd = 0x1002;
  constexpr std::size_t k_most_items = 1024, k_usual_items = 256;
  const bool is_wave64 = is_cdna(chip);
  front::DeviceFacts facts;
  facts.name = std::string(chip_name(chip)) + (is_wave64 ? ":sramecc+:xnack-" : "");
  facts.target = "amdgcn:" + facts.name;
  facts.vendor = "Advanced Micro Devices, Inc. (emulated)";
  facts.driver_version = CLC_EMULATOR_VERSION;
  facts.version_suffix = "clc";
  facts.compile_options = std::string("-g ") + (has_images(chip) ? k_images_without_mipmaps : front::k_without_images) +
                          ",-cl_khr_integer_dot_product,-__opencl_c_integer_dot_product_input_4x8bit,"
                          "-__opencl_c_integer_dot_product_input_4x8bit_packed";
  if (number_variable("CLC_EMULATOR_ACCELERATOR", 0, 0) != 0) facts.type = CL_DEVICE_TYPE_ACCELERATOR;
  facts.vendor_id = k_amd;
  facts.compute_units = k_compute_units;
  facts.global_bytes = k_global_bytes;
  facts.max_allocation = 2048 * k_mebibyte;
  facts.max_constant = 16 * k_mebibyte;  // what kernels read within a minute
  facts.cache_bytes = 16384;
  facts.cache_line_bytes = k_line_bytes;
  const std::uint64_t local_bytes = emulator::facts(chip).local_bytes;
  facts.local_bytes = std::min(number_variable("CLC_EMULATOR_LOCAL_BYTES", 1, local_bytes), local_bytes);
  facts.max_group_size = k_usual_items;  // as AMD's driver says: of kernels that ask for no size
  facts.max_items = {k_most_items, k_most_items, k_most_items};
  facts.printf_bytes = k_printf_bytes;
  facts.max_global_variable_bytes = k_mebibyte;
  facts.preferred_multiple = is_wave64 ? 64 : 32;
  facts.max_sub_groups = static_cast<cl_uint>(k_most_items / facts.preferred_multiple);
  facts.has_independent_sub_groups = true;  // waves: none waits for another but at barriers
  facts.has_unequal_groups = true;
  front::add_facts_of_gpus(facts);
  facts.extensions = extensions();
  if (has_images(chip)) add_images(facts);
  return facts;
}

}  // namespace clc::emulator
