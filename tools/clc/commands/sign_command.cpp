// clc sign: signs a package with a private key.
#include "base/platform/files.h"
#include "base/platform/process.h"
#include "base/try.h"
#include "clc/base/file.h"
#include "clc/internal/key_file.h"
#include "clc/package/publish.h"
#include "clc/package/signature.h"
#include "commands/commands.h"
#include "package/ed25519.h"
#include "package/find_packages.h"
#include "support/command_line.h"
#include "support/interrupts.h"
#include "support/output_reader.h"
#include "support/package_name.h"
#include "support/real_paths.h"
#include "support/standard_streams.h"

namespace clc {
namespace {

constexpr std::uint64_t k_largest_signature_file = 1U << 16U;

struct SignArguments {
  std::string path, key;
  std::string signature;  // a file that another tool wrote
  std::string output;
  Unchanged unchanged = Unchanged::k_rewrite;
  Flush flush = Flush::k_no;
  bool only_message = false;
};

void warn_of_readers(const std::string& path, Sink& sink) {
  constexpr std::uint32_t k_others = 077;
  platform::FileStatus status;
  if (path == "-" || platform::status_of(path, Links::k_follow, status) != 0) return;
  const bool is_file = status.kind == platform::FileKind::k_regular;
  if (!is_file || !status.owner || (status.owner->mode & k_others) == 0) return;
  sink.message(Severity::k_warning,
               "--key " + path + ": other users can read this private key; `chmod 600` prevents that");
}

Result<PrivateKey> read_private_key(const std::string& path, Sink& sink) {
  Bytes pem = CLC_TRY(read_key_file(path));
  Result<PrivateKey> key = parse_private_key(pem);
  platform::wipe(pem.data(), pem.size());
  if (!key) return fail(ErrorKind::k_damaged, "--key " + path + " " + key.error().message);
  warn_of_readers(path, sink);
  return key;
}

// Made with the private key, or read from a file and checked with the public one.
Result<Signature> sign(const SignArguments& arguments, const std::string& message, Sink& sink) {
  if (arguments.signature.empty()) {
    const PrivateKey key = CLC_TRY(read_private_key(arguments.key, sink));
    return make_signature(public_key_of(key), sign_ed25519(message, key));
  }
  const PublicKey key = CLC_TRY(in_context("--key", read_public_key(arguments.key)));
  const Bytes value = CLC_TRY(read_ordinary_file(arguments.signature, k_largest_signature_file));
  if (!verify_ed25519(message, value, key)) {
    return fail(ErrorKind::k_gate, "--signature " + arguments.signature + " holds no signature of this package by " +
                                       arguments.key + ": 64 bytes, over what --message prints");
  }
  return make_signature(key, value);
}

const std::string& written_place(const SignArguments& arguments) {
  return arguments.output.empty() ? arguments.path : arguments.output;
}

Result<void> check_arguments(const SignArguments& arguments) {
  if (arguments.only_message) return {};
  CLC_TRY(check_that_signing_is_here());
  if (arguments.key.empty()) {
    return fail(ErrorKind::k_usage, arguments.signature.empty()
                                        ? "--key is needed: the private key to sign with"
                                        : "--key is needed: the public key to which the --signature belongs");
  }
  CLC_TRY(refuse_overwriting("-o", written_place(arguments), {arguments.key, arguments.signature}));
  if (!arguments.output.empty()) return check_package_name(arguments.output);
  platform::FileStatus status;
  const bool is_there = platform::status_of(arguments.path, Links::k_follow, status) == 0;
  const bool is_folder = is_there && status.kind == platform::FileKind::k_folder;
  if (arguments.path != "-" && (is_folder || is_file_form(arguments.path))) return {};
  return fail(ErrorKind::k_usage,
              "name the package to write: -o PACKAGE (one in a program is signed before it is embedded)");
}

}  // namespace

Result<int> sign_command(const std::vector<std::string>& words, Sink& sink) {
  SignArguments arguments;
  const CommandLine line(
      "Signs a package with an Ed25519 key, in its place or as another one. Every blob is checked first.", "clc sign");
  line.add("PACKAGE", arguments.path,
           "a folder, a .clcpack file, or a program or library that holds one; - is standard input")
      .required();
  line.add("--key FILE", arguments.key, "the private key (PEM); - is standard input");
  const CommandOption message =
      line.flag("--message", arguments.only_message, "print what is to be signed, and sign nothing");
  line.add("-o,--output PACKAGE", arguments.output, "where the signed package goes (default: PACKAGE itself)")
      .excludes(message);
  line.add("--signature FILE", arguments.signature,
           "use this signature, 64 bytes that another tool made; --key is then the public key")
      .excludes(message);
  add_keep_unchanged_option(line, arguments.unchanged);
  add_sync_option(line, arguments.flush);
  bool quiet = false;
  add_quiet_option(line, quiet);
  line.footer(
      "Examples:\n  openssl genpkey -algorithm ed25519 -out key.pem; openssl pkey -in key.pem -pubout -out key.pub\n"
      "  clc sign kernels.clcpack --key key.pem\n  clc verify kernels.clcpack --key key.pub\n");
  if (!CLC_TRY(line.parse(words))) return 0;
  CLC_TRY(check_arguments(arguments));

  const Package package = CLC_TRY(find_package(arguments.path));
  PackageContents contents = CLC_TRY(package.read_all());
  const std::string text = signature_message(contents.manifest);
  if (arguments.only_message) return code_after(print(text));
  contents.manifest.signature = CLC_TRY(sign(arguments, text, sink));
  const std::string& output = written_place(arguments);
  const auto held = hold_for_output(output);
  CLC_TRY(note_gone_reader(output, publish(output, contents, arguments.unchanged, arguments.flush)));
  if (!quiet) sink.success("signed " + output);
  return 0;
}

}  // namespace clc
