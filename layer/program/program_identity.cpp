#include "program/program_identity.h"

#include <algorithm>
#include <ctime>
#include <map>

#include "clc/base/digest.h"
#include "kept/program_key.h"
#include "program/movable_folders.h"
#include "recording/spirv_constants.h"
#include "serve/inclusions.h"

namespace clc::layer {
namespace {

// The age at which a file is taken for one that stays as it is, and not for one that the application writes for a call.
constexpr std::int64_t k_settled_seconds = 600;

void add_environment(FieldDigest& exact, const ProgramIdentity& identity) {
  for (const std::string& entry : identity.environment) exact.add("environment", entry);
}

// The digest of the program, which `identity` has, stands for its source and headers.
std::string exact_source(const char* domain, const ProgramIdentity& identity, const ClosedProgram& closed,
                         BuildStep step, const std::string& options) {
  FieldDigest exact(domain);
  exact.add("step", step == BuildStep::k_compile ? "compile" : "build");
  exact.add("program", identity.digest).add("options", options);
  add_environment(exact, identity);
  // A file that appears in such a place may be read instead of the present one.
  std::map<std::string, std::string> labels;
  for (const IncludedFile& file : closed.scan.files) {
    if (!file.is_there()) {
      exact.add("absent", file.label);
    } else if (const auto [at, is_new] = labels.try_emplace(file.stamp, file.label); !is_new) {
      // For #pragma once it matters whether two names are of one file or of a copy.
      exact.add("the same file", file.label).add("as", at->second);
    }
  }
  return exact.hex();
}

// Sets the digests of the cache.
void identify_exactly(ProgramIdentity& identity, const FollowedProgram& program, const ClosedProgram& closed,
                      BuildStep step, const std::string& options) {
  const MovableFolders folders(options);
  if (folders.is_empty() || may_expose_folders(program.source, closed, options)) {
    identity.exact = exact_source("clc.layer.source.3", identity, closed, step, options);
    return;
  }
  identity.exact = exact_source("clc.layer.source.4", identity, closed, step, folders.options());
  identity.placed = exact_source("clc.layer.source.4", identity, closed, step, options);
}

ProgramIdentity identify_il(FollowedProgram& program, BuildStep step, const std::string& options) {
  ProgramIdentity identity;
  identity.environment = read_driver_environment();
  FieldDigest digest("clc.layer.il.2");
  add_environment(digest, identity);
  digest.add("step", step == BuildStep::k_compile ? "compile" : "build");
  digest.add("il", program.bytes).add("options", options);
  if (program.state.have_constants_changed())
    identity.unknown = "its constants have changed, and drivers may keep to those that they were given first";
  identity.options = options;
  for (const auto& [id, value] : program.state.constants()) {
    digest.add("constant", id).add("value", value);
    identity.options += (identity.options.empty() ? "" : " ") + specialize_option(id, value);
  }
  if (!identity.unknown.empty()) return identity;
  identity.exact = digest.hex();
  identity.digest = program_digest(program.bytes, {}, identity.options);
  return identity;
}

}  // namespace

ProgramIdentity identify(FollowedProgram& program, BuildStep step, const std::string& options,
                         const std::vector<ProgramHeader>& headers) {
  if (program.kind == ProgramKind::k_il) return identify_il(program, step, options);
  ProgramIdentity identity;
  if (program.kind != ProgramKind::k_source) {
    identity.unknown = "it was not made from source";
    return identity;
  }
  identity.environment = read_driver_environment();
  ClosedProgram closed = close_program(program.source, headers, options, program.devices);
  const IncludeScan& scan = closed.scan;
  identity.unknown = scan.unknown;
  if (scan.unknown.empty()) {
    identity.digest = program_digest(program.source, closed.headers, closed.options);
    if (scan.tells_time) {
      identity.unknown = "it holds the time of its compilation";
    } else if (!scan.elsewhere.empty()) {
      identity.unknown = scan.elsewhere;
    } else {
      identify_exactly(identity, program, closed, step, options);
    }
    // The cache serves one driver, which always chooses the same file. A package serves several.
    if (!scan.ambiguous.empty()) {
      identity.digest.clear();
      identity.unknown = scan.ambiguous;
    }
  }
  identity.reads_files = !scan.files.empty();
  const std::int64_t settled_before = std::time(nullptr) - k_settled_seconds;
  for (const IncludedFile& file : scan.files) {
    identity.stamps += file.stamp + "\n";
    const bool is_settled = file.changed_at <= settled_before;
    identity.may_wait = identity.may_wait && (!file.is_there() || is_settled || can_be_copied(file.label));
  }
  // Drivers may choose different files among copies.
  if (identity.reads_files && identity.digest.empty()) identity.may_wait = false;
  identity.headers = std::move(closed.headers);
  identity.options = std::move(closed.options);
  return identity;
}

bool is_same_now(FollowedProgram& program, BuildStep step, const std::string& options,
                 const std::vector<ProgramHeader>& headers, const ProgramIdentity& before) {
  if (!before.reads_files) return true;
  const ProgramIdentity now = identify(program, step, options, headers);
  return now.exact == before.exact && now.digest == before.digest && now.stamps == before.stamps;
}

void forget_changed(ProgramIdentity& identity) {
  identity.exact.clear();
  identity.placed.clear();
  identity.digest.clear();
  identity.unknown = "a file that it includes was changed while it was compiled";
}

ProgramIdentity identify_link(const std::vector<ProgramIdentity>& inputs, const std::string& options) {
  ProgramIdentity identity;
  identity.environment = read_driver_environment();
  FieldDigest exact("clc.layer.link.2");
  add_environment(exact, identity);
  exact.add("options", options);
  std::vector<std::string> digests;
  bool is_exact = true, has_digest = true;
  for (const ProgramIdentity& input : inputs) {
    exact.add("input", input.exact);
    digests.push_back(input.digest);
    is_exact = is_exact && !input.exact.empty();
    has_digest = has_digest && !input.digest.empty();
    if (identity.unknown.empty()) identity.unknown = input.unknown;
  }
  if (is_exact) identity.exact = exact.hex();
  if (has_digest) identity.digest = linked_program_digest(digests, options);
  identity.options = options;
  return identity;
}

}  // namespace clc::layer
