// clBuildProgram, clCompileProgram and clLinkProgram.
#include <algorithm>

#include "base/text.h"
#include "front/api.h"
#include "front/commands.h"
#include "front/program.h"

namespace clc::front {
namespace {

// The text, or none; its words can be split.
std::string checked_options(const char* options, cl_int invalid) {
  std::string text = options != nullptr ? options : "";
  require(split_words(text).has_value(), invalid);
  return text;
}

std::vector<std::string> option_words(const std::string& checked) {
  return split_words(checked).value();
}

bool has_word(const std::vector<std::string>& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

// The options of `clc` for a device: the device's, then the application's.
std::vector<std::string> words_for(cl_device_id device, const std::string& options) {
  auto words = option_words(device->facts.compile_options);
  const auto given = option_words(options);
  words.insert(words.end(), given.begin(), given.end());
  return words;
}

// Marks the program as being built, so that nobody else builds it meanwhile.
class BuildTurn {
 public:
  explicit BuildTurn(_cl_program& program) : program_(program) {
    const std::lock_guard guard(state_mutex());
    require(!program_.is_building && program_.kernel_count == 0, CL_INVALID_OPERATION);
    program_.is_building = true;
  }
  ~BuildTurn() {
    const std::lock_guard guard(state_mutex());
    program_.is_building = false;
  }
  BuildTurn(const BuildTurn&) = delete;
  BuildTurn& operator=(const BuildTurn&) = delete;

 private:
  _cl_program& program_;
};

// Replaces what there is for the device. What was there before goes away behind the lock.
void store(_cl_program& program, Built& built) {
  const std::lock_guard guard(state_mutex());
  std::swap(*program.built_for(built.device), built);
}

void load_executable(Built& built) {
  built.type = CL_PROGRAM_BINARY_TYPE_EXECUTABLE;
  built.status = CL_BUILD_SUCCESS;
  if (built.code == nullptr) built.code = built.device->device.load(built.binary.data(), built.binary.size());
}

// Runs `clc`; the code of OpenCL's error where there is no binary. `failure` is that of a program with errors.
cl_int run_job(const CompilerJob& job, Built& built, cl_int failure, cl_int usage) {
  built.status = CL_BUILD_ERROR;
  built.type = CL_PROGRAM_BINARY_TYPE_NONE;
  Compiled compiled = run_compiler(job);
  built.log = std::move(compiled.log);
  if (!compiled.binary) return compiled.is_usage_error ? usage : failure;
  built.binary = *std::move(compiled.binary);
  if (!job.makes_object) {
    load_executable(built);
    return CL_SUCCESS;
  }
  built.binary = pack_objects({built.binary}, CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT);
  built.type = CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT;
  built.status = CL_BUILD_SUCCESS;
  return CL_SUCCESS;
}

CompilerJob source_job(const _cl_program& program, cl_device_id device, const std::string& options) {
  CompilerJob job;
  job.target = device->facts.target;
  job.options = words_for(device, options);
  job.source = program.source;
  return job;
}

// Builds for a device what is source, and loads what is binary.
cl_int build_for(_cl_program& program, cl_device_id device, const std::string& options) {
  Built built;
  {
    const std::lock_guard guard(state_mutex());
    built = *program.built_for(device);
  }
  built.options = options;
  built.log.clear();
  cl_int code = CL_SUCCESS;
  if (program.is_from_source) {
    built.code = nullptr;
    built.binary.clear();
    code = run_job(source_job(program, device, options), built, CL_BUILD_PROGRAM_FAILURE, CL_INVALID_BUILD_OPTIONS);
  } else {
    require(built.code != nullptr, CL_INVALID_BINARY);  // an object or a library
    load_executable(built);
  }
  store(program, built);
  return code;
}

void check_compiler(const std::vector<cl_device_id>& devices, cl_int missing = CL_COMPILER_NOT_AVAILABLE) {
  for (const cl_device_id device : devices) {
    require(!device->facts.target.empty() && has_compiler(), missing);
  }
}

// Calls the function when the work ends, however it ends.
class Notice {
 public:
  Notice(Ref<_cl_program> program, api::BuildNotify call, void* data)
      : program_(std::move(program)), call_(call), data_(data) {}
  ~Notice() {
    if (call_ != nullptr) call_later([program = program_, call = call_, data = data_] { call(program.get(), data); });
  }
  Notice(const Notice&) = delete;
  Notice& operator=(const Notice&) = delete;

 private:
  Ref<_cl_program> program_;
  api::BuildNotify call_;
  void* data_;
};

std::vector<Bytes> objects_for(const std::vector<Ref<_cl_program>>& inputs, cl_device_id device) {
  std::vector<Bytes> all;
  const std::lock_guard guard(state_mutex());
  for (const auto& input : inputs) {
    const Built* built = input->built_for(device);
    if (built == nullptr) continue;
    cl_program_binary_type type = CL_PROGRAM_BINARY_TYPE_NONE;
    auto objects = unpack_objects(built->binary, type);
    if (objects) all.insert(all.end(), objects->begin(), objects->end());
  }
  return all;
}

// Every program has an object or library for the device, or none has; false: none has.
bool check_inputs(const std::vector<Ref<_cl_program>>& inputs, cl_device_id device) {
  const std::lock_guard guard(state_mutex());
  std::size_t count = 0;
  for (const auto& input : inputs) {
    const Built* built = input->built_for(device);
    count += built != nullptr &&
             (built->type == CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT || built->type == CL_PROGRAM_BINARY_TYPE_LIBRARY);
  }
  require(count == 0 || count == inputs.size(), CL_INVALID_OPERATION);
  return count != 0;
}

cl_int link_for(_cl_program& program, const std::vector<Ref<_cl_program>>& inputs, cl_device_id device,
                const std::string& options) {
  Built built;
  built.device = device;
  built.options = options;
  const auto words = option_words(options);
  const auto objects = objects_for(inputs, device);
  cl_int code = CL_SUCCESS;
  if (has_word(words, "-create-library")) {
    built.binary = pack_objects(objects, CL_PROGRAM_BINARY_TYPE_LIBRARY);
    built.type = CL_PROGRAM_BINARY_TYPE_LIBRARY;
    built.status = CL_BUILD_SUCCESS;
  } else {
    CompilerJob job;
    job.target = device->facts.target;
    job.objects = objects;
    job.options = words;
    code = run_job(job, built, CL_LINK_PROGRAM_FAILURE, CL_INVALID_LINKER_OPTIONS);
  }
  store(program, built);
  return code;
}

void check_link_options(const std::string& options) {
  const auto words = option_words(options);
  for (const std::string& word : words) {
    const bool is_known = word == "-create-library" || word == "-enable-link-options" ||
                          word == "-cl-denorms-are-zero" || word == "-cl-no-signed-zeros" ||
                          word == "-cl-unsafe-math-optimizations" || word == "-cl-finite-math-only" ||
                          word == "-cl-fast-relaxed-math" || word == "-cl-no-subgroup-ifp";
    require(is_known, CL_INVALID_LINKER_OPTIONS);
  }
  require(!has_word(words, "-enable-link-options") || has_word(words, "-create-library"), CL_INVALID_LINKER_OPTIONS);
}

}  // namespace

namespace api {

void build_program(cl_program program, cl_uint count, const cl_device_id* devices, const char* options,
                   BuildNotify notify, void* data) {
  const auto one = checked(program);
  require(notify != nullptr || data == nullptr, CL_INVALID_VALUE);
  const auto list = checked_devices(count, devices, one->devices());
  if (one->is_from_source) check_compiler(list);
  const std::string text = checked_options(options, CL_INVALID_BUILD_OPTIONS);
  cl_int result = CL_SUCCESS;
  {
    const BuildTurn turn(*one);
    for (const cl_device_id device : list) {
      const cl_int code = build_for(*one, device, text);
      if (result == CL_SUCCESS) result = code;
    }
  }
  const Notice notice(one, notify, data);
  require(result == CL_SUCCESS, result);
}

void compile_program(cl_program program, cl_uint count, const cl_device_id* devices, const char* options,
                     cl_uint header_count, const cl_program* headers, const char** names, BuildNotify notify,
                     void* data) {
  const auto one = checked(program);
  require(notify != nullptr || data == nullptr, CL_INVALID_VALUE);
  require((header_count == 0) == (headers == nullptr) && (header_count == 0) == (names == nullptr), CL_INVALID_VALUE);
  const auto list = checked_devices(count, devices, one->devices());
  require(one->is_from_source, CL_INVALID_OPERATION);
  check_compiler(list);
  const std::string text = checked_options(options, CL_INVALID_COMPILER_OPTIONS);
  std::vector<std::pair<std::string, std::string>> texts;
  for (cl_uint i = 0; i < header_count; ++i) {
    const auto header = checked(headers[i]);
    require(names[i] != nullptr, CL_INVALID_VALUE);
    require(header->is_from_source, CL_INVALID_OPERATION);
    texts.emplace_back(names[i], header->source);
  }
  cl_int result = CL_SUCCESS;
  {
    const BuildTurn turn(*one);
    for (const cl_device_id device : list) {
      Built built;
      built.device = device;
      built.options = text;
      CompilerJob job = source_job(*one, device, built.options);
      job.headers = texts;
      job.makes_object = true;
      const cl_int code = run_job(job, built, CL_COMPILE_PROGRAM_FAILURE, CL_INVALID_COMPILER_OPTIONS);
      store(*one, built);
      if (result == CL_SUCCESS) result = code;
    }
  }
  const Notice notice(one, notify, data);
  require(result == CL_SUCCESS, result);
}

std::pair<cl_program, cl_int> link_program(cl_context context, cl_uint count, const cl_device_id* devices,
                                           const char* options, cl_uint input_count, const cl_program* inputs,
                                           BuildNotify notify, void* data) {
  auto kept = checked(context);
  require(input_count != 0 && inputs != nullptr, CL_INVALID_VALUE);
  require(notify != nullptr || data == nullptr, CL_INVALID_VALUE);
  auto list = checked_devices(count, devices, kept->devices);
  std::vector<Ref<_cl_program>> all;
  for (cl_uint i = 0; i < input_count; ++i) all.push_back(checked(inputs[i]));
  const std::string text = checked_options(options, CL_INVALID_LINKER_OPTIONS);
  check_link_options(text);
  std::erase_if(list, [&](cl_device_id device) { return !check_inputs(all, device); });
  require(!list.empty(), CL_INVALID_OPERATION);
  check_compiler(list, CL_LINKER_NOT_AVAILABLE);
  auto program = make_program(std::move(kept), list);
  cl_int result = CL_SUCCESS;
  for (const cl_device_id device : list) {
    const cl_int code = link_for(*program, all, device, text);
    if (result == CL_SUCCESS) result = code;
  }
  const Notice notice(program, notify, data);
  return {program.give(), result};
}

}  // namespace api
}  // namespace clc::front
