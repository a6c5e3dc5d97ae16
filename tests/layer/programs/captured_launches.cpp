// Launches kernels with arguments of every kind, for capture_test.py. It prints the sum of what they leave.
//
// usage: clc_captured_launches [MODE]
//        values (default)  buffers, values, local memory, a null buffer; three launches of `scale`, one of `fill`
//        parts             overlapping parts of one buffer
//        images            an image that is read by a sampler, and one that is written
//        shared            pointers into shared virtual memory
//        indirect          a kernel that may reach shared memory by other pointers
//        freed             a pointer to shared memory that a command has freed; the kernel does not follow it
//        outside           a read behind the end of a sub-buffer, but within the buffer
//        filter            a recursive filter, which amplifies the rounding of its sums
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include <unistd.h>

#include <CL/cl.h>

namespace {

constexpr const char* k_source = R"(
typedef struct { float factor; int add; } Both;
kernel void scale(global const float* in, global float* out, Both both, int times, local float* tile, global int* none) {
  size_t i = get_global_id(0), l = get_local_id(0);
  tile[l] = in[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[i] = tile[get_local_size(0) - 1 - l] * both.factor + both.add * times;
  if (none) none[i] = 1;
}
kernel void fill(global int* out) { out[get_global_id(0)] = get_global_id(0) + get_global_offset(0); }
kernel void shift(global int* low, global int* high) {
  if (get_global_id(0) == 0) for (int i = 0; i < 64; ++i) low[i] = high[i] * 2 + 1;
}
kernel void blur(read_only image2d_t in, write_only image2d_t out, sampler_t s) {
  int2 at = (int2)(get_global_id(0), get_global_id(1));
  write_imagef(out, at, (read_imagef(in, s, at) + read_imagef(in, s, at + (int2)(1, 0))) / 2);
}
kernel void neighbours(global const int* in, global int* out) {
  size_t i = get_global_id(0);
  out[i] = in[i] + in[i + 1];
}
kernel void filter(global const float* in, global float* out, uint width, uint height, float gain, float a, float b) {
  size_t x = get_global_id(0);
  float last = 0, before = 0;
  for (uint y = 0; y < height; ++y) {
    float next = gain * in[y * width + x] + a * last - b * before;
    before = last;
    last = next;
    out[y * width + x] = next;
  }
}
kernel void first(global int* data, int count) { if (get_global_id(0) < count) data[get_global_id(0)] = 1; }
kernel void sum(global int* data, global const int* from) { data[get_global_id(0)] += from[get_global_id(0)]; }
)";

void check(cl_int code, const char* what) {
  if (code == CL_SUCCESS) return;
  std::printf("%s: error %d\n", what, code);
  std::fflush(stdout);
  _exit(3);
}

// The handles live as long as the process.
struct Context {
  cl_device_id device = nullptr;
  cl_context context = nullptr;
  cl_command_queue queue = nullptr;
  cl_program program = nullptr;
};

Context make_context() {
  Context made;
  cl_platform_id platform = nullptr;
  cl_int code = CL_SUCCESS;
  check(clGetPlatformIDs(1, &platform, nullptr), "clGetPlatformIDs");
  check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &made.device, nullptr), "clGetDeviceIDs");
  made.context = clCreateContext(nullptr, 1, &made.device, nullptr, nullptr, &code);
  check(code, "clCreateContext");
  made.queue = clCreateCommandQueueWithProperties(made.context, made.device, nullptr, &code);
  check(code, "clCreateCommandQueueWithProperties");
  const char* source = k_source;
  made.program = clCreateProgramWithSource(made.context, 1, &source, nullptr, &code);
  check(code, "clCreateProgramWithSource");
  check(clBuildProgram(made.program, 0, nullptr, "-cl-std=CL1.2", nullptr, nullptr), "clBuildProgram");
  return made;
}

cl_kernel kernel_of(const Context& context, const char* name) {
  cl_int code = CL_SUCCESS;
  const cl_kernel kernel = clCreateKernel(context.program, name, &code);
  check(code, name);
  return kernel;
}

