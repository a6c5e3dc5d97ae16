// Commands that move texels.
#include <algorithm>

#include "front/api.h"
#include "front/buffer.h"
#include "front/commands.h"
#include "front/image.h"
#include "front/image_format.h"

namespace clc::front {
namespace {

// An origin or a region.
Extent texels_of(const std::size_t* numbers) {
  require(numbers != nullptr, CL_INVALID_VALUE);
  return {numbers[0], numbers[1], numbers[2]};
}

void check_region(const _cl_mem& image, const Extent& origin, const Extent& region) {
  for (unsigned d = 0; d < 3; ++d) {
    const std::size_t size = image.shape.size[d];
    require(region[d] != 0 && origin[d] <= size && region[d] <= size - origin[d], CL_INVALID_VALUE);
  }
}

bool overlap(const Extent& one, const Extent& other, const Extent& region) {
  for (unsigned d = 0; d < 3; ++d) {
    if (std::max(one[d], other[d]) - std::min(one[d], other[d]) >= region[d]) return false;
  }
  return true;
}

TexelPlace place_of_host(const void* pointer, const Box& box) {
  TexelPlace place;
  place.host = static_cast<std::uint8_t*>(const_cast<void*>(pointer));
  place.box = box;
  return place;
}

// The rows of a region behind each other in a buffer.
TexelPlace place_of_buffer(const _cl_mem& buffer, std::size_t offset, const _cl_mem& image, const Extent& region) {
  const std::size_t row = region[0] * image.shape.texel_bytes;
  check_range(buffer, offset, row * region[1] * region[2]);
  TexelPlace place;
  place.memory = &buffer.memory();
  place.box = {buffer.offset + offset, row, row * region[1]};
  return place;
}

// A copy whose ends are two memory objects.
void enqueue_copy(const Wanted& wanted, const Ref<_cl_mem>& from, const TexelPlace& source, const Ref<_cl_mem>& to,
                  const TexelPlace& target, const Extent& region, std::size_t texel_bytes) {
  enqueue(wanted, [=](Stream& stream) {
    static_cast<void>(from);  // which the command keeps, and `to`
    static_cast<void>(to);
    copy_texels(stream, source, target, region, texel_bytes);
  });
}

}  // namespace

namespace api {

void read_image(cl_command_queue queue, cl_mem image, cl_bool blocking, const size_t* origin, const size_t* region,
                size_t row, size_t slice, void* to, cl_uint count, const cl_event* waits, cl_event* event) {
  const auto one = checked(queue);
  const auto from = image_for(one, image);
  const Extent begin = texels_of(origin), extent = texels_of(region);
  check_region(*from, begin, extent);
  require(to != nullptr, CL_INVALID_VALUE);
  check_host_reads(*from);
  const TexelPlace host = place_of_host(to, box_of_pitches(from->shape, extent, row, slice, CL_INVALID_VALUE));
  enqueue({one, CL_COMMAND_READ_IMAGE, count, waits, event, blocking != 0},
          [=](Stream& stream) { copy_texels(stream, place_of(*from, begin), host, extent, from->shape.texel_bytes); });
}

void write_image(cl_command_queue queue, cl_mem image, cl_bool blocking, const size_t* origin, const size_t* region,
                 size_t row, size_t slice, const void* from, cl_uint count, const cl_event* waits, cl_event* event) {
  const auto one = checked(queue);
  const auto to = image_for(one, image);
  const Extent begin = texels_of(origin), extent = texels_of(region);
  check_region(*to, begin, extent);
  require(from != nullptr, CL_INVALID_VALUE);
  check_host_writes(*to);
  const TexelPlace host = place_of_host(from, box_of_pitches(to->shape, extent, row, slice, CL_INVALID_VALUE));
  enqueue({one, CL_COMMAND_WRITE_IMAGE, count, waits, event, blocking != 0},
          [=](Stream& stream) { copy_texels(stream, host, place_of(*to, begin), extent, to->shape.texel_bytes); });
}

void copy_image(cl_command_queue queue, cl_mem from, cl_mem to, const size_t* from_origin, const size_t* to_origin,
                const size_t* region, cl_uint count, const cl_event* waits, cl_event* event) {
  const auto one = checked(queue);
  const auto source = image_for(one, from), target = image_for(one, to);
  require(is_same(source->shape.format, target->shape.format), CL_IMAGE_FORMAT_MISMATCH);
  const Extent begin = texels_of(from_origin), end = texels_of(to_origin), extent = texels_of(region);
  check_region(*source, begin, extent);
  check_region(*target, end, extent);
  require(!(source == target) || !overlap(begin, end, extent), CL_MEM_COPY_OVERLAP);
  enqueue_copy({one, CL_COMMAND_COPY_IMAGE, count, waits, event}, source, place_of(*source, begin), target,
               place_of(*target, end), extent, source->shape.texel_bytes);
}

void copy_image_to_buffer(cl_command_queue queue, cl_mem image, cl_mem buffer, const size_t* origin,
                          const size_t* region, size_t offset, cl_uint count, const cl_event* waits, cl_event* event) {
  const auto one = checked(queue);
  const auto from = image_for(one, image), to = buffer_for(one, buffer);
  const Extent begin = texels_of(origin), extent = texels_of(region);
  check_region(*from, begin, extent);
  enqueue_copy({one, CL_COMMAND_COPY_IMAGE_TO_BUFFER, count, waits, event}, from, place_of(*from, begin), to,
               place_of_buffer(*to, offset, *from, extent), extent, from->shape.texel_bytes);
}

void copy_buffer_to_image(cl_command_queue queue, cl_mem buffer, cl_mem image, size_t offset, const size_t* origin,
                          const size_t* region, cl_uint count, const cl_event* waits, cl_event* event) {
  const auto one = checked(queue);
  const auto from = buffer_for(one, buffer), to = image_for(one, image);
  const Extent begin = texels_of(origin), extent = texels_of(region);
  check_region(*to, begin, extent);
  enqueue_copy({one, CL_COMMAND_COPY_BUFFER_TO_IMAGE, count, waits, event}, from,
               place_of_buffer(*from, offset, *to, extent), to, place_of(*to, begin), extent, to->shape.texel_bytes);
}

void fill_image(cl_command_queue queue, cl_mem image, const void* colour, const size_t* origin, const size_t* region,
                cl_uint count, const cl_event* waits, cl_event* event) {
  const auto one = checked(queue);
  const auto to = image_for(one, image);
  require(colour != nullptr, CL_INVALID_VALUE);
  const Extent begin = texels_of(origin), extent = texels_of(region);
  check_region(*to, begin, extent);
  enqueue({one, CL_COMMAND_FILL_IMAGE, count, waits, event},
          [=, texel = texel_of(to->shape.format, colour)](Stream& stream) {
            const TexelPlace place = place_of(*to, begin);
            if (place.image != nullptr) return stream.fill_texels(*place.image, begin, extent, texel);
            for (std::size_t y = 0; y < extent[1]; ++y) {
              stream.fill(*place.memory, place.box.offset + y * place.box.row, extent[0] * texel.size(), texel);
            }
          });
}

void* map_image(cl_command_queue queue, cl_mem image, cl_bool blocking, cl_map_flags flags, const size_t* origin,
                const size_t* region, size_t* row, size_t* slice, cl_uint count, const cl_event* waits,
                cl_event* event) {
  const auto one = checked(queue);
  const auto mapped = image_for(one, image);
  const Extent begin = texels_of(origin), extent = texels_of(region);
  check_region(*mapped, begin, extent);
  require(row != nullptr && (slice != nullptr || !has_slices(mapped->shape)), CL_INVALID_VALUE);
  check_map(*mapped, flags);
  std::uint8_t* pointer = view_of(*mapped) + view_offset(*mapped, begin);
  const TexelPlace host = place_of_host(pointer, {0, mapped->view.row, mapped->view.slice});
  enqueue(
      {one, CL_COMMAND_MAP_IMAGE, count, waits, event, blocking != 0},
      [=](Stream& stream) {
        if (!is_copy(*mapped) || (flags & CL_MAP_WRITE_INVALIDATE_REGION) != 0) return;
        copy_texels(stream, place_of(*mapped, begin), host, extent, mapped->shape.texel_bytes);
      },
      [&] { mapped->maps.push_back({pointer, 0, 0, flags, begin, extent}); });
  *row = mapped->view.row;
  if (slice != nullptr) *slice = slice_pitch(*mapped);
  return pointer;
}

}  // namespace api
}  // namespace clc::front
