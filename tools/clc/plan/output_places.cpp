#include "plan/output_places.h"

#include <string>
#include <vector>

#include "base/try.h"
#include "support/real_paths.h"

namespace clc {
namespace {

// The files and packages that the call reads by name.
std::vector<std::string> named_inputs(const Plan& plan) {
  std::vector<std::string> inputs{plan.outputs.add_on_of};
  for (const SourceFile& source : plan.sources) {
    for (const SourceFile* one : source.all()) inputs.push_back(one->spelled);
    inputs.push_back(source.tuning_file);
  }
  return inputs;
}

}  // namespace

Result<void> check_output_places(const Plan& plan) {
  const Outputs& outputs = plan.outputs;
  std::vector<std::string> taken = named_inputs(plan);
  CLC_TRY(refuse_overwriting("-o", outputs.package, taken));
  taken.push_back(outputs.package);
  CLC_TRY(refuse_overwriting("--compile-commands", outputs.commands, taken));
  taken.push_back(outputs.commands);
  CLC_TRY(refuse_overwriting("--time-trace", outputs.time_trace, taken));
  taken.push_back(outputs.time_trace);
  return outputs.depfile ? refuse_overwriting("-MF", outputs.depfile->path, taken) : Result<void>();
}

}  // namespace clc
