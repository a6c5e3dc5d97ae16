// clc verify: checks that every byte of a package is as it was made, and who signed it.
#include <algorithm>
#include <chrono>
#include <optional>

#include "base/environment_help.h"
#include "base/json_writer.h"
#include "base/printable.h"
#include "base/try.h"
#include "clc/package/add_on.h"
#include "clc/package/package.h"
#include "clc/package/signature.h"
#include "commands/commands.h"
#include "commands/each_package.h"
#include "commands/load_variants.h"
#include "package/code_object.h"
#include "package/ed25519.h"
#include "package/integrity.h"
#include "support/command_line.h"
#include "support/standard_streams.h"

namespace clc {
namespace {

Result<std::vector<PublicKey>> read_keys(const std::vector<std::string>& paths) {
  std::vector<PublicKey> keys;
  for (const std::string& path : paths) keys.push_back(CLC_TRY(in_context("--key", read_public_key(path))));
  return keys;
}

struct VerifyOptions {
  std::string path;
  std::vector<std::string> key_paths;
  bool json = false, quiet = false, loads = false;
  unsigned time_s = 300;
};

Result<bool> parse(const std::vector<std::string>& arguments, VerifyOptions& options) {
  const CommandLine line(
      "Checks the manifest's digest, every blob's size and digest, and the signature where there is one, of "
      "the\n"
      "package and of its add-ons. With --key all must be signed with that key. With --load the drivers of this "
      "machine must take what the package and its add-ons have\n"
      "for them. Anything wrong gives exit code 6.",
      "clc verify");
  line.add("PACKAGE", options.path,
           "a folder, a .clcpack file, or a program or library that holds packages; - is standard input")
      .required();
  line.add("--key FILE", options.key_paths,
           "a public key (PEM), - is standard input; one of the keys given must have signed the package")
      .one_value_each();
  const CommandOption load =
      line.flag("--load", options.loads,
                "load each variant on each device here that takes it, and create its kernels, in processes that can\n"
                "write nothing of yours; this runs native code of the package, but no kernel");
  line.add("--timeout SECONDS", options.time_s, "limit for each load in seconds (default: 300)")
      .range(1U, 86400U)
      .needs(load);
  add_format_option(line, options.json);
  add_quiet_option(line, options.quiet);
  line.footer(
      "Examples:\n  clc verify kernels.clcpack\n  clc verify kernels.clcpack --key vendor.pub\n"
      "  clc verify kernels.clcpack --load\n" +
      environment_help({Reads::k_helpers}));
  return line.parse(arguments);
}

// An AMD code object, and the variant that it is.
struct Need {
  std::string module, target;
  CodeObject object;
};

// Everything that was found out. Problems are said at once, and kept for JSON.
struct Findings {
  Sink& sink;
  std::vector<std::string> problems = {};
  std::vector<Need> needs = {};
  std::vector<TriedVariant> tried = {};

