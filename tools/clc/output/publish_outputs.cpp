#include "output/publish_outputs.h"

#include "base/staged_file.h"
#include "base/try.h"
#include "clc/package/add_on.h"
#include "clc/package/compress.h"
#include "clc/package/publish.h"
#include "output/depfile.h"
#include "plan/bare_output.h"
#include "support/interrupts.h"
#include "support/output_reader.h"
#include "support/package_name.h"

namespace clc {
namespace {

Result<void> publish_package(const Outputs& outputs, const Manifest& base, PackageContents& contents,
                             const Publishing& how) {
  const std::string misfit = outputs.add_on_of.empty() ? "" : add_on_misfit(base, contents.manifest);
  if (!misfit.empty())
    return fail(ErrorKind::k_gate, "this cannot be an add-on of " + outputs.add_on_of + ": " + misfit);
  if (outputs.compression != 0) compress_blobs(contents, outputs.compression);
  const auto held = hold_for_output(outputs.package);
  return note_gone_reader(outputs.package, publish(outputs.package, contents, how));
}

}  // namespace

Result<void> publish_outputs(const Manifest& base, const Plan& plan, const JobResults& results,
                             PackageContents& contents, Sink& sink) {
  const Outputs& outputs = plan.outputs;
  Publishing how;
  how.unchanged = outputs.unchanged;
  how.flush = outputs.flush;
  if (exit_code_of(results) != 0) {
    how.time = FileTime::k_outdated;  // a build system makes it again
  } else if (outputs.depfile) {
    const auto write_rules = [&] { return write_depfile(*outputs.depfile, plan, results); };
    if (hold_for_output(outputs.depfile->path)) {
      how.before = write_rules;
    } else if (Result<void> written = write_rules(); !written) {  // to a pipe, whose reader may never come
      return written;
    }
  }
  if (!is_bare_output(outputs.package)) return publish_package(outputs, base, contents, how);
  warn_of_build_options(outputs.package, *results[JobIndex{0}].artifact, sink);
  const auto held = hold_for_output(outputs.package);
  StagedFile file =
      CLC_TRY(StagedFile::stage(outputs.package, contents.blobs.begin()->second, how.unchanged, how.flush));
  CLC_TRY(how.before());
  return file.publish();
}

}  // namespace clc
