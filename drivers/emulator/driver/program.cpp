// Programs from code objects, and their kernels.
#include <algorithm>
#include <cstdio>
#include <cstring>

#include "driver/api.h"
#include "machine/fault.h"

namespace clc::emulator::driver {
namespace {

// A code object for the device; null when it is none, or for another chip.
std::shared_ptr<LoadedCode> load(const unsigned char* bytes, std::size_t size, cl_device_id device) {
  try {
    CodeObject object = read_code_object(bytes, size);
    if (object.chip != device->chip) {
      throw Fault("the code object is for " + std::string(chip_name(object.chip)) + ", and the device is " +
                  std::string(chip_name(device->chip)));
    }
    if (object.needs_xnack || object.refuses_sramecc) {
      throw Fault("the code object wants another setting of xnack or sramecc: " + object.target);
    }
    return std::make_shared<LoadedCode>(std::move(object), std::vector<std::uint8_t>(bytes, bytes + size), memory());
  } catch (const Fault& fault) {
    std::fprintf(stderr, "emulator: %s\n", fault.what());
    return nullptr;
  }
}

const KernelArgument& visible(const KernelCode& kernel, cl_uint index) {
  return *std::find_if(kernel.arguments.begin(), kernel.arguments.end(),
                       [&](const KernelArgument& one) { return !one.is_hidden() && index-- == 0; });
}

std::string joined_names(const LoadedCode& code) {
  std::string text;
  for (const auto& [name, kernel] : code.object().kernels) text += (text.empty() ? "" : ";") + name;
  return text;
}

cl_kernel make_kernel(cl_program program, const KernelCode& code) {
  auto* kernel = new _cl_kernel;
  kernel->program = Kept<_cl_program>(program);
  kernel->name = code.name;
  kernel->code = &code;
  kernel->arguments.resize(code.visible_arguments());
  return kernel;
}

cl_kernel_arg_address_qualifier address_qualifier(const KernelArgument& argument) {
  if (argument.address_space == "global") return CL_KERNEL_ARG_ADDRESS_GLOBAL;
  if (argument.address_space == "constant") return CL_KERNEL_ARG_ADDRESS_CONSTANT;
  if (argument.address_space == "local") return CL_KERNEL_ARG_ADDRESS_LOCAL;
  return CL_KERNEL_ARG_ADDRESS_PRIVATE;
}

}  // namespace

namespace api {

cl_program CL_API_CALL create_program(cl_context context, cl_uint count, const cl_device_id* devices,
                                      const size_t* sizes, const unsigned char** binaries, cl_int* status,
                                      cl_int* code) {
  const auto guard = lock();
  if (context == nullptr) return not_created<_cl_program>(CL_INVALID_CONTEXT, code);
  if (count == 0 || devices == nullptr || sizes == nullptr || binaries == nullptr) {
    return not_created<_cl_program>(CL_INVALID_VALUE, code);
  }
  auto program = std::make_unique<_cl_program>();
  program->context = Kept<_cl_context>(context);
  bool is_good = true;
  for (cl_uint i = 0; i < count; ++i) {
    if (sizes[i] == 0 || binaries[i] == nullptr) return not_created<_cl_program>(CL_INVALID_VALUE, code);
    auto loaded = load(binaries[i], sizes[i], devices[i]);
    if (status != nullptr) status[i] = loaded != nullptr ? CL_SUCCESS : CL_INVALID_BINARY;
    is_good = is_good && loaded != nullptr;
    program->devices.push_back(devices[i]);
    program->binaries.emplace_back(binaries[i], binaries[i] + sizes[i]);
    program->codes.push_back(std::move(loaded));
  }
  if (!is_good) return not_created<_cl_program>(CL_INVALID_BINARY, code);
  return created(program.release(), CL_SUCCESS, code);
}

cl_program CL_API_CALL create_from_source(cl_context, cl_uint, const char**, const size_t*, cl_int* code) {
  return not_created<_cl_program>(CL_COMPILER_NOT_AVAILABLE, code);
}

cl_program CL_API_CALL create_from_il(cl_context, const void*, size_t, cl_int* code) {
  return not_created<_cl_program>(CL_INVALID_OPERATION, code);
}

cl_int CL_API_CALL build_program(cl_program program, cl_uint, const cl_device_id*, const char* options,
                                 void(CL_CALLBACK* call)(cl_program, void*), void* data) {
  const auto guard = lock();
  if (program == nullptr) return CL_INVALID_PROGRAM;
  program->is_built = true;
  program->options = options != nullptr ? options : "";
  if (call != nullptr) call(program, data);
  return CL_SUCCESS;
}

cl_int CL_API_CALL get_program_info(cl_program program, cl_program_info info, size_t room, void* to, size_t* told) {
  if (program == nullptr) return CL_INVALID_PROGRAM;
  const auto& first = program->codes.front()->object();
  switch (info) {
    case CL_PROGRAM_REFERENCE_COUNT:
      return answer(program->references, room, to, told);
    case CL_PROGRAM_CONTEXT:
      return answer(program->context.get(), room, to, told);
    case CL_PROGRAM_NUM_DEVICES:
      return answer(static_cast<cl_uint>(program->devices.size()), room, to, told);
    case CL_PROGRAM_DEVICES:
      return answer_list(program->devices, room, to, told);
    case CL_PROGRAM_SOURCE:
      return answer_text("", room, to, told);
    case CL_PROGRAM_NUM_KERNELS:
      return answer(first.kernels.size(), room, to, told);
    case CL_PROGRAM_KERNEL_NAMES:
      return answer_text(joined_names(*program->codes.front()), room, to, told);
    case CL_PROGRAM_BINARY_SIZES: {
      std::vector<std::size_t> sizes;
      for (const auto& binary : program->binaries) sizes.push_back(binary.size());
      return answer_list(sizes, room, to, told);
    }
    case CL_PROGRAM_BINARIES: {
      const std::size_t size = program->binaries.size() * sizeof(unsigned char*);
      if (told != nullptr) *told = size;
      if (to == nullptr) return CL_SUCCESS;
      if (room < size) return CL_INVALID_VALUE;
      for (std::size_t i = 0; i < program->binaries.size(); ++i) {
        auto* target = static_cast<unsigned char**>(to)[i];
        if (target != nullptr) std::memcpy(target, program->binaries[i].data(), program->binaries[i].size());
      }
      return CL_SUCCESS;
    }
    default:
      return CL_INVALID_VALUE;
  }
}

cl_int CL_API_CALL get_build_info(cl_program program, cl_device_id, cl_program_build_info info, size_t room, void* to,
                                  size_t* told) {
  if (program == nullptr) return CL_INVALID_PROGRAM;
  switch (info) {
    case CL_PROGRAM_BUILD_STATUS:
      return answer(cl_build_status{program->is_built ? CL_BUILD_SUCCESS : CL_BUILD_NONE}, room, to, told);
    case CL_PROGRAM_BUILD_OPTIONS:
      return answer_text(program->options, room, to, told);
    case CL_PROGRAM_BUILD_LOG:
      return answer_text("", room, to, told);
    case CL_PROGRAM_BINARY_TYPE:
      return answer(cl_program_binary_type{CL_PROGRAM_BINARY_TYPE_EXECUTABLE}, room, to, told);
    case CL_PROGRAM_BUILD_GLOBAL_VARIABLE_TOTAL_SIZE:
      return answer(std::size_t{0}, room, to, told);
    default:
      return CL_INVALID_VALUE;
  }
}

cl_kernel CL_API_CALL create_kernel(cl_program program, const char* name, cl_int* code) {
  const auto guard = lock();
  if (program == nullptr) return not_created<_cl_kernel>(CL_INVALID_PROGRAM, code);
  if (!program->is_built) return not_created<_cl_kernel>(CL_INVALID_PROGRAM_EXECUTABLE, code);
  if (name == nullptr) return not_created<_cl_kernel>(CL_INVALID_VALUE, code);
  for (const auto& loaded : program->codes) {
    const auto found = loaded->object().kernels.find(name);
    if (found != loaded->object().kernels.end()) return created(make_kernel(program, found->second), CL_SUCCESS, code);
  }
  return not_created<_cl_kernel>(CL_INVALID_KERNEL_NAME, code);
}

cl_int CL_API_CALL create_kernels(cl_program program, cl_uint room, cl_kernel* kernels, cl_uint* count) {
  const auto guard = lock();
  if (program == nullptr) return CL_INVALID_PROGRAM;
  const auto& all = program->codes.front()->object().kernels;
  if (count != nullptr) *count = static_cast<cl_uint>(all.size());
  if (kernels == nullptr) return CL_SUCCESS;
  if (room < all.size()) return CL_INVALID_VALUE;
  for (const auto& [name, kernel] : all) *kernels++ = make_kernel(program, kernel);
  return CL_SUCCESS;
}

cl_int CL_API_CALL set_argument(cl_kernel kernel, cl_uint index, size_t size, const void* value) {
  const auto guard = lock();
  if (kernel == nullptr) return CL_INVALID_KERNEL;
  if (index >= kernel->arguments.size()) return CL_INVALID_ARG_INDEX;
  const KernelArgument& wanted = visible(*kernel->code, index);
  _cl_kernel::Argument argument;
  argument.is_set = true;
  if (wanted.kind == "dynamic_shared_pointer") {
    if (value != nullptr) return CL_INVALID_ARG_VALUE;
    if (size == 0) return CL_INVALID_ARG_SIZE;
    argument.local_bytes = size;
  } else if (wanted.kind == "global_buffer") {
    if (size != sizeof(cl_mem)) return CL_INVALID_ARG_SIZE;
    cl_mem buffer = nullptr;
    if (value != nullptr) std::memcpy(&buffer, value, sizeof buffer);
    argument.buffer = Kept<_cl_mem>(buffer);
  } else if (wanted.kind == "by_value") {
    if (size != wanted.size) return CL_INVALID_ARG_SIZE;
    if (value == nullptr) return CL_INVALID_ARG_VALUE;
    const auto* bytes = static_cast<const std::uint8_t*>(value);
    argument.bytes.assign(bytes, bytes + size);
  } else {
    return CL_INVALID_ARG_VALUE;  // images and samplers, which this device has not
  }
  kernel->arguments[index] = std::move(argument);
  return CL_SUCCESS;
}

cl_int CL_API_CALL get_kernel_info(cl_kernel kernel, cl_kernel_info info, size_t room, void* to, size_t* told) {
  if (kernel == nullptr) return CL_INVALID_KERNEL;
  switch (info) {
    case CL_KERNEL_FUNCTION_NAME:
      return answer_text(kernel->name, room, to, told);
    case CL_KERNEL_NUM_ARGS:
      return answer(static_cast<cl_uint>(kernel->arguments.size()), room, to, told);
    case CL_KERNEL_REFERENCE_COUNT:
      return answer(kernel->references, room, to, told);
    case CL_KERNEL_CONTEXT:
      return answer(kernel->program->context.get(), room, to, told);
    case CL_KERNEL_PROGRAM:
      return answer(kernel->program.get(), room, to, told);
    case CL_KERNEL_ATTRIBUTES:
      return answer_text("", room, to, told);
    default:
      return CL_INVALID_VALUE;
  }
}

cl_int CL_API_CALL get_argument_info(cl_kernel kernel, cl_uint index, cl_kernel_arg_info info, size_t room, void* to,
                                     size_t* told) {
  if (kernel == nullptr) return CL_INVALID_KERNEL;
  if (index >= kernel->arguments.size()) return CL_INVALID_ARG_INDEX;
  const KernelArgument& argument = visible(*kernel->code, index);
  cl_kernel_arg_type_qualifier qualifier = CL_KERNEL_ARG_TYPE_NONE;
  if (argument.is_const) qualifier |= CL_KERNEL_ARG_TYPE_CONST;
  if (argument.is_restrict) qualifier |= CL_KERNEL_ARG_TYPE_RESTRICT;
  if (argument.is_volatile) qualifier |= CL_KERNEL_ARG_TYPE_VOLATILE;
  switch (info) {
    case CL_KERNEL_ARG_ADDRESS_QUALIFIER:
      return answer(address_qualifier(argument), room, to, told);
    case CL_KERNEL_ARG_ACCESS_QUALIFIER:
      return answer(cl_kernel_arg_access_qualifier{CL_KERNEL_ARG_ACCESS_NONE}, room, to, told);
    case CL_KERNEL_ARG_TYPE_QUALIFIER:
      return answer(qualifier, room, to, told);
    case CL_KERNEL_ARG_TYPE_NAME:
      return answer_text(argument.type_name, room, to, told);
    case CL_KERNEL_ARG_NAME:
      return argument.name.empty() ? CL_KERNEL_ARG_INFO_NOT_AVAILABLE : answer_text(argument.name, room, to, told);
    default:
      return CL_INVALID_VALUE;
  }
}

cl_int CL_API_CALL get_group_info(cl_kernel kernel, cl_device_id, cl_kernel_work_group_info info, size_t room, void* to,
                                  size_t* told) {
  if (kernel == nullptr) return CL_INVALID_KERNEL;
  const KernelCode& code = *kernel->code;
  switch (info) {
    case CL_KERNEL_WORK_GROUP_SIZE:
      return answer(std::size_t{code.max_group_size}, room, to, told);
    case CL_KERNEL_COMPILE_WORK_GROUP_SIZE: {
      const auto& size = code.required_group_size;
      return answer_list(std::vector<std::size_t>{size[0], size[1], size[2]}, room, to, told);
    }
    case CL_KERNEL_LOCAL_MEM_SIZE: {
      cl_ulong bytes = code.descriptor.lds_bytes;
      for (const auto& argument : kernel->arguments) bytes += argument.local_bytes;
      return answer(bytes, room, to, told);
    }
    case CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE:
      return answer(std::size_t{code.wave_size}, room, to, told);
    case CL_KERNEL_PRIVATE_MEM_SIZE:
      return answer(cl_ulong{code.descriptor.scratch_bytes}, room, to, told);
    default:
      return CL_INVALID_VALUE;
  }
}

}  // namespace api
}  // namespace clc::emulator::driver
