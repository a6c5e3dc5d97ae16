#include "protocol/protocol.h"

#include <algorithm>

#include "base/fields/json_fields.h"
#include "base/fields/without_names.h"
#include "base/try.h"
#include "clc/internal/interface_json.h"
#include "clc/internal/match_fields.h"
#include "protocol/driver_identity_bytes.h"
#include "protocol/frame_codec.h"
#include "protocol/library_fields.h"

namespace clc {
namespace {

const EnumNames k_outcomes = {"done", "failed", "crashed", "timed_out", "unavailable"};
constexpr std::uint64_t k_highest_compute_capability = 100'000;

// The part of a reply that is JSON.
struct ReplyHeader {
  std::uint64_t id = 0;
  Outcome outcome = Outcome::k_crashed;
  std::string detail;
  std::uint64_t facts_size = 0;
};

struct DeviceList {
  std::vector<ListedDevice> devices;
};

// Returns the reply that is sent instead of one that is too long.
CompileReply too_long(std::uint64_t id, std::uint64_t size, std::uint64_t longest) {
  CompileReply reply;
  reply.id = id;
  reply.outcome = Outcome::k_crashed;
  reply.detail =
      "the result is " + std::to_string(size) + " bytes long, and at most " + std::to_string(longest) + " can be sent";
  return reply;
}

}  // namespace

const std::string* CompileRequest::text_of(const RequestedSource& source) const {
  if (source.path.empty()) return &source.text;
  for (const GivenFile& file : given_files) {
    if (file.path == source.path) return &file.text;
  }
  return nullptr;
}

BuildOptions CompileRequest::options_of(const RequestedSource& source) const {
  BuildOptions all = source.options;
  all.insert(all.end(), options.begin(), options.end());
  return all;
}

namespace {

bool contains(const BuildOptions& options, const BuildOption& option) {
  return std::ranges::find(options, option) != options.end();
}

// True when the library may be compiled as if it had been made with this option of a link.
bool takes_option(const RequestedSource& library, const BuildOption& option) {
  return !is_link_option(option) || contains(library.options, option) ||
         has_option(library.options, Option::k_enable_link_options);
}

}  // namespace

bool CompileRequest::wants(std::string_view section) const {
  return std::ranges::find(sections, section) != sections.end();
}

bool CompileRequest::makes_library() const {
  return clc::makes_library(options);
}

BuildOptions CompileRequest::shared_options() const {
  BuildOptions shared = sources.front().options;
  for (const RequestedSource& source : sources)
    std::erase_if(shared, [&](const BuildOption& option) { return !contains(source.options, option); });
  for (const BuildOption& option : options) {
    const bool is_taken = std::ranges::all_of(
        sources, [&](const RequestedSource& source) { return !source.library || takes_option(source, option); });
    if (is_taken) shared.push_back(option);
  }
  return shared;
}

std::string section_of_source(std::size_t source) {
  return "source " + std::to_string(source + 1);
}

template <class F>
void option_fields(F& f, FieldsOf<F, BuildOptions>& options) {
  std::vector<std::string> texts;
  if constexpr (!F::k_reads) texts = option_texts(options);
  f.any_texts("options", texts);
  if constexpr (F::k_reads) options = read_options(texts);
  f.require(options.size() == texts.size(), "has unknown options");
}

template <class F>
void target_field(F& f, FieldsOf<F, Target>& target) {
  std::string name;
  if constexpr (!F::k_reads) name = target.name();
  f.any_text("target", name);
  if constexpr (F::k_reads) {
    const Result<Target> read = parse_target(name);
    f.require(read.has_value(), "has an unknown target");
    target = read.value_or(Target());
  }
}

template <class F>
void fields(F& f, FieldsOf<F, DriverDialect>& dialect) {
  f.any_text("opencl_c_version", dialect.opencl_c_version);
  f.any_texts("extensions", dialect.extensions);
  f.any_texts("macros", dialect.macros);
  f.number("address_bits", dialect.address_bits);
  f.flag("little_endian", dialect.little_endian);
  f.any_texts("features", dialect.features);
  f.no_extra();
}

template <class F>
void fields(F& f, FieldsOf<F, GivenFile>& file) {
  f.any("path", file.path, "text", file.text);
  f.no_extra();
}

template <class F>
void fields(F& f, FieldsOf<F, RequestedLibrary>& library) {
  f.any("module", library.module, "symbols", library.symbols, "interface", library.interface, "code", library.code);
  f.no_extra();
}

template <class F>
void fields(F& f, FieldsOf<F, RequestedSource>& source) {
  f.any("path", source.path, "name", source.name, "text", source.text);
  option_fields(f, source.options);
  f.optional_object("library", source.library);
  f.no_extra();
}

template <class F>
void fields(F& f, FieldsOf<F, CompileRequest>& request) {
  f.number("id", request.id);
  target_field(f, request.target);
  f.list("sources", request.sources);
  f.require(!request.sources.empty(), "has no sources");
  f.any("given_files", request.given_files, "working_folder", request.working_folder);
  option_fields(f, request.options);
  f.any("sections", request.sections, "source_date_epoch", request.source_date_epoch);
  f.any("time_limit_s", request.time_limit_s, "memory_limit_bytes", request.memory_limit_bytes);
  f.any("readable", request.readable, "only_reads", request.only_reads);
  f.optional_object("dialect", request.dialect);
  f.any("is_judged_by_tool", request.is_judged_by_tool, "absent", request.absent);
  f.no_extra();
}

template <class F>
void fields(F& f, FieldsOf<F, ReplyHeader>& header) {
  f.number("id", header.id);
  f.choice("outcome", header.outcome, k_outcomes);
  f.any("detail", header.detail, "facts_size", header.facts_size);
  f.no_extra();
}

template <class F>
void fields(F& f, FieldsOf<F, DriverSource>& source) {
  f.any("text", source.text, "options", source.options);
  f.no_extra();
}

template <class F>
void fields(F& f, FieldsOf<F, DriverRequest>& request) {
  f.any("driver", request.driver, "features", request.features, "sources", request.sources);
  f.require(!request.sources.empty(), "has no sources");
  f.any("kernels", request.kernels, "link_options", request.link_options, "libraries", request.libraries);
  f.choice("finish", request.finish, k_finish_names);
  f.any("launches", request.launches);
  f.no_extra();
}

template <class F>
void fields(F& f, FieldsOf<F, DriverUsage>& use) {
  f.any("libraries", use.libraries, "programs", use.programs, "files", use.files, "variables", use.variables);
  f.no_extra();
}

template <class F>
void fields(F& f, FieldsOf<F, DriverIdentity>& identity) {
  f.any("platform_name", identity.platform_name, "device_name", identity.device_name, "match", identity.match);
  f.any("dialect", identity.dialect, "use", identity.use);
  f.no_extra();
}

template <class F>
void fields(F& f, FieldsOf<F, ListedDevice>& device) {
  f.any("platform", device.platform, "device", device.device, "device_version", device.device_version);
  f.any("driver_version", device.driver_version, "opencl_c_version", device.opencl_c_version);
  f.any("il_version", device.il_version);
  f.text("kind", device.kind);
  f.number("address_bits", device.address_bits, 64);
  f.number("compute_capability", device.compute_capability, k_highest_compute_capability);
  f.any("extensions", device.extensions, "features", device.features, "spirv_extensions", device.spirv_extensions);
  f.numbers("spirv_capabilities", device.spirv_capabilities);
  f.no_extra();
}

template <class F>
void fields(F& f, FieldsOf<F, DeviceList>& list) {
  f.list("devices", list.devices);
  f.no_extra();
}

std::string encode_request(const CompileRequest& request) {
  return canonical_text(json_of(request));
}

std::string encode_library_request(const RequestedLibrary& library) {
  return canonical_text(json_of(library));
}

Result<CompileRequest> decode_request(std::string_view message) {
  return decode_json<CompileRequest>(message, "compile request");
}

std::string encode_reply(const CompileReply& reply, std::uint64_t longest) {
  ByteWriter facts;
  if (reply.facts) write_fields(*reply.facts, facts);
  const Bytes fact_bytes = facts.take();
  const Result<std::string> header =
      encode_frame(canonical_text(json_of(ReplyHeader{reply.id, reply.outcome, reply.detail, fact_bytes.size()})));
  if (!header) return encode_reply(too_long(reply.id, reply.detail.size(), longest));
  std::string message = *header + fact_bytes;
  if (reply.artifact) message += reply.encoded.empty() ? encode_artifact(*reply.artifact) : reply.encoded;
  if (message.size() > longest) return encode_reply(too_long(reply.id, message.size(), longest));
  return message;
}

Result<CompileReply> decode_reply(std::string_view message) {
  std::string_view rest = message;
  const std::optional<std::string_view> frame = CLC_TRY(in_context("compile reply", take_frame(rest)));
  if (!frame) return fail(ErrorKind::k_damaged, "compile reply is cut short");
  ReplyHeader header = CLC_TRY(decode_json<ReplyHeader>(*frame, "compile reply"));
  CompileReply reply;
  reply.id = header.id;
  reply.outcome = header.outcome;
  reply.detail = std::move(header.detail);
  if (header.facts_size != 0) {
    if (header.facts_size > rest.size()) return fail(ErrorKind::k_damaged, "compile reply is cut short");
    ByteReader facts(rest.substr(0, header.facts_size));
    reply.facts = read_fields<FileFacts>(facts);
    if (!facts.is_done()) return fail(ErrorKind::k_damaged, "the file facts of the compile reply are damaged");
    rest.remove_prefix(header.facts_size);
  }
  if (!rest.empty()) {
    Artifact artifact = CLC_TRY(in_context("compile reply", decode_artifact(rest)));
    reply.artifact = std::move(artifact);
    reply.encoded = rest;
  }
  return reply;
}

std::string encode_driver_request(const DriverRequest& request) {
  return canonical_text(json_of(request));
}

Result<DriverRequest> decode_driver_request(std::string_view message) {
  return decode_json<DriverRequest>(message, "driver request");
}

std::string encode_identity(const DriverIdentity& identity) {
  return readable_text(json_of(identity)) + "\n";
}

Result<DriverIdentity> decode_identity(std::string_view text) {
  return decode_json<DriverIdentity>(text, "driver identity");
}

void fields(ByteFieldWriter& f, const DriverIdentity& identity) {
  WithoutNames named(f);
  fields(named, identity);
}

void fields(ByteFieldReader& f, DriverIdentity& identity) {
  WithoutNames named(f);
  fields(named, identity);
}

std::string encode_device_list(const std::vector<ListedDevice>& devices) {
  return readable_text(json_of(DeviceList{devices})) + "\n";
}

Result<std::vector<ListedDevice>> decode_device_list(std::string_view text) {
  DeviceList list = CLC_TRY(decode_json<DeviceList>(text, "device list"));
  return std::move(list.devices);
}

}  // namespace clc
