// Commands that move bytes.
#include <algorithm>
#include <limits>

#include "front/api.h"
#include "front/buffer.h"
#include "front/commands.h"
#include "front/prepare.h"

namespace clc::front {

void for_each_row(const Extent& extent, const Box& one, const Box& other,
                  const std::function<void(std::size_t, std::size_t, std::size_t)>& copy) {
  for (std::size_t z = 0; z < extent[2]; ++z) {
    for (std::size_t y = 0; y < extent[1]; ++y) {
      copy(one.offset + y * one.row + z * one.slice, other.offset + y * other.row + z * other.slice, extent[0]);
    }
  }
}

namespace {

Box line(std::size_t offset, std::size_t size) {
  return {offset, size, size};
}

Extent extent_of(const std::size_t* region) {
  require(region != nullptr, CL_INVALID_VALUE);
  require(region[0] != 0 && region[1] != 0 && region[2] != 0, CL_INVALID_VALUE);
  return {region[0], region[1], region[2]};
}

// count * step + rest. No buffer reaches as far as a sum that is too large.
std::size_t distance_of(std::size_t count, std::size_t step, std::size_t rest) {
  std::size_t distance = 0;
  const bool is_beyond =
      __builtin_mul_overflow(count, step, &distance) || __builtin_add_overflow(distance, rest, &distance);
  require(!is_beyond, CL_INVALID_VALUE);
  return distance;
}

Box box_of(const std::size_t* origin, const Extent& extent, std::size_t row, std::size_t slice) {
  require(origin != nullptr, CL_INVALID_VALUE);
  require(row == 0 || row >= extent[0], CL_INVALID_VALUE);
  if (row == 0) row = extent[0];
  const std::size_t rows = distance_of(extent[1], row, 0);
  require(slice == 0 || (slice >= rows && slice % row == 0), CL_INVALID_VALUE);
  if (slice == 0) slice = rows;
  return {distance_of(origin[2], slice, distance_of(origin[1], row, origin[0])), row, slice};
}

void check_box(const _cl_mem& buffer, const Box& box, const Extent& extent) {
  check_range(buffer, box.offset,
              distance_of(extent[2] - 1, box.slice, distance_of(extent[1] - 1, box.row, extent[0])));
}

// Boxes with the same distances between rows and slices; `difference` is from the beginning of one to that of the
// other.
bool overlap(std::ptrdiff_t difference, const Box& box, const Extent& extent) {
  // Only boxes of one row or slice have larger ones, and do not use them.
  constexpr std::size_t k_beyond = std::numeric_limits<std::ptrdiff_t>::max() / 4;
  const auto row = static_cast<std::ptrdiff_t>(std::min(box.row, k_beyond));
  const auto slice = static_cast<std::ptrdiff_t>(std::min(box.slice, k_beyond));
  const auto is_within = [&](std::ptrdiff_t distance, unsigned d) {
    return static_cast<std::size_t>(std::abs(distance)) < extent[d];
  };
  const std::ptrdiff_t sign = difference < 0 ? -1 : 1, distance = difference * sign;
  for (const std::ptrdiff_t z : {distance / slice, distance / slice + 1}) {
    const std::ptrdiff_t rest = distance - z * slice, step = rest < 0 ? -1 : 1;
    for (const std::ptrdiff_t y : {rest / row, rest / row + step}) {
      if (is_within(z, 2) && is_within(y, 1) && is_within(rest - y * row, 0)) return true;
    }
  }
  return false;
}

Box moved(Box box, const _cl_mem& buffer) {
  box.offset += buffer.offset;
  return box;
}

void enqueue_read(const Wanted& wanted, const Ref<_cl_mem>& buffer, const Box& box, void* to, const Box& host,
                  const Extent& extent) {
  require(to != nullptr, CL_INVALID_VALUE);
  check_host_reads(*buffer);
  enqueue(wanted, [=, at = moved(box, *buffer)](Stream& stream) {
    stream.read(buffer->memory(), at, static_cast<std::uint8_t*>(to), host, extent);
  });
}

void enqueue_write(const Wanted& wanted, const Ref<_cl_mem>& buffer, const Box& box, const void* from, const Box& host,
                   const Extent& extent) {
  require(from != nullptr, CL_INVALID_VALUE);
  check_host_writes(*buffer);
  enqueue(wanted, [=, at = moved(box, *buffer)](Stream& stream) {
    stream.write(buffer->memory(), at, static_cast<const std::uint8_t*>(from), host, extent);
  });
}

Prepared prepare_copy(const Ref<_cl_mem>& from, const Box& from_box, const Ref<_cl_mem>& to, const Box& to_box,
                      const Extent& extent) {
  const Box source = moved(from_box, *from), target = moved(to_box, *to);
  if (&from->memory() == &to->memory()) {
    const auto difference = static_cast<std::ptrdiff_t>(target.offset) - static_cast<std::ptrdiff_t>(source.offset);
    require(extent[0] == 0 || !overlap(difference, source, extent), CL_MEM_COPY_OVERLAP);
  }
  return [=](Stream& stream) { stream.copy(from->memory(), source, to->memory(), target, extent); };
}

}  // namespace

Prepared prepare_copy(const Ref<_cl_command_queue>& queue, cl_mem from, cl_mem to, std::size_t from_offset,
                      std::size_t to_offset, std::size_t size) {
  const auto source = buffer_for(queue, from), target = buffer_for(queue, to);
  check_range(*source, from_offset, size);
  check_range(*target, to_offset, size);
  const std::size_t row = std::max<std::size_t>(size, 1);
  return prepare_copy(source, line(from_offset, row), target, line(to_offset, row), {size, 1, 1});
}

Prepared prepare_fill(const Ref<_cl_command_queue>& queue, cl_mem buffer, const void* pattern, std::size_t pattern_size,
                      std::size_t offset, std::size_t size) {
  const auto to = buffer_for(queue, buffer);
  check_range(*to, offset, size);
  constexpr std::size_t k_largest = 128;  // double16
  require(pattern != nullptr && pattern_size != 0 && pattern_size <= k_largest, CL_INVALID_VALUE);
  require((pattern_size & (pattern_size - 1)) == 0, CL_INVALID_VALUE);
  require(offset % pattern_size == 0 && size % pattern_size == 0, CL_INVALID_VALUE);
  const auto* bytes = static_cast<const std::uint8_t*>(pattern);
  std::vector<std::uint8_t> copy(bytes, bytes + pattern_size);
  return [=, copy = std::move(copy)](Stream& stream) { stream.fill(to->memory(), to->offset + offset, size, copy); };
}

Prepared prepare_copy_rectangle(const Ref<_cl_command_queue>& queue, const WantedRectangle& wanted) {
  const auto source = buffer_for(queue, wanted.from), target = buffer_for(queue, wanted.to);
  const Extent extent = extent_of(wanted.region);
  const Box from_box = box_of(wanted.from_origin, extent, wanted.from_row, wanted.from_slice);
  const Box to_box = box_of(wanted.to_origin, extent, wanted.to_row, wanted.to_slice);
  check_box(*source, from_box, extent);
  check_box(*target, to_box, extent);
  const bool is_alike = from_box.row == to_box.row && from_box.slice == to_box.slice;
  require(is_alike || &source->memory() != &target->memory(), CL_INVALID_VALUE);
  return prepare_copy(source, from_box, target, to_box, extent);
}

namespace api {

void read_buffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking, size_t offset, size_t size, void* to,
                 cl_uint count, const cl_event* waits, cl_event* event) {
  const auto one = checked(queue);
  const auto from = buffer_for(one, buffer);
  check_range(*from, offset, size);
  enqueue_read({one, CL_COMMAND_READ_BUFFER, count, waits, event, blocking != 0}, from, line(offset, size), to,
               line(0, size), {size, 1, 1});
}

void write_buffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking, size_t offset, size_t size, const void* from,
                  cl_uint count, const cl_event* waits, cl_event* event) {
  const auto one = checked(queue);
  const auto to = buffer_for(one, buffer);
  check_range(*to, offset, size);
  enqueue_write({one, CL_COMMAND_WRITE_BUFFER, count, waits, event, blocking != 0}, to, line(offset, size), from,
                line(0, size), {size, 1, 1});
}

