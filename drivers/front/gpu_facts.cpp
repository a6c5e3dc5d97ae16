#include "front/gpu_facts.h"

namespace clc::front {
namespace {

void add_features(DeviceFacts& facts) {
  constexpr unsigned k_since = 3;
  for (const char* name :
       {"__opencl_c_atomic_order_acq_rel", "__opencl_c_atomic_order_seq_cst", "__opencl_c_atomic_scope_device",
        "__opencl_c_atomic_scope_all_devices", "__opencl_c_fp64", "__opencl_c_generic_address_space",
        "__opencl_c_int64", "__opencl_c_program_scope_global_variables", "__opencl_c_subgroups",
        "__opencl_c_work_group_collective_functions", "__opencl_c_kernel_clock_scope_device",
        "__opencl_c_kernel_clock_scope_work_group", "__opencl_c_kernel_clock_scope_sub_group"}) {
    facts.features.push_back({name, k_since});
  }
  for (const char* type : {"fp16", "fp32", "fp64"}) {
    for (const char* space : {"global", "local"}) {
      const std::string prefix = std::string("__opencl_c_ext_") + type + "_" + space + "_atomic_";
      facts.features.push_back({prefix + "add", k_since});
      facts.features.push_back({prefix + "min_max", k_since});
      if (std::strcmp(type, "fp16") == 0) facts.features.push_back({prefix + "load_store", k_since});
    }
  }
}

}  // namespace

void add_facts_of_gpus(DeviceFacts& facts) {
  constexpr cl_device_fp_config k_all =
      CL_FP_DENORM | CL_FP_INF_NAN | CL_FP_ROUND_TO_NEAREST | CL_FP_ROUND_TO_ZERO | CL_FP_ROUND_TO_INF | CL_FP_FMA;
  facts.half = facts.double_ = k_all;
  facts.single = k_all | CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT;
  facts.atomic_memory = CL_DEVICE_ATOMIC_ORDER_RELAXED | CL_DEVICE_ATOMIC_ORDER_ACQ_REL |
                        CL_DEVICE_ATOMIC_ORDER_SEQ_CST | CL_DEVICE_ATOMIC_SCOPE_WORK_GROUP |
                        CL_DEVICE_ATOMIC_SCOPE_DEVICE | CL_DEVICE_ATOMIC_SCOPE_ALL_DEVICES;
  facts.atomic_fence = facts.atomic_memory | CL_DEVICE_ATOMIC_SCOPE_WORK_ITEM;
  facts.has_generic_pointers = facts.has_group_functions = true;
  add_features(facts);
  // Headers of 2023 do not have these queries.
  constexpr cl_device_info k_single = 0x4231, k_double = 0x4232, k_half = 0x4233, k_clock = 0x1076;
  constexpr cl_ulong k_load_add_min = 7, k_local_shift = 16, k_all_scopes = 7;
  constexpr cl_ulong k_all_atomics = k_load_add_min | k_load_add_min << k_local_shift;
  for (const cl_device_info type : {k_single, k_double, k_half}) {
    facts.more.emplace_back(type, bytes_of(k_all_atomics));
  }
  facts.more.emplace_back(k_clock, bytes_of(k_all_scopes));
}

}  // namespace clc::front
