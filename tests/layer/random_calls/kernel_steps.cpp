// Kernels are made, given arguments, launched and released.
#include <algorithm>
#include <cstring>

#include "scene.h"

namespace random_calls {
namespace {

constexpr std::size_t k_count = 8;

void put_kernel(Scene& scene, std::size_t at, cl_kernel kernel, std::size_t world, cl_program program) {
  say(kernel == nullptr ? "no kernel" : "a kernel for " + std::to_string(at));
  if (kernel == nullptr) return;
  empty_slot(at, scene.kernels[at]);
  scene.kernels[at] = KernelSlot{kernel, 1, world, program};
}

void create_kernel(Scene& scene, Choices& choices) {
  const std::size_t from = built_slot(scene, choices);
  const ProgramSlot& slot = scene.programs[from];
  if (is_untold(scene, slot)) return;
  std::string name = choices.is_one_of(10) ? "not_there" : any_kernel_name(choices);
  char list[512] = {};
  const bool is_asked = !choices.is_one_of(5);
  if (is_asked && clGetProgramInfo(slot.handle, CL_PROGRAM_KERNEL_NAMES, sizeof(list), list, nullptr) == CL_SUCCESS) {
    const std::string names = list;
    name = choices.is_one_of(2) ? names.substr(0, names.find(';')) : names.substr(names.find(';') + 1);
  }
  cl_int code = 77;
  const cl_kernel kernel = clCreateKernel(slot.handle, choices.is_one_of(30) ? nullptr : name.c_str(), &code);
  say("clCreateKernel " + name + " of " + std::to_string(from), code);
  put_kernel(scene, free_slot(scene.kernels, choices), kernel, slot.world, slot.handle);
}

void create_kernels(Scene& scene, Choices& choices) {
  const std::size_t from = built_slot(scene, choices);
  const ProgramSlot slot = scene.programs[from];
  if (is_untold(scene, slot)) return;
  cl_kernel kernels[4] = {};
  cl_uint told = 77;
  const auto room = static_cast<cl_uint>(choices.below(5));
  const bool is_told = choices.is_one_of(2);
  const bool has_room = !choices.is_one_of(4);
  const cl_int code =
      clCreateKernelsInProgram(slot.handle, room, has_room ? kernels : nullptr, is_told ? &told : nullptr);
  say("clCreateKernelsInProgram of " + std::to_string(from) + (has_room ? " in room for " : " without room, but for ") +
          std::to_string(room) + ", told " + std::to_string(told),
      code);
  for (const cl_kernel kernel : kernels) {
    if (kernel == nullptr) continue;
    put_kernel(scene, free_slot(scene.kernels, choices), kernel, slot.world, slot.handle);
  }
}

void clone_kernel(Scene& scene, Choices& choices) {
  const KernelSlot slot = scene.kernels[any_slot(scene.kernels, choices)];
  cl_int code = 77;
  const cl_kernel kernel = clCloneKernel(slot.handle, &code);
  say("clCloneKernel", code);
  put_kernel(scene, free_slot(scene.kernels, choices), kernel, slot.world, slot.program);
}

void retain_kernel(Scene& scene, Choices& choices) {
  KernelSlot& slot = scene.kernels[any_slot(scene.kernels, choices)];
  const cl_int code = clRetainKernel(slot.handle);
  if (code == CL_SUCCESS) ++slot.references;
  say("clRetainKernel", code);
}

void release_kernel(Scene& scene, Choices& choices) {
  KernelSlot& slot = scene.kernels[any_slot(scene.kernels, choices)];
  say("clReleaseKernel", clReleaseKernel(slot.handle));
  if (slot.handle != nullptr && --slot.references == 0) slot = KernelSlot();
}

void set_wrongly(Scene& scene, Choices& choices) {
  const cl_kernel kernel = scene.kernels[any_slot(scene.kernels, choices)].handle;
  const cl_long number = 5;
  const auto index = static_cast<cl_uint>(choices.below(4));
  const std::size_t sizes[] = {0, 1, 4, 8, 16, 100};
  const std::size_t size = index == 0 ? 3 : std::min(choices.of(sizes), sizeof(number));
  const bool has_value = !choices.is_one_of(3);
  say("argument " + std::to_string(index) + " of " + std::to_string(size) + (has_value ? "" : ", no value"),
      clSetKernelArg(kernel, index, size, has_value ? &number : nullptr));
}

// A queue and buffers on one device.
struct Bench {
  cl_command_queue queue = nullptr;
  cl_mem numbers = nullptr;
  cl_mem table = nullptr;

