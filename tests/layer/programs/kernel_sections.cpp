// Kernels.
#include "every_call_sections.h"

namespace every_call {
namespace {

cl_program built(const World& world, const char* source, const char* options) {
  const cl_program program = from_source(world, source);
  say(std::string("build ") + options, clBuildProgram(program, 0, nullptr, options, nullptr, nullptr));
  return program;
}

}  // namespace

void kernel_calls(const World& world) {
  const cl_program program = built(world, k_plain, "-DVALUE=61");
  cl_int code = CL_SUCCESS;
  clCreateKernel(program, "not_there", &code);
  say("a name that is not there", code);
  clCreateKernel(program, "", &code);
  say("an empty name", code);
  clCreateKernel(program, nullptr, &code);
  say("no name", code);
  clCreateKernel(nullptr, "a", &code);
  say("no program", code);
  say("kernels of no program", clCreateKernelsInProgram(nullptr, 0, nullptr, nullptr));
  const cl_kernel a = clCreateKernel(program, "a", &code);
  say("kernel", code);
  ask_kernel(world, "kernel a", a, program);
  int number = 1;
  cl_mem nothing = nullptr;
  say("argument that is too big", clSetKernelArg(a, 0, 100, &number));
  say("argument that is not there", clSetKernelArg(a, 1, sizeof(nothing), &nothing));
  say("argument of no kernel", clSetKernelArg(nullptr, 0, sizeof(nothing), &nothing));
  const cl_command_queue queue = clCreateCommandQueue(world.context, world.devices[0], 0, &code);
  const std::size_t global = 8;
  say("without arguments", clEnqueueNDRangeKernel(queue, a, 1, nullptr, &global, nullptr, 0, nullptr, nullptr));
  const cl_kernel b = clCreateKernel(program, "b", &code);
  const std::size_t local = 3;
  const cl_mem buffer = clCreateBuffer(world.context, CL_MEM_READ_WRITE, 64, nullptr, &code);
  const float four[4] = {1, 2, 3, 4};
  say("buffer", clSetKernelArg(b, 0, sizeof(buffer), &buffer));
  say("value", clSetKernelArg(b, 1, sizeof(four), four));
  say("local", clSetKernelArg(b, 2, 16, nullptr));
  say("another local size than required",
      clEnqueueNDRangeKernel(queue, b, 1, nullptr, &global, &local, 0, nullptr, nullptr));
  say("no dimensions", clEnqueueNDRangeKernel(queue, b, 0, nullptr, &global, nullptr, 0, nullptr, nullptr));
  const std::size_t right = 4;
  say("right", clEnqueueNDRangeKernel(queue, b, 1, nullptr, &global, &right, 0, nullptr, nullptr));
  say("finish", clFinish(queue));
  for (const cl_kernel kernel : {a, b}) clReleaseKernel(kernel);
  clReleaseMemObject(buffer);
  clReleaseCommandQueue(queue);
  clReleaseProgram(program);
}

void kernel_references(const World& world) {
  const auto program_references = [](const char* what, cl_program program) {
    cl_uint count = 0;
    const cl_int code = clGetProgramInfo(program, CL_PROGRAM_REFERENCE_COUNT, sizeof(count), &count, nullptr);
    say(std::string(what) + " " + std::to_string(count), code);
  };
  const cl_program program = built(world, k_plain, "-DVALUE=62");
  program_references("built", program);
  cl_int code = CL_SUCCESS;
  const cl_kernel kernel = clCreateKernel(program, "a", &code);
  program_references("with a kernel", program);
  say("retain", clRetainKernel(kernel));
  ask_kernel(world, "retained", kernel, program);
  program_references("with a retained kernel", program);
  say("release", clReleaseKernel(kernel));
  const cl_kernel clone = clCloneKernel(kernel, &code);
  say("clone", code);
  if (clone != nullptr) {
    ask_kernel(world, "clone", clone, program);
    program_references("with a clone", program);
    say("release the clone", clReleaseKernel(clone));
  }
  clCloneKernel(nullptr, &code);
  say("clone nothing", code);
  cl_kernel both[2] = {};
  say("all kernels", clCreateKernelsInProgram(program, 2, both, nullptr));
  program_references("with all kernels", program);
  say("release", clReleaseKernel(both[0]));
  say("release", clReleaseKernel(both[1]));
  program_references("with one kernel", program);
  say("release the kernel", clReleaseKernel(kernel));
  program_references("without a kernel", program);
  say("retain nothing", clRetainKernel(nullptr));
  say("release nothing", clReleaseKernel(nullptr));
  // The kernel outlives the program.
  const cl_kernel last = clCreateKernel(program, "a", &code);
  say("release the program", clReleaseProgram(program));
  char name[8] = {};
  say("name", clGetKernelInfo(last, CL_KERNEL_FUNCTION_NAME, sizeof(name), name, nullptr));
  say(name);
  say("release the last kernel", clReleaseKernel(last));
}

void kernel_arguments(const World& world) {
  const char* source =
      "typedef struct { int a; float b; } pair;\n"
      "kernel __attribute__((vec_type_hint(float4))) __attribute__((work_group_size_hint(8, 1, 1)))\n"
      "void many(global int* a, const global float* restrict b, volatile global uchar* c, constant short* d, local "
      "long* e,\n"
      "          int f, float4 g, pair h, global pair* i, const int j, uint3 k, ulong l, global void* m, const uint4 "
      "n) {}\n"
      "kernel void images(read_only image2d_t a, write_only image2d_t b, sampler_t c, read_only image3d_t d,\n"
      "                   read_only image2d_array_t e) {}\n"
      "kernel void none() {}\n";
  for (const char* options : {"", "-cl-kernel-arg-info", "-cl-kernel-arg-info -cl-std=CL1.2"}) {
    const cl_program program = built(world, source, options);
    ask_all(world, options, program);
    clReleaseProgram(program);
  }
}

}  // namespace every_call
