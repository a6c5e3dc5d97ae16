// Programs and their queries.
#include "front/program.h"

#include <algorithm>
#include <cstring>

#include "front/answer.h"
#include "front/api.h"

namespace clc::front {
namespace {

constexpr char k_mark[8] = {'c', 'l', 'c', 'o', 'b', 'j', '1', '\n'};

void put(Bytes& to, std::uint64_t number) {
  for (unsigned i = 0; i < sizeof number; ++i) to.push_back(static_cast<std::uint8_t>(number >> (8 * i)));
}

std::uint64_t get(const Bytes& from, std::size_t& at) {
  std::uint64_t number = 0;
  if (from.size() < sizeof number || at > from.size() - sizeof number) return at = from.size() + 1, 0;
  for (unsigned i = 0; i < sizeof number; ++i) number |= std::uint64_t{from[at + i]} << (8 * i);
  at += sizeof number;
  return number;
}

void load_binary(Built& built) {
  if (unpack_objects(built.binary, built.type)) return;
  built.code = built.device->device.load(built.binary.data(), built.binary.size());
  built.type = CL_PROGRAM_BINARY_TYPE_EXECUTABLE;
}

// The code whose kernels the program shows.
std::shared_ptr<Code> shown_code(_cl_program& program) {
  const std::lock_guard guard(state_mutex());
  for (const Built& built : program.builts) {
    if (built.code != nullptr && built.status == CL_BUILD_SUCCESS) return built.code;
  }
  throw Failure(CL_INVALID_PROGRAM_EXECUTABLE);
}

std::string names_of(const Code& code) {
  std::string text;
  for (const KernelFacts& kernel : code.kernels()) text += (text.empty() ? "" : ";") + kernel.name;
  return text;
}

void answer_binaries(const _cl_program& program, const Answer& answer) {
  std::vector<unsigned char*> places(program.builts.size());
  if (answer.to != nullptr && answer.room >= places.size() * sizeof(unsigned char*)) {
    std::memcpy(places.data(), answer.to, places.size() * sizeof(unsigned char*));
  }
  answer.list(places);
  for (std::size_t i = 0; i < places.size(); ++i) {
    const Bytes& binary = program.builts[i].binary;
    if (places[i] != nullptr && !binary.empty()) std::memcpy(places[i], binary.data(), binary.size());
  }
}

}  // namespace

Ref<_cl_program> make_program(Ref<_cl_context> context, const std::vector<cl_device_id>& devices) {
  auto program = make_object<_cl_program>();
  program->context = std::move(context);
  for (const cl_device_id device : devices) program->builts.emplace_back().device = device;
  return program;
}

Bytes pack_objects(const std::vector<Bytes>& objects, cl_program_binary_type type) {
  Bytes binary(std::begin(k_mark), std::end(k_mark));
  put(binary, type);
  put(binary, objects.size());
  for (const Bytes& object : objects) {
    put(binary, object.size());
    binary.insert(binary.end(), object.begin(), object.end());
  }
  return binary;
}

std::optional<std::vector<Bytes>> unpack_objects(const Bytes& binary, cl_program_binary_type& type) {
  if (binary.size() < sizeof k_mark || !std::equal(std::begin(k_mark), std::end(k_mark), binary.begin())) {
    return std::nullopt;
  }
  std::size_t at = sizeof k_mark;
  const auto told = static_cast<cl_program_binary_type>(get(binary, at));
  const std::uint64_t count = get(binary, at);
  std::vector<Bytes> objects;
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::uint64_t size = get(binary, at);
    if (at > binary.size() || size > binary.size() - at) return std::nullopt;
    const auto begin = binary.begin() + static_cast<std::ptrdiff_t>(at);
    objects.emplace_back(begin, begin + static_cast<std::ptrdiff_t>(size));
    at += size;
  }
  const bool is_known = told == CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT || told == CL_PROGRAM_BINARY_TYPE_LIBRARY;
  if (!is_known || at != binary.size()) return std::nullopt;
  type = told;
  return objects;
}

std::vector<cl_device_id> checked_devices(cl_uint count, const cl_device_id* devices,
                                          const std::vector<cl_device_id>& all) {
  require((count == 0) == (devices == nullptr), CL_INVALID_VALUE);
  if (count == 0) return all;
  for (cl_uint i = 0; i < count; ++i) {
    require(std::find(all.begin(), all.end(), devices[i]) != all.end(), CL_INVALID_DEVICE);
  }
  return {devices, devices + count};
}

