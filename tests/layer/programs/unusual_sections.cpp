// Calls that programs make rarely, and the results of what runs then. They ask for no log, so that a package gives the
// same answers.
#include <atomic>
#include <cstring>
#include <thread>

#include "every_call_sections.h"

namespace every_call {
namespace {

constexpr std::size_t k_count = 8;

// A queue, a buffer of 8 ints, and what runs on them.
struct Bench {
  cl_context context = nullptr;
  cl_command_queue queue = nullptr;
  cl_mem buffer = nullptr;

  Bench(cl_context of, cl_device_id device, cl_command_queue_properties properties = 0) : context(of) {
    cl_int code = CL_SUCCESS;
    queue = clCreateCommandQueue(context, device, properties, &code);
    say("queue", code);
    buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, k_count * sizeof(cl_int), nullptr, &code);
    const cl_int zero = 0;
    clEnqueueFillBuffer(queue, buffer, &zero, sizeof(zero), 0, k_count * sizeof(cl_int), 0, nullptr, nullptr);
    clFinish(queue);
  }
  Bench(const Bench&) = delete;
  Bench& operator=(const Bench&) = delete;
  ~Bench() {
    clReleaseMemObject(buffer);
    clReleaseCommandQueue(queue);
  }
  void run(const std::string& what, cl_kernel kernel) const {
    clSetKernelArg(kernel, 0, sizeof(buffer), &buffer);
    const std::size_t global = k_count;
    say(what + " launch", clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &global, nullptr, 0, nullptr, nullptr));
  }
  void show(const std::string& what) const {
    cl_int numbers[k_count] = {};
    say(what + " read", clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, sizeof(numbers), numbers, 0, nullptr, nullptr));
    std::string all;
    for (const cl_int number : numbers) all += " " + std::to_string(number);
    say(what + " gives" + all);
  }
};

cl_program built(const World& world, const std::string& source, const char* options) {
  const cl_program program = from_source(world, source);
  say(std::string("build ") + options, clBuildProgram(program, 0, nullptr, options, nullptr, nullptr));
  return program;
}

cl_kernel kernel_of(cl_program program, const char* name) {
  cl_int code = CL_SUCCESS;
  const cl_kernel kernel = clCreateKernel(program, name, &code);
  say(std::string("kernel ") + name, code);
  return kernel;
}

}  // namespace

// One context of two parts of a device. Each of them, and both together.
void parts_of_device(const World& world) {
  const cl_device_partition_property equally[] = {CL_DEVICE_PARTITION_EQUALLY, 1, 0};
  cl_uint count = 0;
  const cl_int possible = clCreateSubDevices(world.devices[0], equally, 0, nullptr, &count);
  if (possible != CL_SUCCESS || count < 2) {
    say("this device has no two parts");
    return;
  }
  std::vector<cl_device_id> parts(count);
  say("parts", clCreateSubDevices(world.devices[0], equally, count, parts.data(), nullptr));
  World half = world;
  half.devices = {parts[0], parts[1]};
  cl_int code = CL_SUCCESS;
  half.context = clCreateContext(nullptr, 2, half.devices.data(), nullptr, nullptr, &code);
  say("context", code);
  const cl_program both = built(half, k_plain, "-DVALUE=81");
  run_kernel(half, "both", both, "a");
  clReleaseProgram(both);
  const cl_program each = from_source(half, k_plain);
  for (const char* options : {"-DVALUE=82", "-DVALUE=83"}) {
    const std::size_t at = options[8] == '2' ? 0 : 1;
    say(std::string("one ") + options, clBuildProgram(each, 1, &half.devices[at], options, nullptr, nullptr));
  }
  run_kernel(half, "each", each, "a");
  clReleaseProgram(each);
  const cl_program again = built(half, k_plain, "-DVALUE=81");
  run_kernel(half, "again", again, "a");
  clReleaseProgram(again);
  say("release the context", clReleaseContext(half.context));
  for (const cl_device_id part : parts) clReleaseDevice(part);
}