cl_mem buffer_of(const Context& context, std::size_t size, const void* data) {
  cl_int code = CL_SUCCESS;
  const cl_mem_flags from = data == nullptr ? 0 : CL_MEM_COPY_HOST_PTR;
  const cl_mem buffer = clCreateBuffer(context.context, CL_MEM_READ_WRITE | from, size, const_cast<void*>(data), &code);
  check(code, "clCreateBuffer");
  return buffer;
}

void launch(const Context& context, cl_kernel kernel, std::size_t offset, std::size_t global, std::size_t local) {
  check(clEnqueueNDRangeKernel(context.queue, kernel, 1, &offset, &global, local == 0 ? nullptr : &local, 0, nullptr,
                               nullptr),
        "clEnqueueNDRangeKernel");
}

template <class T>
void print_sum(const std::vector<T>& values) {
  double sum = 0;
  for (const T value : values) sum += static_cast<double>(value);
  std::printf("%.9g\n", sum);
}

template <class T>
void print_buffer(const Context& context, cl_mem buffer, std::size_t count) {
  std::vector<T> values(count);
  check(clEnqueueReadBuffer(context.queue, buffer, CL_TRUE, 0, count * sizeof(T), values.data(), 0, nullptr, nullptr),
        "clEnqueueReadBuffer");
  print_sum(values);
}

void run_values(const Context& context) {
  constexpr std::size_t k_items = 256;
  std::vector<float> in(k_items);
  for (std::size_t i = 0; i < k_items; ++i) in[i] = static_cast<float>(i) * 0.37F;
  const cl_mem from = buffer_of(context, k_items * sizeof(float), in.data());
  const cl_mem to = buffer_of(context, k_items * sizeof(float), nullptr);
  const cl_kernel scale = kernel_of(context, "scale");
  struct {
    float factor;
    cl_int add;
  } both = {1.7F, 3};
  const std::size_t group = 32;
  check(clSetKernelArg(scale, 0, sizeof(from), &from), "0");
  check(clSetKernelArg(scale, 1, sizeof(to), &to), "1");
  check(clSetKernelArg(scale, 2, sizeof(both), &both), "2");
  check(clSetKernelArg(scale, 4, group * sizeof(float), nullptr), "4");
  check(clSetKernelArg(scale, 5, sizeof(cl_mem), nullptr), "5");
  for (cl_int times = 1; times <= 3; ++times) {
    check(clSetKernelArg(scale, 3, sizeof(times), &times), "3");
    launch(context, scale, 0, k_items, group);
  }
  const cl_mem numbers = buffer_of(context, (k_items + 8) * sizeof(cl_int), nullptr);
  const cl_kernel fill = kernel_of(context, "fill");
  check(clSetKernelArg(fill, 0, sizeof(numbers), &numbers), "0");
  // A launch that the driver refuses is none: no group is so large.
  const std::size_t huge = std::size_t{1} << 24U;
  if (clEnqueueNDRangeKernel(context.queue, fill, 1, nullptr, &huge, &huge, 0, nullptr, nullptr) == CL_SUCCESS)
    check(CL_INVALID_WORK_GROUP_SIZE, "a group that is too large");
  launch(context, fill, 8, k_items, 0);
  print_buffer<float>(context, to, k_items);
}

void run_parts(const Context& context) {
  constexpr std::size_t k_ints = 1024;
  std::vector<cl_int> in(k_ints);
  for (std::size_t i = 0; i < k_ints; ++i) in[i] = static_cast<cl_int>(i * i % 97);
  const cl_mem whole = buffer_of(context, k_ints * sizeof(cl_int), in.data());
  // Both begin in the whole buffer, and the second one within the first.
  const cl_buffer_region low{1024, 1024}, high{1536, 1024};
  cl_int code = CL_SUCCESS;
  const cl_mem first = clCreateSubBuffer(whole, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &low, &code);
  check(code, "clCreateSubBuffer");
  const cl_mem second = clCreateSubBuffer(whole, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &high, &code);
  check(code, "clCreateSubBuffer");
  const cl_kernel shift = kernel_of(context, "shift");
  check(clSetKernelArg(shift, 0, sizeof(first), &first), "0");
  check(clSetKernelArg(shift, 1, sizeof(second), &second), "1");
  launch(context, shift, 0, 64, 64);
  print_buffer<cl_int>(context, whole, k_ints);
}

