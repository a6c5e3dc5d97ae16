// Multiplies two matrices with CLBlast and compares the product with one made here.
#include <cmath>
#include <cstdio>
#include <vector>

#include <clblast.h>

int main() {
  constexpr size_t n = 64;
  cl_platform_id platform = nullptr;
  cl_device_id device = nullptr;
  if (clGetPlatformIDs(1, &platform, nullptr) != CL_SUCCESS) return 1;
  if (clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr) != CL_SUCCESS) return 1;
  cl_context context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, nullptr);
  cl_command_queue queue = clCreateCommandQueue(context, device, 0, nullptr);
  std::vector<float> a(n * n), b(n * n), c(n * n, 0.0f);
  for (size_t i = 0; i < n * n; ++i) {
    a[i] = static_cast<float>(i % 7) - 3;
    b[i] = static_cast<float>(i % 5) - 2;
  }
  const auto buffer = [&](std::vector<float>& values) {
    return clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, values.size() * sizeof(float),
                          values.data(), nullptr);
  };
  cl_mem da = buffer(a), db = buffer(b), dc = buffer(c);
  cl_event event = nullptr;
  const auto status = clblast::Gemm(clblast::Layout::kRowMajor, clblast::Transpose::kNo, clblast::Transpose::kNo, n, n,
                                    n, 1.0f, da, 0, n, db, 0, n, 0.0f, dc, 0, n, &queue, &event);
  if (status != clblast::StatusCode::kSuccess) {
    std::printf("CLBlast's status is %d\n", static_cast<int>(status));
    return 1;
  }
  clWaitForEvents(1, &event);
  clEnqueueReadBuffer(queue, dc, CL_TRUE, 0, c.size() * sizeof(float), c.data(), 0, nullptr, nullptr);
  for (size_t i = 0; i < n; ++i) {
    for (size_t j = 0; j < n; ++j) {
      float sum = 0;
      for (size_t k = 0; k < n; ++k) sum += a[i * n + k] * b[k * n + j];
      if (std::fabs(sum - c[i * n + j]) > 1e-3f) return 1;
    }
  }
  std::puts("the product is right");
  return 0;
}
