// Kernels and their arguments.
#include <algorithm>
#include <cstring>
#include <optional>
#include <string_view>

#include "front/api.h"

namespace clc::front {
namespace {

std::optional<std::size_t> index_of(const Code& code, std::string_view name) {
  const auto& all = code.kernels();
  const auto found = std::find_if(all.begin(), all.end(), [&](const KernelFacts& one) { return one.name == name; });
  if (found == all.end()) return std::nullopt;
  return static_cast<std::size_t>(found - all.begin());
}

bool is_alike(const KernelFacts& one, const KernelFacts& other) {
  return std::equal(one.arguments.begin(), one.arguments.end(), other.arguments.begin(), other.arguments.end(),
                    [](const auto& a, const auto& b) { return a.kind == b.kind && a.size == b.size; });
}

bool is_executable(const Built& built) {
  return built.status == CL_BUILD_SUCCESS && built.code != nullptr;
}

Ref<_cl_kernel> make_kernel(const Ref<_cl_program>& program, std::string_view name) {
  auto kernel = make_object<_cl_kernel>();
  const std::lock_guard guard(state_mutex());
  for (const Built& built : program->builts) {
    if (!is_executable(built)) continue;
    if (const auto index = index_of(*built.code, name)) kernel->variants.push_back({built.device, built.code, *index});
  }
  if (kernel->variants.empty()) return {};
  for (const auto& variant : kernel->variants) {
    require(is_alike(variant.facts(), kernel->facts()), CL_INVALID_KERNEL_DEFINITION);
  }
  kernel->arguments.resize(kernel->facts().arguments.size());
  kernel->program = program;
  ++program->kernel_count;
  return kernel;
}

std::vector<std::string> kernel_names(_cl_program& program) {
  const std::lock_guard guard(state_mutex());
  std::vector<std::string> names;
  bool is_built = false;
  for (const Built& built : program.builts) {
    if (!is_executable(built)) continue;
    is_built = true;
    for (const KernelFacts& kernel : built.code->kernels()) {
      if (std::find(names.begin(), names.end(), kernel.name) == names.end()) names.push_back(kernel.name);
    }
  }
  require(is_built, CL_INVALID_PROGRAM_EXECUTABLE);
  return names;
}

template <class T>
T handle_of(std::size_t size, const void* value) {
  require(value != nullptr, CL_INVALID_ARG_VALUE);
  require(size == sizeof(T), CL_INVALID_ARG_SIZE);
  T handle = nullptr;
  std::memcpy(&handle, value, sizeof handle);
  return handle;
}

// The kind of image that an argument takes; none: its type has a name of the program's.
std::optional<cl_mem_object_type> kind_of(const std::string& type_name) {
  static constexpr std::pair<std::string_view, cl_mem_object_type> k_kinds[] = {
      {"image1d_t", CL_MEM_OBJECT_IMAGE1D},       {"image1d_array_t", CL_MEM_OBJECT_IMAGE1D_ARRAY},
      {"image2d_t", CL_MEM_OBJECT_IMAGE2D},       {"image2d_array_t", CL_MEM_OBJECT_IMAGE2D_ARRAY},
      {"image2d_depth_t", CL_MEM_OBJECT_IMAGE2D}, {"image2d_array_depth_t", CL_MEM_OBJECT_IMAGE2D_ARRAY},
      {"image3d_t", CL_MEM_OBJECT_IMAGE3D},       {"image1d_buffer_t", CL_MEM_OBJECT_IMAGE1D_BUFFER}};
  for (const auto& [name, kind] : k_kinds) {
    if (name == type_name) return kind;
  }
  return std::nullopt;
}

void check_image(const _cl_mem& image, const ArgumentFacts& facts) {
  const auto kind = kind_of(facts.type_name);
  require(!kind || *kind == image.shape.type, CL_INVALID_ARG_VALUE);
  const bool is_read = facts.access != CL_KERNEL_ARG_ACCESS_WRITE_ONLY;
  const bool is_written = facts.access != CL_KERNEL_ARG_ACCESS_READ_ONLY;
  require(!is_read || (image.flags & CL_MEM_WRITE_ONLY) == 0, CL_INVALID_ARG_VALUE);
  require(!is_written || (image.flags & CL_MEM_READ_ONLY) == 0, CL_INVALID_ARG_VALUE);
}

_cl_kernel::Argument argument_of(const _cl_kernel& kernel, const ArgumentFacts& facts, std::size_t size,
                                 const void* value) {
  _cl_kernel::Argument argument;
  argument.is_set = true;
  switch (facts.kind) {
    case ArgumentFacts::Kind::k_local:
      require(value == nullptr, CL_INVALID_ARG_VALUE);
      require(size != 0, CL_INVALID_ARG_SIZE);
      argument.local_bytes = size;
      break;
    case ArgumentFacts::Kind::k_buffer: {
      require(size == sizeof(cl_mem), CL_INVALID_ARG_SIZE);
      cl_mem handle = nullptr;
      if (value != nullptr) std::memcpy(&handle, value, sizeof handle);
      if (handle == nullptr) break;
      const auto buffer = checked(handle);
      require(buffer->is_buffer() && buffer->context == kernel.program->context, CL_INVALID_MEM_OBJECT);
      argument.memory = handle;
      break;
    }
    case ArgumentFacts::Kind::k_value: {
      require(value != nullptr, CL_INVALID_ARG_VALUE);
      require(size == facts.size, CL_INVALID_ARG_SIZE);
      const auto* bytes = static_cast<const std::uint8_t*>(value);
      argument.value.assign(bytes, bytes + size);
      break;
    }
    case ArgumentFacts::Kind::k_image: {
      argument.memory = handle_of<cl_mem>(size, value);
      const auto image = checked(argument.memory);
      require(image->image != nullptr && image->context == kernel.program->context, CL_INVALID_MEM_OBJECT);
      check_image(*image, facts);
      break;
    }
    case ArgumentFacts::Kind::k_pipe: {
      argument.memory = handle_of<cl_mem>(size, value);
      const auto pipe = checked(argument.memory);
      require(pipe->type() == CL_MEM_OBJECT_PIPE && pipe->context == kernel.program->context, CL_INVALID_MEM_OBJECT);
      break;
    }
    case ArgumentFacts::Kind::k_sampler:
      require(value != nullptr, CL_INVALID_SAMPLER);
      argument.sampler = handle_of<cl_sampler>(size, value);
      require(checked(argument.sampler)->context == kernel.program->context, CL_INVALID_SAMPLER);
      break;
  }
  return argument;
}

}  // namespace

namespace api {

cl_kernel create_kernel(cl_program program, const char* name) {
  const auto one = checked(program);
  kernel_names(*one);
  require(name != nullptr, CL_INVALID_VALUE);
  auto kernel = make_kernel(one, name);
  require(static_cast<bool>(kernel), CL_INVALID_KERNEL_NAME);
  return kernel.give();
}

void create_kernels(cl_program program, cl_uint room, cl_kernel* kernels, cl_uint* count) {
  const auto one = checked(program);
  const auto names = kernel_names(*one);
  require(kernels == nullptr || room >= names.size(), CL_INVALID_VALUE);
  if (count != nullptr) *count = static_cast<cl_uint>(names.size());
  if (kernels == nullptr) return;
  std::vector<Ref<_cl_kernel>> all;
  for (const std::string& name : names) all.push_back(make_kernel(one, name));
  for (std::size_t i = 0; i < all.size(); ++i) kernels[i] = all[i].give();
}

cl_kernel clone_kernel(cl_kernel kernel) {
  const auto one = checked(kernel);
  auto copy = make_object<_cl_kernel>();
  const std::lock_guard guard(state_mutex());
  copy->program = one->program;
  copy->variants = one->variants;
  copy->arguments = one->arguments;
  ++one->program->kernel_count;
  return copy.give();
}

void set_argument(cl_kernel kernel, cl_uint index, size_t size, const void* value) {
  const auto one = checked(kernel);
  require(index < one->arguments.size(), CL_INVALID_ARG_INDEX);
  auto argument = argument_of(*one, one->facts().arguments[index], size, value);
  const std::lock_guard guard(state_mutex());
  one->arguments[index] = std::move(argument);
  one->arguments_set = unique_number();
}

}  // namespace api
}  // namespace clc::front

const _cl_kernel::Variant* _cl_kernel::variant_for(cl_device_id device) const {
  const auto found =
      std::find_if(variants.begin(), variants.end(), [&](const Variant& one) { return one.device == device; });
  return found == variants.end() ? nullptr : &*found;
}

_cl_kernel::~_cl_kernel() {
  if (!program) return;
  const std::lock_guard guard(clc::front::state_mutex());
  --program->kernel_count;
}