void run_images(const Context& context) {
  constexpr std::size_t k_side = 16;
  std::vector<unsigned char> in(k_side * k_side * 4);
  for (std::size_t i = 0; i < in.size(); ++i) in[i] = static_cast<unsigned char>(i * 7);
  const cl_image_format format{CL_RGBA, CL_UNORM_INT8};
  cl_image_desc shape{};
  shape.image_type = CL_MEM_OBJECT_IMAGE2D;
  shape.image_width = shape.image_height = k_side;
  cl_int code = CL_SUCCESS;
  const cl_mem from =
      clCreateImage(context.context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, &format, &shape, in.data(), &code);
  check(code, "clCreateImage");
  const cl_mem to = clCreateImage(context.context, CL_MEM_WRITE_ONLY, &format, &shape, nullptr, &code);
  check(code, "clCreateImage");
  const cl_sampler sampler =
      clCreateSampler(context.context, CL_FALSE, CL_ADDRESS_CLAMP_TO_EDGE, CL_FILTER_NEAREST, &code);
  check(code, "clCreateSampler");
  const cl_kernel blur = kernel_of(context, "blur");
  check(clSetKernelArg(blur, 0, sizeof(from), &from), "0");
  check(clSetKernelArg(blur, 1, sizeof(to), &to), "1");
  check(clSetKernelArg(blur, 2, sizeof(sampler), &sampler), "2");
  const std::size_t global[2] = {k_side, k_side}, origin[3] = {}, region[3] = {k_side, k_side, 1};
  check(clEnqueueNDRangeKernel(context.queue, blur, 2, nullptr, global, nullptr, 0, nullptr, nullptr), "launch");
  check(clEnqueueReadImage(context.queue, to, CL_TRUE, origin, region, 0, 0, in.data(), 0, nullptr, nullptr), "read");
  print_sum(in);
}

void run_shared(const Context& context, bool is_indirect) {
  constexpr std::size_t k_items = 64;
  auto* const data =
      static_cast<cl_int*>(clSVMAlloc(context.context, CL_MEM_READ_WRITE, 3 * k_items * sizeof(cl_int), 0));
  check(data == nullptr ? CL_OUT_OF_RESOURCES : CL_SUCCESS, "clSVMAlloc");
  const std::size_t size = 3 * k_items * sizeof(cl_int);
  check(clEnqueueSVMMap(context.queue, CL_TRUE, CL_MAP_WRITE, data, size, 0, nullptr, nullptr), "clEnqueueSVMMap");
  for (std::size_t i = 0; i < 3 * k_items; ++i) data[i] = static_cast<cl_int>(i);
  check(clEnqueueSVMUnmap(context.queue, data, 0, nullptr, nullptr), "clEnqueueSVMUnmap");
  const cl_kernel sum = kernel_of(context, "sum");
  check(clSetKernelArgSVMPointer(sum, 0, data + k_items), "0");
  check(clSetKernelArgSVMPointer(sum, 1, data), "1");
  const void* const pointer = data;
  if (is_indirect)
    check(clSetKernelExecInfo(sum, CL_KERNEL_EXEC_INFO_SVM_PTRS, sizeof(pointer), &pointer), "clSetKernelExecInfo");
  launch(context, sum, 0, k_items, 0);
  check(clEnqueueSVMMap(context.queue, CL_TRUE, CL_MAP_READ, data, size, 0, nullptr, nullptr), "clEnqueueSVMMap");
  print_sum(std::vector<cl_int>(data, data + 3 * k_items));
  check(clEnqueueSVMUnmap(context.queue, data, 0, nullptr, nullptr), "clEnqueueSVMUnmap");
  check(clFinish(context.queue), "clFinish");
}

