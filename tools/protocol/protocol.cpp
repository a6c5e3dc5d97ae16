#include "protocol/protocol.h"

#include "base/json.h"
#include "clc/internal/interface_json.h"
#include "protocol/frame_codec.h"

namespace clc {

namespace {

constexpr std::uint64_t k_max_u32 = 0xffffffff;

// The names of the values of Outcome, in their order.
const std::vector<const char*> k_outcomes = {"done", "failed", "crashed", "timed_out", "unavailable"};

Json dialect_to_json(const DriverDialect& dialect) {
  return {{"opencl_c_version", any_text(dialect.opencl_c_version)},
          {"extensions", any_texts(dialect.extensions)},
          {"macros", any_texts(dialect.macros)},
          {"address_bits", dialect.address_bits},
          {"little_endian", std::uint64_t{dialect.little_endian}},
          {"features", any_texts(dialect.features)}};
}

Json use_to_json(const DriverUsage& use) {
  return {{"libraries", any_texts(use.libraries)},
          {"programs", any_texts(use.programs)},
          {"files", any_texts(use.files)},
          {"variables", any_texts(use.variables)}};
}

DriverUsage use_from_json(const Json& json, const std::string& where, std::string& problem) {
  ObjectReader reader(json, where, problem);
  DriverUsage use{reader.any_texts("libraries"), reader.any_texts("programs"), reader.any_texts("files"),
                  reader.any_texts("variables")};
  reader.no_extra();
  return use;
}

DriverDialect dialect_from_json(const Json& json, const std::string& where, std::string& problem) {
  ObjectReader reader(json, where, problem);
  DriverDialect dialect;
  dialect.opencl_c_version = reader.any_text("opencl_c_version");
  dialect.extensions = reader.any_texts("extensions");
  dialect.macros = reader.any_texts("macros");
  dialect.address_bits = static_cast<std::uint32_t>(reader.number("address_bits", k_max_u32));
  dialect.little_endian = reader.flag("little_endian");
  dialect.features = reader.any_texts("features");
  reader.no_extra();
  return dialect;
}

// Returns the value, or an error if reading it met a problem.
template <class T>
Result<T> checked(T value, const std::string& problem) {
  if (!problem.empty()) return fail(ErrorKind::k_damaged, problem);
  return value;
}

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

const std::string* CompileRequest::text_of_source() const {
  if (source_path.empty()) return &source_text;
  for (const GivenFile& file : given_files) {
    if (file.path == source_path) return &file.text;
  }
  return nullptr;
}

std::string encode_request(const CompileRequest& request) {
  std::vector<std::string> paths, texts;
  for (const GivenFile& file : request.given_files) {
    paths.push_back(file.path);
    texts.push_back(file.text);
  }
  Json json = {{"id", request.id},
               {"target", any_text(request.target)},
               {"source_path", any_text(request.source_path)},
               {"source_name", any_text(request.source_name)},
               {"source_text", any_text(request.source_text)},
               {"given_paths", any_texts(paths)},
               {"given_texts", any_texts(texts)},
               {"working_folder", any_text(request.working_folder)},
               {"options", any_texts(request.options)},
               {"sections", any_texts(request.sections)},
               {"source_date_epoch", request.source_date_epoch},
               {"time_limit_s", request.time_limit_s},
               {"memory_limit_bytes", request.memory_limit_bytes},
               {"readable", any_texts(request.readable)}};
  if (request.dialect) json["dialect"] = dialect_to_json(*request.dialect);
  return canonical_text(json);
}

Result<CompileRequest> decode_request(std::string_view message) {
  Result<Json> json = parse_json(message, "compile request");
  if (!json) return fail(json);
  std::string problem;
  ObjectReader reader(*json, "compile request", problem);
  CompileRequest request;
  request.id = reader.number("id");
  request.target = reader.any_text("target");
  request.source_path = reader.any_text("source_path");
  request.source_name = reader.any_text("source_name");
  request.source_text = reader.any_text("source_text");
  const std::vector<std::string> paths = reader.any_texts("given_paths");
  const std::vector<std::string> texts = reader.any_texts("given_texts");
  if (paths.size() != texts.size()) problem = "compile request: given_paths and given_texts differ in length";
  for (std::size_t i = 0; problem.empty() && i < paths.size(); ++i) request.given_files.push_back({paths[i], texts[i]});
  request.working_folder = reader.any_text("working_folder");
  request.options = reader.any_texts("options");
  request.sections = reader.any_texts("sections");
  request.source_date_epoch = reader.signed_number("source_date_epoch");
  request.time_limit_s = static_cast<std::uint32_t>(reader.number("time_limit_s", k_max_u32));
  request.memory_limit_bytes = reader.number("memory_limit_bytes");
  request.readable = reader.any_texts("readable");
  if (const Json* dialect = reader.object("dialect", false)) {
    request.dialect = dialect_from_json(*dialect, "compile request.dialect", problem);
  }
  reader.no_extra();
  return checked(std::move(request), problem);
}

std::string encode_reply(const CompileReply& reply, std::uint64_t longest) {
  auto outcome = static_cast<std::size_t>(reply.outcome);
  ByteWriter facts;
  if (reply.facts) write_file_facts(*reply.facts, facts);
  const Bytes fact_bytes = facts.take();
  const Result<std::string> header =
      encode_frame(canonical_text({{"id", reply.id},
                                   {"outcome", outcome < k_outcomes.size() ? k_outcomes[outcome] : "?"},
                                   {"detail", any_text(reply.detail)},
                                   {"facts_size", fact_bytes.size()}}));
  if (!header) return encode_reply(too_long(reply.id, reply.detail.size(), longest));
  std::string message = *header + fact_bytes;
  if (reply.artifact) message += encode_artifact(*reply.artifact);
  if (message.size() > longest) return encode_reply(too_long(reply.id, message.size(), longest));
  return message;
}

Result<CompileReply> decode_reply(std::string_view message) {
  std::string_view rest = message;
  const Result<std::optional<std::string_view>> header = take_frame(rest);
  if (!header) return fail(header, "compile reply");
  if (!*header) return fail(ErrorKind::k_damaged, "compile reply is cut short");
  Result<Json> json = parse_json(**header, "compile reply");
  if (!json) return fail(json);
  std::string problem;
  ObjectReader reader(*json, "compile reply", problem);
  CompileReply reply;
  reply.id = reader.number("id");
  reply.outcome = static_cast<Outcome>(reader.one_of("outcome", k_outcomes));
  reply.detail = reader.any_text("detail");
  const std::uint64_t facts_size = reader.number("facts_size");
  reader.no_extra();
  if (problem.empty() && facts_size != 0) {
    if (facts_size > rest.size()) return fail(ErrorKind::k_damaged, "compile reply is cut short");
    ByteReader facts(rest.substr(0, facts_size));
    reply.facts = read_file_facts(facts);
    if (!facts.is_done()) return fail(ErrorKind::k_damaged, "the file facts of the compile reply are damaged");
    rest.remove_prefix(facts_size);
  }
  if (problem.empty() && !rest.empty()) {
    Result<Artifact> artifact = decode_artifact(rest);
    if (!artifact) return fail(artifact, "compile reply");
    reply.artifact = std::move(*artifact);
  }
  return checked(std::move(reply), problem);
}

std::string encode_driver_request(const DriverRequest& request) {
  return canonical_text({{"driver", any_text(request.driver)},
                         {"features", any_texts(request.features)},
                         {"source", any_text(request.source)},
                         {"kernels", any_texts(request.kernels)},
                         {"build_options", any_text(request.build_options)}});
}

Result<DriverRequest> decode_driver_request(std::string_view message) {
  Result<Json> json = parse_json(message, "driver request");
  if (!json) return fail(json);
  std::string problem;
  ObjectReader reader(*json, "driver request", problem);
  DriverRequest request;
  request.driver = reader.any_text("driver");
  request.features = reader.any_texts("features");
  request.source = reader.any_text("source");
  request.kernels = reader.any_texts("kernels");
  request.build_options = reader.any_text("build_options");
  reader.no_extra();
  return checked(std::move(request), problem);
}

std::string encode_identity(const DriverIdentity& identity) {
  return readable_text({{"platform_name", any_text(identity.platform_name)},
                        {"device_name", any_text(identity.device_name)},
                        {"match", match_to_json(identity.match)},
                        {"dialect", dialect_to_json(identity.dialect)},
                        {"use", use_to_json(identity.use)}}) +
         "\n";
}

Result<DriverIdentity> decode_identity(std::string_view text) {
  Result<Json> json = parse_json(text, "driver identity");
  if (!json) return fail(json);
  std::string problem;
  ObjectReader reader(*json, "driver identity", problem);
  DriverIdentity identity;
  identity.platform_name = reader.any_text("platform_name");
  identity.device_name = reader.any_text("device_name");
  if (const Json* match = reader.object("match", true)) {
    identity.match = match_from_json(*match, "driver identity.match", problem);
  }
  if (const Json* dialect = reader.object("dialect", true)) {
    identity.dialect = dialect_from_json(*dialect, "driver identity.dialect", problem);
  }
  if (const Json* use = reader.object("use", true)) {
    identity.use = use_from_json(*use, "driver identity.use", problem);
  }
  reader.no_extra();
  return checked(std::move(identity), problem);
}

std::string encode_device_list(const std::vector<ListedDevice>& devices) {
  Json list = Json::array();
  for (const ListedDevice& device : devices) {
    list.push_back({{"platform", any_text(device.platform)},
                    {"device", any_text(device.device)},
                    {"device_version", any_text(device.device_version)},
                    {"driver_version", any_text(device.driver_version)},
                    {"opencl_c_version", any_text(device.opencl_c_version)},
                    {"il_version", any_text(device.il_version)},
                    {"kind", device.kind},
                    {"address_bits", device.address_bits},
                    {"compute_capability", device.compute_capability},
                    {"extensions", any_texts(device.extensions)},
                    {"features", any_texts(device.features)},
                    {"spirv_extensions", any_texts(device.spirv_extensions)},
                    {"spirv_capabilities", device.spirv_capabilities}});
  }
  return readable_text({{"devices", std::move(list)}}) + "\n";
}

Result<std::vector<ListedDevice>> decode_device_list(std::string_view text) {
  Result<Json> json = parse_json(text, "device list");
  if (!json) return fail(json);
  std::string problem;
  std::vector<ListedDevice> devices;
  ObjectReader list(*json, "device list", problem);
  list.each("devices", true, [&](const Json& element, const std::string& where) {
    ObjectReader reader(element, where, problem);
    ListedDevice device;
    device.platform = reader.any_text("platform");
    device.device = reader.any_text("device");
    device.device_version = reader.any_text("device_version");
    device.driver_version = reader.any_text("driver_version");
    device.opencl_c_version = reader.any_text("opencl_c_version");
    device.il_version = reader.any_text("il_version");
    device.kind = reader.text("kind");
    device.address_bits = reader.number("address_bits", 64);
    device.compute_capability = reader.number("compute_capability", 100'000);
    device.extensions = reader.any_texts("extensions");
    device.features = reader.any_texts("features");
    device.spirv_extensions = reader.any_texts("spirv_extensions");
    reader.each("spirv_capabilities", true, [&](const Json& capability, const std::string& place) {
      if (capability.is_number_unsigned()) {
        device.spirv_capabilities.push_back(capability.get<std::uint64_t>());
      } else {
        problem = place + " is not a number";
      }
    });
    reader.no_extra();
    devices.push_back(std::move(device));
  });
  list.no_extra();
  return checked(std::move(devices), problem);
}

}  // namespace clc
