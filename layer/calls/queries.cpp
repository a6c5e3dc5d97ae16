#include "calls/queries.h"

#include <algorithm>
#include <cstring>

#include "calls/build_calls.h"
#include "calls/build_steps.h"
#include "driver_claims.h"
#include "layer_state.h"

namespace clc::layer {
namespace {

template <class T>
cl_int return_value(const T& value, const QueryBuffer& buffer) {
  return return_result({CL_SUCCESS, Bytes(reinterpret_cast<const char*>(&value), sizeof(value))}, buffer.size,
                       buffer.value, buffer.size_ret);
}

cl_int return_result(const QueryResult& answer, const QueryBuffer& buffer) {
  return return_result(answer, buffer.size, buffer.value, buffer.size_ret);
}

cl_int query_program(cl_program program, cl_program_info info, const QueryBuffer& buffer) {
  return next().clGetProgramInfo(program, info, buffer.size, buffer.value, buffer.size_ret);
}

// Returns the number of the application's references. A kernel holds its program, so references to the stand-in count,
// too.
cl_int reference_count(FollowedProgram& program, const StandIn& stand_in, const QueryBuffer& buffer) {
  cl_uint own = 0;
  cl_uint others = 0;
  const cl_int code = query_program(program.handle, CL_PROGRAM_REFERENCE_COUNT, {sizeof(own), &own, nullptr});
  if (code != CL_SUCCESS) return code;
  query_program(stand_in.program, CL_PROGRAM_REFERENCE_COUNT, {sizeof(others), &others, nullptr});
  const cl_uint hidden = 1 + state().registry.parked_references(program.handle);
  return return_value(std::max(own + others, hidden + 1) - hidden, buffer);
}

cl_int binary_sizes(FollowedProgram& program, const StandIn& stand_in, const QueryBuffer& buffer) {
  const std::vector<cl_device_id> served = devices_of(stand_in.program);
  std::vector<std::size_t> known(served.size(), 0);
  const cl_int code = query_program(stand_in.program, CL_PROGRAM_BINARY_SIZES,
                                    {known.size() * sizeof(known[0]), known.data(), nullptr});
  if (code != CL_SUCCESS) return code;
  std::vector<std::size_t> sizes;
  for (const cl_device_id device : program.devices) {
    const auto at = static_cast<std::size_t>(std::ranges::find(served, device) - served.begin());
    sizes.push_back(at < known.size() && stand_in.devices.count(device) != 0 ? known[at] : 0);
  }
  return return_result(
      {CL_SUCCESS, Bytes(reinterpret_cast<const char*>(sizes.data()), sizes.size() * sizeof(sizes[0]))}, buffer);
}

// Lets the driver write each binary of the stand-in into the application's buffer.
cl_int binaries(FollowedProgram& program, const StandIn& stand_in, const QueryBuffer& buffer) {
  const std::size_t needed = program.devices.size() * sizeof(unsigned char*);
  std::size_t size = 0;
  const cl_int code = query_program(stand_in.program, CL_PROGRAM_BINARIES, {0, nullptr, &size});
  if (code != CL_SUCCESS) return code;
  if (buffer.size_ret != nullptr) *buffer.size_ret = needed;
  if (buffer.value == nullptr) return CL_SUCCESS;
  if (buffer.size < needed) return CL_INVALID_VALUE;
  auto* const* wanted = static_cast<unsigned char* const*>(buffer.value);
  std::vector<unsigned char*> pointers;
  for (const cl_device_id device : devices_of(stand_in.program)) {
    const auto at = std::ranges::find(program.devices, device);
    const bool is_wanted = at != program.devices.end() && stand_in.devices.count(device) != 0;
    pointers.push_back(is_wanted ? wanted[at - program.devices.begin()] : nullptr);
  }
  return query_program(stand_in.program, CL_PROGRAM_BINARIES,
                       {pointers.size() * sizeof(pointers[0]), pointers.data(), nullptr});
}

const KernelFacts* find_facts(const StandIn& stand_in, cl_kernel kernel) {
  const std::string name = kernel_name(kernel);
  if (name.empty()) return nullptr;
  for (const auto& [device, served] : stand_in.devices) {
    if (served.kept == nullptr) continue;
    if (const KernelFacts* facts = served.kept->find(name)) return facts;
  }
  return nullptr;
}

// Returns true for queries whose answers a compilation changes.
bool is_about_code(cl_program_info info) {
  switch (info) {
    case CL_PROGRAM_REFERENCE_COUNT:
    case CL_PROGRAM_CONTEXT:
    case CL_PROGRAM_NUM_DEVICES:
    case CL_PROGRAM_DEVICES:
    case CL_PROGRAM_SOURCE:
    case CL_PROGRAM_IL:
      return false;
    default:
      return true;
  }
}

}  // namespace

cl_int program_info(FollowedProgram& program, cl_program_info info, const QueryBuffer& buffer) {
  if (info == CL_PROGRAM_SOURCE && program.is_blank)
    return return_result({CL_SUCCESS, Bytes(program.source.c_str(), program.source.size() + 1)}, buffer);
  if (is_about_code(info)) await_background(program);
  const std::shared_ptr<const StandIn> stand_in = program.state.stand_in();
  if (stand_in == nullptr && is_about_code(info)) compile_now(program);
  if (stand_in == nullptr || stand_in->program == program.handle) {
    const cl_uint hidden = info == CL_PROGRAM_REFERENCE_COUNT ? state().registry.parked_references(program.handle) : 0;
    if (hidden == 0) return query_program(program.handle, info, buffer);
    cl_uint count = 0;
    const cl_int code = query_program(program.handle, info, {sizeof(count), &count, nullptr});
    return code == CL_SUCCESS ? return_value(count - hidden, buffer) : code;
  }
  switch (info) {
    case CL_PROGRAM_REFERENCE_COUNT:
      return reference_count(program, *stand_in, buffer);
    case CL_PROGRAM_BINARY_SIZES:
      return binary_sizes(program, *stand_in, buffer);
    case CL_PROGRAM_BINARIES:
      return binaries(program, *stand_in, buffer);
    default:
      return query_program(is_about_code(info) ? stand_in->program : program.handle, info, buffer);
  }
}

cl_int program_build_info(FollowedProgram& program, cl_device_id device, cl_program_build_info info,
                          const QueryBuffer& buffer) {
  const cl_device_id listed = listed_device(device, program.devices);
  if (info == CL_PROGRAM_BUILD_STATUS && program.state.is_in_background(listed) && state().is_at_work())
    return return_value(static_cast<cl_build_status>(CL_BUILD_IN_PROGRESS), buffer);
  await_background(program);
  const auto [stand_in, served] = program.state.answers_on(listed);
  const cl_program actual = served && stand_in ? stand_in->program : program.handle;
  const auto query_driver = [&] {
    return next().clGetProgramBuildInfo(actual, device, info, buffer.size, buffer.value, buffer.size_ret);
  };
  // PoCL gives the same answer for all devices of a program, also for devices that it did not compile for.
  if (!served) compile_now(program);
  if (!served) return query_driver();
  const bool is_compiled = served->status == CL_BUILD_SUCCESS && stand_in == nullptr;
  switch (info) {
    case CL_PROGRAM_BUILD_STATUS:
      return served->was_refused ? query_driver() : return_value(served->status, buffer);
    case CL_PROGRAM_BUILD_OPTIONS:
      if (served->kept && served->kept->reported_options.code == CL_SUCCESS)
        return return_result(served->kept->reported_options, buffer);
      return return_result({CL_SUCCESS, Bytes(served->options.c_str(), served->options.size() + 1)}, buffer);
    case CL_PROGRAM_BUILD_LOG:
      return served->kept && served->kept->log.code == CL_SUCCESS ? return_result(served->kept->log, buffer)
                                                                  : query_driver();
    case CL_PROGRAM_BINARY_TYPE:
      if (served->status == CL_BUILD_SUCCESS && !is_compiled) return query_driver();
      return return_value(static_cast<cl_program_binary_type>(!is_compiled ? CL_PROGRAM_BINARY_TYPE_NONE
                                                              : program.kind == ProgramKind::k_linked
                                                                  ? CL_PROGRAM_BINARY_TYPE_LIBRARY
                                                                  : CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT),
                          buffer);
    default:
      return query_driver();
  }
}

cl_int kernel_info(FollowedProgram& program, cl_kernel kernel, cl_kernel_info info, const QueryBuffer& buffer) {
  if (info == CL_KERNEL_PROGRAM) return return_value(program.handle, buffer);
  if (info == CL_KERNEL_NUM_ARGS && state().checks() != nullptr) {
    if (const auto known = state().checks()->arguments_of(kernel)) return return_value(*known, buffer);
  }
  if (info == CL_KERNEL_ATTRIBUTES) {
    const std::shared_ptr<const StandIn> stand_in = program.state.stand_in();
    const KernelFacts* facts = stand_in ? find_facts(*stand_in, kernel) : nullptr;
    if (facts != nullptr) return return_result(facts->attributes, buffer);
  }
  return next().clGetKernelInfo(kernel, info, buffer.size, buffer.value, buffer.size_ret);
}

cl_int kernel_argument_info(FollowedProgram& program, cl_kernel kernel, cl_uint argument, cl_kernel_arg_info info,
                            const QueryBuffer& buffer) {
  const std::shared_ptr<const StandIn> stand_in = program.state.stand_in();
  const KernelFacts* facts = stand_in ? find_facts(*stand_in, kernel) : nullptr;
  const QueryResult* answer = facts != nullptr ? find_argument(*facts, argument, info) : nullptr;
  if (answer != nullptr) return return_result(*answer, buffer);
  return next().clGetKernelArgInfo(kernel, argument, info, buffer.size, buffer.value, buffer.size_ret);
}

}  // namespace clc::layer
