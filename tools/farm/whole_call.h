// A whole call of clc, executed by a server, for a clc that has no compiler: the server gets clc for Linux with its
// compiler as files, and gives back what the call prints and the one file that it writes. So nothing of the compiler
// has to be known here, and what is compiled, said and answered is what Linux' clc compiles, says and answers.
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
  std::vector<std::string> words;  // behind "clc"
  std::vector<std::pair<std::string, std::string>> environment;
  std::string output;             // a file's name in the working folder
  bool may_be_remembered = true;  // all that decides is in the action
};

struct WholeResult {
  int exit_code = 0;
  std::string printed, said;  // to standard output and standard error
  std::optional<Bytes> output;
};

// True for a result that clc itself gives.
bool is_from_clc(const WholeResult& result, const WholeCall& call);

// `server`: the text of CLC_REMOTE_EXECUTION. k_usage: it makes no sense. k_unavailable: the server cannot do it.
Result<WholeResult> call_there(const std::string& server, const WholeCall& call, const GivenFiles& files);

}  // namespace clc::farm
