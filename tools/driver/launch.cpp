#include "driver/launch.h"

#include <deque>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/try.h"
#include "clc/runtime/device.h"
#include "clc/runtime/kernel.h"
#include "clc/runtime/program.h"
#include "clc/runtime/queue.h"
#include "driver/find_driver.h"
#include "protocol/frame_codec.h"
#include "protocol/launch_protocol.h"

namespace clc {
namespace {

// The objects behind the arguments of one launch.
class LaunchedArguments {
 public:
  explicit LaunchedArguments(const Queue& queue) : queue_(queue) {}

  Result<void> add(const LaunchArgument& argument) {
    switch (argument.kind) {
      case LaunchArgumentKind::k_value:
        list_.push_back({ArgumentKind::k_value, argument.bytes.size(), argument.bytes.data()});
        return {};
      case LaunchArgumentKind::k_local:
        list_.push_back({ArgumentKind::k_local, argument.size, nullptr});
        return {};
      case LaunchArgumentKind::k_buffer:
        return add_buffer(argument);
      case LaunchArgumentKind::k_image:
        return add_image(argument);
      case LaunchArgumentKind::k_sampler:
        samplers_.push_back(
            CLC_TRY(queue_.create_sampler({argument.is_normalized, static_cast<cl_addressing_mode>(argument.addressing),
                                           static_cast<cl_filter_mode>(argument.filter)})));
        list_.push_back(to_argument(samplers_.back()));
        return {};
    }
    return {};
  }

  const std::vector<KernelArgument>& list() const { return list_; }

  Result<std::vector<Bytes>> results() const {
    std::vector<Bytes> results;
    for (const Buffer* buffer : result_buffers_) {
      Bytes& bytes = results.emplace_back(buffer == nullptr ? 0 : buffer->size(), '\0');
      if (buffer != nullptr) CLC_TRY(queue_.read(*buffer, bytes.data(), bytes.size()));
    }
    for (const auto& [place, image] : result_images_) {
      results[place].resize(image->size());
      CLC_TRY(queue_.read(*image, results[place].data()));
    }
    return results;
  }

 private:
  Result<void> add_buffer(const LaunchArgument& argument) {
    buffers_.push_back(CLC_TRY(queue_.allocate(argument.bytes.size())));
    CLC_TRY(queue_.write(buffers_.back(), argument.bytes.data(), argument.bytes.size()));
    list_.push_back(to_argument(buffers_.back()));
    if (argument.is_result) result_buffers_.push_back(&buffers_.back());
    return {};
  }

  Result<void> add_image(const LaunchArgument& argument) {
    constexpr cl_mem_object_type k_types[] = {CL_MEM_OBJECT_IMAGE1D, CL_MEM_OBJECT_IMAGE2D, CL_MEM_OBJECT_IMAGE3D};
    if (argument.dimensions == 0 || argument.dimensions > 3)
      return fail(ErrorKind::k_usage, "an image of no dimension");
    const ImageShape shape{k_types[argument.dimensions - 1], {argument.shape[0], argument.shape[1], argument.shape[2]}};
    const cl_image_format format{static_cast<cl_channel_order>(argument.order),
                                 static_cast<cl_channel_type>(argument.channel)};
    images_.push_back(CLC_TRY(queue_.allocate_image(shape, format)));
    if (argument.bytes.size() != images_.back().size()) return fail(ErrorKind::k_usage, "an image without its texels");
    CLC_TRY(queue_.write(images_.back(), argument.bytes.data()));
    list_.push_back(to_argument(images_.back()));
    if (argument.is_result) {
      result_images_.emplace_back(result_buffers_.size(), &images_.back());
      result_buffers_.push_back(nullptr);
    }
    return {};
  }

  const Queue& queue_;
  std::deque<Buffer> buffers_;
  std::deque<Image> images_;
  std::deque<Sampler> samplers_;
  std::vector<KernelArgument> list_;
  std::vector<const Buffer*> result_buffers_;                        // null: an image's place
  std::vector<std::pair<std::size_t, const Image*>> result_images_;  // and where among the results
};

NDRange range_of(const Launch& launch) {
  NDRange range;
  range.dimensions = static_cast<cl_uint>(launch.dimensions);
  for (std::size_t i = 0; i < 3; ++i) {
    range.global[i] = launch.global[i];
    range.local[i] = launch.local[i];
    range.offset[i] = launch.offset[i];
  }
  return range;
}

class Launches {
 public:
  Launches(Queue queue, Package package) : queue_(std::move(queue)), package_(std::move(package)) {}

  LaunchReply run(const Launch& launch) {
    LaunchReply reply;
    const Result<Program> program = load(launch.module);
    if (!program) {
      reply.is_unavailable = program.error().kind == ErrorKind::k_unavailable;
      reply.problem = program.error().message;
      return reply;
    }
    reply.target = program->variant().target;
    Result<std::vector<Bytes>> results = run(*program, launch);
    if (results) {
      reply.results = *std::move(results);
    } else {
      reply.problem = results.error().message;
    }
    return reply;
  }

 private:
  Result<Program> load(const std::string& module) {
    if (const auto found = programs_.find(module); found != programs_.end()) return found->second;
    return programs_.emplace(module, Program::load(queue_, package_, module)).first->second;
  }

  Result<std::vector<Bytes>> run(const Program& program, const Launch& launch) const {
    const Kernel kernel = CLC_TRY(program.kernel(launch.kernel));
    LaunchedArguments arguments(queue_);
    for (const LaunchArgument& argument : launch.arguments) CLC_TRY(arguments.add(argument));
    CLC_TRY(kernel.launch_list(queue_, range_of(launch), arguments.list().data(), arguments.list().size()));
    return arguments.results();
  }

  Queue queue_;
  Package package_;
  std::map<std::string, Result<Program>> programs_;
};

}  // namespace

Result<void> serve_launches(int input, int output, std::uint64_t device) {
  const Device found = CLC_TRY(device_at(device));
  const std::optional<std::string> bytes = CLC_TRY(read_frame(input));
  if (!bytes) return {};
  Package package = CLC_TRY(Package::from_memory(*bytes));
  Queue queue = CLC_TRY(Queue::create(found));
  Launches launches(std::move(queue), std::move(package));
  for (;;) {
    const std::optional<std::string> frame = CLC_TRY(read_frame(input));
    if (!frame) return {};
    const Launch launch = CLC_TRY(decode_launch(*frame));
    CLC_TRY(write_frame(output, encode_launch_reply(launches.run(launch))));
  }
}

}  // namespace clc
