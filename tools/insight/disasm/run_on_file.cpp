#include "insight/disasm/run_on_file.h"

#include <chrono>

#include "base/text.h"
#include "base/try.h"
#include "clc/base/file.h"
#include "toolchain/helpers.h"
#include "toolchain/run_process.h"

namespace clc {
namespace {

constexpr std::chrono::seconds k_limit{120};

std::string without_end(const std::string& text) {
  return text.substr(0, text.find_last_not_of('\n') + 1);
}

}  // namespace

Result<std::string> run_on_file(const char* tool, const ToolPaths& tools, const std::vector<std::string>& options,
                                BytesView bytes) {
  const std::string program = CLC_TRY(find_tool(tool, tools));
  const ScratchFolder folder = CLC_TRY(ScratchFolder::make());
  const std::string file = join_path(folder.path(), "binary");
  CLC_TRY(write_file_atomically(file, bytes));
  ProcessSpec spec;
  spec.arguments = {program};
  spec.arguments.insert(spec.arguments.end(), options.begin(), options.end());
  spec.arguments.push_back(file);
  spec.folder = folder.path();
  Finished finished = CLC_TRY(run_process(spec, "", k_limit));
  const std::string name = base_name(program);
  if (finished.timed_out)
    return fail(ErrorKind::k_crash, name + " took longer than " + std::to_string(k_limit.count()) + " s");
  if (!finished.ending.clean()) {
    const ErrorKind kind = finished.ending.signal != 0 ? ErrorKind::k_crash : ErrorKind::k_damaged;
    const std::string said = without_end(finished.errors);
    return fail(kind, name + " " + finished.ending.describe() + (said.empty() ? "" : ":\n" + said));
  }
  // The temporary file's name tells a reader nothing, and differs from run to run.
  for (std::size_t at; (at = finished.output.find(file)) != std::string::npos;)
    finished.output.replace(at, file.size(), "binary");
  return std::move(finished.output);
}

}  // namespace clc
