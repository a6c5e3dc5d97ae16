// clc verify: checks that every byte of a package is as it was made, and who signed it.
#include <chrono>

#include "base/environment_help.h"
#include "base/json_writer.h"
#include "base/printable.h"
#include "clc/package/add_on.h"
#include "clc/package/package.h"
#include "clc/package/signature.h"
#include "commands/commands.h"
#include "commands/load_variants.h"
#include "package/ed25519.h"
#include "package/integrity.h"
#include "support/command_line.h"
#include "support/standard_streams.h"

namespace clc {
namespace {

Result<std::vector<PublicKey>> read_keys(const std::vector<std::string>& paths) {
  std::vector<PublicKey> keys;
  for (const std::string& path : paths) {
    const Result<PublicKey> key = read_public_key(path);
    if (!key) return fail(key, "--key");
    keys.push_back(*key);
  }
  return keys;
}

struct VerifyOptions {
  std::string path;
  std::vector<std::string> key_paths;
  bool json = false;
  bool quiet = false;
  bool loads = false;
  unsigned time_s = 300;
};

Result<bool> parse(const std::vector<std::string>& arguments, VerifyOptions& options) {
  const CommandLine line(
      "Checks the manifest's digest, every blob's size and digest, and the signature where there is one, of "
      "the\n"
      "package and of its add-ons. With --key all must be signed with that key. With --load the drivers of this "
      "machine must take what the package has\n"
      "for them. Anything wrong gives exit code 6.",
      "clc verify");
  line.add("PACKAGE", options.path, "a folder or a .clcpack file; - is standard input").required();
  line.add("--key FILE", options.key_paths, "a public key (PEM); one of the keys given must have signed the package")
      .one_value_each();
  const Option load =
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

std::string as_text(const std::vector<TriedVariant>& tried) {
  std::string text;
  for (const TriedVariant& variant : tried) {
    const std::string what = variant.module + " for " + variant.target;
    if (variant.is_loaded()) text += printable("loaded     " + what + " on " + variant.device) + "\n";
    if (variant.device.empty()) text += printable("no device  " + what) + "\n";
  }
  return text;
}

std::string as_json(const std::vector<TriedVariant>& tried) {
  JsonWriter json(2);
  json.begin_object().key("variants").begin_array();
  for (const TriedVariant& variant : tried) {
    json.begin_object().key("module").value(variant.module).key("target").value(variant.target);
    json.key("device").value(variant.device);
    json.key("outcome").value(variant.device.empty() ? "no device" : variant.is_loaded() ? "loaded" : "failed");
    json.key("problem").value(variant.problem).end_object();
  }
  json.end_array();
  return json.end_object().text() + "\n";
}

// Loads the variants and returns the exit code. It is an error when no variant could be tried.
Result<int> load(const Package& package, const VerifyOptions& options, Sink& sink) {
  const Result<std::vector<TriedVariant>> tried = load_variants(package, std::chrono::seconds(options.time_s));
  if (!tried) return fail(tried, "--load");
  const std::string text = options.json ? as_json(*tried) : options.quiet ? std::string() : as_text(*tried);
  if (Result<void> printed = print(text); !printed) return fail(printed);
  bool is_any_tried = false;
  int code = 0;
  for (const TriedVariant& variant : *tried) {
    is_any_tried = is_any_tried || !variant.device.empty();
    if (variant.problem.empty()) continue;
    sink.message(Severity::k_error, variant.module + " for " + variant.target + " cannot be loaded on " +
                                        variant.device + ": " + variant.problem);
    code = exit_code(ErrorKind::k_gate);
  }
  if (!is_any_tried)
    return fail(ErrorKind::k_unavailable,
                "no device of this machine takes anything of " + options.path + ", so nothing was loaded");
  return code;
}

Result<void> check_origin(const Package& package, const std::vector<PublicKey>& keys) {
  return keys.empty() ? check_own_signature(package.manifest(), verify_ed25519)
                      : check_signature(package.manifest(), keys, verify_ed25519);
}

// Says what is wrong with the blobs. Returns whether nothing is.
bool check_blobs(const Package& package, Sink& sink) {
  const std::map<std::string, std::string> damaged = damaged_blobs(package);
  for (const auto& [file, what] : damaged) sink.message(Severity::k_error, what);
  return damaged.empty();
}

// Says what is wrong with the add-ons, which a program that opens the package would load, too. Returns whether nothing
// is.
bool check_add_ons(const Package& package, const std::vector<PublicKey>& keys, Sink& sink) {
  bool is_right = true;
  const auto wrong = [&](const std::string& what) {
    sink.message(Severity::k_error, what);
    is_right = false;
  };
  for (const AddOn& add_on : package.add_ons()) {
    if (!add_on.package) {
      wrong("add-on " + add_on.path + " is not used: " + add_on.problem);
      continue;
    }
    is_right = check_blobs(*add_on.package, sink) && is_right;
    if (const Result<void> origin = check_origin(*add_on.package, keys); !origin) {
      wrong("add-on " + add_on.path + ": " + origin.error().message);
    }
  }
  return is_right;
}

}  // namespace

Result<int> verify_command(const std::vector<std::string>& arguments, Sink& sink) {
  VerifyOptions options;
  const Result<bool> parsed = parse(arguments, options);
  if (!parsed) return fail(parsed);
  if (!*parsed) return 0;
  const Result<std::vector<PublicKey>> keys = read_keys(options.key_paths);
  if (!keys) return fail(keys);

  const Result<Package> package = Package::open(options.path);
  if (!package) {
    const bool damaged = package.error().kind == ErrorKind::k_damaged;
    return fail(damaged ? ErrorKind::k_gate : package.error().kind, package.error().message);
  }
  const bool is_whole = check_blobs(*package, sink);
  const bool has_right_add_ons = check_add_ons(*package, *keys, sink);
  const Result<void> origin = check_origin(*package, *keys);
  if (!origin) return fail(origin, options.path);
  if (!is_whole || !has_right_add_ons) return exit_code(ErrorKind::k_gate);
  if (options.loads) {
    const Result<int> loaded = load(*package, options, sink);
    if (!loaded || *loaded != 0) return loaded;
  }
  const bool is_signed = !package->manifest().signature.public_key.empty();
  if (!options.quiet)
    sink.success("passed: every digest of " + options.path +
                 (is_signed ? ", and its signature" : ", which is not signed"));
  return 0;
}

}  // namespace clc
