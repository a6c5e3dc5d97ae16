// Adds and multiplies vectors with ViennaCL and compares with what is computed here.
#define VIENNACL_WITH_OPENCL
#include <cmath>
#include <cstdio>
#include <vector>

#include <viennacl/linalg/inner_prod.hpp>
#include <viennacl/vector.hpp>

int main() {
  constexpr std::size_t n = 1000;
  std::vector<float> a(n), b(n), c(n);
  for (std::size_t i = 0; i < n; ++i) {
    a[i] = static_cast<float>(i % 7) - 3;
    b[i] = static_cast<float>(i % 5) - 2;
  }
  viennacl::vector<float> da(n), db(n), dc(n);
  viennacl::copy(a, da);
  viennacl::copy(b, db);
  dc = 2.0f * da + 3.0f * db;
  const float product = viennacl::linalg::inner_prod(da, db);
  viennacl::copy(dc, c);
  float expected = 0;
  for (std::size_t i = 0; i < n; ++i) {
    if (std::fabs(c[i] - (2 * a[i] + 3 * b[i])) > 1e-4f) return 1;
    expected += a[i] * b[i];
  }
  if (std::fabs(product - expected) > 1e-2f) return 1;
  std::puts("sum and product are right");
  return 0;
}
