// Programs of OpenCL C 3.0 that ask for all that a driver announces: atomics through generic pointers, of float, and
// functions of sub-groups. Each says itself what is right.
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

#include <CL/cl.h>

namespace {

struct Case {
  const char* name;
  const char* source;
  cl_uint results[4];
};

// 128 items in groups of 32.
const Case k_cases[] = {
    {"generic pointers",
     R"(__attribute__((noinline)) uint bump(volatile atomic_uint* p, uint n) {
          return atomic_fetch_add_explicit(p, n, memory_order_acq_rel, memory_scope_device);
        }
        kernel void k(volatile global uint* r) {
          local atomic_uint mine; local atomic_flag flag;
          const uint i = get_global_id(0), l = get_local_id(0);
          if (l == 0) { atomic_init(&mine, 0); atomic_flag_clear(&flag); }
          barrier(CLK_LOCAL_MEM_FENCE);
          volatile atomic_uint* p = i & 1 ? (volatile atomic_uint*)&mine : (volatile atomic_uint*)r;
          bump(p, 3);
          if (!atomic_flag_test_and_set(&flag)) bump((volatile global atomic_uint*)(r + 1), 1);
          barrier(CLK_LOCAL_MEM_FENCE);
          uint seen = atomic_load(&mine);
          if (l == 0) bump((volatile global atomic_uint*)(r + 2), seen);
          if (l == 1) while (!atomic_compare_exchange_weak(p, &seen, seen + 1u));
          barrier(CLK_LOCAL_MEM_FENCE);
          if (l == 0) atomic_fetch_max((volatile global atomic_uint*)(r + 3), atomic_load(&mine));
        })",
     {192, 4, 192, 49}},
    {"float atomics",
     R"(#ifndef cl_ext_float_atomics
        #error no atomics of float
        #endif
        kernel void k(volatile global uint* r) {
          local atomic_float low;
          const uint i = get_global_id(0);
          if (get_local_id(0) == 0) atomic_init(&low, 1000.0f);
          barrier(CLK_LOCAL_MEM_FENCE);
          atomic_fetch_add_explicit((volatile global atomic_float*)r, 0.5f, memory_order_relaxed, memory_scope_device);
          atomic_fetch_min_explicit(&low, (float)i, memory_order_relaxed, memory_scope_work_group);
          atomic_fetch_max_explicit((volatile global atomic_float*)(r + 1), (float)i, memory_order_relaxed, memory_scope_device);
          barrier(CLK_LOCAL_MEM_FENCE);
          if (get_local_id(0) == 0) atomic_fetch_add((volatile global atomic_uint*)(r + 2), (uint)atomic_load(&low));
        })",
     {0x42800000, 0x42fe0000, 0 + 32 + 64 + 96, 0}},
    {"sub-groups",
     R"(#if !defined(cl_khr_subgroup_shuffle) || !defined(cl_khr_subgroup_rotate) || !defined(cl_khr_integer_dot_product)
        #error no shuffles, rotations or dot products
        #endif
        kernel void k(volatile global uint* r) {
          local uint c[32];
          const uint l = get_local_id(0), me = get_sub_group_local_id(), size = get_sub_group_size();
          uint wrong = 0;
          for (uint round = 0; round <= get_sub_group_id(); ++round) {
            c[l] = l * 7 + round;
            sub_group_barrier(CLK_LOCAL_MEM_FENCE);
            wrong += c[l - me + (me + 1) % size] != (l - me + (me + 1) % size) * 7 + round;
            sub_group_barrier(CLK_LOCAL_MEM_FENCE);
          }
          wrong += sub_group_shuffle(l, (me + 1) % size) != l - me + (me + 1) % size;
          wrong += sub_group_rotate(l, 1) != l - me + (me + 1) % size;
          atomic_add(r, wrong);
          if (l == 0) atomic_add(r + 1, (uint)dot_4x8packed_ss_int(0x01020304u, 0xff010203u));
        })",
     {0, 4 * (4 * 3 + 3 * 2 + 2 * 1 - 1), 0, 0}},
};

bool is_right(cl_context context, cl_device_id device, cl_command_queue queue, const Case& one) {
  cl_int code = CL_SUCCESS;
  cl_program program = clCreateProgramWithSource(context, 1, const_cast<const char**>(&one.source), nullptr, &code);
  code = clBuildProgram(program, 1, &device, "-cl-std=CL3.0", nullptr, nullptr);
  if (code != CL_SUCCESS) {
    std::vector<char> log(10000);
    clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, log.size(), log.data(), nullptr);
    std::printf("%s: not built (%d): %s\n", one.name, code, log.data());
    return false;
  }
  cl_kernel kernel = clCreateKernel(program, "k", &code);
  cl_uint results[4] = {};
  cl_mem memory = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof(results), results, &code);
  clSetKernelArg(kernel, 0, sizeof(memory), &memory);
  const std::size_t global = 128, local = 32;
  code = clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &global, &local, 0, nullptr, nullptr);
  clEnqueueReadBuffer(queue, memory, CL_TRUE, 0, sizeof(results), results, 0, nullptr, nullptr);
  for (int i = 0; i < 4; ++i) {
    if (results[i] != one.results[i])
      std::printf("%s: result %d is %#x, not %#x (%d)\n", one.name, i, results[i], one.results[i], code);
  }
  return std::memcmp(results, one.results, sizeof(results)) == 0;
}

}  // namespace

int main() {
  cl_platform_id platform = nullptr;
  cl_device_id device = nullptr;
  clGetPlatformIDs(1, &platform, nullptr);
  clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr);
  cl_context context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, nullptr);
  cl_command_queue queue = clCreateCommandQueue(context, device, 0, nullptr);
  int right = 0;
  for (const Case& one : k_cases) right += is_right(context, device, queue, one);
  if (right != sizeof(k_cases) / sizeof(k_cases[0])) return 1;
  std::puts("all are right");
  return 0;
}
