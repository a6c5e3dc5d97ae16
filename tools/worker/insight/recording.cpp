#include "worker/insight/recording.h"

#include <llvm/IR/DebugInfo.h>

#include "base/try.h"
#include "protocol/profile_section.h"
#include "worker/insight/profile/instrument.h"

namespace clc::worker {

Result<void> add_recording(const BackEndJob& job, std::map<std::string, Bytes>& sections) {
  if (job.target.family != Family::k_spirv64) {
    return fail(ErrorKind::k_unavailable, "kernels that record what they do are made for spirv64 only");
  }
  const AccessTable table = CLC_TRY(instrument(job.module, job.machine));
  sections[std::string(k_profile_section)] = encode_access_table(table);
  if (!job.language.has_debug_info) llvm::StripDebugInfo(job.module);
  return {};
}

}  // namespace clc::worker
