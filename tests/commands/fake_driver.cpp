// Stands in for clc-driver in tests of the command: needs no OpenCL, and misbehaves on demand.
#include <cstdio>
#include <filesystem>
#include <fstream>

#include "base/file_descriptor.h"
#include "clc/package/package.h"
#include "fake.h"
#include "protocol/fitting_variants.h"

namespace {

using namespace clc;

// The value of a variable as a list of one, or of none.
std::vector<std::string> given(const char* variable) {
  const char* value = std::getenv(variable);
  return value == nullptr ? std::vector<std::string>{} : std::vector<std::string>{value};
}

int identify(const std::string& name) {
  if (const char* note = std::getenv("FAKE_IDENTIFIED")) std::ofstream(note, std::ios::app) << name << "\n";
  if (name != "fake" && name != "fake device") {
    std::fprintf(stderr, "no driver's name contains '%s'; there is: fake\n", name.c_str());
    return 4;
  }
  DriverIdentity identity;
  identity.platform_name = "Fake platform";
  identity.device_name = "Fake device";
  identity.match.driver_version = "1.0";
  identity.dialect.opencl_c_version = "1.2";
  identity.use = {given("FAKE_LIBRARY"), given("FAKE_PROGRAM"), given("FAKE_FILE"), given("FAKE_ASKED")};
  std::puts(encode_identity(identity).c_str());
  return 0;
}

int build() {
  const auto frame = read_frame(STDIN_FILENO);
  if (!frame || !*frame) return 2;
  const auto request = decode_driver_request(**frame);
  if (!request) return 2;
  const bool empty_folder = std::filesystem::is_empty(".");
  std::filesystem::create_directories("cache/deep");
  std::ofstream("cache/deep/litter") << "litter";
  if (const char* note = std::getenv("FAKE_NOTE")) std::ofstream(note) << std::filesystem::current_path().string();

  if (const char* stage = std::getenv("FAKE_STAGE")) std::ofstream(k_stage_file) << stage;

  const std::string mode = fake::mode("FAKE_DRIVER");
  if (mode == "grandchild") {
    const pid_t child = fork();
    if (child == 0) {
      for (;;) pause();  // keeps the pipes open
    }
    fake::note_pid(child);
  }
  CompileReply reply;
  reply.outcome = mode == "fail" ? Outcome::k_failed : Outcome::k_done;
  reply.artifact.emplace();
  reply.artifact->format = "driver";
  reply.artifact->compiler = "fake driver";
  for (const DriverSource& source : request->sources)
    reply.artifact->binary += "binary of\n" + source.text + "with " + source.options + "\n";
  if (request->sources.size() > 1) reply.artifact->binary += "linked with " + request->link_options + "\n";
  reply.artifact->match.driver_version = mode == "matches_all" ? "" : "1.0";
  reply.artifact->log = empty_folder ? "the driver's log\n" : "the folder was not empty\n";
  if (!empty_folder) reply.outcome = Outcome::k_failed;
  fake::answer(mode, encode_reply(reply));
  return 0;
}

// Every variant fits the one device.
int tell_fitting() {
  Bytes text;
  if (read_all(STDIN_FILENO, text) != 0) return 2;
  const Result<Manifest> manifest = decode_manifest(text);
  if (!manifest) return 2;
  std::vector<FittingVariant> variants;
  for (std::size_t m = 0; m < manifest->modules.size(); ++m) {
    for (std::size_t v = 0; v < manifest->modules[m].variants.size(); ++v)
      variants.push_back({m, v, 0, "Fake device", "Fake platform"});
  }
  const std::string mode = fake::mode("FAKE_FITTING");
  if (mode == "none") variants.clear();
  if (mode == "foreign") variants.push_back({0, 99, 0, "", ""});
  const Bytes said = mode == "garbage" ? Bytes("?") : encode_fitting_variants(variants);
  return write_all(STDOUT_FILENO, said) == 0 ? 0 : 1;
}

// Refuses the variants of the target that FAKE_REFUSED names.
int load() {
  Bytes bytes;
  if (read_all(STDIN_FILENO, bytes) != 0) return 2;
  const Result<Package> package = Package::from_memory(bytes);
  if (!package || package->manifest().modules.size() != 1 || !std::filesystem::is_empty(".")) return 2;
  const std::vector<Variant>& variants = package->manifest().modules.front().variants;
  const char* refused = std::getenv("FAKE_REFUSED");
  if (variants.size() != 1 || refused == nullptr || variants.front().target != refused) return 0;
  if (fake::mode("FAKE_DRIVER") == "die") fake::die();
  if (fake::mode("FAKE_DRIVER") == "hang") {
    for (;;) pause();
  }
  std::fputs("clc-driver: the driver does \x1bnot like it\n", stderr);
  return 7;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string what = argc > 1 ? argv[1] : "";
  if (what == "--list") {
    ListedDevice device;
    const char* platform = std::getenv("FAKE_PLATFORM");
    device.platform = platform != nullptr ? platform : "Fake platform";
    device.device = "Fake device";
    device.device_version = "OpenCL 3.0 Fake";
    device.driver_version = "1.0";
    device.opencl_c_version = "OpenCL C 1.2";
    device.kind = "cpu";
    if (const char* announces = std::getenv("FAKE_DRIVER_IL")) {
      device.il_version = announces;
      device.address_bits = 64;
      device.extensions = {"cl_khr_spirv_queries"};
      device.spirv_extensions = {"SPV_EXT_shader_atomic_float_add", "SPV_KHR_subgroup_rotate"};
      device.spirv_capabilities = {6026};
    }
    std::fputs(encode_device_list({device}).c_str(), stdout);
    return 0;
  }
  if (what == "--identify" && argc > 2) return identify(argv[2]);
  if (what == "--fitting") return tell_fitting();
  if (what == "--load") return load();
  return what == "--build" ? build() : 2;
}