void copy_buffer(cl_command_queue queue, cl_mem from, cl_mem to, size_t from_offset, size_t to_offset, size_t size,
                 cl_uint count, const cl_event* waits, cl_event* event) {
  const auto one = checked(queue);
  enqueue({one, CL_COMMAND_COPY_BUFFER, count, waits, event},
          prepare_copy(one, from, to, from_offset, to_offset, size));
}

void fill_buffer(cl_command_queue queue, cl_mem buffer, const void* pattern, size_t pattern_size, size_t offset,
                 size_t size, cl_uint count, const cl_event* waits, cl_event* event) {
  const auto one = checked(queue);
  enqueue({one, CL_COMMAND_FILL_BUFFER, count, waits, event},
          prepare_fill(one, buffer, pattern, pattern_size, offset, size));
}

void read_rectangle(cl_command_queue queue, cl_mem buffer, cl_bool blocking, const size_t* buffer_origin,
                    const size_t* host_origin, const size_t* region, size_t buffer_row, size_t buffer_slice,
                    size_t host_row, size_t host_slice, void* to, cl_uint count, const cl_event* waits,
                    cl_event* event) {
  const auto one = checked(queue);
  const auto from = buffer_for(one, buffer);
  const Extent extent = extent_of(region);
  const Box box = box_of(buffer_origin, extent, buffer_row, buffer_slice);
  const Box host = box_of(host_origin, extent, host_row, host_slice);
  check_box(*from, box, extent);
  enqueue_read({one, CL_COMMAND_READ_BUFFER_RECT, count, waits, event, blocking != 0}, from, box, to, host, extent);
}

