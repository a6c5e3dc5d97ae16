// The road of `clc compile`, every stage in order.
#include <algorithm>
#include <chrono>

#include "clc/package/add_on.h"
#include "clc/package/compress.h"
#include "clc/package/publish.h"
#include "commands/command.h"
#include "compile/compile.h"
#include "compile/job_messages.h"
#include "lookup/artifact_cache.h"
#include "lookup/cache_access.h"
#include "lookup/look_up.h"
#include "lookup/source_folders.h"
#include "output/assemble.h"
#include "output/depfile.h"
#include "output/dump.h"
#include "plan/bare_output.h"
#include "plan/compile_arguments.h"
#include "plan/plan.h"
#include "support/interrupts.h"

namespace clc {

namespace {

// The package that the one that is made is to be an add-on of; empty when none was named.
Result<Manifest> read_base(const std::string& path) {
  if (path.empty()) return Manifest();
  const Result<Package> base = Package::open(path);
  if (!base) return fail(base, "--add-on-of");
  return base->manifest();
}

// The package, or the one binary, appears whole or not at all.
Result<void> publish_package(const Plan& plan, const Manifest& base, JobResults& results) {
  const Outputs& outputs = plan.outputs;
  if (is_bare_output(outputs.package)) {
    return write_file_atomically(outputs.package, results[JobIndex{0}].artifact->binary, outputs.unchanged,
                                 outputs.flush);
  }
  PackageContents contents = assemble(plan, results);
  const std::string misfit = outputs.add_on_of.empty() ? "" : add_on_misfit(base, contents.manifest);
  if (!misfit.empty()) {
    return fail(ErrorKind::k_gate, "this cannot be an add-on of " + outputs.add_on_of + ": " + misfit);
  }
  if (outputs.compression != 0) compress_blobs(contents, outputs.compression);
  const auto held = hold_for_output(outputs.package);
  return publish(outputs.package, contents, outputs.unchanged, outputs.flush);
}

bool is_package_wanted(const Plan& plan, const JobResults& results, int code) {
  const bool has_any = std::any_of(results.begin(), results.end(), [](const JobResult& r) { return r.done(); });
  return has_any && (code == 0 || plan.keep_going);
}

}  // namespace

Result<int> compile_command(const std::vector<std::string>& words, Sink& sink) {
  // Command line and environment become one value; all that is wrong with them is found here.
  const Result<CompileArguments> arguments = parse_compile_arguments(words);
  if (!arguments) return fail(arguments);
  if (arguments->help_shown) return 0;
  if (arguments->quiet) sink.be_quiet();
  const auto begin = std::chrono::steady_clock::now();
  const Result<Manifest> base = read_base(arguments->outputs.add_on_of);
  if (!base) return fail(base);

  // What earlier calls left on this machine, and what others left on servers.
  const Result<std::unique_ptr<CacheAccess>> opened = CacheAccess::open();
  if (!opened) return fail(opened);
  CacheAccess& access = **opened;

  // Which files, which targets, which jobs. Missing files, unknown targets and absent drivers end the call here.
  const Result<Plan> planned = plan(*arguments, access.memos, sink);
  if (!planned) return fail(planned);
  if (Result<void> checked = check_output_name(*planned); !checked) return fail(checked);

  // What was compiled before from the same, by the same compilers. If that is all, no process is started.
  ArtifactCache cache(*planned, access.store, access.remote, access.memos);
  LookedUp found = look_up(*planned, cache);

  // The other jobs, each in a process of its own. What comes back is held against what was asked for, and kept at
  // once for the next call: a call that is interrupted has not worked in vain.
  Result<JobResults> results = compile(*planned, std::move(found), cache, sink);
  if (!results) return fail(results);
  const int code = exit_code_of(*results);

  // Logs are most wanted where something went wrong.
  if (Result<void> dumped = dump(*planned, *results, sink); !dumped) return fail(dumped);

  const bool is_wanted = is_package_wanted(*planned, *results, code);
  if (is_wanted) {
    if (Result<void> published = publish_package(*planned, *base, *results); !published) return fail(published);
    remember_source_folders(access.store, *planned);
    if (code == 0) sink.success(success_text(*planned, *results, std::chrono::steady_clock::now() - begin));
  }
  summarize(*results, is_wanted, sink);

  // What a build system has to watch from now on.
  if (const std::optional<Depfile>& depfile = planned->outputs.depfile; code == 0 && depfile) {
    if (Result<void> written = write_depfile(*depfile, *planned, *results); !written) return fail(written);
  }

  // Servers are waited for only here, at the end, and not for long.
  access.finish(*planned, sink);
  return code;
}

}  // namespace clc
