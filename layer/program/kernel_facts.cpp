#include "program/kernel_facts.h"

#include <algorithm>
#include <cstring>
#include <iterator>

#include "driver_claims.h"

namespace clc::layer {
namespace {

constexpr cl_uint k_most_arguments = 4096;

template <class Query>
QueryResult ask(const Query& query) {
  std::size_t size = 0;
  QueryResult answer;
  answer.code = query(0, nullptr, &size);
  if (answer.code == CL_SUCCESS && size > k_longest_driver_text) answer.code = CL_OUT_OF_HOST_MEMORY;
  if (answer.code != CL_SUCCESS) return answer;
  answer.bytes.resize(size);
  answer.code = query(size, answer.bytes.data(), nullptr);
  return answer;
}

template <class T>
QueryResult number(T value) {
  return {CL_SUCCESS, Bytes(reinterpret_cast<const char*>(&value), sizeof(value))};
}

QueryResult text(const std::string& value) {
  return {CL_SUCCESS, Bytes(value.c_str(), value.size() + 1)};
}

cl_kernel_arg_address_qualifier address_of(AddressSpace space) {
  switch (space) {
    case AddressSpace::k_global:
      return CL_KERNEL_ARG_ADDRESS_GLOBAL;
    case AddressSpace::k_constant:
      return CL_KERNEL_ARG_ADDRESS_CONSTANT;
    case AddressSpace::k_local:
      return CL_KERNEL_ARG_ADDRESS_LOCAL;
    case AddressSpace::k_private:
      break;
  }
  return CL_KERNEL_ARG_ADDRESS_PRIVATE;
}

cl_kernel_arg_access_qualifier access_of(const Argument& argument) {
  if (argument.kind != ArgumentKind::k_image) return CL_KERNEL_ARG_ACCESS_NONE;
  switch (argument.access) {
    case Access::k_write_only:
      return CL_KERNEL_ARG_ACCESS_WRITE_ONLY;
    case Access::k_read_write:
      return CL_KERNEL_ARG_ACCESS_READ_WRITE;
    case Access::k_read_only:
    case Access::k_none:
      break;
  }
  return CL_KERNEL_ARG_ACCESS_READ_ONLY;
}

cl_kernel_arg_type_qualifier qualifiers_of(const Argument& argument) {
  cl_kernel_arg_type_qualifier qualifiers = CL_KERNEL_ARG_TYPE_NONE;
  // A pointer to constant memory is reported as a pointer to const.
  if (argument.is_const || (is_pointer(argument) && argument.address_space == AddressSpace::k_constant))
    qualifiers |= CL_KERNEL_ARG_TYPE_CONST;
  if (argument.is_volatile) qualifiers |= CL_KERNEL_ARG_TYPE_VOLATILE;
  if (argument.is_restrict) qualifiers |= CL_KERNEL_ARG_TYPE_RESTRICT;
  if (argument.kind == ArgumentKind::k_pipe) qualifiers |= CL_KERNEL_ARG_TYPE_PIPE;
  return qualifiers;
}

std::string sizes_attribute(const char* name, const std::array<std::uint64_t, 3>& sizes) {
  if (sizes[0] == 0) return {};
  return std::string(name) + "(" + std::to_string(sizes[0]) + "," + std::to_string(sizes[1]) + "," +
         std::to_string(sizes[2]) + ")";
}

// Returns the attributes as the source writes them, with blanks between them.
std::string attributes_of(const KernelInterface& kernel) {
  std::string all;
  const auto add = [&all](const std::string& attribute) {
    if (!attribute.empty()) all += (all.empty() ? "" : " ") + attribute;
  };
  add(sizes_attribute("reqd_work_group_size", kernel.required_work_group_size));
  add(sizes_attribute("work_group_size_hint", kernel.work_group_size_hint));
  if (!kernel.vec_type_hint.empty()) add("vec_type_hint(" + kernel.vec_type_hint + ")");
  if (kernel.required_sub_group_size != 0)
    add("intel_reqd_sub_group_size(" + std::to_string(kernel.required_sub_group_size) + ")");
  return all;
}

}  // namespace

std::string kernel_name(cl_kernel kernel) {
  const QueryResult answer = ask([&](std::size_t room, void* to, std::size_t* size) {
    return next().clGetKernelInfo(kernel, CL_KERNEL_FUNCTION_NAME, room, to, size);
  });
  return answer.code == CL_SUCCESS ? answer.bytes.substr(0, answer.bytes.find('\0')) : "";
}

KernelFacts read_kernel_facts(cl_kernel kernel, const std::string& name) {
  KernelFacts facts;
  facts.name = name;
  facts.attributes = ask([&](std::size_t room, void* to, std::size_t* size) {
    return next().clGetKernelInfo(kernel, CL_KERNEL_ATTRIBUTES, room, to, size);
  });
  cl_uint count = 0;
  if (next().clGetKernelInfo(kernel, CL_KERNEL_NUM_ARGS, sizeof(count), &count, nullptr) != CL_SUCCESS) return facts;
  const auto answers_of = [&](cl_uint argument) {
    std::vector<QueryResult> answers;
    for (const cl_kernel_arg_info info : k_argument_infos) {
      answers.push_back(ask([&](std::size_t room, void* to, std::size_t* size) {
        return next().clGetKernelArgInfo(kernel, argument, info, room, to, size);
      }));
    }
    return answers;
  };
  if (count > k_most_arguments) return facts;
  for (cl_uint argument = 0; argument < count; ++argument) facts.arguments.push_back(answers_of(argument));
  facts.beyond = answers_of(count);
  return facts;
}

KernelFacts kernel_facts_of(const KernelInterface& interface) {
  KernelFacts facts;
  facts.name = interface.name;
  facts.attributes = text(attributes_of(interface));
  for (const Argument& argument : interface.arguments) {
    facts.arguments.push_back({number(address_of(argument.address_space)), number(access_of(argument)),
                               text(argument.type), number(qualifiers_of(argument)), text(argument.name),
                               QueryResult{CL_INVALID_VALUE, {}}});
  }
  facts.beyond.assign(std::size(k_argument_infos), QueryResult{CL_INVALID_ARG_INDEX, {}});
  return facts;
}

cl_int return_result(const QueryResult& answer, std::size_t room, void* to, std::size_t* size) {
  if (answer.code != CL_SUCCESS) return answer.code;
  if (to != nullptr && room < answer.bytes.size()) return CL_INVALID_VALUE;
  if (to != nullptr) std::memcpy(to, answer.bytes.data(), answer.bytes.size());
  if (size != nullptr) *size = answer.bytes.size();
  return CL_SUCCESS;
}

const QueryResult* find_argument(const KernelFacts& facts, cl_uint argument, cl_kernel_arg_info info) {
  const auto* at = std::find(std::begin(k_argument_infos), std::end(k_argument_infos), info);
  if (at == std::end(k_argument_infos)) at = std::prev(at);
  const auto index = static_cast<std::size_t>(at - std::begin(k_argument_infos));
  const std::vector<QueryResult>& answers =
      argument < facts.arguments.size() ? facts.arguments[argument] : facts.beyond;
  return index < answers.size() ? &answers[index] : nullptr;
}

}  // namespace clc::layer
