// The answers to queries about kernels of a program that was compiled from source. A program from a binary or IL may
// not have them any more.
#pragma once

#include <string>
#include <vector>

#include "clc/base/bytes.h"
#include "clc/package/interface.h"
#include "next_layer.h"

namespace clc::layer {

// The answer to a query: an error of the driver, or bytes.
struct QueryResult {
  cl_int code = CL_SUCCESS;
  Bytes bytes;
};

struct KernelFacts {
  std::string name;
  QueryResult attributes;                           // CL_KERNEL_ATTRIBUTES
  std::vector<std::vector<QueryResult>> arguments;  // a list for each argument, in the order of k_argument_infos
  std::vector<QueryResult> beyond;                  // the answers for an argument that the kernel does not have
};

// The queries about an argument. The last one stands for every query that the specification does not have, because
// drivers differ in the error for it.
inline constexpr cl_kernel_arg_info k_no_argument_info = 0;
inline constexpr cl_kernel_arg_info k_argument_infos[] = {CL_KERNEL_ARG_ADDRESS_QUALIFIER,
                                                          CL_KERNEL_ARG_ACCESS_QUALIFIER,
                                                          CL_KERNEL_ARG_TYPE_NAME,
                                                          CL_KERNEL_ARG_TYPE_QUALIFIER,
                                                          CL_KERNEL_ARG_NAME,
                                                          k_no_argument_info};

// Returns the name of a kernel, empty when the driver does not tell it.
std::string kernel_name(cl_kernel kernel);
// Gets the facts about a kernel from the driver.
KernelFacts read_kernel_facts(cl_kernel kernel, const std::string& name);
// Makes the facts about a kernel from a manifest.
KernelFacts kernel_facts_of(const KernelInterface& interface);

// Returns an answer as clGetKernelInfo and clGetKernelArgInfo do: the size, and the bytes when there is room for them.
cl_int return_result(const QueryResult& answer, std::size_t room, void* to, std::size_t* size);
// Returns null when the facts have no such answer.
const QueryResult* find_argument(const KernelFacts& facts, cl_uint argument, cl_kernel_arg_info info);

}  // namespace clc::layer
