// Runs a maths builtin on a device, for the checks of results and of edges.
#pragma once

#include <string>
#include <vector>

#include "device/harness.h"

namespace clc::device_tests {

template <class T>
struct Inputs {
  std::vector<T> a, b, c;
  std::vector<int> k;
};

// Results of scalars first, then of vectors of four: twice as many as inputs, whose number is a multiple of four.
template <class T>
struct Outputs {
  std::vector<T> result, second;
  std::vector<int> whole;
};

// Runs `m_<function>` of kernels/maths.clh, as `module` includes it, on all inputs.
template <class T>
Outputs<T> run(Session& session, const std::string& function, const Inputs<T>& in,
               const char* module = sizeof(T) == 4 ? "maths_float" : "maths_double") {
  const std::size_t n = in.a.size();
  const Kernel kernel = session.kernel(module, "m_" + function);
  const Buffer a = session.upload(in.a), b = session.upload(in.b), c = session.upload(in.c), k = session.upload(in.k);
  const Buffer result = session.upload(std::vector<T>(2 * n)), second = session.upload(std::vector<T>(2 * n));
  const Buffer whole = session.upload(std::vector<int>(2 * n));
  session.launch(kernel, range_1d(n), a, b, c, k, result, second, whole, static_cast<cl_int>(n));
  return {session.download<T>(result), session.download<T>(second), session.download<int>(whole)};
}

}  // namespace clc::device_tests
