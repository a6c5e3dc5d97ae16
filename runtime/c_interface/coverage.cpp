// Functions of clc_runtime.h about programs that count (clc compile --coverage).
#include "coverage.h"

#include <algorithm>

#include "answer.h"
#include "objects.h"

namespace clc {
namespace {

Result<Coverage*> coverage_of(const clc_program& program) {
  if (program.coverage != nullptr) return program.coverage.get();
  return fail(ErrorKind::k_usage, "the program does not count: compile its package with clc compile --coverage");
}

Result<NDRange> range_of(unsigned dimensions, const size_t* global, const size_t* local) {
  if (dimensions < 1 || dimensions > 3)
    return fail(ErrorKind::k_usage, "clc_program_count_launch: 'dimensions' has to be 1, 2 or 3");
  NDRange range;
  range.dimensions = dimensions;
  std::copy_n(global, dimensions, range.global.begin());
  if (local != nullptr) std::copy_n(local, dimensions, range.local.begin());
  return range;
}

}  // namespace
}  // namespace clc

using clc::answer;
using clc::Result;

extern "C" clc_status clc_program_count_launch(clc_program* program, const char* name, cl_kernel kernel,
                                               cl_command_queue queue, unsigned dimensions, const size_t* global,
                                               const size_t* local) {
  return answer("clc_program_count_launch",
                {{"program", program}, {"name", name}, {"kernel", kernel}, {"queue", queue}, {"global", global}},
                [=]() -> Result<void> {
                  clc::Coverage* coverage = CLC_TRY(clc::coverage_of(*program));
                  const clc::NDRange range = CLC_TRY(clc::range_of(dimensions, global, local));
                  return coverage->begin(name, kernel, queue, clc::launch_sizes(range));
                });
}

extern "C" clc_status clc_program_coverage(clc_program* program, const char** counts) {
  return answer("clc_program_coverage", {{"program", program}, {"counts", counts}}, [=]() -> Result<void> {
    clc::Coverage* coverage = CLC_TRY(clc::coverage_of(*program));
    const clc::ProgramCounts all = CLC_TRY(coverage->counts());
    *counts = program->keep_counts(encode_counts(all));
    return {};
  });
}
