#include "clc/package/artifact.h"

#include "base/encoding/little_endian.h"
#include "base/fields/json_fields.h"
#include "base/try.h"
#include "base/without_exceptions.h"
#include "clc/base/digest.h"
#include "clc/internal/interface_json.h"

namespace clc {
namespace {

// The format: magic (4), version (4), length of the header (8), header, binary, sections
constexpr BytesView k_magic = "CLCA";
constexpr std::uint64_t k_version = 2;
constexpr std::size_t k_prefix_size = 16;

const EnumNames k_severities = {"note", "remark", "warning", "error", "fatal"};
const EnumNames k_input_kinds = {"file", "folder"};

struct SectionSize {
  std::string name;
  std::uint64_t size = 0;
};

// The sizes of what follows the header.
struct ContentSizes {
  std::uint64_t binary = 0;
  std::vector<SectionSize> sections;
};

Failure damaged(const std::string& text) {
  return fail(ErrorKind::k_damaged, "artifact " + text);
}

}  // namespace

template <class F>
void fields(F& f, FieldsOf<F, RootedPath>& path) {
  f.any("root", path.root, "name", path.name);
  f.require(path.root >= RootedPath::k_working_folder, "has a root that cannot be");
  f.no_extra();
}

template <class F>
void fields(F& f, FieldsOf<F, Diagnostic>& diagnostic) {
  f.choice("severity", diagnostic.severity, k_severities);
  f.all("file", diagnostic.file, "line", diagnostic.line, "column", diagnostic.column);
  f.any("text", diagnostic.text, "snippet", diagnostic.snippet);
  f.optional_flag("is_of_target", diagnostic.is_of_target);
  f.no_extra();
}

template <class F>
void fields(F& f, FieldsOf<F, Input>& input) {
  f.choice("kind", input.kind, k_input_kinds);
  f.all("path", input.path, "sha256", input.sha256);
  f.require(input.sha256.empty() || is_sha256_hex(input.sha256), "has a bad SHA-256");
  f.no_extra();
}

template <class F>
void fields(F& f, FieldsOf<F, SectionSize>& section) {
  f.any("name", section.name, "size", section.size);
  f.no_extra();
}

namespace {

// The header.
template <class F>
void header_fields(F& f, FieldsOf<F, Artifact>& artifact, FieldsOf<F, ContentSizes>& sizes) {
  f.any("target", artifact.target, "format", artifact.format, "compiler", artifact.compiler);
  f.any("binary_size", sizes.binary, "log", artifact.log);
  f.all("diagnostics", artifact.diagnostics, "interface", artifact.interface, "inputs", artifact.inputs);
  f.any("match", artifact.match, "build_options", artifact.build_options);
  f.resources("resources", artifact.resources);
  f.list("sections", sizes.sections);
  f.no_extra();
}

Json header_of(const Artifact& artifact) {
  ContentSizes sizes{artifact.binary.size(), {}};
  for (const auto& [name, bytes] : artifact.sections) sizes.sections.push_back({name, bytes.size()});
  JsonFieldWriter writer;
  header_fields(writer, artifact, sizes);
  return std::move(writer.json());
}

// Cuts `size` bytes off the front of `contents`.
Bytes cut_off(BytesView& contents, std::uint64_t size, std::string& problem) {
  if (size > contents.size() && problem.empty()) problem = "artifact describes more bytes than there are";
  if (!problem.empty()) return {};
  Bytes bytes(contents.substr(0, size));
  contents.remove_prefix(size);
  return bytes;
}

Artifact artifact_from_json(const Json& json, BytesView contents, std::string& problem) {
  Artifact artifact;
  ContentSizes sizes;
  JsonFieldReader reader(json, "artifact", problem);
  header_fields(reader, artifact, sizes);
  artifact.binary = cut_off(contents, sizes.binary, problem);
  for (const SectionSize& section : sizes.sections) {
    const bool is_new = artifact.sections.emplace(section.name, cut_off(contents, section.size, problem)).second;
    reader.require(is_new, "has two sections of one name");
  }
  reader.require(contents.empty(), "describes fewer bytes than there are");
  return artifact;
}

// `is_known`: encode_artifact made the bytes.
Result<Artifact> decode(BytesView bytes, bool is_known) {
  if (bytes.size() < k_prefix_size) return damaged("is cut short");
  if (bytes.substr(0, k_magic.size()) != k_magic) return damaged("does not begin like one");
  if (std::uint64_t version = read_number(bytes, 4, 4); version != k_version)
    return damaged("is of version " + std::to_string(version) + ", not " + std::to_string(k_version));
  BytesView contents = bytes.substr(k_prefix_size);
  const std::uint64_t header_size = read_number(bytes, 8, 8);
  if (header_size > contents.size()) return damaged("has a header longer than itself");
  const BytesView header = contents.substr(0, header_size);
  Json json = CLC_TRY(parse_json(header, "artifact's header"));
  std::string problem;
  Artifact artifact = artifact_from_json(json, contents.substr(header_size), problem);
  if (!problem.empty()) return fail(ErrorKind::k_damaged, problem);
  // An artifact has exactly one encoding, because caches compare artifacts by digest.
  const bool is_canonical = is_known || canonical_text(header_of(artifact)) == header;
  if (!is_canonical) return damaged("has a header that is not canonical");
  return artifact;
}

}  // namespace

Bytes encode_artifact(const Artifact& artifact) {
  const std::string header = canonical_text(header_of(artifact));
  Bytes bytes(k_magic);
  append_number(bytes, k_version, 4);
  append_number(bytes, header.size(), 8);
  bytes += header;
  bytes += artifact.binary;
  for (const auto& [name, section] : artifact.sections) bytes += section;
  return bytes;
}

Result<Artifact> decode_artifact(BytesView bytes) {
  return without_exceptions("artifact", [&] { return decode(bytes, false); });
}

Result<Artifact> decode_known_artifact(BytesView bytes) {
  return without_exceptions("artifact", [&] { return decode(bytes, true); });
}

}  // namespace clc
