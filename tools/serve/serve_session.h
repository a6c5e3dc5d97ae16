// The running `clc serve`: takes what was saved and what pages ask for, compiles, and tells the pages.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "plan/compile_arguments.h"
#include "serve/folder_watch.h"
#include "serve/http_server.h"
#include "serve/kernel_compiler.h"
#include "serve/last_commit.h"
#include "serve/live_kernels.h"
#include "serve/live_page.h"
#include "support/sink.h"

namespace clc {

class ServeSession {
 public:
  ServeSession(const CompileArguments& arguments, const KernelFolder& folder, KernelCompiler& compiler,
               FolderWatch& watch, HttpServer& server, Sink& sink);

  // Runs until an interrupt, or until it cannot go on, which is an error.
  Result<void> run();

 private:
  // A page that waits for a view.
  struct Waiting {
    std::uint64_t connection = 0;
    LiveView view;
    bool with_committed = false;
    bool wants_page = false;  // the whole page, not its data
  };

  Result<void> take_changes();
  void handle_requests();

  void handle(const PendingRequest& request);
  void handle_view(const PendingRequest& request, bool wants_page);
  void answer_those_that_can_be();
  bool is_ready(const Waiting& waiting);
  void answer(const Waiting& waiting);
  void refuse(std::uint64_t connection, const std::string& text);

  // A compilation that is to be done next.
  struct Work {
    LiveView view;
    bool is_committed = false;
    bool is_wanted = true;  // false: by nobody yet
  };
  std::optional<Work> next_work();
  void compile_now(const LiveView& view, bool is_wanted);
  void compile_committed(const LiveView& view);
  Result<CompiledKernel> compile(const LiveView& view, std::vector<GivenFile> given);
  void send_view(const LiveView& view);

  void find_repository();
  void find_commit();
  void note_commits(const FolderChanges& changes);
  void settle();
  void wait();
  std::string list_json();
  std::string targets_json();

  const CompileArguments& arguments_;
  AnalysisRequest request_;  // of the arguments
  const KernelFolder& folder_;
  KernelCompiler& compiler_;
  FolderWatch& watch_;
  HttpServer& server_;
  Sink& sink_;
  LiveKernels kernels_;
  std::vector<std::string> targets_;      // canonical names of -t
  std::vector<std::string> all_targets_;  // that can be chosen; filled when a page asks
  std::vector<Waiting> waiting_;
  FolderChanges changes_;
  std::optional<LastCommit> commits_;
  std::string commit_;  // the last one's digest; empty: there is none
};

}  // namespace clc