void all_devices(const World& world) {
  cl_int code = CL_SUCCESS;
  const cl_context_properties properties[] = {CL_CONTEXT_PLATFORM,
                                              reinterpret_cast<cl_context_properties>(world.platform), 0};
  World typed = world;
  typed.context = clCreateContextFromType(properties, CL_DEVICE_TYPE_ALL, nullptr, nullptr, &code);
  say("context of a type", code);
  const cl_program program = built(typed, k_plain, "-DVALUE=84");
  run_kernel(typed, "all", program, "a");
  const cl_program first = from_source(typed, k_plain);
  say("the last alone", clBuildProgram(first, 1, &typed.devices.back(), "-DVALUE=85 -cl-mad-enable", nullptr, nullptr));
  typed.devices = {typed.devices.back()};
  run_kernel(typed, "the last alone", first, "a");
  clReleaseProgram(first);
  clReleaseProgram(program);
  clReleaseContext(typed.context);
}

void cloned_kernels(const World& world) {
  const cl_program program = built(world, k_plain, "-DVALUE=86");
  const Bench bench(world.context, world.devices[0]);
  const cl_kernel kernel = kernel_of(program, "a");
  clSetKernelArg(kernel, 0, sizeof(bench.buffer), &bench.buffer);
  cl_int code = CL_SUCCESS;
  clCloneKernel(nullptr, &code);
  say("clone of nothing", code);
  const cl_kernel clone = clCloneKernel(kernel, &code);
  say("clone", code);
  if (clone != nullptr) {
    cl_program its = nullptr;
    clGetKernelInfo(clone, CL_KERNEL_PROGRAM, sizeof(its), &its, nullptr);
    say(its == program ? "the clone is of its program" : "the clone is of another program");
  }
  say("release program", clReleaseProgram(program));
  say("release kernel", clReleaseKernel(kernel));
  if (clone == nullptr) return;
  const std::size_t global = k_count;
  say("launch the clone",
      clEnqueueNDRangeKernel(bench.queue, clone, 1, nullptr, &global, nullptr, 0, nullptr, nullptr));
  bench.show("clone");
  say("release clone", clReleaseKernel(clone));
}

void sub_groups(const World& world) {
  const cl_program program = built(world, k_plain, "-DVALUE=87");
  const cl_kernel kernel = kernel_of(program, "a");
  const std::size_t local[] = {64, 1, 1};
  for (const cl_kernel_sub_group_info info :
       {CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE, CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE, CL_KERNEL_MAX_NUM_SUB_GROUPS,
        CL_KERNEL_COMPILE_NUM_SUB_GROUPS}) {
    std::size_t value = 0;
    const cl_int code =
        clGetKernelSubGroupInfo(kernel, world.devices[0], info, sizeof(local), local, sizeof(value), &value, nullptr);
    say("sub-groups " + std::to_string(info) + " = " + std::to_string(value), code);
  }
  say("of no kernel", clGetKernelSubGroupInfo(nullptr, world.devices[0], CL_KERNEL_MAX_NUM_SUB_GROUPS, 0, nullptr, 0,
                                              nullptr, nullptr));
  clReleaseKernel(kernel);
  clReleaseProgram(program);
}

namespace {
void CL_CALLBACK note_completion(cl_event, cl_int status, void* done) {
  static_cast<std::atomic<int>*>(done)->store(status == CL_COMPLETE ? 1 : 2);
}
}  // namespace