void write_rectangle(cl_command_queue queue, cl_mem buffer, cl_bool blocking, const size_t* buffer_origin,
                     const size_t* host_origin, const size_t* region, size_t buffer_row, size_t buffer_slice,
                     size_t host_row, size_t host_slice, const void* from, cl_uint count, const cl_event* waits,
                     cl_event* event) {
  const auto one = checked(queue);
  const auto to = buffer_for(one, buffer);
  const Extent extent = extent_of(region);
  const Box box = box_of(buffer_origin, extent, buffer_row, buffer_slice);
  const Box host = box_of(host_origin, extent, host_row, host_slice);
  check_box(*to, box, extent);
  enqueue_write({one, CL_COMMAND_WRITE_BUFFER_RECT, count, waits, event, blocking != 0}, to, box, from, host, extent);
}

void copy_rectangle(cl_command_queue queue, cl_mem from, cl_mem to, const size_t* from_origin, const size_t* to_origin,
                    const size_t* region, size_t from_row, size_t from_slice, size_t to_row, size_t to_slice,
                    cl_uint count, const cl_event* waits, cl_event* event) {
  const auto one = checked(queue);
  const WantedRectangle wanted{from, to, from_origin, to_origin, region, from_row, from_slice, to_row, to_slice};
  enqueue({one, CL_COMMAND_COPY_BUFFER_RECT, count, waits, event}, prepare_copy_rectangle(one, wanted));
}

void migrate(cl_command_queue queue, cl_uint buffer_count, const cl_mem* buffers, cl_mem_migration_flags flags,
             cl_uint count, const cl_event* waits, cl_event* event) {
  const auto one = checked(queue);
  require(buffer_count != 0 && buffers != nullptr, CL_INVALID_VALUE);
  constexpr cl_mem_migration_flags k_known = CL_MIGRATE_MEM_OBJECT_HOST | CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED;
  require((flags & ~k_known) == 0, CL_INVALID_VALUE);
  for (cl_uint i = 0; i < buffer_count; ++i) memory_for(one, buffers[i]);
  enqueue({one, CL_COMMAND_MIGRATE_MEM_OBJECTS, count, waits, event}, {});
}

}  // namespace api
}  // namespace clc::front
