// Asks OpenCL and writes down what it answers, for every_call and for random_calls.
#include "every_call.h"

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <cstring>
#include <iostream>

namespace every_call {
namespace {

std::string shown(const void* bytes, std::size_t size) {
  const auto* text = static_cast<const unsigned char*>(bytes);
  std::string all;
  bool is_text = size > 0 && text[size - 1] == '\0';
  for (std::size_t i = 0; is_text && i + 1 < size; ++i) {
    is_text = std::isprint(text[i]) != 0 || std::isspace(text[i]) != 0;
  }
  if (is_text) {
    for (std::size_t i = 0; i + 1 < size; ++i)
      all += text[i] == '\n' ? std::string("\\n") : std::string(1, static_cast<char>(text[i]));
    return "'" + all + "'";
  }
  char digits[3] = {};
  for (std::size_t i = 0; i < std::min<std::size_t>(size, 32); ++i) {
    std::snprintf(digits, sizeof(digits), "%02x", text[i]);
    all += digits;
  }
  return all + (size > 32 ? "…" : "");
}

enum class Show { k_value, k_size };  // how much of an answer is the same each time

// Asks without room, with room, with too little room, and with more than enough.
template <class Query>
std::string ask(const std::string& what, const Query& query, Show show = Show::k_value) {
  std::size_t size = 0;
  const cl_int without_room = query(0, nullptr, &size);
  say(what + " without room", without_room);
  if (without_room != CL_SUCCESS) return {};
  say(what + " size " + std::to_string(size));
  std::string value(size + 8, '\x55');
  say(what, query(size, value.data(), nullptr));
  if (show == Show::k_value) say(what + " = " + shown(value.data(), size));
  if (value.substr(size) != std::string(8, '\x55')) say(what + " wrote behind its end");
  std::size_t told = 77;
  std::string more(size + 8, '\x55');
  say(what + " with more room", query(size + 8, more.data(), &told));
  if (told != size) say(what + " tells another size");
  if (size > 0) {
    std::string small(size, '\x55');
    say(what + " with too little room", query(size - 1, small.data(), nullptr));
  }
  say(what + " with neither", query(0, nullptr, nullptr));
  value.resize(size);
  return value;
}

struct Named {
  cl_uint info;
  const char* name;
  bool is_compilers = false;  // another compiler's answer may be another
};

// Asks for each of `infos`: get(info, room, to, told) is the call. Lines that depend on the compiler begin with "~".
template <std::size_t N, class Get>
void ask_each(const std::string& what, const Named (&infos)[N], const Get& get) {
  for (const Named& named : infos) {
    ask((named.is_compilers ? "~ " : "") + what + " " + named.name,
        [&](std::size_t room, void* to, std::size_t* told) { return get(named.info, room, to, told); });
  }
}

template <class T>
T first_of(const std::string& bytes) {
  T value{};
  if (bytes.size() >= sizeof(T)) std::memcpy(&value, bytes.data(), sizeof(T));
  return value;
}

void ask_binaries(const std::string& what, cl_program program) {
  cl_uint count = 0;
  clGetProgramInfo(program, CL_PROGRAM_NUM_DEVICES, sizeof(count), &count, nullptr);
  std::vector<std::size_t> sizes(count, 0);
  std::size_t told = 0;
  const cl_int code =
      clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, count * sizeof(std::size_t), sizes.data(), &told);
  say(what + " BINARY_SIZES told " + std::to_string(told), code);
  for (const std::size_t size : sizes) say(what + (size == 0 ? " has no binary" : " has a binary"));
  std::vector<std::string> binaries;
  std::vector<unsigned char*> pointers;
  for (const std::size_t size : sizes) binaries.emplace_back(size, '\0');
  for (std::string& binary : binaries) {
    pointers.push_back(binary.empty() ? nullptr : reinterpret_cast<unsigned char*>(binary.data()));
  }
  const std::size_t room = pointers.size() * sizeof(pointers[0]);
  say(what + " BINARIES", clGetProgramInfo(program, CL_PROGRAM_BINARIES, room, pointers.data(), &told));
  say(what + " BINARIES told " + std::to_string(told));
  for (const std::string& binary : binaries) {
    const bool is_written = binary.find_first_not_of('\0') != std::string::npos;
    say(what + (is_written ? " binary is written" : " binary is not written"));
  }
  say(what + " BINARIES with too little room",
      clGetProgramInfo(program, CL_PROGRAM_BINARIES, room - 1, pointers.data(), nullptr));
}

}  // namespace

namespace {
thread_local std::ostream* output = &std::cout;
}

void say_to(std::ostream& stream) {
  output = &stream;
}

void say(const std::string& what) {
  *output << what << '\n';
}

void say(const std::string& what, cl_int code) {
  say(what + ": " + (code == CL_SUCCESS ? "CL_SUCCESS" : std::to_string(code)));
}

