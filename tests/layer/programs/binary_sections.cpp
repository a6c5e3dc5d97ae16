// Programs from binaries, IL and names of built-in kernels.
#include <cstring>

#include "every_call_sections.h"

namespace every_call {
namespace {

// For each device; empty where there is none.
std::vector<std::string> binaries_of(cl_program program, std::size_t devices) {
  std::vector<std::size_t> sizes(devices, 0);
  clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, devices * sizeof(std::size_t), sizes.data(), nullptr);
  std::vector<std::string> all;
  std::vector<unsigned char*> pointers;
  for (const std::size_t size : sizes) all.emplace_back(size, '\0');
  for (std::string& one : all) pointers.push_back(reinterpret_cast<unsigned char*>(one.data()));
  clGetProgramInfo(program, CL_PROGRAM_BINARIES, devices * sizeof(pointers[0]), pointers.data(), nullptr);
  return all;
}

cl_program from_binaries(const World& world, const std::string& what, const std::vector<std::string>& binaries) {
  std::vector<std::size_t> sizes;
  std::vector<const unsigned char*> pointers;
  for (const std::string& binary : binaries) {
    sizes.push_back(binary.size());
    pointers.push_back(reinterpret_cast<const unsigned char*>(binary.data()));
  }
  std::vector<cl_int> statuses(binaries.size(), 99);
  cl_int code = CL_SUCCESS;
  const cl_program program =
      clCreateProgramWithBinary(world.context, static_cast<cl_uint>(world.devices.size()), world.devices.data(),
                                sizes.data(), pointers.data(), statuses.data(), &code);
  say(what, code);
  for (const cl_int status : statuses) say(what + " status", status);
  return program;
}

using CreateWithIl = cl_program(CL_API_CALL*)(cl_context, const void*, std::size_t, cl_int*);

}  // namespace

void binary_arguments(const World& world) {
  const unsigned char text[] = "this is no binary of anybody";
  const unsigned char* pointer = text;
  const unsigned char* none = nullptr;
  const std::size_t size = sizeof(text);
  const std::size_t zero = 0;
  const cl_device_id* device = world.devices.data();
  cl_int status = 99;
  cl_int code = CL_SUCCESS;
  const auto tell = [&](const char* what, cl_program program) {
    say(what, code);
    say(std::string(what) + (program == nullptr ? " gives no program" : " gives a program"));
    say(std::string(what) + " status", status);
    status = 99;
    if (program == nullptr) return;
    say(std::string(what) + " build", clBuildProgram(program, 1, device, "", nullptr, nullptr));
    clReleaseProgram(program);
  };
  tell("no context", clCreateProgramWithBinary(nullptr, 1, device, &size, &pointer, &status, &code));
  tell("no devices", clCreateProgramWithBinary(world.context, 0, device, &size, &pointer, &status, &code));
  tell("no list", clCreateProgramWithBinary(world.context, 1, nullptr, &size, &pointer, &status, &code));
  tell("no sizes", clCreateProgramWithBinary(world.context, 1, device, nullptr, &pointer, &status, &code));
  tell("no binaries", clCreateProgramWithBinary(world.context, 1, device, &size, nullptr, &status, &code));
  tell("a null binary", clCreateProgramWithBinary(world.context, 1, device, &size, &none, &status, &code));
  tell("an empty binary", clCreateProgramWithBinary(world.context, 1, device, &zero, &pointer, &status, &code));
  tell("garbage", clCreateProgramWithBinary(world.context, 1, device, &size, &pointer, &status, &code));
}

void binaries(const World& world) {
  const std::size_t count = world.devices.size();
  const cl_program source = from_source(world, k_plain);
  say("build", clBuildProgram(source, 0, nullptr, "-DVALUE=91", nullptr, nullptr));
  const std::vector<std::string> built = binaries_of(source, count);
  clReleaseProgram(source);
  const cl_program program = from_binaries(world, "from the binary", built);
  if (program != nullptr) {
    ask_program(world, "not built", program);
    ask_build(world, "not built", program);
    say("build the binary", clBuildProgram(program, 0, nullptr, "-w", nullptr, nullptr));
    ask_all(world, "from the binary", program);
    run_kernel(world, "from the binary", program, "a");
    clReleaseProgram(program);
  }
  // A compiled object as a binary, and linked.
  const cl_program object = from_source(world, k_plain);
  say("compile", clCompileProgram(object, 0, nullptr, "-DVALUE=92", 0, nullptr, nullptr, nullptr, nullptr));
  const std::vector<std::string> compiled = binaries_of(object, count);
  clReleaseProgram(object);
  const cl_program again = from_binaries(world, "from the object", compiled);
  if (again == nullptr) return;
  ask_build(world, "from the object", again);
  cl_int code = CL_SUCCESS;
  const cl_program linked = clLinkProgram(world.context, 0, nullptr, "", 1, &again, nullptr, nullptr, &code);
  say("link the object", code);
  if (linked != nullptr) {
    ask_all(world, "linked object", linked);
    run_kernel(world, "linked object", linked, "a");
    clReleaseProgram(linked);
  }
  clReleaseProgram(again);
}

