// Images and samplers as kernels of `cuda:` targets get them: an image argument is the address of a CudaImage in global
// memory, a sampler argument an index in its textures. An image1d_t is an array with one layer. The compiler
// (nvptx-lower-cuda-images) and libclc-cuda.so use it.
#pragma once

#include <cstdint>

namespace clc {

constexpr unsigned k_cuda_samplers = 16;

struct CudaImage {
  std::uint64_t surface;                    // a CUsurfObject, to write, or the address of a buffer's texels; 0: none
  std::uint32_t width, height, depth;       // as get_image_width() and its like answer
  std::uint32_t array_size;                 // layers
  std::uint32_t channel_order;              // CL_R, CL_RG, CL_RGBA or CL_BGRA; kernels swap and add components
  std::uint32_t channel_type;               // CL_UNORM_INT8 …
  std::uint64_t textures[k_cuda_samplers];  // a CUtexObject for each sampler; 0: none
};

// `addressing`: 0 none, 1 clamp to edge, 2 clamp, 3 repeat, 4 mirrored repeat, which is CL_ADDRESS_… less
// CL_ADDRESS_NONE. Without any an access beyond the edge is undefined, so that it may clamp.
constexpr unsigned cuda_sampler_index(unsigned addressing, bool is_normalized, bool is_linear) {
  const unsigned mode = addressing == 0 || addressing > 4 ? 0 : addressing - 1;
  return mode * 4 + (is_normalized ? 2U : 0U) + (is_linear ? 1U : 0U);
}

}  // namespace clc
