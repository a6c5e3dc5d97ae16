// The road of `clc compile`, every stage in order.
#include <algorithm>

#include "clc/package/compress.h"
#include "clc/package/publish.h"
#include "output/assemble.h"
#include "compile/check.h"
#include "clc/package/add_on.h"
#include "commands/command.h"
#include "compile/compile.h"
#include "plan/compile_arguments.h"
#include "output/dump.h"
#include "compile/job_messages.h"
#include "lookup/look_up.h"
#include "plan/plan.h"

namespace clc {

namespace {

// The package that this is to be an add-on of; empty when none was named.
Result<Manifest> read_base(const CompileArguments& arguments) {
  if (arguments.add_on_of.empty()) return Manifest();
  const Result<Package> base = Package::open(arguments.add_on_of);
  if (!base) return fail(base, "--add-on-of");
  return base->manifest();
}

Result<void> check_add_on(const CompileArguments& arguments, const Manifest& base, const Manifest& made) {
  const std::string problem = arguments.add_on_of.empty() ? "" : add_on_misfit(base, made);
  if (problem.empty()) return {};
  return fail(ErrorKind::k_gate, "this cannot be an add-on of " + arguments.add_on_of + ": " + problem);
}

}  // namespace

Result<int> compile_command(const std::vector<std::string>& words, Sink& sink) {
  // Command line and environment become one value; all that is wrong with them is found here.
  const Result<CompileArguments> arguments = parse_compile_arguments(words);
  if (!arguments) return fail(arguments);
  if (arguments->help_shown) return 0;
  const Result<Manifest> base = read_base(*arguments);
  if (!base) return fail(base);

  // What earlier calls left on this machine, and what others left on servers.
  Result<cache::Settings> settings = cache::settings_from_environment();
  if (!settings) return fail(settings);
  cache::Store store(*std::move(settings));
  Result<cache::Remote> remote = open_remote(store);
  if (!remote) return fail(remote);
  Identities identities(store);

  // Which files, which targets, which jobs. Missing files, unknown targets and absent drivers end it here.
  const Result<Plan> planned = plan(*arguments, identities, sink);
  if (!planned) return fail(planned);

  // What was compiled before of the same, by the same. If that is all, no process is started.
  ArtifactCache cache(*planned, *arguments, store, *remote, identities);
  LookedUp found = look_up(*planned, cache);

  // The others, each in a process of its own. Diagnostics are shown as jobs end, and what came out is kept for the
  // next call at once: one that is interrupted has not worked in vain.
  Result<std::vector<JobResult>> results = compile(*planned, *arguments, std::move(found), cache, sink);
  if (!results) return fail(results);

  // What came back is held against what was asked for.
  check(*planned, *results, sink);
  const int code = exit_code_of(*results);

  // Logs are most wanted where something went wrong.
  if (Result<void> dumped = dump(*arguments, *planned, *results, sink); !dumped) {
    return fail(dumped);
  }

  // The package appears whole or not at all.
  const auto done = std::count_if(results->begin(), results->end(), [](const JobResult& r) { return r.done(); });
  const bool is_wanted = done != 0 && (code == 0 || arguments->keep_going);
  if (is_wanted) {
    PackageContents contents = assemble(*planned, *results);
    if (Result<void> fits = check_add_on(*arguments, *base, contents.manifest); !fits) {
      return fail(fits);
    }
    if (arguments->compression != 0) compress_blobs(contents, arguments->compression);
    if (Result<void> published = publish(arguments->output, contents, arguments->unchanged); !published) {
      return fail(published);
    }
  }
  summarize(*results, is_wanted, sink);

  // What a build system has to watch from now on.
  if (code == 0 && arguments->write_depfile) {
    if (Result<void> written = write_depfile(*arguments, *planned, *results); !written) {
      return fail(written);
    }
  }

  // Nobody here waits for servers but at the end, and not for long.
  remote->flush();
  if (arguments->verbose) tell_trouble(store, *remote, sink);
  return code;
}

}  // namespace clc
