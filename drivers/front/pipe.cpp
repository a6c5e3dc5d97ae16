// Pipes: memory that kernels alone read and write.
#include <algorithm>

#include "front/answer.h"
#include "front/api.h"
#include "front/buffer.h"

namespace clc::front {
namespace {

void empty(const _cl_mem& pipe, const PipeHead& head) {
  const auto stream = pipe.context->devices.front()->device.make_stream();
  const Box begin{0, head.bytes.size(), head.bytes.size()};
  stream->fill(pipe.memory(), 0, head.size, {0});
  stream->write(pipe.memory(), begin, head.bytes.data(), begin, {head.bytes.size(), 1, 1});
  stream->finish();
}

}  // namespace

namespace api {

cl_mem create_pipe(cl_context context, cl_mem_flags flags, cl_uint packet_bytes, cl_uint packets,
                   const cl_pipe_properties* properties) {
  auto kept = checked(context);
  const auto& devices = kept->devices;
  const auto found = std::find_if(devices.begin(), devices.end(),
                                  [](cl_device_id device) { return device->facts.most_packet_bytes != 0; });
  require(found != devices.end(), CL_INVALID_OPERATION);
  require((flags & ~cl_mem_flags{CL_MEM_READ_WRITE | CL_MEM_HOST_NO_ACCESS}) == 0, CL_INVALID_VALUE);
  require(properties == nullptr, CL_INVALID_VALUE);  // there are none yet
  const DeviceFacts& facts = (*found)->facts;
  require(packets != 0 && packet_bytes != 0 && packet_bytes <= facts.most_packet_bytes, CL_INVALID_PIPE_SIZE);
  const PipeHead head = (*found)->device.empty_pipe(packets);
  auto pipe = make_object<_cl_mem>();
  pipe->packet_bytes = packet_bytes;
  pipe->packets = packets;
  pipe->size = head.size + std::size_t{packets} * packet_bytes;
  require(pipe->size <= facts.max_allocation, CL_INVALID_PIPE_SIZE);
  pipe->context = std::move(kept);
  pipe->flags = CL_MEM_READ_WRITE | CL_MEM_HOST_NO_ACCESS;
  pipe->own = allocate(*pipe->context, pipe->size);
  empty(*pipe, head);
  return pipe.give();
}

void get_pipe_info(cl_mem pipe, cl_pipe_info info, size_t room, void* to, size_t* told) {
  const auto one = checked(pipe);
  require(one->packets != 0, CL_INVALID_MEM_OBJECT);
  const Answer answer{room, to, told};
  switch (info) {
    case CL_PIPE_PACKET_SIZE:
      return answer.value(one->packet_bytes);
    case CL_PIPE_MAX_PACKETS:
      return answer.value(one->packets);
    case CL_PIPE_PROPERTIES:
      return answer.bytes(nullptr, 0);
    default:
      throw Failure(CL_INVALID_VALUE);
  }
}

}  // namespace api
}  // namespace clc::front