  Bench(cl_context context, cl_device_id device) {
    cl_int ones[k_count];
    cl_int all[] = {10, 20, 30, 40};
    std::fill(std::begin(ones), std::end(ones), 1);
    queue = clCreateCommandQueue(context, device, 0, nullptr);
    numbers = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, sizeof(ones), ones, nullptr);
    table = clCreateBuffer(context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, sizeof(all), all, nullptr);
  }
  Bench(const Bench&) = delete;
  Bench& operator=(const Bench&) = delete;
  ~Bench() {
    clReleaseMemObject(table);
    clReleaseMemObject(numbers);
    clReleaseCommandQueue(queue);
  }
};

void set_second(cl_kernel kernel, const std::string& name, const Bench& bench) {
  const cl_int number = 3;
  const float four[] = {1, 2, 3, 4};
  struct Pair {
    cl_int a;
    cl_short b;
    cl_char c;
  } const pair{100, 20, 3};
  if (name == "add") say("number", clSetKernelArg(kernel, 1, sizeof(number), &number));
  if (name == "shared") say("local", clSetKernelArg(kernel, 1, k_count * sizeof(cl_int), nullptr));
  if (name == "required") say("vector", clSetKernelArg(kernel, 1, sizeof(four), four));
  if (name == "table") say("table", clSetKernelArg(kernel, 1, sizeof(bench.table), &bench.table));
  if (name == "pair") say("struct", clSetKernelArg(kernel, 1, sizeof(pair), &pair));
}

void launch(Scene& scene, Choices& choices) {
  const std::size_t at = filled_slot(scene.kernels, choices);
  if (at == scene.kernels.size()) return;
  const KernelSlot& slot = scene.kernels[at];
  const World& world = scene.worlds[slot.world];
  const std::size_t device = choices.below(world.devices.size());
  const Bench bench(world.context, world.devices[device]);
  char name[64] = {};
  clGetKernelInfo(slot.handle, CL_KERNEL_FUNCTION_NAME, sizeof(name), name, nullptr);
  say(std::string("launch ") + name + " on " + std::to_string(device));
  if (std::strcmp(name, "none") != 0)
    say("buffer", clSetKernelArg(slot.handle, 0, sizeof(bench.numbers), &bench.numbers));
  set_second(slot.handle, name, bench);
  const std::size_t global = k_count;
  const std::size_t sizes[] = {4, 4, 8, 3, 0};
  const std::size_t local = choices.of(sizes);
  const bool has_local = choices.is_one_of(2);
  const cl_uint dimensions = choices.is_one_of(20) ? 0 : 1;
  cl_event event = nullptr;
  const bool has_event = choices.is_one_of(2);
  say(std::string("clEnqueueNDRangeKernel in groups of ") + (has_local ? std::to_string(local) : "any size"),
      clEnqueueNDRangeKernel(bench.queue, slot.handle, dimensions, nullptr, &global, has_local ? &local : nullptr, 0,
                             nullptr, has_event ? &event : nullptr));
  if (event != nullptr) {
    say("wait", clWaitForEvents(1, &event));
    clReleaseEvent(event);
  }
  cl_int numbers[k_count] = {};
  clEnqueueReadBuffer(bench.queue, bench.numbers, CL_TRUE, 0, sizeof(numbers), numbers, 0, nullptr, nullptr);
  std::string all = "it gives";
  for (const cl_int number : numbers) all += " " + std::to_string(number);
  say(all);
}

}  // namespace

void empty_slot(std::size_t at, KernelSlot& slot) {
  for (; slot.references > 0; --slot.references)
    say("release kernel " + std::to_string(at), clReleaseKernel(slot.handle));
  slot = KernelSlot();
}

const std::vector<Step>& kernel_steps() {
  static const std::vector<Step> all = {{"create a kernel", 16, &create_kernel},
                                        {"create kernels", 5, &create_kernels},
                                        {"clone a kernel", 3, &clone_kernel},
                                        {"retain a kernel", 3, &retain_kernel},
                                        {"release a kernel", 5, &release_kernel},
                                        {"set wrongly", 3, &set_wrongly},
                                        {"launch", 14, &launch}};
  return all;
}

}  // namespace random_calls
