// A whole call of clc, or a question to clc-worker, executed by a server, for a clc that has no compiler: the server
// gets clc for Linux with its compiler as files, and gives back what the call prints and the one file that it writes.
// So nothing of the compiler has to be known here, and what is compiled, said and answered is what Linux' clc compiles,
// says and answers.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "clc/base/bytes.h"
#include "farm/given_files.h"

namespace clc::farm {

struct WholeCall {
  std::string compiler;            // the folder of clc for Linux: bin, libexec, share
  std::vector<std::string> words;  // behind the program's name
  std::vector<std::pair<std::string, std::string>> environment;
  std::string output;               // a file's name in the working folder
  bool may_be_remembered = true;    // all that decides is in the action
  std::string program = "bin/clc";  // in the compiler's folder
};

struct WholeResult {
  int exit_code = 0;
  std::string printed, said;  // to standard output and standard error
  std::optional<Bytes> output;

  std::string brief() const;  // the begin of what was said, for a message
};

// True for a result that clc itself gives, or its worker.
bool is_from_clc(const WholeResult& result, const WholeCall& call);

// Looks for the compiler's folder, connects, and asks for what the server does. The name of one that executes. Errors
// are those of call_there.
Result<std::string> find_server(const std::string& server, const std::string& compiler);

// `server`: the text of CLC_REMOTE_EXECUTION. k_usage: it makes no sense. k_unavailable: the server cannot do it.
Result<WholeResult> call_there(const std::string& server, const WholeCall& call, const GivenFiles& files);

}  // namespace clc::farm
