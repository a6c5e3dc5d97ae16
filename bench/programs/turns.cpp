#include "turns.h"

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <iterator>

#include "clc/runtime/build_log.h"

namespace clc::bench {

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values.empty() ? 0 : (values[(values.size() - 1) / 2] + values[values.size() / 2]) / 2;
}

Result<ProgramHandle> build_source(const Queue& queue, const std::string& path, const std::string& options) {
  std::ifstream file(path);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  if (text.empty()) return fail(ErrorKind::k_usage, "cannot read " + path);
  const char* source = text.c_str();
  const cl_device_id device = queue.device().id;
  cl_int code = CL_SUCCESS;
  ProgramHandle program(clCreateProgramWithSource(queue.context(), 1, &source, nullptr, &code));
  if (code == CL_SUCCESS) code = clBuildProgram(program.get(), 1, &device, options.c_str(), nullptr, nullptr);
  if (code != CL_SUCCESS) return fail_opencl(code, "from source: " + read_build_log(program.get(), device));
  return program;
}

namespace {

// Processor time of all threads of this process, in milliseconds.
double processor_ms() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) * 1e-6;
}

}  // namespace

Result<double> launch(const Queue& queue, cl_kernel kernel, const std::vector<std::size_t>& global,
                      const std::vector<std::size_t>& local) {
  cl_event raw = nullptr;
  const double before = processor_ms();
  cl_int code = clEnqueueNDRangeKernel(queue.handle(), kernel, static_cast<cl_uint>(global.size()), nullptr,
                                       global.data(), local.data(), 0, nullptr, &raw);
  if (code == CL_SUCCESS) code = clFinish(queue.handle());
  if (code != CL_SUCCESS) return fail_opencl(code, "clEnqueueNDRangeKernel");
  const EventHandle event(raw);
  if (queue.device().facts.kind == DeviceKind::k_cpu) return processor_ms() - before;
  cl_ulong begin = 0;
  cl_ulong end = 0;
  clGetEventProfilingInfo(raw, CL_PROFILING_COMMAND_START, sizeof begin, &begin, nullptr);
  clGetEventProfilingInfo(raw, CL_PROFILING_COMMAND_END, sizeof end, &end, nullptr);
  return static_cast<double>(end - begin) * 1e-6;
}

void print_row(const nlohmann::json& row) {
  std::printf("%s\n", row.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace).c_str());
  std::fflush(stdout);
}

}  // namespace clc::bench
