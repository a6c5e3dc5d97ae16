// Maps. What the host sees of a buffer or an image is the application's memory (CL_MEM_USE_HOST_PTR), the device's, or
// a copy.
#include <algorithm>

#include "front/api.h"
#include "front/buffer.h"
#include "front/commands.h"
#include "front/image.h"

namespace clc::front {
namespace {

constexpr cl_map_flags k_writes = CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION;

Box part(std::size_t offset, std::size_t size) {
  return {offset, size, size};
}

// Writes what the host has changed of a copy.
void write_back(Stream& stream, const _cl_mem& memory, const Map& map) {
  if (memory.image == nullptr) {
    stream.write(memory.memory(), part(memory.offset + map.offset, map.size), map.pointer, part(0, map.size),
                 {map.size, 1, 1});
    return;
  }
  TexelPlace host;
  host.host = map.pointer;
  host.box = {0, memory.view.row, memory.view.slice};
  copy_texels(stream, host, place_of(memory, map.origin), map.region, memory.shape.texel_bytes);
}

}  // namespace

void check_map(const _cl_mem& memory, cl_map_flags flags) {
  require((flags & ~(CL_MAP_READ | k_writes)) == 0, CL_INVALID_VALUE);
  require((flags & CL_MAP_WRITE_INVALIDATE_REGION) == 0 || (flags & (CL_MAP_READ | CL_MAP_WRITE)) == 0,
          CL_INVALID_VALUE);
  if ((flags & CL_MAP_READ) != 0) check_host_reads(memory);
  if ((flags & k_writes) != 0) check_host_writes(memory);
}

std::uint8_t* view_of(_cl_mem& memory) {
  if (memory.host != nullptr) return memory.host;
  if (!memory.is_opaque()) {
    if (std::uint8_t* bytes = memory.memory().host()) return bytes + memory.offset;
    if (std::uint8_t* bytes = memory.memory().shadow()) return bytes + memory.offset;
  }
  const std::lock_guard guard(state_mutex());
  if (memory.shadow.empty()) memory.shadow.resize(memory.size);
  return memory.shadow.data();
}

bool is_copy(const _cl_mem& memory) {
  return memory.host != nullptr || memory.is_opaque() || memory.memory().host() == nullptr;
}

namespace api {

void* map_buffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking, cl_map_flags flags, size_t offset,
                 size_t size, cl_uint count, const cl_event* waits, cl_event* event) {
  const auto one = checked(queue);
  const auto mapped = buffer_for(one, buffer);
  require(size != 0, CL_INVALID_VALUE);
  check_range(*mapped, offset, size);
  check_map(*mapped, flags);
  std::uint8_t* pointer = view_of(*mapped) + offset;
  enqueue(
      {one, CL_COMMAND_MAP_BUFFER, count, waits, event, blocking != 0},
      [=](Stream& stream) {
        if (!is_copy(*mapped) || (flags & CL_MAP_WRITE_INVALIDATE_REGION) != 0) return;
        stream.read(mapped->memory(), part(mapped->offset + offset, size), pointer, part(0, size), {size, 1, 1});
      },
      [&] { mapped->maps.push_back({pointer, offset, size, flags, {}, {}}); });
  return pointer;
}

void unmap(cl_command_queue queue, cl_mem buffer, void* mapped, cl_uint count, const cl_event* waits, cl_event* event) {
  const auto one = checked(queue);
  const auto kept = memory_for(one, buffer);
  const auto find = [&] {
    return std::find_if(kept->maps.begin(), kept->maps.end(), [&](const Map& map) { return map.pointer == mapped; });
  };
  Map map;
  {
    const std::lock_guard guard(state_mutex());
    const auto found = find();
    require(found != kept->maps.end(), CL_INVALID_VALUE);
    map = *found;
  }
  enqueue(
      {one, CL_COMMAND_UNMAP_MEM_OBJECT, count, waits, event},
      [=](Stream& stream) {
        if (is_copy(*kept) && (map.flags & k_writes) != 0) write_back(stream, *kept, map);
      },
      [&] {
        if (const auto found = find(); found != kept->maps.end()) kept->maps.erase(found);
      });
}

}  // namespace api
}  // namespace clc::front
