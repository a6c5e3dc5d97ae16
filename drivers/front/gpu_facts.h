// Answers to queries that all GPUs share for which clc compiles: they tell what its code can.
#pragma once

#include <cstring>

#include "front/device.h"

namespace clc::front {

// Options of `clc` for a device without images; more extensions can follow behind a comma.
inline constexpr const char* k_without_images =
    "-U__IMAGE_SUPPORT__ -cl-ext=-__opencl_c_images,-__opencl_c_read_write_images,-__opencl_c_3d_image_writes,"
    "-cl_khr_3d_image_writes,-cl_khr_depth_images,-cl_khr_mipmap_image,-cl_khr_mipmap_image_writes";

// The same for one whose images are read or written by a kernel, not both.
inline constexpr const char* k_without_read_write_images =
    "-cl-ext=-__opencl_c_read_write_images,-cl_khr_depth_images,-cl_khr_mipmap_image,-cl_khr_mipmap_image_writes";

// An answer to a query of an extension.
template <class T>
std::vector<std::uint8_t> bytes_of(const T& value) {
  std::vector<std::uint8_t> bytes(sizeof value);
  std::memcpy(bytes.data(), &value, sizeof value);
  return bytes;
}

// Floating point, atomics, generic pointers, functions of groups; features, and the queries of cl_ext_float_atomics and
// cl_khr_kernel_clock.
void add_facts_of_gpus(DeviceFacts& facts);

}  // namespace clc::front