cl_program from_source(const World& world, const std::string& source) {
  const char* text = source.c_str();
  cl_int code = CL_SUCCESS;
  const cl_program program = clCreateProgramWithSource(world.context, 1, &text, nullptr, &code);
  if (code != CL_SUCCESS) say("clCreateProgramWithSource", code);
  return program;
}

void ask_program(const World& world, const std::string& what, cl_program program) {
  const Named infos[] = {{CL_PROGRAM_REFERENCE_COUNT, "REFERENCE_COUNT"},
                         {CL_PROGRAM_NUM_DEVICES, "NUM_DEVICES"},
                         {CL_PROGRAM_SOURCE, "SOURCE"},
                         {CL_PROGRAM_NUM_KERNELS, "NUM_KERNELS"},
                         {CL_PROGRAM_KERNEL_NAMES, "KERNEL_NAMES"},
                         {CL_PROGRAM_IL, "IL"},
                         {CL_PROGRAM_SCOPE_GLOBAL_CTORS_PRESENT, "CTORS_PRESENT"},
                         {CL_PROGRAM_SCOPE_GLOBAL_DTORS_PRESENT, "DTORS_PRESENT"},
                         {0xABCD, "nonsense"},
                         {0, "zero"}};
  ask_each(what, infos, [&](cl_uint info, std::size_t room, void* to, std::size_t* told) {
    return clGetProgramInfo(program, info, room, to, told);
  });
  const auto of_context = [&](std::size_t room, void* to, std::size_t* told) {
    return clGetProgramInfo(program, CL_PROGRAM_CONTEXT, room, to, told);
  };
  const auto context = first_of<cl_context>(ask(what + " CONTEXT", of_context, Show::k_size));
  say(what + (context == world.context ? " has its context" : " has another context"));
  const auto of_devices = [&](std::size_t room, void* to, std::size_t* told) {
    return clGetProgramInfo(program, CL_PROGRAM_DEVICES, room, to, told);
  };
  const std::string devices = ask(what + " DEVICES", of_devices, Show::k_size);
  std::vector<cl_device_id> ids(devices.size() / sizeof(cl_device_id));
  if (!ids.empty()) std::memcpy(ids.data(), devices.data(), ids.size() * sizeof(ids[0]));
  for (const cl_device_id id : ids) {
    const auto at = std::find(world.devices.begin(), world.devices.end(), id);
    say(what + " has device " + std::to_string(at - world.devices.begin()));
  }
  ask_binaries(what, program);
}

void ask_build(const World& world, const std::string& what, cl_program program) {
  const Named infos[] = {{CL_PROGRAM_BUILD_STATUS, "STATUS"},
                         {CL_PROGRAM_BUILD_OPTIONS, "OPTIONS"},
                         {CL_PROGRAM_BUILD_LOG, "LOG", true},
                         {CL_PROGRAM_BINARY_TYPE, "BINARY_TYPE"},
                         {CL_PROGRAM_BUILD_GLOBAL_VARIABLE_TOTAL_SIZE, "GLOBAL_VARIABLE_TOTAL_SIZE", true},
                         {0xABCD, "nonsense"}};
  for (std::size_t i = 0; i < world.devices.size(); ++i) {
    ask_each(what + " on " + std::to_string(i), infos,
             [&](cl_uint info, std::size_t room, void* to, std::size_t* told) {
               return clGetProgramBuildInfo(program, world.devices[i], info, room, to, told);
             });
  }
  cl_build_status status = 0;
  say(what + " STATUS of no device",
      clGetProgramBuildInfo(program, nullptr, CL_PROGRAM_BUILD_STATUS, sizeof(status), &status, nullptr));
}

namespace {

void ask_work_group(const World& world, const std::string& what, cl_kernel kernel) {
  const Named infos[] = {{CL_KERNEL_WORK_GROUP_SIZE, "WORK_GROUP_SIZE", true},
                         {CL_KERNEL_COMPILE_WORK_GROUP_SIZE, "COMPILE_WORK_GROUP_SIZE"},
                         {CL_KERNEL_LOCAL_MEM_SIZE, "LOCAL_MEM_SIZE", true},
                         {CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE, "PREFERRED_MULTIPLE", true},
                         {CL_KERNEL_PRIVATE_MEM_SIZE, "PRIVATE_MEM_SIZE", true},
                         {CL_KERNEL_GLOBAL_WORK_SIZE, "GLOBAL_WORK_SIZE"},
                         {0xABCD, "nonsense"}};
  for (std::size_t i = 0; i < world.devices.size(); ++i) {
    ask_each(what + " on " + std::to_string(i), infos,
             [&](cl_uint info, std::size_t room, void* to, std::size_t* told) {
               return clGetKernelWorkGroupInfo(kernel, world.devices[i], info, room, to, told);
             });
  }
  std::size_t size = 0;
  say(what + " WORK_GROUP_SIZE of no device",
      clGetKernelWorkGroupInfo(kernel, nullptr, CL_KERNEL_WORK_GROUP_SIZE, sizeof(size), &size, nullptr));
}

void ask_arguments(const std::string& what, cl_kernel kernel) {
  const Named infos[] = {{CL_KERNEL_ARG_ADDRESS_QUALIFIER, "ADDRESS_QUALIFIER", true},
                         {CL_KERNEL_ARG_ACCESS_QUALIFIER, "ACCESS_QUALIFIER", true},
                         {CL_KERNEL_ARG_TYPE_NAME, "TYPE_NAME", true},
                         {CL_KERNEL_ARG_TYPE_QUALIFIER, "TYPE_QUALIFIER", true},
                         {CL_KERNEL_ARG_NAME, "NAME", true},
                         {0xABCD, "nonsense", true}};
  cl_uint count = 0;
  clGetKernelInfo(kernel, CL_KERNEL_NUM_ARGS, sizeof(count), &count, nullptr);
  for (cl_uint i = 0; i <= count; ++i) {  // the last one is not there
    ask_each(what + " argument " + std::to_string(i), infos,
             [&](cl_uint info, std::size_t room, void* to, std::size_t* told) {
               return clGetKernelArgInfo(kernel, i, info, room, to, told);
             });
  }
}

}  // namespace