void out_of_order(const World& world) {
  const cl_program program = built(world, k_plain, "-DVALUE=88");
  const Bench bench(world.context, world.devices[0], CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  const cl_kernel kernel = kernel_of(program, "a");
  clSetKernelArg(kernel, 0, sizeof(bench.buffer), &bench.buffer);
  cl_int code = CL_SUCCESS;
  const cl_event gate = clCreateUserEvent(world.context, &code);
  cl_event launched = nullptr;
  const std::size_t global = k_count;
  say("launch behind an event",
      clEnqueueNDRangeKernel(bench.queue, kernel, 1, nullptr, &global, nullptr, 1, &gate, &launched));
  std::atomic<int> done{0};
  say("callback", clSetEventCallback(launched, CL_COMPLETE, note_completion, &done));
  say("release kernel", clReleaseKernel(kernel));
  say("release program", clReleaseProgram(program));
  say("open the gate", clSetUserEventStatus(gate, CL_COMPLETE));
  say("wait", clWaitForEvents(1, &launched));
  while (done == 0) std::this_thread::yield();
  say("completed with " + std::to_string(done));
  bench.show("out of order");
  clReleaseEvent(launched);
  clReleaseEvent(gate);
}

void odd_releases(const World& world) {
  cl_int code = CL_SUCCESS;
  const cl_context context = clCreateContext(nullptr, static_cast<cl_uint>(world.devices.size()), world.devices.data(),
                                             nullptr, nullptr, &code);
  World own = world;
  own.context = context;
  const cl_program program = built(own, k_plain, "-DVALUE=89");
  const cl_program never_built = from_source(own, k_plain);
  {
    const Bench bench(context, world.devices[0]);
    say("release the context first", clReleaseContext(context));
    const cl_kernel kernel = kernel_of(program, "a");
    const cl_kernel other = kernel_of(program, "b");
    say("retain", clRetainKernel(kernel));
    say("release program", clReleaseProgram(program));
    say("release once", clReleaseKernel(kernel));
    bench.run("after its program", kernel);
    say("release again", clReleaseKernel(kernel));
    bench.show("after its program");
    say("release the other", clReleaseKernel(other));
  }
  say("release what was never built", clReleaseProgram(never_built));
}

namespace {
// Kernels of every kind, with all that kernels can use; the results are whole numbers, whichever compiler made them.
const char* const k_kinds =
    "constant int table[4] = {3, 1, 4, 1};\n"
    "typedef struct { int first; char4 bytes; short last; } Pair;\n"
    "int helper(int x);\n"
    "kernel void base(global int* x) { x[get_global_id(0)] = helper((int)get_global_id(0)); }\n"
    "int helper(int x) { return table[x & 3] + VALUE; }\n"
    "kernel void by_value(global int* x, Pair pair, char2 c, const ulong big) {\n"
    "  x[get_global_id(0)] = pair.first + pair.bytes.z + pair.last + c.y + (int)(big >> 40); }\n"
    "kernel void shared(global int* x, local int* l, int n) { l[get_local_id(0)] = (int)get_local_id(0);\n"
    "  barrier(CLK_LOCAL_MEM_FENCE); int s = 0; for (int i = 0; i < n; ++i) s += l[i]; x[get_global_id(0)] = s; }\n"
    "kernel __attribute__((reqd_work_group_size(2, 2, 2))) void cube(global int* x) {\n"
    "  x[get_global_id(0) + 2 * get_global_id(1) + 4 * get_global_id(2)] =\n"
    "    (int)(get_global_offset(0) + get_local_size(1) * 10 + get_num_groups(2) * 100); }\n"
    "kernel void counted(volatile global int* x) { atomic_inc(x); atomic_max(x + 1, (int)get_global_id(0)); }\n"
    "kernel void calls(global int* x) { base(x); x[get_global_id(0)] += 1; }\n"
    "kernel __attribute__((vec_type_hint(float4))) void said(global int* x) {\n"
    "  if (get_global_id(0) == 0) printf(\"said %d %s %.1f\\n\", VALUE, \"so\", 1.5f); x[get_global_id(0)] = 1; }\n";
}  // namespace

void kinds_of_kernels(const World& world) {
  const cl_program program = built(world, k_kinds, "-DVALUE=90 -cl-kernel-arg-info");
  const Bench bench(world.context, world.devices[0]);
  for (const char* name : {"base", "calls", "counted", "said"}) {
    const cl_kernel kernel = kernel_of(program, name);
    if (kernel == nullptr) continue;
    bench.run(name, kernel);
    bench.show(name);
    clReleaseKernel(kernel);
  }
  struct Pair {
    cl_int first;
    cl_char4 bytes;
    cl_short last;
  };
  const cl_kernel by_value = kernel_of(program, "by_value");
  const Pair pair{1000, {{1, 2, 30, 4}}, 500};
  const cl_char2 two{{1, 7}};
  const cl_ulong big = cl_ulong{9} << 40;
  say("struct", clSetKernelArg(by_value, 1, sizeof(pair), &pair));
  say("struct of another size", clSetKernelArg(by_value, 1, sizeof(pair) + 4, &pair));
  say("vector", clSetKernelArg(by_value, 2, sizeof(two), &two));
  say("number", clSetKernelArg(by_value, 3, sizeof(big), &big));
  bench.run("by_value", by_value);
  bench.show("by_value");
  clReleaseKernel(by_value);
  const cl_kernel shared = kernel_of(program, "shared");
  const cl_int count = 4;
  const std::size_t global = k_count;
  const std::size_t local = 4;
  clSetKernelArg(shared, 0, sizeof(bench.buffer), &bench.buffer);
  clSetKernelArg(shared, 1, 4 * sizeof(cl_int), nullptr);
  clSetKernelArg(shared, 2, sizeof(count), &count);
  say("groups", clEnqueueNDRangeKernel(bench.queue, shared, 1, nullptr, &global, &local, 0, nullptr, nullptr));
  bench.show("groups");
  clReleaseKernel(shared);
  const cl_kernel cube = kernel_of(program, "cube");
  clSetKernelArg(cube, 0, sizeof(bench.buffer), &bench.buffer);
  const std::size_t two_each[] = {2, 2, 2};
  const std::size_t wrong[] = {2, 2, 1};
  say("a group of another size",
      clEnqueueNDRangeKernel(bench.queue, cube, 3, nullptr, two_each, wrong, 0, nullptr, nullptr));
  say("a cube", clEnqueueNDRangeKernel(bench.queue, cube, 3, nullptr, two_each, two_each, 0, nullptr, nullptr));
  bench.show("a cube");
  std::size_t required[3] = {};
  clGetKernelWorkGroupInfo(cube, world.devices[0], CL_KERNEL_COMPILE_WORK_GROUP_SIZE, sizeof(required), required,
                           nullptr);
  say("required " + std::to_string(required[0]) + " " + std::to_string(required[1]) + " " +
      std::to_string(required[2]));
  clReleaseKernel(cube);
  clReleaseProgram(program);
}

void images(const World& world) {
  cl_bool has_images = CL_FALSE;
  clGetDeviceInfo(world.devices[0], CL_DEVICE_IMAGE_SUPPORT, sizeof(has_images), &has_images, nullptr);
  if (has_images == CL_FALSE) {
    say("no images");
    return;
  }
  const char* const source =
      "constant sampler_t nearest = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;\n"
      "kernel void a(global int* x, read_only image2d_t image, sampler_t given) { int i = (int)get_global_id(0);\n"
      "  x[i] = (int)read_imageui(image, nearest, (int2)(i, 0)).x + (int)read_imageui(image, given, (int2)(i, 1)).y\n"
      "       + 100 * get_image_width(image); }\n";
  const cl_program program = built(world, source, "");
  const Bench bench(world.context, world.devices[0]);
  unsigned char pixels[2 * k_count * 4];
  for (std::size_t i = 0; i < sizeof(pixels); ++i) pixels[i] = static_cast<unsigned char>(i);
  const cl_image_format format{CL_RGBA, CL_UNSIGNED_INT8};
  cl_image_desc shape{};
  shape.image_type = CL_MEM_OBJECT_IMAGE2D;
  shape.image_width = k_count;
  shape.image_height = 2;
  cl_int code = CL_SUCCESS;
  const cl_mem image =
      clCreateImage(world.context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, &format, &shape, pixels, &code);
  say("image", code);
  const cl_sampler sampler =
      clCreateSampler(world.context, CL_FALSE, CL_ADDRESS_CLAMP_TO_EDGE, CL_FILTER_NEAREST, &code);
  const cl_kernel kernel = kernel_of(program, "a");
  say("image argument", clSetKernelArg(kernel, 1, sizeof(image), &image));
  say("sampler argument", clSetKernelArg(kernel, 2, sizeof(sampler), &sampler));
  bench.run("image", kernel);
  bench.show("image");
  clReleaseKernel(kernel);
  clReleaseSampler(sampler);
  clReleaseMemObject(image);
  clReleaseProgram(program);
}

void shared_memory(const World& world) {
  const cl_program program = built(world, k_plain, "-DVALUE=91");
  const Bench bench(world.context, world.devices[0]);
  auto* numbers = static_cast<cl_int*>(clSVMAlloc(world.context, CL_MEM_READ_WRITE, k_count * sizeof(cl_int), 0));
  if (numbers != nullptr) {
    const cl_kernel kernel = kernel_of(program, "a");
    say("pointer", clSetKernelArgSVMPointer(kernel, 0, numbers));
    void* const pointers[] = {numbers};
    say("pointers", clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_SVM_PTRS, sizeof(pointers), pointers));
    const std::size_t global = k_count;
    say("launch", clEnqueueNDRangeKernel(bench.queue, kernel, 1, nullptr, &global, nullptr, 0, nullptr, nullptr));
    say("map",
        clEnqueueSVMMap(bench.queue, CL_TRUE, CL_MAP_READ, numbers, k_count * sizeof(cl_int), 0, nullptr, nullptr));
    say("first " + std::to_string(numbers[0]) + ", last " + std::to_string(numbers[k_count - 1]));
    clEnqueueSVMUnmap(bench.queue, numbers, 0, nullptr, nullptr);
    clFinish(bench.queue);
    clReleaseKernel(kernel);
    clSVMFree(world.context, numbers);
  } else {
    say("no shared memory");
  }
  clReleaseProgram(program);
}

