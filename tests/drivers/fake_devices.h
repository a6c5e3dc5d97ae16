// Two devices for tests of the front. The first one's memory is the host's, and its commands are over when they return.
// The second one keeps its memory to itself, and its commands run later, up to four of them together; it alone has
// images.
#pragma once

#include "front/objects.h"

namespace clc::front::testing {

// The table through which a loader calls the driver.
inline const cl_icd_dispatch& cl = k_dispatch;

// A binary with the kernels add(buffer, int) to each item, fail(), wait(), which waits for the gate,
// copy(image, sampler, image), and share(local, local).
inline constexpr std::string_view k_binary = "fake 1";

void close_gate();
void open_gate();

// A context with both devices, a queue on each, and the kernels.
struct Scene {
  explicit Scene(cl_command_queue_properties properties = 0);
  ~Scene();
  Scene(const Scene&) = delete;
  Scene& operator=(const Scene&) = delete;

  cl_kernel kernel(const char* name) const;
  cl_mem buffer(std::size_t size, cl_mem_flags flags = CL_MEM_READ_WRITE, void* host = nullptr) const;
  // Adds to each of `count` numbers.
  cl_int add(cl_command_queue queue, cl_mem buffer, std::size_t count, cl_int number, std::vector<cl_event> waits = {},
             cl_event* event = nullptr) const;
  std::vector<cl_int> read(cl_command_queue queue, cl_mem buffer, std::size_t count) const;

  cl_device_id devices[2] = {};
  cl_context context = nullptr;
  cl_command_queue queues[2] = {};
  cl_program program = nullptr;
  std::vector<std::string> reports;  // of the context
};

cl_int status_of(cl_event event);

}  // namespace clc::front::testing
