// Lets a server compile, by the API's Execution. Nothing that it answers is believed but results in clc's own format
// whose digests are right; the caller compiles everything else itself.
#pragma once

#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "farm/input_tree.h"
#include "farm/remote_call.h"
#include "farm/storage.h"
#include "protocol/protocol.h"

namespace clc::farm {

struct RemoteResults {
  std::vector<CompileReply> replies;  // one for each request, in their order
  std::uint64_t took_ms = 0;          // for all of them, as far as the server tells
};

class RemoteCompiler {
 public:
  RemoteCompiler(const cache::ServerSettings& settings, const cache::Credentials& credentials, std::string worker);

  const cache::ServerSettings& settings() const { return settings_; }
  // There is no connection, or nothing is executed there.
  bool is_useless() const { return storage_.is_useless(); }
  const std::string& name() const { return settings_.name; }
  // Called by several threads. The requests read no file, and are for targets of one kind. Errors are as of
  // RemoteCall::run().
  Result<RemoteResults> compile(const std::vector<CompileRequest>& requests, RemoteCall& call);

 private:
  struct Job {
    cache::api::Digest action;
    std::vector<std::uint64_t> numbers;  // of the requests
    std::vector<TreeBlob> blobs;
  };

  Result<CompilerTree> prepare(const std::vector<std::string>& builtins, cache::Clock::time_point end);
  void forget_uploads();
  Result<Job> job_of(const std::vector<CompileRequest>& requests, const CompilerTree& tree) const;
  Result<RemoteResults> compile_once(const std::vector<CompileRequest>& requests, RemoteCall& call,
                                     cache::Clock::time_point end, bool& lacks_blobs);
  std::string why_it_failed(int exit_code) const;
  Result<RemoteResults> read_replies(const cache::api::ActionResult& result, const std::vector<std::uint64_t>& numbers,
                                     cache::Clock::time_point end);

  cache::ServerSettings settings_;
  std::string worker_;
  Storage storage_;
  std::mutex preparing_;
  FileDigests digests_;
  std::map<std::string, CompilerTree> trees_;  // by their builtins
};

}  // namespace clc::farm
