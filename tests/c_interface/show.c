/* Shows a package by the C interface, and runs vecadd_scalar of its module vecadd; show.cpp prints the same by C++.
 *
 * usage: show PACKAGE [times]
 *        with "times", prints how long opening and loading took, by the clock and of this thread's processor, and no
 * more
 */
#define _POSIX_C_SOURCE 199309L
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "clc_runtime.h"

enum { k_count = 1000 };

static void demand(clc_status status, const char* what) {
  if (status == CLC_SUCCESS) return;
  fprintf(stderr, "%s: %s: %s\n", what, clc_status_name(status), clc_error_message());
  exit((int)status);
}

static void demand_opencl(cl_int code, const char* what) {
  if (code == CL_SUCCESS) return;
  fprintf(stderr, "%s failed (%d)\n", what, (int)code);
  exit(50);
}

static double milliseconds(clockid_t clock) {
  struct timespec now;
  clock_gettime(clock, &now);
  return (double)now.tv_sec * 1e3 + (double)now.tv_nsec * 1e-6;
}

static void mark(double* times) {
  times[0] = milliseconds(CLOCK_MONOTONIC);
  times[1] = milliseconds(CLOCK_THREAD_CPUTIME_ID);
}

static void show_kernels(const clc_interface* interface) {
  size_t i, j;
  for (i = 0; i < interface->kernel_count; ++i) {
    const clc_kernel* kernel = interface->kernels[i];
    printf("    %s group %llu\n", kernel->name, (unsigned long long)kernel->required_work_group_size[0]);
    for (j = 0; j < kernel->argument_count; ++j) {
      const clc_argument* argument = kernel->arguments[j];
      printf("      %s: %s %s = %s '%s' kind %d const %d size %llu\n", argument->name, argument->address_space,
             argument->type, argument->plain_type, argument->access, (int)argument->kind, argument->is_const,
             (unsigned long long)argument->size);
    }
  }
}

static void show_contents(const clc_package* package) {
  const clc_contents* contents;
  size_t i, j;
  demand(clc_package_contents(package, &contents), "contents");
  printf("%s %s '%s'\n", contents->generator, contents->sha256, contents->signed_by);
  for (i = 0; i < contents->module_count; ++i) {
    const clc_module* module = contents->modules[i];
    printf("module %s '%s'\n", module->name, module->configuration_of);
    for (j = 0; j < module->variant_count; ++j) {
      const clc_variant* variant = module->variants[j];
      printf("  %s %s %llu %s\n", variant->target, variant->format, (unsigned long long)variant->size, variant->sha256);
      show_kernels(variant->interface);
    }
  }
}

static void show_choice(const clc_package* package, cl_device_id device) {
  const clc_choice* choice;
  size_t i;
  demand(clc_choose(package, "vecadd", device, &choice), "choose");
  printf("chosen of %s\n", choice->module);
  for (i = 0; i < choice->fitting_count; ++i) printf("  fits %s\n", choice->fitting[i]->target);
  for (i = 0; i < choice->refused_count; ++i)
    printf("  not %s: %s\n", choice->refused[i]->target, choice->refused[i]->reason);
  clc_choice_close(choice);
}

static void add(cl_context context, cl_device_id device, cl_program program) {
  static float a[k_count], b[k_count], c[k_count];
  cl_ulong end = k_count;
  size_t global = k_count;
  unsigned i;
  unsigned bits;
  unsigned long long hash = 14695981039346656037ULL;
  cl_int code;
  cl_command_queue queue = clCreateCommandQueue(context, device, 0, &code);
  cl_kernel kernel = clCreateKernel(program, "vecadd_scalar", &code);
  cl_mem in[2], out;
  demand_opencl(code, "clCreateKernel");
  for (i = 0; i < k_count; ++i) {
    a[i] = (float)i * 0.37F;
    b[i] = 1.0F / (float)(i + 1);
  }
  in[0] = clCreateBuffer(context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, sizeof a, a, NULL);
  in[1] = clCreateBuffer(context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, sizeof b, b, NULL);
  out = clCreateBuffer(context, CL_MEM_WRITE_ONLY, sizeof c, NULL, &code);
  demand_opencl(code, "clCreateBuffer");
  for (i = 0; i < 2; ++i) demand_opencl(clSetKernelArg(kernel, i, sizeof in[i], &in[i]), "clSetKernelArg");
  demand_opencl(clSetKernelArg(kernel, 2, sizeof out, &out), "clSetKernelArg");
  demand_opencl(clSetKernelArg(kernel, 3, sizeof end, &end), "clSetKernelArg");
  demand_opencl(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, NULL, 0, NULL, NULL), "launch");
  demand_opencl(clEnqueueReadBuffer(queue, out, CL_TRUE, 0, sizeof c, c, 0, NULL, NULL), "clEnqueueReadBuffer");
  for (i = 0; i < k_count; ++i) {
    memcpy(&bits, &c[i], sizeof bits);
    hash = (hash ^ bits) * 1099511628211ULL;
  }
  printf("results %016llx\n", hash);
  clReleaseMemObject(in[0]);
  clReleaseMemObject(in[1]);
  clReleaseMemObject(out);
  clReleaseKernel(kernel);
  clReleaseCommandQueue(queue);
}

int main(int argc, char** argv) {
  clc_package* package;
  clc_program* program;
  const clc_loaded* loaded;
  struct _cl_device_id* device;
  cl_context context;
  cl_int code;
  int i;
  double times[6];
  if (argc < 2) return 2;
  demand(clc_select_device("pocl", NULL, &device), "device");
  context = clCreateContext(NULL, 1, &device, NULL, NULL, &code);
  demand_opencl(code, "clCreateContext");
  mark(times);
  demand(clc_package_open(argv[1], &package), "open");
  mark(times + 2);
  demand(clc_program_load(package, "vecadd", context, device, NULL, NULL, &program), "load");
  if (argc > 2) {
    mark(times + 4);
    for (i = 0; i < 4; ++i) printf("%.3f ", times[i + 2] - times[i]);
    return 0;
  }
  demand(clc_package_verify(package), "verify");
  show_contents(package);
  show_choice(package, device);
  demand(clc_program_loaded(program, &loaded), "loaded");
  printf("loaded %s %s\n", loaded->module, loaded->variant->target);
  show_kernels(loaded->variant->interface);
  clc_package_close(package); /* the program stays */
  add(context, device, loaded->program);
  clc_program_close(program);
  clReleaseContext(context);
  return 0;
}
