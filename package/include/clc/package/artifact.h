// The result of compiling one source with one set of options for one target: one message of the worker, and one entry
// of the cache.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "clc/base/bytes.h"
#include "clc/base/result.h"
#include "clc/package/interface.h"
#include "clc/package/manifest.h"

namespace clc {

// A file name that means the same in every checkout. Root 0 is the folder of the main source,
// root i the i-th include folder as given on the command line; k_absolute is for the rest.
// The name may hold `..`, as the compiler asked for it.
struct RootedPath {
  static constexpr std::int64_t k_absolute = -1;
  static constexpr std::int64_t k_working_folder = -2;
  std::int64_t root = k_absolute;
  std::string name;
};

enum class Severity { k_note, k_remark, k_warning, k_error, k_fatal };

struct Diagnostic {
  Severity severity = Severity::k_error;
  RootedPath file;         // empty name: no location
  std::uint64_t line = 0;  // from 1; 0: no location
  std::uint64_t column = 0;
  std::string text;
  std::string snippet;        // the source line and the caret line, or empty
  bool is_of_target = false;  // an error: the target lacks what the source asks for, and others may have it
};

enum class InputKind { k_file, k_folder };

// A file that was read, or an existing folder in which one was looked for in vain.
struct Input {
  InputKind kind = InputKind::k_file;
  RootedPath path;
  std::string sha256;  // of a file that was read
};

struct Artifact {
  std::string target;
  std::string format;
  std::string compiler;  // name and version of what made it
  Bytes binary;
  std::string log;  // the compiler's or driver's build log
  std::vector<Diagnostic> diagnostics;
  Interface interface;
  std::vector<Input> inputs;  // the main source first
  Match match;
  std::string build_options;
  std::map<std::string, std::map<std::string, std::int64_t>> resources;
  std::map<std::string, Bytes> sections;  // preprocessed source, IR, … when asked for
};

// Magic, version, sizes, JSON header, binary and sections. The cache, which names artifacts by their SHA-256, sees what
// is damaged.
Bytes encode_artifact(const Artifact& artifact);
Result<Artifact> decode_artifact(BytesView bytes);
// Does the same without asking for the one encoding of an artifact: for entries of the cache.
Result<Artifact> decode_known_artifact(BytesView bytes);

}  // namespace clc