namespace api {

cl_program create_from_source(cl_context context, cl_uint count, const char** strings, const size_t* lengths) {
  auto kept = checked(context);
  require(count != 0 && strings != nullptr, CL_INVALID_VALUE);
  std::string source;
  for (cl_uint i = 0; i < count; ++i) {
    require(strings[i] != nullptr, CL_INVALID_VALUE);
    if (lengths != nullptr && lengths[i] != 0) {
      source.append(strings[i], lengths[i]);
    } else {
      source += strings[i];
    }
  }
  const auto devices = kept->devices;
  auto program = make_program(std::move(kept), devices);
  program->is_from_source = true;
  program->source = std::move(source);
  return program.give();
}

cl_program create_from_binary(cl_context context, cl_uint count, const cl_device_id* devices, const size_t* sizes,
                              const unsigned char** binaries, cl_int* status) {
  auto kept = checked(context);
  require(count != 0 && devices != nullptr && sizes != nullptr && binaries != nullptr, CL_INVALID_VALUE);
  const auto list = checked_devices(count, devices, kept->devices);
  auto program = make_program(std::move(kept), list);
  cl_int result = CL_SUCCESS;
  for (cl_uint i = 0; i < count; ++i) {
    cl_int code = CL_SUCCESS;
    try {
      require(sizes[i] != 0 && binaries[i] != nullptr, CL_INVALID_VALUE);
      program->builts[i].binary.assign(binaries[i], binaries[i] + sizes[i]);
      load_binary(program->builts[i]);
    } catch (const Failure& failure) {
      code = failure.code;
    }
    if (status != nullptr) status[i] = code;
    if (result == CL_SUCCESS) result = code;
  }
  require(result == CL_SUCCESS, result);
  return program.give();
}

cl_program create_from_il(cl_context context, const void*, size_t) {
  const auto kept = checked(context);
  throw Failure(CL_INVALID_OPERATION);  // no device takes IL
}

cl_program create_from_builtin(cl_context context, cl_uint count, const cl_device_id* devices, const char* names) {
  const auto kept = checked(context);
  require(count != 0 && devices != nullptr && names != nullptr, CL_INVALID_VALUE);
  checked_devices(count, devices, kept->devices);
  throw Failure(CL_INVALID_VALUE);  // no device has such kernels
}

void get_program_info(cl_program program, cl_program_info info, size_t room, void* to, size_t* told) {
  const auto one = checked(program);
  const Answer answer{room, to, told};
  if (info == CL_PROGRAM_NUM_KERNELS) return answer.value(shown_code(*one)->kernels().size());
  if (info == CL_PROGRAM_KERNEL_NAMES) return answer.text(names_of(*shown_code(*one)));
  const std::lock_guard guard(state_mutex());
  switch (info) {
    case CL_PROGRAM_REFERENCE_COUNT:
      return answer.value(one->references.load());
    case CL_PROGRAM_CONTEXT:
      return answer.value(one->context.get());
    case CL_PROGRAM_NUM_DEVICES:
      return answer.value(static_cast<cl_uint>(one->builts.size()));
    case CL_PROGRAM_DEVICES:
      return answer.list(one->devices());
    case CL_PROGRAM_SOURCE:
      return answer.text(one->source);
    case CL_PROGRAM_IL:
      return answer.bytes(nullptr, 0);
    case CL_PROGRAM_BINARY_SIZES: {
      std::vector<std::size_t> sizes;
      for (const Built& built : one->builts) sizes.push_back(built.binary.size());
      return answer.list(sizes);
    }
    case CL_PROGRAM_BINARIES:
      return answer_binaries(*one, answer);
    case CL_PROGRAM_SCOPE_GLOBAL_CTORS_PRESENT:
    case CL_PROGRAM_SCOPE_GLOBAL_DTORS_PRESENT:
      return answer.value(cl_bool{CL_FALSE});
    default:
      throw Failure(CL_INVALID_VALUE);
  }
}

void get_build_info(cl_program program, cl_device_id device, cl_program_build_info info, size_t room, void* to,
                    size_t* told) {
  const auto one = checked(program);
  const Answer answer{room, to, told};
  const std::lock_guard guard(state_mutex());
  const Built* built = one->built_for(device);
  require(built != nullptr, CL_INVALID_DEVICE);
  switch (info) {
    case CL_PROGRAM_BUILD_STATUS:
      return answer.value(built->status);
    case CL_PROGRAM_BUILD_OPTIONS:
      return answer.text(built->options);
    case CL_PROGRAM_BUILD_LOG:
      return answer.text(built->log);
    case CL_PROGRAM_BINARY_TYPE:
      return answer.value(built->type);
    case CL_PROGRAM_BUILD_GLOBAL_VARIABLE_TOTAL_SIZE:
      return answer.value(static_cast<std::size_t>(built->code != nullptr ? built->code->global_variable_bytes() : 0));
    default:
      throw Failure(CL_INVALID_VALUE);
  }
}

void set_program_release(cl_program program, BuildNotify call, void*) {
  const auto one = checked(program);
  require(call != nullptr, CL_INVALID_VALUE);
  throw Failure(CL_INVALID_OPERATION);  // no program has destructors of global variables
}

void set_specialization(cl_program program, cl_uint, size_t, const void*) {
  const auto one = checked(program);
  throw Failure(CL_INVALID_OPERATION);  // no device takes IL
}

void unload_compiler() {}

void unload_platform_compiler(cl_platform_id platform) {
  require(platform == the_platform(), CL_INVALID_PLATFORM);
}

}  // namespace api
}  // namespace clc::front

std::vector<cl_device_id> _cl_program::devices() const {
  std::vector<cl_device_id> all;
  for (const clc::front::Built& built : builts) all.push_back(built.device);
  return all;
}

clc::front::Built* _cl_program::built_for(cl_device_id device) {
  const auto found = std::find_if(builts.begin(), builts.end(), [&](const auto& one) { return one.device == device; });
  return found == builts.end() ? nullptr : &*found;
}