namespace {

struct Built {
  std::atomic<int> done{0};
  std::string said;
};

// All that a callback may do: it makes a kernel of the program that has just been built.
void CL_CALLBACK use_at_once(cl_program program, void* data) {
  auto* built = static_cast<Built*>(data);
  cl_uint count = 0;
  const cl_int code = clCreateKernelsInProgram(program, 0, nullptr, &count);
  cl_kernel kernel = clCreateKernel(program, "a", nullptr);
  built->said = std::to_string(code) + " " + std::to_string(count) + (kernel == nullptr ? " no kernel" : " kernel");
  if (kernel != nullptr) clReleaseKernel(kernel);
  clRetainProgram(program);
  clReleaseProgram(program);
  ++built->done;
}

}  // namespace

void use_in_callback(const World& world) {
  for (int round = 0; round < 2; ++round) {
    Built told;
    const cl_program program = from_source(world, k_plain);
    say("build", clBuildProgram(program, 0, nullptr, "-DVALUE=92", use_at_once, &told));
    while (told.done == 0) std::this_thread::yield();
    say("in the callback: " + told.said);
    run_kernel(world, "afterwards", program, "a");
    clReleaseProgram(program);
  }
}

void strange_sources(const World& world) {
  cl_int code = CL_SUCCESS;
  // Windows' ends of lines, a byte order mark, no end of the last line, letters of other alphabets, joined lines.
  const char* const sources[] = {
      "kernel void a(global int* x)\r\n{ x[get_global_id(0)] = 1; }\r\n",
      "/* h\xc3\xa4user */ kernel void a(global int* x) { x[get_global_id(0)] = 2; } // no end",
      "#define MANY(x) \\\n  x\nkernel void a(global int* x) { x[get_global_id(0)] = MANY(3); }",
      "#pragma OPENCL EXTENSION all : disable\nkernel void a(global int* x) { x[get_global_id(0)] = 4; }",
      "#line 77 \"other.cl\"\nkernel void a(global int* x) { x[get_global_id(0)] = __LINE__; }",
      "__kernel void a(__global int* x) { x[get_global_id(0)] = sizeof(size_t) > 0 ? 6 : 0; }"};
  for (const char* source : sources) {
    const cl_program program = built(world, source, "");
    run_kernel(world, "strange", program, "a");
    clReleaseProgram(program);
  }
  std::vector<std::string> letters;
  std::vector<const char*> pieces;
  for (const char* at = sources[0]; *at != '\0'; ++at) letters.emplace_back(1, *at);
  for (const std::string& letter : letters) pieces.push_back(letter.c_str());
  const cl_program program =
      clCreateProgramWithSource(world.context, static_cast<cl_uint>(pieces.size()), pieces.data(), nullptr, &code);
  say("a string for each letter", code);
  say("build", clBuildProgram(program, 0, nullptr, nullptr, nullptr, nullptr));
  run_kernel(world, "letters", program, "a");
  clReleaseProgram(program);
}

}  // namespace every_call
