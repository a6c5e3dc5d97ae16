// The answers to queries about kernels of a program compiled from source. Binaries and IL may have lost them.
#pragma once

#include <string>
#include <vector>

#include "clc/base/bytes.h"
#include "clc/package/interface.h"
#include "next_layer.h"

namespace clc::layer {

// The answer to a query: the driver's error, or the bytes.
struct QueryResult {
  cl_int code = CL_SUCCESS;
  Bytes bytes;
};

struct KernelFacts {
  std::string name;
  QueryResult attributes;                           // CL_KERNEL_ATTRIBUTES
  std::vector<std::vector<QueryResult>> arguments;  // one list per argument, in the order of k_argument_infos
  std::vector<QueryResult> beyond;                  // the answers for an argument that does not exist
};

// The last value stands for all that are not in the specification: drivers differ in the error for them.
inline constexpr cl_kernel_arg_info k_no_argument_info = 0;
inline constexpr cl_kernel_arg_info k_argument_infos[] = {CL_KERNEL_ARG_ADDRESS_QUALIFIER,
                                                          CL_KERNEL_ARG_ACCESS_QUALIFIER,
                                                          CL_KERNEL_ARG_TYPE_NAME,
                                                          CL_KERNEL_ARG_TYPE_QUALIFIER,
                                                          CL_KERNEL_ARG_NAME,
                                                          k_no_argument_info};

// Asks the driver about a kernel.
KernelFacts read_kernel_facts(cl_kernel kernel, const std::string& name);
// The same from a manifest.
KernelFacts kernel_facts_of(const KernelInterface& interface);

// Answers as clGetKernelInfo and clGetKernelArgInfo do: with the size, and with the bytes if there is room for them.
cl_int return_result(const QueryResult& answer, std::size_t room, void* to, std::size_t* size);
// Null where the facts have no such answer.
const QueryResult* find_argument(const KernelFacts& facts, cl_uint argument, cl_kernel_arg_info info);

}  // namespace clc::layer
