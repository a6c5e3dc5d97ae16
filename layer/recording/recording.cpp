#include "recording/recording.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "base/platform/files.h"
#include "base/text.h"
#include "base/try.h"
#include "base/without_exceptions.h"
#include "clc/base/file.h"
#include "recording/recorded_fields.h"

namespace clc {
namespace {

constexpr std::uint64_t k_largest_file = std::uint64_t{256} << 20U;
constexpr std::uint64_t k_format = 1;
constexpr std::size_t k_digest_digits = 12;
const EnumNames k_steps = {"build", "compile", "link"};
const EnumNames k_languages = {"OpenCL C", "SPIR-V"};

// The first file that a reader looks at.
struct RecordingMark {
  std::uint64_t recording = k_format;
};

bool is_file_name(const std::string& name) {
  return name.find('/') == std::string::npos && !name.starts_with(".");
}

}  // namespace

// Keys that no field has are left alone: a later clc may write more.
template <class F>
void fields(F& f, FieldsOf<F, RecordingMark>& mark) {
  f.number("recording", mark.recording);
}

template <class F>
void fields(F& f, FieldsOf<F, RecordedArgument>& argument) {
  f.optional_any_text("kind", argument.kind);
  f.optional_any_text("type", argument.type);
  f.optional_any_text("name", argument.name);
  f.optional_number("size", argument.size);
  f.optional_text("value", argument.value);
}

template <class F>
void fields(F& f, FieldsOf<F, RecordedKernel>& kernel) {
  f.any("name", kernel.name, "arguments", kernel.arguments);
}

template <class F>
void fields(F& f, FieldsOf<F, RecordedBuild>& build) {
  f.choice("step", build.step, k_steps);
  f.digest("program", build.digest);
  f.all("devices", build.devices, "served", build.served, "status", build.status, "nanoseconds", build.nanoseconds);
  f.all("count", build.count, "kernels", build.kernels);
  if (build.step == BuildStep::k_link) {
    f.texts("inputs", build.inputs);
    f.any_text("link_options", build.link_options);
  }
  f.optional_any_text("log", build.log);
}

template <class F>
void fields(F& f, FieldsOf<F, RecordedTimes>& times) {
  f.any("target", times.target, "device", times.device, "count", times.count);
  f.numbers("nanoseconds", times.nanoseconds);
}

template <class F>
void fields(F& f, FieldsOf<F, RecordedLaunch>& launch) {
  f.digest("program", launch.digest);
  f.any_text("kernel", launch.kernel);
  f.number("dimensions", launch.dimensions, 3);
  three_numbers(f, "offset", launch.offset);
  three_numbers(f, "global", launch.global);
  three_numbers(f, "local", launch.local);
  f.all("arguments", launch.arguments, "count", launch.count);
  f.optional_list("times", launch.times);
}

template <class F>
void fields(F& f, FieldsOf<F, NotRecorded>& builds) {
  f.any("reason", builds.reason, "count", builds.count);
}

template <class F>
void fields(F& f, FieldsOf<F, RecordedRun>& run) {
  f.any_texts("command", run.command);
  f.all("process", run.process, "builds", run.builds, "launches", run.launches, "not_recorded", run.not_recorded);
}

// The texts of a program are files of their own.
template <class F>
void fields(F& f, FieldsOf<F, RecordedProgram>& program) {
  f.digest("digest", program.digest);
  f.choice("language", program.is_il, k_languages);
  f.text("source", program.source_file);
  f.require(is_file_name(program.source_file), "names a source that is not in its folder");
  f.any_text("options", program.text.options);
  f.optional_any_text("given_options", program.given_options);
  std::vector<std::string> headers;
  for (const ProgramHeader& header : program.text.headers) headers.push_back(header.name);
  f.any_texts("headers", headers);
  for (const std::string& name : headers) {
    f.require(!header_file(name).empty(), "names a header that is not in its folder");
    if constexpr (F::k_reads) program.text.headers.push_back({name, ""});
  }
}

namespace {

template <class T>
std::string text_of(const T& value) {
  return readable_text(json_of(value)) + "\n";
}

// Returns the names in a folder, sorted and without the hidden ones, or none when there is no such folder.
std::vector<std::string> names_in(const std::string& folder) {
  std::vector<std::string> names;
  platform::list_names(folder, [&](const char* name) {
    if (name[0] != '.') names.emplace_back(name);
  });
  std::ranges::sort(names);
  return names;
}

Result<void> check_mark(const std::string& folder) {
  const std::string path = folder + "/" + k_recording_file;
  const Bytes text = CLC_TRY(read_ordinary_file(path, k_largest_file));
  const RecordingMark mark = CLC_TRY(decode_json<RecordingMark>(text, path));
  if (mark.recording != k_format) {
    return fail(ErrorKind::k_damaged, path + " is of version " + std::to_string(mark.recording) +
                                          ", and this clc reads version " + std::to_string(k_format) +
                                          ": use a clc that knows that version");
  }
  return {};
}

}  // namespace

Result<void> read_texts(const std::string& folder, RecordedProgram& program) {
  program.text.source = CLC_TRY(read_ordinary_file(folder + "/" + program.source_file, k_largest_file));
  for (ProgramHeader& header : program.text.headers)
    header.content = CLC_TRY(read_ordinary_file(folder + "/" + header_file(header.name), k_largest_file));
  if (program_digest(program.text) == program.digest) return {};
  return fail(ErrorKind::k_damaged,
              folder +
                  ": its files are not those that were recorded: they give another digest; record the program "
                  "again, or remove this folder");
}

bool is_recording(const std::string& folder) {
  platform::FileStatus status;
  return platform::status_of(folder + "/" + k_recording_file, Links::k_follow, status) == 0 &&
         status.kind == platform::FileKind::k_regular;
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

std::string whole_number(const RecordedArgument& argument, BytesView value) {
  std::uint64_t bits = 0;
  const bool is_value = argument.kind == "value" || (argument.kind.empty() && value.size() < sizeof(void*));
  const bool is_real = argument.type == "float" || argument.type == "double" || argument.type == "half";
  const bool is_of_size = std::has_single_bit(value.size()) && value.size() <= sizeof(bits);
  if (!is_value || is_real || !is_of_size) return {};
  const std::size_t behind = std::endian::native == std::endian::big ? sizeof(bits) - value.size() : 0;
  std::memcpy(reinterpret_cast<char*>(&bits) + behind, value.data(), value.size());
  return std::to_string(bits);
}

std::string encode_recording_mark() {
  return text_of(RecordingMark());
}

std::string encode_program(const RecordedProgram& program) {
  return text_of(program);
}

Result<RecordedProgram> decode_program(std::string_view json) {
  return without_exceptions("program", [&] { return decode_json<RecordedProgram>(json, "program"); });
}

std::string encode_run(const RecordedRun& run) {
  return text_of(run);
}

Result<RecordedRun> decode_run(std::string_view json) {
  return without_exceptions("run", [&] { return decode_json<RecordedRun>(json, "run"); });
}

Result<Recording> read_recording(const std::string& folder, bool with_texts) {
  CLC_TRY(check_mark(folder));
  Recording recording;
  for (const std::string& name : names_in(folder + "/programs")) {
    const std::string place = folder + "/programs/" + name;
    const Bytes text = CLC_TRY(read_ordinary_file(place + "/program.json", k_largest_file));
    RecordedProgram program = CLC_TRY(in_context(place, decode_program(text)));
    program.name = name;
    if (with_texts) CLC_TRY(read_texts(place, program));
    recording.programs.push_back(std::move(program));
  }
  for (const std::string& name : names_in(folder + "/runs")) {
    const std::string place = folder + "/runs/" + name;
    const Bytes text = CLC_TRY(read_ordinary_file(place, k_largest_file));
    RecordedRun run = CLC_TRY(in_context(place, decode_run(text)));
    run.file = name;
    recording.runs.push_back(std::move(run));
  }
  return recording;
}

namespace {

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
      } else if (is_of_identifier(c)) {
        const std::size_t begin = at_;
        while (at_ < text_.size() && is_of_identifier(text_[at_])) ++at_;
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
    if (!name.empty() && is_of_identifier(name.front()) && words.next() == "(") return std::string(name);
  }
  return {};
}

}  // namespace

std::string program_name(const ProgramText& text, bool is_il, const std::vector<RecordedKernel>& kernels,
                         const std::string& digest) {
  constexpr std::size_t k_longest = 80;
  std::string name = is_il ? std::string() : first_kernel(text.source);
  for (std::size_t i = 0; name.empty() && !is_il && i < text.headers.size(); ++i)
    name = first_kernel(text.headers[i].content);
  if (name.empty() && !kernels.empty()) name = kernels.front().name;
  if (name.empty() || !std::ranges::all_of(name, is_of_identifier)) name = "program";
  return name.substr(0, k_longest) + "-" + digest.substr(0, k_digest_digits);
}

}  // namespace clc