void ask_kernel(const World& world, const std::string& what, cl_kernel kernel, cl_program program) {
  const Named infos[] = {{CL_KERNEL_FUNCTION_NAME, "FUNCTION_NAME"},
                         {CL_KERNEL_NUM_ARGS, "NUM_ARGS"},
                         {CL_KERNEL_REFERENCE_COUNT, "REFERENCE_COUNT"},
                         {CL_KERNEL_ATTRIBUTES, "ATTRIBUTES", true},
                         {0xABCD, "nonsense"}};
  ask_each(what, infos, [&](cl_uint info, std::size_t room, void* to, std::size_t* told) {
    return clGetKernelInfo(kernel, info, room, to, told);
  });
  const auto of_program = [&](std::size_t room, void* to, std::size_t* told) {
    return clGetKernelInfo(kernel, CL_KERNEL_PROGRAM, room, to, told);
  };
  const auto its = first_of<cl_program>(ask(what + " PROGRAM", of_program, Show::k_size));
  say(what + (its == program ? " is of its program" : " is of another program"));
  const auto of_context = [&](std::size_t room, void* to, std::size_t* told) {
    return clGetKernelInfo(kernel, CL_KERNEL_CONTEXT, room, to, told);
  };
  const auto context = first_of<cl_context>(ask(what + " CONTEXT", of_context, Show::k_size));
  say(what + (context == world.context ? " has its context" : " has another context"));
  ask_arguments(what, kernel);
  ask_work_group(world, what, kernel);
}

void ask_all(const World& world, const std::string& what, cl_program program) {
  ask_program(world, what, program);
  ask_build(world, what, program);
  cl_uint count = 0;
  say(what + " clCreateKernelsInProgram without room", clCreateKernelsInProgram(program, 0, nullptr, &count));
  say(what + " has " + std::to_string(count) + " kernels");
  std::vector<cl_kernel> kernels(count);
  if (count > 0) {
    say(what + " clCreateKernelsInProgram with too little room",
        clCreateKernelsInProgram(program, count - 1, kernels.data(), nullptr));
  }
  cl_uint told = 77;
  const cl_int code = clCreateKernelsInProgram(program, count, kernels.data(), &told);
  say(what + " clCreateKernelsInProgram, told " + std::to_string(told), code);
  if (code != CL_SUCCESS) return;
  for (const cl_kernel kernel : kernels) {
    char name[128] = {};
    clGetKernelInfo(kernel, CL_KERNEL_FUNCTION_NAME, sizeof(name), name, nullptr);
    ask_kernel(world, what + " kernel " + name, kernel, program);
    say(what + " clReleaseKernel", clReleaseKernel(kernel));
  }
}

void run_kernel(const World& world, const std::string& what, cl_program program, const char* name) {
  cl_int code = CL_SUCCESS;
  const cl_kernel kernel = clCreateKernel(program, name, &code);
  say(what + " clCreateKernel", code);
  if (kernel == nullptr) return;
  for (std::size_t device = 0; device < world.devices.size(); ++device) {
    const cl_command_queue queue = clCreateCommandQueue(world.context, world.devices[device], 0, &code);
    int numbers[8] = {};
    const cl_mem buffer =
        clCreateBuffer(world.context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, sizeof(numbers), numbers, &code);
    clSetKernelArg(kernel, 0, sizeof(buffer), &buffer);
    const std::size_t global = 8;
    say(what + " clEnqueueNDRangeKernel on " + std::to_string(device),
        clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &global, nullptr, 0, nullptr, nullptr));
    clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, sizeof(numbers), numbers, 0, nullptr, nullptr);
    std::string all;
    for (const int number : numbers) all += " " + std::to_string(number);
    say(what + " gives" + all);
    clReleaseMemObject(buffer);
    clReleaseCommandQueue(queue);
  }
  clReleaseKernel(kernel);
}

}  // namespace every_call
