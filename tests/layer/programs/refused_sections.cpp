// Calls that are refused, of programs that are served: the answers are those of programs that the driver compiled.
#include "every_call_sections.h"

namespace every_call {

// A program that is only compiled has no kernels.
void kernels_of_compiled(const World& world) {
  const cl_program program = from_source(world, k_plain);
  say("compile", clCompileProgram(program, 0, nullptr, "-DVALUE=3", 0, nullptr, nullptr, nullptr, nullptr));
  cl_int code = CL_SUCCESS;
  const cl_kernel kernel = clCreateKernel(program, "a", &code);
  say(kernel == nullptr ? "no kernel" : "a kernel", code);
  clReleaseProgram(program);
  const cl_program other = from_source(world, k_plain);
  say("compile", clCompileProgram(other, 0, nullptr, "-DVALUE=3", 0, nullptr, nullptr, nullptr, nullptr));
  cl_uint count = 77;
  const cl_int all = clCreateKernelsInProgram(other, 0, nullptr, &count);
  say("kernels, told " + std::to_string(count), all);
  clReleaseProgram(other);
}

void kernels_without_room(const World& world) {
  const cl_program program = from_source(world, k_plain);
  say("build", clBuildProgram(program, 0, nullptr, "-DVALUE=4", nullptr, nullptr));
  cl_kernel kernels[2] = {};
  for (const cl_uint room : {0U, 1U, 2U}) {
    cl_uint told = 77;
    const cl_int code = clCreateKernelsInProgram(program, room, kernels, &told);
    say("room for " + std::to_string(room) + ", told " + std::to_string(told), code);
  }
  for (const cl_kernel kernel : kernels) {
    if (kernel != nullptr) clReleaseKernel(kernel);
  }
  clReleaseProgram(program);
}

// Several things are wrong at once: which of them is told is the driver's choice.
void build_wrongly_with_kernels(const World& world) {
  const cl_program program = from_source(world, k_plain);
  say("build", clBuildProgram(program, 0, nullptr, "-DVALUE=5", nullptr, nullptr));
  const cl_kernel kernel = clCreateKernel(program, "a", nullptr);
  const cl_device_id twice[] = {world.devices[0], world.devices[0]};
  cl_int data = 0;
  say("a count without a list", clBuildProgram(program, 1, nullptr, "", nullptr, nullptr));
  say("data without a callback", clBuildProgram(program, 0, nullptr, "", nullptr, &data));
  say("a device twice", clBuildProgram(program, 2, twice, "", nullptr, nullptr));
  say("a device twice and a wrong option", clBuildProgram(program, 2, twice, "-cl-nothing", nullptr, nullptr));
  say("a wrong option", clBuildProgram(program, 0, nullptr, "-cl-nothing", nullptr, nullptr));
  say("right", clBuildProgram(program, 0, nullptr, "", nullptr, nullptr));
  say("compile", clCompileProgram(program, 0, nullptr, "", 0, nullptr, nullptr, nullptr, nullptr));
  say("compile data without a callback",
      clCompileProgram(program, 0, nullptr, "", 0, nullptr, nullptr, nullptr, &data));
  ask_build(world, "afterwards", program);
  clReleaseKernel(kernel);
  run_kernel(world, "afterwards", program, "a");
  clReleaseProgram(program);
}

// Options that the driver does not take, after others that it took.
void build_refused_later(const World& world) {
  for (const bool is_compiled : {true, false}) {
    const cl_program program = from_source(world, k_plain);
    const cl_int code = is_compiled
                            ? clCompileProgram(program, 0, nullptr, "-DVALUE=6", 0, nullptr, nullptr, nullptr, nullptr)
                            : clBuildProgram(program, 0, nullptr, "-DVALUE=6", nullptr, nullptr);
    say(is_compiled ? "compile" : "build", code);
    say("a wrong option", clBuildProgram(program, 0, nullptr, "-cl-nothing", nullptr, nullptr));
    ask_build(world, "refused", program);
    ask_program(world, "refused", program);
    if (!is_compiled) run_kernel(world, "refused", program, "a");
    clReleaseProgram(program);
  }
}

// Compiled for one device, and asked of all.
void compile_for_one(const World& world) {
  const cl_program program = from_source(world, k_plain);
  say("compile",
      clCompileProgram(program, 1, world.devices.data(), "-DVALUE=9", 0, nullptr, nullptr, nullptr, nullptr));
  ask_build(world, "one", program);
  clReleaseProgram(program);
}

// Builds a linked program before anything else is done with it, and never uses it.
void build_linked_at_once(const World& world) {
  const cl_program object = from_source(world, k_plain);
  say("compile", clCompileProgram(object, 0, nullptr, "-DVALUE=7", 0, nullptr, nullptr, nullptr, nullptr));
  cl_int code = CL_SUCCESS;
  const cl_program program = clLinkProgram(world.context, 0, nullptr, "", 1, &object, nullptr, nullptr, &code);
  say("link", code);
  if (program != nullptr) {
    say("build", clBuildProgram(program, 0, nullptr, "-DVALUE=8", nullptr, nullptr));
    say("release", clReleaseProgram(program));
  }
  clReleaseProgram(object);
}

}  // namespace every_call
