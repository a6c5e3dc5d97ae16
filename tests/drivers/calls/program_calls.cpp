// Programs, kernels and launches.
#include <algorithm>
#include <cstring>

#include "asking.h"

namespace driver_calls {

void Calls::create_program() {
  const auto context = any<cl_context>();
  cl_int code = CL_SUCCESS;
  if (choices_.is_one_of(2)) {
    const char* const texts[] = {"kernel void f() {}\n", choices_.is_one_of(8) ? nullptr : "// more\n"};
    const std::size_t lengths[] = {choices_.below(4), 0};
    const char** strings = choices_.is_one_of(12) ? nullptr : const_cast<const char**>(texts);
    auto* program = cl_.clCreateProgramWithSource(context, choices_.below(3), strings,
                                                  choices_.is_one_of(2) ? nullptr : lengths, &code);
    return keep("clCreateProgramWithSource", program, Kind::k_program, code, context.is_wrong,
                {CL_INVALID_CONTEXT, CL_INVALID_VALUE});
  }
  const auto device = any<cl_device_id>();
  const cl_device_id devices[] = {device};
  const auto* bytes = reinterpret_cast<const unsigned char*>(driver_.binary.data());
  if (choices_.is_one_of(12)) bytes = nullptr;
  const std::size_t length = choices_.is_one_of(4) ? choices_.below(8) : driver_.binary.size();
  const cl_uint count = choices_.is_one_of(12) ? 0 : 1;
  cl_int status = CL_SUCCESS;
  auto* program = cl_.clCreateProgramWithBinary(context, count, choices_.is_one_of(12) ? nullptr : devices, &length,
                                                &bytes, choices_.is_one_of(2) ? nullptr : &status, &code);
  keep("clCreateProgramWithBinary", program, Kind::k_program, code, context.is_wrong || (count != 0 && device.is_wrong),
       {CL_INVALID_CONTEXT, CL_INVALID_VALUE, CL_INVALID_DEVICE, CL_INVALID_BINARY});
}

void Calls::build() {
  const auto program = any<cl_program>();
  const auto device = any<cl_device_id>();
  const cl_device_id devices[] = {device};
  const cl_uint count = choices_.below(2);
  const char* options = choices_.of<const char*>({nullptr, "", "-D X=1", "\"", "-no-such-option"});
  const cl_int code = cl_.clBuildProgram(program, count, count != 0 ? devices : nullptr, options, nullptr,
                                         choices_.is_one_of(12) ? arena() : nullptr);
  expect("clBuildProgram", code, program.is_wrong || (count != 0 && device.is_wrong),
         {CL_INVALID_PROGRAM, CL_INVALID_VALUE, CL_INVALID_DEVICE, CL_INVALID_BINARY, CL_INVALID_BUILD_OPTIONS,
          CL_COMPILER_NOT_AVAILABLE, CL_BUILD_PROGRAM_FAILURE, CL_INVALID_OPERATION});
}

void Calls::compile_or_link() {
  const auto one = any<cl_program>();
  const cl_program programs[] = {one};
  const char* options = choices_.of<const char*>({nullptr, "-create-library", "-no-such-option", "\""});
  const cl_uint count = choices_.below(2);
  if (choices_.is_one_of(2)) {
    const auto program = any<cl_program>();
    const char* names[] = {"name.h"};
    const cl_int code = cl_.clCompileProgram(program, 0, nullptr, options, count, count != 0 ? programs : nullptr,
                                             count != 0 || choices_.is_one_of(8) ? names : nullptr, nullptr, nullptr);
    return expect("clCompileProgram", code, program.is_wrong || (count != 0 && one.is_wrong),
                  {CL_INVALID_PROGRAM, CL_INVALID_VALUE, CL_INVALID_DEVICE, CL_INVALID_COMPILER_OPTIONS,
                   CL_INVALID_OPERATION, CL_COMPILER_NOT_AVAILABLE, CL_COMPILE_PROGRAM_FAILURE});
  }
  const auto context = any<cl_context>();
  cl_int code = CL_SUCCESS;
  auto* linked =
      cl_.clLinkProgram(context, 0, nullptr, options, count, count != 0 ? programs : nullptr, nullptr, nullptr, &code);
  keep("clLinkProgram", linked, Kind::k_program, code, context.is_wrong || one.is_wrong || count == 0,
       {CL_INVALID_CONTEXT, CL_INVALID_VALUE, CL_INVALID_PROGRAM, CL_INVALID_DEVICE, CL_INVALID_LINKER_OPTIONS,
        CL_INVALID_OPERATION, CL_LINKER_NOT_AVAILABLE, CL_LINK_PROGRAM_FAILURE});
}

void Calls::ask_program() {
  const auto program = any<cl_program>();
  const auto device = any<cl_device_id>();
  const auto info = static_cast<cl_program_info>(CL_PROGRAM_REFERENCE_COUNT + choices_.below(14));
  // A driver takes the bytes at the place of binaries for addresses.
  if (info != CL_PROGRAM_BINARIES) {
    ask("clGetProgramInfo", program.is_wrong, {CL_INVALID_PROGRAM, CL_INVALID_VALUE, CL_INVALID_PROGRAM_EXECUTABLE},
        [&](std::size_t room, void* to, std::size_t* told) {
          return cl_.clGetProgramInfo(program, info, room, to, told);
        });
  }
  const auto build = static_cast<cl_program_build_info>(CL_PROGRAM_BUILD_STATUS + choices_.below(7));
  ask("clGetProgramBuildInfo", program.is_wrong || device.is_wrong,
      {CL_INVALID_PROGRAM, CL_INVALID_VALUE, CL_INVALID_DEVICE}, [&](std::size_t room, void* to, std::size_t* told) {
        return cl_.clGetProgramBuildInfo(program, device, build, room, to, told);
      });
}

void Calls::create_kernel() {
  const auto program = any<cl_program>();
  cl_int code = CL_SUCCESS;
  if (choices_.is_one_of(4)) {
    cl_kernel kernels[16] = {};
    cl_uint count = 0;
    const cl_uint room = choices_.of<cl_uint>({16, 1, 0});
    code = cl_.clCreateKernelsInProgram(program, room, choices_.is_one_of(2) ? kernels : nullptr, &count);
    expect("clCreateKernelsInProgram", code, program.is_wrong,
           {CL_INVALID_PROGRAM, CL_INVALID_PROGRAM_EXECUTABLE, CL_INVALID_VALUE});
    for (const cl_kernel kernel : kernels) {
      if (kernel != nullptr) held_.push_back({kernel, Kind::k_kernel, 1});
    }
    return;
  }
  const char* name = driver_.kernels[choices_.below(static_cast<unsigned>(driver_.kernels.size()))];
  if (choices_.is_one_of(12)) name = choices_.of<const char*>({nullptr, "", "nobody"});
  auto* kernel = cl_.clCreateKernel(program, name, &code);
  keep("clCreateKernel", kernel, Kind::k_kernel, code, program.is_wrong,
       {CL_INVALID_PROGRAM, CL_INVALID_PROGRAM_EXECUTABLE, CL_INVALID_KERNEL_NAME, CL_INVALID_KERNEL_DEFINITION,
        CL_INVALID_VALUE});
}

void Calls::clone_kernel() {
  const auto kernel = any<cl_kernel>();
  cl_int code = CL_SUCCESS;
  auto* copy = cl_.clCloneKernel(kernel, &code);
  keep("clCloneKernel", copy, Kind::k_kernel, code, kernel.is_wrong, {CL_INVALID_KERNEL});
}

void Calls::set_argument() {
  const auto kernel = any<cl_kernel>();
  const auto buffer = any<cl_mem>();
  const cl_mem handle = buffer;
  const cl_uint index = choices_.of<cl_uint>({0, 1, 2, ~cl_uint{0}});
  const cl_int number = 1;
  cl_int code = CL_SUCCESS;
  switch (choices_.below(4)) {
    case 0:
      code = cl_.clSetKernelArg(kernel, index, sizeof handle, &handle);
      break;
    case 1:
      code = cl_.clSetKernelArg(kernel, index, sizeof number, &number);
      break;
    case 2:
      code = cl_.clSetKernelArg(kernel, index, size(), nullptr);
      break;
    default:
      code = cl_.clSetKernelArg(kernel, index, size(), arena());
      break;
  }
  expect("clSetKernelArg", code, kernel.is_wrong,
         {CL_INVALID_KERNEL, CL_INVALID_ARG_INDEX, CL_INVALID_ARG_VALUE, CL_INVALID_MEM_OBJECT, CL_INVALID_SAMPLER,
          CL_INVALID_DEVICE_QUEUE, CL_INVALID_ARG_SIZE, CL_MAX_SIZE_RESTRICTION_EXCEEDED});
}

void Calls::ask_kernel() {
  const auto kernel = any<cl_kernel>();
  const auto device = any<cl_device_id>();
  const auto info = static_cast<cl_kernel_info>(CL_KERNEL_FUNCTION_NAME + choices_.below(8));
  ask("clGetKernelInfo", kernel.is_wrong, {CL_INVALID_KERNEL, CL_INVALID_VALUE},
      [&](std::size_t room, void* to, std::size_t* told) { return cl_.clGetKernelInfo(kernel, info, room, to, told); });
  const auto of_argument = static_cast<cl_kernel_arg_info>(CL_KERNEL_ARG_ADDRESS_QUALIFIER + choices_.below(6));
  const cl_uint index = choices_.below(4);
  ask("clGetKernelArgInfo", kernel.is_wrong,
      {CL_INVALID_KERNEL, CL_INVALID_ARG_INDEX, CL_INVALID_VALUE, CL_KERNEL_ARG_INFO_NOT_AVAILABLE},
      [&](std::size_t room, void* to, std::size_t* told) {
        return cl_.clGetKernelArgInfo(kernel, index, of_argument, room, to, told);
      });
  const auto of_group = static_cast<cl_kernel_work_group_info>(CL_KERNEL_WORK_GROUP_SIZE + choices_.below(7));
  ask("clGetKernelWorkGroupInfo", kernel.is_wrong, {CL_INVALID_KERNEL, CL_INVALID_DEVICE, CL_INVALID_VALUE},
      [&](std::size_t room, void* to, std::size_t* told) {
        return cl_.clGetKernelWorkGroupInfo(kernel, device, of_group, room, to, told);
      });
  const auto of_parts = choices_.of<cl_kernel_sub_group_info>(
      {CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE, CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE,
       CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT, CL_KERNEL_MAX_NUM_SUB_GROUPS, CL_KERNEL_COMPILE_NUM_SUB_GROUPS, 0});
  const std::size_t sizes[] = {size(), size(), size(), size()};
  const std::size_t bytes = choices_.of<std::size_t>({0, 1, 8, 16, 24, 32});
  ask("clGetKernelSubGroupInfo", kernel.is_wrong,
      {CL_INVALID_KERNEL, CL_INVALID_DEVICE, CL_INVALID_VALUE, CL_INVALID_OPERATION},
      [&](std::size_t room, void* to, std::size_t* told) {
        return cl_.clGetKernelSubGroupInfo(kernel, device, of_parts, bytes, sizes, room, to, told);
      });
}

void Calls::launch() {
  const auto queue = any<cl_command_queue>();
  const auto kernel = any<cl_kernel>();
  const auto list = waits();
  const bool is_wrong = queue.is_wrong || kernel.is_wrong || list.is_wrong;
  if (choices_.is_one_of(8)) {
    return expect_command("clEnqueueTask", cl_.clEnqueueTask(queue, kernel, list.count, list.events, event_place()),
                          is_wrong,
                          {CL_INVALID_PROGRAM_EXECUTABLE, CL_INVALID_KERNEL, CL_INVALID_KERNEL_ARGS,
                           CL_INVALID_WORK_GROUP_SIZE, CL_MISALIGNED_SUB_BUFFER_OFFSET});
  }
  const std::size_t offset[] = {size(), size(), size()};
  const std::size_t items[] = {choices_.is_one_of(4) ? size() : small_size(), small_size(), small_size()};
  const std::size_t group[] = {size(), small_size(), small_size()};
  const cl_uint dimensions = choices_.of<cl_uint>({1, 1, 2, 3, 0, 4});
  const cl_int code = cl_.clEnqueueNDRangeKernel(
      queue, kernel, dimensions, choices_.is_one_of(4) ? offset : nullptr, choices_.is_one_of(16) ? nullptr : items,
      choices_.is_one_of(2) ? group : nullptr, list.count, list.events, event_place());
  expect_command("clEnqueueNDRangeKernel", code, is_wrong,
                 {CL_INVALID_PROGRAM_EXECUTABLE, CL_INVALID_KERNEL, CL_INVALID_KERNEL_ARGS, CL_INVALID_WORK_DIMENSION,
                  CL_INVALID_GLOBAL_WORK_SIZE, CL_INVALID_GLOBAL_OFFSET, CL_INVALID_WORK_GROUP_SIZE,
                  CL_INVALID_WORK_ITEM_SIZE, CL_MISALIGNED_SUB_BUFFER_OFFSET});
}

const std::vector<Calls::Step>& Calls::program_steps() {
  static const std::vector<Step> all = {&Calls::create_program, &Calls::build,         &Calls::compile_or_link,
                                        &Calls::ask_program,    &Calls::create_kernel, &Calls::create_kernel,
                                        &Calls::clone_kernel,   &Calls::set_argument,  &Calls::set_argument,
                                        &Calls::set_argument,   &Calls::ask_kernel,    &Calls::launch,
                                        &Calls::launch,         &Calls::launch};
  return all;
}

}  // namespace driver_calls
