#include "fake_driver.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <map>
#include <new>

#include "fake_objects.h"

namespace {

using clc::test::answer;
using clc::test::answer_value;
using clc::test::fake;
using clc::test::FakeObject;

enum class From { k_source, k_il, k_binary, k_link };

// Says whether the object exists, and counts those that do not.
bool exists(const void* object) {
  const bool is_there = clc::test::living_objects().have(object);
  if (!is_there) ++fake().misuses;
  return is_there;
}

struct BuildState {
  cl_build_status status = CL_BUILD_NONE;
  std::string options;
  std::string log;
  std::string code;  // what its binary is made of
  cl_program_binary_type type = CL_PROGRAM_BINARY_TYPE_NONE;
};

}  // namespace

struct _cl_program : FakeObject {
  _cl_program() : FakeObject("program") {}
  From from = From::k_source;
  std::string text;
  std::vector<cl_device_id> devices;
  std::map<cl_device_id, BuildState> builds;
  std::map<cl_device_id, std::string> given;  // binaries
  std::map<cl_uint, std::string> constants;
  std::atomic<int> kernels{0};
};
struct _cl_kernel : FakeObject {
  _cl_kernel(cl_program of, std::string kernel_name) : FakeObject("kernel"), program(of), name(std::move(kernel_name)) {
    ++program->references;
    ++program->kernels;
  }
  ~_cl_kernel();
  cl_program program;
  std::string name;
};

