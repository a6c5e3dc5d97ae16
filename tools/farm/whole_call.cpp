#include "farm/whole_call.h"

#include <algorithm>
#include <cctype>
#include <filesystem>

#include "base/platform/paths.h"
#include "base/text.h"
#include "base/try.h"
#include "clc/base/digest.h"
#include "credentials.h"
#include "farm/remote_call.h"
#include "farm/storage.h"

namespace clc::farm {

namespace api = cache::api;
using cache::Clock;

namespace {

namespace fs = std::filesystem;

constexpr std::size_t k_longest_brief = 1000;
constexpr std::uint64_t k_longest_output = std::uint64_t{1} << 30U;
// In the action's root.
constexpr const char* k_compiler_name = "clc";
constexpr const char* k_files_name = "files";

struct Prepared {
  std::vector<TreeFile> files;
  std::vector<TreeBlob> blobs;
  api::Digest action;
};

Failure no_compiler_in(const std::string& folder) {
  return fail(ErrorKind::k_unavailable, folder + " is missing: install it there, the clc for Linux that farms execute");
}

Result<void> add_compiler(const std::string& folder, FileTree& tree, std::vector<TreeFile>& files) {
  FileDigests digests;
  std::error_code error;
  const fs::path top = platform::to_path(folder);
  fs::recursive_directory_iterator entry(top, error);
  for (; !error && entry != fs::recursive_directory_iterator(); entry.increment(error)) {
    if (!entry->is_regular_file(error)) continue;
    const std::string name = platform::to_text(entry->path().lexically_relative(top));
    const TreeFile file{platform::to_text(entry->path()), CLC_TRY(digests.get(platform::to_text(entry->path())))};
    tree.add_file(join_path(k_compiler_name, name), file.digest, !name.starts_with("share/"));
    files.push_back(file);
  }
  if (error && !files.empty()) return fail(ErrorKind::k_unavailable, folder + ": " + error.message());
  if (files.empty()) return no_compiler_in(folder);
  return {};
}

std::string below(const std::string& common, const std::string& place) {
  const std::string rest = place.size() < common.size() ? "" : place.substr(common.size());
  return rest.empty() ? k_files_name : join_path(k_files_name, rest);
}

Result<Prepared> prepare(const WholeCall& call, const GivenFiles& given, const cache::ServerSettings& settings) {
  Prepared prepared;
  FileTree tree;
  CLC_TRY(add_compiler(call.compiler, tree, prepared.files));
  const std::string common = given.common_folder();
  for (const std::string& folder : given.folders()) tree.add_folder(below(common, folder));
  for (const auto& [place, text] : given.texts()) {
    TreeBlob blob = as_blob(text);
    tree.add_file(below(common, place), blob.digest);
    prepared.blobs.push_back(std::move(blob));
  }
  const std::vector<TreeBlob> folders = tree.blobs();
  prepared.blobs.insert(prepared.blobs.end(), folders.begin(), folders.end());

  const api::Platform platform = platform_of(settings);
  const std::string folder = below(common, given.place());
  const auto depth = static_cast<std::size_t>(std::ranges::count(folder, '/') + 1);
  std::string up;
  for (std::size_t i = 0; i < depth; ++i) up += "../";
  api::Command command{
      {join_path(up + k_compiler_name, call.program)}, {call.output}, platform, {call.output}, {}, folder};
  command.arguments.insert(command.arguments.end(), call.words.begin(), call.words.end());
  for (const auto& [name, value] : call.environment) command.environment.push_back({name, value});
  command.environment.push_back({"CLC_LIBEXEC_DIR", up + k_compiler_name + "/libexec/clc"});
  std::ranges::sort(command.environment, {}, &api::Property::name);
  prepared.blobs.push_back(as_blob(cache::proto::encode(command)));
  const api::Action action{prepared.blobs.back().digest,
                           folders.front().digest,
                           {1 + settings.total_ms / 1000, 0},
                           platform,
                           !call.may_be_remembered};
  prepared.blobs.push_back(as_blob(cache::proto::encode(action)));
  prepared.action = prepared.blobs.back().digest;
  return prepared;
}

// Contents that are in the result itself, or have to be asked for. Texts may be there without a digest.
Result<Bytes> contents_of(Storage& storage, const std::string& contents, const api::Digest& digest,
                          Clock::time_point end) {
  if (contents.empty()) return storage.read(digest, k_longest_output, end);
  if (digest.hash.empty() || sha256_hex(contents) == digest.hash) return contents;
  return fail(ErrorKind::k_damaged, "a result is not what its digest says");
}

Result<WholeResult> execute(Storage& storage, const Prepared& prepared, const WholeCall& whole, Clock::time_point end,
                            bool& lacks_blobs) {
  CLC_TRY(storage.connect(end));
  const auto takes_all = [](const std::string&, BytesView) { return std::string(); };
  CLC_TRY(storage.upload_files(prepared.files, end, takes_all));
  CLC_TRY(storage.upload(prepared.blobs, end));
  const std::string& output = whole.output;
  RemoteCall call(!whole.may_be_remembered);
  const api::ActionResult done = CLC_TRY(call.run(storage.connection(), prepared.action, output, end, lacks_blobs));
  WholeResult result;
  result.exit_code = done.exit_code;
  result.printed = CLC_TRY(contents_of(storage, done.stdout_raw, done.stdout_digest, end));
  result.said = CLC_TRY(contents_of(storage, done.stderr_raw, done.stderr_digest, end));
  for (const api::OutputFile& file : done.output_files) {
    if (file.path == output || file.path.ends_with("/" + output))
      result.output = CLC_TRY(contents_of(storage, file.contents, file.digest, end));
  }
  return result;
}

}  // namespace

std::string WholeResult::brief() const {
  return std::string(trimmed(std::string_view(said).substr(0, k_longest_brief)));
}

// Whoever cannot run clc there ends, too, with an exit code and a text: an error has to be said as clc says it, of a
// place in a file, of a file or module of the call, by its own name or its worker's, or at the end of its JSON.
bool is_from_clc(const WholeResult& result, const WholeCall& call) {
  if (result.exit_code == 0) return result.output.has_value();
  const auto is_of_clc = [&](std::string_view line) {
    if (line == "{\"type\":\"end\",\"exit_code\":" + std::to_string(result.exit_code) + "}") return true;
    if (starts_with_any(line, {"error: ", "fatal error: ", "clc-worker: "})) return true;
    const std::size_t end = std::min(line.find(": error: "), line.find(": fatal error: "));
    if (end == line.npos || end == 0) return false;
    const std::string_view who = line.substr(0, end);
    return who == "clc" || std::isdigit(static_cast<unsigned char>(who.back())) != 0 ||
           std::ranges::any_of(call.words, [&](const std::string& word) { return has_part(word, who); });
  };
  return std::ranges::any_of(lines_of(result.said), is_of_clc) ||
         std::ranges::any_of(lines_of(result.printed), is_of_clc);
}

namespace {

// A server, with what it takes to speak to it.
struct Server {
  cache::ServerSettings settings;
  cache::Credentials credentials;

