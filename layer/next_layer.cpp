#include "next_layer.h"

#include <algorithm>
#include <cstring>

#include "opencl_calls.h"

namespace clc {
namespace {

layer::Dispatch next_calls;
OpenClCalls runtime_calls;

}  // namespace

const OpenClCalls& opencl() {
  return runtime_calls;
}

namespace layer {

bool set_next(const Dispatch& table, cl_uint entries) {
  next_calls = {};
  std::memcpy(&next_calls, &table, std::min(entries, k_dispatch_entries) * sizeof(void*));
  bool is_complete = true;
#define CLC_TAKE(name)                  \
  runtime_calls.name = next_calls.name; \
  is_complete = is_complete && next_calls.name != nullptr;
  CLC_OPENCL_CALLS(CLC_TAKE)
#undef CLC_TAKE
  return is_complete && next_calls.clCompileProgram != nullptr && next_calls.clLinkProgram != nullptr &&
         next_calls.clGetKernelArgInfo != nullptr;
}

const Dispatch& next() {
  return next_calls;
}

}  // namespace layer
}  // namespace clc
