// Queries of kernels.
#include <algorithm>

#include "front/answer.h"
#include "front/api.h"

namespace clc::front {
namespace {

// The kernel of a device; that of the only device may be asked for without.
const _cl_kernel::Variant& variant_of(const _cl_kernel& kernel, cl_device_id device) {
  if (device == nullptr) {
    require(kernel.variants.size() == 1, CL_INVALID_DEVICE);
    return kernel.variants.front();
  }
  const _cl_kernel::Variant* variant = kernel.variant_for(device);
  require(variant != nullptr, CL_INVALID_DEVICE);
  return *variant;
}

std::size_t items_of_group(const std::size_t* size, std::size_t dimensions) {
  std::size_t items = 1;
  for (std::size_t d = 0; d < dimensions; ++d) items *= size[d];
  return items;
}

// The dimensions of a list of sizes that a query gives or asks for.
std::size_t dimensions_of(std::size_t bytes) {
  const std::size_t dimensions = bytes / sizeof(std::size_t);
  require(bytes % sizeof(std::size_t) == 0 && dimensions >= 1 && dimensions <= 3, CL_INVALID_VALUE);
  return dimensions;
}

void answer_group_for(const KernelFacts& facts, std::size_t count, const Answer& answer) {
  const std::size_t dimensions = answer.to != nullptr ? std::min<std::size_t>(answer.room / sizeof(std::size_t), 3) : 3;
  std::vector<std::size_t> sizes(std::max<std::size_t>(dimensions, 1), 1);
  sizes[0] = count * facts.sub_group_size;
  if (count > facts.max_group_size / facts.sub_group_size) std::fill(sizes.begin(), sizes.end(), 0);
  answer.list(sizes);
}

}  // namespace

namespace api {

void get_kernel_info(cl_kernel kernel, cl_kernel_info info, size_t room, void* to, size_t* told) {
  const auto one = checked(kernel);
  const Answer answer{room, to, told};
  switch (info) {
    case CL_KERNEL_FUNCTION_NAME:
      return answer.text(one->facts().name);
    case CL_KERNEL_NUM_ARGS:
      return answer.value(static_cast<cl_uint>(one->arguments.size()));
    case CL_KERNEL_REFERENCE_COUNT:
      return answer.value(one->references.load());
    case CL_KERNEL_CONTEXT:
      return answer.value(one->program->context.get());
    case CL_KERNEL_PROGRAM:
      return answer.value(one->program.get());
    case CL_KERNEL_ATTRIBUTES:
      return answer.text(one->facts().attributes);
    default:
      throw Failure(CL_INVALID_VALUE);
  }
}

void get_argument_info(cl_kernel kernel, cl_uint index, cl_kernel_arg_info info, size_t room, void* to, size_t* told) {
  const auto one = checked(kernel);
  require(index < one->arguments.size(), CL_INVALID_ARG_INDEX);
  const ArgumentFacts& argument = one->facts().arguments[index];
  const Answer answer{room, to, told};
  switch (info) {
    case CL_KERNEL_ARG_ADDRESS_QUALIFIER:
      return answer.value(argument.address);
    case CL_KERNEL_ARG_ACCESS_QUALIFIER:
      return answer.value(argument.access);
    case CL_KERNEL_ARG_TYPE_QUALIFIER:
      return answer.value(argument.qualifiers);
    case CL_KERNEL_ARG_TYPE_NAME:
    case CL_KERNEL_ARG_NAME:
      require(!argument.name.empty(), CL_KERNEL_ARG_INFO_NOT_AVAILABLE);
      return answer.text(info == CL_KERNEL_ARG_NAME ? argument.name : argument.type_name);
    default:
      throw Failure(CL_INVALID_VALUE);
  }
}

void get_group_info(cl_kernel kernel, cl_device_id device, cl_kernel_work_group_info info, size_t room, void* to,
                    size_t* told) {
  const auto one = checked(kernel);
  const KernelFacts& facts = variant_of(*one, device).facts();
  const Answer answer{room, to, told};
  switch (info) {
    case CL_KERNEL_WORK_GROUP_SIZE:
      return answer.value(facts.max_group_size);
    case CL_KERNEL_COMPILE_WORK_GROUP_SIZE:
      return answer.value(facts.required_group_size);
    case CL_KERNEL_LOCAL_MEM_SIZE: {
      cl_ulong bytes = facts.local_bytes;
      const std::lock_guard guard(state_mutex());
      for (const auto& argument : one->arguments) bytes += argument.local_bytes;
      return answer.value(bytes);
    }
    case CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE:
      return answer.value(facts.preferred_multiple);
    case CL_KERNEL_PRIVATE_MEM_SIZE:
      return answer.value(cl_ulong{facts.private_bytes});
    case CL_KERNEL_GLOBAL_WORK_SIZE:  // of built-in kernels and custom devices alone
    default:
      throw Failure(CL_INVALID_VALUE);
  }
}

void get_sub_group_info(cl_kernel kernel, cl_device_id device, cl_kernel_sub_group_info info, size_t input_size,
                        const void* input, size_t room, void* to, size_t* told) {
  const auto one = checked(kernel);
  const auto& variant = variant_of(*one, device);
  const KernelFacts& facts = variant.facts();
  require(facts.sub_group_size != 0, CL_INVALID_OPERATION);
  const Answer answer{room, to, told};
  const auto* sizes = static_cast<const std::size_t*>(input);
  switch (info) {
    case CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE:
    case CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE: {
      require(input != nullptr, CL_INVALID_VALUE);
      const std::size_t items = items_of_group(sizes, dimensions_of(input_size));
      if (info == CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE) return answer.value(std::min(items, facts.sub_group_size));
      return answer.value((items + facts.sub_group_size - 1) / facts.sub_group_size);
    }
    case CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT:
      require(input != nullptr && input_size == sizeof(std::size_t), CL_INVALID_VALUE);
      return answer_group_for(facts, sizes[0], answer);
    case CL_KERNEL_MAX_NUM_SUB_GROUPS:
      return answer.value((facts.max_group_size + facts.sub_group_size - 1) / facts.sub_group_size);
    case CL_KERNEL_COMPILE_NUM_SUB_GROUPS:
      return answer.value(std::size_t{0});
    default:
      throw Failure(CL_INVALID_VALUE);
  }
}

}  // namespace api
}  // namespace clc::front
