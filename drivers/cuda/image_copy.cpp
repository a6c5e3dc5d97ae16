// Copies of texels.
#include <limits>

#include "cuda/image.h"

namespace clc::cuda {
namespace {

using front::Extent;

constexpr std::size_t k_most_pitch = std::numeric_limits<std::int32_t>::max();

TexelEnd moved(TexelEnd end, std::size_t y, std::size_t z) {
  end.origin[1] += y;
  end.origin[2] += z;
  const std::size_t bytes = y * end.row + z * end.slice;
  if (end.host != nullptr) end.host += bytes;
  end.device += bytes;
  return end;
}

// CUDA counts layers in the third dimension, OpenCL those of 1D images in the second one.
bool has_layers_in_y(const TexelEnd& end) {
  return end.image != nullptr && end.image->is_1d_array();
}

bool has_regular_rows(const TexelEnd& end) {
  return end.image != nullptr || end.row <= k_most_pitch;
}

bool has_regular_slices(const TexelEnd& end) {
  return end.image != nullptr || (end.row <= k_most_pitch && end.slice % end.row == 0);
}

// One end of CUDA's copy.
struct CopyEnd {
  std::size_t x = 0, y = 0, z = 0;
  unsigned kind = k_any_memory;
  ArrayHandle array = nullptr;
  std::size_t pitch = 0, height = 0;
};

// `size` is in CUDA's dimensions, with the width in bytes.
CopyEnd copy_end(const TexelEnd& end, const Extent& size) {
  CopyEnd result;
  if (end.image != nullptr) {
    const bool is_layered = has_layers_in_y(end);
    result.kind = k_array_memory;
    result.array = end.image->array();
    result.x = end.origin[0] * end.image->shape().texel_bytes;
    result.y = is_layered ? 0 : end.origin[1];
    result.z = end.origin[is_layered ? 1 : 2];
    return result;
  }
  if (end.host != nullptr) result.kind = k_host_memory;
  result.pitch = size[1] == 1 && size[2] == 1 ? size[0] : end.row;
  result.height = size[1];
  return result;
}

void copy_at_once(StreamHandle stream, const TexelEnd& from, const TexelEnd& to, const Extent& extent) {
  const CudaImageMemory& image = from.image != nullptr ? *from.image : *to.image;
  const bool is_layered = has_layers_in_y(from) || has_layers_in_y(to);
  const Extent size{extent[0] * image.shape().texel_bytes, is_layered ? 1 : extent[1],
                    is_layered ? extent[1] : extent[2]};
  CopyEnd source = copy_end(from, size), target = copy_end(to, size);
  if (!is_layered && size[2] != 1) {
    if (from.image == nullptr) source.height = from.slice / from.row;
    if (to.image == nullptr) target.height = to.slice / to.row;
  }
  Copy3d copy{};
  copy.from_x = source.x;
  copy.from_y = source.y;
  copy.from_z = source.z;
  copy.from_kind = source.kind;
  copy.from_host = from.host;
  copy.from_device = from.device;
  copy.from_array = source.array;
  copy.from_pitch = source.pitch;
  copy.from_height = source.height;
  copy.to_x = target.x;
  copy.to_y = target.y;
  copy.to_z = target.z;
  copy.to_kind = target.kind;
  copy.to_host = to.host;
  copy.to_device = to.device;
  copy.to_array = target.array;
  copy.to_pitch = target.pitch;
  copy.to_height = target.height;
  copy.width = size[0];
  copy.height = size[1];
  copy.depth = size[2];
  image.device().check(cuda().cuMemcpy3DAsync_v2(&copy, stream), "copy texels");
}

}  // namespace

// In parts where CUDA does not copy all at once.
void copy_texels(StreamHandle stream, const TexelEnd& from, const TexelEnd& to, const Extent& extent) {
  const bool is_one_slice = extent[2] == 1, is_one_row = is_one_slice && extent[1] == 1;
  const bool has_like_rows =
      from.image == nullptr || to.image == nullptr || has_layers_in_y(from) == has_layers_in_y(to);
  if (!is_one_slice && !(has_regular_slices(from) && has_regular_slices(to) && has_like_rows)) {
    for (std::size_t z = 0; z < extent[2]; ++z) {
      copy_texels(stream, moved(from, 0, z), moved(to, 0, z), {extent[0], extent[1], 1});
    }
  } else if (!is_one_row && !(has_regular_rows(from) && has_regular_rows(to) && has_like_rows)) {
    for (std::size_t y = 0; y < extent[1]; ++y) {
      copy_at_once(stream, moved(from, y, 0), moved(to, y, 0), {extent[0], 1, 1});
    }
  } else {
    copy_at_once(stream, from, to, extent);
  }
}

}  // namespace clc::cuda