  Failure in_context(const Error& error) const {
    return fail(error.kind == ErrorKind::k_damaged ? ErrorKind::k_unavailable : error.kind,
                "CLC_REMOTE_EXECUTION: " + settings.name + ": " + error.message);
  }
};

Result<Server> parse_server(const std::string& text) {
  Server server{CLC_TRY(cache::parse_execution_server(text)), {}};
  if (!server.settings.compiler.empty())
    return fail(ErrorKind::k_usage,
                "CLC_REMOTE_EXECUTION (" + server.settings.name + "): compiler= is for a clc with its compiler");
  const Result<cache::Credentials> credentials = cache::find_credentials(server.settings);
  if (!credentials) return server.in_context(credentials.error());
  server.credentials = *credentials;
  return server;
}

}  // namespace

Result<std::string> find_server(const std::string& text, const std::string& compiler) {
  const Server server = CLC_TRY(parse_server(text));
  std::error_code error;
  if (!fs::is_regular_file(platform::to_path(join_path(compiler, "bin/clc")), error)) return no_compiler_in(compiler);
  Storage storage(server.settings, server.credentials);
  const Result<void> connected = storage.connect(Clock::now() + cache::milliseconds(server.settings.total_ms));
  if (!connected) return server.in_context(connected.error());
  return server.settings.name;
}

Result<WholeResult> call_there(const std::string& text, const WholeCall& call, const GivenFiles& files) {
  const Server server = CLC_TRY(parse_server(text));
  const Prepared prepared = CLC_TRY(prepare(call, files, server.settings));
  Storage storage(server.settings, server.credentials);
  const Clock::time_point end = Clock::now() + cache::milliseconds(server.settings.total_ms);
  bool lacks_blobs = false;
  Result<WholeResult> result = execute(storage, prepared, call, end, lacks_blobs);
  if (!result && lacks_blobs) {  // a server may drop what nobody asked for of late
    storage.forget_uploads();
    result = execute(storage, prepared, call, end, lacks_blobs);
  }
  if (!result) return server.in_context(result.error());
  if (!is_from_clc(*result, call)) {
    const std::string said = result->brief();
    return server.in_context(Error(ErrorKind::k_unavailable, "the compiler exited there with " +
                                                                 std::to_string(result->exit_code) +
                                                                 (said.empty() ? "" : ", and this was said: " + said)));
  }
  return result;
}

}  // namespace clc::farm
