#include "recording/recording.h"

#include <dirent.h>
#include <sys/stat.h>

#include <algorithm>

#include "base/json.h"
#include "base/without_exceptions.h"
#include "clc/base/digest.h"
#include "clc/base/file.h"

namespace clc {

namespace {

constexpr std::uint64_t k_largest_file = std::uint64_t{256} << 20U;
constexpr std::uint64_t k_format = 1;
constexpr std::size_t k_digest_digits = 12;
const std::vector<const char*> k_steps = {"build", "compile", "link"};  // in the order of BuildStep

template <class T, class F>
Json list(const std::vector<T>& values, F&& to_json) {
  Json array = Json::array();
  for (const T& value : values) array.push_back(to_json(value));
  return array;
}

Json numbers(const std::array<std::uint64_t, 3>& values) {
  return Json(values);
}

std::array<std::uint64_t, 3> numbers_field(ObjectReader& reader, const char* key) {
  std::array<std::uint64_t, 3> values = {};
  const Json* array = reader.array(key, true);
  if (array == nullptr) return values;
  const bool is_right = array->size() == values.size() &&
                        std::all_of(array->begin(), array->end(), [](const Json& n) { return n.is_number_unsigned(); });
  if (!is_right) {
    reader.complain("has a \"" + std::string(key) + "\" that is not three numbers");
    return values;
  }
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = (*array)[i].get<std::uint64_t>();
  return values;
}

void put_text(Json& json, const char* key, const std::string& text) {
  if (!text.empty()) json[key] = any_text(text);
}

// Returns the text of a key that can be missing. The text may have any bytes.
std::string text_field(const Json& json, ObjectReader& reader, const char* key) {
  return json.contains(key) ? reader.any_text(key) : std::string();
}

std::string digest_field(ObjectReader& reader, const char* key) {
  std::string digest = reader.text(key);
  if (!is_sha256_hex(digest)) reader.complain("has a \"" + std::string(key) + "\" that is not a SHA-256");
  return digest;
}

Json device_to_json(const RecordedDevice& device) {
  return {{"name", any_text(device.name)},
          {"platform", any_text(device.platform)},
          {"driver_version", any_text(device.driver_version)},
          {"device_version", any_text(device.device_version)}};
}

RecordedDevice device_from_json(const Json& json, const std::string& where, std::string& problem) {
  ObjectReader reader(json, where, problem);
  RecordedDevice device;
  device.name = reader.any_text("name");
  device.platform = reader.any_text("platform");
  device.driver_version = reader.any_text("driver_version");
  device.device_version = reader.any_text("device_version");
  return device;
}

Json argument_to_json(const RecordedArgument& argument) {
  Json json = Json::object();
  put_text(json, "kind", argument.kind);
  put_text(json, "type", argument.type);
  put_text(json, "name", argument.name);
  put_optional(json, "size", argument.size);
  return json;
}

RecordedArgument argument_from_json(const Json& json, const std::string& where, std::string& problem) {
  ObjectReader reader(json, where, problem);
  RecordedArgument argument;
  argument.kind = text_field(json, reader, "kind");
  argument.type = text_field(json, reader, "type");
  argument.name = text_field(json, reader, "name");
  argument.size = reader.optional_number("size");
  return argument;
}

template <class T, class F>
std::vector<T> list_field(ObjectReader& reader, const char* key, std::string& problem, F&& from_json) {
  std::vector<T> values;
  reader.each(key, true, [&](const Json& element, const std::string& where) {
    values.push_back(from_json(element, where, problem));
  });
  return values;
}

Json kernel_to_json(const RecordedKernel& kernel) {
  return {{"name", any_text(kernel.name)}, {"arguments", list(kernel.arguments, argument_to_json)}};
}

RecordedKernel kernel_from_json(const Json& json, const std::string& where, std::string& problem) {
  ObjectReader reader(json, where, problem);
  RecordedKernel kernel;
  kernel.name = reader.any_text("name");
  kernel.arguments = list_field<RecordedArgument>(reader, "arguments", problem, argument_from_json);
  return kernel;
}

Json build_to_json(const RecordedBuild& build) {
  Json json = {{"step", k_steps[static_cast<std::size_t>(build.step)]},
               {"program", build.digest},
               {"devices", list(build.devices, device_to_json)},
               {"served", build.served},
               {"status", build.status},
               {"nanoseconds", build.nanoseconds},
               {"count", build.count},
               {"kernels", list(build.kernels, kernel_to_json)}};
  if (build.step == BuildStep::k_link) {
    json["inputs"] = build.inputs;
    json["link_options"] = any_text(build.link_options);
  }
  put_text(json, "log", build.log);
  return json;
}

RecordedBuild build_from_json(const Json& json, const std::string& where, std::string& problem) {
  ObjectReader reader(json, where, problem);
  RecordedBuild build;
  build.step = static_cast<BuildStep>(reader.one_of("step", k_steps));
  build.digest = digest_field(reader, "program");
  build.devices = list_field<RecordedDevice>(reader, "devices", problem, device_from_json);
  build.served = reader.text("served");
  build.status = reader.signed_number("status");
  build.nanoseconds = reader.number("nanoseconds");
  build.count = reader.number("count");
  build.kernels = list_field<RecordedKernel>(reader, "kernels", problem, kernel_from_json);
  if (build.step == BuildStep::k_link) {
    build.inputs = reader.texts("inputs");
    build.link_options = reader.any_text("link_options");
  }
  build.log = text_field(json, reader, "log");
  return build;
}

Json launch_to_json(const RecordedLaunch& launch) {
  return {{"program", launch.digest},
          {"kernel", any_text(launch.kernel)},
          {"dimensions", launch.dimensions},
          {"offset", numbers(launch.offset)},
          {"global", numbers(launch.global)},
          {"local", numbers(launch.local)},
          {"arguments", list(launch.arguments, argument_to_json)},
          {"count", launch.count}};
}

RecordedLaunch launch_from_json(const Json& json, const std::string& where, std::string& problem) {
  ObjectReader reader(json, where, problem);
  RecordedLaunch launch;
  launch.digest = digest_field(reader, "program");
  launch.kernel = reader.any_text("kernel");
  launch.dimensions = reader.number("dimensions", 3);
  launch.offset = numbers_field(reader, "offset");
  launch.global = numbers_field(reader, "global");
  launch.local = numbers_field(reader, "local");
  launch.arguments = list_field<RecordedArgument>(reader, "arguments", problem, argument_from_json);
  launch.count = reader.number("count");
  return launch;
}

Json not_recorded_to_json(const NotRecorded& one) {
  return {{"reason", any_text(one.reason)}, {"count", one.count}};
}

NotRecorded not_recorded_from_json(const Json& json, const std::string& where, std::string& problem) {
  ObjectReader reader(json, where, problem);
  NotRecorded one;
  one.reason = reader.any_text("reason");
  one.count = reader.number("count");
  return one;
}

std::string text_of(const Json& json) {
  return readable_text(json) + "\n";
}

Result<RecordedProgram> program_from_text(std::string_view text) {
  Result<Json> json = parse_json(text, "description of a recorded program");
  if (!json) return fail(json);
  std::string problem;
  ObjectReader reader(*json, "program", problem);
  RecordedProgram program;
  program.digest = digest_field(reader, "digest");
  program.is_il = reader.one_of("language", {"OpenCL C", "SPIR-V"}) == 1;
  program.source_file = reader.text("source");
  if (program.source_file.find('/') != std::string::npos || program.source_file.starts_with(".")) {
    reader.complain("names a source that is not in its folder");
  }
  program.text.options = reader.any_text("options");
  for (const std::string& name : reader.any_texts("headers")) {
    if (header_file(name).empty()) reader.complain("names a header that is not in its folder");
    program.text.headers.push_back({name, ""});
  }
  if (!problem.empty()) return fail(ErrorKind::k_damaged, problem);
  return program;
}

Result<RecordedRun> run_from_text(std::string_view text) {
  Result<Json> json = parse_json(text, "record of a run");
  if (!json) return fail(json);
  std::string problem;
  ObjectReader reader(*json, "run", problem);
  RecordedRun run;
  run.command = reader.any_texts("command");
  run.process = reader.number("process");
  run.builds = list_field<RecordedBuild>(reader, "builds", problem, build_from_json);
  run.launches = list_field<RecordedLaunch>(reader, "launches", problem, launch_from_json);
  run.not_recorded = list_field<NotRecorded>(reader, "not_recorded", problem, not_recorded_from_json);
  if (!problem.empty()) return fail(ErrorKind::k_damaged, problem);
  return run;
}

// Returns the names in a folder, sorted and without the hidden ones, or none when there is no such folder.
std::vector<std::string> names_in(const std::string& folder) {
  std::vector<std::string> names;
  DIR* const stream = opendir(folder.c_str());
  if (stream == nullptr) return names;
  while (const dirent* entry = readdir(stream)) {  // NOLINT(concurrency-mt-unsafe): each call has a stream of its own
    if (entry->d_name[0] != '.') names.emplace_back(entry->d_name);
  }
  closedir(stream);
  std::sort(names.begin(), names.end());
  return names;
}

Result<void> read_texts(const std::string& folder, RecordedProgram& program) {
  Result<Bytes> source = read_ordinary_file(folder + "/" + program.source_file, k_largest_file);
  if (!source) return fail(source);
  program.text.source = *std::move(source);
  for (ProgramHeader& header : program.text.headers) {
    Result<Bytes> content = read_ordinary_file(folder + "/" + header_file(header.name), k_largest_file);
    if (!content) return fail(content);
    header.content = *std::move(content);
  }
  if (program_digest(program.text) == program.digest) return {};
  return fail(ErrorKind::k_damaged,
              folder +
                  ": its files are not those that were recorded: they give another digest; record the program "
                  "again, or remove this folder");
}

Result<void> check_mark(const std::string& folder) {
  const std::string path = folder + "/" + k_recording_file;
  const Result<Bytes> text = read_ordinary_file(path, k_largest_file);
  if (!text) return fail(text);
  const Result<Json> json = parse_json(*text, path);
  if (!json) return fail(json);
  std::string problem;
  ObjectReader reader(*json, path, problem);
  const std::uint64_t format = reader.number("recording");
  if (problem.empty() && format != k_format) {
    problem = path + " is of version " + std::to_string(format) + ", and this clc reads version " +
              std::to_string(k_format) + ": use a clc that knows that version";
  }
  if (!problem.empty()) return fail(ErrorKind::k_damaged, problem);
  return {};
}

}  // namespace

bool is_recording(const std::string& folder) {
  struct stat info{};
  return stat((folder + "/" + k_recording_file).c_str(), &info) == 0 && S_ISREG(info.st_mode);
}

std::string header_file(const std::string& header_name) {
  if (header_name.empty() || header_name.front() == '/' || header_name.find('\0') != std::string::npos) return {};
  std::string rest = header_name + "/";
  for (std::size_t at = 0; at < rest.size();) {
    const std::size_t end = rest.find('/', at);
    const std::string part = rest.substr(at, end - at);
    if (part == ".." || part.size() > 255) return {};
    at = end + 1;
  }
  // A header must lie in a subfolder: files beside the source belong to the recording itself.
  return header_name.find('/') == std::string::npos ? std::string() : header_name;
}

std::string encode_recording_mark() {
  return text_of(Json{{"recording", k_format}});
}

std::string encode_program(const RecordedProgram& program) {
  std::vector<std::string> headers;
  for (const ProgramHeader& header : program.text.headers) headers.push_back(header.name);
  return text_of(Json{{"digest", program.digest},
                      {"language", program.is_il ? "SPIR-V" : "OpenCL C"},
                      {"source", program.source_file},
                      {"options", any_text(program.text.options)},
                      {"headers", any_texts(headers)}});
}

Result<RecordedProgram> decode_program(std::string_view json) {
  return without_exceptions("program", [&] { return program_from_text(json); });
}

std::string encode_run(const RecordedRun& run) {
  return text_of(Json{{"command", any_texts(run.command)},
                      {"process", run.process},
                      {"builds", list(run.builds, build_to_json)},
                      {"launches", list(run.launches, launch_to_json)},
                      {"not_recorded", list(run.not_recorded, not_recorded_to_json)}});
}

Result<RecordedRun> decode_run(std::string_view json) {
  return without_exceptions("run", [&] { return run_from_text(json); });
}

Result<Recording> read_recording(const std::string& folder, bool with_texts) {
  if (Result<void> marked = check_mark(folder); !marked) return fail(marked);
  Recording recording;
  for (const std::string& name : names_in(folder + "/programs")) {
    const std::string place = folder + "/programs/" + name;
    const Result<Bytes> text = read_ordinary_file(place + "/program.json", k_largest_file);
    if (!text) return fail(text);
    Result<RecordedProgram> program = decode_program(*text);
    if (!program) return fail(program, place);
    program->name = name;
    if (with_texts) {
      if (Result<void> read = read_texts(place, *program); !read) return fail(read);
    }
    recording.programs.push_back(*std::move(program));
  }
  for (const std::string& name : names_in(folder + "/runs")) {
    const std::string place = folder + "/runs/" + name;
    const Result<Bytes> text = read_ordinary_file(place, k_largest_file);
    if (!text) return fail(text);
    Result<RecordedRun> run = decode_run(*text);
    if (!run) return fail(run, place);
    run->file = name;
    recording.runs.push_back(*std::move(run));
  }
  return recording;
}

namespace {

bool is_word(char c) {
  return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

// Splits a source into words and brackets, without comments, strings and white space.
class Words {
 public:
  explicit Words(std::string_view text) : text_(text) {}

  // Returns an empty word at the end.
  std::string_view next() {
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (text_.substr(at_, 2) == "//") {
        at_ = std::min(text_.find('\n', at_), text_.size());
      } else if (text_.substr(at_, 2) == "/*") {
        at_ = std::min(text_.find("*/", at_ + 2), text_.size() - 2) + 2;
      } else if (c == '"') {
        skip_string();
      } else if (is_word(c)) {
        const std::size_t begin = at_;
        while (at_ < text_.size() && is_word(text_[at_])) ++at_;
        return text_.substr(begin, at_ - begin);
      } else if (c == ' ' || (c >= '\t' && c <= '\r')) {
        ++at_;
      } else {
        return text_.substr(at_++, 1);
      }
    }
    return {};
  }

  void skip_brackets() {
    std::size_t depth = 0;
    for (std::string_view word = next(); !word.empty(); word = next()) {
      if (word == "(") ++depth;
      if (word == ")" && --depth == 0) return;
      if (depth == 0) return;
    }
  }

 private:
  void skip_string() {
    for (++at_; at_ < text_.size() && text_[at_] != '"' && text_[at_] != '\n'; ++at_) {
      if (text_[at_] == '\\') ++at_;
    }
    ++at_;
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

// Returns true for "kernel", "__kernel", and macros with such a name: "KERNEL_FQ".
bool is_kernel_word(std::string_view word) {
  std::string lower(word);
  for (char& c : lower) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return lower.find("kernel") != std::string::npos;
}

// Returns the name of the first kernel in the text, or an empty name.
std::string first_kernel(std::string_view source) {
  Words words(source);
  for (std::string_view word = words.next(); !word.empty(); word = words.next()) {
    if (!is_kernel_word(word)) continue;
    word = words.next();
    while (word == "__attribute__") {
      words.skip_brackets();
      word = words.next();
    }
    if (word != "void") continue;
    for (word = words.next(); word == "__attribute__"; word = words.next()) words.skip_brackets();
    const std::string_view name = word;
    if (!name.empty() && is_word(name.front()) && words.next() == "(") return std::string(name);
  }
  return {};
}

}  // namespace

std::string program_name(const ProgramText& text, bool is_il, const std::vector<RecordedKernel>& kernels,
                         const std::string& digest) {
  constexpr std::size_t k_longest = 80;
  std::string name = is_il ? std::string() : first_kernel(text.source);
  for (std::size_t i = 0; name.empty() && !is_il && i < text.headers.size(); ++i) {
    name = first_kernel(text.headers[i].content);
  }
  if (name.empty() && !kernels.empty()) name = kernels.front().name;
  if (name.empty() || !std::all_of(name.begin(), name.end(), is_word)) name = "program";
  return name.substr(0, k_longest) + "-" + digest.substr(0, k_digest_digits);
}

}  // namespace clc
