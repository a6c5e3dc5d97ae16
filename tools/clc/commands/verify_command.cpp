// clc verify: checks that every byte of a package is as it was made, and who signed it.
#include "clc/package/package.h"
#include "clc/package/signature.h"
#include "commands/command.h"
#include "package/ed25519.h"
#include "package/integrity.h"
#include "support/command_line.h"

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

}  // namespace

Result<int> verify_command(const std::vector<std::string>& arguments, Sink& sink) {
  std::string path;
  std::vector<std::string> key_paths;
  bool json = false;
  CLI::App app(
      "Checks the manifest's digest, every blob's size and digest, and the signature where there is one. With --key "
      "the\n"
      "package must be signed with that key. Anything wrong gives exit code 6.",
      "clc verify");
  app.add_option("PACKAGE", path, "a folder or a .clcpack file; - is standard input")->required();
  app.add_option("--key", key_paths, "a public key (PEM); one of the keys given must have signed the package")
      ->allow_extra_args(false)
      ->type_name("FILE");
  add_format_option(app, json);
  bool quiet = false;
  add_quiet_option(app, quiet);
  app.footer("Examples:\n  clc verify kernels.clcpack\n  clc verify kernels.clcpack --key vendor.pub\n");
  const Result<bool> parsed = parse_command_line(app, arguments);
  if (!parsed) return fail(parsed);
  if (!*parsed) return 0;
  const Result<std::vector<PublicKey>> keys = read_keys(key_paths);
  if (!keys) return fail(keys);

  const Result<Package> package = Package::open(path);
  if (!package) {
    const bool damaged = package.error().kind == ErrorKind::k_damaged;
    return fail(damaged ? ErrorKind::k_gate : package.error().kind, package.error().message);
  }
  const std::map<std::string, std::string> damaged = damaged_blobs(*package);
  for (const auto& [file, what] : damaged) sink.message(Severity::k_error, what);
  const Result<void> origin = keys->empty() ? check_own_signature(package->manifest(), verify_ed25519)
                                            : check_signature(package->manifest(), *keys, verify_ed25519);
  if (!origin) return fail(origin, path);
  if (!damaged.empty()) return exit_code(ErrorKind::k_gate);
  const bool is_signed = !package->manifest().signature.public_key.empty();
  if (!quiet)
    sink.success("passed: every digest of " + path + (is_signed ? ", and its signature" : ", which is not signed"));
  return 0;
}

}  // namespace clc