void run_freed(const Context& context) {
  constexpr std::size_t k_items = 64;
  void* memory = clSVMAlloc(context.context, CL_MEM_READ_WRITE, k_items * sizeof(cl_int), 0);
  check(memory == nullptr ? CL_OUT_OF_RESOURCES : CL_SUCCESS, "clSVMAlloc");
  const cl_kernel first = kernel_of(context, "first");
  const cl_int none = 0;
  check(clSetKernelArgSVMPointer(first, 0, memory), "0");
  check(clSetKernelArg(first, 1, sizeof(none), &none), "1");
  check(clEnqueueSVMFree(context.queue, 1, &memory, nullptr, nullptr, 0, nullptr, nullptr), "clEnqueueSVMFree");
  check(clFinish(context.queue), "clFinish");
  launch(context, first, 0, k_items, 0);
  check(clFinish(context.queue), "clFinish");
}

void run_outside(const Context& context) {
  constexpr std::size_t k_items = 64;
  std::vector<cl_int> in(2 * k_items, 5);
  const cl_mem whole = buffer_of(context, in.size() * sizeof(cl_int), in.data());
  const cl_mem to = buffer_of(context, k_items * sizeof(cl_int), nullptr);
  const cl_buffer_region half{0, k_items * sizeof(cl_int)};
  cl_int code = CL_SUCCESS;
  const cl_mem from = clCreateSubBuffer(whole, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &half, &code);
  check(code, "clCreateSubBuffer");
  const cl_kernel neighbours = kernel_of(context, "neighbours");
  check(clSetKernelArg(neighbours, 0, sizeof(from), &from), "0");
  check(clSetKernelArg(neighbours, 1, sizeof(to), &to), "1");
  launch(context, neighbours, 0, k_items, 0);
  print_buffer<cl_int>(context, to, k_items);
}

void run_filter(const Context& context) {
  constexpr cl_uint k_width = 64, k_height = 512;
  constexpr float k_pole = 0.99F;
  std::vector<float> in(std::size_t{k_width} * k_height);
  for (std::size_t i = 0; i < in.size(); ++i) in[i] = static_cast<float>(i * 7919 % 201) - 100;
  const cl_mem from = buffer_of(context, in.size() * sizeof(float), in.data());
  const cl_mem to = buffer_of(context, in.size() * sizeof(float), nullptr);
  const float gain = (1 - k_pole) * (1 - k_pole), a = 2 * k_pole, b = k_pole * k_pole;
  const cl_kernel filter = kernel_of(context, "filter");
  check(clSetKernelArg(filter, 0, sizeof(from), &from), "0");
  check(clSetKernelArg(filter, 1, sizeof(to), &to), "1");
  check(clSetKernelArg(filter, 2, sizeof(k_width), &k_width), "2");
  check(clSetKernelArg(filter, 3, sizeof(k_height), &k_height), "3");
  check(clSetKernelArg(filter, 4, sizeof(gain), &gain), "4");
  check(clSetKernelArg(filter, 5, sizeof(a), &a), "5");
  check(clSetKernelArg(filter, 6, sizeof(b), &b), "6");
  launch(context, filter, 0, k_width, 0);
  print_buffer<float>(context, to, in.size());
}

}  // namespace

int main(int argc, char** argv) {
  const std::string mode = argc < 2 ? "values" : argv[1];
  const Context context = make_context();
  if (mode == "values") run_values(context);
  if (mode == "parts") run_parts(context);
  if (mode == "images") run_images(context);
  if (mode == "shared" || mode == "indirect") run_shared(context, mode == "indirect");
  if (mode == "freed") run_freed(context);
  if (mode == "outside") run_outside(context);
  if (mode == "filter") run_filter(context);
  return argc > 2 ? std::atoi(argv[2]) : 0;
}
