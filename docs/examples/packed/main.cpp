// Loads a kernel from the package inside and one from the package beside it, and says from where.
#include <cstdio>

#include "beside.clc.h"
#include "clc/runtime/program.h"
#include "inside.clc.h"

static clc::Result<void> load(const clc::Queue& queue, const clc::Result<clc::Package>& package, const char* module) {
  if (!package) return fail(package);
  const auto program = clc::Program::load(queue, *package, module);
  if (!program) return fail(program);
  const bool is_signed = !package->manifest().signature.public_key.empty();
  std::printf("%s: loaded, %s\n", module, is_signed ? "signed" : "not signed");
  return {};
}

static clc::Result<void> load_both() {
  const auto device = clc::select_device("");
  if (!device) return fail(device);
  const auto queue = clc::Queue::create(*device);
  if (!queue) return fail(queue);
  if (auto done = load(*queue, inside::open_package(), "add"); !done) return done;
  return load(*queue, beside::open_package(), "twice");
}

int main() {
  const auto done = load_both();
  if (done) return 0;
  std::fprintf(stderr, "packed: %s\n", done.error().message.c_str());
  return clc::exit_code(done.error().kind);
}