namespace {

// Queries of cl_khr_spirv_queries, which older headers lack.
constexpr cl_device_info k_spirv_extensions = 0x12BA;
constexpr cl_device_info k_spirv_capabilities = 0x12BB;

template <class T>
cl_int answer_list(const std::vector<T>& list, std::size_t room, void* to, std::size_t* told) {
  return answer(list.data(), list.size() * sizeof(T), room, to, told);
}

char platform_object;
char context_object;
char device_objects[2];

struct Later {
  void(CL_CALLBACK* notify)(cl_program, void*);
  cl_program program;
  void* data;
};
std::vector<Later> later;

cl_int CL_API_CALL release_program(cl_program program) {
  if (!exists(program)) return CL_INVALID_PROGRAM;
  if (--program->references == 0) delete program;
  return CL_SUCCESS;
}

std::string signature() {
  return "BIN " + fake().name + ": ";
}

std::vector<std::string> kernels_in(const std::string& code) {
  static const std::string k_word = "kernel void ";
  std::vector<std::string> names;
  for (std::size_t at = code.find(k_word); at != std::string::npos; at = code.find(k_word, at + 1)) {
    const std::size_t begin = at + k_word.size();
    names.push_back(code.substr(begin, code.find('(', begin) - begin));
  }
  return names;
}

const BuildState* built(cl_program program) {
  for (const auto& [device, build] : program->builds) {
    if (build.type == CL_PROGRAM_BINARY_TYPE_EXECUTABLE && build.status == CL_BUILD_SUCCESS) return &build;
  }
  return nullptr;
}

cl_program with(cl_program program, cl_int* code) {
  program->devices = {clc::test::fake_device_at(0), clc::test::fake_device_at(1)};
  if (code != nullptr) *code = CL_SUCCESS;
  return program;
}

cl_program fail_with(cl_int error, cl_int* code) {
  if (code != nullptr) *code = error;
  return nullptr;
}

cl_program CL_API_CALL create_with_source(cl_context, cl_uint count, const char** strings, const std::size_t* lengths,
                                          cl_int* code) {
  if (count == 0 || strings == nullptr) return fail_with(CL_INVALID_VALUE, code);
  auto* program = new _cl_program;
  for (cl_uint i = 0; i < count; ++i) {
    const std::size_t size = lengths != nullptr && lengths[i] != 0 ? lengths[i] : std::strlen(strings[i]);
    program->text.append(strings[i], size);
  }
  if (program->text.find_first_not_of(' ') != std::string::npos) ++fake().sources;
  return with(program, code);
}

cl_program CL_API_CALL create_with_il(cl_context, const void* il, std::size_t size, cl_int* code) {
  auto* program = new _cl_program;
  program->from = From::k_il;
  program->text.assign(static_cast<const char*>(il), size);
  return with(program, code);
}

cl_program CL_API_CALL create_with_binary(cl_context, cl_uint count, const cl_device_id* devices,
                                          const std::size_t* sizes, const unsigned char** binaries, cl_int* statuses,
                                          cl_int* code) {
  auto* program = new _cl_program;
  program->from = From::k_binary;
  for (cl_uint i = 0; i < count; ++i) {
    program->given[devices[i]].assign(reinterpret_cast<const char*>(binaries[i]), sizes[i]);
    program->devices.push_back(devices[i]);
    if (statuses != nullptr) statuses[i] = CL_SUCCESS;
    const std::string& given = program->given[devices[i]];
    if (given.rfind(signature(), 0) == 0 || (!given.empty() && given == fake().gives)) {
      if (fake().dies_of_binaries) std::_Exit(66);
      continue;
    }
    ++fake().foreign;
    delete program;
    return fail_with(CL_INVALID_BINARY, code);
  }
  if (code != nullptr) *code = CL_SUCCESS;
  return program;
}

cl_int CL_API_CALL retain_program(cl_program program) {
  if (!exists(program)) return CL_INVALID_PROGRAM;
  ++program->references;
  return CL_SUCCESS;
}

std::string constants_of(cl_program program) {
  std::string text;
  for (const auto& [id, value] : program->constants) text += " " + std::to_string(id) + "=" + value;
  return text;
}

// Compiles for one device. Returns whether that worked.
bool compile_for(cl_program program, cl_device_id device, const std::string& options, const std::string& headers,
                 cl_program_binary_type type) {
  BuildState& build = program->builds[device];
  const std::string earlier = fake().logs_add_up ? build.log : "";
  build = {};
  build.options = options;
  {
    const std::lock_guard lock(fake().mutex);
    fake().texts.push_back(program->text);
  }
  if (fake().while_compiling) fake().while_compiling();
  ++fake().compiled;
  const bool is_good = program->text.find("ERROR") == std::string::npos;
  build.status = is_good ? CL_BUILD_SUCCESS : CL_BUILD_ERROR;
  const std::string warning = fake().log.empty() ? "warning: compiled with " + options : fake().log;
  build.log = earlier + (is_good ? warning : "error: it says so");
  if (is_good) build.code = headers + program->text + "|" + options + constants_of(program);
  if (is_good) build.type = type;
  return is_good;
}

std::vector<cl_device_id> wanted(cl_program program, cl_uint count, const cl_device_id* devices) {
  return devices == nullptr ? program->devices : std::vector<cl_device_id>(devices, devices + count);
}

using Notify = void(CL_CALLBACK*)(cl_program, void*);

void tell(Notify notify, cl_program program, void* data) {
  if (notify == nullptr) return;
  if (fake().calls_back_later) {
    later.push_back({notify, program, data});
  } else {
    notify(program, data);
  }
}

cl_int CL_API_CALL build_program(cl_program program, cl_uint count, const cl_device_id* devices, const char* options,
                                 Notify notify, void* data) {
  if (!exists(program)) return CL_INVALID_PROGRAM;
  if ((count == 0) != (devices == nullptr) || (notify == nullptr && data != nullptr)) return CL_INVALID_VALUE;
  if (program->kernels > 0 && !fake().builds_with_kernels) return CL_INVALID_OPERATION;
  const std::string text = options == nullptr ? "" : options;
  cl_int code = CL_SUCCESS;
  for (const cl_device_id device : wanted(program, count, devices)) {
    if (std::find(program->devices.begin(), program->devices.end(), device) == program->devices.end()) {
      return CL_INVALID_DEVICE;
    }
    if (program->from != From::k_binary) {
      if (!compile_for(program, device, text, "", CL_PROGRAM_BINARY_TYPE_EXECUTABLE)) code = CL_BUILD_PROGRAM_FAILURE;
      continue;
    }
    if (fake().refuses_binaries) return CL_BUILD_PROGRAM_FAILURE;
    ++fake().loaded;
    program->builds[device] = {CL_BUILD_SUCCESS, text, "loaded", program->given[device].substr(signature().size()),
                               CL_PROGRAM_BINARY_TYPE_EXECUTABLE};
  }
  tell(notify, program, data);
  return code;
}

cl_int CL_API_CALL compile_program(cl_program program, cl_uint count, const cl_device_id* devices, const char* options,
                                   cl_uint headers, const cl_program* header_programs, const char** names,
                                   Notify notify, void* data) {
  if (!exists(program)) return CL_INVALID_PROGRAM;
  if (fake().refuses_compilations) return CL_COMPILE_PROGRAM_FAILURE;
  std::string texts;
  for (cl_uint i = 0; i < headers; ++i) {
    if (!exists(header_programs[i])) return CL_INVALID_PROGRAM;
    texts += std::string(names[i]) + "=" + header_programs[i]->text + ";";
  }
  cl_int code = CL_SUCCESS;
  for (const cl_device_id device : wanted(program, count, devices)) {
    const bool is_good =
        compile_for(program, device, options == nullptr ? "" : options, texts, CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT);
    if (!is_good) code = CL_COMPILE_PROGRAM_FAILURE;
  }
  tell(notify, program, data);
  return code;
}

cl_program CL_API_CALL link_program(cl_context, cl_uint count, const cl_device_id* devices, const char* options,
                                    cl_uint inputs, const cl_program* programs, Notify notify, void* data,
                                    cl_int* code) {
  auto* program = new _cl_program;
  program->from = From::k_link;
  with(program, code);
  ++fake().linked;
  const std::string text = options == nullptr ? "" : options;
  for (const cl_device_id device : wanted(program, count, devices)) {
    BuildState& build = program->builds[device];
    build = {CL_BUILD_SUCCESS, text, "linked", "", CL_PROGRAM_BINARY_TYPE_EXECUTABLE};
    for (cl_uint i = 0; i < inputs; ++i) {
      const BuildState& input = programs[i]->builds[device];
      if (input.type == CL_PROGRAM_BINARY_TYPE_NONE) {
        delete program;
        return fail_with(CL_INVALID_OPERATION, code);
      }
      build.code += input.code + "+";
    }
  }
  tell(notify, program, data);
  return program;
}

cl_int program_binaries(cl_program program, std::size_t room, void* to, std::size_t* told, bool only_sizes) {
  if (fake().dies_of_questions) std::_Exit(67);
  std::vector<std::string> binaries;
  std::vector<std::size_t> sizes;
  for (const cl_device_id device : program->devices) {
    const BuildState& build = program->builds[device];
    std::string binary = build.status == CL_BUILD_SUCCESS ? signature() + build.code : "";
    if (!binary.empty() && !fake().gives.empty()) binary = fake().gives;
    sizes.push_back(binary.size());
    binaries.push_back(std::move(binary));
  }
  if (!only_sizes) ++fake().asked;
  if (!only_sizes && fake().while_asked) fake().while_asked();
  if (only_sizes) return answer(sizes.data(), sizes.size() * sizeof(sizes[0]), room, to, told);
  if (told != nullptr) *told = binaries.size() * sizeof(char*);
  if (to == nullptr) return CL_SUCCESS;
  if (room < binaries.size() * sizeof(char*)) return CL_INVALID_VALUE;
  auto* const* pointers = static_cast<unsigned char* const*>(to);
  for (std::size_t i = 0; i < binaries.size(); ++i) {
    if (pointers[i] != nullptr) std::memcpy(pointers[i], binaries[i].data(), binaries[i].size());
  }
  return CL_SUCCESS;
}

cl_int CL_API_CALL get_program_info(cl_program program, cl_program_info info, std::size_t room, void* to,
                                    std::size_t* told) {
  if (!exists(program)) return CL_INVALID_PROGRAM;
  const BuildState* build = built(program);
  switch (info) {
    case CL_PROGRAM_REFERENCE_COUNT:
      return answer_value(static_cast<cl_uint>(program->references.load()), room, to, told);
    case CL_PROGRAM_NUM_DEVICES:
      return answer_value(static_cast<cl_uint>(program->devices.size()), room, to, told);
    case CL_PROGRAM_DEVICES:
      return answer(program->devices.data(), program->devices.size() * sizeof(cl_device_id), room, to, told);
    case CL_PROGRAM_SOURCE:
      return answer(program->from == From::k_source ? program->text : "", room, to, told);
    case CL_PROGRAM_BINARY_SIZES:
    case CL_PROGRAM_BINARIES:
      return program_binaries(program, room, to, told, info == CL_PROGRAM_BINARY_SIZES);
    case CL_PROGRAM_NUM_KERNELS:
      return build == nullptr ? CL_INVALID_PROGRAM_EXECUTABLE
                              : answer_value(kernels_in(build->code).size(), room, to, told);
    case CL_PROGRAM_KERNEL_NAMES: {
      if (build == nullptr) return CL_INVALID_PROGRAM_EXECUTABLE;
      std::string names;
      for (const std::string& name : kernels_in(build->code)) names += (names.empty() ? "" : ";") + name;
      return answer(names, room, to, told);
    }
    default:
      return CL_INVALID_VALUE;
  }
}

cl_int CL_API_CALL get_build_info(cl_program program, cl_device_id device, cl_program_build_info info, std::size_t room,
                                  void* to, std::size_t* told) {
  if (!exists(program)) return CL_INVALID_PROGRAM;
  const BuildState& build = program->builds[device];
  switch (info) {
    case CL_PROGRAM_BUILD_STATUS:
      return answer_value(build.status, room, to, told);
    case CL_PROGRAM_BUILD_OPTIONS:
      return answer(build.options, room, to, told);
    case CL_PROGRAM_BUILD_LOG:
      return answer(build.log, room, to, told);
    case CL_PROGRAM_BINARY_TYPE:
      return answer_value(build.type, room, to, told);
    default:
      return CL_INVALID_VALUE;
  }
}

cl_int CL_API_CALL set_constant(cl_program program, cl_uint id, std::size_t size, const void* value) {
  if (!exists(program)) return CL_INVALID_PROGRAM;
  program->constants[id].assign(static_cast<const char*>(value), size);
  return CL_SUCCESS;
}

cl_kernel CL_API_CALL create_kernel(cl_program program, const char* name, cl_int* code) {
  cl_int unheard = CL_SUCCESS;
  if (code == nullptr) code = &unheard;
  *code = CL_INVALID_PROGRAM;
  if (!exists(program)) return nullptr;
  const BuildState* build = built(program);
  *code = CL_INVALID_PROGRAM_EXECUTABLE;
  if (build == nullptr) return nullptr;
  const std::vector<std::string> names = kernels_in(build->code);
  *code = CL_INVALID_KERNEL_NAME;
  if (std::find(names.begin(), names.end(), name) == names.end()) return nullptr;
  *code = CL_OUT_OF_RESOURCES;
  if (++fake().kernels_made == fake().kernels_fail_at) return nullptr;
  *code = CL_SUCCESS;
  return new _cl_kernel(program, name);
}

cl_int CL_API_CALL create_kernels(cl_program program, cl_uint room, cl_kernel* to, cl_uint* told) {
  if (!exists(program)) return CL_INVALID_PROGRAM;
  const BuildState* build = built(program);
  if (build == nullptr) return CL_INVALID_PROGRAM_EXECUTABLE;
  const std::vector<std::string> names = kernels_in(build->code);
  if (told != nullptr) *told = static_cast<cl_uint>(names.size());
  if (to == nullptr) return CL_SUCCESS;
  if (room < names.size()) return CL_INVALID_VALUE;
  for (std::size_t i = 0; i < names.size(); ++i) to[i] = new _cl_kernel(program, names[i]);
  return CL_SUCCESS;
}

cl_kernel CL_API_CALL clone_kernel(cl_kernel kernel, cl_int* code) {
  if (code != nullptr) *code = CL_SUCCESS;
  return exists(kernel) ? new _cl_kernel(kernel->program, kernel->name) : nullptr;
}

cl_int CL_API_CALL retain_kernel(cl_kernel kernel) {
  if (!exists(kernel)) return CL_INVALID_KERNEL;
  ++kernel->references;
  return CL_SUCCESS;
}

cl_int CL_API_CALL release_kernel(cl_kernel kernel) {
  if (!exists(kernel)) return CL_INVALID_KERNEL;
  if (--kernel->references == 0) delete kernel;
  return CL_SUCCESS;
}

cl_int CL_API_CALL get_kernel_info(cl_kernel kernel, cl_kernel_info info, std::size_t room, void* to,
                                   std::size_t* told) {
  if (!exists(kernel)) return CL_INVALID_KERNEL;
  const bool has_lost = kernel->program->from == From::k_binary && fake().binaries_lose_arguments;
  switch (info) {
    case CL_KERNEL_FUNCTION_NAME:
      return answer(kernel->name, room, to, told);
    case CL_KERNEL_PROGRAM:
      return answer_value(kernel->program, room, to, told);
    case CL_KERNEL_NUM_ARGS:
      return answer_value(cl_uint{1}, room, to, told);
    case CL_KERNEL_ATTRIBUTES:
      return answer(has_lost ? "" : "vec_type_hint(float4)", room, to, told);
    default:
      return CL_INVALID_VALUE;
  }
}

cl_int CL_API_CALL get_argument_info(cl_kernel kernel, cl_uint index, cl_kernel_arg_info info, std::size_t room,
                                     void* to, std::size_t* told) {
  if (!exists(kernel)) return CL_INVALID_KERNEL;
  if (index > 0) return CL_INVALID_ARG_INDEX;
  if (kernel->program->from == From::k_binary && fake().binaries_lose_arguments) {
    return CL_KERNEL_ARG_INFO_NOT_AVAILABLE;
  }
  if (info == CL_KERNEL_ARG_NAME) return answer("x", room, to, told);
  if (info == CL_KERNEL_ARG_TYPE_NAME) return answer("float*", room, to, told);
  return answer_value(cl_uint{CL_KERNEL_ARG_ADDRESS_GLOBAL}, room, to, told);
}

cl_int CL_API_CALL launch(cl_command_queue, cl_kernel kernel, cl_uint, const std::size_t*, const std::size_t*,
                          const std::size_t*, cl_uint, const cl_event*, cl_event*) {
  return exists(kernel) ? CL_SUCCESS : CL_INVALID_KERNEL;
}

cl_int CL_API_CALL finish(cl_command_queue) {
  return CL_SUCCESS;
}

cl_int CL_API_CALL read_buffer(cl_command_queue, cl_mem, cl_bool, std::size_t, std::size_t, void*, cl_uint,
                               const cl_event*, cl_event*) {
  return CL_SUCCESS;
}

// Every command is complete.
cl_int CL_API_CALL get_event_info(cl_event, cl_event_info info, std::size_t room, void* to, std::size_t* told) {
  return info == CL_EVENT_COMMAND_EXECUTION_STATUS ? answer_value(cl_int{CL_COMPLETE}, room, to, told)
                                                   : CL_INVALID_VALUE;
}

cl_int CL_API_CALL set_release_callback(cl_program program, void(CL_CALLBACK*)(cl_program, void*), void*) {
  return exists(program) ? CL_SUCCESS : CL_INVALID_PROGRAM;
}

cl_int CL_API_CALL get_context_info(cl_context, cl_context_info info, std::size_t room, void* to, std::size_t* told) {
  const cl_device_id devices[] = {clc::test::fake_device_at(0), clc::test::fake_device_at(1)};
  return info == CL_CONTEXT_DEVICES ? answer(devices, sizeof(devices), room, to, told) : CL_INVALID_VALUE;
}

cl_int CL_API_CALL get_platform_info(cl_platform_id, cl_platform_info info, std::size_t room, void* to,
                                     std::size_t* told) {
  return answer(info == CL_PLATFORM_VERSION ? "OpenCL 3.0 Fake" : fake().platform.c_str(), room, to, told);
}

cl_int CL_API_CALL get_device_info(cl_device_id device, cl_device_info info, std::size_t room, void* to,
                                   std::size_t* told) {
  const auto platform = reinterpret_cast<cl_platform_id>(&platform_object);
  switch (info) {
    case CL_DEVICE_PLATFORM:
      return answer_value(platform, room, to, told);
    case CL_DEVICE_PARENT_DEVICE:
      return answer_value(cl_device_id{nullptr}, room, to, told);
    case CL_DEVICE_NAME:
      return answer(device == clc::test::fake_device_at(0) ? "fake first" : "fake second", room, to, told);
    case CL_DEVICE_VERSION:
      return answer("OpenCL 3.0", room, to, told);
    case CL_DEVICE_IL_VERSION:
      return answer(fake().il.c_str(), room, to, told);
    case CL_DEVICE_EXTENSIONS:
      return answer(fake().extensions.c_str(), room, to, told);
    case k_spirv_extensions:
      return answer_list(fake().spirv_extensions, room, to, told);
    case k_spirv_capabilities:
      return answer_list(fake().spirv_capabilities, room, to, told);
    case CL_DRIVER_VERSION:
      return answer("1.0", room, to, told);
    case CL_DEVICE_VENDOR:
    case CL_DEVICE_OPENCL_C_VERSION:
      return answer("", room, to, told);
    case CL_DEVICE_TYPE:
      return answer_value(cl_device_type{CL_DEVICE_TYPE_GPU}, room, to, told);
    case CL_DEVICE_ADDRESS_BITS:
      return answer_value(cl_uint{64}, room, to, told);
    default:
      return CL_INVALID_VALUE;
  }
}

void* CL_API_CALL get_address(cl_platform_id, const char* name) {
  return std::strcmp(name, "clCreateProgramWithILKHR") == 0 ? reinterpret_cast<void*>(&create_with_il) : nullptr;
}

cl_int CL_API_CALL unexpected() {
  ++fake().misuses;
  return CL_INVALID_OPERATION;
}

clc::layer::Dispatch make_fake_table() {
  clc::layer::Dispatch table{};
  auto** entries = reinterpret_cast<void**>(&table);
  for (cl_uint i = 0; i < clc::layer::k_dispatch_entries; ++i) entries[i] = reinterpret_cast<void*>(&unexpected);
  table.clCreateProgramWithSource = create_with_source;
  table.clCreateProgramWithIL = create_with_il;
  table.clCreateProgramWithBinary = create_with_binary;
  table.clRetainProgram = retain_program;
  table.clReleaseProgram = release_program;
  table.clBuildProgram = build_program;
  table.clCompileProgram = compile_program;
  table.clLinkProgram = link_program;
  table.clGetProgramInfo = get_program_info;
  table.clGetProgramBuildInfo = get_build_info;
  table.clSetProgramSpecializationConstant = set_constant;
  table.clCreateKernel = create_kernel;
  table.clCreateKernelsInProgram = create_kernels;
  table.clCloneKernel = clone_kernel;
  table.clRetainKernel = retain_kernel;
  table.clReleaseKernel = release_kernel;
  table.clGetKernelInfo = get_kernel_info;
  table.clGetKernelArgInfo = get_argument_info;
  table.clEnqueueNDRangeKernel = launch;
  table.clFinish = finish;
  table.clEnqueueReadBuffer = read_buffer;
  table.clGetEventInfo = get_event_info;
  table.clSetProgramReleaseCallback = set_release_callback;
  table.clGetContextInfo = get_context_info;
  table.clGetPlatformInfo = get_platform_info;
  table.clGetDeviceInfo = get_device_info;
  table.clGetExtensionFunctionAddressForPlatform = get_address;
  return table;
}

}  // namespace

_cl_kernel::~_cl_kernel() {
  --program->kernels;
  release_program(program);
}

namespace clc::test {

FakeCompiler& fake() {
  static FakeCompiler compiler;
  return compiler;
}

void reset_fake() {
  fake().~FakeCompiler();
  new (&fake()) FakeCompiler;
  later.clear();
}

int fake_objects() {
  return static_cast<int>(living_objects().kinds().size());
}

void call_back() {
  std::vector<Later> now;
  now.swap(later);
  for (const Later& call : now) call.notify(call.program, call.data);
}

const layer::Dispatch& fake_table() {
  static const layer::Dispatch table = make_fake_table();
  return table;
}

cl_context fake_context() {
  return reinterpret_cast<cl_context>(&context_object);
}

cl_device_id fake_device_at(int index) {
  return reinterpret_cast<cl_device_id>(&device_objects[index]);
}

}  // namespace clc::test
