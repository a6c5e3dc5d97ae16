#include "farm/remote_compiler.h"

#include <algorithm>
#include <utility>

#include "base/try.h"
#include "clc/base/digest.h"
#include "protocol/builtin_files.h"
#include "protocol/farm/compiler_name.h"

namespace clc::farm {

namespace api = cache::api;
using cache::Clock;
using cache::milliseconds;

namespace {

constexpr std::uint64_t k_longest_reply = std::uint64_t{64} << 20U;

Failure refused(const std::string& reason) {
  return fail(ErrorKind::k_unavailable, reason);
}

Failure lied(const std::string& reason) {
  return fail(ErrorKind::k_damaged, reason);
}

std::uint64_t milliseconds_between(const api::Timestamp& begin, const api::Timestamp& end) {
  const std::int64_t took = (end.seconds - begin.seconds) * 1000 + (end.nanos - begin.nanos) / 1'000'000;
  return static_cast<std::uint64_t>(std::clamp<std::int64_t>(took, 0, 3'600'000));
}

// A number that no other request has, so that its result is for no other job.
std::uint64_t number_of(const CompileRequest& request) {
  constexpr std::size_t k_digits = 12;  // a number of JSON is exact to 53 bits
  return std::stoull(sha256_hex(encode_request(request)).substr(0, k_digits), nullptr, 16);
}

}  // namespace

RemoteCompiler::RemoteCompiler(const cache::ServerSettings& settings, const cache::Credentials& credentials,
                               std::string worker)
    : settings_(settings), worker_(std::move(worker)), storage_(settings, credentials) {}

// The first job sends the compiler, and the others wait for it.
Result<CompilerTree> RemoteCompiler::prepare(const std::vector<std::string>& builtins, Clock::time_point end) {
  const std::lock_guard<std::mutex> lock(preparing_);
  CLC_TRY(storage_.connect(end));
  std::string name;
  for (const std::string& file : builtins) name += file + "/";
  if (const auto known = trees_.find(name); known != trees_.end()) return known->second;
  Result<CompilerTree> tree = settings_.compiler.empty()
                                  ? CompilerTree::make(worker_, builtins, digests_)
                                  : CompilerTree::installed_in(settings_.compiler, worker_, builtins, digests_);
  if (!tree) return tree;
  CLC_TRY(storage_.upload_files(tree->files(), end, [&](const std::string& path, BytesView bytes) {
    const std::string why = path == worker_ ? why_not_sent(bytes) : "";
    return why.empty() ? "" : "clc-worker cannot be sent: " + why;
  }));
  CLC_TRY(storage_.upload(tree->folders(), end));
  return trees_[name] = *tree;
}

void RemoteCompiler::forget_uploads() {
  const std::lock_guard<std::mutex> preparing(preparing_);
  trees_.clear();
  storage_.forget_uploads();
}

std::string RemoteCompiler::why_it_failed(int exit_code) const {
  const std::string how = "exited there with " + std::to_string(exit_code);
  if (settings_.compiler.empty()) return "the compiler " + how;
  if (exit_code == k_is_another_compiler) return "the clc in its " + settings_.compiler + " is another one than this";
  return settings_.compiler + "/" + k_worker_path + " cannot be run there: it " + how;
}

// The same jobs are the same action, whoever asks: nothing of this machine is in it but names.
Result<RemoteCompiler::Job> RemoteCompiler::job_of(const std::vector<CompileRequest>& requests,
                                                   const CompilerTree& tree) const {
  Job job;
  std::string frames;
  std::map<std::string, std::uint64_t> inputs;
  std::uint64_t seconds = 10;
  for (std::size_t i = 0; i < requests.size(); ++i) {
    CompileRequest request = requests[i];
    request.id = 0;
    seconds += request.time_limit_s;
    for (GivenFile& file : request.given_files) {
      TreeBlob input = as_blob(std::move(file.text));
      file.text = input.digest.hash;
      if (inputs.try_emplace(file.text, input.bytes.size()).second) job.blobs.push_back(std::move(input));
    }
    request.id = number_of(request);
    job.numbers.push_back(request.id);
    const std::string frame = CLC_TRY(encode_frame(encode_request(request)));
    frames += frame;
  }
  TreeBlob encoded_requests = as_blob(std::move(frames));
  std::vector<TreeBlob> folders = tree.job_folders(encoded_requests.digest, inputs);
  // The second name of the output is for servers of version 2.0.
  const api::Command command{tree.command(), {k_replies_name}, platform_of(settings_), {k_replies_name}};
  TreeBlob encoded_command = as_blob(cache::proto::encode(command));
  const auto limit = static_cast<std::int64_t>(std::min<std::uint64_t>(seconds, 1 + settings_.total_ms / 1000));
  const api::Action action{encoded_command.digest, folders.front().digest, {limit, 0}, platform_of(settings_)};
  TreeBlob encoded_action = as_blob(cache::proto::encode(action));
  job.action = encoded_action.digest;
  for (TreeBlob* blob : {&encoded_requests, &folders[0], &folders[1], &encoded_command, &encoded_action})
    job.blobs.push_back(std::move(*blob));
  return job;
}

Result<RemoteResults> RemoteCompiler::compile_once(const std::vector<CompileRequest>& requests, RemoteCall& call,
                                                   Clock::time_point end, bool& lacks_blobs) {
  const CompilerTree tree = CLC_TRY(prepare(builtin_files(requests.front().target), end));
  const Job job = CLC_TRY(job_of(requests, tree));
  CLC_TRY(storage_.upload(job.blobs, end));
  const api::ActionResult result =
      CLC_TRY(call.run(storage_.connection(), job.action, k_replies_name, end, lacks_blobs));
  return read_replies(result, job.numbers, end);
}

Result<RemoteResults> RemoteCompiler::compile(const std::vector<CompileRequest>& requests, RemoteCall& call) {
  const Clock::time_point end = Clock::now() + milliseconds(settings_.total_ms);
  bool lacks_blobs = false;
  Result<RemoteResults> results = compile_once(requests, call, end, lacks_blobs);
  if (results || !lacks_blobs) return results;
  forget_uploads();  // a server may drop what nobody asked for of late
  return compile_once(requests, call, end, lacks_blobs);
}

Result<RemoteResults> RemoteCompiler::read_replies(const api::ActionResult& result,
                                                   const std::vector<std::uint64_t>& numbers, Clock::time_point end) {
  if (result.exit_code != 0) return refused(why_it_failed(result.exit_code));
  const auto is_it = [](const api::OutputFile& file) { return file.path == k_replies_name; };
  const auto file = std::ranges::find_if(result.output_files, is_it);
  if (file == result.output_files.end()) return lied("a job has no result there");
  Bytes bytes = file->contents;
  if (bytes.empty()) {
    bytes = CLC_TRY(storage_.read(file->digest, k_longest_reply, end));
  } else if (bytes.size() != static_cast<std::uint64_t>(file->digest.size_bytes) ||
             sha256_hex(bytes) != file->digest.hash) {
    return lied("a result is not what its digest says");
  }
  RemoteResults results;
  const api::ExecutedActionMetadata& metadata = result.execution_metadata;
  results.took_ms = milliseconds_between(metadata.execution_start, metadata.execution_completed);
  results.replies.resize(numbers.size());
  std::set<std::uint64_t> heard;
  while (!bytes.empty()) {
    const Result<std::optional<std::string>> message = take_frame(bytes);
    if (!message || !*message) return lied("a result is not clc's");
    Result<CompileReply> reply = decode_reply(**message);
    if (!reply) return lied("a result is not clc's");
    const auto asked = std::ranges::find(numbers, reply->id);
    if (asked == numbers.end() || !heard.insert(reply->id).second) return lied("a result is for another job");
    results.replies[static_cast<std::size_t>(asked - numbers.begin())] = *std::move(reply);
  }
  if (heard.size() != numbers.size()) return lied("a job has no result there");
  return results;
}

}  // namespace clc::farm