void built_in_kernels(const World& world) {
  cl_int code = CL_SUCCESS;
  const auto count = static_cast<cl_uint>(world.devices.size());
  clCreateProgramWithBuiltInKernels(nullptr, count, world.devices.data(), "none", &code);
  say("no context", code);
  clCreateProgramWithBuiltInKernels(world.context, 0, world.devices.data(), "none", &code);
  say("no devices", code);
  clCreateProgramWithBuiltInKernels(world.context, count, nullptr, "none", &code);
  say("no list", code);
  clCreateProgramWithBuiltInKernels(world.context, count, world.devices.data(), nullptr, &code);
  say("no names", code);
  clCreateProgramWithBuiltInKernels(world.context, count, world.devices.data(), "none_such", &code);
  say("a name that is not there", code);
}

void il_arguments(const World& world) {
  cl_int code = CL_SUCCESS;
  const char garbage[] = "this is no IL";
  clCreateProgramWithIL(nullptr, garbage, sizeof(garbage), &code);
  say("no context", code);
  clCreateProgramWithIL(world.context, nullptr, sizeof(garbage), &code);
  say("no IL", code);
  clCreateProgramWithIL(world.context, garbage, 0, &code);
  say("no size", code);
  const cl_program program = clCreateProgramWithIL(world.context, garbage, sizeof(garbage), &code);
  say("garbage", code);
  if (program != nullptr) {
    say("build garbage", clBuildProgram(program, 0, nullptr, "", nullptr, nullptr));
    clReleaseProgram(program);
  }
  const cl_program source = from_source(world, k_plain);
  const int value = 1;
  say("constant of source", clSetProgramSpecializationConstant(source, 0, sizeof(value), &value));
  say("constant of nothing", clSetProgramSpecializationConstant(nullptr, 0, sizeof(value), &value));
  clReleaseProgram(source);
}

void il_programs(const World& world) {
  if (world.il.empty()) {
    say("no IL was given");
    return;
  }
  const auto by_address = reinterpret_cast<CreateWithIl>(
      clGetExtensionFunctionAddressForPlatform(world.platform, "clCreateProgramWithILKHR"));
  say(by_address == nullptr ? "no clCreateProgramWithILKHR" : "clCreateProgramWithILKHR");
  for (int round = 0; round < 4; ++round) {
    cl_int code = CL_SUCCESS;
    const bool is_by_address = round >= 2 && by_address != nullptr;
    const cl_program program = is_by_address
                                   ? by_address(world.context, world.il.data(), world.il.size(), &code)
                                   : clCreateProgramWithIL(world.context, world.il.data(), world.il.size(), &code);
    const std::string what = "IL " + std::to_string(round);
    say(what, code);
    if (program == nullptr) continue;
    const int value = 5;
    say(what + " constant that is not there", clSetProgramSpecializationConstant(program, 77, sizeof(value), &value));
    say(what + " constant without a value", clSetProgramSpecializationConstant(program, 0, sizeof(value), nullptr));
    if (round % 2 == 0) {
      say(what + " build", clBuildProgram(program, 0, nullptr, "-cl-mad-enable", nullptr, nullptr));
      ask_all(world, what, program);
      run_kernel(world, what, program, "a");
    } else {
      say(what + " compile", clCompileProgram(program, 0, nullptr, "", 0, nullptr, nullptr, nullptr, nullptr));
      ask_build(world, what, program);
      const cl_program linked = clLinkProgram(world.context, 0, nullptr, "", 1, &program, nullptr, nullptr, &code);
      say(what + " link", code);
      if (linked != nullptr) {
        ask_all(world, what, linked);
        run_kernel(world, what, linked, "a");
        clReleaseProgram(linked);
      }
    }
    clReleaseProgram(program);
  }
}

// Drivers may keep to the constants that a program was built with first. The next section asks for the same ones.
void il_constants_again(const World& world) {
  cl_int code = CL_SUCCESS;
  const cl_program program = clCreateProgramWithIL(world.context, world.il.data(), world.il.size(), &code);
  say("IL", code);
  if (program == nullptr) return;
  for (const int value : {1, 30}) {
    say("constant", clSetProgramSpecializationConstant(program, 7, sizeof(value), &value));
    say("build", clBuildProgram(program, 0, nullptr, "", nullptr, nullptr));
    run_kernel(world, "constant " + std::to_string(value), program, "a");
  }
  clReleaseProgram(program);
}

void il_constants(const World& world) {
  cl_int code = CL_SUCCESS;
  const int values[] = {1, 0, 30, 1};  // 0: it is not set
  for (const int value : values) {
    const cl_program program = clCreateProgramWithIL(world.context, world.il.data(), world.il.size(), &code);
    say("IL", code);
    if (program == nullptr) return;
    const std::string what = "constant " + std::to_string(value);
    if (value != 0) say(what, clSetProgramSpecializationConstant(program, 7, sizeof(value), &value));
    say(what + " of another size", clSetProgramSpecializationConstant(program, 7, 1, &value));
    say(what + " build", clBuildProgram(program, 0, nullptr, "", nullptr, nullptr));
    run_kernel(world, what, program, "a");
    const int later = 40;
    say(what + " set later", clSetProgramSpecializationConstant(program, 7, sizeof(later), &later));
    run_kernel(world, what + " before it is built again", program, "a");
    clReleaseProgram(program);
  }
}

}  // namespace every_call
