#include "clc/package/artifact.h"

#include "base/little_endian.h"
#include "base/without_exceptions.h"
#include "clc/base/digest.h"
#include "clc/internal/interface_json.h"

namespace clc {

namespace {

// The format: magic (4), version (4), length of the header (8), header, binary, sections, SHA-256 (32) of all before it
constexpr BytesView k_magic = "CLCA";
constexpr std::uint64_t k_version = 1;
constexpr std::size_t k_prefix_size = 16;
constexpr std::size_t k_digest_size = 32;

// The names of severities, in the order of the enumerators.
const std::vector<const char*> k_severities = {"note", "remark", "warning", "error", "fatal"};
const std::vector<const char*> k_input_kinds = {"file", "folder"};

template <class Enum>
const char* name_of(const std::vector<const char*>& names, Enum value) {
  auto index = static_cast<std::size_t>(value);
  return index < names.size() ? names[index] : "?";
}

Json path_to_json(const RootedPath& path) {
  return {{"root", path.root}, {"name", any_text(path.name)}};
}

RootedPath path_from_json(const Json* json, const std::string& where, std::string& problem) {
  if (json == nullptr) return {};
  ObjectReader reader(*json, where, problem);
  RootedPath path{reader.signed_number("root"), reader.any_text("name")};
  if (path.root < RootedPath::k_working_folder) reader.complain("has a root that cannot be");
  reader.no_extra();
  return path;
}

Json diagnostic_to_json(const Diagnostic& diagnostic) {
  return {{"severity", name_of(k_severities, diagnostic.severity)},
          {"file", path_to_json(diagnostic.file)},
          {"line", diagnostic.line},
          {"column", diagnostic.column},
          {"text", any_text(diagnostic.text)},
          {"snippet", any_text(diagnostic.snippet)}};
}

Diagnostic diagnostic_from_json(const Json& json, const std::string& where, std::string& problem) {
  ObjectReader reader(json, where, problem);
  Diagnostic diagnostic;
  diagnostic.severity = static_cast<Severity>(reader.one_of("severity", k_severities));
  diagnostic.file = path_from_json(reader.object("file", true), where + ".file", problem);
  diagnostic.line = reader.number("line");
  diagnostic.column = reader.number("column");
  diagnostic.text = reader.any_text("text");
  diagnostic.snippet = reader.any_text("snippet");
  reader.no_extra();
  return diagnostic;
}

Json input_to_json(const Input& input) {
  return {{"kind", name_of(k_input_kinds, input.kind)}, {"path", path_to_json(input.path)}, {"sha256", input.sha256}};
}

Input input_from_json(const Json& json, const std::string& where, std::string& problem) {
  ObjectReader reader(json, where, problem);
  Input input;
  input.kind = static_cast<InputKind>(reader.one_of("kind", k_input_kinds));
  input.path = path_from_json(reader.object("path", true), where + ".path", problem);
  input.sha256 = reader.text("sha256");
  if (!input.sha256.empty() && !is_sha256_hex(input.sha256)) reader.complain("has a bad SHA-256");
  reader.no_extra();
  return input;
}

Json header_to_json(const Artifact& artifact) {
  Json diagnostics = Json::array();
  for (const Diagnostic& diagnostic : artifact.diagnostics) diagnostics.push_back(diagnostic_to_json(diagnostic));
  Json inputs = Json::array();
  for (const Input& input : artifact.inputs) inputs.push_back(input_to_json(input));
  Json sections = Json::array();
  for (const auto& [name, bytes] : artifact.sections) {
    sections.push_back(Json{{"name", any_text(name)}, {"size", bytes.size()}});
  }
  return {{"target", any_text(artifact.target)},
          {"format", any_text(artifact.format)},
          {"compiler", any_text(artifact.compiler)},
          {"binary_size", artifact.binary.size()},
          {"log", any_text(artifact.log)},
          {"diagnostics", std::move(diagnostics)},
          {"interface", interface_to_json(artifact.interface)},
          {"inputs", std::move(inputs)},
          {"match", match_to_json(artifact.match)},
          {"build_options", any_text(artifact.build_options)},
          {"resources", resources_to_json(artifact.resources)},
          {"sections", std::move(sections)}};
}

// Cuts `size` bytes off the front of `contents`.
Bytes take(BytesView& contents, ObjectReader& reader, std::uint64_t size) {
  if (size > contents.size()) {
    reader.complain("describes more bytes than there are");
    return {};
  }
  Bytes bytes(contents.substr(0, size));
  contents.remove_prefix(size);
  return bytes;
}

Artifact artifact_from_json(const Json& json, BytesView contents, std::string& problem) {
  ObjectReader reader(json, "artifact", problem);
  Artifact artifact;
  artifact.target = reader.any_text("target");
  artifact.format = reader.any_text("format");
  artifact.compiler = reader.any_text("compiler");
  artifact.binary = take(contents, reader, reader.number("binary_size"));
  artifact.log = reader.any_text("log");
  reader.each("diagnostics", true, [&](const Json& element, const std::string& where) {
    artifact.diagnostics.push_back(diagnostic_from_json(element, where, problem));
  });
  if (const Json* interface = reader.object("interface", true)) {
    artifact.interface = interface_from_json(*interface, "artifact.interface", problem);
  }
  reader.each("inputs", true, [&](const Json& element, const std::string& where) {
    artifact.inputs.push_back(input_from_json(element, where, problem));
  });
  if (const Json* match = reader.object("match", true)) {
    artifact.match = match_from_json(*match, "artifact.match", problem);
  }
  artifact.build_options = reader.any_text("build_options");
  if (const Json* resources = reader.object("resources", true)) {
    artifact.resources = resources_from_json(*resources, "artifact.resources", problem);
  }
  reader.each("sections", true, [&](const Json& element, const std::string& where) {
    ObjectReader section(element, where, problem);
    std::string name = section.any_text("name");
    Bytes bytes = take(contents, section, section.number("size"));
    section.no_extra();
    if (!artifact.sections.emplace(name, std::move(bytes)).second) section.complain("has the name of another");
  });
  if (!contents.empty()) reader.complain("describes fewer bytes than there are");
  reader.no_extra();
  return artifact;
}

Failure damaged(const std::string& text) {
  return fail(ErrorKind::k_damaged, "artifact " + text);
}

}  // namespace

Bytes encode_artifact(const Artifact& artifact) {
  const std::string header = canonical_text(header_to_json(artifact));
  Bytes bytes(k_magic);
  append_number(bytes, k_version, 4);
  append_number(bytes, header.size(), 8);
  bytes += header;
  bytes += artifact.binary;
  for (const auto& [name, section] : artifact.sections) bytes += section;
  bytes += sha256_raw(bytes);
  return bytes;
}

namespace {

// `is_known`: encode_artifact made the bytes, and none are missing.
Result<Artifact> decode(BytesView bytes, bool is_known) {
  if (bytes.size() < k_prefix_size + k_digest_size) return damaged("is cut short");
  if (bytes.substr(0, k_magic.size()) != k_magic) return damaged("does not begin like one");
  if (std::uint64_t version = read_number(bytes, 4, 4); version != k_version) {
    return damaged("is of version " + std::to_string(version) + ", not " + std::to_string(k_version));
  }
  BytesView covered = bytes.substr(0, bytes.size() - k_digest_size);
  const bool is_whole = is_known || sha256_raw(covered) == bytes.substr(covered.size());
  if (!is_whole) return damaged("does not agree with its SHA-256");
  BytesView contents = covered.substr(k_prefix_size);
  const std::uint64_t header_size = read_number(bytes, 8, 8);
  if (header_size > contents.size()) return damaged("has a header longer than itself");
  const BytesView header = contents.substr(0, header_size);
  Result<Json> json = parse_json(header, "artifact's header");
  if (!json) return fail(json);
  std::string problem;
  Artifact artifact = artifact_from_json(*json, contents.substr(header_size), problem);
  if (!problem.empty()) return fail(ErrorKind::k_damaged, problem);
  // An artifact has exactly one encoding, because caches compare artifacts by digest.
  const bool is_canonical = is_known || canonical_text(header_to_json(artifact)) == header;
  if (!is_canonical) return damaged("has a header that is not canonical");
  return artifact;
}

}  // namespace

Result<Artifact> decode_artifact(BytesView bytes) {
  return without_exceptions("artifact", [&] { return decode(bytes, false); });
}

Result<Artifact> decode_known_artifact(BytesView bytes) {
  return without_exceptions("artifact", [&] { return decode(bytes, true); });
}

}  // namespace clc