  void add(const std::string& problem) {
    sink.message(Severity::k_error, problem);
    problems.push_back(problem);
  }
};

std::string as_text(const Findings& findings) {
  std::string text;
  for (const Need& need : findings.needs) {
    const std::string rocm = first_rocm_of(need.object);
    text += printable("needs      " + need.module + " for " + need.target + ": AMD's driver" +
                      (rocm.empty() ? "" : " of " + rocm + " or later") + " (code object " +
                      std::to_string(need.object.version) + ")") +
            "\n";
  }
  for (const TriedVariant& variant : findings.tried) {
    const std::string add_on = variant.add_on.empty() ? "" : " of add-on " + variant.add_on;
    const std::string what = variant.module + " for " + variant.target + add_on;
    if (variant.is_loaded()) text += printable("loaded     " + what + " on " + variant.device) + "\n";
    if (variant.device.empty()) text += printable("no device  " + what) + "\n";
  }
  return text;
}

void write_variants(const std::vector<TriedVariant>& tried, JsonWriter& json) {
  json.key("variants").objects(tried, [&](const TriedVariant& variant) {
    json.put("module", variant.module, "target", variant.target, "device", variant.device);
    json.put("outcome", variant.device.empty() ? "no device" : variant.is_loaded() ? "loaded" : "failed");
    json.put("problem", variant.problem);
    if (!variant.add_on.empty()) json.put("add_on", variant.add_on);
  });
}

// `package` is null where it cannot be opened.
std::string as_json(const Findings& findings, const Package* package, bool loads) {
  JsonWriter json(2);
  json.begin_object().put("passed", findings.problems.empty());
  if (package != nullptr && !package->manifest().signature.public_key.empty())
    json.put("signed_with", package->manifest().signature.public_key);
  json.key("problems").values(findings.problems).key("needs").objects(findings.needs, [&](const Need& need) {
    json.put("module", need.module, "target", need.target, "code_object", need.object.version);
    json.put("driver", first_rocm_of(need.object));
  });
  if (loads) write_variants(findings.tried, json);
  return json.end_object().text() + "\n";
}

// Loads the variants. It is an error when no variant could be tried.
Result<void> load(const Package& package, const VerifyOptions& options, Findings& findings) {
  findings.tried = CLC_TRY(in_context("--load", load_variants(package, std::chrono::seconds(options.time_s))));
  for (const TriedVariant& variant : findings.tried) {
    if (variant.problem.empty()) continue;
    const std::string add_on = variant.add_on.empty() ? "" : "add-on " + variant.add_on + ": ";
    findings.add(add_on + variant.module + " for " + variant.target + " cannot be loaded on " + variant.device + ": " +
                 variant.problem);
  }
  if (std::ranges::any_of(findings.tried, [](const auto& variant) { return !variant.device.empty(); })) return {};
  return fail(ErrorKind::k_unavailable, "no device of this machine takes anything of " + options.path +
                                            (package.add_ons().empty() ? "" : " or its add-ons") +
                                            ", so nothing was loaded");
}

Result<void> check_origin(const Package& package, const std::vector<PublicKey>& keys) {
  if (!keys.empty() || !package.manifest().signature.public_key.empty()) CLC_TRY(check_that_signing_is_here());
  return keys.empty() ? check_own_signature(package.manifest(), verify_ed25519)
                      : check_signature(package.manifest(), keys, verify_ed25519);
}

// A code object for another chip, or with other settings than its target says, would be refused by the driver.
void check_code_objects(const Package& package, Findings& findings) {
  for (const Module& module : package.manifest().modules) {
    for (const Variant& variant : module.variants) {
      if (variant.format != "hsaco") continue;
      const Result<Bytes> bytes = package.read(variant);
      const std::optional<CodeObject> object = bytes ? read_code_object(*bytes) : std::nullopt;
      if (!object) continue;
      if (object->target != variant.target)
        findings.add(module.name + " for " + variant.target + " is a code object for " + object->target);
      findings.needs.push_back({module.name, variant.target, *object});
    }
  }
}

void check_blobs(const Package& package, Findings& findings) {
  for (const auto& [file, what] : damaged_blobs(package)) findings.add(what);
  check_code_objects(package, findings);
}

// A program that opens the package would load the add-ons, too.
void check_add_ons(const Package& package, const std::vector<PublicKey>& keys, Findings& findings) {
  for (const AddOn& add_on : package.add_ons()) {
    if (!add_on.package) {
      findings.add("add-on " + add_on.path + " is not used: " + add_on.problem);
      continue;
    }
    check_blobs(*add_on.package, findings);
    if (const Result<void> origin = check_origin(*add_on.package, keys); !origin)
      findings.add("add-on " + add_on.path + ": " + origin.error().message);
  }
}

// The error of what cannot even be looked at, which JSON tells, too.
Result<void> verify(const Package& package, const VerifyOptions& options, const std::vector<PublicKey>& keys,
                    Findings& findings) {
  check_blobs(package, findings);
  check_add_ons(package, keys, findings);
  CLC_TRY(in_context(options.path, check_origin(package, keys)));
  if (!options.loads || !findings.problems.empty()) return {};
  return load(package, options, findings);
}

Result<void> show(const Findings& findings, const Package* package, const VerifyOptions& options) {
  if (options.json) return print(as_json(findings, package, options.loads));
  return options.quiet ? Result<void>() : print(as_text(findings));
}

Result<int> verify_found(const Result<Package>& package, const VerifyOptions& options,
                         const std::vector<PublicKey>& keys, Sink& sink) {
  Findings findings{sink};
  if (!package) {
    const bool damaged = package.error().kind == ErrorKind::k_damaged;
    if (damaged) findings.problems.push_back(package.error().message);
    CLC_TRY(damaged ? show(findings, nullptr, options) : Result<void>());
    return fail(damaged ? ErrorKind::k_gate : package.error().kind, package.error().message);
  }
  // A key says who made an add-on, whoever put it there.
  const Package judged = keys.empty() ? *package : package->with_add_ons_of_anybody();
  const Result<void> verified = verify(judged, options, keys, findings);
  if (!verified) findings.problems.push_back(verified.error().message);
  CLC_TRY(show(findings, &judged, options));
  if (!verified) return fail(verified);
  if (!findings.problems.empty()) return exit_code(ErrorKind::k_gate);
  const bool is_signed = !package->manifest().signature.public_key.empty();
  for (const std::string& file : unnamed_files(options.path, package->manifest()))
    sink.message(Severity::k_warning, file + ": the manifest does not name this file, so nothing of it was checked");
  if (!options.quiet)
    sink.success("passed: every digest of " + options.path +
                 (is_signed ? ", and its signature" : ", which is not signed"));
  return 0;
}

// The last line about one of several packages, below its name.
Result<void> print_verdict(const FoundPackage& found, bool has_passed) {
  if (!has_passed) return print("failed\n");
  const bool is_signed = !found.package->manifest().signature.public_key.empty();
  return print(is_signed ? "passed     every digest, and its signature\n"
                         : "passed     every digest; it is not signed\n");
}

}  // namespace

Result<int> verify_command(const std::vector<std::string>& arguments, Sink& sink) {
  VerifyOptions options;
  if (!CLC_TRY(parse(arguments, options))) return 0;
  const std::vector<PublicKey> keys = CLC_TRY(read_keys(options.key_paths));

  const Several several = options.json ? Several::k_refused : options.quiet ? Several::k_quiet : Several::k_named;
  const std::string path = options.path;
  return for_each_package(path, several, sink, [&](const FoundPackage& found) -> Result<int> {
    options.path = found.name;
    Result<int> code = verify_found(found.package, options, keys, sink);
    if (found.is_one_of_several && several == Several::k_named) CLC_TRY(print_verdict(found, code && *code == 0));
    return code;
  });
}

}  // namespace clc
